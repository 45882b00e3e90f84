"""End of the game: who meets a condition, who wins (section 8)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from venice_pnp.contract.play import Event
from venice_pnp.games.doge.rules.state import OVER, PLACING, Desk
from venice_pnp.games.doge.rules.world import World


class Standing(Struct, frozen=True):
    """What a player has on the board."""

    palazzi: int
    districts: int
    houses: int
    meets: bool

    @property
    def rank(self) -> tuple[int, int]:
        """DOGE-8.4, DOGE-8.5"""
        return self.palazzi, self.houses


def standing(world: World, owners: Sequence[Sequence[object]], player: object, houses: int = 0) -> Standing:
    """`owners`: those of the palazzi, by field."""
    own = [row.count(player) for row in owners]
    palazzi, districts = sum(own), len(own) - own.count(0)
    meets = any(districts >= wide and palazzi >= many for wide, many in world.win)  # DOGE-8.1
    return Standing(palazzi, districts, houses, meets)


def winners_of(world: World, standings: Sequence[Standing], built: Sequence[int]) -> tuple[int, ...]:
    """The winners after the last vote of a round; none if the game goes on. `built`: palazzi by field."""
    able = [i for i, s in enumerate(standings) if s.meets]  # DOGE-8.3
    if not able and is_dead_end(world, standings, built):
        able = list(range(len(standings)))
    if not able:
        return ()
    best = max(standings[i].rank for i in able)
    return tuple(i for i in able if standings[i].rank == best)  # DOGE-8.6


def is_dead_end(world: World, standings: Sequence[Standing], built: Sequence[int]) -> bool:
    """Can nobody ever build again? DOGE-8.8"""
    all_built = all(s.palazzi >= world.numbers.palazzi for s in standings)
    return all_built or all(built[d] >= len(world.sites) for d in world.districts)


def end_round(world: World, desk: Desk, told: list[Event]) -> None:
    """After the last vote of a round: the game is over, or the other row is the new order."""
    on_board = (world.numbers.houses - left for left in desk.houses_left)
    standings = [standing(world, desk.palazzi, player, houses) for player, houses in enumerate(on_board)]
    desk.vote = None
    desk.winners = winners_of(world, standings, [len(row) for row in desk.palazzi])
    if desk.winners:  # DOGE-5.18
        desk.phase = OVER
        _tell_end(desk, standings, told)
        return
    aside = world.set_of(desk.round)
    desk.round += 1  # DOGE-5.19
    desk.phase, desk.turn = PLACING, 1
    desk.now, desk.voted, desk.next = desk.next, 0, ()
    desk.shown = ((),) * len(desk.shown)
    told.append(Event("DOGE-5.19.round", {"set": aside, "round": desk.round}))


def _tell_end(desk: Desk, standings: Sequence[Standing], told: list[Event]) -> None:
    best = standings[desk.winners[0]]
    if not best.meets:
        told.append(Event("DOGE-8.8.dead-end", {}))
    names = [desk.seats.names[w] for w in desk.winners]
    rule, key = ("DOGE-8.6", "shared") if len(names) > 1 else ("DOGE-8.3", "winner")
    facts = {"names": names, "palazzi": best.palazzi, "houses": best.houses}
    told.append(Event(f"{rule}.{key}", facts))

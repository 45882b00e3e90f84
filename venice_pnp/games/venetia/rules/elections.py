"""Elections of a doge: candidates, votes, what becomes of the cards (VTA-4.9 to 4.12, 7.80 to 7.99)."""

from __future__ import annotations

from venice_pnp.contract.play import Refused
from venice_pnp.contract.rows import add, put
from venice_pnp.games.venetia.rules.holding import can_name_all, take_out
from venice_pnp.games.venetia.rules.state import CHOOSE_DOGE, DISTRICTS, ELECTION, NOBODY, Ballot, Desk, Row, without
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.world import QUARANTIA_TYPE, World


def is_first(desk: Desk) -> bool:
    """The first doge has no predecessor."""
    return desk.doge == NOBODY


def begin_election(world: World, desk: Desk, final: bool, told: Told) -> None:
    """VTA-7.80, 7.81"""
    card = desk.doge_card
    key = "bare" if not card else "returns" if card == world.numbers.family[0] else "election"
    tell(told, f"VTA-7.80.{key}", doge=desk.seats.names[desk.doge], family=card)
    release_card(world, desk)
    desk.markers = 0
    desk.phase, desk.final = ELECTION, final
    desk.ballots = (None,) * desk.size


def release_card(world: World, desk: Desk) -> None:
    """VTA-7.81: the doge's family card leaves the doge box; a 1 goes back to its owner."""
    kept, own = world.numbers.family[0], desk.family[desk.doge]
    if desk.doge_card == kept and kept not in own:
        desk.family = put(desk.family, desk.doge, tuple(sorted((*own, kept))))
    desk.doge_card = 0


# --- candidates -------------------------------------------------------------------------------------
def submit(world: World, desk: Desk, player: int, family: int | None, cards: Row, told: Told) -> None:
    """A candidate, sealed. A refusal quotes nothing: others may be looking on."""
    kept = world.numbers.family[0]
    first = is_first(desk)
    if desk.shame == player and not first:  # VTA-7.83
        if family not in (None, kept):
            raise Refused("VTA-7.83", {"n": kept})
        family = kept
    if family is None:
        raise Refused("VTA-6.2", {}, "VTA-6.2.no-candidate")
    if family not in desk.family[player]:
        raise Refused("VTA-7.82", {"family": list(desk.family[player])})
    _check_cards(world, desk, player, cards, first)
    desk.ballots = put(desk.ballots, player, Ballot(family, cards))
    tell(told, "VTA-6.1.told" if desk.seats.laid else "VTA-6.1.submitted", player=desk.seats.names[player])


def _check_cards(world: World, desk: Desk, player: int, cards: Row, first: bool) -> None:
    if desk.seats.city and not first:
        if cards:
            raise Refused("VTA-7.95")
        return
    rule, pile = ("VTA-4.9", desk.hand[player]) if first else ("VTA-7.84", desk.box[player])
    most = world.numbers.first_cards if first else world.numbers.election_cards
    if len(cards) > most or (first and len(cards) < most):
        raise Refused(rule, {"n": most}, f"{rule}.number")
    if len(set(cards)) < len(cards):
        raise Refused(rule, {}, "VTA-7.84.twice")
    if len(cards) > len(pile) and not first:
        raise Refused(rule, {}, "VTA-7.84.few")
    if not can_name_all(desk, player, pile, cards):
        raise Refused(rule, {}, f"{rule}.elsewhere")


def submit_forced(world: World, desk: Desk, told: Told) -> None:
    """VTA-6, candidate: a submission without any choice makes itself."""
    kept = world.numbers.family[0]
    for player, ballot in enumerate(desk.ballots):
        fixed = desk.shame == player or desk.family[player] == (kept,)
        if ballot is None and fixed and (desk.seats.city or not desk.box[player]):
            desk.ballots = put(desk.ballots, player, Ballot(kept, ()))
            tell(told, "VTA-7.82.forced", player=desk.seats.names[player], n=kept)


# --- districts (option city) --------------------------------------------------------------------------
def await_districts(world: World, desk: Desk, told: Told) -> None:
    """VTA-7.96: with too few tiles left, all are shuffled first."""
    desk.phase = DISTRICTS
    if len(world.districts) - len(desk.aside) < world.numbers.districts_drawn:
        desk.aside = ()
        tell(told, "VTA-7.96.shuffled")


def draw_districts(world: World, desk: Desk, tiles: Row, told: Told) -> None:
    n = world.numbers.districts_drawn
    if len(tiles) != n or len(set(tiles)) != n or not set(tiles).isdisjoint(desk.aside):
        left = [name for d, name in enumerate(world.districts) if d not in desk.aside]
        raise Refused("VTA-7.96", {"n": n, "left": left})
    desk.drawn = tiles
    tell(told, "VTA-7.96.drawn", tiles=[world.districts[d] for d in tiles])


# --- votes ----------------------------------------------------------------------------------------------
def count_votes(world: World, desk: Desk, told: Told) -> int:
    """VTA-4.10, 7.85 to 7.87: the winner, or NOBODY on a full tie, which is then awaited."""
    ballots = _all_ballots(desk)
    desk.votes = tuple([_votes(world, desk, player, ballot) for player, ballot in enumerate(ballots)])
    for player, ballot in enumerate(ballots):
        if desk.drawn:
            name, more = desk.seats.names[player], desk.votes[player] - ballot.family
            tell(told, "VTA-7.97.counted", player=name, n=more, districts=[world.districts[d] for d in desk.drawn])
        facts = {"player": desk.seats.names[player], "family": ballot.family, "votes": desk.votes[player]}
        cards = [world.cards[card] for card in ballot.cards]
        tell(told, "VTA-7.85.shown" if cards else "VTA-7.85.alone", cards=cards, **facts)
    ranks = [(votes, ballot.family) for votes, ballot in zip(desk.votes, ballots, strict=True)]
    best = max(ranks)
    tied = tuple([player for player, rank in enumerate(ranks) if rank == best])
    if len(tied) == 1:
        if desk.votes.count(max(desk.votes)) > 1:
            tell(told, "VTA-7.86.family", player=desk.seats.names[tied[0]], family=ballots[tied[0]].family)
        return tied[0]
    desk.phase, desk.tied = CHOOSE_DOGE, tied
    tell(told, "VTA-7.87.tied", players=[desk.seats.names[p] for p in tied])
    return NOBODY


def _all_ballots(desk: Desk) -> list[Ballot]:
    return [ballot for ballot in desk.ballots if ballot is not None]


def _votes(world: World, desk: Desk, player: int, ballot: Ballot) -> int:
    votes = ballot.family + sum([world.card_ducats[card] for card in ballot.cards])
    numbers = world.numbers
    for district in desk.drawn:  # VTA-7.97
        if world.district_type[district] != QUARANTIA_TYPE:
            at = desk.spot(district, player)
            votes += desk.ducats[at] + numbers.monument_grey * desk.grey[at] + numbers.monument_new * desk.new[at]
    return votes


def elect(world: World, desk: Desk, winner: int, told: Told) -> None:
    """VTA-4.11, 4.12, 7.88, 7.89: the new doge, and where all the cards go."""
    ballots = _all_ballots(desk)
    _discard_cards(world, desk, ballots, told)
    kept = world.numbers.family[0]
    for player, ballot in enumerate(ballots):
        if player == winner or ballot.family != kept:
            desk.family = put(desk.family, player, without(desk.family[player], ballot.family))
        if player != winner:
            key = "VTA-7.89.returns" if ballot.family == kept else "VTA-7.89.leaves"
            tell(told, key, player=desk.seats.names[player], family=ballot.family)
    if desk.drawn:
        key = "VTA-7.98.all" if desk.seats.all_grey else "VTA-7.98.closed"
        tell(told, key, districts=[world.districts[d] for d in desk.drawn])
        _close_districts(world, desk)
    if not is_first(desk) and desk.shame != NOBODY:
        tell(told, "VTA-7.89.shame", player=desk.seats.names[desk.shame])
        desk.shame = NOBODY
    desk.doge, desk.doge_card = winner, ballots[winner].family
    desk.markers = 0 if desk.final else world.numbers.doge_markers[desk.size]
    desk.ballots, desk.votes, desk.tied, desk.drawn = (None,) * desk.size, (), (), ()
    tell(told, "VTA-7.88.elected", player=desk.seats.names[winner], family=desk.doge_card, n=desk.markers)


def _discard_cards(world: World, desk: Desk, ballots: list[Ballot], told: Told) -> None:
    """In seat order, the named ones first. After the first election only those that were submitted."""
    for player, ballot in enumerate(ballots):
        if is_first(desk):
            hand = desk.hand[player]
            for card in ballot.cards:
                hand = take_out(hand, card)
            desk.hand = put(desk.hand, player, hand)
            desk.discard = desk.discard + ballot.cards
        else:
            box = desk.box[player]
            for card in ballot.cards:
                box = take_out(box, card)
            desk.discard = desk.discard + ballot.cards + box
    if is_first(desk):
        tell(told, "VTA-4.11.cards", cards=[world.cards[card] for ballot in ballots for card in ballot.cards])
    else:
        desk.box = ((),) * desk.size
        if not desk.seats.city:
            tell(told, "VTA-7.89.boxes")


def _close_districts(world: World, desk: Desk) -> None:
    """VTA-7.98, 7.99"""
    for district in world.sestieri if desk.seats.all_grey else desk.drawn:
        for player in range(desk.size):
            at = desk.spot(district, player)
            desk.grey = add(desk.grey, at, desk.new[at])
            desk.new = put(desk.new, at, 0)
            if district in desk.drawn:
                desk.ducats = put(desk.ducats, at, 0)
    if any(world.district_type[district] == QUARANTIA_TYPE for district in desk.drawn):
        desk.aside = ()
    else:
        desk.aside = desk.aside + desk.drawn

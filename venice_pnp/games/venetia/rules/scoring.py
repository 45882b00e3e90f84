"""Victory points: the three scorings and the end of the game (section 8)."""

from __future__ import annotations

from typing import Any

from venice_pnp.contract.rows import put
from venice_pnp.games.venetia.rules.state import HIDDEN, NOBODY, OVER, Desk, Line
from venice_pnp.games.venetia.rules.told import Told, tell
from venice_pnp.games.venetia.rules.world import World

PARTS = ("presence", "podesta", "vp", "doge", "monuments")  # VTA-8.20
END_PARTS = ("treaties", "doge-markers", "last-doge")
END = 0  # the line after the last epoch


def points(world: World, desk: Desk, player: int) -> tuple[int, ...]:
    """What a scoring gives now, part by part (VTA-8.1); unknown VP markers count nothing."""
    podesta = sum(world.podesta_vp[c] for c, owner in enumerate(desk.podesta) if owner == player)  # VTA-8.3
    best = sorted(desk.vp[player], reverse=True)[: world.numbers.vp_counted]  # VTA-8.4
    n = desk.size
    monuments = sum(desk.new[player::n]) + sum(desk.grey[player::n])  # VTA-7.100, 8.7
    return sum(presence_in(world, desk, player).values()), podesta, sum(best), desk.doge_vp[player], monuments


def presence_in(world: World, desk: Desk, player: int) -> dict[int, int]:
    """The regions that count for a player, with their points (VTA-8.2)."""
    found = {}
    own = desk.influence[player :: desk.size]
    for region, colonies in enumerate(world.in_region):
        if own[world.large_in[region]] > 0:
            found[region] = world.dots[region]
        elif any(own[colony] for colony in colonies):
            found[region] = world.numbers.presence_small
    return found


def treaties(desk: Desk, player: int) -> int:
    """VTA-8.11"""
    return len(set(desk.treaties[player]))


def tally(world: World, desk: Desk) -> dict[str, Any]:
    """What a scoring gives now, and what stands on the sheet; unknown VP markers count nothing."""
    players = {}
    for player, name in enumerate(desk.seats.names):
        parts = points(world, desk, player)
        now = {**dict(zip(PARTS, parts, strict=True)), "sum": sum(parts)}
        more = {"treaties": treaties(desk, player), "unknown-vp": desk.vp[player].count(HIDDEN)}
        players[name] = {"now": now, **more, "score": desk.score[player], "with-now": desk.score[player] + sum(parts)}
    return {"epoch": desk.epoch, "players": players}


def score_epoch(world: World, desk: Desk, told: Told) -> None:
    """VTA-8.1: write a line for everybody; VP and doge markers go back."""
    for player, name in enumerate(desk.seats.names):
        line = Line(desk.epoch, points(world, desk, player))
        _write(desk, player, line)
        facts = dict(zip(PARTS, line.parts, strict=True))
        key = "VTA-8.1.scored.city" if desk.seats.city else "VTA-8.1.scored"
        tell(told, key, player=name, epoch=world.numerals[desk.epoch - 1], sum=line.sum, **facts)
    if any(desk.vp) or any(desk.doge_vp):
        tell(told, "VTA-8.6.back")
    desk.vp = ((),) * desk.size
    desk.doge_vp = (0,) * desk.size


def score_end(desk: Desk, told: Told) -> None:
    """VTA-8.11, 8.12: treaties, and the doge resigns."""
    for player, name in enumerate(desk.seats.names):
        left = desk.markers if player == desk.doge else 0
        line = Line(END, (treaties(desk, player), left, 0))
        _write(desk, player, line)
        tell(told, "VTA-8.11.scored", player=name, treaties=line.parts[0], markers=left)
    if desk.markers:
        tell(told, "VTA-8.12.back", player=desk.seats.names[desk.doge], n=desk.markers)
    desk.markers = 0


def _write(desk: Desk, player: int, line: Line) -> None:
    desk.sheet = put(desk.sheet, player, (*desk.sheet[player], line))
    desk.score = put(desk.score, player, desk.score[player] + line.sum)


def finish(desk: Desk, told: Told) -> None:
    """VTA-8.14, 8.15: the last doge's points, then the winners."""
    doge, value = desk.doge, desk.doge_card
    rows = desk.sheet[doge]
    last = rows[-1] if rows and rows[-1].epoch == END else Line(END, (0,) * len(END_PARTS))  # typed in without it
    rows = rows[:-1] if last in rows else rows
    desk.sheet = put(desk.sheet, doge, (*rows, Line(END, (*last.parts[:-1], value))))
    desk.score = put(desk.score, doge, desk.score[doge] + value)
    tell(told, "VTA-8.14.scored", player=desk.seats.names[doge], n=value)
    desk.winners = best(desk)
    desk.phase, desk.active = OVER, NOBODY
    _tell_tie(desk, told)
    tell(told, "VTA-8.15.won", winners=[desk.seats.names[w] for w in desk.winners])


def best(desk: Desk) -> tuple[int, ...]:
    """VTA-8.15: most points, then most influence on the board."""
    ranks = [(desk.score[p], on_board(desk, p)) for p in range(desk.size)]
    return tuple(p for p in range(desk.size) if ranks[p] == max(ranks))


def on_board(desk: Desk, player: int) -> int:
    """Influence of a player in colonies and seas."""
    n = desk.size
    return sum(desk.influence[player::n]) + sum(desk.sea_influence[player::n])


def _tell_tie(desk: Desk, told: Told) -> None:
    """VTA-8.15: what decided between players of equal points."""
    tied = [p for p, points in enumerate(desk.score) if points == max(desk.score)]
    if len(tied) > 1:
        influence = {desk.seats.names[p]: on_board(desk, p) for p in tied}
        key = "VTA-8.15.shared" if len(desk.winners) == len(tied) else "VTA-8.15.influence"
        tell(told, key, players=[desk.seats.names[p] for p in tied], influence=influence)

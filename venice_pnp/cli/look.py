"""`venice-pnp referee look`: photos of the board against the table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from venice_pnp.cli.desk import Call, open_table, show
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.trouble import NotAMove
from venice_pnp.speech.words import Said

if TYPE_CHECKING:
    from venice_pnp.door.match import Keeper, Match
    from venice_pnp.look.eye import Eye, Sighted


def look(
    call: Call, photos: Sequence[Path], snapshot: Path | None, picture: Path | None, game: str, players: str
) -> int:
    try:
        from venice_pnp.look.eye import Eye
    except ModuleNotFoundError as missing:
        if missing.name not in ("cv2", "numpy"):
            raise
        raise NotAMove("look.missing") from None
    match = _match(call, game, players)
    eye = Eye(match, expecting=not game)
    places = eye.look(photos)
    if not call.json and sys.stdin.isatty():
        places = _answered(eye, places)
    _write(eye, places, snapshot, picture, {"game": game, "players": match.players} if game else {})
    return _tell(call, eye, places, snapshot, bool(game))


def _match(call: Call, game: str, players: str) -> Match[Keeper]:
    """The table; or a new game, of which only the board counts."""
    from venice_pnp.door.errands import play
    from venice_pnp.door.match import match_of

    if not game:
        return match_of(open_table(call)[0], call.lang)
    names = [name.strip() for name in players.split(",") if name.strip()]
    return play(game, names, data=call.data, lang=call.lang)


def _answered(eye: Eye, places: list[Sighted]) -> list[Sighted]:
    """Whoever sits at the table is asked about what cannot be seen: a yes settles it, the rest stays in doubt."""
    from msgspec import structs

    speech, settled, asked = eye.match.speech, {}, {}
    for place, where in eye.doubts(places):
        known = place.sight.where
        if known not in asked:
            facts = {"where": Said(where), "known": Said(eye.known_at(known))}
            try:
                asked[known] = is_answer(input(speech.say("look.ask", facts) + " "), "yes")
            except EOFError:
                asked[known] = False
        if asked[known]:
            settled[place.sight.id] = structs.replace(place, seen=place.known, sure=True)
    return [settled.get(place.sight.id, place) for place in places]


def _write(
    eye: Eye, places: Sequence[Sighted], snapshot: Path | None, picture: Path | None, begun: dict[str, Any]
) -> None:
    import yaml

    from venice_pnp.door.files import write_whole

    if snapshot is not None:
        seen = {**begun, **eye.position(places)}
        write_whole(snapshot, yaml.safe_dump(seen, allow_unicode=True, sort_keys=False).encode())
    if picture is not None:
        write_whole(picture, eye.picture(places))


def _tell(call: Call, eye: Eye, places: Sequence[Sighted], snapshot: Path | None, begun: bool) -> int:
    """0: all agrees; 1: something differs, or somebody has to look."""
    differences, doubts = [] if begun else eye.differences(places), eye.doubts(places)
    agrees = not differences and not doubts
    if call.json:
        show({"ok": agrees, "places": [_as_data(one) for one in places], "differences": differences})
        return 0 if agrees else 1
    say = eye.match.speech.say
    sure = sum(one.sure for one in places)
    print(say("look.agrees" if agrees else "look.seen", {"n": sure, "all": len(places)}))
    for line in differences:
        print(line)
    for where, known in dict.fromkeys((where, eye.known_at(one.sight.where)) for one, where in doubts):
        print(say("look.doubt", {"where": Said(where), "known": Said(known)}))
    if differences:
        print(say("look.back"))
        for order in eye.orders(places):
            print(f"  {order}")
        if snapshot is not None:
            print(say("look.correct", {"file": Said(str(snapshot))}))
    return 0 if agrees else 1


def _as_data(one: Sighted) -> dict[str, Any]:
    seen = [{"part": look.component, "item": look.item, "side": look.side} for look in one.seen]
    return {"place": one.sight.id, "seen": seen, "sure": one.sure, "visible": one.visible, "agrees": one.agrees}

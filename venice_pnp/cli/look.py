"""`venice-pnp referee look`: photos of the board against the table."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from venice_pnp.cli.desk import Call, new, open_table, show
from venice_pnp.contract.play import Refused
from venice_pnp.speech.plain import flow, read_text
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.trouble import NotAMove, Trouble
from venice_pnp.speech.words import Said, Speech

if TYPE_CHECKING:
    from venice_pnp.door.match import Keeper, Match
    from venice_pnp.kit import Kit
    from venice_pnp.look.eye import Eye
    from venice_pnp.look.gaze import Gaze, Sighted

FOLLOWS = ("snapshot", "game", "players", "options", "await", "winners", "final")  # of a position: never asked


def look(
    call: Call, photos: Sequence[Path], snapshot: Path | None, picture: Path | None, game: str, players: str
) -> int:
    from venice_pnp.look import check_installed, open_eye

    check_installed(call.lang)
    if game and (kit := _without_rules(game, call.data)) is not None:
        return _glance(call, kit, photos, snapshot, picture)
    match = _match(call, game, players)
    eye = open_eye(match, expecting=not game)
    places = eye.look(photos)
    if not call.json and sys.stdin.isatty() and not game:
        _tell(call, eye, places, None, False)
        places, before = _answered(eye, places), places
        if places != before:
            print()
    else:
        before = []
    _write(eye, places, snapshot, picture)
    return _tell(call, eye, places, snapshot, bool(game), said=places == before)


def _without_rules(game: str, data: Path | None) -> Kit | None:
    """The kit of a game of data only."""
    from venice_pnp.games import find_game, open_kit

    kit = open_kit(game, data)
    return kit if find_game(kit.id).rules(kit) is None else None


def _glance(call: Call, kit: Kit, photos: Sequence[Path], snapshot: Path | None, picture: Path | None) -> int:
    """Nobody knows what should lie there: what is seen is told. 0: all of it is sure."""
    from venice_pnp.door.files import write_whole
    from venice_pnp.look.spots import Glance
    from venice_pnp.speech.trouble import told_in

    with told_in(call.lang):
        eye = Glance(kit, call.lang)
    places = eye.look(photos)
    sure = all(one.sure for one in places)
    if snapshot is not None:
        write_whole(snapshot, _yaml(eye.position(places)))
    if picture is not None:
        write_whole(picture, eye.picture(places))
    if call.json:
        show({"ok": sure, "places": [_as_data(eye, one) for one in places]})
    else:
        print("\n".join(eye.lines(places)))
    return 0 if sure else 1


def _match(call: Call, game: str, players: str) -> Match[Keeper]:
    """The table; or a new game, of which only the board counts."""
    from venice_pnp.door.errands import play
    from venice_pnp.door.match import match_of

    if not game:
        return match_of(open_table(call)[0], call.lang)
    names = [name.strip() for name in players.split(",") if name.strip()]
    return play(game, names, data=call.data, lang=call.lang)


def begin(call: Call, game: str, players: str, seed: str | None, options: Sequence[str], photo: Path) -> int:
    """A game that has begun without the referee goes on with it: what lies on the board is seen, the rest is asked,
    all of it is audited, and a table is opened there."""
    from venice_pnp.look import check_installed, open_eye

    check_installed(call.lang)
    match = _match(call, game, players)
    eye = open_eye(match, expecting=False)
    places = eye.look([photo])
    asks = sys.stdin.isatty() and not call.json
    if not call.json:
        print(eye.findings(places).head)
    if asks:
        places = _confirmed(eye, places)
    typed = {**eye.position(places)}
    if asks:
        print(match.speech.say("look.hidden"))
        typed |= _completed(match, typed, [key for key in match.view() if key not in (*FOLLOWS, *typed)])
    found, _ = match.inspect(match.keeper.completed(typed))
    if found and asks:  # something was seen that is not so, or cannot be seen, such as the number of a tile turned over
        for finding in found:
            print(finding)
        print(match.speech.say("look.again"))
        typed |= _completed(match, typed, list(eye.position(places)))
        found, _ = match.inspect(match.keeper.completed(typed))
    if found:
        for finding in found:
            print(finding, file=sys.stderr)
        raise NotAMove("look.unsound", photo=str(photo), game=game)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "seen.yaml"
        file.write_bytes(_yaml({"game": game, "players": match.players, **_public(match.keeper.completed(typed))}))
        return new(call, game, players, seed, options, file, "", "")


def _public(whole: dict[str, Any]) -> dict[str, Any]:
    """Without what a game that was only begun to look at it has dealt."""
    return {key: part for key, part in whole.items() if key not in ("players", "game", "secret")}


def _confirmed(eye: Eye, places: list[Sighted]) -> list[Sighted]:
    """What is in doubt is asked: what was seen, or nothing."""
    from msgspec import structs

    settled: dict[str, Sighted] = {}
    for place, where in eye.doubts(places):
        if place.seen and not place.sure:
            facts = {"where": Said(where), "seen": Said(eye.told_of(place.seen))}
            yes = asked_yes(eye.match.speech, eye.match.speech.say("look.ask-seen", facts))
            settled[place.sight.id] = structs.replace(place, seen=place.seen if yes else (), sure=True)
    return [settled.get(place.sight.id, place) for place in places]


def _completed(match: Match[Keeper], seen: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """These parts of the position, one after the other; Enter takes each as it is shown."""
    typed: dict[str, Any] = {}
    present = match.keeper.completed(seen)
    for key in (key for key in keys if key in present):
        while True:
            try:
                said = input(f"{key}: {flow(present[key])} ▸ ").strip()
            except EOFError:
                return typed
            if not said:
                break
            try:
                value, _ = read_text(said, key)
                match.keeper.completed({**seen, **typed, key: value})
            except (Refused, Trouble) as wrong:
                print(match.speech.refusal(wrong) if isinstance(wrong, Refused) else match.speech.trouble(wrong))
                continue
            typed[key] = value
            break
    return typed


def _answered(eye: Eye, places: list[Sighted]) -> list[Sighted]:
    """Whoever sits at the table is asked about what cannot be seen: a yes settles it, the rest stays in doubt."""
    from msgspec import structs

    speech, settled, asked = eye.match.speech, {}, {}
    for place, where in eye.doubts(places):
        known = place.sight.where
        if known not in asked:
            facts = {"where": Said(where), "known": Said(eye.known_at(place.sight))}
            asked[known] = asked_yes(speech, speech.say("look.ask", facts))
        if asked[known]:
            settled[place.sight.id] = structs.replace(place, seen=place.known, sure=True)
    return [settled.get(place.sight.id, place) for place in places]


def asked_yes(speech: Speech, question: str) -> bool:
    """Yes or no; nothing, or the end of what is typed, means that nobody knows."""
    while True:
        try:
            typed = input(f"{question} ").strip()
        except EOFError:
            return False
        if not typed or is_answer(typed, "yes", "no", data=speech.data):
            return is_answer(typed, "yes", data=speech.data)
        print(speech.say("look.answer", {"typed": Said(typed)}))


def _write(eye: Eye, places: Sequence[Sighted], snapshot: Path | None, picture: Path | None) -> None:
    from venice_pnp.door.files import write_whole

    if snapshot is not None:
        begun = {"game": eye.match.kit.id, "players": list(eye.match.players)}
        write_whole(snapshot, _yaml({**begun, **eye.position(places)}))
    if picture is not None:
        write_whole(picture, eye.picture(places))


def _yaml(position: Mapping[str, Any]) -> bytes:
    import yaml

    return yaml.safe_dump(dict(position), allow_unicode=True, sort_keys=False).encode()


def _tell(
    call: Call, eye: Eye, places: Sequence[Sighted], snapshot: Path | None, begun: bool, said: bool = False
) -> int:
    """0: all agrees; 1: something differs, or somebody has to look. `said`: the same has been told already."""
    found = eye.findings(places)
    differences = [] if begun else found.differences
    doubts = _guessed(eye, places) if begun else found.doubts
    agrees = not differences and not doubts
    if call.json:
        show({"ok": agrees, "places": [_as_data(eye, one) for one in places], "differences": differences})
        return 0 if agrees else 1
    say = eye.match.speech.say
    if not said:
        print(found.head)
        for line in [*differences, *doubts]:
            print(line)
        if differences:
            print(say("look.back"))
            for order in found.orders:
                print(f"  {order}")
    if differences and snapshot is not None:
        print(say("look.correct", {"file": Said(str(snapshot))}))
    return 0 if agrees else 1


def _guessed(eye: Eye, places: Sequence[Sighted]) -> list[str]:
    """What may lie where that is not sure, if nobody knows what should lie there."""
    say = eye.match.speech.say
    every = [(where, eye.told_of(one.seen)) for one, where in eye.doubts(places) if not one.sure]
    return [
        say("look.may-lie", {"where": Said(where), "seen": Said(seen or say("look.nothing"))})
        for where, seen in dict.fromkeys(every)
    ]


def _as_data(eye: Gaze, one: Sighted) -> dict[str, Any]:
    seen = [eye.as_data(look) for look in one.seen]
    return {"place": one.sight.id, "seen": seen, "sure": one.sure, "visible": one.visible, "agrees": one.agrees}

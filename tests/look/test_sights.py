"""The places that a camera sees, and what they say of a position: what lies there as the referee has it changes nothing."""

from __future__ import annotations

import random

import pytest

import venice_pnp
from venice_pnp.contract.abilities import colours_of
from venice_pnp.games import find_game, quick_open
from venice_pnp.look.eye import Eye, contents_of, placed
from venice_pnp.referee.records import differences

NAMES = ["Anke", "Bernd", "Claudia", "Dora"]
GAMES = ["canaletto", "doge", "venedig", "venetia"]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_referee_has_is_what_is_seen(game: str) -> None:
    declared, kit = find_game(game), quick_open(game, None)
    ability, lay_table = declared.sights(), declared.lay_table()
    assert ability is not None and lay_table is not None
    sights = list(ability.sights(kit))
    match, rng = venice_pnp.play(game, NAMES, seed=3), random.Random(3)
    for step in range(160):
        if match.over:
            break
        match.make(rng.choice(match.legal(match.awaited[0]["by"])))
        if step % 20:
            continue
        view, colours = match.view(), colours_of(kit, match.players, match.keeper.colours)
        laid = [one for one in lay_table(kit, view, colours) if one.shows is None]  # dice are not read
        fixed = len(kit.tables.prebuilt) if game == "venedig" else 0  # buildings of the set-up never move
        assert len(list(placed(laid, sights))) == len(laid) - fixed
        seen = ability.as_seen(kit, view, colours, contents_of(laid, sights))
        assert differences(seen, view, match.keeper.rules.unordered) == []


def test_a_piece_less_is_a_difference_in_the_position() -> None:
    declared, kit = find_game("doge"), quick_open("doge", None)
    ability, lay_table = declared.sights(), declared.lay_table()
    assert ability is not None and lay_table is not None
    match, rng = venice_pnp.play("doge", NAMES, seed=3), random.Random(3)
    for _ in range(120):
        match.make(rng.choice(match.legal(match.awaited[0]["by"])))
    view, colours = match.view(), colours_of(kit, match.players, match.keeper.colours)
    contents = contents_of(lay_table(kit, view, colours), list(ability.sights(kit)))
    place = next(name for name, looks in contents.items() if name.startswith("houses") and looks)
    less = {**contents, place: contents[place][1:]}
    found = differences(ability.as_seen(kit, view, colours, less), view, match.keeper.rules.unordered)
    assert [path.split(".")[:2] for path, *_ in found] == [["fields", place.split()[1]]]


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("en", {"Advisor of Cannaregio", "Vote tokens Red, 2", "Order cards brown, Santa Croce", "Houses Red"}),
        (
            "de",
            {"Berater von Cannaregio", "Stimm-Marken Rot, 2", "Reihenfolge-Karten braun, Santa Croce", "Häuser Rot"},
        ),
    ],
)
def test_faces_are_told_in_players_words(lang: str, names: set[str]) -> None:
    """No item of a table, such as red/2, is told as it is written there, and no part is named twice."""
    eye = Eye(venice_pnp.play("doge", NAMES, seed=3, lang=lang))
    told = {eye.told_of([look]).removeprefix("1 × ") for sight in eye.sights for look in sight.may}
    assert names <= told and not any("/" in one for one in told)


def test_what_lies_face_down_is_told_to_programs_without_its_value() -> None:
    eye = Eye(venice_pnp.play("doge", NAMES, seed=3))
    faces = [eye.as_data(look) for sight in eye.sights for look in sight.may if look.component == "vote-token"]
    assert {one["item"] for one in faces if one["side"] == "back"} == {"yellow", "green", "red", "blue"}
    assert {"part": "vote-token", "side": "front", "item": "red/2"} in faces
    eye = Eye(venice_pnp.play("venetia", NAMES, seed=3))
    fleets = [eye.as_data(look) for sight in eye.sights for look in sight.may if look.side == "back"]
    assert fleets[0] == {"part": "control-fleet", "side": "back"}


@pytest.mark.parametrize("game", GAMES)
def test_a_place_is_called_as_the_orders_call_it(game: str) -> None:
    """Otherwise one difference would be told twice, and of a place with something on it "nothing" be asked."""
    match, rng = venice_pnp.play(game, NAMES, seed=3), random.Random(3)
    for _ in range(120):
        if match.over:
            break
        match.make(rng.choice(match.legal(match.awaited[0]["by"])))
    eye = Eye(match)
    nothing = match.speech.say("look.nothing")
    assert [one.id for one in eye.sights if eye.known[one.id] and eye.known_at(one) == nothing] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_two_places_have_one_name_and_all_are_on_the_board(game: str) -> None:
    kit, ability = quick_open(game, None), find_game(game).sights()
    assert ability is not None
    sights = list(ability.sights(kit))
    assert len({one.id for one in sights}) == len(sights)
    wide, high = kit.shared.shapes[kit.components["board"].shape].size
    for one in sights:
        x, y, w, h = one.box
        assert 0 <= x + w / 2 <= wide and 0 <= y + h / 2 <= high and one.may, one.id

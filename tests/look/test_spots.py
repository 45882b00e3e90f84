"""A game of data only: its table of places is all that it takes to read a photo."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import cv2
import pytest

from tests.conftest import ROOT, venice
from venice_pnp.contract.sight import Aspect
from venice_pnp.games import open_kit
from venice_pnp.kit.models import Laid
from venice_pnp.look.album import Album
from venice_pnp.look.own_places import spots_of
from venice_pnp.look.spots import Glance
from venice_pnp.speech.trouble import NotAMove

sys.path.insert(0, str(ROOT / "bench"))

import photographer


def test_a_game_of_data_only_is_read_without_a_line_of_code(tmp_path: Path) -> None:
    """The game that `new --empty` makes, with a card at each of its places: one face up, one face down."""
    assert venice("new", tmp_path / "mine", "--empty").code == 0
    eye, rng = Glance(open_kit("mine", tmp_path / "mine"), "en"), random.Random(3)
    laid = [
        Laid("card", "mask", 38.5, 104.0, turn=4.0),
        Laid("card", eye.sights[1].may[-1].item, 109.5, 104.0, side="back"),
    ]
    how = photographer.Settings(distance=400.0, height=80.0, size=(2400, 1800), blur=0.5, noise=2.0)
    album = eye.album("colour")
    photo = photographer.photograph(album, photographer.shaken(laid, album, eye.sights, rng), how, rng)
    cv2.imwrite(str(tmp_path / "table.jpg"), photo[:, :, ::-1])
    ran = venice("referee", "look", tmp_path / "table.jpg", "--game", "mine", "--data", tmp_path / "mine")
    assert ran.code == 0 and "Pile: 1 × Cards Mask." in ran.out and "Played cards: 1 × Cards, back up." in ran.out, (
        ran.said
    )
    places = eye.look([tmp_path / "table.jpg"])
    sides = {"pile": "front", "played": "back"}
    assert {name: [one["side"] for one in there] for name, there in eye.position(places).items()} == {
        name: [side] for name, side in sides.items()
    }
    bare = photographer.photograph(album, [], how, rng)
    assert eye.see(bytes(cv2.imencode(".png", bare[:, :, ::-1])[1]), "bare")[0].seen == ()


def test_a_template_that_was_edited_is_drawn_anew(tmp_path: Path) -> None:
    """What is compared with a photo is what is printed now, not what was when somebody looked last."""
    assert venice("new", tmp_path / "mine", "--empty").code == 0

    def album() -> Album:
        return Glance(open_kit("mine", tmp_path / "mine"), "en").album("colour")

    face = Aspect("card", "mask", "front")
    before, again = album(), album()
    assert (before.portraits[face].rgb == again.portraits[face].rgb).all()
    template = tmp_path / "mine" / "templates" / "mine" / "card.yaml"
    template.write_text(template.read_text().replace("{symbol}", "crown"))
    after = album()
    assert (before.board == after.board).all()
    assert (before.portraits[face].rgb != after.portraits[face].rgb).any()


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ("{id: a, name: A, at: [1, 2], may: [nonsense]}", "look.place"),
        ("{id: a, name: A, may: [card]}", "look.place"),
        ("{id: a, name: A, at: here, may: [card]}", "look.places"),
        ("", "look.no-places"),
    ],
)
def test_a_place_that_cannot_be_is_told(tmp_path: Path, row: str, key: str) -> None:
    assert venice("new", tmp_path / "mine", "--empty").code == 0
    file = tmp_path / "mine" / "mine" / "cards.yaml"
    before, _, after = file.read_text().partition("places:")
    file.write_text(f"{before}{f'places: [{row}]' if row else ''}\n\ntexts:{after.partition('texts:')[2]}")
    with pytest.raises(NotAMove) as told:
        spots_of(open_kit("mine", tmp_path / "mine"))
    assert told.value.key == key

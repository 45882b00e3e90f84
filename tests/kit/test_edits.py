"""An edit of the data changes exactly the parts concerned."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.press.kits import library
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.studio import Studio
from venice_pnp.games import open_kit
from venice_pnp.press.pieces import draw_parts

EDITS = {
    "a value": ("canaletto/artworks.yaml", "8, 9, 10,", "8, 19, 10,", {"value"}),
    "a value that is there already": ("canaletto/artworks.yaml", "8, 9, 10,", "8, 10, 10,", {"value"}),
    "a name": ("canaletto/artworks.yaml", "en: Mirror", "en: Glass", {"artwork", "aid"}),
    "a player's colour": ("canaletto/game.yaml", "#A51A1C", "#801030", {"bribe", "money-marker", "tens-marker", "debt-marker", "aid"}),
    "a number of the rules": ("canaletto/numbers.yaml", "bribe-max-bid: 15", "bribe-max-bid: 12", {"bribe", "aid"}),
    "the start money": ("canaletto/numbers.yaml", "start-money: 30", "start-money: 25", {"board"}),
    "a palace": ("canaletto/palaces.yaml", "Palazzo Balbi", "Palazzo Balbo", {"board"}),
}  # fmt: skip


def faces(data: Path) -> dict[str, object]:
    kit = open_kit("canaletto", data)
    return dict(draw_parts(Studio(kit, library(), "en", "colour"), boards_of(kit)).faces)


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_changes_only_the_parts_concerned(name: str, data: Path) -> None:
    file, old, new, concerned = EDITS[name]
    before = faces(data)
    text = (data / file).read_text("utf-8")
    assert old in text
    (data / file).write_text(text.replace(old, new, 1), "utf-8")
    after = faces(data)
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    assert {key.split(" ")[1].split("/")[0] for key in changed} == concerned


def test_every_edit_has_its_own_kit_id(data: Path) -> None:
    before = open_kit("canaletto", data).kit_id
    file = data / "canaletto/numbers.yaml"
    file.write_text(file.read_text("utf-8").replace("start-money: 30", "start-money: 31"), "utf-8")
    assert open_kit("canaletto", data).kit_id != before
    file.write_text(file.read_text("utf-8").replace("start-money: 31", "start-money: 30"), "utf-8")
    assert open_kit("canaletto", data).kit_id == before

"""Drawings as SVG, read by a reader of XML: what is said in them, what is used by name, what is written once."""

from __future__ import annotations

from itertools import count
from xml.etree import ElementTree

import pytest

from tests.conftest import TEMPLATES
from venice_pnp.draw.fonts import load_fonts
from venice_pnp.draw.scene import Group, Item, Once, Path, Scene, Text, moved, rect
from venice_pnp.draw.svg import to_svg

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
FONTS = load_fonts(TEMPLATES)


def read(*items: Item) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(Scene(20, 10, items, rect(0, 0, 20, 10), 0.0, "#FFFFFF"), FONTS))


@pytest.mark.parametrize("said", ["Fish & Chips", "<b>", 'the "Doge"', "Ca’ d’Oro", "é·è"])
def test_words_come_back_as_they_are(said: str) -> None:
    drawn = read(Text(1, 5, said, "text", 10, "#000000", 5.0))
    assert [one.get("aria-label") for one in drawn.iter() if one.get("aria-label")] == [said]


def test_what_is_used_is_there() -> None:
    star = Group((Path(rect(0, 0, 1, 1), "#123456"), Text(0, 1, "x", "text", 6, "#000000", 1)), key="star")
    again = Group(star.items, moved(5, 2), rect(0, 0, 1, 1), "star")
    drawn = read(Group((star,), moved(3, 3), rect(0, 0, 9, 9)), again, Group(()), Path((), "#000000"))
    ids = [one.get("id") for one in drawn.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    used = [str(one.get(LINK)) for one in drawn.iter(f"{SVG}use")]
    clips = [str(one.get("clip-path"))[4:-1] for one in drawn.iter() if one.get("clip-path")]
    assert len(used) == 3 and len(clips) == 3 and {one[1:] for one in used + clips} <= set(ids)
    assert sum(one.get("fill") == "#123456" for one in drawn.iter()) == 1  # drawn once, shown twice


def test_the_very_same_thing_is_worked_out_once() -> None:
    told = count(1)
    once: Once[Path, int] = Once(lambda _path: next(told), most=2)
    one, same_look, third = Path(rect(0, 0, 1, 1)), Path(rect(0, 0, 1, 1)), Path(())
    assert [once(one), once(one), once(same_look), once(one)] == [1, 1, 2, 1]
    assert [once(third), once(third), once(one)] == [3, 3, 4]  # it keeps no more than it should

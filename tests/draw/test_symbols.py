"""Symbols: every one of ours can be read; whatever goes beyond the subset is refused."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.press.kits import kit, library
from venice_pnp.draw.symbols import BadSymbol, Symbols, read_art

SYMBOLS = library().symbols
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
HOSTILE = {
    "script": HEAD + "<script>alert(1)</script></svg>",
    "external image": HEAD + '<image href="https://example.org/x.png"/></svg>',
    "reference": HEAD + '<use href="#x"/></svg>',
    "entity bomb": '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + HEAD + "&b;</svg>",
    "style": HEAD + '<rect style="fill:red" width="1" height="1"/></svg>',
    "handler": HEAD + '<rect onload="x()" width="1" height="1"/></svg>',
    "plain colour": HEAD + '<rect fill="red" width="1" height="1"/></svg>',
    "no view box": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "not closed": HEAD + "<rect>",
    "no svg": "hello",
    "empty": "",
    "broken path": HEAD + '<path d="M 0 0 Q"/></svg>',
}


@pytest.mark.parametrize("name", SYMBOLS.names())
def test_every_symbol_of_ours_can_be_read(name: str) -> None:
    art = SYMBOLS.art(name)
    assert art.shapes
    assert not (art.picture and name.startswith("emblem"))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_symbol_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.svg"
    file.write_text(HOSTILE[name], "utf-8")
    with pytest.raises(BadSymbol):
        read_art(file)


def test_no_symbol_outside_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "secret.svg").write_text(HEAD + "</svg>", "utf-8")
    with pytest.raises(BadSymbol, match="unknown symbol"):
        Symbols(tmp_path / "symbols").art("../secret")


def test_people_are_told_apart_and_no_part_of_their_kits_is_left_over() -> None:
    """24 persons of Venetia in profile; advisors and builders on their feet."""
    persons = kit("venetia").tables.persons
    assert [one.id for one in persons] == [card.id for card in kit("venetia").tables.family_cards]
    faces = {(one.age, one.dress, one.hair, one.tint, one.beard, one.hat) for one in persons}
    assert len(faces) == len(persons)
    for one, other in itertools.combinations(persons, 2):  # nobody is another's twin; doges wear their cap
        alike = [part for part in ("hair", "tint", "beard", "hat") if getattr(one, part) == getattr(other, part)]
        assert len(alike) < 3 or one.hat == other.hat == "corno", (one.id, other.id)
    advisors, kinds = kit("doge").tables.advisors, kit("venedig").tables.kinds
    standing = [*advisors, *(kind for kind in kinds if kind.figure)]
    assert len({one.body for one in standing}) == len(standing)
    worn = {f"portrait/{part}/{getattr(one, part)}" for one in persons for part in ("head", "age", "dress", "hair")}
    worn |= {f"portrait/{part}/{name}" for one in persons for part in ("beard", "hat") if (name := getattr(one, part))}
    worn |= {
        f"figure/{part}/{name}" for one in standing for part in ("body", "head", "hat") if (name := getattr(one, part))
    }
    assert worn == {name for name in SYMBOLS.names() if name.startswith(("portrait/", "figure/"))}

"""Symbols: every one of ours can be read; whatever goes beyond the subset is refused."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.press.kits import kit, library
from venice_pnp.draw.inks import EDITIONS, Edition, Inks
from venice_pnp.draw.scene import Path as Line
from venice_pnp.draw.symbols import BadSymbol, Symbols, read_art
from venice_pnp.games.venedig import outlines

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


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_shade_is_left_out_where_it_would_only_cut_lines(edition: Edition, tmp_path: Path) -> None:
    stroke = 'stroke="var(--ink, #22313F)"'
    shade = '<rect width="6" height="4" fill="var(--shade, #ABA59B)" stroke="var(--shade, #ABA59B)"/>'
    (tmp_path / "hut.svg").write_text(f"{HEAD}<rect width='9' height='9' {stroke}/>{shade}</svg>", encoding="utf-8")
    inks = Inks(kit("venedig").shared, edition)
    *_, last = Symbols(tmp_path).drawn("hut", (0, 0, 10, 10), inks).items
    assert isinstance(last, Line)
    paints = {last.fill, last.stroke}
    assert paints == ({None} if edition == "low-ink" else {inks.area("ash")})


@pytest.mark.parametrize("building", ["casa", "palazzo", "basilica"])
def test_nothing_white_lies_on_the_rim_of_a_tile_in_low_ink(building: str) -> None:
    inks = Inks(kit("venedig").shared, "low-ink")
    rim, *others = SYMBOLS.drawn(f"venedig/tile/{building}", (0, 0, 100, 100), inks, "#D9762B").items
    assert isinstance(rim, Line) and rim.stroke == inks.line("ink")
    ends = list(dict.fromkeys(points_of(rim)))
    within = outlines.inset(ends, rim.width)
    for shape in others:
        assert isinstance(shape, Line)
        if shape.stroke != rim.stroke and {shape.fill, shape.stroke} & {inks.area("paper"), inks.area("ash")}:
            assert all(inside(point, within) for point in points_of(shape)), shape.d


def points_of(line: Line) -> list[tuple[float, float]]:
    return [(float(segment[-2]), float(segment[-1])) for segment in line.d if segment[0] != "Z"]


def inside(point: tuple[float, float], corners: list[tuple[float, float]]) -> bool:
    x, y = point
    sides = zip(corners, [*corners[1:], corners[0]], strict=True)
    return (
        sum((a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in sides) % 2
        == 1
    )

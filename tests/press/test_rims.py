"""What lies beside a cut that may be off: art of standees, the rims of counters, and backs that a fold has brought over.

Lines at some distance inside the cut are sampled on the drawn face: only colours that run over the cut itself may be
there. A pattern that runs out passes, a frame or a nose does not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pypdfium2
import pytest
from PIL import Image

from tests.press.kits import drawn, printed_games
from venice_pnp.draw.scene import Scene, Spot, moved, rect
from venice_pnp.games.venedig import outlines
from venice_pnp.press.pages import Page
from venice_pnp.press.writer import pdf_of

DPI = 254  # 10 dots a mm
RIM = 2.0  # of a face that is shown beyond its cut
STANDEE, COUNTER, WRAPPED, SLANTED = 1.0, 0.8, 1.7, 1.0  # mm within which nothing begins
STEPS = 5  # how many lines up to there are looked at
COARSE = 32  # between colours that look the same
STRAY = 0.02  # of the samples: blurred dots
GAMES = pytest.mark.parametrize("game", printed_games())


@cache
def picture(game: str, key: str) -> Image.Image:
    """A face with what runs over its cut."""
    studio, parts = drawn(game)
    face = parts.faces[key]
    size = (face.width + 2 * RIM, face.height + 2 * RIM)
    page = Page(1, "front", size, (Spot(key, moved(RIM, RIM), rect(0, 0, *size)),), (), (), (0, 0, *size), "")
    data = pdf_of([page], studio.fonts, {key: face}, "")
    return pypdfium2.PdfDocument(data)[0].render(scale=DPI / 72).to_pil().convert("RGB")


def around(form: str, face: Scene, by: float) -> Iterator[tuple[float, float]]:
    """Points of the cut, moved towards the middle by so much; of a standee only those of its sides."""
    w, h = face.width, face.height
    if form == "standee":
        yield from ((x, h * i / 400) for i in range(1, 400) for x in (by, w - by))
    elif form == "round":
        turns = (math.tau * i / 240 for i in range(240))
        yield from ((w / 2 + (w / 2 - by) * math.cos(a), h / 2 + (h / 2 - by) * math.sin(a)) for a in turns)
    else:
        ends = [segment[-2:] for segment in face.outline if segment[0] != "Z"]
        inside = [(w / 2 + (x - w / 2) * (1 - 2 * by / w), h / 2 + (y - h / 2) * (1 - 2 * by / h)) for x, y in ends]
        if form == "polygon":
            inside = outlines.inset(ends, by)
        for (ax, ay), (bx, by_) in zip(inside, [*inside[1:], inside[0]], strict=True):
            yield from ((ax + (bx - ax) * i / 40, ay + (by_ - ay) * i / 40) for i in range(40))


def colours(shown: Image.Image, points: Iterator[tuple[float, float]]) -> set[tuple[int, ...]]:
    """What is seen along a line, but for what is hardly ever there."""
    found: Counter[tuple[int, ...]] = Counter()
    for x, y in points:
        at = shown.getpixel((round((x + RIM) * DPI / 25.4), round((y + RIM) * DPI / 25.4)))
        assert isinstance(at, tuple)
        found[at] += 1
    return {colour for colour, count in found.items() if count > STRAY * found.total()}


def begins(game: str, key: str, form: str, deep: float) -> list[tuple[float, tuple[int, ...]]]:
    """Colours that are found within so many mm of the cut and not at the cut, with their distance."""
    face, shown = drawn(game)[1].faces[key], picture(game, key)
    over = {colour for by in (-0.4, -0.2, 0.0, 0.2) for colour in colours(shown, around(form, face, by))}
    return [
        (by, colour)
        for by in (deep * i / STEPS for i in range(1, STEPS + 1))
        for colour in colours(shown, around(form, face, by))
        if not any(_mixed(colour, one, other) for one in over for other in over)
    ]


def _mixed(colour: tuple[int, ...], one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a dot may be where two colours meet."""
    mixes = ([a + (b - a) * i / 8 for a, b in zip(one, other, strict=True)] for i in range(9))
    return any(max(abs(a - b) for a, b in zip(colour, mix, strict=True)) <= COARSE for mix in mixes)


def faces(game: str, which: str) -> dict[str, str]:
    """The faces to look at, one of each part, with their forms."""
    parts = {(p.component, p.alternative, p.form): p for p in drawn(game)[1].pieces if p.form != "board"}
    if which == "backs":
        return {p.back: p.form for p in parts.values() if p.back and p.mount == "wrap"}
    form = {"standees": "standee", "counters": "round", "slanted": "polygon"}[which]
    return {p.front: p.form for p in parts.values() if p.form == form and (which != "slanted" or p.file == "tiles")}


@GAMES
@pytest.mark.parametrize(
    ("which", "deep"), [("standees", STANDEE), ("counters", COUNTER), ("backs", WRAPPED), ("slanted", SLANTED)]
)
def test_nothing_begins_beside_a_cut(game: str, which: str, deep: float) -> None:
    """Standees are cut by hand, counters and slanted sides too; a back may lie as far off as the fold was."""
    assert {key: found for key, form in faces(game, which).items() if (found := begins(game, key, form, deep))} == {}


def test_a_frame_beside_the_cut_is_found() -> None:
    """The fronts of Venetia's monuments have one; they are cut by marks, not by a fold."""
    piece = next(p for p in drawn("venetia")[1].pieces if p.component == "monuments")
    assert begins("venetia", piece.front, "square", WRAPPED)
    assert piece.back and not begins("venetia", piece.back, "square", WRAPPED)


@pytest.mark.parametrize("kind", ["military", "politics", "trade"])
def test_the_colour_of_a_die_runs_over_its_free_cuts(kind: str) -> None:
    """The squares at its sides have no tabs; the others have, and the colour goes round the fold to them."""
    die = next(p for p in drawn("venetia")[1].pieces if p.component == "dice" and not p.alternative and p.item == kind)
    shown = picture("venetia", die.front)
    beside = [(x, y) for x in (4.0, 44.0) for y in (15.5, 32.5)] + [(15.5, 40.0), (32.5, 40.0), (24.0, 64.5)]
    [ground] = colours(shown, iter([(8.0, 16.8)]))
    assert colours(shown, iter(beside)) == {ground}

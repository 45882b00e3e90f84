"""The calibration sheet with its four readings, the profile they make, and the sheet that shows whether it worked.

Lines A and B are measured with a ruler: how long the printer's millimetres are. Against the light, arrows of the back
point at the scales C and D of the front: how far off the backs land. Nobody has to think of signs: the scales count
from 0 to 10, and their middle is where the arrow should point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import structs

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import Box, Group, Item, Path, ellipse, moved, polyline
from venice_pnp.draw.text import Setting, set_text
from venice_pnp.kit.models import Point
from venice_pnp.kit.supplies import Shared
from venice_pnp.press.marks import INK, LINE, footer
from venice_pnp.press.pages import Page
from venice_pnp.press.profile import FARTHEST, LARGEST, SMALLEST, Profile
from venice_pnp.press.writer import pdf_of

Question = Literal["a", "b", "c", "d"]
LENGTH = 180.0  # mm of the lines A and B: a ruler of 20 cm reaches
SCALE, MIDDLE = 2 * FARTHEST, FARTHEST  # mm of the scales C and D
LINES: tuple[Question, ...] = ("a", "b")
RANGES: dict[Question, tuple[float, float]] = {
    **dict.fromkeys(LINES, (LENGTH / LARGEST, LENGTH / SMALLEST)),
    "c": (0.0, SCALE),
    "d": (0.0, SCALE),
}
LINE_A, SCALE_C = 46.0, 88.0  # mm from the top: the line A, and where the arrow points at the scale C
LINE_B, SCALE_D = 22.0, 82.0  # mm from the left
FAN, SPREAD, NUMBER = 14.0, 10.0, 15.0  # the ticks fan out to the numbers: mm high, mm apart; points
ARROW = 16.0  # mm long
RING, DOT = 1.2, 0.5  # radii on the second sheet: the dot inside the ring is less than 1 mm off


def read_profile(profile: Profile, readings: Mapping[Question, float]) -> Profile:
    """The profile that makes up for what was read: mm of the lines, numbers of the scales."""
    turned = -1 if _flip(profile) == "short-edge" else 1  # the scales are seen from the front, offsets from the back
    return structs.replace(
        profile,
        scale_x=round(LENGTH / readings["a"], 4),
        scale_y=round(LENGTH / readings["b"], 4),
        back_x=round(turned * (readings["c"] - MIDDLE), 2),
        back_y=round(turned * (readings["d"] - MIDDLE), 2),
    )


def calibration_pdf(shared: Shared, fonts: Fonts, profile: Profile, lang: str, command: str) -> bytes:
    """Front and back of the sheet to be read, without any correction; it says the command that asks for readings."""
    sheet = _Sheet(shared, fonts, profile, lang)
    return sheet.printed("calibration", [*sheet.to_read(command)], [*sheet.arrows()], Profile())


def check_pdf(shared: Shared, fonts: Fonts, profile: Profile, lang: str) -> bytes:
    """Front and back of the sheet that shows whether a profile is right, printed with it."""
    sheet = _Sheet(shared, fonts, profile, lang)
    back = Group(tuple(sheet.dots()), moved(profile.back_x, -profile.back_y))
    return sheet.printed("calibration-check", [*sheet.rings()], [back], profile)


def _flip(profile: Profile) -> Literal["long-edge", "short-edge"]:
    return "short-edge" if profile.sides == "short-edge" else "long-edge"


class _Sheet:
    def __init__(self, shared: Shared, fonts: Fonts, profile: Profile, lang: str) -> None:
        self.shared, self.fonts, self.lang = shared, fonts, lang
        self.paper, self.flip = shared.papers[profile.paper], _flip(profile)
        self.width, self.height = self.paper.size
        self.cx, self.cy = self.width / 2, self.height / 2

    def word(self, key: str) -> str:
        return self.shared.words[key].in_language(self.lang)

    def printed(self, key: str, front: list[Item], back: list[Item], profile: Profile) -> bytes:
        title = self.word(key)
        pages = [
            self._page(n, key, side, items) for n, (side, items) in enumerate((("front", front), ("back", back)), 1)
        ]
        about = {"author": "venice-pnp", "lang": self.lang, "duplex": self.flip}
        return pdf_of(pages, self.fonts, {}, title, profile=profile, **about)

    def _page(self, number: int, key: str, side: str, items: list[Item]) -> Page:
        name, size, m = self.word(side), self.paper.size, self.paper.margin
        foot = footer(size, m, (self.word(key), name), self.fonts)
        whole = (m, m, self.width - 2 * m, self.height - 2 * m)
        return Page(number, side, size, (), (*items, *foot), (), whole, name)

    def _behind(self, at: Point) -> Point:
        """The place on the back page that lies behind one of the front."""
        x, y = at
        return (x, self.height - y) if self.flip == "short-edge" else (self.width - x, y)

    # --- to be read ---------------------------------------------------------------------------------------
    def to_read(self, command: str) -> Iterator[Item]:
        yield from self._heading("calibration")
        yield from self._lines()
        yield from self._said("a", (self.cx - 33, LINE_A - 10, 120, 6))
        yield from self._said("b", (LINE_B + 3, self.cy + 6, 30, 40))
        for at, number in self._ticks():
            straight, spread = (3.0, at * SPREAD) if number else (1.8, at)
            high = FAN if number else straight
            yield _stroke(
                (self.cx + at, SCALE_C), (self.cx + at, SCALE_C - straight), (self.cx + spread, SCALE_C - high)
            )
            yield _stroke(
                (SCALE_D, self.cy + at), (SCALE_D - straight, self.cy + at), (SCALE_D - high, self.cy + spread)
            )
            yield from self._number(number, self.cx + spread, SCALE_C - FAN - 3.4)
            yield from self._number(number, SCALE_D - FAN - 4.4, self.cy + spread)
        reach = SPREAD * MIDDLE
        yield from self._letter("c", (self.cx - reach - 12, SCALE_C - FAN - 4))
        yield from self._said("c", (self.cx + reach + 8, SCALE_C - FAN - 7, self.cx - reach - 20, 30))
        yield from self._letter("d", (SCALE_D - FAN - 4.4, self.cy + reach + 10))
        yield from self._said("d", (SCALE_D - FAN + 3, self.cy + reach + 6, 50, 20))
        flip = self.word(f"calibration-flip-{self.flip}")
        text = self.word("calibration-how").format(flip=flip, command=command)
        left = SCALE_D + ARROW + 12
        yield from self._text(text, (left, SCALE_C + ARROW + 14, self.width - left - 16, 100), 11)

    def _said(self, question: Question, box: Box) -> Iterator[Item]:
        """What to type at a question, beside what is read."""
        key = "line" if question in LINES else "scale"
        text = self.word(f"calibration-{key}").format(question=question.upper(), length=f"{LENGTH:g}", middle=MIDDLE)
        yield from self._text(text, box, 9.5)

    def _text(self, text: str, box: Box, size: float) -> Iterator[Item]:
        yield from set_text(text, box, Setting("text", size, 9, INK, "left", "top", lang=self.lang), self.fonts)

    def arrows(self) -> Iterator[Item]:
        """On the back: one that points up at the middle of C, one that points left at the middle of D."""
        for tip, way in (((self.cx, SCALE_C), (0.0, 1.0)), ((SCALE_D, self.cy), (1.0, 0.0))):
            yield Path(polyline(map(self._behind, _arrow(tip, way)), close=True), INK)

    def _ticks(self) -> Iterator[tuple[float, str]]:
        """Every half millimetre of a scale from its middle, and the number that stands there; halves have none."""
        for half in range(2 * SCALE + 1):
            yield half / 2 - MIDDLE, "" if half % 2 else str(half // 2)

    def _number(self, text: str, x: float, y: float) -> Iterator[Item]:
        how = Setting("number", NUMBER, NUMBER, INK, wrap=False)
        yield from set_text(text, (x - 5, y - 3.2, 10, 6.4), how, self.fonts)

    def _letter(self, question: str, at: Point) -> Iterator[Item]:
        yield Path(ellipse(*at, 4.6), None, INK, 0.4)
        yield from self._number(question.upper(), *at)

    def _heading(self, key: str) -> Iterator[Item]:
        title = Setting("title", 18, 12, INK, spacing=0.05)
        yield from set_text(self.word(key), (20, 14, self.width - 40, 12), title, self.fonts)

    def _lines(self) -> Iterator[Item]:
        """A and B, with a tip at either end."""
        half = LENGTH / 2
        level, upright = (self.cx - half, LINE_A), (LINE_B, self.cy - half)
        for (x, y), (dx, dy), question in ((level, (1.0, 0.0), "a"), (upright, (0.0, 1.0), "b")):
            end = x + dx * LENGTH, y + dy * LENGTH
            yield Path(polyline([(x, y), end]), stroke=INK, width=0.3)
            yield Path(polyline(_tip((x, y), (dx, dy)), close=True), INK)
            yield Path(polyline(_tip(end, (-dx, -dy)), close=True), INK)
            yield from self._letter(question, (self.cx - 40, y - 7) if dx else (x + 7.5, self.cy))

    # --- whether it worked --------------------------------------------------------------------------------
    def _targets(self) -> list[Point]:
        """The middle, and near the corners."""
        dx, dy = self.width * 0.3, self.height * 0.3
        corners = [(self.cx + sx * dx, self.cy + sy * dy) for sx in (-1, 1) for sy in (-1, 1)]
        return [(self.cx, self.cy), *corners]

    def rings(self) -> Iterator[Item]:
        yield from self._heading("calibration-check")
        yield from self._lines()
        for x, y in self._targets():
            yield Path(ellipse(x, y, RING), None, INK, LINE)
            yield Path(ellipse(x, y, 3 * RING), None, INK, LINE)
        text = self.word("calibration-check-how").format(length=f"{LENGTH:g}")
        yield from self._text(text, (self.cx - 50, self.cy + 16, 104, 48), 11)

    def dots(self) -> Iterator[Item]:
        for at in self._targets():
            yield Path(ellipse(*self._behind(at), DOT), INK)


def _stroke(*points: Point) -> Path:
    return Path(polyline(points), stroke=INK, width=LINE)


def _tip(at: Point, way: Point, long: float = 4.0, half: float = 1.4) -> list[Point]:
    """A slender head whose tip is here; its body lies that way."""
    (x, y), (dx, dy) = at, way
    foot = x + dx * long, y + dy * long
    return [at, (foot[0] + dy * half, foot[1] - dx * half), (foot[0] - dy * half, foot[1] + dx * half)]


def _arrow(at: Point, way: Point) -> list[Point]:
    """A head and its shaft."""
    (x, y), (dx, dy) = at, way
    tip, one, other = _tip(at, way, 6.0, 2.4)
    low, end = ((x + dx * far, y + dy * far) for far in (6.0, ARROW))
    inner = [(p[0] + dy * side * 0.7, p[1] - dx * side * 0.7) for p, side in ((low, 1), (end, 1), (end, -1), (low, -1))]
    return [tip, one, *inner, other]

"""Calibration: a printer that is off, somebody who reads the sheet and types, and a second sheet that is right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pypdfium2
import pytest
from PIL import Image, ImageOps

from tests.conftest import Ran, venice
from venice_pnp.door.printer import Calibration
from venice_pnp.door.wishes import WrongWish
from venice_pnp.press.calibrate import LENGTH, LINE_A, LINE_B, SCALE, SCALE_C, SCALE_D
from venice_pnp.press.profile import Profile

DOTS = 10  # a mm
DARK = 120
NEAR = 0.2  # mm that a corrected printer may still be off
Offset = tuple[float, float]  # mm to the right and down, as one looks at that side


def typed(home: Path, *lines: str, options: tuple[str, ...] = ()) -> Ran:
    text = "".join(f"{line}\n" for line in lines)
    return venice("calibrate", "--read", *options, cwd=home, stdin=text, VENICE_PNP_HOME=str(home))


def profile(home: Path) -> str:
    file = home / "profile.yaml"
    return file.read_text("utf-8") if file.exists() else ""


# --- a printer, and somebody who reads -------------------------------------------------------------------
class Printer:
    """Prints each side a little too large or too small and not quite where it should be."""

    def __init__(self, scale: Offset, front: Offset, back: Offset, sides: str) -> None:
        self.scale, self.offsets, self.sides = scale, (front, back), sides

    def seen(self, pdf: Path) -> tuple[Image.Image, Image.Image]:
        """The front, and the back as it shines through."""
        front, back = (
            self._printed(page.render(scale=DOTS * 25.4 / 72).to_pil().convert("L"), offset)
            for page, offset in zip(pypdfium2.PdfDocument(pdf), self.offsets, strict=True)
        )
        return front, ImageOps.flip(back) if self.sides == "short-edge" else ImageOps.mirror(back)

    def _printed(self, picture: Image.Image, offset: Offset) -> Image.Image:
        """Scaled from the upper left corner, as many printers do, and moved."""
        (sx, sy), (dx, dy) = self.scale, offset
        matrix = (1 / sx, 0, -dx * DOTS / sx, 0, 1 / sy, -dy * DOTS / sy)
        return picture.transform(picture.size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor=255)


def ink(picture: Image.Image, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """The box of all ink in a part of the page, in mm: left, top, right, low."""
    area = tuple(round(v * DOTS) for v in box)
    found = picture.crop(area).point(lambda v: 255 if v < DARK else 0).getbbox()  # type: ignore[arg-type]
    assert found, "nothing is printed there"
    return tuple((v + area[i % 2]) / DOTS for i, v in enumerate(found))  # type: ignore[return-value]


def runs(line: bytes) -> Iterator[float]:
    """The middles of dark runs in a row of dots."""
    start = None
    for at, value in enumerate((*line, 255)):
        if value < DARK and start is None:
            start = at
        elif value >= DARK and start is not None:
            yield (start + at - 1) / 2
            start = None


def read_scale(front: Image.Image, back: Image.Image, across: float, line: float) -> float:
    """The number at which the arrow of the back points up, between the ticks of the front."""
    left, right = across - 20, across + 20
    _, top, _, _ = ink(back, (left, line - 8, right, line + 12))
    tip = ink(back, (left, top, right, top + 0.4))
    at = (tip[0] + tip[2]) / 2
    rows = []
    for row in range(round((line - 8) * DOTS), round((line + 4) * DOTS)):
        strip = front.crop((round((across - 9) * DOTS), row, round((across + 9) * DOTS), row + 1)).tobytes()
        ticks = [tick / DOTS + across - 9 for tick in runs(strip)]
        if len(ticks) == SCALE + 1 and ticks[-1] - ticks[0] < SCALE * 1.05:
            rows.append(ticks)  # here only the ticks of whole numbers reach
    ticks = [mean(column) for column in zip(*rows, strict=True)]
    return SCALE * (at - ticks[0]) / (ticks[-1] - ticks[0])


def lengths(front: Image.Image) -> tuple[float, float]:
    """Of the two lines, from tip to tip."""
    wide, high = (v / DOTS for v in front.size)
    left, _, right, _ = ink(front, (6, LINE_A - 2, wide - 6, LINE_A + 2))
    _, top, _, low = ink(front, (LINE_B - 4, LINE_A + 2.4, LINE_B + 2.5, high - 20))
    return right - left, low - top


def readings(front: Image.Image, back: Image.Image) -> tuple[float, float, float, float]:
    wide, high = (v / DOTS for v in front.size)
    turn = Image.Transpose.TRANSPOSE  # the scale at the side is read like the other one with its axes exchanged
    side = front.transpose(turn), back.transpose(turn)
    return *lengths(front), read_scale(front, back, wide / 2, SCALE_C), read_scale(*side, high / 2, SCALE_D)


def middles(picture: Image.Image) -> list[tuple[float, float]]:
    """Of what is printed near the places of the rings."""
    wide, high = (v / DOTS for v in picture.size)
    places = [(0.5, 0.5), *((x, y) for x in (0.2, 0.8) for y in (0.2, 0.8))]
    found = []
    for x, y in places:
        left, top, right, low = ink(picture, (wide * x - 7, high * y - 7, wide * x + 7, high * y + 7))
        found.append(((left + right) / 2, (top + low) / 2))
    return found


@pytest.mark.parametrize(
    ("printer", "paper", "lang"),
    [
        (Printer((1.0, 1.0), (0, 0), (0, 0), "long-edge"), "a4", "en"),
        (Printer((0.997, 1.004), (0.8, -0.6), (-1.4, 2.1), "long-edge"), "a4", "de"),
        (Printer((1.003, 0.995), (-0.5, 0.4), (2.2, 1.3), "short-edge"), "letter", "en"),
    ],
    ids=["exact", "long-edge", "short-edge"],
)
def test_what_is_read_and_typed_cancels_the_printers_errors(
    printer: Printer, paper: str, lang: str, tmp_path: Path
) -> None:
    env = {"VENICE_PNP_HOME": str(tmp_path)}
    assert venice("calibrate", "--set", f"paper={paper},sides={printer.sides}", **env).code == 0
    sheet, check = tmp_path / "sheet.pdf", tmp_path / "check.pdf"
    assert venice("calibrate", "--lang", lang, "--out", sheet, **env).code == 0
    found = readings(*printer.seen(sheet))
    lines = [f"{round(value * 4) / 4:g}".replace(".", "," if lang == "de" else ".") for value in found]
    ran = typed(tmp_path, *lines, options=("--lang", lang, "--out", str(check)))
    assert ran.code == 0, ran.said
    front, back = printer.seen(check)
    for (x, y), (u, v) in zip(middles(front), middles(back), strict=True):
        assert abs(x - u) <= NEAR and abs(y - v) <= NEAR, (lines, profile(tmp_path))
    assert all(abs(length - LENGTH) <= NEAR for length in lengths(front))


def test_an_exact_printer_needs_no_correction(tmp_path: Path) -> None:
    assert typed(tmp_path, "180", "180", "5", "5").code == 0
    assert "back-x: 0.0\nback-y: 0.0\nscale-x: 1.0\nscale-y: 1.0\n" in profile(tmp_path)
    assert (tmp_path / "calibration-check.pdf").exists()


# --- what is typed ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("said", ["5.5", "5,5", " 5,50 ", "5½", "5.5 mm", "5,5MM"])
def test_a_number_may_be_typed_as_people_do(said: str) -> None:
    assert Calibration(Profile(), "en").reading("c", said) == 5.5


@pytest.mark.parametrize(
    ("lang", "refused"),
    [
        ("en", {"five": "“five” is no number", "-1": "“-1” is no number", "10.1": "it counts from 0 to 10"}),
        ("de", {"nan": "„nan“ ist keine Zahl", "1e1": "ist keine Zahl", "11": "von 0 bis 10"}),
    ],
)
def test_nonsense_is_refused_with_a_word_and_asked_again(lang: str, refused: dict[str, str], tmp_path: Path) -> None:
    ran = typed(tmp_path, "180", "180", *refused, "6", "5", options=("--lang", lang))
    assert ran.code == 0 and all(word in ran.out for word in refused.values())
    assert ran.out.count("C: ") == len(refused) + 1
    assert "back-x: 1.0\n" in profile(tmp_path)


def test_a_page_that_was_fitted_is_told_by_its_line(tmp_path: Path) -> None:
    ran = typed(tmp_path, "171.4", "180", "180", "5", "5")
    assert ran.code == 0 and "171.4 is too far from 180" in ran.out and "“fit to page”" in ran.out


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("18", "18 looks like centimetres"),
        ("17,9", "17,9 looks like centimetres"),
        ("7.09", "7.09 looks like inches"),
        ("0", "0 cannot be"),
        ("1000", "1000 cannot be: it would be 180 mm if the printer were exact, and 179 to 181 can be made up for"),
        ("171.4", "the printer has scaled the page"),
    ],
)
def test_a_length_far_off_is_told_as_what_it_probably_is(said: str, told: str) -> None:
    with pytest.raises(WrongWish, match=re.escape(told)):
        Calibration(Profile(), "en").reading("a", said)


@pytest.mark.parametrize(
    ("lang", "lines", "told"),
    [
        ("en", "180 180 5 5", "prints 100 mm as 100 mm across and as 100 mm down the page. The backs lie exactly"),
        (
            "en",
            "179 180 6 5",
            "as 99.44 mm across and as 100 mm down the page. Backs are now moved 1 mm to the right (",
        ),
        ("de", "180 181 4,5 3", "als 100,55 mm. Rückseiten werden ab jetzt verschoben, 0,5 mm nach links, 2 mm nach u"),
    ],
)
def test_what_was_stored_is_said_in_words(lang: str, lines: str, told: str, tmp_path: Path) -> None:
    ran = typed(tmp_path, *lines.split(), options=("--lang", lang))
    assert ran.code == 0 and told in ran.out


@pytest.mark.parametrize("last", [(), ("",), ("  ", "5", "5")], ids=["end", "empty", "blank"])
def test_whoever_stops_half_way_has_stored_nothing(last: tuple[str, ...], tmp_path: Path) -> None:
    ran = typed(tmp_path, "180", "180", "5", *last)
    assert ran.code == 1 and "Nothing stored" in ran.said and "Traceback" not in ran.said
    assert "An empty line stops, and nothing is stored." in ran.out
    assert not profile(tmp_path) and not list(tmp_path.glob("*.pdf"))


def test_reading_and_setting_do_not_go_together(tmp_path: Path) -> None:
    ran = typed(tmp_path, options=("--set", "back-x=1"))
    assert ran.code == 2 and not profile(tmp_path)


# --- the page -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize(("lang", "chosen"), [("en", ""), ("de", " --lang de")])
def test_the_page_says_what_to_type_at_each_question(paper: str, lang: str, chosen: str, tmp_path: Path) -> None:
    sheet, command = tmp_path / "sheet.pdf", f"venice-pnp calibrate --read --paper {paper}{chosen}"
    ran = venice("calibrate", "--paper", paper, "--lang", lang, "--out", sheet, VENICE_PNP_HOME=str(tmp_path))
    assert ran.code == 0 and ran.out.rstrip().endswith(command)
    document = pypdfium2.PdfDocument(sheet)
    said = " ".join(document[0].get_textpage().get_text_range().split())
    assert all(f"{question}: " in said for question in "ABCD") and command in said
    for page in document:
        picture = page.render(scale=2).to_pil().convert("L")
        wide, high = picture.size
        rim = round(4.8 * 2 * 72 / 25.4)
        inner = Image.new("L", (wide - 2 * rim, high - 2 * rim), 255)
        picture.paste(inner, (rim, rim))
        assert picture.getextrema()[0] == 255, "ink at the edge of the paper"

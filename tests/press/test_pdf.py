"""The PDFs as a copy shop's preflight would read them."""

from __future__ import annotations

import hashlib
import io
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest

from tests.conftest import DATA, venice
from tests.press.kits import SETS, built, manifest, printed_games

POINT = 25.4 / 72
DPI = 60  # of rendered pages; with fewer, thin lines count as more ink
CASES = [(game, *chosen) for game in printed_games() for chosen in SETS]


@pytest.fixture(params=CASES, ids=lambda c: "-".join(c))
def folder(request: pytest.FixtureRequest) -> Path:
    return built(*request.param)


def files(folder: Path) -> list[Path]:
    found = sorted(folder.glob("*.pdf"))
    assert found
    return found


def test_files_are_sound_without_repair(folder: Path) -> None:
    """Every object is where the table of the file says, every stream is as long as it says and can be unpacked."""
    for file in files(folder):
        with pikepdf.open(file, attempt_recovery=False, suppress_warnings=True) as pdf:
            streams = [o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream)]
            assert len(streams) >= len(pdf.pages)
            assert not pdf.get_warnings(), file.name


def test_all_fonts_are_embedded(folder: Path) -> None:
    for file in files(folder):
        with pikepdf.open(file) as pdf:
            fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
            assert fonts
            for font in fonts:
                descriptor: Any = font.get("/FontDescriptor")
                assert descriptor is not None and "/FontFile2" in descriptor, (file.name, font.get("/BaseFont"))


def test_boxes_nest_and_the_viewer_does_not_scale(folder: Path) -> None:
    for file in files(folder):
        with pikepdf.open(file) as pdf:
            preferences: Any = pdf.Root.ViewerPreferences
            assert preferences.PrintScaling == "/None"
            assert str(preferences.Duplex) in ("/Simplex", "/DuplexFlipLongEdge", "/DuplexFlipShortEdge")
            assert str(pdf.Root.Lang) in ("en", "de")
            assert str(pdf.docinfo["/Title"])
            for page in pdf.pages:
                media, bleed, trim = ([float(v) for v in page.obj[k]] for k in ("/MediaBox", "/BleedBox", "/TrimBox"))
                assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
                assert media[1] <= bleed[1] <= trim[1] < trim[3] <= bleed[3] <= media[3]
                if trim != media:  # a page that is cut, unlike those of a booklet
                    assert bleed[0] < trim[0] and bleed[1] < trim[1] and trim[2] < bleed[2] and trim[3] < bleed[3]


def test_every_part_has_a_bookmark(folder: Path) -> None:
    with pikepdf.open(folder / "kit.pdf") as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    apart = {"kit.pdf", "print-me.pdf", "board-poster.pdf"}  # and files with other forms of some pieces
    listed = [f for f in manifest(folder)["files"] if not any("alternatives" in page for page in f["pages"])]
    names = [f["path"] for f in listed if f["path"] not in apart]
    assert len(titles) >= len(names) + 1


def test_the_manifest_knows_its_files(folder: Path) -> None:
    made = manifest(folder)
    assert {f["path"] for f in made["files"]} == {f.name for f in files(folder)}
    for file in made["files"]:
        assert hashlib.sha256((folder / file["path"]).read_bytes()).hexdigest() == file["sha256"]
    tiles = next(f for f in made["files"] if f["path"] == "tiles.pdf")
    with pikepdf.open(folder / "tiles.pdf") as pdf:
        assert len(pdf.pages) == max(p["page"] for p in tiles["pages"])


def lines_of(page: pikepdf.Page) -> list[tuple[float, float, float, float]]:
    """All straight strokes of a page's own stream that consist of one move and one line."""
    content = b"".join(s.read_bytes() for s in _streams(page)).decode("latin-1")
    number = r"(-?[\d.]+)"
    pattern = re.compile(rf"{number} {number} m\s+{number} {number} l\s+S")
    return [tuple(float(v) for v in match) for match in pattern.findall(content)]  # type: ignore[misc]


def _streams(page: pikepdf.Page) -> list[Any]:
    contents: Any = page.obj["/Contents"]
    return list(contents) if isinstance(contents, pikepdf.Array) else [contents]


def test_the_ruler_is_100_mm_long(folder: Path) -> None:
    for file in files(folder):
        if file.name.startswith("booklet"):
            continue  # to read, not to cut: it fits at any size
        with pikepdf.open(file) as pdf:
            lines = lines_of(pdf.pages[0])  # it may stand at the side
            lengths = [max(abs(x2 - x1), abs(y2 - y1)) * POINT for x1, y1, x2, y2 in lines if x1 == x2 or y1 == y2]
            assert any(abs(length - 100) < 0.005 for length in lengths), file.name


def test_no_text_is_smaller_than_six_points(folder: Path) -> None:
    for file in files(folder):
        with pikepdf.open(file) as pdf:
            streams = [
                o.read_bytes() for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"
            ]
            streams += [s.read_bytes() for page in pdf.pages for s in _streams(page)]
        sizes = [float(m) for s in streams for m in re.findall(rb"/F\d+\+\d+ ([\d.]+) Tf", s)]
        assert sizes and min(sizes) >= 6.0


class Inked(NamedTuple):
    """A page as it is rendered: the darkest dot of its rim, and how much of it is ink."""

    file: str
    page: int
    rim: int
    share: float


@cache
def inked(folder: Path) -> list[Inked]:
    """All pages, each once: those of most files are in kit.pdf, too (`test_print_me` holds them equal)."""
    listed = manifest(folder)["files"]
    found = []
    for name in (f["path"] for f in listed if "kit_pages" not in f and f["path"] != "print-me.pdf"):
        for number, page in enumerate(pypdfium2.PdfDocument(folder / name), 1):
            picture = page.render(scale=DPI / 72).to_pil().convert("L")
            (wide, high), rim = picture.size, int(4.8 / 25.4 * DPI)
            sides = ((0, 0, wide, rim), (0, high - rim, wide, high), (0, 0, rim, high), (wide - rim, 0, wide, high))
            darkest = min(picture.crop(box).getextrema()[0] for box in sides)
            grey = picture.histogram()
            share = sum((255 - level) * count for level, count in enumerate(grey)) / (255 * sum(grey))
            found.append(Inked(name, number, darkest, share))
    assert any(page.file == "kit.pdf" for page in found)
    return found


def test_no_ink_within_five_millimetres_of_the_edge(folder: Path) -> None:
    assert [page for page in inked(folder) if page.rim <= 250] == []


@pytest.mark.parametrize("game", printed_games())
def test_low_ink_sheets_use_little_ink(game: str) -> None:
    assert [page for page in inked(built(game, "de", "a4", "low-ink", "short-edge")) if page.share > 0.15] == []


@pytest.mark.parametrize("game", printed_games())
def test_the_same_data_gives_the_same_bytes(game: str, tmp_path: Path) -> None:
    """Built here by the library, and by the command in another folder, time zone and order of hashes."""
    here, there = built(game, *SETS[0]), tmp_path / "somewhere else"
    there.mkdir()
    ran = venice(
        "build", game, "--lang", "en", "--out", "made", "--data", DATA, cwd=there, TZ="Asia/Tokyo", PYTHONHASHSEED="7"
    )
    assert ran.code == 0, ran.said
    made = there / "made" / here.relative_to(here.parents[2])
    names = sorted(f.name for f in here.iterdir())
    assert len(names) > 1 and names == sorted(f.name for f in made.iterdir())
    for name in names:
        assert (here / name).read_bytes() == (made / name).read_bytes(), name


def test_text_can_be_read_out_of_the_pdf() -> None:
    folder = built("canaletto", "de", "a4", "low-ink", "short-edge")
    pages = pypdfium2.PdfDocument(io.BytesIO((folder / "tiles.pdf").read_bytes()))
    text = "\n".join(page.get_textpage().get_text_range() for page in pages)
    assert "Kerzenleuchter" in text and "bis 15" in text

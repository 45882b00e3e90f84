"""Pages into a PDF file: boxes, viewer preferences, bookmarks, the same bytes every time."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.pdf import Inlay, K, Layer, PdfWriter, Plate, Plates, page_matrix
from venice_pnp.draw.scene import Matrix, Scene, times
from venice_pnp.press.pages import Page
from venice_pnp.press.profile import Profile

DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


class Pressed:
    """What is printed already: the plates of faces, and those of pages that stand in several files."""

    def __init__(self, plates: Plates) -> None:
        self.plates = plates
        self._pages: dict[tuple[int, ...], tuple[Sequence[Page], Plate]] = {}  # by identity of the pages kept here

    def page(self, sides: Sequence[Page], faces: dict[str, Scene], profile: Profile) -> Plate:
        key = tuple(id(side) for side in sides)
        if key not in self._pages:
            self._pages[key] = (sides, self.plates.page(_layer(side, faces, profile) for side in sides))
        return self._pages[key][1]


class Chapter:
    """A run of pages under one bookmark."""

    def __init__(self, title: str, pages: Sequence[Page]) -> None:
        self.title, self.pages = title, pages


def pdf_bytes(
    chapters: Iterable[Chapter],
    faces: dict[str, Scene],
    fonts: Fonts,
    profile: Profile,
    *,
    title: str,
    author: str,
    lang: str,
    duplex: str | None,
    pressed: Pressed | None = None,
) -> bytes:
    """One PDF. Pages that share a number (a gutterfold's two halves) are drawn on one page."""
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0
    out = io.BytesIO()
    canvas = Canvas(
        out,
        invariant=1,
        pageCompression=1,
        initialFontName=fonts["label"].pdf_name,
        lang=lang,
        pdfVersion=(1, 6),
    )
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setCreator("venice-pnp")
    canvas.setProducer("venice-pnp")
    canvas.setSubject("print and play")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX.get(duplex or "", "Simplex"))
    canvas.showOutline()
    writer = PdfWriter(canvas, fonts)
    pressed = pressed or Pressed(Plates(fonts))
    mark = 0
    for chapter in chapters:
        first = True
        for sides in _physical(chapter.pages):
            page = sides[0]
            canvas.setPageSize((page.size[0] * K, page.size[1] * K))
            _boxes(canvas, sides)
            mark += 1
            canvas.bookmarkPage(f"p{mark}")
            if first:  # a bookmark of its own: two entries of one name would share their title
                canvas.bookmarkPage(f"c{mark}")
                canvas.addOutlineEntry(chapter.title, f"c{mark}", 0, closed=True)
                first = False
            canvas.addOutlineEntry(page.title, f"p{mark}", 1, closed=True)
            writer.page(pressed.page(sides, faces, profile))
    writer.save()
    return out.getvalue()


def _physical(pages: Sequence[Page]) -> list[list[Page]]:
    """Pages of the file; those with the same number lie on one page."""
    out: list[list[Page]] = []
    for page in pages:
        if out and out[-1][0].number == page.number and out[-1][0].side != page.side:
            out[-1].append(page)
        else:
            out.append([page])
    return out


def _layer(page: Page, faces: dict[str, Scene], profile: Profile) -> Layer:
    matrix = times(page_matrix(page.size[1]), _corrected(page.size, profile))
    return Layer([Inlay(faces[s.face], s.matrix, s.clip) for s in page.spots], page.marks, matrix)


def _corrected(size: tuple[float, float], profile: Profile) -> Matrix:
    """Stretches the page about its middle by what the printer shrinks it."""
    sx, sy = profile.scale_x, profile.scale_y
    return sx, 0.0, 0.0, sy, size[0] / 2 * (1 - sx), size[1] / 2 * (1 - sy)


def _boxes(canvas: Any, sides: Sequence[Page]) -> None:
    """TrimBox round all trims, BleedBox round their bleed."""
    boxes = [page.trim for page in sides]
    x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, low = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    high = sides[0].size[1]
    trim = (x * K, (high - low) * K, right * K, (high - y) * K)
    canvas.setTrimBox(trim)
    bleed = sides[0].bleed * K
    canvas.setBleedBox((trim[0] - bleed, trim[1] - bleed, trim[2] + bleed, trim[3] + bleed))

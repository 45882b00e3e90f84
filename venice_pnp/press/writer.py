"""Pages into a PDF file: boxes, viewer preferences, bookmarks, the same bytes every time."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.pdf import K, PdfWriter, Written, page_matrix
from venice_pnp.draw.scene import Matrix, Scene, times
from venice_pnp.press.pages import BLEED, Page
from venice_pnp.press.profile import Profile

DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


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
    written: Written | None = None,
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
    writer = PdfWriter(canvas, fonts, written)
    mark = 0
    for chapter in chapters:
        first = True
        for sides in _physical(chapter.pages):
            page = sides[0]
            canvas.setPageSize((page.size[0] * K, page.size[1] * K))
            _boxes(canvas, sides)
            mark += 1
            canvas.bookmarkPage(f"p{mark}")
            if first:
                canvas.addOutlineEntry(chapter.title, f"p{mark}", 0, closed=True)
                first = False
            canvas.addOutlineEntry(page.title, f"p{mark}", 1, closed=True)
            for side in sides:
                _draw(writer, side, faces, profile)
            canvas.showPage()
    canvas.save()
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


def _draw(writer: PdfWriter, page: Page, faces: dict[str, Scene], profile: Profile) -> None:
    matrix = times(page_matrix(page.size[1]), _corrected(page.size, profile))
    for spot in page.spots:
        writer.face(spot.face, faces[spot.face])
    for spot in page.spots:
        writer.place(spot.face, matrix, spot.matrix, spot.clip)
    writer.draw(page.marks, matrix)


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
    canvas.setBleedBox((trim[0] - BLEED * K, trim[1] - BLEED * K, trim[2] + BLEED * K, trim[3] + BLEED * K))

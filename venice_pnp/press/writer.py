"""Pages into a PDF file: boxes, viewer preferences, bookmarks, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.pdf import K, Layer, Plates, page_matrix
from venice_pnp.draw.pdf_file import Bookmark, PdfFile, Points, PressStandard
from venice_pnp.draw.scene import Box, Matrix, Scene, times
from venice_pnp.press.pages import Page
from venice_pnp.press.profile import Profile

MAKER = "venice-pnp"
DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


class Pressed(Struct, frozen=True):
    """A page of a file, ready to print."""

    plate: str
    number: int
    side: str
    size: tuple[float, float]
    trim: Box  # round all trims, from the top left corner
    bleed: float
    title: str
    alone: bool = False  # a back on a sheet of its own

    @property
    def begins(self) -> bool:
        """Whether it is the first page of a sheet."""
        return self.side == "front" or self.alone


Chapter = tuple[str, Sequence[Pressed]]  # a run of pages under one bookmark, and its title


def press(pages: Sequence[Page], plates: Plates, profile: Profile) -> tuple[Pressed, ...]:
    """The plates of pages. Pages that share a number (a gutterfold's two halves) are printed on one page."""
    out = []
    for sides in _physical(pages):
        page, plate = sides[0], plates.page(_layer(side, profile) for side in sides)
        trim = _trim(sides)
        out.append(Pressed(plate, page.number, page.side, page.size, trim, page.bleed, page.title, page.alone))
    return tuple(out)


def with_backs(pages: Sequence[Pressed], plates: Plates) -> list[Pressed]:
    """In a duplex file every sheet has a back, if only an empty one."""
    out: list[Pressed] = []
    for i, page in enumerate(pages):
        out.append(page)
        follows_back = i + 1 < len(pages) and not pages[i + 1].begins
        if page.begins and not follows_back:
            out.append(structs.replace(page, plate=plates.page(()), number=-page.number, side="back", alone=False))
    return out


def pdf_bytes(
    chapters: Iterable[Chapter],
    plates: Plates,
    *,
    title: str,
    author: str,
    lang: str,
    duplex: str | None,
    standard: PressStandard | None = None,
) -> bytes:
    """One PDF; one for a press says nothing to a printer at home."""
    file = PdfFile(plates)
    marks = []
    for under, run in chapters:
        pages = [
            Bookmark(page.title, file.page(page.plate, (page.size[0] * K, page.size[1] * K), **_boxes(page)))
            for page in run
        ]
        if pages:
            marks.append(Bookmark(under, pages[0].page, pages))
    about = {"Title": title, "Author": author, "Subject": "print and play", "Creator": MAKER, "Producer": MAKER}
    printing = f"/PrintScaling /None /Duplex /{DUPLEX.get(duplex or '', 'Simplex')}"
    return file.finished(about, marks, lang, "" if standard else printing, standard)


def pdf_of(
    pages: Sequence[Page],
    fonts: Fonts,
    faces: Mapping[str, Scene],
    title: str,
    under: str = "",
    *,
    author: str = "",
    lang: str = "en",
    duplex: str | None = None,
    profile: Profile | None = None,
) -> bytes:
    """Pages that share nothing with other files, as one PDF; `under` is their bookmark, if not the title."""
    plates = Plates(fonts, dict(faces))
    run = press(pages, plates, profile or Profile())
    return pdf_bytes([(under or title, run)], plates, title=title, author=author, lang=lang, duplex=duplex)


def _physical(pages: Sequence[Page]) -> list[list[Page]]:
    """Pages of the file; those with the same number lie on one page."""
    out: list[list[Page]] = []
    for page in pages:
        if out and out[-1][0].number == page.number and out[-1][0].side != page.side:
            out[-1].append(page)
        else:
            out.append([page])
    return out


def _layer(page: Page, profile: Profile) -> Layer:
    matrix = times(page_matrix(page.size[1]), _corrected(page.size, profile))
    return page.spots, page.marks, matrix


def _corrected(size: tuple[float, float], profile: Profile) -> Matrix:
    """Stretches the page about its middle by what the printer shrinks it."""
    sx, sy = profile.scale_x, profile.scale_y
    return sx, 0.0, 0.0, sy, size[0] / 2 * (1 - sx), size[1] / 2 * (1 - sy)


def _trim(sides: Sequence[Page]) -> Box:
    boxes = [page.trim for page in sides]
    x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return x, y, max(b[0] + b[2] for b in boxes) - x, max(b[1] + b[3] for b in boxes) - y


def _boxes(page: Pressed) -> dict[str, Points]:
    """TrimBox round all trims, BleedBox round their bleed."""
    (x, y, w, h), high, bleed = page.trim, page.size[1], page.bleed * K
    left, low, right, top = x * K, (high - y - h) * K, (x + w) * K, (high - y) * K
    return {
        "TrimBox": (left, low, right, top),
        "BleedBox": (left - bleed, low - bleed, right + bleed, top + bleed),
    }

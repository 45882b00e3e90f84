"""Faces as pictures of points, cut along their outline."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import Scene, Spot, bounds, moved, rect
from venice_pnp.export.cut_lines import flattened
from venice_pnp.press.pages import Page
from venice_pnp.press.writer import pdf_of

if TYPE_CHECKING:
    from PIL.Image import Image

INCH = 25.4
QUICK = 3  # how hard a picture is packed
FINER = 3  # a mask is drawn so many times larger, so that its edge is smooth


def cut_out(faces: Mapping[str, Scene], fonts: Fonts, dpi: int) -> dict[str, Image]:
    """Every face within its outline; what lies beyond is transparent."""
    pages = [_page(number, name, face) for number, (name, face) in enumerate(faces.items(), 1)]
    pictures = rendered(pages, faces, fonts, dpi)
    return {name: _masked(picture, faces[name], dpi) for name, picture in zip(faces, pictures, strict=True)}


def rendered(pages: Sequence[Page], faces: Mapping[str, Scene], fonts: Fonts, dpi: int) -> Iterator[Image]:
    """Pages as pictures of exactly their dots."""
    pdf = pdf_of(pages, fonts, faces, title="", under="faces")
    yield from points_of(pdf, [(place, page.size) for place, page in enumerate(pages)], dpi)


def points_of(pdf: bytes, pages: Iterable[tuple[int, tuple[float, float]]], dpi: int) -> Iterator[Image]:
    """Some pages of a PDF, by their places in it and their sizes in mm."""
    import pypdfium2  # only for pictures of points

    document = pypdfium2.PdfDocument(pdf)
    for place, size in pages:
        dots = (dots_of(mm, dpi) for mm in size)
        yield document[place].render(scale=dpi / 72).to_pil().convert("RGB").crop((0, 0, *dots))


def dots_of(mm: float, dpi: int) -> int:
    return round(mm / INCH * dpi)


def png_bytes(picture: Image, dpi: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(dpi, dpi), compress_level=QUICK)
    return out.getvalue()


def _page(number: int, name: str, face: Scene) -> Page:
    x, y, w, h = bounds(face.outline)
    spot = Spot(name, moved(-x, -y), rect(0, 0, w, h))
    return Page(number, "front", (w, h), (spot,), (), (), (0.0, 0.0, w, h), name, bleed=0.0)


def _masked(picture: Image, face: Scene, dpi: int) -> Image:
    from PIL import Image, ImageDraw  # only for pictures of points

    x, y, _, _ = bounds(face.outline)
    mask = Image.new("L", (picture.width * FINER, picture.height * FINER), 0)
    dots = dpi / INCH * FINER
    for points, _ in flattened(face.outline):
        ImageDraw.Draw(mask).polygon([((px - x) * dots, (py - y) * dots) for px, py in points], fill=255)
    picture.putalpha(mask.resize(picture.size))
    return picture

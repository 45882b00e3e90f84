"""Faces as pictures of points, cut along their outline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import Scene, Spot, bounds, moved, rect
from venice_pnp.export.cut_lines import flattened
from venice_pnp.press.pages import Page
from venice_pnp.press.profile import Profile
from venice_pnp.press.writer import PdfChapter, pdf_bytes, press

if TYPE_CHECKING:
    from PIL.Image import Image

FINER = 3  # a mask is drawn so many times larger, so that its edge is smooth


def cut_out(faces: Mapping[str, Scene], fonts: Fonts, dpi: int) -> dict[str, Image]:
    """Every face within its outline; what lies beyond is transparent."""
    import pypdfium2  # only for pictures of points

    pages = [_page(number, name, face) for number, (name, face) in enumerate(faces.items(), 1)]
    plates = Plates(fonts, dict(faces))
    chapters = [PdfChapter("faces", press(pages, plates, Profile()))]
    document = pypdfium2.PdfDocument(pdf_bytes(chapters, plates, title="", author="", lang="en", duplex=None))
    return {
        name: _masked(document[number].render(scale=dpi / 72).to_pil().convert("RGB"), face, dpi)
        for number, (name, face) in enumerate(faces.items())
    }


def _page(number: int, name: str, face: Scene) -> Page:
    x, y, w, h = bounds(face.outline)
    spot = Spot(name, moved(-x, -y), rect(0, 0, w, h))
    return Page(number, "front", (w, h), (spot,), (), (), (0.0, 0.0, w, h), name, bleed=0.0)


def _masked(picture: Image, face: Scene, dpi: int) -> Image:
    from PIL import Image, ImageDraw  # only for pictures of points

    x, y, w, h = bounds(face.outline)
    size = round(w / 25.4 * dpi), round(h / 25.4 * dpi)
    picture = picture.crop((0, 0, *size))
    mask = Image.new("L", (size[0] * FINER, size[1] * FINER), 0)
    dots = dpi / 25.4 * FINER
    for points, _ in flattened(face.outline):
        ImageDraw.Draw(mask).polygon([((px - x) * dots, (py - y) * dots) for px, py in points], fill=255)
    picture.putalpha(mask.resize(size))
    return picture

"""A contact sheet of faces as a PNG."""

from __future__ import annotations

import io

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.pdf import K, PdfWriter, page_matrix
from venice_pnp.draw.scene import Scene, moved, transform
from venice_pnp.press.pieces import Parts

GAP = 5.0
MAX_PIXELS = 60_000_000


def contact_sheet(parts: Parts, fonts: Fonts, dpi: int) -> bytes:
    """All faces side by side, trimmed, on a grey ground."""
    import pypdfium2

    scenes = list(parts.faces.items())
    spots, width, height = _arranged([scene for _, scene in scenes])
    dpi = min(dpi, int((MAX_PIXELS / (width * height)) ** 0.5 * 25.4))
    pdf = _page(scenes, spots, width, height, fonts)
    page = pypdfium2.PdfDocument(pdf)[0]
    picture = page.render(scale=dpi / 72, fill_color=(196, 196, 190, 255)).to_pil()
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _arranged(scenes: list[Scene]) -> tuple[list[tuple[float, float]], float, float]:
    """Rows of about the width of the widest face or 320 mm."""
    limit = max(320.0, max(s.width for s in scenes) + 2 * GAP)
    spots: list[tuple[float, float]] = []
    x = y = GAP
    row = 0.0
    for scene in scenes:
        if x + scene.width + GAP > limit and x > GAP:
            x, y, row = GAP, y + row + GAP, 0.0
        spots.append((x, y))
        x, row = x + scene.width + GAP, max(row, scene.height)
    width = max(px + s.width for (px, _), s in zip(spots, scenes, strict=True)) + GAP
    return spots, width, y + row + GAP


def _page(
    scenes: list[tuple[str, Scene]],
    spots: list[tuple[float, float]],
    width: float,
    height: float,
    fonts: Fonts,
) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, (width * K, height * K), invariant=1, initialFontName=fonts["label"].pdf_name)
    writer = PdfWriter(canvas, fonts)
    for (key, scene), (x, y) in zip(scenes, spots, strict=True):
        writer.face(key, scene)
        writer.place(key, page_matrix(height), moved(x, y), transform(scene.outline, moved(x, y)))
    canvas.showPage()
    canvas.save()
    return out.getvalue()

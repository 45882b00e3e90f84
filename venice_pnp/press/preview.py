"""A contact sheet of faces as a PNG, and a board with pieces on it."""

from __future__ import annotations

import io
from collections.abc import Iterable

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.pdf import K, PdfWriter, page_matrix
from venice_pnp.draw.scene import Box, Group, Path, Scene, bounds, fit, moved, rect, times, transform, turned
from venice_pnp.kit import Kit
from venice_pnp.kit.models import Laid, Shape
from venice_pnp.press.pieces import Parts, Piece

GAP = 5.0
STANDING = 20.0  # mm, how large a standing figure is shown
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


def footprint(shape: Shape) -> tuple[float, float]:
    """How much room a piece takes on the board; a standee with a top stands on as much as its top covers."""
    w, h = shape.size
    return (w, shape.top or 2 * shape.base) if shape.form == "standee" else (w, h)


def with_pieces(kit: Kit, parts: Parts, board: str, laid: Iterable[Laid]) -> Parts:
    """The board of the component `board` with pieces lying on it, all seen from above."""
    pieces = {(p.component, p.item): p for p in reversed(parts.pieces) if not p.alternative}
    ground = parts.faces[next(p.front for p in parts.pieces if p.component == board)]
    groups = []
    for one in laid:
        shape = kit.shared.shapes[kit.components[one.component].shape]
        groups.append(_seen(pieces[one.component, one.item], shape, parts, one))
    scene = Scene(ground.width, ground.height, (*ground.items, *groups), ground.outline, ground.bleed, ground.edge)
    return Parts([], {board: scene})


def _seen(piece: Piece, shape: Shape, parts: Parts, one: Laid) -> Group:
    face = parts.faces[piece.back if one.side == "back" and piece.back else piece.front]
    if shape.form == "standee" and not shape.top:
        return _upright(face, shape, one)
    w, h = footprint(shape)
    top: Box = (0, shape.base + shape.size[1], w, shape.top) if shape.form == "standee" else (0, 0, w, h)
    cut = rect(*top) if shape.form == "standee" else face.outline
    edge = Path(cut, stroke="#22313F", width=0.25)
    x, y, _, _ = bounds(cut)
    place = times(turned(one.turn, one.x, one.y), moved(one.x - w / 2 - x, one.y - h / 2 - y))
    return Group((Group(face.items, clip=cut), edge), place)


def _upright(face: Scene, shape: Shape, one: Laid) -> Group:
    """A standee that shows nothing from above: its face, small, as one sees it from the table."""
    w, h = shape.size
    cut = rect(0, shape.base + h, w, h)
    small = fit((w, h), (one.x - STANDING / 2, one.y - STANDING / 2, STANDING, STANDING), (0.0, shape.base + h))
    return Group((Group(face.items, clip=cut), Path(cut, stroke="#22313F", width=0.25)), small)


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

"""A contact sheet of faces as a PNG, and a board with pieces on it."""

from __future__ import annotations

import io
from collections.abc import Iterable

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.pdf import K, Plates, page_matrix
from venice_pnp.draw.pdf_file import PdfFile
from venice_pnp.draw.scene import (
    Box,
    Group,
    Matrix,
    Outline,
    Path,
    Scene,
    Spot,
    bounds,
    moved,
    rect,
    times,
    transform,
    turned,
)
from venice_pnp.kit import Kit
from venice_pnp.kit.limits import PIXELS
from venice_pnp.kit.models import Laid
from venice_pnp.press.parts import Parts, Piece

GAP = 5.0
QUICK = 3  # how hard a picture is packed: as hard as can be takes eight times as long for a hundredth of its size


def contact_sheet(parts: Parts, fonts: Fonts, dpi: int) -> bytes:
    """All faces side by side, trimmed, on a grey ground."""
    spots, width, height = _arranged(list(parts.faces.values()))
    dpi = min(dpi, int((PIXELS / (width * height)) ** 0.5 * 25.4))
    return _pixels(_page(parts.faces, spots, width, height, fonts), dpi)


def page_png(scene: Scene, fonts: Fonts, dpi: float) -> bytes:
    """One page, cut as it is."""
    return _pixels(_page({"page": scene}, [(0.0, 0.0)], scene.width, scene.height, fonts), dpi)


def _pixels(pdf: bytes, dpi: float) -> bytes:
    import pypdfium2  # only for pictures of points

    page = pypdfium2.PdfDocument(pdf)[0]
    picture = page.render(scale=dpi / 72, fill_color=(196, 196, 190, 255)).to_pil()
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=QUICK)
    return out.getvalue()


def with_pieces(kit: Kit, parts: Parts, board: str, laid: Iterable[Laid], bare: bool = False) -> Parts:
    """The board of the component `board` with pieces lying on it, all seen from above; `bare`: the pieces alone."""
    pieces = {(p.component, p.item): p for p in reversed(parts.pieces) if not p.alternative}
    front = next(p.front for p in parts.pieces if p.component == board)
    ground = parts.faces[front]
    groups = [_seen(kit, parts, pieces[one.component, one.item], one) for one in laid]
    items = (*groups,) if bare else (parts.drawn(front), *groups)
    scene = Scene(ground.width, ground.height, items, ground.outline, ground.bleed, ground.edge)
    return Parts([], {board: scene})


def shown_face(kit: Kit, parts: Parts, piece: Piece, side: str = "front") -> Scene:
    """What one sees of a piece: its face as it is cut; of a standee the front, not the whole strip."""
    key = piece.back if side == "back" and piece.back else piece.front
    face = parts.faces[key]
    shape = kit.shared.shapes[kit.components[piece.component].shape]
    w, h = shape.size
    cut = rect(0, shape.base + h + shape.top, w, h) if shape.form == "standee" else face.outline
    return Scene(face.width, face.height, (parts.drawn(key),), cut, face.bleed, face.edge)


def _seen(kit: Kit, parts: Parts, piece: Piece, one: Laid) -> Group:
    """A piece on the board. A standee shows its top; one without is shown small, as one sees it from the table."""
    face = shown_face(kit, parts, piece, one.side)
    cut = seen_from_above(kit, piece.component, face.outline, one.shows)
    drawn = (Group(face.items, clip=cut), Path(cut, stroke="#22313F", width=0.25))
    return Group(drawn, placed(kit, one, cut))


def seen_from_above(kit: Kit, component: str, outline: Outline, shows: Box | None = None) -> Outline:
    """What is seen of a face on the board: of a standee with a top the top, of a die what it shows, else all of it."""
    if shows is not None:
        return rect(*shows)
    shape = kit.shared.shapes[kit.components[component].shape]
    if shape.form == "standee" and shape.top:
        return rect(0, shape.base + shape.size[1], shape.size[0], shape.top)
    return outline


def placed(kit: Kit, one: Laid, cut: Outline) -> Matrix:
    """Where the cut of a piece comes to lie."""
    shape = kit.shared.shapes[kit.components[one.component].shape]
    x, y, w, h = bounds(cut)
    scale = one.scale * (shape.seen[0] / w if shape.form == "standee" else 1.0)
    at = (one.x - (x + w / 2) * scale, one.y - (y + h / 2) * scale)
    return times(turned(one.turn, one.x, one.y), (scale, 0, 0, scale, *at))


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
    faces: dict[str, Scene],
    spots: list[tuple[float, float]],
    width: float,
    height: float,
    fonts: Fonts,
) -> bytes:
    placed = [
        Spot(name, moved(x, y), transform(scene.outline, moved(x, y)))
        for (name, scene), (x, y) in zip(faces.items(), spots, strict=True)
    ]
    plates = Plates(fonts, faces, packed=False)
    file = PdfFile(plates)
    file.page(plates.page([(placed, (), page_matrix(height))]), (width * K, height * K))
    return file.finished({})

"""Two ways to look at a tableau: obliquely, with vectors for a page; in perspective, as a picture of points."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from venice_pnp.draw.engraving import Lens, Point, Quad
from venice_pnp.draw.inks import Inks
from venice_pnp.draw.pdf import K, Plates, page_matrix
from venice_pnp.draw.pdf_file import PdfFile
from venice_pnp.draw.scene import Box, Group, Item, Path, Segment, fit, moved, polyline, rect
from venice_pnp.press.tableau import Pane, Shadow, Slab, Spot3, Thing

if TYPE_CHECKING:
    from PIL import Image

TURN, SQUASH, UP = math.radians(-10.0), 0.68, 0.72  # oblique: how far the table is turned, how low one sits
BOARDS = 95.0  # mm between the seams of the table
LINE = 0.5  # mm on the table round every panel
SHADED = 0.2  # of ink in the gold of the table, where a shadow lies
NEAR, LOW, AROUND = 1350.0, math.radians(39.0), math.radians(-9.0)  # photo: from how far, how high, how far round
WIDEST = 4000  # points
FINER = 1.0  # points of the faces for one of the picture before it is halved
RIM = 0.035  # of the picture's width round the things
PLANK, LONG = 150.0, 4000.0  # mm, of the table
DARK = 84  # of 255, how dark a shadow is


# --- vectors ----------------------------------------------------------------------------------------------
def oblique(things: Iterable[Thing], inks: Inks, box: Box) -> Group:
    """The tableau as large as the box allows, on a warm table of the box's size."""
    things = sorted(things, key=lambda thing: not _on_table(thing))  # what lies in shadow, before all that casts it
    left, top, wide, high = _room(things)
    a, _, _, d, e, f = place = fit((wide, high), box, (left, top))
    items = [item for thing in things for item in _oblique(thing, inks)]
    frame = rect(*box, 2.0)
    x, y, w, h = ((box[0] - e) / a, (box[1] - f) / d, box[2] / a, box[3] / d)  # the box on the table
    planks: list[Segment] = []
    for k in range(-4, int(h / BOARDS) + 8):
        at = y + k * BOARDS
        planks += [("M", x, at), ("L", x + w, at + w * math.tan(TURN) * SQUASH)]
    seams = Path(tuple(planks), stroke=inks.mixed("gold", "paper", 0.45), width=LINE * 2)
    ground = Path(frame, inks.mixed("gold", "paper", 0.62))
    edge = Path(frame, None, inks.line("gold"), 0.3)  # over the seams that end there
    return Group((ground, Group((Group((seams, *items), place),), clip=frame), edge))


def oblique_height(things: Iterable[Thing], width: float) -> float:
    """How high a tableau is that is so wide."""
    _, _, wide, high = _room(list(things))
    return width * high / wide


def _room(things: Sequence[Thing]) -> Box:
    """What the picture must have room for, with a rim."""
    points = [_slanted(p) for thing in things for p in _points(thing) if not isinstance(thing, Shadow)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, low = min(y for _, y in points), max(y for _, y in points)
    rim = (right - left) * RIM
    return left - rim, top - rim, right - left + 2 * rim, low - top + 2 * rim


def _slanted(p: Spot3) -> Point:
    x, y, z = p
    return (x * math.cos(TURN) - y * math.sin(TURN), (x * math.sin(TURN) + y * math.cos(TURN)) * SQUASH - z * UP)


def _oblique(thing: Thing, inks: Inks) -> Iterable[Item]:
    if isinstance(thing, Pane):
        (ax, ay), (bx, by), (cx, cy) = map(_slanted, thing.corners)
        x, y, w, h = thing.window
        a, b, c, d = (bx - ax) / w, (by - ay) / w, (cx - ax) / h, (cy - ay) / h
        matrix = (a, b, c, d, ax - a * x - c * y, ay - b * x - d * y)
        yield Group((thing.drawn,), matrix, clip=thing.clip)
        yield Group((Path(thing.clip, stroke=inks.line("ink"), width=LINE),), matrix)
    elif isinstance(thing, Slab):
        if thing.line:  # what only fills up is too small to be seen here
            outline = polyline(map(_slanted, thing.points), close=True)
            yield Path(outline, inks.area(thing.tone), inks.line("ink"), LINE)
    elif _on_table(thing) and not inks.low:  # on the board, and without colours, one saw stray lines only
        yield Path(polyline(map(_slanted, thing.points), close=True), inks.mixed("gold", "ink", SHADED))


def _on_table(thing: Thing) -> bool:
    """Whether it is a shadow, and on no board."""
    return isinstance(thing, Shadow) and all(z == 0 for _, _, z in thing.points)


def _points(thing: Thing) -> Sequence[Spot3]:
    return thing.points if isinstance(thing, (Slab, Shadow)) else _four(thing.corners)


def _four(corners: tuple[Spot3, Spot3, Spot3]) -> tuple[Spot3, Spot3, Spot3, Spot3]:
    """All corners of a panel, round."""
    a, b, c = corners
    d = (b[0] + c[0] - a[0], b[1] + c[1] - a[1], b[2] + c[2] - a[2])
    return a, b, d, c


# --- points -----------------------------------------------------------------------------------------------
def photo(things: Iterable[Thing], inks: Inks, plates: Plates, width: int) -> bytes:
    """The tableau on a wooden table, in perspective, with soft shadows: a PNG of this width."""
    out = io.BytesIO()
    exposed(things, inks, plates, width).save(out, "PNG", optimize=True)
    return out.getvalue()


def exposed(things: Iterable[Thing], inks: Inks, plates: Plates, width: int) -> Image.Image:
    """The same before it is packed."""
    from PIL import Image  # only for pictures of points

    things = list(things)
    lens = _Perspective(things, min(width, WIDEST) * 2)
    size = lens.size
    picture = Image.new("RGB", size, inks.mixed("bronze", "paper", 0.4))
    _table(picture, lens, inks)
    faces = _faces([thing for thing in things if isinstance(thing, Pane)], lens, plates)
    for thing in things:
        if isinstance(thing, Pane):
            _paste(picture, faces[thing.key], _quad(thing, lens))
        elif isinstance(thing, Slab):
            _fill(picture, [lens.at(p) for p in thing.points], inks.area(thing.tone), inks.line("ink"), thing.line > 0)
        else:
            _darken(picture, [lens.at(p) for p in thing.points], thing.soft * lens.scale, inks.low)
    return picture.resize((size[0] // 2, size[1] // 2), Image.Resampling.LANCZOS)


class _Perspective:
    """A camera before the table that has all things in its picture."""

    def __init__(self, things: Sequence[Thing], wide: int) -> None:
        points = [p for thing in things if not isinstance(thing, Shadow) for p in _points(thing)]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        self.middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        self.scale, self.shift = 1.0, (0.0, 0.0)
        seen = [self.at(p) for p in points]
        left, right = min(x for x, _ in seen), max(x for x, _ in seen)
        top, low = min(y for _, y in seen), max(y for _, y in seen)
        self.scale = wide * (1 - 2 * RIM) / (right - left)
        rim = wide * RIM
        self.size = (wide, math.ceil(((low - top) * self.scale + 2 * rim) / 2) * 2)
        self.shift = (rim - left * self.scale, rim - top * self.scale)

    def at(self, p: Spot3) -> Point:
        x, y, z = p[0] - self.middle[0], p[1] - self.middle[1], p[2]
        x, y = x * math.cos(AROUND) - y * math.sin(AROUND), x * math.sin(AROUND) + y * math.cos(AROUND)
        depth = NEAR - y * math.cos(LOW) - z * math.sin(LOW)
        up = z * math.cos(LOW) - y * math.sin(LOW)
        return x / depth * NEAR * self.scale + self.shift[0], -up / depth * NEAR * self.scale + self.shift[1]


def _quad(panel: Pane, lens: _Perspective) -> Quad:
    a, b, c, d = (lens.at(p) for p in _four(panel.corners))
    return a, b, c, d


def _faces(panels: Sequence[Pane], lens: _Perspective, plates: Plates) -> dict[str, Image.Image]:
    """Every face that is seen, as large as it is seen at its nearest; all from one file of pages."""
    import pypdfium2  # only for pictures of points

    file, wanted = PdfFile(plates), dict[str, tuple[Pane, float]]()
    for panel in panels:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = _quad(panel, lens)
        _, _, w, h = panel.window
        seen = max(
            math.dist((ax, ay), (bx, by)) / w, math.dist((dx, dy), (cx, cy)) / w,
            math.dist((ax, ay), (dx, dy)) / h, math.dist((bx, by), (cx, cy)) / h,
        )  # fmt: skip
        wanted[panel.key] = (panel, max(seen, wanted.get(panel.key, (panel, 0.0))[1]))
    for panel, _ in wanted.values():
        x, y, w, h = panel.window
        shown = Group((Group((panel.drawn,), clip=panel.clip),), moved(-x, -y))
        file.page(plates.page([((), (shown,), page_matrix(h))]), (w * K, h * K))
    document = pypdfium2.PdfDocument(file.finished({}))
    out = {}
    for number, (key, (_, seen)) in enumerate(wanted.items()):
        drawn = document[number].render(scale=seen * FINER / K, fill_color=(255, 255, 255, 0))
        out[key] = drawn.to_pil().convert("RGBA")
    return out


def _paste(picture: Image.Image, face: Image.Image, quad: Quad) -> None:
    """A face on its quadrilateral."""
    from PIL import Image  # only for pictures of points

    left, top = (math.floor(min(p[n] for p in quad)) - 1 for n in (0, 1))
    right, low = (math.ceil(max(p[n] for p in quad)) + 2 for n in (0, 1))
    a, b, c, d = ((x - left, y - top) for x, y in quad)
    w, h = face.size
    rimmed = Image.new("RGBA", (w + 2, h + 2), (0, 0, 0, 0))  # so that its edges fade
    rimmed.paste(face, (1, 1))
    m = Lens((a, b, c, d)).inverse()
    data = [m[0] * w + m[6], m[1] * w + m[7], m[2] * w + m[8], m[3] * h + m[6], m[4] * h + m[7], m[5] * h + m[8]]
    data += [m[6], m[7], m[8]]
    numbers = [n / data[8] for n in data[:8]]
    seen = rimmed.transform((right - left, low - top), Image.Transform.PERSPECTIVE, numbers, Image.Resampling.BICUBIC)
    picture.paste(seen, (left, top), seen)


def _fill(picture: Image.Image, points: Sequence[Point], tone: str, ink: str, lined: bool) -> None:
    from PIL import ImageDraw  # only for pictures of points

    draw = ImageDraw.Draw(picture)
    draw.polygon(list(points), tone)
    if lined:
        draw.line([*points, points[0]], ink, 1)


def _darken(picture: Image.Image, points: Sequence[Point], soft: float, low: bool) -> None:
    """A shadow whose rim fades."""
    from PIL import Image, ImageDraw, ImageFilter  # only for pictures of points

    room = math.ceil(soft * 2) + 2
    left, top = (math.floor(min(p[n] for p in points)) - room for n in (0, 1))
    right, base = (math.ceil(max(p[n] for p in points)) + room for n in (0, 1))
    mask = Image.new("L", (right - left, base - top), 0)
    ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in points], fill=DARK // (2 if low else 1))
    mask = mask.filter(ImageFilter.GaussianBlur(soft * 0.6))
    picture.paste(Image.new("RGB", mask.size, "#1A1410"), (left, top), mask)


def _table(picture: Image.Image, lens: _Perspective, inks: Inks) -> None:
    """Planks of warm wood from side to side, with their grain."""
    rows = range(-12, 12)
    for row in rows:
        y = lens.middle[1] + row * PLANK
        share = (row * 37 % 11) / 11 * 0.14
        tone = inks.mixed("bronze", "paper", 0.32 + share)
        corners = [(-LONG, y, 0.0), (LONG, y, 0.0), (LONG, y + PLANK, 0.0), (-LONG, y + PLANK, 0.0)]
        if any(NEAR - (p[1] - lens.middle[1]) < NEAR * 0.12 for p in corners):
            continue
        _fill(picture, [lens.at(p) for p in corners], tone, inks.mixed("bronze", "ink", 0.35), True)
        for k in range(1, 7):
            at = y + PLANK * (k + ((row * 5 + k * 3) % 4) * 0.12) / 7
            line = [lens.at((-LONG + i * 160.0, at + math.sin(i * 0.7 + k + row) * 2.2, 0.0)) for i in range(51)]
            _stroke(picture, line, inks.mixed("bronze", "paper", 0.2 + share))


def _stroke(picture: Image.Image, points: Sequence[Point], tone: str) -> None:
    from PIL import ImageDraw  # only for pictures of points

    ImageDraw.Draw(picture).line(list(points), tone, 2)

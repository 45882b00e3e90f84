"""Drawn steps: how a sheet becomes cardboard, and a flat piece a standee, a house, a die, a box. The real faces are
laid on the drawn sides.

Space is seen from above and from the right: x runs to the right, y towards the viewer, z up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from venice_pnp.draw.frames import inset
from venice_pnp.draw.scene import (
    FACE,
    PT,
    Box,
    Group,
    Item,
    Matrix,
    Path,
    Scene,
    bounds,
    ellipse,
    fit,
    moved,
    polyline,
    rect,
    transform,
)
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.models import Shape
from venice_pnp.press.nets import DIE_ACROSS, Net, die_folds
from venice_pnp.press.pack import APART

Space = tuple[float, float, float]
ACROSS, DOWN = 0.87, 0.42  # of a mm to the side and towards the viewer
INSIDE, SHADE = "#FFFFFF", "#D9D2C3"
COLUMNS, ROWS, RIM = 2, 2, 0.3  # of a drawn sheet: pieces, and the rim round them as a share of a piece
MARKED = 0.51  # of the width of a piece: the rim of a sheet that has room for marks and numbers
TOUCHING = 0.5  # of the bleed of a counter: how far cuts between counters go on
TICK, DIGIT = 0.2, 0.86  # of that rim: where a mark begins, and the size of a digit
THICK = 0.05  # of a drawn board, as a share of its length
LEAN = math.radians(35)  # of a half or a sheet on its way over, from upright
ROOF = math.radians(12)  # of a booklet that lies open on its face, from flat
FOLDING = math.radians(24)  # of the panels of a board on their way, from flat
LAYERS = 8  # that look like the side of a piece of any form
PAGED, NUMBERED = 0.08, 0.62  # of a drawn page: its rim, and how high its number is


class FoldStep(Struct, frozen=True):
    """One picture of a row; its items in mm of its own."""

    items: tuple[Item, ...]
    box: Box


class Seen(Struct, frozen=True):
    """A face that is laid on sides. Its key tells the drawing from all others of a build."""

    scene: Scene
    key: str

    def laid(self, part: Box, corner: Space, along: Space, down: Space, line: str) -> list[Item]:
        """A part of the face on a side of a body: its upper left corner, and where its two edges lead."""
        x, y, w, h = part
        (ox, oy), (ux, uy), (vx, vy) = seen(corner), seen(along), seen(down)
        a, b, c, d = ux / w, uy / w, vx / h, vy / h
        matrix: Matrix = (a, b, c, d, ox - a * x - c * y, oy - b * x - d * y)
        return [
            Group(self.scene.items, matrix, rect(*part), self.key),
            Path(transform(rect(*part), matrix), None, line, 0.35 * _unit(self.scene)),
        ]


def _unit(scene: Scene) -> float:
    """Lines look alike in all pictures, however large the piece is that they show."""
    return max(scene.width, scene.height) / 60


def seen(p: Space) -> tuple[float, float]:
    x, y, z = p
    return (x - y) * ACROSS, (x + y) * DOWN - z


def _side(points: Sequence[Space], fill: str, line: str, width: float) -> Path:
    return Path(polyline([seen(p) for p in points], close=True), fill, line, width)


def _step(items: Sequence[Item]) -> FoldStep:
    """The picture with the box of everything in it."""
    boxes = [bounds(transform(i.clip, i.matrix)) if isinstance(i, Group) and i.clip else _box(i) for i in items]
    x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, low = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
    return FoldStep(tuple(items), (x, y, right - x, low - y))


def _box(item: Item) -> Box:
    assert isinstance(item, Path)
    return bounds(item.d)


def placed(step: FoldStep, box: Box) -> Group:
    """The picture as large as fits into the middle of a box."""
    x, y, w, h = step.box
    return Group(step.items, fit((w, h), box, (x, y)))


class Figures:
    """Pictures in the colours of one studio."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.ink, self.mark = studio.inks.line("ink"), studio.inks.line("brick")
        self.shade = INSIDE if studio.inks.low else SHADE
        self.paper, self.water = studio.inks.area("paper"), INSIDE if studio.inks.low else studio.inks.line("lagoon")

    def face(self, key: str, scene: Scene) -> Seen:
        return Seen(scene, f"{FACE}{key}")

    def flat(self, face: Seen, folds: Sequence[tuple[tuple[float, float], tuple[float, float]]]) -> FoldStep:
        """The piece as it is cut out, with its folds."""
        scene, unit = face.scene, _unit(face.scene)
        whole = Group(scene.items, clip=scene.outline, key=face.key)
        lines = [Path(polyline(f), stroke=self.mark, width=0.5 * unit, dash=(2 * unit, 1.4 * unit)) for f in folds]
        return _step([whole, Path(scene.outline, None, self.ink, 0.35 * unit), *lines])

    # --- mounting ---------------------------------------------------------------------------------------
    def wrapped(self, front: Seen, back: Seen, board: bool) -> list[FoldStep]:
        """Scored; glued on the board, or folded on itself; the other half over it; cut."""
        fronts, backs = self._half(front), self._half(back)
        (w, h), thick = _size(fronts), _thick(fronts) if board else 0.0
        line, gutter = 0.35 * _unit(fronts.scene), thick
        sheet = Seen(_beside(fronts, backs, gutter), f"{front.key} and its back")
        flat = self.flat(sheet, [((x, 0.0), (x, h)) for x in sorted({w, w + gutter})])
        paper: Item = _side(
            [(0, 0, 0), (2 * w + gutter, 0, 0), (2 * w + gutter, h, 0), (0, h, 0)], INSIDE, self.ink, line
        )
        glued: list[Item] = [paper, *self._slab((0, 0, 0), (w, h, thick), line)]
        folding = self._slab((0, 0, 0), (w, h, thick), line)
        up = (-w * math.sin(LEAN), 0.0, w * math.cos(LEAN))
        folding += backs.laid((0, 0, w, h), (w, h, thick), up, (0, -h, 0), self.ink)
        steps = [flat, _step(folding), self._cut_out(fronts, front, thick)]
        return [flat, _step(glued), *steps[1:]] if board else steps

    def two_sheets(self, front: Seen, back: Seen, board: bool) -> list[FoldStep]:
        """Pricked through the rings; the backs upon the holes; cut."""
        fronts, backs = self._half(front), self._half(back)
        thick = _thick(fronts) if board else 0.0
        return [
            self._pinned(fronts, thick, below=True),
            self._pinned(backs, thick, below=False),
            self._cut_out(fronts, front, thick),
        ]

    def one_side(self, front: Seen) -> list[FoldStep]:
        """Glued on the board; cut."""
        fronts = self._half(front)
        return [self._apart(fronts, _thick(fronts)), self._cut_out(fronts, front, _thick(fronts))]

    def card(self, front: Seen, back: Seen, long_edge: bool) -> list[FoldStep]:
        """Printed on one side; the same sheet turned over at its long or short edge; cut."""
        fronts, backs = self._half(front), self._half(back)
        w, h = _size(fronts)
        lying = _step(fronts.laid((0, 0, w, h), (0, 0, 0), (w, 0, 0), (0, h, 0), self.ink))
        return [lying, self._turned_over(backs, long_edge == (h >= w)), self._cut_out(fronts, front, 0.0)]

    def turning(self, size: tuple[float, float], front: str, back: str, sideways: bool) -> list[FoldStep]:
        """A sheet with a number on its page, or on each of two; half way over, with those of its back."""
        w, h = size
        fronts, backs = (self._paged(size, said.split()) for said in (front, back))
        lying = _step(fronts.laid((0, 0, w, h), (0, 0, 0), (w, 0, 0), (0, h, 0), self.ink))
        return [lying, self._turned_over(backs, sideways)]

    def _paged(self, size: tuple[float, float], numbers: Sequence[str]) -> Seen:
        """A sheet of one page or of several side by side, each with its number."""
        w, h = size
        wide, line = w / len(numbers), 0.35 * max(size) / 60
        items: list[Item] = [Path(rect(0, 0, w, h), INSIDE)]
        for n, number in enumerate(numbers):
            page = inset((n * wide, 0, wide, h), PAGED * min(wide, h))
            items.append(Path(rect(*page), self.paper, self.ink, line))
            points = min(page[2:]) * NUMBERED / PT
            items += self.studio.write(number, page, "number", points, "deep", floor=points, wrap=False)
        return Seen(Scene(w, h, tuple(items), rect(0, 0, w, h), 0.0, INSIDE), "")

    def measured(self, size: tuple[float, float]) -> FoldStep:
        """The foot of a sheet, and a ruler below the printed one."""
        w, _ = size
        high, line, unit = w * 0.42, 0.35 * w / 60, w / 21
        items: list[Item] = [Path(rect(0, 0, w, high * 0.55), INSIDE, self.ink, line)]
        left, far, at = w * 0.22, 10 * unit * 1.16, high * 0.42
        steel = (left - 2 * unit, at + unit * 0.35, far + 4 * unit, high * 0.42)
        items.append(Path(rect(*steel, unit * 0.2), self.shade, self.ink, line))
        items.append(Path(polyline([(left, at), (left + far, at)]), None, self.ink, 1.5 * line))
        for n in range(11):
            x, long = left + far * n / 10, unit * (0.9 if n % 5 == 0 else 0.5)
            items.append(Path(polyline([(x, at - long), (x, at)]), None, self.ink, line))
            items.append(Path(polyline([(x, steel[1]), (x, steel[1] + long)]), None, self.mark, line))
        points = unit * 1.5 / PT
        for n, said in ((0, "0"), (10, "100")):
            box = (left + far * n / 10 - 2 * unit, steel[1] + unit * 1.1, 4 * unit, 1.8 * unit)
            items.append(
                Group(self.studio.write(said, box, "number", points, floor=points, wrap=False), clip=rect(*box))
            )
        return _step(items)

    def _turned_over(self, backs: Seen, sideways: bool) -> FoldStep:
        """The sheet half way over, about its left edge or its far one; dashed, where it lay with its front up."""
        (w, h), unit = _size(backs), _unit(backs.scene)
        place = [seen(p) for p in ((0, 0, 0), (w, 0, 0), (w, h, 0), (0, h, 0))]
        lay = Path(polyline(place, close=True), None, self.mark, 0.5 * unit, dash=(2 * unit, 1.4 * unit))
        past, up = math.sin(LEAN), math.cos(LEAN)
        if sideways:
            corner, along, down = (-w * past, 0.0, w * up), (w * past, 0.0, -w * up), (0.0, h, 0.0)
        else:
            corner, along, down = (0.0, -h * past, h * up), (w, 0.0, 0.0), (0.0, h * past, -h * up)
        return _step([lay, *backs.laid((0, 0, w, h), corner, along, down, self.ink)])

    def _half(self, face: Seen) -> Seen:
        """A few equal pieces on white paper, as on a sheet."""
        w, h = face.scene.width, face.scene.height
        rim = RIM * max(w, h)
        size = (2 * rim + COLUMNS * w, 2 * rim + ROWS * h)
        items: list[Item] = [Path(rect(0, 0, *size), INSIDE)]
        for column in range(COLUMNS):
            for row in range(ROWS):
                at: Matrix = (1, 0, 0, 1, rim + column * w, rim + row * h)
                items.append(Group(face.scene.items, at, face.scene.outline, face.key))
        return Seen(Scene(*size, tuple(items), rect(0, 0, *size), 0.0, INSIDE), f"{face.key} on a sheet")

    def _slab(self, corner: Space, size: Space, line: float, top: Seen | None = None) -> list[Item]:
        """A board, or a board with a sheet on it."""
        (x, y, z), (w, h, t) = corner, size
        near: list[Space] = [(x, y + h, z), (x + w, y + h, z), (x + w, y + h, z + t), (x, y + h, z + t)]
        right: list[Space] = [(x + w, y, z), (x + w, y + h, z), (x + w, y + h, z + t), (x + w, y, z + t)]
        upper: list[Space] = [(x, y, z + t), (x + w, y, z + t), (x + w, y + h, z + t), (x, y + h, z + t)]
        items: list[Item] = [_side(side, self.shade, self.ink, line) for side in (near, right, upper)]
        return [*items, *top.laid((0, 0, w, h), (x, y, z + t), (w, 0, 0), (0, h, 0), self.ink)] if top else items

    def _apart(self, sheet: Seen, thick: float) -> FoldStep:
        """A sheet above its board."""
        (w, h), line = _size(sheet), 0.35 * _unit(sheet.scene)
        above = sheet.laid((0, 0, w, h), (0, 0, 6 * thick), (w, 0, 0), (0, h, 0), self.ink)
        return _step([*self._slab((0, 0, 0), (w, h, thick), line), *above])

    def _pinned(self, sheet: Seen, thick: float, below: bool) -> FoldStep:
        """Pins through the four corners; those that only prick stand out below, too."""
        (w, h), unit = _size(sheet), _unit(sheet.scene)
        rim, long = RIM / 2 * max(w, h) / 2, 8 * unit
        items = self._slab((0, 0, 0), (w, h, thick), 0.35 * unit, sheet)
        for x in (rim, w - rim):
            for y in (rim, h - rim):
                ends = [seen((x, y, thick)), seen((x, y, thick + long))]
                items.append(Path(polyline(ends), None, self.mark, 0.9 * unit))
                if below and y > h / 2:
                    items.append(
                        Path(polyline([seen((x, h, 0)), seen((x, h, -long / 2))]), None, self.mark, 0.9 * unit)
                    )
        return _step(items)

    def _cut_out(self, sheet: Seen, face: Seen, thick: float) -> FoldStep:
        """The whole, and one piece cut out of it."""
        (w, h), line = _size(sheet), 0.35 * _unit(sheet.scene)
        items = self._slab((0, 0, 0), (w, h, thick), line, sheet)
        at = (w + RIM * max(w, h) / 2, h - face.scene.height, 0.0)
        for layer in range(LAYERS + 1):
            matrix = _lying((at[0], at[1], thick * layer / LAYERS))
            outline = transform(face.scene.outline, matrix)
            items.append(Path(outline, self.shade, self.ink if layer in (0, LAYERS) else self.shade, line))
        items.append(Group(face.scene.items, matrix, face.scene.outline, face.key))
        return _step([*items, Path(outline, None, self.ink, line)])

    # --- cutting ----------------------------------------------------------------------------------------
    def numbered(self, face: Seen) -> list[FoldStep]:
        """Cut across, then down, by the numbers at both ends and inside the rim; the pieces."""
        w, h = face.scene.width, face.scene.height
        rim, line = MARKED * w, 0.35 * _unit(face.scene) * COLUMNS
        across, down = [rim, rim + h], [rim + n * w for n in range(COLUMNS + 1)]
        size = (down[-1] + rim, across[-1] + rim)
        sheet: list[Item] = [Path(rect(0, 0, *size), INSIDE, self.ink, line)]
        sheet += [self._at(face, (x, rim), line) for x in down[:-1]]
        for n, y in enumerate(across):
            before = y == across[-1]  # the last numbers stand before their marks, away from the corner
            for x in (0.0, size[0] - rim):
                sheet += self._mark(n + 1, (x, y - rim / 2), rim, line, True, before)
        for n, x in enumerate(down):
            for y in (0.0, size[1] - rim):
                sheet += self._mark(len(across) + n + 1, (x - rim / 2, y), rim, line, False, x == down[-1])
        past = rim * TICK / 2
        cuts = [polyline([(rim - past, y), (down[-1] + past, y)]) for y in across]
        more = [polyline([(x, rim - past), (x, across[-1] + past)]) for x in down]
        first, second = ([Path(cut, None, self.mark, 4 * line) for cut in some] for some in (cuts, more))
        thin = [Path(cut, None, self.mark, line) for cut in cuts]
        loose = [self._at(face, (x + n * rim / 2, rim), line) for n, x in enumerate(down[:-1])]
        return [_step([*sheet, *first]), _step([*sheet, *thin, *second]), _step(loose)]

    def rounded(self, face: Seen) -> list[FoldStep]:
        """Counters parted where their rims touch; one of them with its circle to cut; cut out."""
        scene, line = face.scene, 0.35 * _unit(face.scene) * COLUMNS
        w, h, rim = scene.width, scene.height, scene.bleed or APART / 2
        wide, high, past = w + 2 * rim, h + 2 * rim, rim * TOUCHING
        printed = Group(scene.items, clip=ellipse(w / 2, h / 2, w / 2 + rim), key=face.key)
        corners = [(n * wide + rim, m * high + rim) for n in range(COLUMNS) for m in range(ROWS)]
        sheet: list[Item] = [Path(rect(-past, -past, COLUMNS * wide + 2 * past, ROWS * high + 2 * past), INSIDE)]
        sheet += [Group((printed,), moved(*at), rect(-rim, -rim, wide, high)) for at in corners]
        cuts = [polyline([(n * wide, -past), (n * wide, ROWS * high + past)]) for n in range(1, COLUMNS)]
        cuts += [polyline([(-past, n * high), (COLUMNS * wide + past, n * high)]) for n in range(1, ROWS)]
        first = [Path(cut, None, self.mark, 4 * line) for cut in cuts]
        square = Path(rect(-rim, -rim, wide, high), INSIDE, self.ink, line)
        parted: list[Item] = [square, printed, Path(scene.outline, None, self.mark, 4 * line)]
        return [_step([*sheet, *first]), _step(parted), _step([self._at(face, (0.0, 0.0), line)])]

    def _at(self, face: Seen, at: tuple[float, float], line: float) -> Group:
        edge = Path(face.scene.outline, None, self.ink, line)
        whole = Group(face.scene.items, clip=face.scene.outline, key=face.key)
        x, y, w, h = bounds(face.scene.outline)
        return Group((whole, edge), (1.0, 0.0, 0.0, 1.0, *at), rect(x - line, y - line, w + 2 * line, h + 2 * line))

    def _mark(
        self, number: int, at: tuple[float, float], rim: float, line: float, level: bool, before: bool
    ) -> list[Item]:
        """A crop mark in the rim, and the number of its cut beside it."""
        (x, y), half = at, rim / 2
        ends = [(x, y + half), (x + rim, y + half)] if level else [(x + half, y), (x + half, y + rim)]
        low, high = (TICK, 1 - TICK)
        tick = [tuple(a + (b - a) * share for a, b in zip(*ends, strict=True)) for share in (low, high)]
        aside = half - rim if before else half
        box = (x, y + aside, rim, rim) if level else (x + aside, y, rim, rim)
        points = rim / PT * DIGIT
        words = self.studio.write(str(number), box, "number", points, floor=points, wrap=False)
        return [Path(polyline([(a, b) for a, b in tick]), None, self.ink, line), Group(words, clip=rect(*box))]

    # --- standees ---------------------------------------------------------------------------------------
    def standee(self, face: Seen, shape: Shape) -> list[FoldStep]:
        """Flat, half folded, standing; a strip between the faces becomes a top or a roof."""
        (w, h), b, t = shape.size, shape.base, shape.top
        high = face.scene.height
        folds = [b, b + h, high - b - h, high - b] if t else [b, b + h, high - b]
        if shape.ridge:
            folds.append(high / 2)
        flat = self.flat(face, [((0.0, y), (w, y)) for y in folds])
        if not t:
            return [flat, self._tent(face, shape, h * 0.5), self._tent(face, shape, 0.0)]
        return [flat, self._house(face, shape, 0.45), self._house(face, shape, 0.0)]

    def _tent(self, face: Seen, shape: Shape, spread: float) -> FoldStep:
        (w, h), b = shape.size, shape.base
        z, wide = math.sqrt(h * h - spread * spread), 0.35 * _unit(face.scene)
        front = face.scene.height - b - h
        back = [(0.0, 0.0, z), (w, 0.0, z), (w, -spread, 0.0), (0.0, -spread, 0.0)]
        flap = [(0.0, -spread, 0.0), (w, -spread, 0.0), (w, -spread - b, 0.0), (0.0, -spread - b, 0.0)]
        items: list[Item] = [_side(flap, INSIDE, self.ink, wide), _side(back, self.shade, self.ink, wide)]
        items += face.laid((0, front + h, w, b), (0, spread, 0), (w, 0, 0), (0, b, 0), self.ink)
        items += face.laid((0, front, w, h), (0, 0, z), (w, 0, 0), (0, spread, -z), self.ink)
        return _step(items)

    def _house(self, face: Seen, shape: Shape, open_: float) -> FoldStep:
        """Two walls under a flat top or a roof; half open, its front wall hangs outward."""
        (w, h), b, t = shape.size, shape.base, shape.top
        wide = 0.35 * _unit(face.scene)
        half = b / 2 if shape.ridge else t / 2
        rise = math.sqrt(max(0.0, (t / 2) ** 2 - half**2)) if shape.ridge else 0.0
        strip, front = b + h, b + h + t
        out, down = h * math.sin(open_), h * math.cos(open_)
        end: list[Space] = [(w, half, h), (w, half + out, h - down), (w, -half - out, h - down), (w, -half, h)]
        if rise:
            end.append((w, 0, h + rise))
        items: list[Item] = [_side(end, self.shade, self.ink, wide)]
        if shape.ridge:
            items += face.laid((0, strip + t / 2, w, t / 2), (0, 0, h + rise), (w, 0, 0), (0, half, -rise), self.ink)
        else:
            items += face.laid((0, strip, w, t), (0, -half, h), (w, 0, 0), (0, t, 0), self.ink)
        items += face.laid((0, front, w, h), (0, half, h), (w, 0, 0), (0, out, -down), self.ink)
        if open_:
            flap = (0, b * 0.8, -b * 0.3)
            items += face.laid((0, front + h, w, b), (0, half + out, h - down), (w, 0, 0), flap, self.ink)
        return _step(items)

    # --- dice -------------------------------------------------------------------------------------------
    def die(self, face: Seen) -> list[FoldStep]:
        """A cross of six squares: flat, half closed, closed."""
        u = face.scene.width / DIE_ACROSS
        return [self.flat(face, die_folds(u)), self._cube(face, u, 1.05), self._cube(face, u, 0.0)]

    def _cube(self, face: Seen, u: float, lid: float) -> FoldStep:
        wide = 0.35 * _unit(face.scene)
        items: list[Item] = []
        if lid:
            items.append(_side([(0, 0, u), (u, 0, u), (u, u, u), (0, u, u)], self.shade, self.ink, wide))
        items += face.laid((u, u, u, u), (0, u, u), (u, 0, 0), (0, 0, -u), self.ink)
        items += face.laid((2 * u, u, u, u), (u, u, u), (0, -u, 0), (0, 0, -u), self.ink)
        back, up = u * math.cos(lid), u * math.sin(lid)
        items += face.laid((u, 0, u, u), (0, u - back, u + up), (u, 0, 0), (0, back, -up), self.ink)
        return _step(items)

    # --- boxes ------------------------------------------------------------------------------------------
    def tuck_box(self, face: Seen, net: Net) -> list[FoldStep]:
        return [self.flat(face, net.folds), self._tuck_box(face, net, True), self._tuck_box(face, net, False)]

    def _tuck_box(self, face: Seen, net: Net, is_open: bool) -> FoldStep:
        (w, h, d), p, wide = net.inside, net.panels, 0.35 * _unit(face.scene)
        items: list[Item] = []
        if is_open:
            up = (0.0, -d * 0.3, h + d * 0.95)
            tuck = (0.0, up[1] + d * 0.3, up[2] + p["tuck"][3] * 0.8)
            lid = [(0.0, 0.0, h), (w, 0.0, h), (w, *up[1:]), (w * 0.9, *tuck[1:]), (w * 0.1, *tuck[1:]), up]
            items.append(_side(lid, INSIDE, self.ink, wide))
            items.append(_side([(0, 0, h), (w, 0, h), (w, d, h), (0, d, h)], self.shade, self.ink, wide))
        items += face.laid(p["front"], (0, d, h), (w, 0, 0), (0, 0, -h), self.ink)
        items += face.laid(p["other-side"], (w, d, h), (0, -d, 0), (0, 0, -h), self.ink)
        if not is_open:
            items += face.laid(p["lid"], (w, d, h), (-w, 0, 0), (0, -d, 0), self.ink)
        return _step(items)

    def envelope(self, face: Seen, net: Net) -> list[FoldStep]:
        """Flat; from behind, glued and open; from behind, closed."""
        x, y, w, h = net.panels["back"]
        flap, wide = net.panels["flap"][3], 0.35 * _unit(face.scene)
        turned_back: Matrix = (-1, 0, 0, -1, x + w, y + h)
        back = Group(face.scene.items, turned_back, rect(x, y, w, h), face.key)
        edge = Path(rect(0, 0, w, h), None, self.ink, wide)
        corners = [(0.0, 0.0), (flap * 0.5, flap), (w - flap * 0.5, flap), (w, 0.0)]
        opened = Path(polyline([(px, -py) for px, py in corners], close=True), INSIDE, self.ink, wide)
        slant = polyline([(x + w - px, flap - py) for px, py in corners], close=True)
        closed = Group(face.scene.items, (-1, 0, 0, -1, x + w, flap), slant, face.key)
        over = Path(polyline(corners, close=True), None, self.ink, wide)
        return [self.flat(face, net.folds), _step([opened, back, edge]), _step([back, edge, closed, over])]

    def tray(self, face: Seen, net: Net) -> list[FoldStep]:
        return [self.flat(face, net.folds), self._tray(face, net, 0.6), self._tray(face, net, 0.0)]

    def _tray(self, face: Seen, net: Net, lean: float) -> FoldStep:
        """Walls up, or still leaning outward."""
        (w, h, c), p, wide = net.inside, net.panels, 0.35 * _unit(face.scene)
        o, z = c * math.sin(lean), c * math.cos(lean)
        floor: list[Space] = [(0, 0, 0), (w, 0, 0), (w, h, 0), (0, h, 0)]
        back: list[Space] = [(0, 0, 0), (w, 0, 0), (w, -o, z), (0, -o, z)]
        left: list[Space] = [(0, 0, 0), (0, h, 0), (-o, h, z), (-o, 0, z)]
        items: list[Item] = [
            _side(floor, INSIDE, self.ink, wide),
            _side(back, self.shade, self.ink, wide),
            _side(left, self.shade, self.ink, wide),
        ]
        if lean:  # the near walls show their white insides
            near: list[Space] = [(0, h, 0), (w, h, 0), (w, h + o, z), (0, h + o, z)]
            right: list[Space] = [(w, 0, 0), (w, h, 0), (w + o, h, z), (w + o, 0, z)]
            return _step([*items, _side(near, INSIDE, self.ink, wide), _side(right, INSIDE, self.ink, wide)])
        items += face.laid(p["low"], (w, h, 0), (-w, 0, 0), (0, 0, c), self.ink)
        items += face.laid(p["left"], (w, 0, c), (0, 0, -c), (0, h, 0), self.ink)
        return _step(items)

    # --- the box for the whole game, and the board in it -----------------------------------------------
    def game_box(self, inside: Space) -> list[FoldStep]:
        """The four walls of a half; as a ring with the floor over its tabs; the lid over the tray."""
        (w, h, c), line = inside, 0.35 * max(inside) / 60
        t = c / 3
        ring = self._ring((w, h, c), t, line)
        floor: list[Space] = [(0, 0, 2.2 * c), (w, 0, 2.2 * c), (w, h, 2.2 * c), (0, h, 2.2 * c)]
        lid = self._closed((w, h, 0.6 * c), 1.5 * c, line)
        return [self._walls(inside, t, line), _step([*ring, self._plain(floor, line)]), _step([*ring, *lid])]

    def _walls(self, inside: Space, tab: float, line: float) -> FoldStep:
        """Flat, one beside the other, each with its two tabs."""
        w, h, c = inside
        items: list[Item] = []
        for n, length in enumerate((h, w, h, w)):
            x = n * (c + 2 * tab)
            items.append(Path(rect(x, 0, c, length), self.water, self.ink, line))
            for glue in ((x + c, 0.0, tab, length), (x, length, c, tab)):
                items.append(Path(rect(*glue), INSIDE, self.mark, line, dash=(4 * line, 3 * line)))
        return _step(items)

    def _ring(self, inside: Space, tab: float, line: float) -> list[Item]:
        """Four walls that stand upside down, their tabs folded inward above."""
        w, h, c = inside
        far: list[list[Space]] = [
            [(0, 0, 0), (w, 0, 0), (w, 0, c), (0, 0, c)],
            [(0, 0, 0), (0, h, 0), (0, h, c), (0, 0, c)],
        ]
        near: list[list[Space]] = [
            [(0, h, 0), (w, h, 0), (w, h, c), (0, h, c)],
            [(w, 0, 0), (w, h, 0), (w, h, c), (w, 0, c)],
        ]
        i = tab
        tabs: list[list[Space]] = [
            [(0, 0, c), (w, 0, c), (w - i, i, c), (i, i, c)],
            [(0, 0, c), (0, h, c), (i, h - i, c), (i, i, c)],
            [(0, h, c), (w, h, c), (w - i, h - i, c), (i, h - i, c)],
            [(w, 0, c), (w, h, c), (w - i, h - i, c), (w - i, i, c)],
        ]
        sides = [_side(side, self.shade, self.ink, line) for side in far]
        sides += [_side(side, self.water, self.ink, line) for side in near]
        return [*sides, *(_side(side, INSIDE, self.ink, line) for side in tabs)]

    def _closed(self, size: Space, above: float, line: float) -> list[Item]:
        """A half with its floor on it."""
        w, h, c = size
        low, top = above, above + c
        near: list[Space] = [(0, h, low), (w, h, low), (w, h, top), (0, h, top)]
        right: list[Space] = [(w, 0, low), (w, h, low), (w, h, top), (w, 0, top)]
        floor: list[Space] = [(0, 0, top), (w, 0, top), (w, h, top), (0, h, top)]
        return [*(_side(side, self.water, self.ink, line) for side in (near, right)), self._plain(floor, line)]

    def _plain(self, floor: Sequence[Space], line: float) -> Path:
        return _side(floor, self.paper, self.ink, line)

    def booklet(self, page: tuple[float, float]) -> list[FoldStep]:
        """Its sheets one upon the other; folded in the middle; stapled in the fold, like a roof."""
        (w, h), line = page, 0.35 * max(page) / 60
        apart, dash = w * 0.1, (6 * line, 4 * line)

        def sheet(left: Space, fill: str, right: Space = (w, 0.0, 0.0), z: float = 0.0) -> list[Item]:
            halves = [[(0, 0, z), (x, 0, z + up), (x, h, z + up), (0, h, z)] for x, _, up in (left, right)]
            return [_side(half, fill, self.ink, line) for half in halves]

        laid = [item for n in range(3) for item in sheet((-w, 0.0, 0.0), INSIDE, z=n * apart)]
        middle = polyline([seen((0, y, 2 * apart)) for y in (0, h)])
        laid.append(Path(middle, None, self.mark, line, dash=dash))
        folded = sheet((-w * math.sin(LEAN), 0.0, w * math.cos(LEAN)), INSIDE)
        down = (w * math.cos(ROOF), 0.0, -w * math.sin(ROOF))
        roof = sheet((-down[0], 0.0, down[2]), self.paper, down)
        for at in (0.3, 0.7):
            staple = polyline([seen((0, h * (at + half), 0)) for half in (-0.07, 0.07)])
            roof.append(Path(staple, None, self.mark, 7 * line))
        return [_step(laid), _step(folded), _step(roof)]

    def panels(self, board: Seen, columns: int, rows: int) -> list[FoldStep]:
        """A strip of the picture over its panels; folding; folded."""
        w, h = board.scene.width / columns, board.scene.height / rows
        line, thick = 0.35 * _unit(board.scene), THICK * h
        wide, lift = columns * w, 5 * thick
        under = [item for n in range(columns) for item in self._slab((n * w, 0, 0), (w, h, thick), line)]
        over = board.laid((0, 0, wide, h), (0, 0, lift), (wide, 0, 0), (0, h, 0), self.ink)
        return [
            _step([*under, *over]),
            self._zigzag(board, columns, (w, h)),
            self._folded(board, columns, (w, h, thick)),
        ]

    def _zigzag(self, board: Seen, columns: int, size: tuple[float, float]) -> FoldStep:
        """Half folded: at the first joint the picture goes inward, at the next the back."""
        w, h = size
        across, up = w * math.cos(FOLDING), w * math.sin(FOLDING)
        items: list[Item] = []
        for n in range(columns):
            falls = n % 2 == 0
            corner = (n * across, 0.0, up if falls else 0.0)
            items += board.laid((n * w, 0, w, h), corner, (across, 0.0, -up if falls else up), (0.0, h, 0.0), self.ink)
        return _step(items)

    def _folded(self, board: Seen, columns: int, size: Space) -> FoldStep:
        w, h, thick = size
        line = 0.35 * _unit(board.scene)
        items = [item for n in range(columns) for item in self._slab((0, 0, n * thick), (w, h, thick), line)]
        last = ((columns - 1) * w, 0.0, w, h)
        return _step([*items, *board.laid(last, (0, 0, columns * thick), (w, 0, 0), (0, h, 0), self.ink)])


def _size(sheet: Seen) -> tuple[float, float]:
    return sheet.scene.width, sheet.scene.height


def _thick(sheet: Seen) -> float:
    return THICK * max(_size(sheet))


def _beside(left: Seen, right: Seen, gap: float) -> Scene:
    """Two halves of a sheet with a gap between them."""
    (w, h), white = _size(left), INSIDE
    wide = 2 * w + gap
    shown = [
        Group(half.scene.items, (1, 0, 0, 1, x, 0), half.scene.outline, half.key)
        for half, x in ((left, 0), (right, w + gap))
    ]
    return Scene(wide, h, (Path(rect(0, 0, wide, h), white), *shown), rect(0, 0, wide, h), 0.0, white)


def _lying(corner: Space) -> Matrix:
    """From the mm of a face to how it looks lying on a table."""
    (ox, oy), (ax, ay), (bx, by) = seen(corner), seen((1, 0, 0)), seen((0, 1, 0))
    return ax, ay, bx, by, ox, oy


def arrow(box: Box, colour: str) -> Path:
    """From one picture to the next."""
    x, y, w, h = box
    middle = y + h / 2
    points = [(x, middle - h * 0.16), (x + w * 0.55, middle - h * 0.16), (x + w * 0.55, y)]
    points += [(x + w, middle), (x + w * 0.55, y + h), (x + w * 0.55, middle + h * 0.16), (x, middle + h * 0.16)]
    return Path(polyline(points, close=True), colour)

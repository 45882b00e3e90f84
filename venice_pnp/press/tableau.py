"""The finished game on a table: the board, what lies and stands on it, what lies before the players, the boxes.

A tableau is a list of flat panels in space, back to front: faces of the parts as the press has drawn them, and plain
slabs. A camera shows them: `oblique` with the vectors themselves, for a page; `photo` in perspective, as points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from venice_pnp.draw.engraving import RULED
from venice_pnp.draw.scene import Box, Group, Outline, Path, bounds, fit, rect
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.models import Before, Laid, Shape
from venice_pnp.kit.mounting import thickness_of
from venice_pnp.press.boxes import Wanted
from venice_pnp.press.parts import Parts, Piece
from venice_pnp.press.preview import seen_from_above, shown_face

Spot3 = tuple[float, float, float]  # right, towards the viewer, up; mm from the far left corner of the board
BOARD = "board"
FAN, MOST = 9.0, 6  # degrees between fanned cards; how many are shown
STACKED = 6  # flat pieces of a kind in one stack
ROW = 8  # standing pieces of a kind in a row
GAP = 6.0  # mm between groups before a player
RIM, SIDE = 14.0, 72.0  # mm from the board to the players' things, and how wide these may lie at its sides
BOARD_EDGE, CARD_EDGE = "#C9BFA9", "#EFE7D6"  # grey board, and paper, seen from the side
FOOT = 4.0  # mm that a standee's foot reaches before and behind it


class Pane(Struct, frozen=True):
    """A parallelogram in space that shows a part of a face: its top left corner, its top right, its low left."""

    corners: tuple[Spot3, Spot3, Spot3]
    drawn: Group
    window: Box  # of the face, in its own mm
    clip: Outline  # of the face too
    key: str  # the same face, the same part


class Slab(Struct, frozen=True):
    """A plain polygon in space: an edge of board, a plank."""

    points: tuple[Spot3, ...]
    tone: str  # a colour of the palette, or hex
    line: float = 0.25  # mm; 0: none


class Shadow(Struct, frozen=True):
    """What lies in the shadow of a thing, on the table or the board."""

    points: tuple[Spot3, ...]
    soft: float  # mm


Thing = Pane | Slab | Shadow


class Props(Struct, frozen=True):
    """What a tableau is made of."""

    studio: Studio
    parts: Parts
    laid: Sequence[Laid]
    before: Sequence[Before]
    boxes: Sequence[Wanted]
    cover: Group
    booklet: tuple[float, float] | None = None  # the size of its pages; None: it does not lie there


def tableau(props: Props) -> list[Thing]:
    """All things, back to front."""
    return _Tableau(props).things()


class _Tableau:
    def __init__(self, props: Props) -> None:
        self.props, self.kit, self.parts = props, props.studio.kit, props.parts
        self.pieces = {(p.component, p.item): p for p in reversed(props.parts.pieces) if not p.alternative}
        self.flat: list[Thing] = []
        self.upright: list[tuple[float, list[Thing]]] = []  # by how near they are

    def things(self) -> list[Thing]:
        board = next(p for p in self.parts.pieces if p.component == BOARD)
        wide, high = board.size
        self._lay(board, (wide / 2, high / 2), 0.0, soft=14.0, edge=3.0)
        for one in self.props.laid:
            self._put(self.pieces[one.component, one.item], one)
        for number, player in enumerate(dict.fromkeys(one.player for one in self.props.before)):
            own = [one for one in self.props.before if one.player == player and one.count]
            self._before(own, _zone(number, wide, high))
        self._behind(wide)
        return [*self.flat, *(thing for _, some in sorted(self.upright, key=lambda u: u[0]) for thing in some)]

    # --- what lies ------------------------------------------------------------------------------------
    def _lay(
        self,
        piece: Piece,
        at: tuple[float, float],
        turn: float,
        side: str = "front",
        scale: float = 1.0,
        lift: float = 0.0,
        soft: float = 2.0,
        edge: float = -1.0,
        hidden: bool = False,
    ) -> float:
        """A piece on the table; returns how thick it is."""
        face = shown_face(self.kit, self.parts, piece, side)
        cut = seen_from_above(self.kit, piece.component, face.outline)
        thick = edge if edge >= 0 else self._thick(piece.component)
        key = f"{piece.component} {piece.item} {side}"
        self._sheet(Group(face.items), cut, at, turn, scale, lift, thick, soft, "" if hidden else key)
        return thick

    def _sheet(
        self,
        drawn: Group,
        cut: Outline,
        at: tuple[float, float],
        turn: float,
        scale: float,
        lift: float,
        thick: float,
        soft: float,
        key: str,
    ) -> None:
        window = bounds(cut)
        _, _, w, h = window
        place = _turned(at, turn, scale)
        ring = [place(x - window[0] - w / 2, y - window[1] - h / 2) for x, y in _ring(cut)]
        if soft:
            cast = soft * 0.5
            self.flat.append(Shadow(tuple((x + cast, y + cast * 0.6, lift) for x, y in ring), soft))
        if thick > 0.3:
            self.flat.append(Slab(tuple((x, y, lift) for x, y in ring), BOARD_EDGE))
            self.flat.append(Slab(tuple((x, y, lift + thick / 2) for x, y in ring), BOARD_EDGE, 0.0))
        if not key:
            return  # another one lies on it
        top = lift + thick
        corners = [place(-w / 2, -h / 2), place(w / 2, -h / 2), place(-w / 2, h / 2)]
        a, b, c = ((x, y, top) for x, y in corners)
        self.flat.append(Pane((a, b, c), drawn, window, cut, key))

    def _thick(self, component: str) -> float:
        return thickness_of(self.kit.components[component], self.kit.shared.stocks)

    def _put(self, piece: Piece, one: Laid) -> None:
        """A piece on the board: standees stand, dice are dice, all else lies."""
        shape = self.kit.shared.shapes[self.kit.components[piece.component].shape]
        if shape.form == "standee":
            self._stand(piece, shape, (one.x, one.y), one.scale, 3.0)
        elif one.shows is not None:
            self._die(piece, (one.x, one.y), one.shows, one.scale, 3.0)
        else:
            self._lay(piece, (one.x, one.y), one.turn, one.side, one.scale, 3.0, 1.5 if not one.on else 1.0)

    # --- what stands ----------------------------------------------------------------------------------
    def _stand(self, piece: Piece, shape: Shape, at: tuple[float, float], scale: float, lift: float) -> None:
        (x, y), (w, h) = at, (shape.size[0] * scale, shape.size[1] * scale)
        drawn, left, right = self.parts.drawn(piece.front), x - w / 2, x + w / 2
        below = shape.base + shape.size[1] + shape.top  # where the front begins on the strip
        front = rect(0, below, *shape.size)
        key = f"{piece.component} {piece.item}"
        half = shape.top * scale * (0.36 if shape.ridge else 0.5)
        rise = math.sqrt(max(0.0, (shape.top * scale / 2) ** 2 - half**2)) if shape.ridge else 0.0
        y1, top = y + half, lift + h
        foot = half or FOOT * scale
        cast = h * 0.75
        shadow = (
            (left, y + foot, lift),
            (right, y + foot, lift),
            (right + cast, y - cast * 0.25, lift),
            (left + cast, y - cast * 0.25, lift),
        )
        things: list[Thing] = []
        self.flat.append(Shadow(shadow, 3.0))
        if not shape.top:
            self.flat.append(
                Slab(
                    ((left, y - foot, lift), (right, y - foot, lift), (right, y + foot, lift), (left, y + foot, lift)),
                    CARD_EDGE,
                )
            )
        else:
            for side in (right, left):
                gable = [
                    (side, y - half, lift),
                    (side, y - half, top),
                    (side, y, top + rise),
                    (side, y1, top),
                    (side, y1, lift),
                ]
                things.append(Slab(tuple(gable), CARD_EDGE))
            window = (
                0.0,
                below - shape.top / (2 if shape.ridge else 1),
                shape.size[0],
                shape.top / (2 if shape.ridge else 1),
            )
            far = y if shape.ridge else y - half
            roof = ((left, far, top + rise), (right, far, top + rise), (left, y1, top))
            things.append(Pane(roof, drawn, window, rect(*window), f"{key} roof"))
        corners = ((left, y1, top), (right, y1, top), (left, y1, lift))
        things.append(Pane(corners, drawn, bounds(front), front, key))
        self.upright.append((y, things))

    def _die(self, piece: Piece, at: tuple[float, float], shows: Box, scale: float, lift: float) -> None:
        """A cube: the face that is up, and two others of its net."""
        (x, y), s = at, shows[2] * scale
        side = shows[2]
        drawn = self.parts.drawn(piece.front)
        left, right, n, f, t = x - s / 2, x + s / 2, y + s / 2, y - s / 2, lift + s
        self.flat.append(
            Shadow(((left, n, lift), (right, n, lift), (right + s * 0.8, f, lift), (left + s * 0.8, f, lift)), 3.0)
        )
        below = (shows[0], shows[1] + side if shows[1] + side < 4 * side else 0.0, side, side)
        beside = (0.0, side, side, side)
        things: list[Thing] = [
            Pane(((left, f, t), (left, n, t), (left, f, lift)), drawn, beside, rect(*beside), f"{piece.item} left"),
            Pane(((right, n, t), (right, f, t), (right, n, lift)), drawn, beside, rect(*beside), f"{piece.item} right"),
            Pane(((left, n, t), (right, n, t), (left, n, lift)), drawn, below, rect(*below), f"{piece.item} {below}"),
            Pane(((left, f, t), (right, f, t), (left, n, t)), drawn, shows, rect(*shows), f"{piece.item} {shows}"),
        ]
        self.upright.append((y, things))

    # --- before the players ---------------------------------------------------------------------------
    def _before(self, own: Sequence[Before], zone: Box) -> None:
        """Groups side by side and in rows: cards fanned, counters stacked, figures in rows."""
        x0, y, wide, _ = zone
        hand = [one for one in own if self._form(one) == "card" for _ in range(one.count)][:MOST]
        rest = [one for one in own if self._form(one) != "card"]
        widths = [*([self._spread(hand)] if hand else []), *(self._group_size(one)[0] for one in rest)]
        if x0 < 0:  # at the left, close to the board
            x0 = -RIM - max(*widths, min(wide, sum(widths) + GAP * (len(widths) - 1)))
        x, deep = x0, 0.0
        if hand:
            high = self._size(hand[0])[1]
            self._fan(hand, (x + widths[0] / 2, y + high / 2 + 6))
            x, deep = x + widths[0] + GAP, high + 12
        for one in rest:
            gw, gh = self._group_size(one)
            if x + gw > x0 + wide and x > x0:
                x, y, deep = x0, y + deep + GAP, 0.0
            self._group(one, (x, y))
            x, deep = x + gw + GAP, max(deep, gh)

    def _spread(self, hand: Sequence[Before]) -> float:
        """How wide a fan is."""
        w, h = self._size(hand[0])
        return w + 2 * h * math.sin(math.radians(FAN) * (len(hand) - 1) / 2)

    def _form(self, one: Before) -> str:
        return self.kit.shared.shapes[self.kit.components[one.component].shape].form

    def _size(self, one: Before) -> tuple[float, float]:
        shape = self.kit.shared.shapes[self.kit.components[one.component].shape]
        return shape.size if shape.form != "standee" else (shape.size[0], max(shape.top, 2 * FOOT) + 2)

    def _group_size(self, one: Before) -> tuple[float, float]:
        w, h = self._size(one)
        standing = self._form(one) == "standee"
        shown = min(one.count, ROW * 2) if standing else math.ceil(one.count / STACKED)
        per_row = min(shown, ROW if standing else 4)
        return per_row * (w + 2), math.ceil(shown / per_row) * (h + 3)

    def _group(self, one: Before, at: tuple[float, float]) -> None:
        piece = self.pieces[one.component, one.item]
        shape = self.kit.shared.shapes[self.kit.components[one.component].shape]
        (w, h), standing = self._size(one), shape.form == "standee"
        shown = min(one.count, ROW * 2) if standing else math.ceil(one.count / STACKED)
        per_row = min(shown, ROW if standing else 4)
        left = one.count
        for n in range(shown):
            row, column = divmod(n, per_row)
            middle = (at[0] + (column + 0.5) * (w + 2), at[1] + (row + 0.5) * (h + 3))
            if standing:
                self._stand(piece, shape, middle, 1.0, 0.0)
                continue
            lift = 0.0
            for k in range(min(left, STACKED)):
                askew = ((n * 7 + k * 5) % 5 - 2) * 0.35
                lift += self._lay(
                    piece,
                    (middle[0] + askew, middle[1] - askew),
                    askew * 4,
                    one.side,
                    1.0,
                    lift,
                    2.0 if k == 0 else 0.0,
                    hidden=k < min(left, STACKED) - 1,
                )
            left -= STACKED

    def _fan(self, hand: Sequence[Before], middle: tuple[float, float]) -> None:
        _, h = self._size(hand[0])
        pivot = (middle[0], middle[1] + h * 0.9)
        for n, one in enumerate(hand):
            angle = (n - (len(hand) - 1) / 2) * FAN
            turn = math.radians(angle)
            at = (pivot[0] + math.sin(turn) * h * 0.9, pivot[1] - math.cos(turn) * h * 0.9)
            self._lay(self.pieces[one.component, one.item], at, angle, one.side, 1.0, n * 0.4, 2.0)

    # --- behind the board -----------------------------------------------------------------------------
    def _behind(self, wide: float) -> None:
        """The booklet to the left, the boxes of the decks behind the board."""
        if self.props.booklet:
            w, h = self.props.booklet
            page = title_page(self.props.cover, (w, h), self.props.studio.inks.area("white"))
            self._sheet(page, rect(0, 0, w, h), (-RIM - w / 2 - 12, h / 2 + 6), -9.0, 1.0, 0.0, 1.2, 6.0, "booklet")
        decks = [box for box in self.props.boxes if box.kind == "tuck-box"]
        x = wide - sum(box.net.inside[0] + GAP for box in decks)
        for box in decks:
            self._box(self.pieces[box.kind, box.item], box, (x, -RIM - box.net.inside[2]))
            x += box.net.inside[0] + GAP

    def _box(self, piece: Piece, box: Wanted, at: tuple[float, float]) -> None:
        """A tuck box that stands: front, lid and sides as they lie on its net."""
        (x, y), (w, h, d), panels = at, box.net.inside, box.net.panels
        drawn = self.parts.drawn(piece.front)
        near, far, right = y + d, y, x + w
        self.flat.append(
            Shadow(((x, near, 0), (right, near, 0), (right + h * 0.6, far, 0), (x + h * 0.6, far, 0)), 8.0)
        )

        def panel(name: str, a: Spot3, b: Spot3, c: Spot3) -> Pane:
            return Pane((a, b, c), drawn, panels[name], rect(*panels[name]), f"{box.item} {name}")

        things: list[Thing] = [
            panel("side", (x, far, h), (x, near, h), (x, far, 0)),
            panel("other-side", (right, near, h), (right, far, h), (right, near, 0)),
            panel("front", (x, near, h), (right, near, h), (x, near, 0)),
            panel("lid", (right, near, h), (x, near, h), (right, far, h)),
        ]
        self.upright.append((y, things))


def title_page(cover: Group, size: tuple[float, float], paper: str) -> Group:
    """The first page of the booklet, as far as one sees it from the table."""
    w, h = size
    place = fit(RULED[2:], (9.0, 9.0, w - 18, h - 55), RULED[:2])
    return Group((Path(rect(0, 0, w, h), paper), structs.replace(cover, matrix=place)))


def _zone(number: int, wide: float, high: float) -> Box:
    """Where a player's things lie, clockwise: before the board from right to left, at its left, at its right."""
    half = wide / 2
    zones = (
        (half + GAP, high + RIM, half - GAP, 150.0),
        (0.0, high + RIM, half - GAP, 150.0),
        (-RIM - SIDE, 250.0, SIDE, high),
        (wide + RIM, 90.0, SIDE, high),
        (wide + RIM, high, SIDE, high),
    )
    return zones[number % len(zones)]


def _turned(at: tuple[float, float], degrees: float, scale: float) -> Callable[[float, float], tuple[float, float]]:
    cos, sin = math.cos(math.radians(degrees)) * scale, math.sin(math.radians(degrees)) * scale

    def place(x: float, y: float) -> tuple[float, float]:
        return at[0] + x * cos - y * sin, at[1] + x * sin + y * cos

    return place


def _ring(d: Outline, steps: int = 4) -> Iterator[tuple[float, float]]:
    """The corners of an outline, its curves as short lines."""
    x = y = 0.0
    for op, *n in d:
        if op == "C":
            x1, y1, x2, y2, x3, y3 = n
            for k in range(1, steps + 1):
                t = k / steps
                a, b, c, e = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                yield a * x + b * x1 + c * x2 + e * x3, a * y + b * y1 + c * y2 + e * y3
            x, y = x3, y3
        elif op != "Z":
            x, y = n
            yield x, y

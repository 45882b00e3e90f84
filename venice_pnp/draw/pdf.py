"""Scenes into PDF. Coordinates are points, so that type keeps its true size in the file.

A keyed group and every face become a form, drawn once and used as often as it is needed.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import (
    IDENTITY,
    PT,
    Box,
    Group,
    Item,
    Matrix,
    Outline,
    Path,
    Scene,
    Text,
    bounds,
    inverse,
    polyline,
    times,
    transform,
)

K = 1 / PT  # points a millimetre
LIGHT = 14  # segments of a group that needs no form
MANY = 12  # segments of an outline that is worth remembering
FLIP: Matrix = (K, 0.0, 0.0, -K, 0.0, 0.0)  # a form's own space: points, y up, origin at the scene's


def page_matrix(height: float) -> Matrix:
    """From mm with the origin at the top left to points with the origin at the lower left."""
    return K, 0.0, 0.0, -K, 0.0, height * K


Written = dict[tuple[int, Matrix], str]  # outlines of faces as PDF code, by identity: several files draw the same face


class PdfWriter:
    """Writes items onto a reportlab canvas."""

    def __init__(self, canvas: Any, fonts: Fonts, written: Written | None = None) -> None:
        self.canvas, self.fonts = canvas, fonts
        self._written: Written = {} if written is None else written
        self._lasting = False  # whether what is being drawn belongs to a face, and so lives as long as `written`
        self._forms: dict[str, str] = {}
        self._code: list[str] = []
        self._set: dict[str, str] = {}  # what the current drawing has set last: colours, line, dash

    def draw(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        """Items onto the current page."""
        self._prepare(items)
        self._fresh(items, matrix)

    def _fresh(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        """Items on a new page or form, where nothing is set yet."""
        self._set = {}
        self._code.append("1 j 1 J")
        self._items(items, matrix)
        self._flush()

    def face(self, key: str, scene: Scene) -> None:
        """Makes the form of a face, ready to be placed."""
        if key not in self._forms:
            b = scene.bleed
            self._lasting = True
            self._form(key, scene.items, (-b, -b, scene.width + b, scene.height + b))
            self._lasting = False

    def place(self, key: str, page: Matrix, at: Matrix, clip: Outline) -> None:
        """Puts a made face onto the page: `at` leads from its mm to the page's mm, in which `clip` is given."""
        self._code.append(f"q {_outline(clip, page)} W n")
        self._do(key, times(page, at))
        self._code.append("Q")
        self._flush()

    # --- forms ----------------------------------------------------------------------------------------
    def _prepare(self, items: tuple[Item, ...]) -> None:
        """Makes the forms of all keyed groups below, before they are used."""
        for item in items:
            if isinstance(item, Group):
                if not item.key or _is_light(item):
                    self._prepare(item.items)
                elif item.key not in self._forms:
                    self._form(item.key, item.items, _reach(item.items))

    def _form(self, key: str, items: tuple[Item, ...], reach: tuple[float, float, float, float]) -> None:
        self._prepare(items)
        name = f"v{len(self._forms)}"
        self._forms[key] = name
        left, top, right, low = reach
        self.canvas.beginForm(name, left * K, -low * K, right * K, -top * K)
        self._fresh(items, FLIP)
        self.canvas.endForm()

    def _do(self, key: str, matrix: Matrix) -> None:
        a, b, c, d, e, f = times(matrix, inverse(FLIP))
        if (a, b, c, d, e, f) != IDENTITY:
            self._code.append(f"{_n(a, 6)} {_n(b, 6)} {_n(c, 6)} {_n(d, 6)} {_n(e)} {_n(f)} cm")
        self._flush()
        self.canvas.doForm(self._forms[key])

    def _flush(self) -> None:
        if self._code:
            self.canvas.addLiteral("\n".join(self._code))
            self._code = []

    # --- items ----------------------------------------------------------------------------------------
    def _items(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        for item in items:
            if isinstance(item, Path):
                self._path(item, matrix)
            elif isinstance(item, Text):
                self._text(item, matrix)
            else:
                self._group(item, matrix)

    def _group(self, group: Group, matrix: Matrix) -> None:
        inner = times(matrix, group.matrix)
        keyed = group.key in self._forms
        if group.clip is None and not keyed:
            self._items(group.items, inner)
            return
        before = dict(self._set)
        self._code.append(f"q {_outline(group.clip, inner)} W n" if group.clip else "q")
        if keyed:
            self._do(group.key, inner)
        else:
            self._items(group.items, inner)
        self._code.append("Q")
        self._set = before

    def _now(self, name: str, code: str) -> None:
        """Sets a colour or a line, unless it is set already."""
        if self._set.get(name) != code:
            self._set[name] = code
            self._code.append(code)

    def _path(self, path: Path, matrix: Matrix) -> None:
        if not path.fill and not path.stroke:
            return
        if path.fill:
            self._now("fill", f"{_colour(path.fill)} rg")
        if path.stroke:
            scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
            self._now("stroke", f"{_colour(path.stroke)} RG")
            self._now("width", f"{_n(path.width * scale)} w")
            dash = " ".join(_n(v * scale) for v in path.dash)
            if dash or "dash" in self._set:
                self._now("dash", f"[{dash}] 0 d")
        star = "*" if path.evenodd else ""
        paint = f"B{star}" if path.fill and path.stroke else f"f{star}" if path.fill else "S"
        self._code.append(f"{self._outlined(path.d, matrix)} {paint}")

    def _outlined(self, d: Outline, matrix: Matrix) -> str:
        if not self._lasting or len(d) < MANY:
            return _outline(d, matrix)
        key = (id(d), matrix)
        if key not in self._written:
            self._written[key] = _outline(d, matrix)
        return self._written[key]

    def _text(self, text: Text, matrix: Matrix) -> None:
        a, b, c, d, e, f = matrix
        scale = (a * a + b * b) ** 0.5 * PT  # 1 where a mm is a mm
        x, y = a * text.x + c * text.y + e, b * text.x + d * text.y + f
        cos, sin = a * PT / scale, b * PT / scale
        self._now("fill", f"{_colour(text.fill)} rg")
        place = (
            f"{_n(x)} {_n(y)} Td"
            if (cos, sin) == (1.0, 0.0)
            else f"{_n(cos, 5)} {_n(sin, 5)} {_n(-sin, 5)} {_n(cos, 5)} {_n(x)} {_n(y)} Tm"
        )
        spacing = f"{_n(text.spacing * K * scale)} Tc " if text.spacing else ""
        shown = "".join(self.fonts[text.font].encoded(text.text, text.size * scale, self.canvas))
        self._code.append(f"BT {place} {spacing}{shown}{'0 Tc ' if spacing else ''}ET")


def _is_light(group: Group) -> bool:
    """Whether a group is so small that writing it again costs less than a form of its own."""
    segments = 0
    for item in group.items:
        if not isinstance(item, Path):
            return False
        segments += len(item.d)
        if segments > LIGHT:
            return False
    return True


def _outline(d: Outline, matrix: Matrix) -> str:
    a, b, c, dd, e, f = matrix
    if b == c == 0 and _is_box(d):
        (_, x1, y1), _, (_, x2, y2) = d[:3]
        return f"{_n(a * x1 + e)} {_n(dd * y1 + f)} {_n(a * (x2 - x1))} {_n(dd * (y2 - y1))} re"
    out = []
    for op, *n in d:
        if op == "Z":
            out.append("h")
        elif op == "C":
            x1, y1, x2, y2, x3, y3 = n
            out.append(
                f"{a * x1 + c * y1 + e:.2f} {b * x1 + dd * y1 + f:.2f} {a * x2 + c * y2 + e:.2f} "
                f"{b * x2 + dd * y2 + f:.2f} {a * x3 + c * y3 + e:.2f} {b * x3 + dd * y3 + f:.2f} c"
            )
        else:
            x, y = n
            out.append(f"{a * x + c * y + e:.3f} {b * x + dd * y + f:.3f} {'m' if op == 'M' else 'l'}")
    return "\n".join(out)


def _is_box(d: Outline) -> bool:
    """Whether an outline is one upright rectangle."""
    if len(d) != 5 or [segment[0] for segment in d] != ["M", "L", "L", "L", "Z"]:
        return False
    (_, x1, y1), (_, x2, y2), (_, x3, y3), (_, x4, y4), _ = d
    return bool(y1 == y2 and x2 == x3 and y3 == y4 and x4 == x1)


@cache
def _colour(colour: str) -> str:
    return " ".join(_n(int(colour[i : i + 2], 16) / 255, 3) for i in (1, 3, 5))


def _n(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


Reach = tuple[float, float, float, float]  # left, top, right, low


def _reach(items: tuple[Item, ...]) -> Reach:
    """The box that all items of a keyed group stay in, with room for their lines."""
    boxes = [_item_reach(item) for item in items]
    if not boxes:
        return 0.0, 0.0, 1.0, 1.0
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _item_reach(item: Item) -> Reach:
    if isinstance(item, Text):
        high = item.size * PT * 1.2
        return item.x - high, item.y - high, item.x + item.width + high, item.y + high
    if isinstance(item, Group):
        left, top, right, low = _reach(item.items) if item.clip is None else _around(bounds(item.clip), 0.0)
        corners = polyline([(left, top), (right, top), (right, low), (left, low)])
        return _around(bounds(transform(corners, item.matrix)), 0.0)
    return _around(bounds(item.d), item.width)


def _around(box: Box, pen: float) -> Reach:
    x, y, w, h = box
    return x - pen, y - pen, x + w + pen, y + h + pen

"""Scenes into PDF. Coordinates are points, so that type keeps its true size in the file.

A keyed group and every face become a form, drawn once and used as often as it is needed.
"""

from __future__ import annotations

from typing import Any

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import (
    IDENTITY,
    PT,
    Group,
    Item,
    Matrix,
    Outline,
    Path,
    Scene,
    Text,
    inverse,
    times,
)

K = 1 / PT  # points a millimetre
FLIP: Matrix = (K, 0.0, 0.0, -K, 0.0, 0.0)  # a form's own space: points, y up, origin at the scene's


def page_matrix(height: float) -> Matrix:
    """From mm with the origin at the top left to points with the origin at the lower left."""
    return K, 0.0, 0.0, -K, 0.0, height * K


class PdfWriter:
    """Writes items onto a reportlab canvas."""

    def __init__(self, canvas: Any, fonts: Fonts) -> None:
        self.canvas, self.fonts = canvas, fonts
        self._forms: dict[str, str] = {}
        self._code: list[str] = []

    def draw(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        """Items onto the current page."""
        self._prepare(items)
        self._items(items, matrix)
        self._flush()

    def face(self, key: str, scene: Scene) -> None:
        """Makes the form of a face, ready to be placed."""
        if key not in self._forms:
            b = scene.bleed
            self._form(key, scene.items, (-b, -b, scene.width + b, scene.height + b))

    def place(self, key: str, page: Matrix, at: Matrix, clip: Outline) -> None:
        """Puts a made face onto the page: `at` leads from its mm to the page's mm, in which `clip` is given."""
        self._code.append("q")
        self._code.append(_outline(clip, page) + " W n")
        self._do(key, times(page, at))
        self._code.append("Q")
        self._flush()

    # --- forms ----------------------------------------------------------------------------------------
    def _prepare(self, items: tuple[Item, ...]) -> None:
        """Makes the forms of all keyed groups below, before they are used."""
        for item in items:
            if isinstance(item, Group):
                if item.key and item.key not in self._forms:
                    self._form(item.key, item.items, _reach(item.items))
                elif not item.key:
                    self._prepare(item.items)

    def _form(self, key: str, items: tuple[Item, ...], reach: tuple[float, float, float, float]) -> None:
        self._prepare(items)
        name = f"v{len(self._forms)}"
        self._forms[key] = name
        left, top, right, low = reach
        self.canvas.beginForm(name, left * K, -low * K, right * K, -top * K)
        self._items(items, FLIP)
        self._flush()
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
        if group.clip is None and not group.key:
            self._items(group.items, inner)
            return
        self._code.append("q")
        if group.clip:
            self._code.append(_outline(group.clip, inner) + " W n")
        if group.key:
            self._do(group.key, inner)
        else:
            self._items(group.items, inner)
        self._code.append("Q")

    def _path(self, path: Path, matrix: Matrix) -> None:
        if not path.fill and not path.stroke:
            return
        code = []
        if path.fill:
            code.append(_colour(path.fill) + " rg")
        if path.stroke:
            scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
            code.append(f"{_colour(path.stroke)} RG {_n(path.width * scale)} w 1 j 1 J")
            if path.dash:
                code.append(f"[{' '.join(_n(v * scale) for v in path.dash)}] 0 d")
        code.append(_outline(path.d, matrix))
        star = "*" if path.evenodd else ""
        code.append(f"B{star}" if path.fill and path.stroke else f"f{star}" if path.fill else "S")
        if path.stroke and path.dash:
            code.append("[] 0 d")
        self._code.append("\n".join(code))

    def _text(self, text: Text, matrix: Matrix) -> None:
        a, b, c, d, e, f = matrix
        scale = (a * a + b * b) ** 0.5 * PT  # 1 where a mm is a mm
        x, y = a * text.x + c * text.y + e, b * text.x + d * text.y + f
        cos, sin = a * PT / scale, b * PT / scale
        run = self.canvas.beginText()
        run.setTextTransform(cos, sin, -sin, cos, x, y)
        run.setFont(self.fonts[text.font].pdf_name, text.size * scale)
        if text.spacing:
            run.setCharSpace(text.spacing * K * scale)
        run.textOut(text.text)
        if text.spacing:
            run.setCharSpace(0)
        self._code.append(f"{_colour(text.fill)} rg")
        self._code.append(str(run.getCode()))


def _outline(d: Outline, matrix: Matrix) -> str:
    a, b, c, dd, e, f = matrix
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


def _colour(colour: str) -> str:
    return " ".join(_n(int(colour[i : i + 2], 16) / 255, 3) for i in (1, 3, 5))


def _n(value: float, digits: int = 4) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _reach(items: tuple[Item, ...]) -> tuple[float, float, float, float]:
    """The box that all items of a keyed group stay in, with room for their lines."""
    boxes = [_path_reach(p) for p in items if isinstance(p, Path)]
    if not boxes:
        return 0.0, 0.0, 1.0, 1.0
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _path_reach(path: Path) -> tuple[float, float, float, float]:
    xs: list[float] = []
    ys: list[float] = []
    for _, *n in path.d:
        xs += n[::2]
        ys += n[1::2]
    pen = path.width
    return min(xs) - pen, min(ys) - pen, max(xs) + pen, max(ys) + pen

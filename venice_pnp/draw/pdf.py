"""Scenes into PDF. Coordinates are points, so that type keeps its true size in the file.

A drawing becomes a *plate*: finished, compressed PDF code that knows nothing of the file it is printed in. A keyed
group and every face become a form, made once and printed as often, and in as many files, as they are needed.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct

from venice_pnp.draw.fonts import Font, Fonts
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
EFFORT = 5  # of zlib; 6 takes half as long again for files half a percent smaller
MOST_LINES = 100  # that a block of a character map may have
SOLID = "[] 0 d"  # a line without dashes
MANY = 40  # items of a group that gets a form without being asked
LIGHT = 14  # segments of a group that needs no form
FLIP: Matrix = (K, 0.0, 0.0, -K, 0.0, 0.0)  # a form's own space: points, y up, origin at the scene's
UNFLIP = inverse(FLIP)
_BLACK = {"rg": "0 0 0 {} k", "RG": "0 0 0 {} K"}
NEARLY_WHITE = 0xD8  # each light of a colour that black-only prints leave white


def page_matrix(height: float) -> Matrix:
    """From mm with the origin at the top left to points with the origin at the lower left."""
    return K, 0.0, 0.0, -K, 0.0, height * K


Reach = tuple[float, float, float, float]  # left, top, right, low


class Plate(Struct, frozen=True):
    """A drawing as compressed PDF code. Its name is made from what it draws: the same drawing, the same name."""

    name: str
    reach: str  # its box in points, as PDF writes it
    code: bytes
    forms: tuple[Plate, ...]  # that it prints
    letters: dict[int, frozenset[str]]  # that it shows, by the number of their typeface


class Inlay(NamedTuple):
    """A face on a page: `at` leads from its mm to the page's mm, in which `clip` is given."""

    face: Scene
    at: Matrix
    clip: Outline


class Layer(NamedTuple):
    """What is printed together: faces, then items over them, in mm that `matrix` turns into points."""

    inlays: Iterable[Inlay]
    items: tuple[Item, ...]
    matrix: Matrix


class Plates:
    """All plates of a build, each made once. Every file in every language takes its drawings from here."""

    def __init__(self, fonts: Fonts, black: bool = False) -> None:
        self.fonts, self.black = fonts, black
        self._made: dict[str, Plate] = {}  # by name
        self._keyed: dict[str, Plate] = {}  # symbols and grounds, by the key of their group
        self._large: dict[
            int, tuple[tuple[Item, ...], Plate]
        ] = {}  # faces and pages, by identity of the items kept here

    def ink(self, colour: str, operator: str) -> str:
        """The code that sets a colour; with black only, the black plate or nothing."""
        return _BLACK[operator].format(0 if _is_white(colour) else 1) if self.black else f"{_colour(colour)} {operator}"

    def page(self, layers: Iterable[Layer]) -> Plate:
        """The plate of a whole page."""
        pen = _Pen(self)
        for layer in layers:
            for inlay in layer.inlays:
                pen.place(self.face(inlay.face), layer.matrix, inlay.at, inlay.clip)
            pen.draw(layer.items, layer.matrix)
        return self._plate(pen, (0.0, 0.0, 0.0, 0.0))

    def face(self, scene: Scene) -> Plate:
        if id(scene.items) not in self._large:
            b = scene.bleed
            plate = self._form(scene.items, (-b, -b, scene.width + b, scene.height + b))
            self._large[id(scene.items)] = (scene.items, plate)
        return self._large[id(scene.items)][1]

    def group(self, group: Group) -> Plate | None:
        """The plate of a group that is worth one: a keyed one is the same drawing wherever its key stands; many items
        may be drawn again in another file."""
        if group.key and not _is_light(group):
            if group.key not in self._keyed:
                self._keyed[group.key] = self._form(group.items, _reach(group.items))
            return self._keyed[group.key]
        if len(group.items) < MANY and id(group.items) not in self._large:
            return None
        if id(group.items) not in self._large:
            self._large[id(group.items)] = (group.items, self._form(group.items, _reach(group.items)))
        return self._large[id(group.items)][1]

    def _form(self, items: tuple[Item, ...], reach: Reach) -> Plate:
        pen = _Pen(self)
        pen.draw(items, FLIP)
        return self._plate(pen, reach)

    def _plate(self, pen: _Pen, reach: Reach) -> Plate:
        left, top, right, low = reach
        box = f"{_n(left * K)} {_n(-low * K)} {_n(right * K)} {_n(-top * K)}"
        code = "\n".join(pen.code).encode("ascii")
        name = "v" + hashlib.blake2b(code + box.encode(), digest_size=8).hexdigest()
        if name not in self._made:
            letters = {font: frozenset(used) for font, used in pen.letters.items()}
            self._made[name] = Plate(name, box, zlib.compress(code, EFFORT), tuple(pen.forms.values()), letters)
        return self._made[name]


class PdfWriter:
    """Prints plates onto the pages of a reportlab canvas."""

    def __init__(self, canvas: Any, fonts: Fonts) -> None:
        self.canvas, self.fonts = canvas, fonts
        self._document = canvas._doc
        self._mounted: dict[str, str] = {}  # the forms of this file: name and reference
        self._letters: dict[int, set[str]] = {}

    def page(self, plate: Plate) -> None:
        """The plate as the canvas's next page."""
        for form in plate.forms:
            self._mount(form)
        self._count(plate)
        self.canvas.showPage()
        page = self._document.Pages.pages[-1]
        page.XObjects = {form.name: self._mounted[form.name] for form in plate.forms}
        page.Contents = self._object(_stream("", plate.code), f"page {self._document.pageCounter}")

    def save(self) -> None:
        """Embeds the letters that were used, and writes the file."""
        listed = self._document.idToObject["BasicFonts"].dict
        for number, letters in sorted(self._letters.items()):
            font = self.fonts.numbered(number)
            for place, subset in enumerate(font.subsets(letters)):
                if subset:
                    listed[f"F{number}+{place}"] = self._embedded(font, f"F{number}+{place}", subset)
        self.canvas.save()

    def _embedded(self, font: Font, name: str, subset: dict[int, str]) -> str:
        """A reference to a face with the letters of one subset."""
        file = font.subset_file(subset)
        base = f"/{'ABCDEFGHIJ'[int(name.partition('+')[2])] * 6}+{font.postscript_name}"
        stream = self._object(_stream(f"/Length1 {len(file)} ", zlib.compress(file, EFFORT)), f"{name} file")
        about = f"<< /Type /FontDescriptor /FontName {base} {font.described()} /FontFile2 {stream} >>"
        descriptor = self._object(about.encode(), f"{name} descriptor")
        meaning = self._object(_stream("", zlib.compress(_meaning(subset).encode(), EFFORT)), f"{name} meaning")
        first, last = min(subset), max(subset)
        widths = " ".join(f"{font.letter_width(subset.get(code, ' ')):g}" for code in range(first, last + 1))
        about = (
            f"<< /Type /Font /Subtype /TrueType /BaseFont {base} /FirstChar {first} /LastChar {last} "
            f"/Widths [{widths}] /FontDescriptor {descriptor} /ToUnicode {meaning} >>"
        )
        return self._object(about.encode(), name)

    def _object(self, data: bytes, name: str) -> str:
        """Adds an object to the file, and refers to it; reportlab writes bytes down as they are."""
        self._document.Reference(data, name)
        return f"{self._document.objectcounter} 0 R"

    def _mount(self, plate: Plate) -> None:
        """Adds a form, and the forms that it prints, to the file."""
        if plate.name in self._mounted:
            return
        for form in plate.forms:
            self._mount(form)
        self._count(plate)
        fonts = self._document.idToObjectNumberAndVersion["BasicFonts"][0]
        inner = " ".join(f"/{form.name} {self._mounted[form.name]}" for form in plate.forms)
        about = (
            f"/Type /XObject /Subtype /Form /BBox [{plate.reach}] "
            f"/Resources << /Font {fonts} 0 R{f' /XObject << {inner} >>' if inner else ''} >> "
        )
        self._mounted[plate.name] = self._object(_stream(about, plate.code), plate.name)

    def _count(self, plate: Plate) -> None:
        for font, letters in plate.letters.items():
            self._letters.setdefault(font, set()).update(letters)


def _stream(about: str, code: bytes) -> bytes:
    """Compressed code as an object of a file."""
    return f"<< {about}/Filter /FlateDecode /Length {len(code)} >>\nstream\n".encode() + code + b"\nendstream\n"


def _meaning(subset: dict[int, str]) -> str:
    """Which letter each code stands for, so that text can be searched and copied."""
    lines = [f"<{code:02X}> <{char.encode('utf-16-be').hex().upper()}>" for code, char in sorted(subset.items())]
    blocks = [lines[i : i + MOST_LINES] for i in range(0, len(lines), MOST_LINES)]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def /CMapName /Letters def",
            "1 begincodespacerange <00> <FF> endcodespacerange",
            *(f"{len(block)} beginbfchar\n{chr(10).join(block)}\nendbfchar" for block in blocks),
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        ]
    )


class _Pen:
    """Writes items down as PDF code."""

    def __init__(self, plates: Plates) -> None:
        self.plates, self.fonts = plates, plates.fonts
        self.code: list[str] = []
        self.forms: dict[str, Plate] = {}
        self.letters: dict[int, set[str]] = {}
        self._set: dict[str, str] = {}  # what has been set last: colours, line, dash, typeface

    def draw(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        """Items where nothing is set yet."""
        self._set = {}
        self.code.append("1 j 1 J")
        self._items(items, matrix)

    def place(self, plate: Plate, page: Matrix, at: Matrix, clip: Outline) -> None:
        self.code.append(f"q {_outline(clip, page)} W n")
        self._do(plate, times(page, at))
        self.code.append("Q")

    def _do(self, plate: Plate, matrix: Matrix) -> None:
        a, b, c, d, e, f = times(matrix, UNFLIP)
        if (a, b, c, d, e, f) != IDENTITY:
            self.code.append(f"{_n(a, 6)} {_n(b, 6)} {_n(c, 6)} {_n(d, 6)} {_n(e)} {_n(f)} cm")
        self.forms[plate.name] = plate
        self.code.append(f"/{plate.name} Do")

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
        form = self.plates.group(group)
        if group.clip is None and form is None:
            self._items(group.items, inner)
            return
        before = dict(self._set)
        self.code.append(f"q {_outline(group.clip, inner)} W n" if group.clip else "q")
        if form:
            if self._set.get("dash", SOLID) != SOLID:
                self.code.append(SOLID)  # a form begins as the page is at that moment
            self._do(form, inner)
        else:
            self._items(group.items, inner)
        self.code.append("Q")
        self._set = before

    def _now(self, name: str, code: str) -> None:
        """Sets a colour or a line, unless it is set already."""
        if self._set.get(name) != code:
            self._set[name] = code
            self.code.append(code)

    def _path(self, path: Path, matrix: Matrix) -> None:
        if not path.fill and not path.stroke:
            return
        if path.fill:
            self._now("fill", self.plates.ink(path.fill, "rg"))
        if path.stroke:
            scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
            self._now("stroke", self.plates.ink(path.stroke, "RG"))
            self._now("width", f"{_n(path.width * scale)} w")
            dash = " ".join(_n(v * scale) for v in path.dash)
            if dash or "dash" in self._set:
                self._now("dash", f"[{dash}] 0 d" if dash else SOLID)
        star = "*" if path.evenodd else ""
        paint = f"B{star}" if path.fill and path.stroke else f"f{star}" if path.fill else "S"
        self.code.append(f"{_outline(path.d, matrix)} {paint}")

    def _text(self, text: Text, matrix: Matrix) -> None:
        a, b, c, d, e, f = matrix
        scale = (a * a + b * b) ** 0.5 * PT  # 1 where a mm is a mm
        x, y = a * text.x + c * text.y + e, b * text.x + d * text.y + f
        cos, sin = a * PT / scale, b * PT / scale
        self._now("fill", self.plates.ink(text.fill, "rg"))
        place = (
            f"{_n(x)} {_n(y)} Td"
            if (cos, sin) == (1.0, 0.0)
            else f"{_n(cos, 5)} {_n(sin, 5)} {_n(-sin, 5)} {_n(cos, 5)} {_n(x)} {_n(y)} Tm"
        )
        spacing = f"{_n(text.spacing * K * scale)} Tc " if text.spacing else ""
        stretch = f"{_n(text.stretch * K * scale)} Tw " if text.stretch else ""
        after = f"{'0 Tc ' if spacing else ''}{'0 Tw ' if stretch else ''}"
        size, number = f"{text.size * scale:.4g}", self.fonts.number(text.font)
        self.letters.setdefault(number, set()).update(text.text)
        shown = "".join(
            f"/F{number}+{subset} {size} Tf ({codes}) Tj " for subset, codes in self.fonts[text.font].encoded(text.text)
        )
        self.code.append(f"BT {place} {spacing}{stretch}{shown}{after}ET")


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
def _is_white(colour: str) -> bool:
    return min(int(colour[i : i + 2], 16) for i in (1, 3, 5)) >= NEARLY_WHITE


@cache
def _colour(colour: str) -> str:
    return " ".join(_n(int(colour[i : i + 2], 16) / 255, 3) for i in (1, 3, 5))


def _n(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _reach(items: tuple[Item, ...]) -> Reach:
    """The box that all items of a keyed group stay in, with room for their lines."""
    boxes = [_item_reach(item) for item in items if not isinstance(item, Path) or item.d]
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

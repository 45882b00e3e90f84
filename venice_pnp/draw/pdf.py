"""Scenes into PDF. Coordinates are points, so that type keeps its true size in the file.

A drawing becomes a *plate*: finished, compressed PDF code that knows nothing of the file it is printed in. A keyed
group and every face become a form, made once and printed as often, and in as many files, as they are needed. Plates
name the forms that they print, and a face is named after its key: a page stays the same when a face on it changes.
"""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct

from venice_pnp.draw.fonts import FROM_OLD, Font, Fonts
from venice_pnp.draw.scene import (
    FACE,
    IDENTITY,
    PT,
    STAMP,
    Box,
    Form,
    Group,
    Item,
    Matrix,
    Outline,
    Path,
    Scene,
    Spot,
    Text,
    bounds,
    carried,
    inverse,
    times,
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
_PROCESS = {"rg": "k", "RG": "K"}  # the same in printing inks
STAMPED = "0123456789abcdef"  # the letters of a stamp: files have all of them, whatever is stamped
NEARLY_WHITE = 0xD8  # each light of a colour that black-only prints leave white


def page_matrix(height: float) -> Matrix:
    """From mm with the origin at the top left to points with the origin at the lower left."""
    return K, 0.0, 0.0, -K, 0.0, height * K


Reach = tuple[float, float, float, float]  # left, top, right, low


class Plate(Struct, frozen=True):
    """A drawing as PDF code. It is named after the key of its group, or after what it draws: the same drawing, the
    same name. A stamp is left plain, so that a plate that is kept can be stamped anew."""

    name: str
    reach: str  # its box in points, as PDF writes it
    code: bytes
    forms: tuple[str, ...]  # that it prints
    letters: dict[int, str]  # that it shows, by the number of their typeface
    look: str  # a hash of what it draws; of a stamp, of where it stands
    plain: bool = False


class Letters(Struct, frozen=True):
    """The letters of a typeface that a file shows, as PDF embeds them."""

    about: str  # the typeface as a whole
    size: int  # of the font file before it was compressed
    file: bytes
    first: int
    widths: str
    meaning: bytes


# what is printed together: faces, then items over them, in mm that the matrix turns into points
Layer = tuple[Iterable[Spot], tuple[Item, ...], Matrix]


class Plates:
    """All plates of one language and edition, each made once. Every file takes its drawings from here."""

    def __init__(
        self,
        fonts: Fonts,
        faces: dict[str, Scene] | None = None,
        black: bool = False,
        kept: Mapping[str, Plate] | None = None,
        letters: Mapping[str, Letters] | None = None,
        packed: bool = True,
        most_ink: float = 0.0,
    ) -> None:
        """`kept` are plates of an earlier build, for the faces and pages that have not changed; `letters` are those
        that its files embed. A page that is only looked at, and never written, need not be `packed`. With `most_ink`, a
        sum of parts, everything is said in the four inks of a press."""
        self._packed = packed
        self.fonts, self.faces, self.black = fonts, {} if faces is None else faces, black
        self.most_ink = most_ink
        self._made: dict[str, Plate] = dict(kept or {})  # by name
        self._keyed: dict[str, str] = {}  # names of symbols, grounds and faces made in this build, by their key
        self._large: dict[int, tuple[tuple[Item, ...], str]] = {}  # names, by identity of the items kept here
        self._reaches: dict[str, Reach] = {}  # of keyed groups
        self._outlines: dict[int, tuple[Outline, str]] = {}  # as forms write them, by identity of those kept here
        self.letters: dict[str, Letters] = {}  # that the files of this build embed
        self._letters_before = letters or {}
        for face in self.faces if kept else ():
            if kept_name(face) in self._made:
                self.face(face)  # on pages that are kept, a face that was drawn anew takes the place of the old one

    def __getitem__(self, name: str) -> Plate:
        return self._made[name]

    def embedded(self, number: int, place: int, subset: dict[int, str]) -> Letters:
        """The letters of one subset of a typeface, made once for all files that show the same."""
        name = f"{number} {place} {''.join(subset.values())}"
        if name not in self.letters:
            self.letters[name] = self._letters_before.get(name) or _embedded(self.fonts.numbered(number), place, subset)
        return self.letters[name]

    def all_of(self, names: Iterable[str]) -> dict[str, Plate]:
        """Plates with all the forms that they print, and those of the forms."""
        found: dict[str, Plate] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = self._made[name]
                waiting += found[name].forms
        return found

    def ink(self, colour: str, operator: str) -> str:
        """The code that sets a colour; with black only, the black plate or nothing."""
        if self.black:
            return _BLACK[operator].format(0 if _is_white(colour) else 1)
        if self.most_ink:
            return f"{_process(colour, self.most_ink)} {_PROCESS[operator]}"
        return f"{_colour(colour)} {operator}"

    def page(self, layers: Iterable[Layer]) -> str:
        """The name of the plate of a whole page."""
        pen = _Pen(self)
        for spots, items, matrix in layers:
            for spot in spots:
                pen.place(self.face(spot.face), matrix, spot.matrix, spot.clip)
            pen.draw(items, matrix)
        return self._plate(pen, (0.0, 0.0, 0.0, 0.0))

    def face(self, face: str) -> str:
        """The name of the form of a face."""
        key, scene = f"{FACE}{face}", self.faces[face]
        if key not in self._keyed:
            b, kept = scene.bleed, kept_name(face)
            if scene.items == (Form(kept),):
                self._keyed[key] = kept
            else:
                self._keyed[key] = self._form(scene.items, (-b, -b, scene.width + b, scene.height + b), key)
        return self._keyed[key]

    def group(self, group: Group) -> str | None:
        """The form of a group that is worth one: a keyed one is the same drawing wherever its key stands; many items
        may be drawn again in another file."""
        face = group.key.removeprefix(FACE) if group.key.startswith(FACE) else ""
        if face in self.faces:
            return self.face(face)
        if group.key and (face or not _is_light(group)):
            if group.key not in self._keyed:
                self._keyed[group.key] = self._form(group.items, _reach(group.items, self._reaches), group.key)
            return self._keyed[group.key]
        if len(group.items) < MANY and id(group.items) not in self._large:
            return None
        if id(group.items) not in self._large:
            self._large[id(group.items)] = (group.items, self._form(group.items, _reach(group.items, self._reaches)))
        return self._large[id(group.items)][1]

    def outline(self, d: Outline) -> str:
        """An outline in a form's own space; a symbol has the same ones in all its colours."""
        if id(d) not in self._outlines:
            self._outlines[id(d)] = d, _outline(d, FLIP)
        return self._outlines[id(d)][1]

    def _form(self, items: tuple[Item, ...], reach: Reach, key: str = "") -> str:
        pen = _Pen(self)
        pen.draw(items, FLIP)
        return self._plate(pen, reach, key)

    def _plate(self, pen: _Pen, reach: Reach, key: str = "") -> str:
        left, top, right, low = reach
        box = f"{_n(left * K)} {_n(-low * K)} {_n(right * K)} {_n(-top * K)}"
        code = "\n".join(pen.code).encode("ascii")
        plain = key.startswith(STAMP)
        look = _hashed(key.encode() if plain else code + box.encode())
        name = _named(key) if key else f"v{look}"
        if key or name not in self._made:
            letters = {font: STAMPED if plain else "".join(sorted(used)) for font, used in pen.letters.items()}
            loose = plain or not self._packed
            shown = code if loose else zlib.compress(code, EFFORT)
            self._made[name] = Plate(name, box, shown, tuple(pen.forms), letters, look, loose)
        return name


def kept_name(face: str) -> str:
    """The name of the form of a face."""
    return _named(f"{FACE}{face}")


def _named(key: str) -> str:
    return f"k{_hashed(key.encode())}"


def _hashed(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _embedded(font: Font, place: int, subset: dict[int, str]) -> Letters:
    file = font.subset_file(subset)
    widths = (f"{font.letter_width(subset.get(code, ' ')):g}" for code in range(min(subset), max(subset) + 1))
    return Letters(
        f"/{'ABCDEFGHIJ'[place] * 6}+{font.postscript_name} {font.described()}",
        len(file),
        zlib.compress(file, EFFORT),
        min(subset),
        " ".join(widths),
        zlib.compress(_meaning(subset).encode(), EFFORT),
    )


def _meaning(subset: dict[int, str]) -> str:
    """Which letter each code stands for, so that text can be searched and copied."""
    meant = {code: char.translate(FROM_OLD).encode("utf-16-be").hex().upper() for code, char in subset.items()}
    lines = [f"<{code:02X}> <{char}>" for code, char in sorted(meant.items())]
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
        self.forms: dict[str, None] = {}  # in the order of their first use
        self.letters: dict[int, set[str]] = {}
        self._set: dict[str, str] = {}  # what has been set last: colours, line, dash, typeface

    def draw(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        """Items where nothing is set yet. What follows on the page begins without dashes again: a form that has none
        does not say so."""
        self._set = {}
        self.code.append("1 j 1 J")
        self._items(items, matrix)
        if "dash" in self._set:
            self._now("dash", SOLID)

    def place(self, form: str, page: Matrix, at: Matrix, clip: Outline) -> None:
        self.code.append(f"q {_outline(clip, page)} W n")
        self._do(form, times(page, at))
        self.code.append("Q")

    def _do(self, form: str, matrix: Matrix) -> None:
        a, b, c, d, e, f = times(matrix, UNFLIP)
        if (a, b, c, d, e, f) != IDENTITY:
            self.code.append(f"{_n(a, 6)} {_n(b, 6)} {_n(c, 6)} {_n(d, 6)} {_n(e)} {_n(f)} cm")
        self.forms[form] = None
        self.code.append(f"/{form} Do")

    def _items(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        for item in items:
            if isinstance(item, Path):
                self._path(item, matrix)
            elif isinstance(item, Text):
                self._text(item, matrix)
            elif isinstance(item, Group):
                self._group(item, matrix)
            else:
                self.code.append("q")
                self._do(item.name, matrix)
                self.code.append("Q")

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
        outline = self.plates.outline(path.d) if matrix is FLIP else _outline(path.d, matrix)
        self.code.append(f"{outline} {paint}")

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
        font = self.fonts[text.font]
        self.letters.setdefault(number, set()).update(font.shown(text.text))
        shown = "".join(f"/F{number}+{subset} {size} Tf ({codes}) Tj " for subset, codes in font.encoded(text.text))
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
    for segment in d:  # most of the work of a build: `%` writes numbers in two thirds of the time of a format
        if len(segment) == 7:
            _, x1, y1, x2, y2, x3, y3 = segment
            first = a * x1 + c * y1 + e, b * x1 + dd * y1 + f, a * x2 + c * y2 + e, b * x2 + dd * y2 + f
            points = (*first, a * x3 + c * y3 + e, b * x3 + dd * y3 + f)
            out.append("%.2f %.2f %.2f %.2f %.2f %.2f c" % points)  # noqa: UP031
        elif len(segment) == 3:
            op, x, y = segment
            pen = "m" if op == "M" else "l"
            out.append("%.3f %.3f %s" % (a * x + c * y + e, b * x + dd * y + f, pen))  # noqa: UP031
        else:
            out.append("h")
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


@cache
def _process(colour: str, most: float) -> str:
    """Cyan, magenta, yellow and black: what all three have in common is black; where that is too much ink, there is
    less of the three."""
    lights = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    black = 1 - max(lights)
    inks = [(1 - light - black) / (1 - black) if black < 1 else 0.0 for light in lights]
    share = min(1.0, (most - black) / sum(inks)) if any(inks) else 1.0
    return " ".join(_n(math.floor(ink * share * 1000) / 1000) for ink in inks) + f" {_n(black)}"


def _n(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _reach(items: tuple[Item, ...], known: dict[str, Reach]) -> Reach:
    """The box that all items of a keyed group stay in, with room for their lines; those of keyed groups in it are
    noted."""
    boxes = [_item_reach(item, known) for item in items if not isinstance(item, Path) or item.d]
    if not boxes:
        return 0.0, 0.0, 1.0, 1.0
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _item_reach(item: Item, known: dict[str, Reach]) -> Reach:
    if isinstance(item, Text):
        high = item.size * PT * 1.2
        return item.x - high, item.y - high, item.x + item.width + high, item.y + high
    if isinstance(item, Group):
        left, top, right, low = _group_reach(item, known)
        return _around(carried((left, top, right - left, low - top), item.matrix), 0.0)
    assert isinstance(item, Path), "a form is clipped wherever it is shown"
    return _around(bounds(item.d), item.width)


def _group_reach(group: Group, known: dict[str, Reach]) -> Reach:
    if group.clip is not None:
        return _around(bounds(group.clip), 0.0)
    if not group.key:
        return _reach(group.items, known)
    if group.key not in known:
        known[group.key] = _reach(group.items, known)
    return known[group.key]


def _around(box: Box, pen: float) -> Reach:
    x, y, w, h = box
    return x - pen, y - pen, x + w + pen, y + h + pen

"""The typefaces of `templates/fonts.yaml`: where their files are and how wide their letters run."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Literal

from msgspec import Struct, structs

from venice_pnp.draw.scene import PT
from venice_pnp.kit.cache import kept
from venice_pnp.kit.faults import nearest
from venice_pnp.kit.models import Model
from venice_pnp.kit.reader import Reader

FONTS = "fonts.yaml"  # in a folder of templates
CAP_HEIGHT = 0.68  # of the size; close enough for all three families
DESCENT = 0.24
SPACE = 32
_PLAIN = re.compile(r"[()\\]")  # what a PDF string marks among plain letters
SYMBOLIC = 4  # a PDF font with a numbering of its own
FIRST, OTHERS = 33, 223  # the first code after the space, and how many follow it in a subset
OLD_STYLE = (
    0xE030  # figures with ascenders and descenders: letters of our own, for the typefaces have no codes for them
)
OLD_FIGURES = "".join(chr(OLD_STYLE + n) for n in range(10))
OLD_CODE = 16  # of the first of them in a subset: below the space, where no letter is
TO_OLD, FROM_OLD = str.maketrans(digits, OLD_FIGURES), str.maketrans(OLD_FIGURES, digits)
LONE = re.compile(r"(?<![\d.,])0(?!\d|[.,]\d)")  # old style it would be a small letter o: it stays level
READING = {"text": "reading", "text-bold": "reading-bold"}  # faces of parts and tables, and those of running text
OLD_FEATURES = ("onum", "pnum")  # what turns a figure of a file into one for running text
KINDRED = (ascii_uppercase, ascii_lowercase, digits, OLD_FIGURES)
DESCENDING = frozenset("gjpqy,;()[]{}Qß@/|")


class Typeface(Model, frozen=True):
    family: str
    weight: int
    italic: bool = False
    bold: str | None = None  # the face for **bold** words
    title: bool = False  # for titles: no word is broken, and other lines keep away
    figures: Literal["lining", "old"] = "lining"  # level, all of one width; or old style, for running text


class FontFile(Model, frozen=True):
    fonts: dict[str, Typeface]


class Fonts:
    """The faces by name. Files are opened when a face is first used."""

    def __init__(self, faces: dict[str, Typeface]) -> None:
        self.faces = faces
        self._opened: dict[str, Font] = {}
        self._numbers: dict[str, int] = {}

    def __getitem__(self, name: str) -> Font:
        if name not in self._opened:
            self._opened[name] = Font(name, self.faces[name])
        return self._opened[name]

    def number(self, name: str) -> int:
        """The number of a face in a file; faces that share a file of letters share it."""
        if name not in self._numbers:
            self._numbers[name] = next(
                i for i, other in enumerate(self.faces, 1) if self[other].file == self[name].file
            )
        return self._numbers[name]

    def numbered(self, number: int) -> Font:
        return self[list(self.faces)[number - 1]]

    def __contains__(self, name: str) -> bool:
        return name in self.faces

    def measure(self) -> None:
        """Measures the letters of all faces, for whoever is about to share the work with other processes."""
        for name in self.faces:
            self[name].letter_width(" ")


def load_fonts(shipped: Path, own: Path | None = None) -> Fonts:
    """The faces of a folder of templates; own ones are laid over those that sheets and marks need."""
    reader = Reader()
    faces: dict[str, Typeface] = {}
    files = [folder / FONTS for folder in (shipped, own) if folder]
    for file in (file for file in files if file.exists() or file.parent == shipped):
        read = reader.read(file, FontFile)
        reader.raise_if_faulty()
        assert read is not None
        faces |= _for_reading(read.fonts) | read.fonts
        for name in read.fonts if file.parent == own else ():
            _check_face(reader, name, faces)
    reader.raise_if_faulty()
    return Fonts(faces)


def _for_reading(faces: dict[str, Typeface]) -> dict[str, Typeface]:
    """Running text is set in the faces of the parts with old-style figures, if nobody has said otherwise."""
    return {
        READING[name]: structs.replace(face, bold=READING.get(face.bold or ""), figures="old")
        for name, face in faces.items()
        if name in READING
    }


def _check_face(reader: Reader, name: str, faces: dict[str, Typeface]) -> None:
    """Is it installed, and the one for its bold words known?"""
    face = faces[name]
    if face.bold is not None and face.bold not in faces:
        reader.fault_at(f"fonts.{name}.bold", f"unknown font '{face.bold}'{nearest(face.bold, faces)}")
    try:
        Font(name, face).file  # noqa: B018 - looked for
    except LookupError as error:
        reader.fault_at(f"fonts.{name}", str(error))


class Measures(Struct, frozen=True):
    """The letters that a face has, with their widths in thousandths of the size, and the width of all others."""

    widths: dict[int, float | None]
    default: float


class Font:
    def __init__(self, name: str, face: Typeface) -> None:
        self.name, self.face = name, face
        self._codes: dict[str, tuple[int, int]] = {}
        self._measured: dict[str, float] = {}  # words, in thousandths of the size

    @cached_property
    def file(self) -> Path:
        """Where its letters are. To look for them among all that is installed takes long, so the place is kept."""
        asked = f"{self.face} {_installed()}".encode()
        name = f"font-{hashlib.sha256(asked).hexdigest()[:16]}"
        file = Path(kept(name, [], str, self._found))
        return file if file.is_file() else Path(self._found())

    def _found(self) -> str:
        import fontpkg  # the cache knows most files

        style = "italic" if self.face.italic else "normal"
        return str(fontpkg.path(self.face.family, weight=self.face.weight, style=style))

    @property
    def _face(self) -> Any:
        return _opened(self.file)

    @cached_property
    def _measures(self) -> Measures:
        return _measured(self.file)

    @cached_property
    def _widths(self) -> _Widths:
        return _Widths(self._measures)

    @cached_property
    def _old(self) -> bool:
        return self.face.figures == "old" and OLD_STYLE in self._measures.widths

    def shown(self, text: str) -> str:
        """The letters that stand for a text: of a face for reading, old-style figures; but for a 0 alone."""
        if not self._old:
            return text
        parts = LONE.split(text) if "0" in text else (text,)
        return "0".join(part.translate(TO_OLD) for part in parts)

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        """In mm, for a size in points."""
        units = self._measured.get(text)
        if units is None:
            units = self._measured[text] = sum(map(self._widths.__getitem__, self.shown(text)))
        return units * size * PT / 1000 + spacing * len(text)

    def encoded(self, text: str) -> Iterator[tuple[int, str]]:
        """The text as PDF strings, each with the subset of this face that has its letters."""
        text = self.shown(text)
        if text.isascii():
            yield 0, _PLAIN.sub(r"\\\g<0>", text)
            return
        for subset, letters in groupby((self._code(c) for c in text), key=itemgetter(0)):
            yield subset, "".join(_escaped(code) for _, code in letters)

    def _code(self, char: str) -> tuple[int, int]:
        """The subset and the number of a letter. They are the same in every file, so that files can share drawings."""
        if char not in self._codes:
            self._codes[char] = self._new_code(char)
        return self._codes[char]

    def _new_code(self, char: str) -> tuple[int, int]:
        if char in OLD_FIGURES:
            return 0, OLD_CODE + OLD_FIGURES.index(char)
        western = char.replace("\u00a0", " ").encode("cp1252", "ignore")
        if western:
            return 0, western[0]
        if char not in self._others:
            return 0, 0
        number, code = divmod(self._others.index(char), OTHERS)
        return 1 + number, FIRST + code

    @cached_property
    def _others(self) -> str:
        """The letters beyond those of western Europe, which fill the first subset."""
        known = sorted(set(self._measures.widths).difference(map(ord, OLD_FIGURES)))
        return "".join(chr(c) for c in known if c > 127 and not chr(c).encode("cp1252", "ignore"))

    def with_kindred(self, letters: set[str]) -> set[str]:
        """These letters and all others of their kinds that the face has: capitals, small letters, figures."""
        more = [kind for kind in KINDRED if not letters.isdisjoint(kind)]
        return letters.union(*[[c for c in kind if ord(c) in self._measures.widths] for kind in more])

    def subsets(self, letters: Iterable[str]) -> list[dict[int, str]]:
        """The letters by their numbers, in each subset."""
        subsets: list[dict[int, str]] = []
        for char in sorted(letters):
            subset, code = self._code(char)
            subsets += [{} for _ in range(subset + 1 - len(subsets))]
            subsets[subset][code] = char
        return subsets

    def subset_file(self, subset: dict[int, str]) -> bytes:
        """A font file with these letters only."""
        codes = [ord(subset[code]) if code in subset else SPACE for code in range(max(subset) + 1)]
        if not set(OLD_FIGURES).isdisjoint(subset.values()):
            self._face.charToGlyph.update(old_figures(self.file))
        return bytes(self._face.makeSubset([0, *codes[1:]]))

    def described(self) -> str:
        """What a PDF says about the face as a whole."""
        face = self._face
        box = " ".join(f"{v:g}" for v in face.bbox)
        return (
            f"/Ascent {face.ascent:g} /CapHeight {face.capHeight:g} /Descent {face.descent:g} /Flags {SYMBOLIC} "
            f"/FontBBox [{box}] /ItalicAngle {face.italicAngle:g} /StemV {face.stemV:g} "
            f"/MissingWidth {face.defaultWidth:g}"
        )

    @property
    def postscript_name(self) -> str:
        return str(self._face.name.decode("ascii"))

    def letter_width(self, char: str) -> float:
        """In thousandths of the size."""
        return self._widths[char]

    def missing(self, text: str) -> list[str]:
        """The characters this face cannot print."""
        known = self._measures.widths
        return sorted({c for c in text if ord(c) not in known and c != "\u00ad"})


class _Widths(dict[str, float]):
    """The widths of letters in thousandths of the size; what a face does not have is as wide as its empty box."""

    def __init__(self, measures: Measures) -> None:
        self._measures = measures

    def __missing__(self, char: str) -> float:
        width = self._measures.widths.get(ord(char))
        self[char] = width = self._measures.default if width is None else width
        return width


@cache
def _measured(file: Path) -> Measures:
    """How wide the letters of a file are, without opening it a second time."""
    return kept("letters", [file, Path(__file__)], Measures, partial(_measured_letters, file))


def _measured_letters(file: Path) -> Measures:
    face = _opened(file)
    widths = {code: face.charWidths.get(code) for code in face.charToGlyph}
    return Measures(widths | dict(_old_widths(file)), float(face.defaultWidth))


@cache
def _installed() -> list[tuple[str, int]]:
    """What changes when something is installed: the folders of packages and their times."""
    folders = [Path(folder) for folder in sys.path if folder]
    return [(str(folder), folder.stat().st_mtime_ns) for folder in folders if folder.is_dir()]


def old_figures(file: Path) -> dict[int, int]:
    """The glyphs of a file's old-style figures by our codes for them; nothing if it lacks them."""
    return {OLD_STYLE + n: glyph for n, (glyph, _) in enumerate(_old_style(file))}


def _old_widths(file: Path) -> Iterator[tuple[int, float]]:
    return ((OLD_STYLE + n, width) for n, (_, width) in enumerate(_old_style(file)))


@cache
def _old_style(file: Path) -> list[tuple[int, float]]:
    return kept("old-figures", [file, Path(__file__)], list[tuple[int, float]], partial(_substituted, file))


def _substituted(file: Path) -> list[tuple[int, float]]:
    """The old-style figures of a file, with their widths in thousandths of the size, as its features give them."""
    from fontTools.ttLib import TTFont  # slow to load; the cache knows the figures of most files

    font = TTFont(file, lazy=True)  # few of its tables are asked for
    if "GSUB" not in font:
        return []
    table, cmap = font["GSUB"].table, font.getBestCmap()
    names = [cmap[ord(figure)] for figure in digits]
    for feature in OLD_FEATURES:
        records = [record for record in table.FeatureList.FeatureRecord if record.FeatureTag == feature]
        lookups = {n for record in records for n in record.Feature.LookupListIndex}
        tables = [one for n in sorted(lookups) for one in table.LookupList.Lookup[n].SubTable]
        for found in (getattr(getattr(one, "ExtSubTable", one), "mapping", {}) for one in tables):
            names = [found.get(name, name) for name in names]
    if cmap[ord("0")] in names:
        return []
    per, wide = font["head"].unitsPerEm, font["hmtx"]
    return [(font.getGlyphID(name), wide[name][0] * 1000 / per) for name in names]


@cache
def _opened(file: Path) -> Any:
    """The letters of a file as reportlab reads them; faces that share a file share them."""
    from reportlab.pdfbase.ttfonts import TTFontFace  # slow to load; the cache has the widths of most letters

    return TTFontFace(str(file))


@cache
def _escaped(code: int) -> str:
    """A byte as the inside of a PDF string; what is not plain ASCII is written in octal."""
    return chr(code) if 32 <= code < 127 and chr(code) not in "()\\" else f"\\{code:03o}"

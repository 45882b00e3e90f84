"""The typefaces of `templates/fonts.yaml`: where their files are and how wide their letters run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from venice_pnp.draw.scene import PT
from venice_pnp.kit.models import Model
from venice_pnp.kit.reader import Reader

CAP_HEIGHT = 0.68  # of the size; close enough for all three families
DESCENT = 0.24
DESCENDING = frozenset("gjpqy,;()[]{}Qß@/|")


class Face(Model, frozen=True):
    family: str
    weight: int
    italic: bool = False
    bold: str | None = None  # the face for **bold** words


class FontFile(Model, frozen=True):
    fonts: dict[str, Face]


class Fonts:
    """The faces by name. Files are opened when a face is first used."""

    def __init__(self, faces: dict[str, Face]) -> None:
        self.faces = faces
        self._opened: dict[str, Font] = {}

    def __getitem__(self, name: str) -> Font:
        if name not in self._opened:
            self._opened[name] = Font(name, self.faces[name])
        return self._opened[name]

    def __contains__(self, name: str) -> bool:
        return name in self.faces


def load_fonts(templates: Path) -> Fonts:
    reader = Reader()
    read = reader.read(templates / "fonts.yaml", FontFile)
    reader.raise_if_faulty()
    assert read is not None
    return Fonts(read.fonts)


class Font:
    def __init__(self, name: str, face: Face) -> None:
        self.name, self.face = name, face

    @cached_property
    def file(self) -> Path:
        import fontpkg

        style = "italic" if self.face.italic else "normal"
        return Path(fontpkg.path(self.face.family, weight=self.face.weight, style=style))

    @cached_property
    def _metrics(self) -> Any:
        return _opened(self.file)

    @property
    def pdf_name(self) -> str:
        """The name under which reportlab knows this face."""
        return str(self._metrics.fontName)

    @cached_property
    def _widths(self) -> dict[int, float]:
        return dict(self._metrics.face.charWidths)

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        """In mm, for a size in points."""
        widths = self._widths
        default = float(self._metrics.face.defaultWidth)
        return sum(widths.get(ord(c), default) for c in text) * size * PT / 1000 + spacing * len(text)

    def encoded(self, text: str, size: float, canvas: Any) -> Iterator[str]:
        """The text as PDF operators, in the numbering of the canvas's own subsets of this face."""
        document = canvas._doc
        for subset, codes in self._metrics.splitString(text, document):
            name = self._metrics.getSubsetInternalName(subset, document)
            yield f"{name} {size:.4g} Tf ({_escaped(codes)}) Tj "

    def missing(self, text: str) -> list[str]:
        """The characters this face cannot print."""
        known = self._metrics.face.charToGlyph
        return sorted({c for c in text if ord(c) not in known and c != "\u00ad"})


@cache
def _opened(file: Path) -> Any:
    """The font as reportlab knows it; faces that share a file share it. Only letters in use are embedded."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(f"venice-{file.stem}", str(file), asciiReadable=0)
    pdfmetrics.registerFont(font)
    return font


PLAIN_BYTES = frozenset(range(24)) - set(b"\r\n") | set(range(32, 127)) - set(b"()\\")


def _escaped(codes: bytes) -> str:
    """Bytes as the inside of a PDF string; what reportlab's own encoding would change is written in octal."""
    return "".join(chr(c) if c in PLAIN_BYTES else f"\\{c:03o}" for c in codes)

"""Plates into a PDF file: numbered objects, and a table of where each of them begins.

Nothing in a file tells when or where it was written, so the same pages give the same bytes. Titles are written in
hexadecimal: no text of the data can be taken for anything but text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from venice_pnp.draw.pdf import Letters, Plate, Plates

HEAD = "%PDF-{}\n%\xe2\xe3\xcf\xd3\n"  # four bytes that are no text: whoever copies the file keeps every byte
VERSION = "1.6"
UNDATED = "(D:19700101000000Z)"  # a press wants a date; nothing in our files tells when they were made
CATALOG, PAGES, FONTS, OUTLINE, INFO = range(1, 6)
Points = tuple[float, float, float, float]  # a box: left, low, right, top


class Bookmark(NamedTuple):
    """An entry of the table of contents, with those that are folded under it."""

    title: str
    page: str
    inner: Sequence[Bookmark] = ()


class PressStandard(NamedTuple):
    """What a file for a press says of itself: the standard it keeps, and the press that it is meant for."""

    name: str
    version: str  # of PDF, on which it rests
    condition: str
    registry: str


class PdfFile:
    """A file while pages are added to it."""

    def __init__(self, plates: Plates) -> None:
        self.plates, self.fonts = plates, plates.fonts
        self._objects = [b""] * INFO
        self._pages: list[str] = []
        self._mounted: dict[str, str] = {}  # the forms of this file: name and reference
        self._letters: dict[int, set[str]] = {}
        self._look = hashlib.sha256()

    def page(self, name: str, size: tuple[float, float], **boxes: Points) -> str:
        """Adds a page of this size in points, such as `TrimBox=…`; refers to it."""
        plate = self.plates[name]
        self._count(plate)
        forms = self._forms(plate)
        known = {"MediaBox": (0.0, 0.0, *size), **boxes}
        shown = " ".join(f"/{box} [{' '.join(f'{v:.4f}' for v in points)}]" for box, points in known.items())
        self._pages.append(
            self._add(
                f"<< /Type /Page /Parent {_ref(PAGES)} {shown} /Resources << /Font {_ref(FONTS)}{forms} >> "
                f"/Contents {self._add(_stream('', plate.code))} >>".encode()
            )
        )
        return self._pages[-1]

    def finished(
        self,
        about: Mapping[str, str],
        bookmarks: Sequence[Bookmark] = (),
        lang: str = "",
        printing: str = "",
        standard: PressStandard | None = None,
    ) -> bytes:
        """The whole file. `about` describes it, `printing` is what a viewer prefers when it prints."""
        self._put(PAGES, f"<< /Type /Pages /Count {len(self._pages)} /Kids [{' '.join(self._pages)}] >>")
        self._put(FONTS, f"<< {' '.join(self._typefaces())} >>")
        told = {name: _text(value) for name, value in about.items()}
        if standard:
            told |= {"CreationDate": UNDATED, "ModDate": UNDATED, "Trapped": "/False"}
            told["GTS_PDFXVersion"] = f"({standard.name})"
        self._put(INFO, f"<< {' '.join(f'/{name} {value}' for name, value in told.items())} >>")
        first, last = self._entries(bookmarks, OUTLINE)
        self._put(OUTLINE, f"<< /Type /Outlines{first}{last} /Count {len(bookmarks)} >>")
        shown = f"/Lang {_text(lang)} /PageMode /UseOutlines /ViewerPreferences << {printing} >>"
        if standard:
            meant = f"/OutputConditionIdentifier ({standard.condition}) /Info ({standard.condition})"
            meant += f" /RegistryName ({standard.registry})"
            shown += f" /OutputIntents [<< /Type /OutputIntent /S /GTS_PDFX {meant} >>]"
        self._put(CATALOG, f"<< /Type /Catalog /Pages {_ref(PAGES)} /Outlines {_ref(OUTLINE)} {shown} >>")
        self._look.update(self._objects[INFO - 1])
        return self._written(standard.version if standard else VERSION)

    def _written(self, version: str) -> bytes:
        head = HEAD.format(version).encode("latin-1")
        parts, starts, at = [head], [], len(head)
        for number, content in enumerate(self._objects, 1):
            starts.append(at)
            parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, content))
            at += len(parts[-1])
        count, name = len(starts) + 1, self._look.hexdigest()[:32]
        table = "".join(f"{start:010} 00000 n \n" for start in starts)
        parts.append(
            f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n<< /Size {count} /Root {_ref(CATALOG)} "
            f"/Info {_ref(INFO)} /ID [<{name}> <{name}>] >>\nstartxref\n{at}\n%%EOF\n".encode()
        )
        return b"".join(parts)

    # --- objects ----------------------------------------------------------------------------------------
    def _add(self, content: bytes) -> str:
        """Adds an object, and refers to it."""
        self._objects.append(content)
        return _ref(len(self._objects))

    def _put(self, number: int, content: str) -> None:
        self._objects[number - 1] = content.encode()

    def _forms(self, plate: Plate) -> str:
        """The forms that a plate prints, as its resources name them."""
        inner = " ".join(f"/{form} {self._mount(form)}" for form in plate.forms)
        return f" /XObject << {inner} >>" if inner else ""

    def _mount(self, name: str) -> str:
        """A reference to a form, which is added to the file when it is first needed."""
        if name not in self._mounted:
            plate = self.plates[name]
            self._count(plate)
            about = (
                f"/Type /XObject /Subtype /Form /BBox [{plate.reach}] "
                f"/Resources << /Font {_ref(FONTS)}{self._forms(plate)} >> "
            )
            self._mounted[name] = self._add(_stream(about, plate.code, plate.plain))
        return self._mounted[name]

    def _count(self, plate: Plate) -> None:
        self._look.update(f"{plate.name} {plate.look}\n".encode())
        for font, letters in plate.letters.items():
            self._letters.setdefault(font, set()).update(letters)

    def _typefaces(self) -> Iterable[str]:
        """Embeds the letters that were used, with those of their kind: a file with other words has the same."""
        for number, shown in sorted(self._letters.items()):
            font = self.fonts.numbered(number)
            for place, subset in enumerate(font.subsets(font.with_kindred(shown))):
                if subset:
                    yield f"/F{number}+{place} {self._typeface(self.plates.embedded(number, place, subset))}"

    def _typeface(self, letters: Letters) -> str:
        base, _, about = letters.about.partition(" ")
        file = self._add(_stream(f"/Length1 {letters.size} ", letters.file))
        descriptor = self._add(f"<< /Type /FontDescriptor /FontName {base} {about} /FontFile2 {file} >>".encode())
        meaning = self._add(_stream("", letters.meaning))
        last = letters.first + letters.widths.count(" ")
        return self._add(
            f"<< /Type /Font /Subtype /TrueType /BaseFont {base} /FirstChar {letters.first} /LastChar {last} "
            f"/Widths [{letters.widths}] /FontDescriptor {descriptor} /ToUnicode {meaning} >>".encode()
        )

    def _entries(self, bookmarks: Sequence[Bookmark], parent: int) -> tuple[str, str]:
        """Adds bookmarks, each with what is folded under it; refers to the first and the last."""
        if not bookmarks:
            return "", ""
        start = len(self._objects) + 1
        numbers = range(start, start + len(bookmarks))
        self._objects += [b""] * len(bookmarks)
        for number, (title, page, inner) in zip(numbers, bookmarks, strict=True):
            first, last = self._entries(inner, number)
            folded = f"{first}{last} /Count {-len(inner)}" if inner else ""
            before = f" /Prev {_ref(number - 1)}" if number > numbers[0] else ""
            after = f" /Next {_ref(number + 1)}" if number < numbers[-1] else ""
            self._put(
                number,
                f"<< /Title {_text(title)} /Dest [{page} /Fit] /Parent {_ref(parent)}{before}{after}{folded} >>",
            )
        return f" /First {_ref(numbers[0])}", f" /Last {_ref(numbers[-1])}"


def _ref(number: int) -> str:
    return f"{number} 0 R"


def _text(text: str) -> str:
    return f"<FEFF{text.encode('utf-16-be', 'replace').hex().upper()}>"


def _stream(about: str, code: bytes, plain: bool = False) -> bytes:
    """Code as an object of a file, compressed or plain."""
    packed = "" if plain else "/Filter /FlateDecode "
    return f"<< {about}{packed}/Length {len(code)} >>\nstream\n".encode() + code + b"\nendstream"

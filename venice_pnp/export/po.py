"""A catalogue as a PO file, which translators' tools read and write: the path of a text is its context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polib

from venice_pnp.door.wishes import WrongWish
from venice_pnp.export.catalogue import Phrase
from venice_pnp.kit.folders import small_file
from venice_pnp.kit.limits import LETTERS
from venice_pnp.speech.tongues import tongues

ABOUT = """\
Texts of print-and-play kits, their rule booklet, their referee and their console.
The context of an entry is the file and the path in it where the text stands.
What stands in braces is put in later and stays as it is: {player}, {numbers.houses}. Of {n:move|moves} the name before
the colon stays, and both words are translated: the first is said for one, the second for any other number.
What stands between ** and ** is printed bold. Entries that are not translated, or are fuzzy, are said in English."""
NOTES: Mapping[str, str] = {
    "text": "",
    "words": "Words that players may type for it, with commas; the first is shown. The English name always works.",
    "shared": "Words that players may type, with commas; they are added to these.",
}
WIDTH = 0  # no line is broken: tools show whole texts


class Translated(NamedTuple):
    """An entry that came back, with its line in the file."""

    context: str
    source: str
    text: str
    line: int
    fuzzy: bool


def po_bytes(entries: Sequence[Phrase], lang: str, pictures: Mapping[str, Sequence[str]]) -> bytes:
    """The file; the same for the same texts. `pictures` says where a text is seen, by its context."""
    po = polib.POFile(wrapwidth=WIDTH)
    po.header = ABOUT
    po.metadata = {
        "Project-Id-Version": "venice-pnp",
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Source-Language": tongues().first,
    }
    for entry in entries:
        hints = [f"{tongues().names[other]}: {text}" for other, text in entry.hints.items()]
        seen = [f"Picture: {picture}" for picture in pictures.get(entry.context, ())]
        po.append(
            polib.POEntry(
                msgctxt=entry.context,
                msgid=entry.source,
                msgstr=entry.done,
                comment="\n".join(filter(None, (NOTES[entry.kind], *hints, *seen))),
                occurrences=[(entry.file, "")],
            )
        )
    return f"{po}\n".encode()


def read_po(file: Path) -> tuple[str, list[Translated]]:
    """Its language, and what is translated in it."""
    try:
        text = small_file(file, LETTERS).decode("utf-8")
        po = polib.pofile(text) if "\n" in text else None
    except UnicodeDecodeError:
        raise WrongWish(f"{file} is not UTF-8 text; save it as UTF-8") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).replace("\n", " ")
        raise WrongWish(f"{file} cannot be read as a PO file: {reason}") from None
    lang = str(po.metadata.get("Language", "")) if po is not None else ""
    if po is None or not lang:
        raise WrongWish(f"{file} names no language; a PO file has a line “Language: it” at its head")
    present = [entry for entry in po if not entry.obsolete and entry.msgstr]
    return lang, [Translated(e.msgctxt or "", e.msgid, e.msgstr, e.linenum, e.fuzzy) for e in present]

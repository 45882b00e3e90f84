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
PROJECT = "venice-pnp"
WIDTH = 0  # no line is broken: tools show whole texts


class Translated(NamedTuple):
    """An entry that came back, with its line in the file."""

    context: str
    source: str
    text: str
    line: int
    fuzzy: bool


def po_bytes(
    entries: Sequence[Phrase],
    lang: str,
    pictures: Mapping[str, Sequence[str]],
    before: Mapping[str, polib.POEntry] | None = None,
) -> bytes:
    """The file; the same for the same texts. `pictures` says where a text is seen, by its context.

    What is translated in `before` stays: fuzzy if its source has changed, and set aside if it is not asked for.
    """
    before = before or {}
    po = polib.POFile(wrapwidth=WIDTH)
    po.header = ABOUT
    po.metadata = {
        "Project-Id-Version": PROJECT,
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Source-Language": tongues().first,
    }
    for entry in entries:
        hints = [f"{tongues().names[other]}: {text}" for other, text in entry.hints.items()]
        seen = [f"Picture: {picture}" for picture in pictures.get(entry.context, ())]
        old = before.get(entry.context)
        made = polib.POEntry(
            msgctxt=entry.context,
            msgid=entry.source,
            msgstr=old.msgstr if old else entry.done,
            comment="\n".join(filter(None, (NOTES[entry.kind], *hints, *seen))),
            occurrences=[(entry.context.replace(" ", "_"), "")],  # a space would end it
        )
        if old:
            made.tcomment = old.tcomment
            if old.fuzzy or old.msgid != entry.source:
                made.flags.append("fuzzy")
            if old.msgid != entry.source:
                made.previous_msgid = old.msgid
        po.append(made)
    asked = {entry.context for entry in entries}
    for context, old in before.items():
        if context not in asked:
            po.append(
                polib.POEntry(msgctxt=context, msgid=old.msgid, msgstr=old.msgstr, flags=old.flags, obsolete=True)
            )
    return f"{po}\n".encode()


def read_po(file: Path) -> tuple[str, list[Translated]]:
    """Its language, and what is translated in it."""
    po = _opened(file)
    present = [entry for entry in po if not entry.obsolete and entry.msgstr]
    return po.metadata["Language"], [
        Translated(e.msgctxt or "", e.msgid, e.msgstr, e.linenum, e.fuzzy) for e in present
    ]


def translated_before(file: Path, lang: str) -> dict[str, polib.POEntry]:
    """What is translated in a file that is written anew, by its context; raises WrongWish if it is none of ours."""
    if not file.exists():
        return {}
    try:
        po = _opened(file)
    except WrongWish as error:
        raise WrongWish(f"{error}. It is not overwritten; name another file with --out") from None
    if not str(po.metadata.get("Project-Id-Version", "")).startswith(PROJECT):
        raise WrongWish(f"{file} is a PO file, but none of {PROJECT}; it is not overwritten. Name another with --out")
    if po.metadata["Language"] != lang:
        said = f"{file} is a translation into '{po.metadata['Language']}', not '{lang}'"
        raise WrongWish(f"{said}; it is not overwritten. Name another with --out")
    kept = sorted((entry for entry in po if entry.msgctxt and entry.msgstr), key=lambda entry: not entry.obsolete)
    return {str(entry.msgctxt): entry for entry in kept}


def _opened(file: Path) -> polib.POFile:
    try:
        text = small_file(file, LETTERS).decode("utf-8")
        po = polib.pofile(text) if "\n" in text else None
    except UnicodeDecodeError:
        raise WrongWish(f"{file} is not UTF-8 text; save it as UTF-8") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).replace("\n", " ")
        raise WrongWish(f"{file} cannot be read as a PO file: {reason}") from None
    if po is None or not po.metadata.get("Language"):
        raise WrongWish(f"{file} names no language; a PO file has a line “Language: it” at its head")
    return po

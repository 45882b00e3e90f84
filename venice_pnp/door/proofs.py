"""Files of texts, read as `check` reads them: all that a referee, a console or a booklet will ever quote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.book import load_book
from venice_pnp.kit.faults import Place, nearest
from venice_pnp.kit.limits import FILE
from venice_pnp.kit.schema import console_schema
from venice_pnp.kit.thinking import check_bots
from venice_pnp.speech.plain import Lines, read_file
from venice_pnp.speech.tongues import OWN, REFEREE, tongues
from venice_pnp.speech.trouble import BrokenText
from venice_pnp.speech.words import Speech, data_of

SECTIONS: dict[str, tuple[str, ...]] = {
    "rules": ("rules", "provenance", "rulings"),
    "messages": ("messages", "names", "places", "movables", "spots"),
    "console": tuple(console_schema()["properties"]),
    "glossary": ("glossary",),
    "setups": ("setups",),
    "lesson": ("lesson",),
}
REFEREE_SECTIONS = ("messages", "names", "commands", "answers", "dates", "small-nouns")
TEXTS = ("rules", "messages", "ask")  # sections that are texts by key, and nothing else
FILLED = ("rules", "console", "setups", "lesson")  # files whose texts may quote the kit: {numbers.houses}
_SLOT = re.compile(r"\{[a-z][a-z0-9]*(?:[.-][a-z0-9]+)+\}")
_KEY = re.compile(r"[\w][\w.-]*")


def text_faults(kit: Kit) -> list[Fault]:
    """What is wrong with the texts of a kit, and with what its folder of data says for the referee."""
    faults: list[Fault] = []
    for folder in kit.folders:
        for stem, sections in SECTIONS.items():
            if (file := folder / f"{stem}.yaml").is_file():
                faults += _faults(file, sections, kit if stem in FILLED else None, kit)
    for file in dict.fromkeys((OWN, data_of(kit) / REFEREE)):
        if file.is_file():
            faults += _faults(file, REFEREE_SECTIONS, None, kit)
    for check in (check_bots, *(() if faults else (load_book,))):
        try:
            check(kit)
        except FaultyData as faulty:
            faults += faulty.faults
    return faults


def _faults(file: Path, sections: tuple[str, ...], filled: Kit | None, kit: Kit) -> Iterator[Fault]:
    try:
        found, lines = read_file(file, FILE, inside=True)
    except BrokenText as broken:
        yield Fault(Place(file, int(broken.facts.get("line", 0)), 1), Speech("en").trouble(broken))
        return
    if found is None:
        return
    if not isinstance(found, dict):
        yield Fault(Place(file, 1, 1), "expected keys with values")
        return
    for section, value in found.items():
        if section not in sections:
            yield Fault(_place(file, lines, found), f"unknown key '{section}'{nearest(str(section), sections)}")
        elif section in TEXTS:
            yield from _text_faults(file, lines, section, value, kit)
    if filled is not None:
        for where, lang, text in _texts(found, tuple(tongues(data_of(kit)).names), found):
            for slot in _SLOT.findall(text):
                try:
                    filled.filled(slot, lang)
                except KeyError:
                    yield Fault(_place(file, lines, where), f"there is nothing to put in for {slot}")


def _text_faults(file: Path, lines: Lines, section: str, value: Any, kit: Kit) -> Iterator[Fault]:
    known = tongues(data_of(kit)).names
    if not isinstance(value, dict):
        yield Fault(Place(file), f"'{section}' needs texts by their keys")
        return
    for key, text in value.items():
        place = _place(file, lines, text if isinstance(text, dict) else value)
        if not _KEY.fullmatch(str(key)):
            yield Fault(place, f"'{key}' is no key: letters, digits, dots and hyphens")
        elif not isinstance(text, dict) or not all(isinstance(one, str) for one in text.values()):
            yield Fault(place, f"{key}: expected a text for each language, such as {{en: …, de: …}}")
        elif strange := [lang for lang in text if lang not in known]:
            yield Fault(place, f"{key}: there is no language '{strange[0]}'{nearest(str(strange[0]), known)}")


def _texts(value: Any, langs: tuple[str, ...], where: Any) -> Iterator[tuple[Any, str, str]]:
    """Every text by language, with the mapping it stands in."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if key in langs and isinstance(part, str):
                yield value, key, part
            else:
                yield from _texts(part, langs, value)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part, langs, where)


def _place(file: Path, lines: Lines, value: Any) -> Place:
    line = lines.get(id(value), 0)
    return Place(file, line, 1) if line else Place(file)

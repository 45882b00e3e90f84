"""Texts go to translators, and what comes back becomes a kit: files of one language, laid over the shipped games.

Nothing is written before all of it holds: every slot is there, every letter can be printed, and everything fits where
it is printed, which is tried by printing it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

from venice_pnp.door.files import write_whole
from venice_pnp.door.kits import boards_of, library_of, load_kit
from venice_pnp.door.printing import build
from venice_pnp.door.proofs import text_faults
from venice_pnp.door.wishes import WrongWish, one_of
from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.studio import Studio
from venice_pnp.export.catalogue import COMMA, LANGUAGES, Phrase, catalogue
from venice_pnp.export.context import pictured
from venice_pnp.export.po import Translated, po_bytes, read_po, translated_before
from venice_pnp.kit import Fault, FaultyData, find_games
from venice_pnp.kit.faults import Place
from venice_pnp.kit.load import EXTENDS, GAME_FILE, home
from venice_pnp.press.parts import draw_parts
from venice_pnp.speech.tongues import WORDS, tongues

MADE = (
    "# Made by `venice-pnp words import`; `words export {lang} --data FOLDER` gives the PO file back, to be changed.\n"
)
ON_SCREEN = ("messages.yaml", "console.yaml", "lesson.yaml", "glossary.yaml")  # what is never printed
TOLD = 24  # letters of a text by which a fault that quotes it is found again
_SLOT = re.compile(r"\{([^{}:|]+)(?::[^{}|]*\|[^{}|]*)?\}")  # {player}, {numbers.houses}, {n:move|moves}
_JOINED = re.compile(r"'(.+ · .+)' does not fit")  # a line of several texts
_BRACE = re.compile(r"[{}]")
_CODE = re.compile(r"[a-z]{2}")
BOLD = "**"


class Imported(NamedTuple):
    """What became of a translation."""

    lang: str
    games: list[str]
    files: list[Path]
    taken: int
    of: int  # so many texts there are
    fuzzy: int
    left: list[str]  # contexts of texts that have changed since, or are gone


def check_language(lang: str) -> None:
    """Raises WrongWish if nobody could translate into it."""
    if not _CODE.fullmatch(lang):
        raise WrongWish(f"'{lang}' is no language: two small letters, such as it, fr or pl", 2)
    if lang in tongues().names:
        raise WrongWish(f"{tongues().names[lang]} is there already; its texts stand in the data of the games", 2)


class Exported(NamedTuple):
    """What a translator gets."""

    file: Path
    texts: int
    done: int
    folder: Path  # of pictures
    pictures: int
    kept: int  # texts of the file that was there
    changed: int  # of them: their English text has changed, so that they are fuzzy now
    aside: int  # of them: they are not asked for now, and stand at the end


def export_words(lang: str, games: Sequence[str], file: Path, data: Path | None, with_pictures: bool) -> Exported:
    """Everything there is to translate, in a PO file that keeps what it has; pictures lie in a folder beside it."""
    check_language(lang)
    before = translated_before(file, lang)
    chosen = [one_of(game, find_games(home("data")), "game") for game in games] or find_games(home("data"))
    entries = catalogue(chosen, lang, data)
    folder = file.with_name(f"{file.stem}-pictures")
    pictures, where = pictured(entries, chosen, tongues().first) if with_pictures else ({}, {})
    beside = {context: [f"{folder.name}/{name}" for name in names] for context, names in where.items()}
    write_whole(file, po_bytes(entries, lang, beside, before))
    for name, picture in pictures.items():
        write_whole(folder / name, picture)
    done = sum(1 for entry in entries if entry.done or entry.context in before)
    again = [entry for entry in entries if entry.context in before]
    changed = sum(1 for entry in again if before[entry.context].msgid != entry.source)
    return Exported(file, len(entries), done, folder, len(pictures), len(before), changed, len(before) - len(again))


def import_words(file: Path, out: Path) -> Imported:
    """The kit of a PO file in `out`; raises FaultyData with everything that is wrong with it."""
    lang, translated = read_po(file)
    check_language(lang)
    games = _games_of(translated)
    known = {entry.context: entry for entry in catalogue(games or find_games(home("data")), lang)}
    matched = [(known[one.context], one) for one in translated if _is_same(known.get(one.context), one)]
    left = [one.context for one in translated if not _is_same(known.get(one.context), one)]
    sure = [(entry, one) for entry, one in matched if not one.fuzzy]
    faults = [fault for entry, one in sure for fault in _faults(entry, one, file)]
    faults += _strange_letters(sure, library_of(None, None).fonts, file)
    if faults:
        raise FaultyData(faults)
    if not games:
        begun = (
            "translates nothing of a game yet, only words that all share" if matched else "translates no text of ours"
        )
        raise WrongWish(f"{file} {begun}: a kit needs some text of a game. Nothing was written")
    files = _files(lang, games, sure)
    _check_room(out, files)
    if misfits := _misfits(games, lang, sure, file):
        raise FaultyData(misfits)
    for name, content in files.items():
        write_whole(out / name, content)
    made = [out / name for name in files]
    return Imported(lang, games, made, len(sure), len(known), len(matched) - len(sure), left)


def _games_of(translated: Sequence[Translated]) -> list[str]:
    named = {one.context.partition("/")[0] for one in translated if "/" in one.context.partition(":")[0]}
    return [game for game in find_games(home("data")) if game in named]


def _is_same(entry: Phrase | None, one: Translated) -> bool:
    """Is it still this text that was translated?"""
    return entry is not None and entry.source == one.source


# --- what is wrong with a text -----------------------------------------------------------------------------
def _faults(entry: Phrase, one: Translated, file: Path) -> Iterator[Fault]:
    for message in _wrong(entry, one.text):
        yield Fault(Place(file, one.line, 1), f"{entry.context}: {message}")


def _wrong(entry: Phrase, text: str) -> Iterator[str]:
    if entry.kind != "text":
        if not all(word.strip() for word in text.split(COMMA.strip())):
            yield "expected words with commas between them, found a comma too many"
        return
    before, after = ({slot.strip() for slot in _SLOT.findall(said)} for said in (entry.source, text))
    if lost := sorted(before - after):
        yield f"{_in_braces(lost)} of the original is missing"
    if strange := sorted(after - before):
        yield f"{_in_braces(strange)} does not stand in the original"
    if len(_BRACE.findall(_SLOT.sub("", text))) != len(_BRACE.findall(_SLOT.sub("", entry.source))):
        yield "a brace has no partner, or {n:one|many} has not just two words"
    if text.count(BOLD) % 2:
        yield f"{BOLD} must stand before and after what is printed bold"
    if entry.source.strip() and [text[:1].isspace(), text[-1:].isspace()] != [
        entry.source[:1].isspace(),
        entry.source[-1:].isspace(),
    ]:
        yield "begins or ends with another space than the original"


def _in_braces(names: Sequence[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)


def _strange_letters(sure: Sequence[tuple[Phrase, Translated]], fonts: Fonts, file: Path) -> Iterator[Fault]:
    """Letters of printed texts that none of our typefaces has; one that only some lack is told where it is drawn."""
    for entry, one in sure:
        if Path(entry.file).name in ON_SCREEN:
            continue
        lacking = [set(fonts[face].missing(one.text)) for face in fonts.faces]
        missing = sorted(set.intersection(*lacking) - {"\n"}) if lacking else []
        if missing:
            letters = ", ".join(f"'{letter}'" for letter in missing)
            yield Fault(Place(file, one.line, 1), f"{entry.context}: no typeface has {letters}")


# --- the kit -----------------------------------------------------------------------------------------------
class _Leaf(dict[str, Any]):
    """What stands in one line: `{it: …}`."""


class _Dumper(yaml.SafeDumper):
    pass


_Dumper.add_representer(
    _Leaf, lambda dumper, leaf: dumper.represent_mapping("tag:yaml.org,2002:map", leaf.items(), flow_style=True)
)


def _files(lang: str, games: Sequence[str], sure: Sequence[tuple[Phrase, Translated]]) -> dict[str, bytes]:
    """The files by their names below the folder."""
    trees: dict[str, dict[Any, Any]] = {WORDS: {LANGUAGES: {lang: lang}, "fallback": {lang: tongues().first}}}
    for game in games:
        languages = [*load_kit(game).game.languages, lang]
        trees[f"{game}/{GAME_FILE}"] = {EXTENDS: game, "game": {LANGUAGES: languages}}
    for entry, one in sure:
        _put(trees.setdefault(entry.file, {}), entry, lang, one.text)
    head = MADE.format(lang=lang)
    return {name: (head + _dumped(tree)).encode() for name, tree in trees.items()}


def _put(tree: dict[Any, Any], entry: Phrase, lang: str, text: str) -> None:
    words = [word.strip() for word in text.split(COMMA.strip())]
    *path, last = entry.keys
    for key in path:
        tree = tree.setdefault(key, {})
    if entry.kind == "shared":
        tree[last] = list(dict.fromkeys((*entry.source.split(COMMA), *words)))
    else:
        tree.setdefault(last, _Leaf())[lang] = words if entry.kind == "words" else text


def _dumped(tree: dict[Any, Any]) -> str:
    text: str = yaml.dump(tree, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=float("inf"))
    return text


def _check_room(out: Path, files: dict[str, bytes]) -> None:
    """Nothing that somebody wrote by hand is written over."""
    marked = MADE.partition(";")[0].encode()
    for name in files:
        file = out / name
        if file.exists() and not (file.is_file() and file.read_bytes().startswith(marked)):
            raise WrongWish(f"{file} was not made by `words import`; choose another folder with --out")


def _misfits(games: Sequence[str], lang: str, sure: Sequence[tuple[Phrase, Translated]], file: Path) -> list[Fault]:
    """Reads, draws and prints the kit where nobody sees it; what does not fit is told with its line in the PO file. A
    page is given up at its first text that is too long: so those are left out, and the rest is tried again."""
    told: dict[
        str, Fault
    ] = {}  # by what was wrong: if leaving out one of two like texts does not help, it is the other
    while True:
        with TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            for name, content in _files(lang, games, sure).items():
                write_whole(data / name, content)
            found = [fault for game in games for fault in _faults_of(game, lang, data, Path(folder) / "out")]
            quoted = [_quoted(fault, sure) for fault in found]
            told |= {fault.message: _told(fault, one, data, file) for fault, one in zip(found, quoted, strict=True)}
        gone = {one.context for one in quoted if one}
        sure = [(entry, one) for entry, one in sure if one.context not in gone]
        if not gone:
            return list(told.values())


def _faults_of(game: str, lang: str, data: Path, out: Path) -> list[Fault]:
    try:
        kit = load_kit(game, data)
        if faults := text_faults(kit):
            return faults
        build(kit, out, lang=lang)
        draw_parts(Studio(kit, library_of(None, data), lang, "low-ink"), boards_of(kit))
    except FaultyData as faulty:
        return list(faulty.faults)
    return []


def _quoted(fault: Fault, sure: Sequence[tuple[Phrase, Translated]]) -> Translated | None:
    """The entry whose text a fault quotes; of a line of several texts the one that is longest against its original."""
    if line := _JOINED.search(fault.message):
        within = [(entry, one) for entry, one in sure if _is_within(line[1], entry, one)]
        return max(within, key=lambda pair: len(pair[1].text) - len(pair[0].source), default=(None, None))[1]
    quoted = [one for _, one in sure if len(one.text) > 1 and one.text[:TOLD] in fault.message]
    return max(quoted, key=lambda one: len(one.text[:TOLD]), default=None)


def _is_within(line: str, entry: Phrase, one: Translated) -> bool:
    """Is it one of the printed texts that make up a line, whatever its slots hold?"""
    parts = re.split(r"\{[^{}]*\}", one.text)
    if Path(entry.file).name in ON_SCREEN or len("".join(parts).strip()) < 2:
        return False
    return re.search(rf"(?:^|\W){'.*?'.join(map(re.escape, parts))}(?:\W|$)", line) is not None


def _told(fault: Fault, quoted: Translated | None, folder: Path, file: Path) -> Fault:
    """The fault at the entry whose text it quotes; else at the file it was found in."""
    if quoted:
        return Fault(Place(file, quoted.line, 1), f"{quoted.context}: {fault.message}")
    if fault.place.file.is_relative_to(folder):
        return Fault(Place(file), f"{fault.place.file.relative_to(folder)}: {fault.message}")
    return fault

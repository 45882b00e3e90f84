"""From folders of YAML to a `Kit`. Whatever can be checked without drawing is checked here."""

from __future__ import annotations

import hashlib
import math
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from venice_pnp.kit.cache import as_words, kept
from venice_pnp.kit.faults import Fault, FaultyData, Place, WrongShape, nearest
from venice_pnp.kit.folders import real, small_file
from venice_pnp.kit.limits import FACES, FILE
from venice_pnp.kit.models import Component, GameFacts, Id, Kit, Seat, item_id
from venice_pnp.kit.wording import ANY, Words

if TYPE_CHECKING:
    from yaml import Node

    from venice_pnp.kit.reader import Reader
    from venice_pnp.kit.supplies import Print, Shared

PACKAGE = Path(__file__).resolve().parent.parent
TEXT_FILES = (  # read when they are quoted, not before
    "rules.yaml",
    "messages.yaml",
    "booklet.yaml",
    "console.yaml",
    "glossary.yaml",
    "setups.yaml",
    "lesson.yaml",
    "bots.yaml",
)
COMMON: dict[str, Any] = {
    "game": GameFacts,
    "seats": list[Seat],
    "components": dict[str, Component],
    "texts": dict[str, Words],
}
KIT_ID_LENGTH = 8
ID_META: msgspec.Meta = get_args(Id)[1]  # what an id looks like
EDITOR_LINE = b"# yaml-language-server:"  # tells an editor the schema; no data
GAME_FILE, EXTENDS = "game.yaml", "extends"  # an own kit may extend another


def home(name: str) -> Path:
    """`data` or `templates` as shipped: inside the installed package, or beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def find_games(data: Path) -> list[str]:
    """The games of a data folder: its subfolders with a `game.yaml`."""
    if not data.is_dir():
        raise FaultyData([Fault(Place(data), "no such folder of data")])
    return sorted(d.name for d in data.iterdir() if (d / GAME_FILE).is_file())


def has_game(data: Path, name: str) -> bool:
    """Is this the name of one of its games? What lies outside the folder is none, whatever it is called."""
    known = data.is_dir() and name in (folder.name for folder in data.iterdir())
    return known and (data / name / GAME_FILE).is_file()


def kit_id(folders: Sequence[Path], shared: Sequence[Path]) -> str:
    """A short hash of everything a game's parts and rules are made from. A file that is an unchanged copy of the one
    it covers counts once, so that an own copy has the id of the original until something is edited."""
    digest, seen = hashlib.sha256(), set()
    for files in (kit_files(shared), kit_files(folders)):
        for file in files:
            text = file.read_bytes().replace(b"\r\n", b"\n")
            if text.startswith(EDITOR_LINE):
                text = text.partition(b"\n")[2]
            content = file.name.encode() + b"\0" + text + b"\0"
            if content not in seen:
                digest.update(content)
            seen.add(content)
    return digest.hexdigest()[:KIT_ID_LENGTH]


def kit_files(folders: Sequence[Path]) -> list[Path]:
    """The data files of a folder and of those it is laid over, in a fixed order."""
    found = [f for folder in reversed(folders) for f in folder.glob("*.yaml")]
    return sorted((f for f in found if f.name not in TEXT_FILES and f.is_file()), key=lambda f: f.name)


def load_shared(*folders: Path) -> Shared:
    """`data/*.yaml`: colours, papers, shapes, stocks, words; an own folder before the shipped one. From the cache where
    nothing has changed."""
    from venice_pnp.kit.supplies import Shared  # whoever only plays needs none of it

    return kept("shared", kit_files(folders), Shared, lambda: _read_shared(*folders))


def _read_shared(*folders: Path) -> Shared:
    from venice_pnp.kit.reader import Reader  # and with it YAML: not if the cache has the kit
    from venice_pnp.kit.supplies import Shared  # as above

    own = Reader()
    found = _read_sections(own, folders, _types(Shared))
    own.raise_if_faulty()
    shared = Shared(**found)
    for place, words in own.words:
        _need_languages(own, place, words, shared.languages, shared.fallback)
    for name, stock in shared.stocks.items():
        if stock.board or stock.without_board:
            _check_known(own, f"stocks.{name}.without-board", "stock", stock.without_board or "", shared.stocks)
    own.raise_if_faulty()
    return shared


def load_kit(name: str, tables: type[Struct] | None, data: Path | None = None) -> Kit:
    """The game `name`, checked; raises FaultyData with every fault found."""
    from venice_pnp.kit.reader import Reader  # and with it YAML: not if the cache has the kit
    from venice_pnp.kit.supplies import Print  # as above

    folders, shared_folders = _folders(name, data)
    reader = Reader()
    shared = load_shared(*shared_folders)
    own = _types(tables) if tables else None
    types = {**COMMON, **(own or {})}
    found = _read_sections(reader, folders, types, free=own is None)
    reader.raise_if_faulty()
    made = tables(**{k: v for k, v in found.items() if k not in COMMON}) if tables else found
    printed = Print(found["components"], _with_own_shapes(reader, shared, made))
    kit = Kit(
        id=folders[-1].name,
        name=name,
        kit_id=kit_id(folders, shared_folders),
        folders=tuple(folders),
        game=found["game"],
        seats=found["seats"],
        texts=found["texts"],
        tables=made,
        look_up_print=lambda: printed,
        places=reader.places,
    )
    _check(reader, kit)
    reader.raise_if_faulty()
    return kit


def _with_own_shapes(reader: Reader, shared: Shared, tables: Any) -> Shared:
    """The shapes that all games share, and those that a game's tables make (`shapes()`)."""
    own = getattr(tables, "shapes", None)
    if own is None:
        return shared
    try:
        return msgspec.structs.replace(shared, shapes={**shared.shapes, **own()})
    except WrongShape as wrong:
        reader.fault_at(wrong.path, wrong.message)
        raise FaultyData(reader.faults) from None


class Quick(Struct, frozen=True):
    """What the cache keeps of a kit: all but the places of its values."""

    game: GameFacts
    seats: list[Seat]
    texts: dict[str, Words]
    tables: bytes
    printed: bytes
    kit_id: str


def quick_kit(name: str, tables: type[Struct], data: Path | None = None) -> Kit:
    """As `load_kit`, but from the cache where the files are unchanged; without places."""
    folders, shared_folders = _folders(name, data)

    def read() -> Quick:
        kit = load_kit(name, tables, data)
        encode = msgspec.msgpack.encode
        return Quick(kit.game, kit.seats, kit.texts, encode(kit.tables), encode(kit.printed), kit.kit_id)

    def printed() -> Print:
        from venice_pnp.kit.supplies import Print  # as above

        return msgspec.msgpack.decode(quick.printed, type=Print, dec_hook=as_words)

    files = [*kit_files(shared_folders), *kit_files(folders)]
    model = Path(sys.modules[tables.__module__].__file__ or "")
    quick = kept(f"kit-{name}", [*files, model, Path(__file__)], Quick, read)
    return Kit(
        id=folders[-1].name,
        name=name,
        kit_id=quick.kit_id,
        folders=tuple(folders),
        game=quick.game,
        seats=quick.seats,
        texts=quick.texts,
        tables=msgspec.msgpack.decode(quick.tables, type=tables, dec_hook=as_words),
        look_up_print=printed,
        places={},
    )


def _folders(name: str, data: Path | None) -> tuple[list[Path], list[Path]]:
    """The game's folder with those it extends, and those of what the games share; own ones first."""
    data = data or home("data")
    if not has_game(data, name):
        raise FaultyData([Fault(Place(data), f"there is no game '{name}'{nearest(name, find_games(data))}")])
    shared = [data, home("data")] if real(data) != real(home("data")) else [data]
    return lineage_of(data / name), shared


def game_of(name: str, data: Path | None = None) -> str:
    """The game whose rules and drawings a kit uses: its own name, or that of what it extends."""
    data = data or home("data")
    return lineage_of(data / name)[-1].name if has_game(data, name) else name


def lineage_of(folder: Path) -> list[Path]:
    """The folder of a kit, then those it extends. Most extend nothing, and need not be read for that."""
    try:
        if EXTENDS.encode() not in small_file(folder / GAME_FILE, FILE):
            return [folder]
    except OSError:
        return [folder]  # whoever reads it says what is wrong with it
    from venice_pnp.kit.inherit import lineage  # and with it YAML

    return lineage(folder, home("data"))


# --- reading ----------------------------------------------------------------------------------------
def _yaml_files(reader: Reader, folder: Path) -> list[Path]:
    try:
        return sorted(f for f in folder.iterdir() if f.suffix == ".yaml" and f.name not in TEXT_FILES)
    except OSError as error:
        reader.faults.append(Fault(Place(folder), f"cannot be read: {error.strerror}"))
        return []


def _types(model: type[Struct]) -> dict[str, Any]:
    return {f.encode_name: f.type for f in fields(model)}


def _read_sections(
    reader: Reader, folders: Sequence[Path], types: dict[str, Any], free: bool = False
) -> dict[str, Any]:
    """All sections of all files, an own folder's laid over those of the folders after it."""
    nodes: dict[str, Node] = {}
    for folder in reversed(folders):
        for key, (key_node, value_node) in _sections_of(reader, folder).items():
            if key in types or free:
                nodes[key] = _laid_over(nodes[key], value_node) if key in nodes else value_node
            else:
                reader.fault(key_node, f"unknown section '{key}'{nearest(key, types)}")
    found = {
        key.replace("-", "_"): reader.value(node, types.get(key) or _usual(node), key) for key, node in nodes.items()
    }
    missing = [key for key in types if key not in nodes]
    if missing and not reader.faults:
        reader.faults.append(Fault(Place(folders[0]), f"missing sections: {', '.join(missing)}"))
    return found


def _usual(node: Node) -> Any:
    """What a section without a model holds: numbers and the like by name, or rows."""
    return dict[str, Any] if node.tag.endswith(":map") else list[dict[str, Any]]


def _sections_of(reader: Reader, folder: Path) -> dict[str, tuple[Node, Node]]:
    """The sections of one folder; each stands in one of its files."""
    found: dict[str, tuple[Node, Node]] = {}
    for file in _yaml_files(reader, folder):
        for key, pair in reader.sections(file).items():
            if key in found:
                first = reader.place(found[key][0])
                reader.fault(pair[0], f"the section '{key}' stands already in {first}")
            elif (file.name, key) != (GAME_FILE, EXTENDS):
                found[key] = pair
    return found


def _laid_over(base: Node, own: Node) -> Node:
    from venice_pnp.kit.inherit import laid_over  # and with it YAML

    return laid_over(base, own)


# --- checks across files ----------------------------------------------------------------------------
def _check(reader: Reader, kit: Kit) -> None:
    for language in kit.game.languages:
        if language not in kit.shared.languages:
            reader.fault_at("game.languages", f"unknown language '{language}'{nearest(language, kit.shared.languages)}")
    for place, words in reader.words:
        _need_languages(reader, place, words, kit.game.languages, kit.shared.fallback)
    for name, component in kit.components.items():
        _check_name(reader, f"components.{name}", name)
        _check_component(reader, kit, name, component)
    for seat_number, seat in enumerate(kit.seats):
        _check_known(reader, f"seats.{seat_number}.pattern", "pattern", seat.pattern, kit.shared.patterns)
    for table in sorted({"seats", *(table for c in kit.components.values() for table in kit.tables_of(c))}):
        _check_ids(reader, kit, table)
    whole = getattr(kit.tables, "faults", None)  # what only the game itself can tell
    if whole is not None and not reader.faults:
        for path, message in whole():
            reader.fault_at(path, message)


def _need_languages(
    reader: Reader, place: Place, words: dict[str, str], languages: Iterable[str], fallback: dict[str, str]
) -> None:
    """Notes what is missing."""
    borrow(words, fallback)
    missing = [lang for lang in languages if lang not in words and ANY not in words]
    if missing:
        reader.faults.append(Fault(place, f"the text in {', '.join(missing)} is missing"))
    known = list(languages)
    for lang in words:
        if lang != ANY and len(lang) != 2:
            reader.faults.append(Fault(place, f"unknown language '{lang}'{nearest(lang, known)}"))


def borrow(words: dict[str, str], fallback: dict[str, str]) -> None:
    """A language that leans on another takes from it what it lacks."""
    for lang, other in fallback.items():
        if lang not in words and other in words:
            words[lang] = words[other]


def _check_name(reader: Reader, path: str, name: str) -> None:
    """Files are named after it."""
    pattern, said = ID_META.pattern or "", ID_META.description
    if not re.search(pattern, name):
        reader.fault_at(path, f"expected {said}, found '{name[:40]}'")


def _check_known(reader: Reader, path: str, what: str, name: str, known: Iterable[str]) -> None:
    names = list(known)
    if name not in names:
        reader.fault_at(path, f"unknown {what} '{name}'{nearest(name, names)}")


def _check_component(reader: Reader, kit: Kit, name: str, component: Component) -> None:
    at = f"components.{name}"
    _check_known(reader, f"{at}.shape", "shape", component.shape, kit.shared.shapes)
    _check_known(reader, f"{at}.stock", "stock", component.stock, kit.shared.stocks)
    if component.mount and (component.mount == "one-side") != (component.back is None):
        wrong = "is for a part without a back" if component.back else "is for a part with a back"
        reader.fault_at(f"{at}.mount", f"{component.mount} {wrong}")
    stock = kit.shared.stocks.get(component.stock)
    if component.mount == "card" and stock and stock.board:
        reader.fault_at(f"{at}.mount", f"card is not glued on a board, as {component.stock} is: one side would be lost")
    if not component.rule.startswith(kit.game.prefix + "-"):
        reader.fault_at(
            f"{at}.rule", f"expected a rule ID that begins with {kit.game.prefix}-, found '{component.rule}'"
        )
    if component.alternative:
        _check_known(reader, f"{at}.alternative.shape", "shape", component.alternative.shape, kit.shared.shapes)
        _check_known(reader, f"{at}.alternative.stock", "stock", component.alternative.stock, kit.shared.stocks)
    unknown = [table for table in kit.tables_of(component) if not kit.rows(table)]
    if unknown:
        reader.fault_at(f"{at}.each", f"there is no table '{unknown[0]}'")
        return
    faces = math.prod(len(kit.rows(table)) for table in kit.tables_of(component))
    if faces > FACES:
        reader.fault_at(f"{at}.each", f"these tables together would make {faces} faces; at most {FACES}")
        return
    try:
        items = kit.items(component)
    except KeyError as error:
        if error.args[0] != "id" or component.copies == "id":  # a row without an id is reported with its own line
            reader.fault_at(f"{at}.copies", f"there is no number '{component.copies}' for its copies")
        return
    except (ValueError, TypeError):
        reader.fault_at(f"{at}.copies", f"'{component.copies}' is not a number everywhere")
        return
    made = sum(item.copies for item in items)
    if made != component.count:
        reader.fault_at(
            f"{at}.count", f"{component.rule} asks for {component.count} × {name}, but the data makes {made}"
        )


def _check_ids(reader: Reader, kit: Kit, table: str) -> None:
    seen: dict[str, int] = {}
    for number, row in enumerate(kit.rows(table)):
        if isinstance(row, (int, str)):
            continue  # a list of numbers may repeat one
        try:
            name = item_id(row)
        except KeyError:
            reader.fault_at(f"{table}.{number}", "this row needs an id")
            continue
        if name in seen:
            path = f"{table}.{number}.id"
            reader.fault_at(path, f"the id '{name}' stands twice in {table} (first as row {seen[name] + 1})")
        seen.setdefault(name, number)

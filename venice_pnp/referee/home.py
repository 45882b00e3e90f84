"""Where tables and their keys live: the user's data folder, or the path that was given."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec

from venice_pnp.kit.drafts import clear_drafts, replace_whole
from venice_pnp.kit.folders import user_folder
from venice_pnp.speech.trouble import NoTable

ENDING = ".table"
_NAME = r"[^\W_][\w .-]{0,59}"


def data_folder() -> Path:
    return user_folder("data")


def printed_folder() -> Path:
    """Where the user's prints are remembered."""
    return data_folder() / "printed"


def printed_ids(kit: str) -> list[str]:
    """The ids of the kits of this name that were printed, whatever their language and edition."""
    found = []
    for file in sorted(printed_folder().glob(f"{kit}-*.json")):
        try:
            found.append(str(msgspec.json.decode(file.read_bytes())["kit_id"]))
        except (OSError, msgspec.DecodeError, KeyError, TypeError):
            continue
    return list(dict.fromkeys(found))


def table_path(name: str | None) -> Path:
    """The file of a table by name or path; None: the last one used."""
    if name is None:
        try:
            named = os.fsdecode((data_folder() / "current").read_bytes().strip())
        except OSError:
            raise NoTable("table.none") from None
        if not named or "\0" in named:
            raise NoTable("table.none")
        return Path(named)
    if name.endswith(ENDING):
        return Path(name).absolute()
    if not re.fullmatch(_NAME, name):
        raise NoTable("table.name", name=name)
    return data_folder() / "tables" / (name + ENDING)


def free_name(game: str) -> str:
    """A name for a new table that nobody gave one."""
    taken = {path.stem for path in table_files()}
    return next(name for n in range(1, 100_000) if (name := f"{game}-{n}") not in taken)


def table_files() -> list[Path]:
    return sorted((data_folder() / "tables").glob("*" + ENDING))


def remember(path: Path) -> None:
    """This table is the default from now on; where nothing can be written, the last one stays it."""
    folder = data_folder()
    current = folder / "current"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if current.is_file() and current.read_bytes().strip() == os.fsencode(path):
            return
        clear_drafts(folder)
        replace_whole(current, os.fsencode(path) + b"\n", sync=False)
    except OSError:
        pass


def remember_language(lang: str, table: str) -> None:
    """The console goes on in the language that was spoken at a table last, and at a new one in that of the last
    evening; without a place to keep it, in that of the machine."""
    for file in (data_folder() / "language", _language_file(table)):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{lang}\n", encoding="utf-8")
        except OSError:
            pass


def last_language(table: str = "") -> str:
    """Spoken last at this table, or at any."""
    try:
        file = _language_file(table) if table else data_folder() / "language"
        return file.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def _language_file(table: str) -> Path:
    return data_folder() / "keys" / f"{table}.language"


def keep_data_folder(table: str, data: Path) -> None:
    """Remember, on this machine, which data a table is played with."""
    (data_folder() / "keys" / f"{table}.data").write_bytes(os.fsencode(data.absolute()))


def kept_data_folder(table: str) -> Path | None:
    file = data_folder() / "keys" / f"{table}.data"
    return Path(os.fsdecode(file.read_bytes())) if file.is_file() else None


def kept_data_folders() -> list[Path]:
    """All folders of data that tables of this machine are played with."""
    files = sorted((data_folder() / "keys").glob("*.data"))
    found = dict.fromkeys(Path(os.fsdecode(file.read_bytes())) for file in files if file.is_file())
    return [folder for folder in found if folder.is_dir()]

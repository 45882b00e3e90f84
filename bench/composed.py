"""Composed inputs (`grammar.py`), each put through the commands that a person would type.

Each must end in 0, or in 1 or 2 with a message, within 5 seconds of work and 1 GB, with nothing in what is said or made
that commands a terminal or is no number.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import mmap
import os
import random
import resource
import shutil
import signal
import sqlite3
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import grammar
import msgspec
from faults import GAMES, PLAYERS, ROOT, play_on
from grammar import SPELLINGS, TEXTS, Chooser, Dice, Grammar, Raw, dangerous, page, spelled, written
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import FlakyStrategyDefinition
from typer.main import get_command

from venice_pnp.cli.app import roster
from venice_pnp.door import proofs
from venice_pnp.draw.fonts import FontFile
from venice_pnp.draw.template import Template
from venice_pnp.games import find_game
from venice_pnp.host.server import Host, app_of
from venice_pnp.kit.load import COMMON
from venice_pnp.kit.supplies import Shared
from venice_pnp.referee import journal, seals
from venice_pnp.referee.entries import FORMS
from venice_pnp.referee.records import KEYS
from venice_pnp.referee.table import new_table, open_game
from venice_pnp.speech.plain import Lines, read_file, read_text
from venice_pnp.speech.tongues import OWN

WORK = 5.0  # seconds of work for one command, or one request
WAITING = 20  # seconds after which an input that does not even work is given up, whatever else the machine does
MEMORY = 1_000_000_000  # bytes
ROUND = 250  # inputs of one process


class Broken(NamedTuple):
    what: str
    text: str
    number: int = -1  # of a composed input: the dice compose the same one again


class OverBudget(BaseException):
    """Nobody may take it for a trouble of their own."""


# --- commands -----------------------------------------------------------------------------------------------
def run(*words: str | Path) -> int:
    """One command in this process; raises for an outcome that nobody should see."""
    if signal.getitimer(signal.ITIMER_PROF)[0]:
        signal.setitimer(signal.ITIMER_PROF, WORK)  # the commands before it have had their own
    said, line = io.StringIO(), [str(word) for word in words]
    code: Any = 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            _made_command(*line[: 2 if line[0] == "referee" else 1])(line, standalone_mode=True)
        except SystemExit as done:
            code = done.code or 0
    text = said.getvalue()
    if code not in (0, 1, 2) or (code and not text.strip()) or "Traceback" in text:
        raise ValueError(f"{line[:2]}: exit code {code}: {text[-500:]}")
    if not text.replace("\n", "").replace("�", "").isprintable() and any(c in text for c in "\x1b\x9b\x00\x07\u202e"):
        raise ValueError(f"{line[:2]}: a message with control characters: {text!r}"[:500])
    return int(code)


def sometimes(times: int) -> bool:
    """One input in so many also goes through a command that reads it in the same way as another."""
    return _OTHERS.randrange(times) == 0


_OTHERS = random.Random(0)


@cache
def _made_command(*words: str) -> Callable[..., Any]:
    """A command as typer makes it: once, not for every input."""
    return get_command(roster.opened(words))


def _read_by_check(file: Path, *how: Any, **more: Any) -> tuple[Any, Lines]:
    """`check` reads our own texts too, which are always the same here and take longer than what was composed."""
    return ({}, {}) if file == OWN else read_file(file, *how, **more)


proofs.read_file = _read_by_check  # type: ignore[attr-defined]


# --- kits ---------------------------------------------------------------------------------------------------
COLOURS = ["ink", "paper", "gold", "brick", "{hex}", "#123456", "lagoon"]
TEMPLATES = ["own/card", "own/back", "shared/card", "shared/counter", "shared/tile-back", "own/other"]
WORDS = [
    "x",
    "A gondola.",
    "{numbers.coins}",
    "{texts.own}",
    "{texts.twice}",
    "{game.title}",
    "**bold** :coin: word",
    *TEXTS,
]
NAMES: dict[str, list[Any]] = {
    "": ["x", "red", "card", "coins"],
    "any": [None, "{name}", 10**9, 0],
    "words": WORDS,
    "text": ["{name}", "{id}", "{numbers.coins}", "{texts.own}", "{cards.a.name}", "{seats.red.name}", *WORDS],
    **dict.fromkeys(("fill", "stroke", "colour", "edge"), COLOURS),
    "name": ["coin", "{symbol}", "emblem-disc", "own", "ornament/gondola-large"],
    **{key: ["emblem-disc", "coin", "own"] for key in ("emblem", "picture")},
    "font": ["text", "title", "number", "label", "italic"],
    "pattern": ["dots", "waves", "scales", "terrazzo", "brick", "lines", "diamonds"],
    "count": ["{numbers.coins}", "3", "60", "{id}"],
    "d": [
        "M 0 0 L 9 9 Z",
        "M 0 0 C 1 1 2 2 3 3",
        "M 1e30 0 L 5 5",
        "M 0 0 A 1 1 0 0 1 5 5",
        "M nan 0",
        "M 0 0 A 0 0 0 0 0 0 0",
    ],
    **{key: ["cards", "seats", "numbers.few", "numbers.many", "numbers"] for key in ("table", "each")},
    **dict.fromkeys(("template", "front", "back", "top", "extends"), TEMPLATES),
    "copies": ["copies", "numbers.coins", "id", "numbers.huge"],
    "shape": ["standard", "tile-25", "counter-12", "standee-20x40", "own", "a5", "shield-18"],
    "stock": ["card", "board", "heavy", "paper"],
    "file": ["cards", "tiles", "board"],
    "rule": ["OWN-1.1"],
    "prefix": ["OWN"],
    "hex": ["#123456", "#FFFFFF"],
    "low-ink": ["#FFFFFF"],
    "languages": ["en", "de"],
    "id": ["a", "b", "red", "1"],
    "family": ["Spectral", "Cinzel"],
    "without-board": ["card", "own"],
}
KITS = Grammar(NAMES)
GAME: dict[str, Any] = {
    "game": {
        "title": {"en": "Own", "de": "Own"},
        "prefix": "OWN",
        "credit": {"en": "x", "de": "x"},
        "players": [2, 4],
        "languages": ["en", "de"],
    },
    "seats": [
        {"id": "red", "name": {"en": "Red", "de": "Rot"}, "hex": "#A51A1C", "emblem": "emblem-disc", "pattern": "dots"}
    ],
    "components": {
        "card": {
            **{
                "rule": "OWN-1.1",
                "name": {"en": "Card", "de": "Karte"},
                "count": 1,
                "each": "cards",
                "shape": "standard",
            },
            **{"front": "own/card", "back": "own/back", "file": "cards", "stock": "card", "provenance": "designed"},
        }
    },
    "cards": [{"id": "a", "copies": 1, "symbol": "coin", "name": {"en": "A card", "de": "Eine Karte"}}],
    "numbers": {"coins": 3, "few": [1, 2], "many": [7] * 60, "huge": 10**9},
    "texts": {
        "own": {"en": "own", "de": "eigen"},
        "deep": {"en": "{texts.twice} {texts.deep}", "de": "{texts.deep}"},
        "twice": {"en": "{texts.own}" * 60, "de": "{texts.own}"},
    },
}
CARD = {"elements": {"name": {"draw": "text", "text": "{name}", "box": "safe"}}}
BACK = {"elements": {"ground": {"draw": "rect", "box": "bleed", "fill": "brick"}}}


def kits(choose: Chooser) -> dict[str, bytes]:
    """The files of a kit of one card, some of them composed."""
    game, files = dict(GAME), dict[str, Any]()
    for section in choose.various([*COMMON, "cards", "numbers", "more"], 2):
        if section in COMMON:
            made = KITS.value(choose, COMMON[section], section)
            whole = section not in ("components", "texts") or not isinstance(made, dict)
            game[section] = made if whole else {**game[section], **made}
        else:
            game[section] = KITS.value(choose, dict[str, Any] if section != "cards" else list[dict[str, Any]], section)
    if choose.seldom(9):
        game["extends"] = choose.one(["canaletto", "own", "other", *grammar.ELSEWHERE, Raw("[x]")])
    files["own/game.yaml"] = page(game)
    if choose.seldom(9):  # it has ours read anew, which takes long
        kinds = {field.encode_name: field.type for field in shared_fields()}
        section = choose.one(list(kinds))
        files["shared.yaml"] = page({section: KITS.value(choose, kinds[section], section)})
    for name in choose.various(TEXT_FILES, 2):
        files[f"own/{name}.yaml"] = page(some_texts(choose))
    return {"own/game.yaml": b"", **{name: spelled(text, choose.one(SPELLINGS)) for name, text in files.items()}}


@cache
def shared_fields() -> tuple[Any, ...]:
    return msgspec.structs.fields(Shared)


TEXT_FILES = ["messages", "rules", "console", "glossary", "setups", "lesson", "booklet"]
KEYS_OF_TEXTS = ["OWN-1.1", "screen.round", "x", "a.b", "--class--", "chapters", "steps", "1"]
SECTIONS_OF_TEXTS = ["rules", "messages", "names", "places", "ask", "verbs", "glossary", "setups", "lesson"]
SECTIONS_OF_TEXTS += ["provenance", "rulings", "chapters", "x"]


def some_texts(choose: Chooser) -> dict[str, Any]:
    """What a file of texts may hold."""

    def text() -> Any:
        two = {"en": choose.one(WORDS), "de": choose.one(WORDS)}
        return choose.one([two, two, choose.one(WORDS), dangerous(choose)])

    def section() -> Any:
        texts = {key: text() for key in choose.various(KEYS_OF_TEXTS, 3)}
        return choose.one([texts, texts, list(texts.values()), dangerous(choose)])

    return {name: section() for name in choose.various(SECTIONS_OF_TEXTS, 3)}


def looks(choose: Chooser) -> dict[str, bytes]:
    """The templates of a card, and sometimes typefaces."""
    made = {"templates/own/card.yaml": page(KITS.struct(choose, Template))}
    if choose.one([False, True]):
        made["templates/own/other.yaml"] = page(KITS.struct(choose, Template))
    if choose.seldom(9):
        made["templates/fonts.yaml"] = page(KITS.struct(choose, FontFile))
    return {name: spelled(text, choose.one(SPELLINGS)) for name, text in made.items()}


def drawings(choose: Chooser) -> dict[str, bytes]:
    """A symbol, and a card that shows it."""
    element = {"draw": "symbol", "name": "own", "box": [6, 6, 20, 20], "turn": choose.one([0, 90, 1e300])}
    card = page({"elements": {"own": element}}).encode()
    return {"templates/symbols/own.svg": grammar.symbol(choose), "templates/own/card.yaml": card}


def kit_read(files: dict[str, bytes], folder: Path) -> None:
    """Checked and listed; what is well is also built, and nothing in it is no number."""
    place = fresh(folder / "kit")
    base = {"own/game.yaml": page(GAME), "templates/own/card.yaml": page(CARD), "templates/own/back.yaml": page(BACK)}
    for name, text in ({name: text.encode() for name, text in base.items()} | files).items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text)
    printed(place, folder)


def printed(place: Path, folder: Path) -> None:
    given = ("own", "--data", place, "--templates", place / "templates")
    well = run("check", *given) == 0
    if sometimes(5):
        run("list", "own", "--data", place)
    if sometimes(3 if well else 20):
        out = fresh(folder / "out")
        code = run("build", *given, "--lang", "en", "--paper", "a4", "--out", out)
        if well and code == 0:
            sound(out)


def sound(out: Path) -> None:
    """No number that is none reaches a PDF."""
    import pikepdf  # reads what is inside

    for file in out.rglob("*.pdf"):
        with pikepdf.open(file) as pdf:
            for thing in pdf.objects:
                if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") != "/Image" and "/Length1" not in thing:
                    words = set(thing.read_bytes().split())
                    if words & {b"nan", b"inf", b"-inf"}:
                        raise ValueError(f"{file.name}: a number that is none")


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# --- files that are none ------------------------------------------------------------------------------------
ODD_FILES: dict[str, Callable[[Path], object]] = {
    "pipe": lambda file: os.mkfifo(file),
    "endless device": lambda file: file.symlink_to("/dev/zero"),
    "empty device": lambda file: file.symlink_to("/dev/null"),
    "link to itself": lambda file: file.symlink_to(file.name),
    "link out": lambda file: file.symlink_to("/etc/passwd"),
    "link to nothing": lambda file: file.symlink_to("nothing"),
    "folder": lambda file: file.mkdir(),
    "sparse": lambda file: sparse(file),
    "empty": lambda file: file.write_bytes(b""),
    "unreadable": lambda file: (file.write_bytes(b"x: 1\n"), file.chmod(0)),
    "socket": lambda file: os.mknod(file, 0o140644),
}
KIT_FILES = [
    "own/game.yaml",
    "own/more.yaml",
    "palette.yaml",
    "words.yaml",
    "templates/own/card.yaml",
    "templates/fonts.yaml",
]
KIT_FILES += [
    "templates/symbols/own.svg",
    "own/messages.yaml",
    "own/booklet.yaml",
    "referee/messages.yaml",
    "own",
    "templates",
    "templates/own",
]


def sparse(file: Path) -> None:
    with file.open("wb") as made:
        made.truncate(8_000_000_000)


def odd_files(choose: Chooser) -> tuple[str, str]:
    return choose.one(KIT_FILES), choose.one(list(ODD_FILES))


def odd_file_read(chosen: tuple[str, str], folder: Path) -> None:
    name, kind = chosen
    place = fresh(folder / "kit")
    for base, text in (("own/game.yaml", GAME), ("templates/own/card.yaml", CARD), ("templates/own/back.yaml", BACK)):
        (place / base).parent.mkdir(parents=True, exist_ok=True)
        (place / base).write_text(page(text))
    odd = place / name
    if odd.is_dir():
        shutil.rmtree(odd)
    odd.unlink(missing_ok=True)
    odd.parent.mkdir(parents=True, exist_ok=True)
    ODD_FILES[kind](odd)
    printed(place, folder)
    for command in (
        ("audit",),
        ("score",),
        ("replay",),
        ("status", "--table"),
        ("verify", "--table"),
        ("log", "--table"),
    ):
        run("referee", *command, odd)
    run(
        "referee",
        "new",
        "own",
        "--players",
        "Anke,Bernd,Claudia",
        "--data",
        place,
        "--table",
        fresh(folder / "t") / "t",
    )
    run("preview", "own", "--data", place, "--out", folder / "x.png")
    run("diff", "shipped", place)


# --- what is played -----------------------------------------------------------------------------------------
@cache
def words_of(game: str) -> Grammar:
    """Ids of a game, for every vocabulary alike: the wrong ones are as good."""
    opened = open_game(game)
    rows = [str(row.id) for name in dir(opened.kit.tables) for row in _rows(opened.kit.tables, name)]
    ids = [*PLAYERS, "table", "?", *rows[:80]]
    return Grammar({"": ids, "game": [game], "players": PLAYERS, "any": ids}, {"players": PLAYERS, "game": [game]})


def _rows(tables: Any, name: str) -> list[Any]:
    found = getattr(tables, name, None) if not name.startswith("_") else None
    return [row for row in found if hasattr(row, "id")] if isinstance(found, list) else []


@cache
def snapshot_of(game: str, which: str) -> dict[str, Any]:
    return dict(read_text((ROOT / "tests/snapshots" / f"{game}-{which}.yaml").read_text("utf-8"), "s")[0])


def snapshots(choose: Chooser) -> bytes:
    """A position of a game: real, with some parts composed, or composed as a whole."""
    game = choose.one(GAMES)
    made = words_of(game).struct(choose, find_game(game).position())
    if choose.number(0, 5):
        real = snapshot_of(game, choose.one(["setup", "midgame"]))
        made = {**real, **{key: made[key] for key in choose.various(list(real), 3) if key in made}}
    return spelled(page(made), choose.one(SPELLINGS))


def snapshot_read(text: bytes, folder: Path) -> None:
    file = folder / "snapshot.yaml"
    file.write_bytes(text)
    run("referee", "audit", file)
    if sometimes(4):
        run("referee", "score", file)


def move(choose: Chooser, game: str) -> Any:
    made = {"by": choose.one([*PLAYERS, "table", "x"]), "do": choose.one(verbs_of(game))}
    for key in choose.some(FIELDS, 3):
        made[key] = words_of(game).value(choose, int | str | list[int] | list[str] | dict[str, int], key)
    return dangerous(choose) if choose.seldom() else made


@cache
def verbs_of(game: str) -> list[str]:
    return [*open_game(game).rules.verbs, "expect", "x"]


FIELDS = [
    "amount",
    "field",
    "tokens",
    "card",
    "cards",
    "to",
    "from",
    "die",
    "dice",
    "candidate",
    "vote",
    "bid",
    "palace",
    "kind",
    "site",
    "ship",
    "count",
    "value",
    "piece",
    "row",
    "seat",
    "ids",
]


def records(choose: Chooser) -> bytes:
    game = choose.one(GAMES)
    position = words_of(game).struct(choose, find_game(game).position())
    made: dict[str, Any] = {
        "record": 1,
        "game": game,
        "players": PLAYERS,
        "options": {},
        "moves": [move(choose, game) for _ in range(choose.number(0, 4))],
    }
    if choose.one([False, True]):
        made["start"] = {key: value for key, value in position.items() if choose.seldom(3)}
    if choose.one([False, True]):
        made["moves"] = [{"expect": position}, *made["moves"]]
    for key in choose.some(KEYS, 1):
        made[key] = dangerous(choose)
    return spelled(page(made), choose.one(SPELLINGS))


def record_read(text: bytes, folder: Path) -> None:
    file = folder / "record.yaml"
    file.write_bytes(text)
    run("referee", "replay", file)


# --- tables -------------------------------------------------------------------------------------------------
TIMES = [
    "2026-01-01T00:00:00+00:00",
    "9999-99-99T99:99:99+00:00",
    "0000-00-00T00:00:00+00:00",
    "",
    "\x1b[2J",
    "now",
    5,
    None,
    b"x",
    1e300,
]
ODD_CELLS = [
    None,
    0,
    -1,
    2**62,
    1e300,
    b"",
    b"\xff\xfe",
    "",
    "{}",
    "[]",
    "null",
    "[" * 5000,
    '{"a":' * 900 + "1" + "}" * 900,
    "\ud7ff",
    "9" * 5000,
]
STATEMENTS = [
    *("PRAGMA user_version = 1", "PRAGMA user_version = 3", "PRAGMA user_version = -1", "PRAGMA application_id = 1"),
    *(
        "CREATE VIEW v AS SELECT 1",
        "CREATE TRIGGER g AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
        "CREATE INDEX i ON entry (kind)",
    ),
    *(
        "ALTER TABLE entry RENAME TO other",
        "ALTER TABLE entry ADD COLUMN more",
        "DELETE FROM entry",
        "DELETE FROM entry WHERE n = 1",
    ),
    *(
        "UPDATE entry SET n = n + 9223372036854775000",
        "UPDATE entry SET n = -n",
        "DROP TABLE entry",
        "VACUUM",
        "PRAGMA journal_mode = WAL",
    ),
    *(
        "UPDATE entry SET body = CAST(body AS BLOB)",
        "UPDATE entry SET tag = NULL",
        "UPDATE entry SET at = at || char(0) || char(27)",
    ),
    "UPDATE entry SET hash = upper(hash)",
]
PRAGMAS = ["encoding = 'UTF-16le'", "encoding = 'UTF-16be'", "page_size = 512", "page_size = 65536", "auto_vacuum = 1"]
BESIDE = [
    b"",
    b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\xff" * 600,
    b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0" * 600,
    b"x" * 5000,
]


class Forged(NamedTuple):
    """A table's file by somebody who has its key."""

    number: int
    rows: list[tuple[int, Any]]  # from which real entry, or what stands there instead: kind, body, time
    cells: dict[int, Any]  # column of the last row: what stands there
    statements: list[str]
    pragmas: list[str]
    tagged: bool
    beside: tuple[str, bytes] | None


def entry(choose: Chooser) -> tuple[Any, Any, Any]:
    kind = choose.one([*list(FORMS) * 3, "x", "--init--", ""])
    body = LINES.struct(choose, FORMS[kind]) if kind in FORMS else {}
    return kind, choose.one(SHAPED) if choose.seldom() else body, choose.one([TIMES[0]] * 9 + TIMES)


SHAPED = [Raw(written(one)) for one in (*grammar.SHAPES, *grammar.NUMBERS[:15])] + [
    Raw(t) for t in ("", "{", "nan", "{}" * 2, "[" * 60_000)
]
LINES = Grammar({"": [*PLAYERS, "table", "x"], "do": ["bid", "place", "vote"], "any": [*PLAYERS, -1, 10**30]})


def tables(choose: Chooser) -> Forged:
    rows = [(n, entry(choose) if choose.seldom(7) else None) for n in range(choose.number(0, 9))]
    rows += [(-1, entry(choose)) for _ in range(choose.number(0, 2))]
    return Forged(
        number=choose.number(0, len(GAMES) - 1),
        rows=rows,
        cells={choose.number(0, 5): choose.one([*ODD_CELLS, *TIMES])} if choose.seldom(3) else {},
        statements=choose.some(STATEMENTS, 1) if choose.seldom(4) else [],
        pragmas=choose.some(PRAGMAS, 1),
        tagged=not choose.seldom(5),
        beside=(choose.one(["-journal", "-wal", "-shm"]), choose.one(BESIDE)) if choose.seldom(9) else None,
    )


@cache
def real_tables(folder: Path) -> list[tuple[Path, bytes, list[journal.Entry]]]:
    made = []
    for number, game in enumerate(GAMES):
        path = folder / f"{number}.table"
        table = new_table(game, PLAYERS, path=path, seed=str(number))
        play_on(table, random.Random(number), 8, lambda *_: None)
        table.journal.close()
        assert table.journal.key
        made.append((path, table.journal.key, table.journal.entries))
    return made


def table_read(forged: Forged, folder: Path) -> None:
    path, key, real = real_tables(folder)[forged.number]
    for old in path.parent.glob(f"{path.name}*"):
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    forge(forged, path, key, real)
    run("referee", "verify", "--table", path)
    run("referee", "log", "--table", path)
    run("referee", "status", *(("--as", "Anke", "--json") if sometimes(2) else ()), "--table", path)
    if sometimes(4):
        out = folder / "export.yaml"
        out.unlink(missing_ok=True)
        run("referee", "export", out, "--table", path)


def forge(forged: Forged, path: Path, key: bytes, real: list[journal.Entry]) -> None:
    version = journal.FORMAT if forged.tagged else journal.CHAINED
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        for pragma in (*forged.pragmas, f"application_id = {journal.APPLICATION}", f"user_version = {version}"):
            db.execute(f"PRAGMA {pragma}")
        db.execute(journal.SCHEMAS[version])
        before = journal.START_OF_CHAIN
        for n, (source, instead) in enumerate(forged.rows):
            one = real[source % len(real)]
            kind, body, at = instead or (one.kind, one.body, one.at)
            text = body.text if isinstance(body, Raw) else written(body)
            with contextlib.suppress(UnicodeEncodeError):  # no file can hold it
                before = journal._hash(before, n, str(at), str(kind), text)
            line: list[Any] = [n, at, kind, text, before, seals.entry_tag(key, before)][: 6 if forged.tagged else 5]
            for column, cell in forged.cells.items() if n == len(forged.rows) - 1 else ():
                line[min(column, len(line) - 1)] = cell
            with contextlib.suppress(
                sqlite3.Error, UnicodeEncodeError, OverflowError
            ):  # SQLite itself takes no such cell
                db.execute(f"INSERT INTO entry VALUES ({', '.join('?' * len(line))})", line)
        for statement in forged.statements:
            with contextlib.suppress(sqlite3.Error):
                db.execute(statement)
    if forged.beside:
        path.with_name(path.name + forged.beside[0]).write_bytes(forged.beside[1])


# --- requests -----------------------------------------------------------------------------------------------
ADDRESS = "127.0.0.1:8770"
VIEWS = ["/", "/seat", "/rules", "/api/screen", "/api/seat", "/api/pieces.svg", "/page/host.css"]
DOORS = ["/api/join", "/api/confirm", "/api/leave", "/api/meant", "/api/move"]
NAMED = ["/join/", "/screen/", "/api/code/", "/page/", "/"]  # and what is asked for there
WHO = ["seat", "screen", "nobody", "forged"]  # whose cookie is sent
ODD_HEADERS = [
    ("host", "evil.example"),
    ("host", ""),
    ("origin", "http://evil.example"),
    ("origin", "null"),
    ("content-type", "text/plain"),
    ("content-length", "-1"),
    ("content-length", "9" * 400),
    ("content-length", "9" * 5000),
    ("content-length", "x"),
    ("content-length", "²"),
    ("accept-language", "x" * 5000),
    ("accept-language", "de;q=\x00,,;"),
    ("cookie", "=;=" * 900),
]


class Asked(NamedTuple):
    """A request, by a browser at the table or by somebody else."""

    method: str
    path: str
    query: str
    who: str
    headers: list[tuple[str, str]]
    body: bytes


def requests(choose: Chooser) -> Asked:
    odd = str(choose.one([*PLAYERS, *TEXTS, "host.js", "link"]))[:3000]
    door = not choose.seldom(2)
    body: Any = dict.fromkeys(choose.various(["link", "pin", "code", "yes", "by", "line", "id", "turn"], 8))
    for key in body:
        usual = {"link": "link", "yes": True, "code": 42, "by": "Anke", "turn": 0, "id": "a", "line": "bid 3"}
        odd_one = choose.one([dangerous(choose), choose.one(grammar.ENCODED)])
        body[key] = odd_one if choose.seldom(2) else usual.get(key, "4711")
    if door and not choose.seldom(3):
        body["move"] = move(choose, SERVED)
    text = written(choose.one([body, body, body, dangerous(choose)]))
    return Asked(
        method="POST" if door else choose.one(["GET", "GET", "HEAD", "POST", "PUT", "X"]),
        path=choose.one(DOORS) if door else choose.one([*VIEWS, choose.one(NAMED) + odd]),
        query=f"lang={odd}" if choose.seldom(5) else choose.one(["", "", "lang=de", "lang=de&lang=en", "%"]),
        who=choose.one(WHO),
        headers=choose.some(ODD_HEADERS, 1) if choose.seldom(5) else [],
        body=spelled(text, choose.one(SPELLINGS))[: choose.one([3_000, 4_096, 5_000])],
    )


SERVED = "canaletto"


class Served(NamedTuple):
    """A table that is served, and the cookies of a phone and a screen at it."""

    app: Any
    host: Host
    cookies: dict[str, str]


@cache
def served(folder: Path) -> Served:
    file = folder / "served.table"
    new_table(SERVED, PLAYERS, path=file, seed="7").journal.close()
    host = Host(str(file), ADDRESS)
    token = host.phones.join(host.phones.link("Anke")) or ""
    host.phones.decide(host.phones.waiting[0].code, True)
    return Served(
        app_of(host, [ADDRESS]),
        host,
        {
            "seat": f"{host.cookie}={token}",
            "screen": f"{host.cookie}-screen={host.phones.screen}",
            "nobody": "",
            "forged": f"{host.cookie}=\xff; {host.cookie}-lang=../x; {host.cookie}-screen=",
        },
    )


def request_read(asked: Asked, folder: Path) -> None:
    """Answered, and never with an error of ours."""
    at = served(folder)
    headers = {"host": ADDRESS, "origin": f"http://{ADDRESS}", "content-type": "application/json"}
    headers |= {"content-length": str(len(asked.body)), "cookie": at.cookies[asked.who]} | dict(asked.headers)
    scope = {
        "type": "http",
        "method": asked.method,
        "path": asked.path,
        "raw_path": asked.path.encode("utf-8", "replace"),
        "query_string": asked.query.encode("utf-8", "replace"),
        "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()],
        "client": (f"10.0.{_OTHERS.randrange(256)}.{_OTHERS.randrange(256)}", 1),  # no browser asks too often
        "server": None,
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
    }
    sent: list[Any] = []

    bodies = [asked.body]

    async def receive() -> Any:
        if not bodies:
            await asyncio.Event().wait()  # who has sent everything does not go away
        return {"type": "http.request", "body": bodies.pop()}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(at.app(scope, receive, send))
    code, answer = sent[0]["status"], b"".join(message.get("body", b"") for message in sent)
    if code >= 500 or b"Traceback" in answer:
        raise ValueError(f"{asked.method} {asked.path[:50]}: {code} {answer[:300]!r}")
    if b"content-security-policy" not in dict(sent[0]["headers"]):
        raise ValueError(f"{asked.method} {asked.path[:50]}: an answer that a page may do anything with")


# --- all of it ----------------------------------------------------------------------------------------------
class Kind(NamedTuple):
    name: str
    id: str
    made: Callable[[Chooser], Any]
    read: Callable[[Any, Path], None]
    times: int


COMPOSED = [
    Kind("kits (data, texts, extends)", "kits", kits, kit_read, 12_000),
    Kind("templates, typefaces", "looks", looks, kit_read, 14_000),
    Kind("symbols (SVG) on a card", "drawings", drawings, kit_read, 11_000),
    Kind("files that are none (pipes, devices, links, 8 GB)", "files", odd_files, odd_file_read, 500),
    Kind("snapshots", "snapshots", snapshots, snapshot_read, 20_000),
    Kind("records", "records", records, record_read, 20_000),
    Kind("tables (SQLite)", "tables", tables, table_read, 10_500),
    Kind("requests to a served table", "requests", requests, request_read, 12_000),
]


class Stretch(NamedTuple):
    """Inputs that one process tries."""

    first: int
    times: int


class Slip:
    """What a process has come to, seen by the one that waits for it: how many inputs are done."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 8)

    def write(self, done: int) -> None:
        self._shared[:] = done.to_bytes(8, "big")

    def read(self) -> int:
        return int.from_bytes(self._shared[:], "big")


def drawn(kind: Kind, times: int, number: int, folder: Path) -> list[Broken]:
    """By hypothesis; what broke, with its input."""
    found: list[Broken] = []

    @seed(number)
    @settings(
        max_examples=times,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(grammar.strategy(kind.made))
    def attack(one: Any) -> None:
        found.extend(tried(kind, one, folder))

    limit_memory()
    with contextlib.suppress(FlakyStrategyDefinition):  # memory cut it short
        attack()
    return found


def diced(kind: Kind, stretch: Stretch, folder: Path, slip: Slip) -> Iterator[Broken]:
    """By dice, which are thrown anew for the number of each input."""
    limit_memory()
    for number in range(stretch.first, stretch.first + stretch.times):
        yield from tried(kind, kind.made(Dice(number)), folder, number)
        slip.write(number - stretch.first + 1)


def tried(kind: Kind, one: Any, folder: Path, number: int = -1) -> list[Broken]:
    try:
        with budget():
            kind.read(one, folder)
    except (Exception, OverBudget):
        return [Broken(traceback.format_exc(limit=-6)[-3000:], f"{kind.id} {number}: {str(one)[:1500]}", number)]
    return []


@contextlib.contextmanager
def budget() -> Iterator[None]:
    """So much work and no more."""

    def over(*_: Any) -> None:
        raise OverBudget(f"more than {WORK:g} s of work, or waiting for ever")

    signal.signal(signal.SIGPROF, over)
    signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_PROF, WORK)
    signal.setitimer(signal.ITIMER_REAL, WAITING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def _taken() -> int:
    """The address space of this process so far, in bytes."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def limit_memory() -> None:
    most = _taken() + MEMORY  # whoever forks may be large already
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


# --- processes ----------------------------------------------------------------------------------------------
Work = Callable[[Path, Slip], Iterable[Broken]]


class Worker:
    """A process that tries inputs in a folder of its own. A crash of the interpreter, or an input from which even
    Python does not come back, is one more broken input, not the end of the run."""

    def __init__(self, work: Work) -> None:
        self.slip = Slip()
        self._place = tempfile.TemporaryDirectory(prefix="venice-fuzz-")
        self._report = Path(self._place.name) / "broken"
        self._seen, self._since = -1, time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            self._run(work)

    def _run(self, work: Work) -> None:
        code = 1
        try:
            folder = Path(self._place.name)
            os.environ["VENICE_PNP_HOME"] = str(folder / "home")
            (folder / "work").mkdir()
            gc.freeze()  # what is there already is not looked through again and again
            for broken in work(folder / "work", self.slip):
                with self._report.open("a", encoding="utf-8", errors="backslashreplace") as report:
                    report.write(f"{broken.what}\0{broken.text}\0{broken.number}\0\0")
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)

    def ended(self) -> int | None:
        """The exit code, if it has ended; who stands still is ended."""
        done = self.slip.read()
        if done != self._seen:
            self._seen, self._since = done, time.monotonic()
        if time.monotonic() - self._since > 6 * WAITING:
            os.kill(self.pid, signal.SIGKILL)
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None

    def waited_for(self) -> int:
        while (code := self.ended()) is None:
            time.sleep(0.02)
        return code

    def found(self) -> list[Broken]:
        with self._place:
            text = self._report.read_text("utf-8") if self._report.exists() else ""
        parts = (part.rsplit("\0", 2) for part in text.split("\0\0") if part)
        return [Broken(what, read, int(number)) for what, read, number in parts]


def sampled(kind: Kind, times: int, number: int) -> list[Broken]:
    """Inputs drawn by hypothesis, in a process of their own."""
    worker = Worker(lambda folder, _: drawn(kind, times, number, folder))
    code = worker.waited_for()
    return [*worker.found(), *([Broken(f"the process ended with {code}", f"{kind.id}, seed {number}")] if code else [])]


def composed(kind: Kind, first: int, times: int) -> Iterator[Broken]:
    """What broke of so many inputs composed by dice."""
    kind.made(Dice(first))  # what is read but once is read before the first fork
    waiting = [Stretch(first + at, min(ROUND, times - at)) for at in range(0, times, ROUND)]
    while waiting:
        stretch = waiting.pop(0)
        worker = Worker(_trying(kind, stretch))
        code = worker.waited_for()
        yield from worker.found()
        if code:
            done = worker.slip.read()
            number = stretch.first + done
            yield Broken(f"the process ended with {code}", f"{kind.id} {number}", number)
            if done + 1 < stretch.times:
                waiting.insert(0, Stretch(number + 1, stretch.times - done - 1))


def _trying(kind: Kind, stretch: Stretch) -> Work:
    return lambda folder, slip: diced(kind, stretch, folder, slip)


# --- a run that may be stopped ------------------------------------------------------------------------------
class Progress(msgspec.Struct):
    """How far a kind has come."""

    tried: int = 0
    broken: list[int] = []


class Ledger:
    """What has been tried of each kind, in a file: a run goes on where another stopped, and begins with what broke."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        kept = file.read_bytes() if file and file.exists() else b"{}"
        self._kinds = msgspec.json.decode(kept, type=dict[str, Progress])

    def of(self, kind: Kind) -> Progress:
        return self._kinds.setdefault(kind.id, Progress())

    def keep(self) -> None:
        if self._file:
            self._file.write_bytes(msgspec.json.encode(self._kinds))


def try_all(share: float, only: str, ledger: Ledger, until: float) -> Iterator[Broken]:
    """Every kind by turns, so that a run that is stopped has tried something of each; what broke, again first."""
    kinds = [kind for kind in COMPOSED if kind.id.startswith(only)]
    for kind in kinds:
        again, ledger.of(kind).broken = ledger.of(kind).broken, []
        for number in again:
            yield from _kept(kind, composed(kind, number, 1), ledger)
    while time.time() < until:
        kind = min(kinds, key=lambda kind: ledger.of(kind).tried / kind.times)
        progress = ledger.of(kind)
        times = min(ROUND, max(5, round(kind.times * share)) - progress.tried)
        if times <= 0:
            return
        yield from _kept(kind, composed(kind, progress.tried + 1, times), ledger)
        progress.tried += times
        ledger.keep()


def _kept(kind: Kind, found: Iterable[Broken], ledger: Ledger) -> Iterator[Broken]:
    for broken in found:
        ledger.of(kind).broken.append(broken.number)
        yield broken
    ledger.keep()

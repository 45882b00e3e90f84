"""Composed inputs (`grammar.py`), each put through the commands that a person would type.

Each must end in 0, or in 1 or 2 with a message, within 5 seconds of work and 1 GB, with nothing in what is said or made
that commands a terminal or is no number.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import os
import random
import resource
import shutil
import signal
import sqlite3
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import grammar
from faults import GAMES, PLAYERS, ROOT, play_on
from grammar import DANGEROUS, SELDOM, SPELLINGS, TEXTS, Draw, Grammar, Raw, page, spelled, written
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyStrategyDefinition

from venice_pnp.cli.app import roster
from venice_pnp.draw.fonts import FontFile
from venice_pnp.draw.template import Template
from venice_pnp.games import find_game
from venice_pnp.kit.load import COMMON
from venice_pnp.kit.models import Shared
from venice_pnp.referee import journal, seals
from venice_pnp.referee.entries import FORMS
from venice_pnp.referee.records import KEYS
from venice_pnp.referee.table import new_table, open_game
from venice_pnp.speech.plain import read_text

WORK = 5.0  # seconds of work for one input
WAITING = 20  # seconds after which an input that does not even work is given up, whatever else the machine does
MEMORY = 1_000_000_000  # bytes
ROUND = 500  # inputs of one run of hypothesis


class Broken(NamedTuple):
    what: str
    text: str


class OverBudget(BaseException):
    """Nobody may take it for a trouble of their own."""


# --- commands -----------------------------------------------------------------------------------------------
def run(*words: str | Path) -> int:
    """One command in this process; raises for an outcome that nobody should see."""
    said, line = io.StringIO(), [str(word) for word in words]
    code: Any = 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            roster.opened(line)(line, standalone_mode=True)
        except SystemExit as done:
            code = done.code or 0
    text = said.getvalue()
    if code not in (0, 1, 2) or (code and not text.strip()) or "Traceback" in text:
        raise ValueError(f"{line[:2]}: exit code {code}: {text[-500:]}")
    if not text.replace("\n", "").replace("�", "").isprintable() and any(c in text for c in "\x1b\x9b\x00\x07\u202e"):
        raise ValueError(f"{line[:2]}: a message with control characters: {text!r}"[:500])
    return int(code)


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
    "numbers": {"coins": 3, "few": [1, 2], "many": [7] * 300, "huge": 10**9},
    "texts": {
        "own": {"en": "own", "de": "eigen"},
        "deep": {"en": "{texts.twice} {texts.deep}", "de": "{texts.deep}"},
        "twice": {"en": "{texts.own}" * 60, "de": "{texts.own}"},
    },
}
CARD = {"elements": {"name": {"draw": "text", "text": "{name}", "box": "safe"}}}
BACK = {"elements": {"ground": {"draw": "rect", "box": "bleed", "fill": "brick"}}}


@st.composite
def kits(draw: Draw) -> dict[str, bytes]:
    """The files of a kit of one card, some of them composed."""
    game, files = dict(GAME), dict[str, Any]()
    for section in draw(st.lists(st.sampled_from([*COMMON, "cards", "numbers", "more"]), max_size=2, unique=True)):
        if section in COMMON:
            made = KITS.value(draw, COMMON[section], section)
            whole = section not in ("components", "texts") or not isinstance(made, dict)
            game[section] = made if whole else {**game[section], **made}
        else:
            game[section] = KITS.value(draw, dict[str, Any] if section != "cards" else list[dict[str, Any]], section)
    if draw(st.integers(0, 9)) == 0:
        game["extends"] = draw(st.sampled_from(["canaletto", "own", "other", *grammar.ELSEWHERE, Raw("[x]")]))
    files["own/game.yaml"] = page(game)
    if draw(st.integers(0, 2)) == 0:
        kinds = {field.encode_name: field.type for field in shared_fields()}
        section = draw(st.sampled_from(list(kinds)))
        files["shared.yaml"] = page({section: KITS.value(draw, kinds[section], section)})
    for name in draw(st.lists(st.sampled_from(TEXT_FILES), max_size=2, unique=True)):
        files[f"own/{name}.yaml"] = page(draw(TEXT_SECTIONS))
    return {"own/game.yaml": b"", **{name: spelled(text, draw(SPELLINGS)) for name, text in files.items()}}


@cache
def shared_fields() -> tuple[Any, ...]:
    import msgspec

    return msgspec.structs.fields(Shared)


TEXT_FILES = ["messages", "rules", "console", "glossary", "setups", "lesson", "booklet"]
SOME_TEXTS = st.one_of(
    st.fixed_dictionaries({"en": st.sampled_from(WORDS), "de": st.sampled_from(WORDS)}),
    st.sampled_from(WORDS),
    DANGEROUS,
)
KEYS_OF_TEXTS = st.sampled_from(["OWN-1.1", "screen.round", "x", "a.b", "--class--", "chapters", "steps", "1"])
TEXT_SECTIONS = st.dictionaries(
    st.sampled_from(
        [
            "rules",
            "messages",
            "names",
            "places",
            "ask",
            "verbs",
            "glossary",
            "setups",
            "lesson",
            "provenance",
            "rulings",
            "chapters",
            "x",
        ]
    ),
    st.one_of(st.dictionaries(KEYS_OF_TEXTS, SOME_TEXTS, max_size=3), st.lists(SOME_TEXTS, max_size=3), DANGEROUS),
    max_size=3,
)


@st.composite
def looks(draw: Draw) -> dict[str, bytes]:
    """The templates of a card, and sometimes typefaces."""
    made = {"templates/own/card.yaml": page(KITS.struct(draw, Template))}
    if draw(st.booleans()):
        made["templates/own/other.yaml"] = page(KITS.struct(draw, Template))
    if draw(st.integers(0, 9)) == 0:
        made["templates/fonts.yaml"] = page(KITS.struct(draw, FontFile))
    return {name: spelled(text, draw(SPELLINGS)) for name, text in made.items()}


@st.composite
def drawings(draw: Draw) -> dict[str, bytes]:
    """A symbol, and a card that shows it."""
    element = {"draw": "symbol", "name": "own", "box": [6, 6, 20, 20], "turn": draw(st.sampled_from([0, 90, 1e300]))}
    card = page({"elements": {"own": element}}).encode()
    return {"templates/symbols/own.svg": draw(grammar.symbols()), "templates/own/card.yaml": card}


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
    run("list", "own", "--data", place)
    if well or random.Random(str(sorted(place.rglob("*")))).random() < 0.05:
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


ODD_KITS = st.tuples(st.sampled_from(KIT_FILES), st.sampled_from(list(ODD_FILES)))


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


@st.composite
def snapshots(draw: Draw) -> bytes:
    """A position of a game: real, with some parts composed, or composed as a whole."""
    game = draw(st.sampled_from(GAMES))
    made = words_of(game).struct(draw, find_game(game).position())
    if draw(st.integers(0, 5)):
        real = snapshot_of(game, draw(st.sampled_from(["setup", "midgame"])))
        chosen = draw(st.lists(st.sampled_from(list(real)), max_size=3, unique=True))
        made = {**real, **{key: made[key] for key in chosen if key in made}}
    return spelled(page(made), draw(SPELLINGS))


def snapshot_read(text: bytes, folder: Path) -> None:
    file = folder / "snapshot.yaml"
    file.write_bytes(text)
    for command in ("audit", "score"):
        run("referee", command, file)


@st.composite
def moves(draw: Draw, game: str) -> Any:
    verbs = [*open_game(game).rules.verbs, "expect", "x"]
    made = {"by": draw(st.sampled_from([*PLAYERS, "table", "x"])), "do": draw(st.sampled_from(verbs))}
    for key in draw(st.lists(st.sampled_from(FIELDS), max_size=3)):
        made[key] = words_of(game).value(draw, int | str | list[int] | list[str] | dict[str, int], key)
    return draw(DANGEROUS) if draw(st.integers(0, SELDOM)) == 0 else made


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


@st.composite
def records(draw: Draw) -> bytes:
    game = draw(st.sampled_from(GAMES))
    position = words_of(game).struct(draw, find_game(game).position())
    made: dict[str, Any] = {
        "record": 1,
        "game": game,
        "players": PLAYERS,
        "options": {},
        "moves": draw(st.lists(moves(game), max_size=4)),
    }
    if draw(st.booleans()):
        made["start"] = {key: value for key, value in position.items() if draw(st.integers(0, 3)) == 0}
    if draw(st.booleans()):
        made["moves"] = [{"expect": position}, *made["moves"]]
    for key in draw(st.lists(st.sampled_from(KEYS), max_size=1)):
        made[key] = draw(DANGEROUS)
    return spelled(page(made), draw(SPELLINGS))


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


@st.composite
def entries(draw: Draw) -> tuple[Any, Any, Any]:
    kind = draw(st.sampled_from([*list(FORMS) * 3, "x", "--init--", ""]))
    body = LINES.struct(draw, FORMS[kind]) if kind in FORMS else {}
    return (
        kind,
        draw(st.sampled_from(SHAPED)) if draw(st.integers(0, SELDOM)) == 0 else body,
        draw(st.sampled_from([TIMES[0]] * 9 + TIMES)),
    )


SHAPED = [Raw(written(one)) for one in (*grammar.SHAPES, *grammar.NUMBERS[:15])] + [
    Raw(t) for t in ("", "{", "nan", "{}" * 2, "[" * 60_000)
]
LINES = Grammar({"": [*PLAYERS, "table", "x"], "do": ["bid", "place", "vote"], "any": [*PLAYERS, -1, 10**30]})


@st.composite
def tables(draw: Draw) -> Forged:
    def some(things: Any, most: int) -> list[Any]:
        return list(draw(st.lists(st.sampled_from(things), max_size=most)))

    number = draw(st.integers(0, len(GAMES) - 1))
    rows = [(n, draw(entries()) if draw(st.integers(0, 7)) == 0 else None) for n in range(draw(st.integers(0, 9)))]
    rows += [(-1, draw(entries())) for _ in range(draw(st.integers(0, 2)))]
    plain = draw(st.integers(0, 3)) > 0
    cells = {} if plain else {draw(st.integers(0, 5)): draw(st.sampled_from([*ODD_CELLS, *TIMES]))}
    beside = (
        (draw(st.sampled_from(["-journal", "-wal", "-shm"])), draw(st.sampled_from(BESIDE)))
        if draw(st.integers(0, 9)) == 0
        else None
    )
    statements = some(STATEMENTS, 1) if draw(st.integers(0, 4)) == 0 else []
    return Forged(number, rows, cells, statements, some(PRAGMAS, 1), draw(st.integers(0, 5)) > 0, beside)


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
    for command in ("status", "log", "verify"):
        run("referee", command, "--table", path)
    run("referee", "status", "--as", "Anke", "--json", "--table", path)
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


# --- all of it ----------------------------------------------------------------------------------------------
class Kind(NamedTuple):
    name: str
    id: str
    made: st.SearchStrategy[Any]
    read: Callable[[Any, Path], None]
    times: int


COMPOSED = [
    Kind("kits (data, texts, extends)", "kits", kits(), kit_read, 20_000),
    Kind("templates, typefaces", "looks", looks(), kit_read, 25_000),
    Kind("symbols (SVG) on a card", "drawings", drawings(), kit_read, 15_000),
    Kind("files that are none (pipes, devices, links, 8 GB)", "files", ODD_KITS, odd_file_read, 500),
    Kind("snapshots", "snapshots", snapshots(), snapshot_read, 15_000),
    Kind("records", "records", records(), record_read, 14_500),
    Kind("tables (SQLite)", "tables", tables(), table_read, 10_000),
]


def attacked(kind: Kind, times: int, first: int, folder: Path) -> Iterator[Broken]:
    """What broke, with its input."""
    limit_memory()
    tried = 0
    while tried < times:
        count, found = _round(kind, min(ROUND, times - tried), first + tried, folder)
        tried += count
        yield from found


def _round(kind: Kind, times: int, number: int, folder: Path) -> tuple[int, list[Broken]]:
    """How many were really tried, and what broke."""
    found: list[Broken] = []
    tried = 0

    @seed(number)
    @settings(
        max_examples=times,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(kind.made)
    def attack(one: Any) -> None:
        nonlocal tried
        tried += 1
        try:
            with budget():
                kind.read(one, folder)
        except (Exception, OverBudget):
            found.append(Broken(traceback.format_exc(limit=-6)[-3000:], f"{kind.id}, seed {number}: {str(one)[:1500]}"))

    with contextlib.suppress(FlakyStrategyDefinition):  # a round that memory cut short: the next one goes on
        attack()
    return tried, found


@contextlib.contextmanager
def budget() -> Iterator[None]:
    """So much work and no more; where even Python does not come back, the process ends and says where it was."""

    def over(*_: Any) -> None:
        raise OverBudget(f"more than {WORK:g} s of work, or waiting for ever")

    signal.signal(signal.SIGPROF, over)
    signal.signal(signal.SIGALRM, over)
    faulthandler.dump_traceback_later(3 * WAITING, exit=True)
    signal.setitimer(signal.ITIMER_PROF, WORK)
    signal.setitimer(signal.ITIMER_REAL, WAITING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()


def _taken() -> int:
    """The address space of this process so far, in bytes."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def limit_memory() -> None:
    most = _taken() + MEMORY  # whoever forks may be large already
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def in_a_process(kind: Kind, times: int, first: int) -> list[Broken]:
    """A crash of the interpreter is one more broken input, not the end of the run."""
    with tempfile.TemporaryDirectory(prefix="venice-fuzz-") as place:
        folder = Path(place)
        report = folder / "broken"
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                os.environ["VENICE_PNP_HOME"] = str(folder / "home")
                (folder / "work").mkdir()
                found = list(attacked(kind, times, first, folder / "work"))
                report.write_text("\0\0".join(f"{b.what}\0{b.text}" for b in found), "utf-8", "backslashreplace")
                code = 0
            except Exception:
                traceback.print_exc()
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if code or not report.exists():
            return [Broken(f"the process ended with {code}", f"{kind.id}, seed {first}")]
        return [Broken(*part.split("\0", 1)) for part in report.read_text("utf-8").split("\0\0") if part]

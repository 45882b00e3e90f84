"""`make fuzz`: hostile and broken input for everything that reads; the table goes into docs/security.md.

Each input ends in a value or in one of the clear messages (a fault with its place, a refusal, a trouble): any other
exception, a crash of the process or an input that takes too long is counted as broken, and written down.
`python bench/fuzz.py --share 0.01` tries a hundredth and prints; without it the page is written.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from composed import COMPOSED, Broken, Ledger, try_all
from faults import GAMES, PLAYERS, ROOT, into_page, play_on

from venice_pnp.console.after import Again
from venice_pnp.console.evening import Evening, Wishes
from venice_pnp.console.layout import frame
from venice_pnp.console.terminal import Leave
from venice_pnp.contract.play import Refused
from venice_pnp.draw.symbols import BadSymbol, read_art
from venice_pnp.draw.template import Templates
from venice_pnp.games import open_kit
from venice_pnp.kit import FaultyData
from venice_pnp.kit.faults import Place
from venice_pnp.kit.load import home as kit_home
from venice_pnp.referee.moves import from_text, from_words
from venice_pnp.referee.records import record_from, replay
from venice_pnp.referee.table import Table, new_table, open_game, verify
from venice_pnp.speech.plain import flow, read_text
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import Speech, known_ids

PAGE = ROOT / "docs" / "security.md"
BEGIN, END = "<!-- made by `make fuzz` -->", "<!-- end -->"
COMPOSED_BEGIN, COMPOSED_END = "<!-- composed by `make fuzz` -->", "<!-- end of composed -->"
CLEAR = (FaultyData, BadSymbol, Refused, Trouble)
COMMANDS = [
    "?",
    "u",
    "undo",
    "r",
    "why",
    "rules",
    "check",
    "v",
    "log",
    "story",
    "o",
    "t",
    "timer",
    "large",
    "deutsch",
    "preview",
    "sites",
    "reach",
    "setup",
    "q",
]
TOO_LONG = 30  # seconds for one input, on the slowest machine
ODD = [
    "\x00",
    "\x1b[2J\x1b[H",
    "\u202e",
    "\ud7ff",
    "\ufeff",
    "é\u0301",
    "𝔙",
    "../../../../etc/passwd",
    "/etc/passwd",
    "..",
    "~",
    "C:\\x",
    "a" * 300,
    "-1",
    "0",
    "1e999",
    "9" * 400,
    "nan",
    ".inf",
    "0x10",
    "1_000",
    "null",
    "true",
    "no",
    "''",
    '""',
    "{",
    "}",
    "[",
    "]",
    "&a",
    "*a",
    "<<",
    "!!python/object/apply:os.system [id]",
    "!x",
    "%",
    "@",
    "`",
    "|",
    ">",
    "? ",
    "- ",
    ": ",
    "\t",
    "\r\n",
    "\n\n",
    "#",
    "---\n",
    "...\n",
    "{texts.x}",
    "{{{{",
    "{a.b.c}",
    ") Tj ET endobj",
    "<script>",
    "&lol;",
    "%s%n",
    "\\e[31m",
]
BOMB = "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(f'*{chr(97 + n)}' for _ in range(9))}]\n" for n in range(9))
BOMBS = [
    f"a: &a [x, x]\n{BOMB}",
    "a: &a [*a]",
    "a: &a {b: *a}",
    "[" * 5000,
    "{a: " * 3000,
    "- " * 20_000,
    "? " * 9000,
    "\n".join(" " * n + "a:" for n in range(400)),
    "a: " + "x" * 100_000,
    "x: " + "9" * 5000,
    "\x00" * 100,
    "",
    "\ufeff",
    "null",
    "[]",
]


# --- mutation -----------------------------------------------------------------------------------------
def mutated(text: str, rng: random.Random) -> str:
    """A text with a few things cut, doubled, moved, flipped or replaced by odd ones."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        near = min(to, at + rng.choice((1, 3, 20, 200)))
        match rng.randrange(7):
            case 0:
                text = text[:at] + text[near:]
            case 1:
                text = text[:at] + rng.choice(ODD) + text[at:]
            case 2:
                text = text[:at] + rng.choice(ODD) + text[near:]
            case 3:
                text = text[:near] + text[at:near] * rng.choice((1, 3)) + text[near:]
            case 4:
                text = text[:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0xD7FF)))) + text[at + 1 :]
            case 5:
                text = text[:at]
            case _:
                lines = text.split("\n")
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
    return text


def bent(value: Any, rng: random.Random) -> Any:
    """A plain value with one thing in it exchanged, lost or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        match rng.randrange(6):
            case 0:
                return {k: v for k, v in value.items() if k != key}
            case 1:
                return {**value, rng.choice(ODD): odd_value(rng)}
            case _:
                return {**value, key: bent(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        match rng.randrange(5):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case _:
                return [*value[:at], bent(value[at], rng), *value[at + 1 :]]
    return value + rng.choice((-1, 1, 10**9)) if isinstance(value, int) and rng.random() < 0.4 else odd_value(rng)


def odd_value(rng: random.Random) -> Any:
    plain = [
        None,
        True,
        -1,
        0,
        1,
        10**30,
        2.5,
        float("inf"),
        "",
        [],
        {},
        [[]],
        {"x": {}},
        "Anke",
        "table",
        "?",
        ["Anke"] * 9,
    ]
    return rng.choice([*plain, rng.choice(ODD)])


# --- what is read -------------------------------------------------------------------------------------
Attack = Callable[[random.Random, Path], str]  # makes one input, lets it be read, and returns it


@cache
def opened(name: str) -> Any:
    return open_game(name)


@cache
def texts(pattern: str) -> list[str]:
    return [file.read_text("utf-8") for file in sorted(ROOT.glob(pattern))]


def said(error: BaseException, game: str = "") -> None:
    """The message is made in both languages, and nothing in it can command a terminal."""
    for lang in ("en", "de"):
        text = message(Speech(lang, opened(game).kit if game else None, PLAYERS), error)
        if "\x1b" in text or "\x9b" in text or "\x00" in text:
            raise ValueError(f"a message with control characters: {text!r}")


def message(speech: Speech, error: BaseException) -> str:
    if isinstance(error, Refused):
        return speech.refusal(error)
    return speech.trouble(error) if isinstance(error, Trouble) else str(error)


def record(rng: random.Random, _: Path) -> str:
    text = rng.choice(BOMBS) if rng.random() < 0.02 else mutated(rng.choice(texts("tests/records/*/*.yaml")), rng)
    game = ""
    try:
        value, lines = read_text(text, "record")
        made = record_from(value, lines, "record")
        opening = open_game(made.game)
        game = made.game
        outcome = replay(opening.rules, made)
        if outcome.problem and outcome.problem.refused:
            said(outcome.problem.refused, game)
    except CLEAR as error:
        said(error, game)
    return text


def bent_record(rng: random.Random, _: Path) -> str:
    """A record that is still YAML: one value in it is another."""
    value = bent(read_text(rng.choice(texts("tests/records/*/*.yaml")), "r")[0], rng)
    try:
        made = record_from(value, {}, "record")
        outcome = replay(open_game(made.game).rules, made)
        if outcome.problem and outcome.problem.refused:
            said(outcome.problem.refused, made.game)
    except CLEAR as error:
        said(error)
    return repr(value)


def snapshot(rng: random.Random, _: Path) -> str:
    """A typed-in table: read, audited, scored, set up, and looked at by everybody."""
    value = read_text(rng.choice(texts("tests/snapshots/*.yaml")), "s")[0]
    game = value["game"]
    for _ in range(rng.choice((1, 1, 2, 5))):
        value = bent(value, rng)
    rules = opened(game).rules
    for look in (rules.audit, rules.score, lambda v: views(rules, v)):
        try:
            if isinstance(value, dict):
                for found in look(value) or ():
                    if hasattr(found, "rule"):
                        said(Refused(found.rule, found.facts, found.key), game)
        except CLEAR as error:
            said(error, game)
    return repr(value)


def views(rules: Any, value: dict[str, Any]) -> None:
    players = value.get("players")
    names = players if isinstance(players, list) and all(isinstance(n, str) for n in players) else PLAYERS
    state = rules.setup(names, {}, value)
    for seat in (None, *names):
        rules.view(state, seat)


def move(rng: random.Random, _: Path) -> str:
    """A move typed as a mapping or in words, at a table in the middle of a game."""
    game, state, players = middle(rng.randrange(40))
    rules, kit = opened(game).rules, opened(game).kit
    seat = rng.choice([item["by"] for item in rules.pending(state)] or players)
    offered = rules.legal(state, seat) if seat != "table" else []
    some = [offered[rng.randrange(len(offered))] for _ in range(min(3, len(offered)))]
    chosen = rng.choice(some or [{"by": seat, "do": "pass"}])
    text = mutated(flow(chosen), rng) if rng.random() < 0.5 else flow(bent(dict(chosen), rng)).replace("NaN", "nan")
    try:
        if rng.random() < 0.6:
            made = from_text(text)
        else:
            words = mutated(" ".join(map(str, chosen.values())), rng).split()
            text = " ".join(words)
            made = from_words(seat, words[1:], rules.verbs, some, known_ids(kit), players)
        rules.apply(state, made)
    except CLEAR as error:
        said(error, game)
    return f"{game} {text}"


@cache
def middle(number: int) -> tuple[str, Any, list[str]]:
    """A position of a game by chance."""
    game, rng = GAMES[number % len(GAMES)], random.Random(number)
    rules = opened(game).rules
    state = rules.setup(PLAYERS, {}, getattr(rules, "fresh", None))
    for _ in range(rng.randrange(60)):
        if not rules.pending(state):
            break
        seat = rng.choice(rules.pending(state))["by"]
        offered = () if seat == "table" else rules.legal(state, seat)
        chosen = rules.draw(state, rng.randrange) if seat == "table" else offered[rng.randrange(len(offered))]
        state, _ = rules.apply(state, chosen)
    return game, state, PLAYERS


class Typed:
    """A face at which lines are typed that were made beforehand; then everybody leaves."""

    window = True
    unread = 0

    def __init__(self, speech: Speech) -> None:
        self.speech, self.lines = speech, list[str]()

    def ask(self, show: Callable[[], Any], *_: Any, **__: Any) -> str:
        frame(show(), (80, 24))
        if not self.lines:
            raise Leave
        return self.lines.pop(0).strip()  # as all faces do

    def nothing(self, *_: Any) -> None:
        """Nobody looks."""

    table = forget = unlearn = bell = nothing


@cache
def evening(number: int, folder: Path) -> Evening:
    """A table with its console: each game in both languages, dealt by the referee or by hand."""
    game, lang, seed = GAMES[number % len(GAMES)], ("en", "de")[number // 4 % 2], ("7", None)[number // 8 % 2]
    table = new_table(game, PLAYERS, path=folder / f"{number}.table", seed=seed)
    speech = Speech(lang, table.kit, table.players, seed is not None)
    return Evening(table, speech, Typed(speech), Wishes())  # type: ignore[arg-type]


def console(rng: random.Random, folder: Path) -> str:
    """Some lines at the console: moves, commands and nonsense, one by one or in a row."""
    os.chdir(folder)
    at = evening(rng.randrange(16), folder)
    rules, state = at.table.rules, at.table.state
    lines = []
    for _ in range(rng.randrange(1, 5)):
        seat = rng.choice([item["by"] for item in rules.pending(state)] or PLAYERS)
        offered = rules.legal(state, seat) if seat != "table" else []
        some = [offered[rng.randrange(len(offered))]] if hasattr(offered, "__getitem__") and len(offered) else []
        line = at.offering.spoken(some[0]) if some else rng.choice(ODD)
        kind = rng.random()
        if kind < 0.3:
            line = f"{rng.choice(COMMANDS)} {rng.choice((line, '', '3', rng.choice(ODD)))}"
        elif kind < 0.6:
            line = mutated(line, rng).replace("\n", " ")
        elif kind < 0.7:
            line = f"{rng.choice(('', seat + ' ', seat + ': '))}{line}; {rng.randrange(12)}; {line}"
        lines.append(rng.choice((line, line, "", str(rng.randrange(12)), "n")))
    at.face.lines = list(lines)  # type: ignore[attr-defined]
    with contextlib.suppress(Leave, Again):
        at.run()
    return f"{at.table.game} {lines}"


SVG_ODD = [
    '<!DOCTYPE svg [<!ENTITY a "aaaa">]>',
    '<image href="file:///etc/passwd"/>',
    '<use href="#x"/>',
    "<script>x()</script>",
    '<?xml-stylesheet href="x.css"?>',
    '<rect width="1e999" height="nan"/>',
    '<path d="M0 0 L"/>',
    '<path d="Z Z Z"/>',
    "&#0;",
    "&x;",
    ' onload="x()"',
    ' style="x"',
    '<g transform="rotate()">',
    '<g transform="scale(0)">',
    "<g>" * 500,
    '<path d="M 0 0 A 1 1 0 9 9 1 1"/>',
    '<polygon points="1"/>',
    ' viewBox="0 0 0 0"',
    ' xmlns:xlink="x" xlink:href="../../etc/passwd"',
    "<foreignObject/>",
    '<path d="' + "M0 0 " * 500 + '"/>',
]


def symbol(rng: random.Random, folder: Path) -> str:
    text = rng.choice(texts("templates/symbols/**/*.svg"))
    if rng.random() < 0.5:
        at = rng.choice([n for n, c in enumerate(text) if c in "<> "] or [0])
        text = text[: at + (text[at] == ">")] + rng.choice(SVG_ODD) + text[at + (text[at] == ">") :]
    else:
        text = mutated(text, rng)
    file = folder / "symbol.svg"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        read_art(file)
    except CLEAR as error:
        said(error)
    return text


def template(rng: random.Random, folder: Path) -> str:
    text = rng.choice(BOMBS) if rng.random() < 0.03 else mutated(rng.choice(texts("templates/*/*.yaml")), rng)
    if rng.random() < 0.1:
        text = f"extends: {rng.choice(ODD)!r}\n{text}"
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / "one.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        Templates(folder, kit_home("templates")).get("own/one", Place(folder))
    except CLEAR as error:
        said(error)
    return text


def data(rng: random.Random, folder: Path) -> str:
    """A file of a game's data: the whole kit is read and checked."""
    game = rng.choice(GAMES)
    files = [
        f for f in sorted((kit_home("data") / game).glob("*.yaml")) if f.name not in ("rules.yaml", "messages.yaml")
    ]
    file = rng.choice(files)
    own = folder / "data"
    shutil.rmtree(own, ignore_errors=True)
    shutil.copytree(kit_home("data") / game, own / game)
    text = rng.choice(BOMBS) if rng.random() < 0.05 else mutated(file.read_text("utf-8"), rng)
    if file.name == "game.yaml" and rng.random() < 0.3:
        text = f"extends: {rng.choice(ODD)!r}\n{text}"
    (own / game / file.name).write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        open_kit(game, own)
    except CLEAR as error:
        said(error)
    return f"{game}/{file.name}\n{text}"


@cache
def table_files(folder: Path) -> list[bytes]:
    made = []
    for number, game in enumerate(GAMES):
        path = folder / f"{number}.table"
        table = new_table(game, PLAYERS, path=path, seed=str(number))
        play_on(table, random.Random(number), 15, lambda *_: None)
        table.journal.close()
        made.append(path.read_bytes())
    return made


def table_file(rng: random.Random, folder: Path) -> str:
    """Bytes of a table's file changed, cut, doubled or moved; or an entry rewritten, with a chain that holds."""
    number = rng.randrange(len(GAMES))
    raw = bytearray(table_files(folder)[number])
    file = folder / f"{number}.table"  # in its own place: of a copy nothing hidden would be shown
    file.write_bytes(raw)
    if rng.random() < 0.4:
        rewritten(file, rng)
    else:
        for _ in range(rng.choice((1, 1, 3, 30))):
            at = rng.randrange(len(raw))
            match rng.randrange(4):
                case 0:
                    raw[at] ^= 1 << rng.randrange(8)
                case 1:
                    raw[at : at + 8] = rng.randbytes(8)
                case 2:
                    del raw[at : at + rng.choice((1, 100, 4096))]
                case _:
                    raw[at:at] = rng.randbytes(rng.choice((1, 100)))
        file.write_bytes(raw)
    try:
        seats = Table(file)
        for seat in (None, *PLAYERS):
            seats.view(seat)
        seats.log()
        verify(file)
    except CLEAR as error:
        said(error)
    return f"table of {GAMES[number]}"


def rewritten(file: Path, rng: random.Random) -> None:
    """Forged by somebody who has the key: one entry says something else, and all hashes and tags are made anew."""
    from venice_pnp.referee import journal

    whole, source = file.read_bytes(), Table(file).journal
    source.close()
    rows = [(entry.kind, entry.body) for entry in source.entries]
    at = rng.randrange(len(rows))
    kind, body = rows[at]
    forged = bent(body, rng)
    rows[at] = (
        rng.choice((kind, kind, kind, "undo", "redo", "close", "x")),
        forged if isinstance(forged, dict) else {},
    )
    with contextlib.suppress(ValueError, TypeError):  # not a number, or a key that JSON does not have
        file.unlink()
        journal.create(file, rows, source.key)
    if not file.exists():
        file.write_bytes(whole)


COMMANDS = [
    "referee new canaletto --players Anke,Bernd,Claudia --seed 7",
    "referee status",
    "referee status --as Anke --json",
    "referee undo 1",
    "referee do Anke bid 11",
    "referee move {by:Anke,do:pass}",
    "referee redo",
    "referee log --json",
    "referee tables",
    "referee verify",
    "referee score tests/snapshots/doge-midgame.yaml",
    "referee audit tests/snapshots/venetia-setup.yaml --against x",
    "rules CAN-7.13",
    "referee replay tests/records/canaletto/x.yaml",
    "referee correct x.yaml --why cat",
    "rules doge vote",
    "list canaletto --lang de",
    "check canaletto --data x",
    "referee export",
    "referee sites casa",
    "referee reach candia",
    "diff shipped x",
    "printed canaletto --out x",
    "referee new doge --players A,B,C --option colours=x --table y",
    "referee pin Anke",
    "--version",
    "build --only x --paper a4 doge",
]


def command(rng: random.Random, folder: Path) -> str:
    """Words of the command line, changed; run in this process, in a folder of its own."""
    from venice_pnp.cli.app import roster

    words = mutated(rng.choice(COMMANDS), rng).split(" ")
    if any(word in ("--watch", "--help", "play", "preview") for word in words):
        words = ["referee", "status"]
    out = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            roster.opened(words)(words, standalone_mode=True)
        except SystemExit as done:
            if done.code not in (0, 1, 2, None):
                raise ValueError(f"exit code {done.code}") from None
    if "Traceback" in out.getvalue():
        raise ValueError(out.getvalue())
    return " ".join(words)


ATTACKS: list[tuple[str, Attack, int]] = [
    ("records, as text", record, 14_000),
    ("records, values exchanged", bent_record, 16_000),
    ("snapshots (audit, score, set-up, views)", snapshot, 14_000),
    ("moves, typed", move, 20_000),
    ("lines at the console", console, 4_000),
    ("symbols (SVG)", symbol, 15_000),
    ("templates", template, 10_000),
    ("data files of a kit", data, 3_000),
    ("table files", table_file, 3_000),
    ("command lines", command, 1_000),
]


# --- running ------------------------------------------------------------------------------------------
class TooLong(BaseException):
    """Not an OSError, as TimeoutError is: no reader may take it for a file that cannot be read."""


def too_long(*_: Any) -> None:
    raise TooLong(f"one input took more than {TOO_LONG} s")


def attacked(attack: Attack, times: int, seed: int, folder: Path) -> Iterator[Broken]:
    """What broke, with its input."""
    signal.signal(signal.SIGALRM, too_long)
    for number in range(times):
        rng = random.Random(f"{seed} {attack.__name__} {number}")
        signal.alarm(TOO_LONG)
        try:
            attack(rng, folder)
        except (Exception, TooLong):
            yield Broken(traceback.format_exc(limit=-4), f"{attack.__name__}, number {number} of seed {seed}")
        finally:
            signal.alarm(0)


def in_a_process(attack: Attack, times: int, seed: int) -> list[Broken]:
    """So that a crash of the interpreter is one more broken input, not the end of the run."""
    with tempfile.TemporaryDirectory(prefix="venice-fuzz-") as place:
        folder = Path(place)
        report = folder / "broken"
        pid = os.fork()
        if pid == 0:
            os.environ["VENICE_PNP_HOME"] = str(folder / "home")
            (folder / "work").mkdir()
            found = list(attacked(attack, times, seed, folder / "work"))
            report.write_text("\0\0".join(f"{b.what}\0{b.text}" for b in found), "utf-8", "backslashreplace")
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if code or not report.exists():
            return [Broken(f"the process ended with {code}", attack.__name__)]
        return [Broken(*part.split("\0", 1)) for part in report.read_text("utf-8").split("\0\0") if part]


HEAD = ["| input | tried | tracebacks, crashes, hangs |", "|---|---:|---:|"]


def told(name: str, count: int, broken: int) -> str:
    """The row of the table."""
    row = f"| {name} | {count} | {broken} |"
    print(row, flush=True)
    return row


def with_sum(rows: list[str]) -> str:
    tried, broken = (sum(int(row.split("|")[column]) for row in rows) for column in (2, 3))
    return "\n".join([*HEAD, *rows, f"| **all** | **{tried}** | **{broken}** |"])


def main() -> None:
    asked = argparse.ArgumentParser(description="Hostile input for everything that reads.")
    asked.add_argument("--share", type=float, default=1.0, help="of the number of inputs; below 1 nothing is written")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--ledger", type=Path, help="a file that keeps what was composed: the next run goes on there")
    asked.add_argument("--minutes", type=float, default=math.inf, help="for the composed ones; the page says how many")
    asked.add_argument("--only", default="", help="the attacks whose name begins so")
    asked.add_argument("--composed", action="store_true", help="only the composed ones; what was tried is written")
    given = asked.parse_args()
    rows, composed = [], []
    for name, attack, times in ATTACKS if not given.composed else ():
        if attack.__name__.startswith(given.only):
            count = max(5, round(times * given.share))
            found = in_a_process(attack, count, given.seed)
            for broken in found[:20]:
                print(f"--- {broken.text}\n{broken.what}", flush=True)
            rows.append(told(name, count, len(found)))
    ledger = Ledger(given.ledger)
    for broken in try_all(given.share, given.only, ledger, time.time() + 60 * given.minutes):
        print(f"--- {broken.text}\n{broken.what}", flush=True)
    for kind in COMPOSED:
        progress = ledger.of(kind)
        composed.append(told(kind.name, progress.tried, len(progress.broken)))
    if given.share >= 1 and not given.only and rows:
        into_page(with_sum(rows), PAGE, BEGIN, END)
    if (given.share >= 1 or given.composed) and not given.only:
        into_page(with_sum(composed), PAGE, COMPOSED_BEGIN, COMPOSED_END)
    sys.exit(1 if any(not row.endswith("| 0 |") for row in (*rows, *composed)) else 0)


if __name__ == "__main__":
    main()

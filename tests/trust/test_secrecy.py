"""Non-interference, for every game: two tables that differ only in what is secret look the same to all others.

Compared are views, screens in both languages, what is awaited and offered, refusals, events, log, export, and the
journal's number and sizes of entries (whoever looks at the file, or counts the writes, learns nothing either).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_evening import evening_at
from tests.trust.play import EVERY, game, seats, some_move
from venice_pnp.console.secret import explained
from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.door.match import match_of
from venice_pnp.host.views import Teller
from venice_pnp.referee import home, journal, seals
from venice_pnp.referee.frame import log_line, screen
from venice_pnp.referee.moves import possible
from venice_pnp.referee.table import Table, new_table
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.plain import canonical
from venice_pnp.speech.trouble import WrongPin
from venice_pnp.speech.words import Speech

CHANCES = re.compile(r"\b[0-9a-f]{16,64}\b")  # digests, which differ by their random salt


@pytest.fixture(autouse=True)
def no_two_entries_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """When something was done may differ, and is never taken for what was done."""
    seconds = count()

    class Clock:
        @staticmethod
        def now(_: Any) -> datetime:
            return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(seconds))

    monkeypatch.setattr(journal, "datetime", Clock)


def secret_verbs(name: str) -> list[str]:
    return [verb.name for verb in game(name).rules.verbs.values() if verb.secret]


SEALING = [name for name in EVERY if secret_verbs(name)]
DEALING = [name for name in EVERY if hasattr(game(name).rules, "dealt") or hasattr(game(name).rules, "deal")]
OPEN = [name for name in EVERY if name not in (*SEALING, *DEALING)]
PAIRS = [(name, seed) for name in SEALING for seed in range(6)]


def shown(table: Table, seat: str | None, words: Sequence[str] = ()) -> dict[str, Any]:
    """Every byte this seat can get to see; of what chance makes differ only the kind. The hidden words of the
    receipts are among that."""
    found: dict[str, Any] = {"view": table.view(seat), "awaited": table.awaited(), "repr": repr(table.state)}
    for lang in ("en", "de"):
        speech = Speech(lang, table.kit, table.players)
        for plain in (True, False):
            found[f"screen {lang} {plain}"] = screen(table, seat, speech, Paint(table.kit, table.players, {}, plain))
        found[f"log {lang}"] = [log_line(table, e, speech).split(maxsplit=3)[3] for e in table.log()]  # no time
    if seat is not None:
        found["possible"] = possible(table.rules, table.state, seat)
        found["legal"] = [m for _, m in zip(range(500), table.rules.legal(table.state, seat), strict=False)]
    found["log"] = [{k: v for k, v in entry.items() if k != "at"} for entry in table.log()]
    found["export"] = table.export()
    text = CHANCES.sub("#", json.dumps(found, default=str)).replace(json.dumps(str(table.path))[1:-1], "@")
    for one in (*words, table.name, *receipts(table)):
        text = text.replace(one, "@")
    return dict(json.loads(text))


def receipts(table: Table) -> list[str]:
    made = [seals.words_of(e["commitment"]) for e in table.log() if e["kind"] == "seal"]
    return [*made, seals.words_of(table.first["seed"]["hash"])] if "seed" in table.first else made


def sizes(table: Table) -> list[tuple[str, int]]:
    """What the file shows from outside: kind and length of each entry, and the file's length."""
    rows = [(entry.kind, len(canonical(entry.body))) for entry in table.journal.entries]
    return [*rows, ("file", table.path.stat().st_size)]


def twins(name: str, seed: int) -> tuple[Table, Table, random.Random]:
    """Two tables with the same public past, at a moment when two or more seats owe a secret choice."""
    players, rng = seats(name, seed), random.Random(seed)
    tables = [new_table(name, players, path=home.table_path(which), seed=str(seed)) for which in ("xq1xq", "xq2xq")]
    one, two = tables
    skip = seed % 3  # not always the first such moment
    for _ in range(400):
        waiting = owing(one)
        if len(waiting) >= 2:
            if skip == 0:
                return one, two, rng
            skip -= 1
            for seat in waiting:
                both_do(tables, rng.choice(list(one.rules.legal(one.state, seat))))
            continue
        both_do(tables, some_move(one.rules, one.state, rng))
    raise AssertionError(f"{name} asks for no secret choice")


def owing(table: Table) -> list[str]:
    """Who owes a secret choice now."""
    seats_now = dict.fromkeys(item["by"] for item in table.awaited() if item["by"] != TABLE)
    return [s for s in seats_now if all(table.rules.verbs[m["do"]].secret for m in table.rules.legal(table.state, s))]


def both_do(tables: Sequence[Table], move: dict[str, Any]) -> None:
    for table in tables:
        table.do(move)


@pytest.mark.parametrize(("name", "seed"), PAIRS)
def test_what_is_sealed_changes_nothing_for_the_others(name: str, seed: int) -> None:
    one, two, rng = twins(name, seed)
    who, *others = owing(one)
    offered = list(one.rules.legal(one.state, who))
    assert shown(one, who) == shown(two, who)
    first = rng.choice(offered)
    different = [m for m in offered if m != first]
    if not different:
        pytest.skip("this seat has no choice")
    second = max(rng.sample(different, min(20, len(different))), key=lambda m: abs(len(str(m)) - len(str(first))))
    done = [table.do(move) for table, move in ((one, first), (two, second))]
    assert done[0].moves == done[1].moves == [{"by": who, "do": first["do"], "sealed": True}]
    assert done[0].events == done[1].events
    compare(one, two, [seat for seat in (None, *one.players) if seat != who])
    assert sizes(one) == sizes(two)
    for move in probes(one, others, who, first):
        assert refusal(one, move) == refusal(two, move), move
    for table in (one, two):
        table.undo(agreed=True)
    compare(one, two, [seat for seat in (None, *one.players) if seat != who])
    assert sizes(one) == sizes(two)
    if len(others) > 1:  # and with one more choice beneath, the same on both tables
        for table, move in ((one, second), (two, first)):
            table.do(move)
        both_do((one, two), rng.choice(list(one.rules.legal(one.state, others[0]))))
        compare(one, two, [seat for seat in (None, *one.players) if seat != who])
        assert sizes(one) == sizes(two)


@pytest.mark.parametrize("seed", [None, "0"])
@pytest.mark.parametrize("elections", [0, 1])
@pytest.mark.parametrize("name", SEALING)
def test_no_question_tells_what_others_have_sealed(name: str, elections: int, seed: str | None) -> None:
    """`? 4 m01`, alone with the screen: every candidate of every card, every offer of every seat."""
    one, two = (at_a_secret(name, elections, seed, which) for which in ("xq1xq", "xq2xq"))
    who, asks = owing(one)[:2]
    candidates = some_of([*one.rules.legal(one.state, asks)], 12)
    offered = [move for move in one.rules.legal(one.state, who) if move not in candidates]
    for table, move in ((one, offered[0]), (two, offered[-1])):
        table.do(move)
    of_others = [
        {**move, "by": asks} for seat in owing(one) for move in some_of([*one.rules.legal(one.state, seat)], 12)
    ]
    sealed = [{**move, "by": asks} for move in (offered[0], offered[-1])]
    told = [asked(table, asks, [*sealed, *candidates, *of_others]) for table in (one, two)]
    assert told[0] == told[1]
    assert len(told[0]) > 2 and any("legal" in line for lines in told[0] for line in lines)


def some_of(moves: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    return moves[:: max(1, len(moves) // most)]


def at_a_secret(name: str, later: int, seed: str | None, path: str) -> Table:
    """Where several seats owe a secret choice; so many such moments after the first."""
    rng, table = random.Random(4), new_table(name, seats(name, 1), path=home.table_path(path), seed=seed)
    table.journal._db.execute("PRAGMA synchronous = OFF")
    for _ in range(2000):
        waiting = owing(table)
        if len(waiting) >= 2 and not later:
            return table
        if len(waiting) >= 2:
            later -= 1
            for seat in waiting:
                if seat in owing(table):
                    table.do(next(iter(table.rules.legal(table.state, seat))))
            continue
        table.do(some_move(table.rules, table.state, rng))
    raise AssertionError(f"{name} asks for no secret choice")


def asked(table: Table, seat: str, moves: Sequence[dict[str, Any]]) -> list[list[str]]:
    """What the console answers to `?`, a phone to a typed line, and a program that asks why not."""
    evening, lines = evening_at(table), [in_words(move) for move in moves]
    match, teller = match_of(table, "en"), Teller(table, "en")
    typed = [explained(evening, evening.ear_of(seat), seat, line) for line in lines]
    why = [[str(match.why_not(seat, move))] for move in moves]
    return [*typed, *why, *([str(teller.meant(seat, line))] for line in lines)]


def in_words(move: dict[str, Any]) -> str:
    """`candidate 4 m01`"""
    values = [value for key, value in move.items() if key not in ("by", "do")]
    return " ".join(map(str, (move["do"], *(one for v in values for one in (v if isinstance(v, list) else [v])))))


def compare(one: Table, two: Table, lookers: Sequence[str | None]) -> None:
    for seat in lookers:
        left, right = shown(one, seat), shown(two, seat)
        assert {k for k in left if left[k] != right[k]} == set(), seat


def probes(table: Table, others: Sequence[str], who: str, first: dict[str, Any]) -> list[dict[str, Any]]:
    """Moves by which somebody might try to find out: the same again, for others, junk, and other verbs."""
    found = [first, {**first, "extra": 1}, {"by": who, "do": "pass"}, {"by": TABLE, "do": "roll"}]
    found += [{**first, "by": seat, "tokens": [9]} for seat in others]
    found += [{"by": who, "do": verb} for verb in table.rules.verbs]
    found += [{"by": seat, "do": verb, "card": "m01"} for seat in others for verb in table.rules.verbs]
    return found


def refusal(table: Table, move: dict[str, Any]) -> Any:
    refused = table.refuses(move)
    if refused is None:
        return None
    speech = Speech("en", table.kit, table.players)
    return refused.rule, refused.key, repr(refused.facts), speech.refusal(refused)


@pytest.mark.parametrize("name", DEALING)
@pytest.mark.parametrize("seed", range(4))
def test_what_a_seed_deals_is_nothing_to_the_others(name: str, seed: int) -> None:
    """Two seeds of the same length: right after opening, everybody together sees the same."""
    players = seats(name, seed)
    one, two = (
        new_table(name, players, path=home.table_path(which), seed=f"{which_seed}{seed}")
        for which, which_seed in (("xq1xq", 11), ("xq2xq", 42))
    )
    assert one.rules.snapshot(one.state) != two.rules.snapshot(two.state)
    compare(one, two, [None])
    assert sizes(one) == sizes(two)
    for word in ("deal", *secret_verbs(name)):
        for seat in players:
            move = {"by": seat, "do": word}
            assert refusal(one, move) == refusal(two, move)


@pytest.mark.parametrize("name", OPEN)
def test_a_game_without_secrets_shows_everybody_everything(name: str) -> None:
    rules, rng = game(name).rules, random.Random(1)
    state = rules.setup(seats(name, 0), {}, getattr(rules, "fresh", None))
    while rules.pending(state):
        state, _ = rules.apply(state, some_move(rules, state, rng))
        for seat in (None, *seats(name, 0)):
            assert rules.view(state, seat) == rules.snapshot(state)


@pytest.mark.parametrize("name", SEALING)
def test_all_boxes_of_a_whole_game_have_one_length(name: str) -> None:
    """A seal's box does not tell how much is in it, whatever is chosen or dealt."""
    lengths: dict[str, set[int]] = {}
    for seed in range(2):
        rng, players = random.Random(seed), seats(name, seed + 1)
        table = new_table(name, players, path=home.table_path(f"t{seed}"), seed=str(seed))
        table.journal._db.execute("PRAGMA synchronous = OFF")  # many moves; nothing here is about the disk
        for _ in range(150):
            if not table.awaited():
                break
            table.do(some_move(table.rules, table.state, rng))
        for entry in table.journal.entries:
            if entry.kind == "seal":
                lengths.setdefault(entry.body["do"], set()).add(len(entry.body["box"]))
    assert lengths
    assert all(len(found) == 1 for found in lengths.values()), lengths


@pytest.mark.parametrize("name", SEALING)
def test_a_wrong_pin_finds_out_nothing(name: str) -> None:
    """Legal or not, a secret move without the PIN gets the same answer: nobody can probe a hand."""
    one, _, _ = twins(name, 0)
    who = owing(one)[0]
    legal = next(iter(one.rules.legal(one.state, who)))
    one.set_pin(who, "1234")
    size = len(one.journal.entries)
    for move in (
        legal,
        {**legal, **{k: ["x"] for k in legal if k not in ("by", "do")}},
        {"by": who, "do": legal["do"]},
    ):
        for pin in (None, "4321"):
            with pytest.raises(WrongPin):
                one.do(move, pin)
    assert len(one.journal.entries) == size
    with pytest.raises(Refused):
        one.do({"by": who, "do": legal["do"]}, "1234")


def test_no_file_of_the_home_holds_a_secret_in_clear(tmp_path: Path) -> None:
    """The words of a sealed choice are in no file, and the key is readable by its owner alone."""
    for name in SEALING:
        one, _, rng = twins(name, 0)
        who = owing(one)[0]
        move = rng.choice(list(one.rules.legal(one.state, who)))
        one.do(move)
        clear = canonical({k: v for k, v in move.items() if k not in ("by", "do")}).strip("{}").encode()
        for file in tmp_path.rglob("*"):
            if file.is_file():
                assert clear not in file.read_bytes(), file
        keys = list((home.data_folder() / "keys").glob("*.key"))
        assert keys and all(key.stat().st_mode & 0o077 == 0 for key in keys)
        for file in home.table_files():
            file.unlink()

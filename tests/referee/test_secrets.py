"""Secret moves: sealed, committed to, shown to nobody before their time, and provable afterwards."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from cases import game

from venice_pnp.contract.play import Refused
from venice_pnp.referee import home, seals
from venice_pnp.referee.chance import below_for
from venice_pnp.referee.frame import log_line, screen
from venice_pnp.referee.table import Table, new_table, verify
from venice_pnp.speech.paint import Paint
from venice_pnp.speech.trouble import BrokenTable, NotAgreed, WrongPin
from venice_pnp.speech.words import Speech

PLAYERS = ["Anke", "Bernd", "Claudia"]
SECRET = {"by": "Anke", "do": "place", "field": "santa-croce", "tokens": [3, 2, 0]}


def doge(table: str = "d") -> Table:
    return new_table("doge", PLAYERS, path=home.table_path(table), seed="5")


def shown(table: Table, seat: str | None) -> str:
    """Every byte a seat is shown: screen, view, awaited, log and export (without random commitments)."""
    texts = []
    for lang in ("en", "de"):
        speech = Speech(lang, table.kit, table.players)
        texts.append(screen(table, seat, speech, Paint(table.kit, table.players, {}, plain=True)))
        texts += [log_line(table, e, speech)[28:].split("(")[0] for e in table.log() if e["kind"] == "seal"]
    texts += [json.dumps(table.view(seat)), json.dumps(table.awaited()), json.dumps(table.export())]
    return "\n".join(texts)


def test_nothing_of_a_seal_is_found_anywhere(house: Path) -> None:
    table = doge()
    drawn = table.path.read_bytes().count(b"santa-croce")  # in the order of votes, which is public
    done = table.do(SECRET)
    assert done.moves == [{"by": "Anke", "do": "place", "sealed": True}]
    assert len(done.receipt.split()) == 2
    told = json.dumps([event.facts for event in done.events], default=str) + repr(done)
    assert "santa-croce" not in told and "Croce" not in told
    for file in house.rglob("*"):
        if file.is_file() and (file.name == "current" or file.parent.name in ("tables", "screens")):
            raw = file.read_bytes()
            assert b"[3,2,0]" not in raw and b"[0,2,3]" not in raw and b"tokens" not in raw
            assert raw.count(b"santa-croce") == (drawn if file == table.path else 0)
    for seat in (None, "Bernd", "Claudia"):
        view = table.view(seat)
        assert view["pending"] == {"Anke": "chosen"}
        assert view["supply"]["Anke"]["tokens"] == 7
    entry = table.log()[-1]
    assert set(entry) == {"n", "at", "kind", "by", "do", "commitment", "receipt", "hash"}
    assert entry["receipt"] == done.receipt
    record, hidden = table.export()
    assert hidden == 1
    assert not any(move["do"] == "place" for move in record["moves"])
    assert table.view("Anke")["pending"]["Anke"] == {"field": "santa-croce", "tokens": [0, 2, 3]}


@pytest.mark.parametrize("other", [("castello", [1]), ("quarantia", [0, 1, 1, 2]), ("santa-croce", [3])])
def test_another_seats_choice_changes_no_byte_of_mine(other: tuple[str, list[int]]) -> None:
    one, two = doge("same"), doge("diff")
    two_name = two.name
    one.do({"by": "Bernd", "do": "place", "field": "dorsoduro", "tokens": [2, 2]})
    two.do({"by": "Bernd", "do": "place", "field": other[0], "tokens": other[1]})
    for seat in (None, "Anke", "Claudia"):
        left = shown(one, seat).replace(one.first["seed"]["hash"], "")
        right = shown(two, seat).replace(two.first["seed"]["hash"], "")
        words = seals.words_of(one.first["seed"]["hash"]), seals.words_of(two.first["seed"]["hash"])
        assert left.replace(words[0], "") == right.replace(words[1], "").replace(two_name, one.name)
    for move in ({"by": "Bernd", "do": "place", "field": "castello", "tokens": [1]}, {"by": "Anke", "do": "pass"}):
        refusals = []
        for table in (one, two):
            with pytest.raises(Refused) as refused:
                table.do(move)
            refusals.append((refused.value.rule, refused.value.key, repr(refused.value.facts)))
        assert refusals[0] == refusals[1]


def test_values_stay_sealed_until_their_vote_and_prove_themselves() -> None:
    """All three seals are made; the fields are shown, the values are not; each vote opens its own."""
    table = doge()
    receipts = {}
    rng = random.Random(2)
    while table.view(None)["phase"] == "placing":
        seat = table.awaited()[0]["by"]
        move = rng.choice(list(table.rules.legal(table.state, seat)))
        done = table.do(move)
        receipts[len(table.journal.entries)] = done.receipt
        opened = {seal["entry"] for e in table.log() if e["kind"] == "reveal" for seal in e["seals"]}
        voting = table.view(None)["vote"]
        if not voting:
            assert not opened
    while table.awaited():
        seat = table.awaited()[0]["by"]
        table.do(rng.choice(list(table.rules.legal(table.state, seat))))
        if table.view(None)["round"] > 2:
            break
    opened_now = [seal for e in table.log() if e["kind"] == "reveal" for seal in e["seals"]]
    assert len(opened_now) >= 9
    for seal in opened_now:
        committed = table.journal.entries[seal["entry"]].body
        made = seals.commitment(table.first["table"], seal["entry"], seal["move"]["by"], seal["nonce"], seal["move"])
        assert made == committed["commitment"]
    assert verify(table.path).ok


def test_an_undone_seal_is_never_shown() -> None:
    table = doge()
    table.do(SECRET)
    with pytest.raises(NotAgreed) as sealed:
        table.undo()
    assert sealed.value.key == "undo.sealed"
    table.undo(agreed=True)
    assert table.view(None)["pending"] == {}
    assert "santa-croce" not in json.dumps(table.log()[2:])
    table.redo()
    table.do({"by": "Bernd", "do": "place", "field": "castello", "tokens": [1]})
    table.do({"by": "Claudia", "do": "place", "field": "castello", "tokens": [1]})  # the cards are shown
    with pytest.raises(NotAgreed) as no:
        table.undo()
    assert no.value.key == "undo.reveal"
    table.undo(agreed=True)
    assert table.view("Bernd")["pending"]["Anke"] == "chosen"


def test_a_changed_mind_is_found() -> None:
    """Another move under the same commitment does not verify."""
    nonce = seals.new_nonce()
    made = seals.commitment("t", 3, "Anke", nonce, SECRET)
    assert seals.commitment("t", 3, "Anke", nonce, {**SECRET, "tokens": [3]}) != made
    assert seals.commitment("t", 3, "Bernd", nonce, SECRET) != made
    assert seals.commitment("t", 4, "Anke", nonce, SECRET) != made
    assert seals.commitment("u", 3, "Anke", nonce, SECRET) != made


def test_boxes_open_only_with_their_key_and_tell_no_length() -> None:
    key, other = b"k" * 32, b"o" * 32
    values = ({"tokens": [1]}, {"tokens": [0, 1, 2, 3], "field": "santa-croce"})
    short, long = (seals.lock(key, value, "seal 1") for value in values)
    assert len(short) == len(long)
    assert seals.unlock(key, short, "seal 1") == {"tokens": [1]}
    assert seals.lock(key, 1, "seal 1") != seals.lock(key, 1, "seal 1")
    with pytest.raises(BrokenTable):
        seals.unlock(key, short, "seal 2")
    for box, wrong in ((short, other), (short[:-4] + "AAA=", key), ("", key), ("§", key), (short[:40], key)):
        with pytest.raises(BrokenTable):
            seals.unlock(wrong, box, "seal 1")


def test_without_its_key_a_table_with_seals_says_so() -> None:
    table = doge()
    table.do(SECRET)
    key = home.data_folder() / "keys" / f"{table.first['table']}.key"
    assert key.stat().st_mode & 0o077 == 0
    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(BrokenTable) as no:
        Table(table.path)
    assert no.value.key == "table.key"
    key.write_bytes(kept)
    Table(table.path)


def test_a_pin_guards_the_seat() -> None:
    table = doge()
    table.set_pin("Anke", "gondola-9")
    assert b"gondola-9" not in table.path.read_bytes().replace(table.first["table"].encode(), b"")
    for wrong in (None, "", "4321"):
        with pytest.raises(WrongPin):
            table.do(SECRET, wrong)
        with pytest.raises(WrongPin):
            table.set_pin("Anke", "0000", wrong)
    table.do(SECRET, "gondola-9")
    Table(table.path).check_pin("Anke", "gondola-9")


def test_chance_is_even_and_repeatable() -> None:
    counts = [0] * 7
    for decision in range(700):
        counts[below_for("seed", decision)(7)] += 1
    assert all(60 < count < 140 for count in counts)
    below = below_for("1", 1)
    assert [below(1) for _ in range(3)] == [0, 0, 0]
    with pytest.raises(ValueError, match="nothing"):
        below(0)


def test_the_way_to_type_a_secret_unseen_is_told_as_it_is_heard(referee: Any) -> None:
    """Venetia's `draw` was told as “do Anke Karte ziehen”, which is a card."""
    assert referee("new", "venetia", "--players", "Anke,Bernd", "--seed", 5, "--table", "evening").code == 0
    table = Table(home.table_path("evening"))
    while table.awaited()[0]["for"] != "draw":
        table.do(list(table.rules.legal(table.state, str(table.awaited()[0]["by"])))[-1])
    by = str(table.awaited()[0]["by"])
    unseen = referee("do", "--lang", "de", by, "ziehen")
    assert unseen.code == 2 and "Terminal" in unseen.err  # understood, but it would be seen
    spoken = referee("do", "--lang", "de", by, "ziehen (h)")
    assert spoken.code == 0 and f"„do {by} ziehen“" in spoken.err


def test_secrets_through_the_command(referee: Any) -> None:
    assert referee("new", "doge", "--players", "Anke,Bernd,Claudia", "--seed", 5, "--table", "evening").code == 0
    hidden = referee("do", "Anke", "place")
    assert hidden.code == 2  # no terminal: it would be seen
    assert "terminal" in hidden.err
    spoken = referee("do", "Anke", "place", "santa", 3, 2, 0, "--json")
    assert spoken.code == 0
    assert spoken.json["move"] == {"by": "Anke", "do": "place", "sealed": True}
    assert "history" in spoken.err
    assert "santa" not in spoken.out.lower()
    wrong = referee("do", "Bernd", "place", "castello", 3, 3, 3, "--json")
    assert wrong.code == 1
    assert wrong.json["refused"]["rule"] == "DOGE-5.6"
    assert "3, 3" not in wrong.out + wrong.err
    public = referee("status", "--json").json
    assert public["view"] == "public"
    assert public["snapshot"]["pending"] == {"Anke": "chosen"}
    own = referee("status", "--as", "an", "--json").json
    assert own["view"] == "Anke"
    assert own["snapshot"]["pending"]["Anke"]["field"] == "santa-croce"
    exported = referee("export").out
    assert "place" not in exported.split("moves:")[1]
    assert "# 1 sealed" in exported


def test_views_differ_only_by_what_is_ones_own() -> None:
    rules = game("doge").rules
    state = rules.setup(PLAYERS, {}, None)
    state, _ = rules.apply(state, rules.draw(state, below_for("1", 1)))
    state, _ = rules.apply(state, SECRET)
    assert rules.view(state, None)["pending"] == {"Anke": "chosen"}

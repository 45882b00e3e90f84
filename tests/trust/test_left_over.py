"""Rules and commands that no other test names."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

from tests.conftest import DATA, venice
from tests.trust.play import NAMES, game, played
from venice_pnp.speech.words import find_rule, rules_of


def test_can_2_12_the_terms_are_those_of_the_german_texts() -> None:
    """CAN-2.12: what the glossary explains is what the German rules and parts call it."""
    kit = game("canaletto").kit
    glossary = (find_rule(kit, "CAN-2.12", "de") or "").partition(":")[2]
    terms = set(re.findall(r"[A-ZÄÖÜ][a-zäöüß]{4,}", glossary))
    assert len(terms) >= 8
    said = " ".join(text for rule, text in rules_of(kit, "de").items() if rule != "CAN-2.12")
    said += " ".join(
        file.read_text("utf-8") for file in (DATA / "canaletto").glob("*.yaml") if file.name != "rules.yaml"
    )
    unknown = [term for term in sorted(terms) if term.casefold()[:6] not in said.casefold()]
    assert set(unknown) <= {"Markierungsplättchen"}  # the one that the glossary itself takes apart


def test_can_9_3_after_the_end_the_last_auction_stays_as_it_was() -> None:
    """CAN-9.3: as it was while the order of sale was asked for, when that was the last question."""
    rules = game("canaletto").rules
    kept = ("column", "gondola", "high-bid", "high-bidder", "passed", "starter", "round")
    last = [list(played("canaletto", seed))[-1] for seed in range(8)]
    ends = [(rules.snapshot(turn.before), rules.snapshot(turn.after)) for turn in last]
    sold = [(before, end) for before, end in ends if before["phase"] == "sell-order"]
    assert sold
    for before, end in sold:
        assert end["phase"] == "end"
        assert {key: end[key] for key in kept} == {key: before[key] for key in kept}


def test_doge_3_7_and_3_8_the_rows_of_cards() -> None:
    """DOGE-3.7: the open row shows the seven fields, and how many have voted. DOGE-3.8: of the other set only what
    was uncovered is kept, from left to right."""
    rules = game("doge").rules
    rows = [rules.snapshot(turn.after)["order"] for turn in played("doge", 2, NAMES[:3])]
    fields = set(rows[-1]["now"])
    assert len(fields) == 7
    before = None
    for row in rows:
        assert not row["now"] or set(row["now"]) == fields
        assert 0 <= row["voted"] <= 7
        assert len(set(row["next"])) == len(row["next"]) <= 7
        assert set(row["next"]) <= fields
        if before is not None and before["now"] == row["now"]:
            assert row["next"][: len(before["next"])] == before["next"]  # from left to right
            assert row["voted"] >= before["voted"]
        before = row


# --- commands -------------------------------------------------------------------------------------------
def test_pin_needs_a_terminal(tmp_path: Path) -> None:
    table = str(tmp_path / "a.table")
    assert (
        venice("referee", "new", "doge", "--players", "Anke,Bernd,Claudia", "--seed", "5", "--table", table).code == 0
    )
    done = venice("referee", "pin", "Anke", "--table", table)
    assert done.code == 2
    assert "Traceback" not in done.said
    assert done.err.strip()


def test_sites_and_reach(tmp_path: Path) -> None:
    venedig, venetia = (str(tmp_path / f"{name}.table") for name in ("venedig", "venetia"))
    for name, table in (("venedig", venedig), ("venetia", venetia)):
        assert (
            venice("referee", "new", name, "--players", "Anke,Bernd,Claudia", "--seed", "5", "--table", table).code == 0
        )
    assert venice("referee", "sites", "casa", "--table", venedig).out.strip()
    asked = venice("referee", "reach", "candia", "--table", venetia)
    assert asked.code in (0, 1)
    assert asked.said.strip()
    assert "Traceback" not in asked.said
    assert venice("referee", "sites", "casa", "--table", venetia).code == 2
    assert venice("referee", "reach", "candia", "--table", venedig).code == 2


def test_undo_past_another_seat_with_agreed(tmp_path: Path) -> None:
    table = str(tmp_path / "a.table")
    assert venice("referee", "new", "canaletto", "--players", "A,B,C", "--seed", "7", "--table", table).code == 0
    rng, seats = random.Random(1), []
    for _ in range(2):
        state = json.loads(venice("referee", "status", "--table", table, "--json").out)
        seats.append(state["await"][0]["by"])
        bid = str(5 * len(seats) + rng.randrange(3))
        assert venice("referee", "do", seats[-1], "bid", bid, "--table", table).code == 0
    assert seats[0] != seats[1]
    assert venice("referee", "undo", "2", "--table", table).code == 1
    assert venice("referee", "undo", "2", "--agreed", "--table", table).code == 0


def test_play_new_and_large_need_a_terminal() -> None:
    for words in (("play", "canaletto", "--new", "--large"), ("referee", "play", "--new", "--large")):
        done = venice(*words)
        assert done.code in (1, 2)
        assert "Traceback" not in done.said
        assert done.err.strip()

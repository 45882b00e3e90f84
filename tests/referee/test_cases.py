"""Every record, audit case and snapshot of the rules pages, through the library and through the command."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cases import AUDITS, GAMES, RECORDS, SNAPSHOTS, game, plain

from venice_pnp.referee.records import difference, read_record, replay
from venice_pnp.speech.plain import flow
from venice_pnp.speech.words import Speech


@pytest.mark.parametrize("file", RECORDS, ids=lambda f: f"{f.parent.name}-{f.stem}")
def test_a_record_holds(file: Path) -> None:
    record = read_record(file)
    assert replay(game(record.game).rules, record).problem is None


@pytest.mark.parametrize("case", AUDITS, ids=lambda c: f"{c['game']}-{c['case']}")
def test_an_audit_reports_exactly_these_rules(case: dict[str, Any]) -> None:
    _, kit, rules = game(case["game"])
    found = rules.audit({"players": case["players"], **case["start"]})
    assert sorted(v.rule for v in found) == sorted(case["reported"])
    for lang in ("en", "de"):
        for violation in found:
            said = Speech(lang, kit, case["players"]).event(violation)
            assert said.endswith((".", "!", "?")), said
            assert "{" not in said


@pytest.mark.parametrize("file", SNAPSHOTS, ids=lambda f: f.stem)
def test_a_snapshot_reads_and_writes_back(file: Path) -> None:
    snapshot = plain(file)
    rules = game(snapshot["game"]).rules
    state = rules.setup(snapshot["players"], {}, snapshot)
    assert rules.snapshot(state) == snapshot
    assert list(rules.snapshot(state)) == list(snapshot)
    assert rules.audit(snapshot) == []


def test_all_records_through_the_command(referee: Any) -> None:
    answer = referee("replay", *RECORDS, "--json")
    assert answer.code == 0, answer.err
    assert [r["ok"] for r in answer.json["records"]] == [True] * len(RECORDS)
    assert referee("replay", *RECORDS).out.count("ok ") == len(RECORDS)


def test_snapshots_through_the_command(referee: Any) -> None:
    for file in SNAPSHOTS:
        answer = referee("audit", file, "--json")
        assert answer.code == 0, (file.name, answer.err)
        assert answer.json["ok"] is True


@pytest.mark.parametrize("name", GAMES)
def test_audits_through_the_command(referee: Any, house: Path, name: str) -> None:
    for case in [c for c in AUDITS if c["game"] == name]:
        file = house / "typed.yaml"
        file.write_text(flow({"game": name, "players": case["players"], **case["start"]}), encoding="utf-8")
        answer = referee("audit", file, "--json")
        assert answer.code == (1 if case["reported"] else 0)
        assert sorted(v["rule"] for v in answer.json["violations"]) == sorted(case["reported"])
        assert answer.json["ok"] is (not case["reported"])


@pytest.mark.parametrize("file", RECORDS, ids=lambda f: f"{f.parent.name}-{f.stem}")
def test_every_refusal_has_words_in_both_languages(file: Path) -> None:
    """Whatever a record's moves tell or refuse is said in a sentence, with every fact filled in."""
    from venice_pnp.contract.play import Refused

    record = read_record(file)
    _, kit, rules = game(record.game)
    state = rules.setup(record.players, record.options, record.start)
    speeches = [Speech(lang, kit, record.players) for lang in ("en", "de")]
    for item in record.moves:
        if "expect" in item:
            continue
        try:
            state, events = rules.apply(state, {k: v for k, v in item.items() if k != "refused"})
            said = [speech.event(event) for event in events for speech in speeches]
        except Refused as refused:
            said = [speech.refusal(refused) for speech in speeches]
        for text in said:
            assert "{" not in text and not text.startswith(("CAN-", "DOGE-")), text


class TestExpect:
    def test_mappings_by_key_and_lists_whole(self) -> None:
        assert difference({"a": 1}, {"a": 1, "b": 2}, frozenset()) is None
        assert difference({"a": [1, 2]}, {"a": [2, 1]}, frozenset()) == ("a.0", 1, 2)
        assert difference({"a": [1, 2]}, {"a": [2, 1]}, frozenset({"a"})) is None
        assert difference({"a": {"x": [1, 2]}}, {"a": {"x": [2, 1]}}, frozenset({"a.*"})) is None
        assert difference({"a": [{"x": 1}]}, {"a": [{"x": 1, "y": 2}]}, frozenset()) is None

    @pytest.mark.parametrize("empty", [None, "none", 0, False, {}, []])
    def test_nothing_matches_a_key_left_out(self, empty: Any) -> None:
        assert difference({"a": empty}, {}, frozenset()) is None

    def test_empty_matches_only_empty(self) -> None:
        assert difference({"a": {}}, {"a": {"x": 1}}, frozenset())
        assert difference({"a": []}, {"a": [1]}, frozenset())
        assert difference({"a": 1}, {}, frozenset())
        assert difference({"a": True}, {"a": 1}, frozenset())


class TestFailingRecords:
    def record(self, house: Path, text: str) -> Path:
        file = house / "record.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    def test_a_failed_expectation_says_where(self, referee: Any, house: Path) -> None:
        head = "record: 1\ngame: canaletto\nplayers: [Anke, Bernd, Claudia]\nmoves:\n"
        text = head + "  - {by: Anke, do: bid, amount: 3}\n  - expect: {money: {Anke: 27}}\n"
        answer = referee("replay", self.record(house, text), "--json")
        assert answer.code == 1
        problem = answer.json["records"][0]["problem"]
        assert (problem["move"], problem["line"], problem["path"]) == (2, 6, "money.Anke")
        assert (problem["wanted"], problem["got"]) == (27, 30)

    def test_a_record_cut_in_half(self, referee: Any, house: Path) -> None:
        whole = RECORDS[3].read_text(encoding="utf-8")
        for part in (0.2, 0.5, 0.8):
            answer = referee("replay", self.record(house, whole[: int(len(whole) * part)]))
            assert answer.code in (0, 1, 2)
            assert answer.out or answer.err

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[]",
            "record: 2",
            "record: 1\ngame: canaletto",
            "record: 1\ngame: canaletto\nplayers: [A]\nmoves: 3",
            "record: 1\ngame: chess\nplayers: [A, B]\nmoves: []",
            "record: 1\ngame: canaletto\nplayers: [A, B, C]\nmoves: [3]",
            "record: 1\ngame: canaletto\nplayers: [A, B, C]\nmoves: [{by: A, do: [x]}]",
            "record: 1\ngame: canaletto\nplayers: [A, B, C]\nwrong: 1\nmoves: []",
            "a: &a [1, 1]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]",
            "!!python/object/apply:os.system ['true']",
            "\x00\x01",
            "{" * 5000,
        ],
    )
    def test_nonsense_is_a_broken_record(self, referee: Any, house: Path, text: str) -> None:
        answer = referee("replay", self.record(house, text))
        assert answer.code in (1, 2)
        assert (answer.err + answer.out).strip()


def test_records_of_the_sources_name_their_section() -> None:
    """The texts of the rulebooks have no page numbers; a heading finds each example again."""
    sources = [file for file in RECORDS if file.name.startswith("source-")]
    assert len(sources) > 30
    assert all(re.match(r"# Rulebook, section “[^”]+”:\n# ", file.read_text("utf-8")) for file in sources)

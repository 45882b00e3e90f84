"""The command line as people and tools use it: documents, exit codes, languages, and nonsense."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from cases import TESTS

from tests.conftest import COMMAND, ROOT


@pytest.fixture
def table(referee: Any) -> Any:
    assert referee("new", "canaletto", "--players", "Anke,Bernd,Claudia", "--seed", 7, "--table", "sunday").code == 0
    return referee


def starter(referee: Any) -> str:
    return str(referee("status", "--json").json["await"][0]["by"])


class TestDocuments:
    def test_status(self, table: Any) -> None:
        answer = table("status", "--json")
        assert answer.code == 0
        assert set(answer.json) == {"table", "game", "kit", "await", "view", "snapshot"}
        assert (answer.json["table"], answer.json["game"], answer.json["view"]) == ("sunday", "canaletto", "public")

    def test_do_and_move(self, table: Any) -> None:
        first = starter(table)
        done = table("do", first[:2].lower(), "bid", 4, "--json")
        assert done.json["ok"] is True
        assert done.json["move"] == {"by": first, "do": "bid", "amount": 4}
        assert done.json["events"][0]["rule"] == "CAN-5.18"
        second = done.json["await"][0]["by"]
        refused = table("move", f"{{by: {second}, do: bid, amount: 3}}", "--json")
        assert refused.code == 1
        assert refused.json["refused"]["rule"] == "CAN-7.2"
        assert "bid 5..100" in refused.json["refused"]["legal"]
        assert table("move", f'{{"by": "{second}", "do": "pass"}}').code == 0

    def test_undo_redo_log_tables_export_verify(self, table: Any, house: Path) -> None:
        first = starter(table)
        table("do", first, 4)
        assert table("undo", "--json").json["await"][0]["by"] == first
        assert table("redo").code == 0
        assert table("redo").code == 1
        assert table("undo", 99).code == 1
        kinds = [e["kind"] for e in table("log", "--json").json["entries"]]
        assert kinds[-2:] == ["undo", "redo"]
        assert "bid 4" in table("log").out
        assert table("tables", "--json").json["tables"][0]["table"] == "sunday"
        assert table("export", house / "out.yaml").code == 0
        assert table("replay", house / "out.yaml").code == 0
        assert table("verify", "--json").json["ok"] is True

    def test_audit_against_a_table(self, table: Any, house: Path) -> None:
        snapshot = table("status", "--json").json["snapshot"]
        file = house / "typed.yaml"
        file.write_text(str(snapshot).replace("None", "null").replace("True", "true"), encoding="utf-8")
        assert table("audit", file, "--against", "sunday", "--json").json["ok"] is True
        snapshot["money"]["Anke"] = 28
        file.write_text(str(snapshot).replace("None", "null").replace("True", "true"), encoding="utf-8")
        answer = table("audit", file, "--against", "sunday", "--json")
        assert answer.code == 1
        assert answer.json["differences"] == [{"path": "money.Anke", "typed": 28, "table": 30}]

    @pytest.mark.parametrize("name", ["canaletto-midgame", "doge-midgame"])
    def test_score(self, referee: Any, name: str) -> None:
        answer = referee("score", TESTS / "snapshots" / f"{name}.yaml", "--json")
        assert answer.code == 0
        assert isinstance(answer.json, dict)
        if "canaletto" in name:
            assert answer.json == {
                "final": {"Anke": 28, "Bernd": 30, "Claudia": 30, "Daniel": 33},
                "winners": ["Daniel"],
            }

    def test_correct(self, table: Any, house: Path) -> None:
        file = house / "typed.yaml"
        file.write_text("money: {Anke: 12}\n", encoding="utf-8")
        assert "correction" not in table("export").out
        assert table("correct", file, "--why", "the cat").code == 0
        assert table("export").out.startswith("# The record begins at the last correction")
        assert "begins at the last correction" in table("export", house / "out.yaml").err
        assert table("replay", house / "out.yaml").code == 0
        assert table("status", "--json").json["snapshot"]["money"]["Anke"] == 12
        file.write_text("money: {Anke: 1200}\n", encoding="utf-8")
        answer = table("correct", file, "--why", "the cat", "--json")
        assert answer.code == 1
        assert [v["rule"] for v in answer.json["violations"]] == ["CAN-10.10"]

    def test_a_path_is_a_table(self, referee: Any, house: Path) -> None:
        file = house / "here.table"
        assert referee("new", "canaletto", "--players", "A,B,C", "--table", file).code == 0
        assert file.is_file()
        assert referee("status", "--json").json["table"] == str(file)
        assert referee("new", "canaletto", "--players", "A,B,C", "--table", file).code == 2

    def test_from_a_snapshot(self, referee: Any) -> None:
        file = TESTS / "snapshots" / "canaletto-midgame.yaml"
        assert referee("new", "canaletto", "--players", "Anke,Bernd,Claudia,Daniel", "--from", file).code == 0
        assert referee("status", "--json").json["snapshot"]["round"] == 3
        assert referee("new", "canaletto", "--players", "Anke,Bernd,Claudia", "--from", file).code == 1
        assert referee("new", "doge", "--players", "Anke,Bernd,Claudia,Daniel", "--from", file).code == 2

    def test_both_languages_at_80_columns(self, table: Any) -> None:
        english, german = table("status", "--lang", "en"), table("status", "--lang", "de")
        assert "TO ACT" in english.out
        assert "AM ZUG" in german.out
        for screen in (english.out, german.out):
            assert max(map(len, screen.splitlines())) <= 80
        assert "Abgelehnt" in table("do", "table", "pass", "--lang", "de").err


TALL = "x" * 200


class TestNonsense:
    @pytest.mark.parametrize(
        "words",
        [
            ("status",),
            ("status", "--table", "nowhere"),
            ("status", "--table", "../../etc/passwd"),
            ("status", "--table", "/nowhere/x.table"),
            ("status", "--table", ""),
            ("do", "Anke", "bid", "3"),
            ("undo",),
            ("export",),
            ("verify",),
            ("replay", "nowhere.yaml"),
            ("replay", "."),
            ("audit", "nowhere.yaml"),
            ("score", "nowhere.yaml"),
            ("new", "chess", "--players", "A,B,C"),
            ("new", "../doge", "--players", "A,B,C"),
            ("new", "", "--players", "A,B,C"),
            ("new", "canaletto"),
            ("new", "canaletto", "--players", ""),
            ("new", "canaletto", "--players", "A,B"),
            ("new", "canaletto", "--players", "A,A,B"),
            ("new", "canaletto", "--players", "A,B,table"),
            ("new", "canaletto", "--players", "A,B,Table"),
            ("new", "canaletto", "--players", "A,,B"),
            ("new", "canaletto", "--players", "A,B,a"),
            ("new", "canaletto", "--players", "A,B,🐈"),
            ("new", "canaletto", "--players", "A,B,3"),
            ("new", "canaletto", "--players", f"A,B,{TALL}"),
            ("new", "canaletto", "--players", "A,B,C", "--seed", "many"),
            ("new", "canaletto", "--players", "A,B,C", "--option", "x"),
            ("new", "canaletto", "--players", "A,B,C", "--option", "x=y"),
            ("new", "canaletto", "--players", "A,B,C", "--option", "next-starter=[*a]"),
            ("new", "canaletto", "--players", "A,B,C", "--table", TALL),
            ("new", "canaletto", "--players", "A,B,C", "--from", "nowhere.yaml"),
            ("new", "canaletto", "--players", "A,B,C", "--data", "nowhere"),
            ("new", "doge", "--players", "A,A,B"),
            ("new", "doge", "--players", "A,B,table"),
            ("new", "doge", "--players", "A,B,C", "--option", "colours=3"),
            ("status", "--lang", "xx"),
        ],
    )
    def test_commands(self, referee: Any, house: Path, words: tuple[str, ...]) -> None:
        answer = referee(*words)
        assert answer.code in (1, 2), answer
        assert answer.err.strip()
        assert not list(house.rglob("*.table"))

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "bid",
            "[]",
            "{by: Anke",
            "{by: Anke, do: bid, amount: 1000000000000000000000000000000}",
            "{by: Anke, do: bid, amount: .nan}",
            "{by: Anke, do: bid, amount: NaN}",
            "{by: Anke, do: bid, amount: .inf}",
            "{by: Anke, do: bid, amount: 2.5}",
            "{by: Anke, do: bid, amount: '5'}",
            "{by: Anke, do: bid, amount: " + "9" * 5000 + "}",
            "{by: Anke, do: place, field: castello, tokens: [1]}",
            "{by: Anke, do: bid, amount: 3, amount: 4}",
            "{by: [Anke], do: {}, 3: 4}",
            "{by: table, do: bid, amount: 3}",
            "{by: Eva, do: bid, amount: 3}",
            "{by: 🐈, do: bid, amount: 3}",
            "&a [*a, *a]",
            "{a: &a [1,1,1,1], b: &b [*a,*a,*a,*a], c: [*b,*b,*b,*b]}",
            "!!python/name:os.system",
            "{" * 3000,
        ],
    )
    def test_moves(self, table: Any, house: Path, text: str) -> None:
        before = (house / "home" / "tables" / "sunday.table").read_bytes()
        answer = table("move", text)
        assert answer.code in (1, 2), answer
        assert answer.err.strip()
        assert len(answer.err) < 2000
        assert (house / "home" / "tables" / "sunday.table").read_bytes() == before

    @pytest.mark.parametrize(
        "words",
        [
            ("Anke",),
            ("Eva", "bid", "3"),
            ("", "bid", "3"),
            ("Anke", ""),
            ("Anke", "shout"),
            ("Anke", "bid", "3", "4"),
            ("Anke", "bid", "x"),
        ],
    )
    def test_short_forms(self, table: Any, words: tuple[str, ...]) -> None:
        answer = table("do", *words)
        assert answer.code in (1, 2), answer
        assert answer.err.strip()

    def test_errors_are_documents_too(self, table: Any) -> None:
        answer = table("do", "Eva", "bid", 3, "--json")
        assert answer.json["ok"] is False
        assert "Eva" in answer.json["refused"]["message"]


# --- the console -------------------------------------------------------------------------------------
class Terminal:
    """A person at a terminal: types, and reads what the screen shows."""

    def __init__(self, *words: str) -> None:
        self.master, slave = pty.openpty()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100", "LINES": "50"}
        self.process = subprocess.Popen(
            [*COMMAND, "referee", *words],
            pass_fds=(slave,),
            preexec_fn=lambda: os.login_tty(slave),
            env=environment,
            cwd=ROOT,
        )
        os.close(slave)
        self.seen = ""

    def until(self, text: str, seconds: float = 20) -> str:
        begin, end = len(self.seen), time.monotonic() + seconds
        while text not in self.seen[begin:] and time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                try:
                    raw = os.read(self.master, 65536)
                except OSError:
                    break
                self.seen += raw.decode(errors="replace")
        assert text in self.seen[begin:], self.seen[-2000:]
        return self.seen[begin:]

    def type(self, line: str) -> None:
        os.write(self.master, line.encode())

    def leave(self) -> int:
        code = self.process.wait(timeout=20)
        os.close(self.master)
        return code


def test_a_secret_is_asked_for_without_echo(referee: Any) -> None:
    referee("new", "doge", "--players", "Anke,Bernd,Claudia", "--seed", 5, "--table", "evening")
    terminal = Terminal("do", "Anke", "place")
    terminal.until("nothing is shown")
    terminal.type("castello 3 1\n")
    terminal.until("Receipt")
    assert "castello" not in terminal.seen
    assert terminal.leave() == 0


def test_play_needs_a_terminal(table: Any) -> None:
    answer = table("play")
    assert answer.code == 2
    assert "terminal" in answer.err

"""Odd surroundings: terminals that cannot write our letters, outputs that are closed or full, disks that say no."""

from __future__ import annotations

import http.client
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT, venice
from venice_pnp.referee import home
from venice_pnp.referee.table import check_names
from venice_pnp.speech.trouble import NoTable

PLAYERS = "Zoë,Jürgen,Łukasz"
COMMANDS = [
    ["--help"],
    ["referee", "--help"],
    ["referee", "status"],
    ["referee", "status", "--lang", "de"],
    ["referee", "status", "--as", "Zoë"],
    ["referee", "status", "--json"],
    ["referee", "do", "Zoë", "bid", "3"],
    ["referee", "log"],
    ["referee", "tables"],
    ["referee", "verify"],
    ["referee", "export"],
    ["referee", "undo"],
    ["referee", "redo"],
    ["referee", "do", "Jürgen", "bid", "999"],
    ["rules", "DOGE-7.37", "--lang", "de"],
    ["rules", "canaletto", "--ours", "--lang", "de"],
    ["rules", "venedig", "--words"],
    ["list", "venetia", "--lang", "de"],
    ["schema"],
    ["check", "canaletto"],
    ["diff", "data", "data"],
    ["play"],
    ["nonsense-ä"],
]
ENCODINGS = ["ascii", "cp1252", "cp437"]
DEAF = [">&- 2>&-", ">/dev/full", "2>/dev/full >&-"]


REFUSED = {"referee do Jürgen bid 999": 1, "play": 2, "nonsense-ä": 2}  # the others end with 0


@pytest.fixture
def table() -> None:
    assert venice("referee", "new", "canaletto", "--players", PLAYERS, "--seed", "7", "--table", "t").code == 0


def run(words: list[str], out: str = "", **env: str) -> subprocess.CompletedProcess[bytes]:
    """The public command, with its output led somewhere by a shell."""
    line = f'exec "$0" -c "from venice_pnp.cli import main; main()" "$@" {out}'
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), **env}
    return subprocess.run(["sh", "-c", line, sys.executable, *words], capture_output=True, env=surroundings, cwd=ROOT)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_command_speaks_to_every_terminal(encoding: str) -> None:
    for words in COMMANDS:
        odd = run(words, PYTHONIOENCODING=encoding)
        said = odd.stdout + odd.stderr
        assert b"Traceback" not in said, (words, said[-500:])
        assert odd.returncode == REFUSED.get(" ".join(words), 0), (words, said[-500:])


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("out", DEAF)
def test_every_command_ends_quietly_when_nobody_can_hear_it(out: str) -> None:
    for words in COMMANDS:
        odd = run(words, out)
        said = odd.stdout + odd.stderr
        assert b"Traceback" not in said and b"Exception ignored" not in said, (words, said[-500:])
        assert odd.returncode == REFUSED.get(" ".join(words), 0), (words, said[-500:])


def test_a_move_is_made_though_nobody_hears_of_it() -> None:
    venice("referee", "new", "canaletto", "--players", PLAYERS, "--setup", "reference", "--table", "t")
    done = run(["referee", "do", "Zoë", "bid", "3"], ">/dev/full")
    assert done.returncode == 0
    assert json.loads(venice("referee", "status", "--json").out)["snapshot"]["high-bid"] == 3


@pytest.mark.usefixtures("table")
def test_programs_and_records_lose_no_letter() -> None:
    """JSON escapes what the stream lacks, and a record is UTF-8 as it will be read again."""
    told = run(["referee", "status", "--json"], PYTHONIOENCODING="ascii").stdout
    assert json.loads(told)["snapshot"]["players"] == PLAYERS.split(",")
    record = run(["referee", "export"], PYTHONIOENCODING="cp1252").stdout
    assert yaml.safe_load(record.decode("utf-8"))["players"] == PLAYERS.split(",")


@pytest.mark.usefixtures("table")
def test_the_nearest_plain_letters_are_written() -> None:
    told = run(["referee", "tables"], PYTHONIOENCODING="ascii").stdout.decode("ascii")
    assert "Zoe" in told and "Juergen" in told


# --- folders and names ----------------------------------------------------------------------------------------
def test_an_empty_home_is_not_the_root_of_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VENICE_PNP_HOME")
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "")
    assert home.data_folder().parent.parent.parent.name != ""
    monkeypatch.setenv("HOME", "below/here")
    assert home.data_folder().is_absolute()


@pytest.mark.skipif(sys.platform == "darwin", reason="its disks take no such names")
def test_paths_that_are_no_text(tmp_path: Path) -> None:
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/t\xff.table")
    made = run(["referee", "new", "canaletto", "--players", PLAYERS, "--seed", "7", "--table", odd])
    assert made.returncode == 0, made.stderr
    for words in (["status"], ["log"], ["verify"], ["tables"]):
        told = run(["referee", *words])
        assert told.returncode == 0, told.stderr


def test_what_names_the_last_table_may_be_anything() -> None:
    home.data_folder().mkdir(parents=True)
    for junk in (b"", b"\xff\xfe\x00", b"\0", b"x" * 100_000):
        (home.data_folder() / "current").write_bytes(junk)
        told = venice("referee", "status")
        assert told.code != 0
        assert "Traceback" not in told.said


@pytest.mark.usefixtures("table")
@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_table_is_shown_though_nothing_can_be_remembered() -> None:
    folder = home.data_folder()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert venice("referee", "status", "--table", "t").code == 0
    finally:
        folder.chmod(stat.S_IRWXU)


def test_a_table_is_opened_where_there_are_no_hard_links(monkeypatch: pytest.MonkeyPatch) -> None:
    from venice_pnp.referee.table import new_table, verify

    def refuse(*_words: object) -> None:
        raise PermissionError(1, "not here")

    monkeypatch.setattr(os, "link", refuse)
    made = new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=home.table_path("t"))
    assert verify(made.path).ok
    with pytest.raises(NoTable):
        new_table("canaletto", ["Anke", "Bernd", "Claudia"], path=home.table_path("t"))


@pytest.mark.parametrize("out", ["/proc/nothing/here", "/dev/null/x", "/dev/full/x"])
def test_schemas_that_cannot_be_written(out: str) -> None:
    told = venice("schema", "--out", out)
    assert told.code != 0
    assert "Traceback" not in told.said


@pytest.mark.usefixtures("table")
def test_an_export_replaces_a_file_whole_or_not_at_all(tmp_path: Path) -> None:
    old = tmp_path / "game.yaml"
    old.write_text("an older game")
    assert venice("referee", "export", old).code == 0
    assert "Zoë" in old.read_text("utf-8")
    assert not list(tmp_path.glob(".*"))
    assert venice("referee", "export", "/dev/full").code != 0


LOOK_ALIKE = ["Anke\ufe0f", "\u3164", "Anke\u3164", "A\u17b4nke", "\u2800", "A" + "\u0301" * 20, "An\u034fke"]


@pytest.mark.parametrize("name", LOOK_ALIKE)
def test_names_that_show_what_they_are(name: str) -> None:
    with pytest.raises(NoTable):
        check_names([name, "Bernd"])
    check_names(["Zoë", "Nguyễn", "संजय", "José-María", "O’Hara"])


# --- the preview page -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("host", "answer"),
    [("127.0.0.1", 200), ("localhost:8123", 200), ("evil.example", 403), ("127.0.0.1.evil.example:80", 403), ("", 403)],
)
def test_the_preview_page_answers_to_this_machine_s_own_names_only(host: str, answer: int) -> None:
    from venice_pnp.press.preview_page import Shown, serve

    server = serve(Shown(), 0)
    try:
        asked = http.client.HTTPConnection("127.0.0.1", server.server_address[1])
        asked.request("GET", "/", headers={"Host": host})
        assert asked.getresponse().status == answer
        asked.close()
    finally:
        server.shutdown()
        server.server_close()

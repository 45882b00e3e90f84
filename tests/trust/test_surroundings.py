"""Odd surroundings: terminals that cannot write our letters, outputs that are closed or full, disks that say no."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT, venice
from tests.forked import CLOSED, FULL, Outputs, waiting
from venice_pnp.cli.app import roster
from venice_pnp.referee import home
from venice_pnp.referee.table import check_names
from venice_pnp.speech.trouble import NoTable

PLAYERS = "Zoë,Jürgen,Łukasz"
COMMANDS: dict[str, int] = {  # and the exit code of each
    "--help": 0,
    "referee --help": 0,
    "referee status": 0,
    "referee status --lang de": 0,
    "referee status --as Zoë": 0,
    "referee status --json": 0,
    "referee do Zoë bid 3": 0,
    'referee move {"by":"Jürgen","do":"bid","amount":4}': 0,
    "referee log": 0,
    "referee tables": 0,
    "referee verify": 0,
    "referee export": 0,
    "referee undo": 0,
    "referee redo": 0,
    "referee do Jürgen bid 999": 1,
    "referee new canaletto --players Zoë,Jürgen,Łukasz --table other": 0,
    "referee status --table other --lang de": 0,
    "referee correct tests/snapshots/canaletto-midgame.yaml --why Käse --table t": 1,  # of other players
    "referee moved --table t": 1,  # it is where it was
    "referee replay tests/records/canaletto/can-6-1.yaml": 2,  # there is no such file
    "referee audit tests/snapshots/doge-midgame.yaml --lang de": 0,
    "referee score tests/snapshots/doge-midgame.yaml": 0,
    "referee pin Zoë --table t": 2,  # it wants a terminal
    "referee play": 2,
    "referee share --table t": 2,  # the game is not finished
    "referee map --out x.gif --table t": 2,
    "referee sheet --out /dev/null/x.pdf --table t": 2,
    "evenings": 0,
    "host --local --table nothing-ä": 2,
    "rules DOGE-7.37 --lang de": 0,
    "rules canaletto --ours --lang de": 0,
    "rules venedig --words": 0,
    "list venetia --lang de": 0,
    "schema": 0,
    "check canaletto": 0,
    "diff data data": 0,
    "build canaletto --only ä": 1,
    "preview canaletto ä": 1,
    "printed canaletto --out ä": 1,
    "calibrate --read": 1,  # it asks, and nobody answers
    "calibrate --set x=y": 2,
    "new /dev/null/ä --game canaletto": 1,
    "lab canaletto --sweep ä": 2,
    "words export ä": 2,
    "words import nothing-ä.po": 1,
    "export tabletop-simulator ä": 1,
    "site ä": 2,
    "referee look nothing-ä.jpg --snapshot x.yaml --picture x.png --table t": 2,
    "play": 2,
    "nonsense-ä": 2,
}
WORK = [  # what takes long is tried with every other kind of output
    "calibrate --out {out}/calibrate.pdf --lang de",
    "new {out}/own --game canaletto --small",
    "build canaletto --only artwork --lang de --out {out}/built",
    "printed canaletto --out {out}/built",
    "preview canaletto artwork --out {out}/faces.png",
    "referee map --out {out}/table.svg --table t --lang de",
    "referee sheet --out {out}/sheet.pdf --table t --lang de",
]
ODD_OUTPUTS = [Outputs("ascii", "ascii"), Outputs("cp1252", "cp437"), Outputs(CLOSED, FULL), Outputs(FULL, CLOSED)]


@pytest.fixture
def table() -> None:
    assert venice("referee", "new", "canaletto", "--players", PLAYERS, "--seed", "7", "--table", "t").code == 0


def run(words: list[str], out: str = "", **env: str) -> subprocess.CompletedProcess[bytes]:
    """The public command, with its output led somewhere by a shell."""
    line = f'exec "$0" -c "from venice_pnp.cli import main; main()" "$@" {out}'
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), **env}
    return subprocess.run(["sh", "-c", line, sys.executable, *words], capture_output=True, env=surroundings, cwd=ROOT)


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("outputs", ODD_OUTPUTS, ids=" ".join)
def test_every_command_ends_well_whatever_becomes_of_what_it_says(outputs: Outputs, tmp_path: Path) -> None:
    wanted = COMMANDS | {line.format(out=tmp_path): 0 for line in WORK if outputs in ODD_OUTPUTS[::2]}
    for line, expected in wanted.items():
        code, *said = waiting().run(line.split(), ROOT, {**os.environ, "PYTHONPATH": str(ROOT)}, outputs=outputs)
        assert "Traceback" not in "".join(said) and "Exception ignored" not in "".join(said), (line, said)
        assert code == expected, (line, said)


def test_no_command_is_left_out() -> None:
    begun = [line.split() for line in (*COMMANDS, *WORK)]
    for name, commands in roster.names().items():
        for command in commands:
            words = [word for word in (name, command) if word]
            assert any(line[: len(words)] == words for line in begun), words


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("outputs", ["", ">/dev/full"])
def test_a_table_is_served_to_whoever_asks_though_its_terminal_is_odd(outputs: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = f'exec "$0" -c "from venice_pnp.cli import main; main()" host --local --port {port} {outputs}'
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    serving = subprocess.Popen(["sh", "-c", line, sys.executable], stdout=-1, stderr=-1, env=env, cwd=ROOT)
    try:
        while serving.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
    finally:
        serving.send_signal(signal.SIGINT)
        out, err = serving.communicate()
    assert serving.returncode == 0, (out, err)
    assert b"Traceback" not in err and b"?" * 9 not in out  # a picture of question marks is none


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
    told = run(["referee", "tables"], PYTHONIOENCODING="cp437").stdout.decode("cp437")
    assert "Zoë" in told and "Jürgen" in told and "Lukasz" in told


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


@pytest.mark.usefixtures("table")
def test_a_full_disk_is_told_as_one() -> None:
    """No file may grow: what SQLite then says is nothing about the table."""
    before = json.loads(venice("referee", "status", "--json").out)["snapshot"]
    line = 'ulimit -f 0; exec "$0" -c "from venice_pnp.cli import main; main()" referee do Zoë bid 3'
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, text=True, env=env, cwd=ROOT)
    assert told.returncode == 2
    assert "full" in told.stderr and "damaged" not in told.stderr
    assert json.loads(venice("referee", "status", "--json").out)["snapshot"] == before


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

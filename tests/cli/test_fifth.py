"""The fifth game through the public command: by an entry point, by `--data`, really installed; and its tutorial."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.cli.person import Person
from tests.conftest import ROOT, Ran, venice
from tests.fifth import EXAMPLE, FIFTH, INSTALLED, PACKAGE, SITE, write_metadata
from tests.trust.play import game
from venice_pnp.contract.play import Refused
from venice_pnp.door.own import all_schemas

KIT = PACKAGE / "kit"
MOST = 200  # lines of Python and YAML; blank lines, comments and docstrings (of one line, all of them) are not counted
TUTORIAL = ROOT / "docs/a-new-game.md"
BLOCK = re.compile(r"^```(?:python|yaml|toml) ([\w./-]+)\n(.*?)^```$", re.M | re.S)


def rialto(*words: str | Path) -> Ran:
    return venice(*words, **INSTALLED)


def test_it_is_small() -> None:
    files = [*EXAMPLE.rglob("*.py"), *EXAMPLE.rglob("*.yaml")]
    lines = [line.strip() for file in files for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in lines if line and not line.startswith(("#", '"""'))]) <= MOST


# --- found -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("data", [[], ["--data", str(KIT)]], ids=["installed", "data"])
def test_every_command_finds_it(data: list[str], tmp_path: Path) -> None:
    assert "all well" in rialto("check", FIFTH, *data).out
    assert "Purse markers" in rialto("list", *([] if data else [FIFTH]), *data).out
    assert "whole number of ducats" in rialto("rules", "ria-2.3", *data).out
    assert "RIA-3.1" in rialto("rules", FIFTH, *data).out
    built = rialto("build", FIFTH, *data, "--lang", "en", "--out", tmp_path)
    assert built.code == 0 and (tmp_path / "rialto/en/a4/board.pdf").is_file(), built.said
    assert "Nothing has changed" in rialto("build", FIFTH, *data, "--lang", "en", "--out", tmp_path).out


def test_it_stands_beside_the_others(tmp_path: Path) -> None:
    assert "Rialto" in rialto("list").out and "Rialto" not in venice("list").out
    assert rialto("schema", "--out", tmp_path).code == 0 and (tmp_path / "rialto.json").is_file()
    unknown = rialto("build", "rialdo")
    assert unknown.code == 1 and "did you mean 'rialto'" in unknown.err


def test_its_files_hold_to_their_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SITE)
    schemas = all_schemas()
    assert {"rialto", "rialto-snapshot", "rialto-record"} <= set(schemas)
    for file in KIT.rglob("*.yaml"):
        name = "template" if "templates" in file.parts else "console" if file.stem == "console" else FIFTH
        jsonschema.validate(yaml.safe_load(file.read_text("utf-8")), schemas[name])


def test_a_change_of_its_code_is_printed(tmp_path: Path) -> None:
    """What a plug-in draws is drawn again when its code has changed, though no data has."""
    shutil.copytree(PACKAGE, tmp_path / "site" / PACKAGE.name)
    write_metadata(tmp_path / "site")
    here = {"PYTHONPATH": f"{ROOT}:{tmp_path / 'site'}"}
    words = ("build", FIFTH, "--lang", "en", "--out", tmp_path)
    assert venice(*words, **here).code == 0
    before = (tmp_path / "rialto/en/a4/board.pdf").read_bytes()
    code = tmp_path / "site" / PACKAGE.name / "board.py"
    code.write_text(code.read_text("utf-8").replace('"shallow"', '"gold"'), "utf-8")
    assert "Nothing" not in venice(*words, **here).out
    assert (tmp_path / "rialto/en/a4/board.pdf").read_bytes() != before


def test_code_comes_only_from_installed_packages(tmp_path: Path) -> None:
    """A folder of data that brings Python files is read as data; nothing of it is run."""
    folder = Path(shutil.copytree(KIT, tmp_path / "kit"))
    for place in (folder, folder / FIFTH):
        for name in ("__init__.py", "rules.py", "board.py", "sitecustomize.py"):
            (place / name).write_text("raise SystemExit('this was run')\n", "utf-8")
    ran = venice("referee", "new", FIFTH, "--data", folder, "--players", "Anna,Ben")
    assert ran.code != 0 and "has no rules here" in ran.err
    ran = venice("check", FIFTH, "--data", folder)
    assert ran.code == 1 and "board" in ran.err and "this was run" not in ran.said


def test_a_broken_plug_in_is_named(tmp_path: Path) -> None:
    write_metadata(tmp_path)
    ran = venice("list", FIFTH, PYTHONPATH=f"{ROOT}:{tmp_path}")
    assert ran.code == 1 and "the installed game 'rialto' cannot be loaded" in ran.err and "Traceback" not in ran.err
    assert venice("list", "doge", PYTHONPATH=f"{ROOT}:{tmp_path}").code == 0


def test_games_of_this_house_do_not_ask_for_others() -> None:
    ask = "import sys; from venice_pnp.games import quick_open; quick_open('doge'); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# --- played ------------------------------------------------------------------------------------------------
def test_a_round_by_commands(tmp_path: Path) -> None:
    assert rialto("referee", "new", FIFTH, "--players", "Anna,Ben,Carla", "--seed", "3").code == 0
    refused = rialto("referee", "do", "Anna", "bid", "21")
    assert refused.code == 1 and "RIA-2.3" in refused.err + refused.out
    assert rialto("referee", "do", "Anna", "bid", "3").code == 0
    assert "Anna ?" in rialto("referee", "status").out
    assert "Anna 3" in rialto("referee", "status", "--as", "Anna").out
    assert "Gebote:" in rialto("referee", "status", "--lang", "de").out
    assert rialto("referee", "do", "Ben", "bid", "5").code == 0
    assert "Ben pays 5" in rialto("referee", "do", "Carla", "bid", "4").out
    assert rialto("referee", "sheet", "--out", tmp_path / "sheet.pdf").code == 0
    assert "There is no picture" in rialto("referee", "map", "--out", tmp_path / "map.png").err
    assert rialto("referee", "undo", "--agreed").code == 0
    assert rialto("referee", "verify").code == 0


def test_a_bid_that_nobody_knows_is_no_start() -> None:
    """A public view can be looked at and audited, but not be played on; the text of a position tells no bid."""
    rules = game(FIFTH).rules
    state = rules.setup(["Anna", "Ben"], {}, {"lot": "fan", "bids": {"Anna": 7}})
    public = rules.view(state, None)
    assert public["bids"] == {"Anna": "?"} and rules.audit(public) == []
    assert "7" not in repr(state) and "?" in repr(state)
    with pytest.raises(Refused) as refused:
        rules.setup(["Anna", "Ben"], {}, public)
    assert (refused.value.rule, refused.value.key) == ("RIA-4.1", "form.covered")


@pytest.mark.parametrize(
    ("laid", "rule"),
    [
        ({"gone": ["fan"], "taken": {"Anna": ["fan"]}}, "RIA-4.1"),
        ({"purse": {"Anna": 21}}, "RIA-1.3"),
        ({"bids": {"Anna": 3}}, "RIA-4.2"),
        ({"lot": "fan", "bids": {"Anna": 3, "Ben": 3}}, "RIA-4.2"),
        ({"lot": "fan", "purse": {"Anna": 3}, "bids": {"Anna": 4}}, "RIA-2.3"),
        ({"lot": "gold"}, "RIA-4.1"),
        ({"players": ["Anna", "Eva"]}, "RIA-4.1"),
    ],
)
def test_a_table_that_cannot_be(laid: dict[str, Any], rule: str) -> None:
    with pytest.raises(Refused) as refused:
        game(FIFTH).rules.setup(["Anna", "Ben"], {}, laid)
    assert refused.value.rule == rule


@pytest.mark.parametrize("players", [["Anna"], ["Anna", "Anna"], ["Anna", "table"], list("ABCDE")])
def test_who_cannot_play(players: list[str]) -> None:
    with pytest.raises(Refused, match=r"RIA-1\.1"):
        game(FIFTH).rules.setup(players, {}, None)


def test_the_console_plays_it_without_screens_of_its_own() -> None:
    person = Person("play", FIFTH, "--demo", "--pace", "0.01", "--lang", "en", **INSTALLED)
    person.until("The game is over")
    assert "Winner" in person.raw and "Traceback" not in person.raw


def test_really_installed(tmp_path: Path) -> None:
    """By pip, or, where setuptools cannot make wheels, by setuptools alone: both read the plug-in's pyproject.toml."""
    found = find_spec("setuptools")
    if found is None or found.origin is None:
        pytest.skip("setuptools, which the plug-in is built with, is not installed here")
    source = shutil.copytree(EXAMPLE, tmp_path / "source")  # a build leaves files beside its source
    site = tmp_path / "site"
    site.mkdir()
    makes_wheels = find_spec("wheel") or (Path(found.origin).parent / "command/bdist_wheel.py").is_file()
    if find_spec("pip") and makes_wheels:
        quietly = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
        words = ["-m", "pip", "install", *quietly, "--target", site, source]
    else:
        words = [
            "-c",
            "import setuptools; setuptools.setup()",
            "build",
            "--build-lib",
            site,
            "egg_info",
            "--egg-base",
            site,
        ]
    done = subprocess.run([sys.executable, *map(str, words)], cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ran = venice("check", FIFTH, PYTHONPATH=f"{ROOT}:{tmp_path / 'site'}")
    assert ran.code == 0 and "all well" in ran.out, ran.said


# --- told --------------------------------------------------------------------------------------------------
def test_the_tutorial_shows_the_real_files() -> None:
    """Every block that bears the name of a file stands in it, line by line."""
    blocks = BLOCK.findall(TUTORIAL.read_text("utf-8"))
    assert len(blocks) >= 8
    for name, text in blocks:
        assert text in (EXAMPLE / name).read_text("utf-8"), f"{name} does not hold:\n{text}"
    assert {name for name, _ in blocks} >= {
        str(file.relative_to(EXAMPLE)) for file in EXAMPLE.rglob("*") if file.suffix in (".py", ".yaml", ".toml")
    }, "every file is shown, at least in part"

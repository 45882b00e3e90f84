"""The wheel and the source archive: built, installed into an empty environment, used far from the checkout.

Tried on every Python from 3.11 on that is found on the path; `pytest -m long tests/trust/test_packaging.py`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSIONS = ["3.11", "3.12", "3.13", "3.14"]


def run(*words: object, cwd: Path, **env: str) -> str:
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run([*map(str, words)], cwd=cwd, env={**clean, **env}, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def python_of(version: str) -> str | None:
    """A Python of this version that really runs (a path may hold stand-ins that do not)."""
    found = (
        sys.executable
        if version == f"{sys.version_info[0]}.{sys.version_info[1]}"
        else shutil.which(f"python{version}")
    )
    works = found and subprocess.run([found, "-c", "import venv, sqlite3, ssl"], capture_output=True).returncode == 0
    return found if works else None


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("packages")
    run(sys.executable, "-m", "venv", folder / "tools", cwd=folder)
    run(folder / "tools" / "bin" / "pip", "install", "--quiet", "hatchling", cwd=folder)
    run(folder / "tools" / "bin" / "hatchling", "build", "-d", folder / "dist", cwd=ROOT)
    wheel, source = next((folder / "dist").glob("*.whl")), next((folder / "dist").glob("*.tar.gz"))
    return {"wheel": wheel, "sdist": source}


@pytest.mark.long
def test_the_archives_hold_what_they_should(built: dict[str, Path]) -> None:
    wheel = set(zipfile.ZipFile(built["wheel"]).namelist())
    for folder in ("data", "templates"):
        ours = {
            f"venice_pnp/{f.relative_to(ROOT)}" for f in (ROOT / folder).rglob("*") if f.suffix in (".yaml", ".svg")
        }
        assert ours - wheel == set(), "the wheel lacks data"
    assert not [name for name in wheel if name.startswith(("tests/", "bench/", "output/"))]
    with tarfile.open(built["sdist"]) as archive:
        source = {name.partition("/")[2] for name in archive.getnames()}
    for name in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "tests/conftest.py",
        "data/doge/rules.yaml",
        "docs/security.md",
    ):
        assert name in source, f"the source archive lacks {name}"


@pytest.mark.long
@pytest.mark.parametrize("archive", ["wheel", "sdist"])
@pytest.mark.parametrize("version", VERSIONS)
def test_an_empty_environment(version: str, archive: str, built: dict[str, Path], tmp_path: Path) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    run(python, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    run(tmp_path / "venv" / "bin" / "pip", "install", "--quiet", built[archive], cwd=tmp_path)
    command, home = tmp_path / "venv" / "bin" / "venice-pnp", str(tmp_path / "home")
    assert PROJECT["version"] in run(command, "--version", cwd=tmp_path)
    run(command, "build", "canaletto", "--only", "artwork", "--lang", "en", cwd=tmp_path, VENICE_PNP_HOME=home)
    assert list((tmp_path / "output").rglob("*.pdf"))
    for name in ("canaletto", "doge", "venedig", "venetia"):
        words = ("referee", "new", name, "--players", "Anke,Bernd,Claudia", "--seed", "7", "--table", name)
        run(command, *words, cwd=tmp_path, VENICE_PNP_HOME=home)
        assert "Anke" in run(command, "referee", "status", cwd=tmp_path, VENICE_PNP_HOME=home)
        run(command, "referee", "verify", cwd=tmp_path, VENICE_PNP_HOME=home)


def test_upper_bounds_have_a_reason() -> None:
    """A dependency is held back only with a comment that says why; each has a lower bound."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    for line in text.split("dependencies = [", 1)[1].split("\n]", 1)[0].splitlines():
        if '"' not in line:
            continue
        bound = re.findall(r'"([^"]+)"', line)[0]
        assert ">=" in bound, f"{bound} has no lower bound"
        if "<" in bound or "==" in bound or "~=" in bound:
            assert len(line.partition("#")[2].split()) > 3, f"{bound} has an upper bound without a reason"


def test_only_what_is_declared_is_imported() -> None:
    """Every module from outside that the program imports belongs to a declared dependency."""
    extras = [one for name, some in PROJECT["optional-dependencies"].items() if name != "test" for one in some]
    wanted = [*PROJECT["dependencies"], *extras]
    declared = {re.split(r"[<>=!~\[]", one)[0].replace("-", "_").lower() for one in wanted}
    names = {"yaml": "pyyaml", "PIL": "pillow", "fontTools": "fonttools", "fontpkg": "fontpkg_spectral"}
    names |= {"argon2": "argon2_cffi", "cv2": "opencv_python_headless"}
    pattern = re.compile(r"^\s*(?:from|import) ([A-Za-z_][A-Za-z0-9_]*)", re.MULTILINE)
    used = {m for file in (ROOT / "venice_pnp").rglob("*.py") for m in pattern.findall(file.read_text("utf-8"))}
    foreign = {m for m in used if m not in sys.stdlib_module_names and m not in ("venice_pnp", "__future__")}
    assert {m for m in foreign if names.get(m, m).lower() not in declared} == set()


def test_what_is_an_extra_is_imported_only_where_it_is_needed() -> None:
    """The program starts without it: no import of it stands at the head of a module, but for the rooms that need it,
    and these are opened only by whoever asks for them."""
    extras = [one for name, some in PROJECT["optional-dependencies"].items() if name != "test" for one in some]
    named = "|".join(re.split(r"[<>=!~\[]", one)[0] for one in extras)
    heads = re.compile(rf"^(?:from|import) (?:{named}|cv2|venice_pnp\.(?:look|lab))\b", re.MULTILINE)
    rooms = [ROOT / "venice_pnp" / name for name in ("look", "lab", "cli/lab.py")]
    others = [file for file in (ROOT / "venice_pnp").rglob("*.py") if not any(file.is_relative_to(r) for r in rooms)]
    assert [file for file in others if heads.search(file.read_text("utf-8"))] == []

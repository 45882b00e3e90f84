"""The fifth game, Rialto, as an installed plug-in: its package on the path, and the metadata that an installer writes."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

from tests.conftest import ROOT
from venice_pnp.games import find_game

FIFTH = "rialto"
EXAMPLE = ROOT / "docs/examples" / FIFTH
PACKAGE = EXAMPLE / "venice_rialto"


def write_metadata(site: Path) -> None:
    """What `pip install` leaves beside a package: its name, its version and its entry points."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    folder = site / f"venice_rialto-{project['version']}.dist-info"
    folder.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (folder / "METADATA").write_text(head, "utf-8")
    groups = project["entry-points"].items()
    lines = [line for group, points in groups for line in (f"[{group}]", *(f"{k} = {v}" for k, v in points.items()))]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


SITE = Path(tempfile.mkdtemp(prefix="venice-site-"))
atexit.register(shutil.rmtree, SITE, ignore_errors=True)
write_metadata(SITE)
sys.path += [str(EXAMPLE), str(SITE)]
assert find_game(FIFTH).folder()  # found by its entry point; what is found once stays known …
sys.path.remove(str(SITE))  # … and other tests of this process count only the games of this house
INSTALLED = {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, EXAMPLE, SITE)))}  # for the public command

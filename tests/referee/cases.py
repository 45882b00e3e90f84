"""The cases of the rules pages that lie beside these tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from venice_pnp.referee.table import Opened, open_game
from venice_pnp.speech.plain import read_file

TESTS = Path(__file__).parents[1]
GAMES = tuple(sorted(file.stem for file in TESTS.glob("audits/*.yaml")))  # every game with cases
RECORDS = [file for name in GAMES for file in sorted(TESTS.glob(f"records/{name}/*.yaml"))]
AUDITS = [case for game in GAMES for case in read_file(TESTS / "audits" / f"{game}.yaml")[0]]
SNAPSHOTS = [f for f in sorted(TESTS.glob("snapshots/*.yaml")) if f.stem.startswith(GAMES)]


@cache
def game(name: str) -> Opened:
    return open_game(name)


def plain(file: Path) -> Any:
    return read_file(file)[0]

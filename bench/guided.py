"""`make fuzz-guided`: what is read, by inputs that atheris grows towards code that none has reached yet.

`python bench/guided.py yaml --runs 100000`; a folder after `--corpus` keeps what was found worth keeping. The outcome
must be a value or one of the clear messages, as for `make fuzz`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
with atheris.instrument_imports(include=["venice_pnp", "yaml"]):
    from venice_pnp.draw.symbols import read_art
    from venice_pnp.draw.template import Template
    from venice_pnp.kit.load import COMMON
    from venice_pnp.kit.reader import Reader
    from venice_pnp.referee.journal import Journal
    from venice_pnp.referee.moves import from_text, from_words
    from venice_pnp.speech.plain import read_text

from composed import ROOT, WORK
from fuzz import CLEAR, PLAYERS, opened

from venice_pnp.referee.table import new_table
from venice_pnp.speech.words import known_ids

FOLDER = Path(tempfile.mkdtemp(prefix="venice-guided-"))
LONGEST = 4 * 4096  # bytes of an input: a table has pages of 4096
os.environ["VENICE_PNP_HOME"] = str(FOLDER / "home")


def file_of(raw: bytes, name: str) -> Path:
    file = FOLDER / name
    file.write_bytes(raw)
    return file


def yaml(raw: bytes) -> None:
    """A data file: its sections, each as its model."""
    reader = Reader()
    for key, (_, node) in reader.sections(file_of(raw, "data.yaml")).items():
        if key in COMMON:
            reader.value(node, COMMON[key], key)
    reader.raise_if_faulty()


def template(raw: bytes) -> None:
    reader = Reader()
    reader.read(file_of(raw, "template.yaml"), Template)
    reader.raise_if_faulty()


def symbol(raw: bytes) -> None:
    read_art(file_of(raw, "symbol.svg"))


def move(raw: bytes) -> None:
    """A line as it is typed: in words, and as a mapping."""
    text = raw.decode("utf-8", "replace")
    table = opened("canaletto")
    for hear in (
        lambda: from_words("Anke", text.split(), table.rules.verbs, [], known_ids(table.kit), PLAYERS),
        lambda: from_text(text),
        lambda: read_text(text, "record"),
    ):
        try:
            hear()
        except CLEAR:
            continue


def journal(raw: bytes) -> None:
    """A table's file."""
    made = Journal(file_of(raw, "x.table"))
    try:
        made.read()
    finally:
        made.close()


READERS: dict[str, Callable[[bytes], None]] = {f.__name__: f for f in (yaml, template, symbol, move, journal)}
SEEDS: dict[str, list[str]] = {
    "yaml": ["data/canaletto/game.yaml"],
    "template": ["templates/shared/card.yaml", "templates/shared/counter.yaml"],
    "symbol": ["templates/symbols/coin.svg", "templates/symbols/arrow.svg"],
    "move": [],
    "journal": [],  # a new table
}


def main() -> None:
    asked = argparse.ArgumentParser(description="Inputs that grow towards code that none has reached yet.")
    asked.add_argument("reader", choices=READERS)
    asked.add_argument("--runs", type=int, default=20_000)
    asked.add_argument("--corpus", type=Path, default=FOLDER / "corpus")
    given = asked.parse_args()
    read = READERS[given.reader]

    def attack(raw: bytes) -> None:
        try:
            read(raw)
        except CLEAR:
            return

    given.corpus.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(SEEDS[given.reader]):
        (given.corpus / f"seed-{number}").write_bytes((ROOT / name).read_bytes()[:LONGEST])
    if given.reader == journal.__name__:
        new_table("canaletto", PLAYERS, path=FOLDER / "seed.table").journal.close()
        (given.corpus / "seed-table").write_bytes((FOLDER / "seed.table").read_bytes())
    limits = [
        f"-runs={given.runs}",
        f"-max_len={LONGEST}",
        f"-timeout={WORK:.0f}",
        "-rss_limit_mb=1000",
        "-verbosity=1",
    ]
    atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={given.corpus}/broken-", str(given.corpus)], attack)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

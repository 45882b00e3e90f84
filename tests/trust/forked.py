"""The public command many times in one program: each in a child of its own, whose outputs are as odd as asked for.

A command in a fresh interpreter takes ten times as long, nearly all of it for loading what is the same each time. What
is closed, full or encoded in another way is so from the child's beginning to its very end, when streams are flushed.
"""

from __future__ import annotations

import gc
import importlib
import io
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import venice_pnp

ROOT = Path(__file__).resolve().parents[2]
CLOSED, FULL = "closed", "/dev/full"


class Outputs(NamedTuple):
    """Of standard output and standard error: an encoding, or that nobody hears it."""

    out: str
    err: str


class Ended(NamedTuple):
    code: int
    said: str


def run_all(commands: Sequence[Sequence[str]], outputs: Outputs) -> list[Ended]:
    """How each command ended, one after the other."""
    work = json.dumps([commands, outputs])
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.trust.forked"], input=work, capture_output=True, text=True, cwd=ROOT, env=env
    )
    assert done.returncode == 0, done.stderr
    return [Ended(*row) for row in json.loads(done.stdout)]


def _lead(number: int, kind: str, said: int) -> io.TextIOWrapper | None:
    """Makes an output what is asked for, as Python would find it at its start."""
    if kind == CLOSED:
        os.close(number)
        return None
    os.dup2(os.open(FULL, os.O_WRONLY) if kind == FULL else said, number)
    encoding, errors = ("utf-8" if kind == FULL else kind), ("strict" if number == 1 else "backslashreplace")
    return io.TextIOWrapper(open(number, "wb", closefd=False), encoding, errors)


def _child(words: list[str], outputs: Outputs, said: int) -> None:
    from venice_pnp.cli import main

    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdout = sys.__stdout__ = _lead(1, outputs.out, said)  # type: ignore[assignment,misc]
    sys.stderr = sys.__stderr__ = _lead(2, outputs.err, said)  # type: ignore[assignment,misc]
    sys.argv = ["venice-pnp", *words]
    main()


def _ended(words: list[str], outputs: Outputs) -> Ended | None:
    """How a command ended; None in the child, which is left to end as any program does."""
    with tempfile.TemporaryFile() as said:
        pid = os.fork()
        if pid == 0:
            _child(words, outputs, said.fileno())
            return None
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        said.seek(0)
        return Ended(code, said.read().decode("latin-1"))


if __name__ == "__main__":
    for module in pkgutil.walk_packages(venice_pnp.__path__, "venice_pnp."):
        importlib.import_module(module.name)  # once, before the first fork
    gc.freeze()  # no child looks through all of it
    asked, odd = json.loads(sys.stdin.read())
    rows: list[Ended] = []
    for line in asked:
        ended = _ended(line, Outputs(*odd))
        if ended is None:
            break
        rows.append(ended)
    else:
        print(json.dumps(rows))

"""The public command without its start: a process that has loaded nearly all of it forks for each call.

Most of a short command's time is the loading of Python and of ours. Whoever tests exactly that, or changes what Python
reads before it runs us (encodings, search paths), takes a process of his own; `venice` in conftest.py sees to it.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple, TextIO

CLOSED, FULL = "closed", "/dev/full"
ROOT = Path(__file__).resolve().parent.parent
LONGEST = 1 << 20  # of one call: words, folder, environment
SELDOM = tuple(f"venice_pnp.{room}" for room in ("look", "lab", "export", "host"))  # large, and hardly ever asked for
BEFORE_US = ("PYTHON", "LC_", "LANG", "LD_")  # what Python itself reads before it runs anything of ours
START = "import sys; from tests.forked import serve; serve(int(sys.argv[1])); from venice_pnp.cli import main; main()"


class Outputs(NamedTuple):
    """Of standard output and standard error: an encoding, or that nobody hears it."""

    out: str
    err: str


def serve(door: int) -> None:
    """In the waiting process: forks for each call. Returns in the child alone, which then is the command."""
    import venice_pnp

    for module in pkgutil.walk_packages(venice_pnp.__path__, "venice_pnp."):
        if not module.name.startswith(SELDOM):
            importlib.import_module(module.name)  # once, before the first fork
    gc.freeze()  # no child looks through all of it
    calls = socket.socket(fileno=door)
    while True:
        text, fds, _flags, _from = socket.recv_fds(calls, LONGEST, 3)
        if not text:
            os._exit(0)
        child = os.fork()
        if child == 0:
            calls.close()
            _become(json.loads(text), fds)
            return
        for fd in fds:
            os.close(fd)
        calls.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def _become(call: Mapping[str, Any], fds: Sequence[int]) -> None:
    for to, fd in enumerate(fds):
        os.dup2(fd, to)
        os.close(fd)
    os.environ.clear()
    os.environ.update(call["env"])
    os.chdir(call["cwd"])
    sys.argv[1:] = call["words"]
    out, err = call["outputs"] or (sys.stdout.encoding, sys.stderr.encoding)
    sys.stdin = sys.__stdin__ = _stream(0, sys.stdin, sys.stdin.encoding)  # type: ignore[assignment, misc]
    sys.stdout = sys.__stdout__ = _stream(1, sys.stdout, out)  # type: ignore[assignment, misc]
    sys.stderr = sys.__stderr__ = _stream(2, sys.stderr, err)  # type: ignore[assignment, misc]


def _stream(fd: int, like: TextIO, kind: str) -> io.TextIOWrapper | None:
    """As Python would find it at its start: `sys.__stdout__` and the like keep it open whoever takes its place."""
    if kind == CLOSED:
        os.close(fd)
        return None
    if kind == FULL:
        os.dup2(os.open(FULL, os.O_WRONLY), fd)
    raw = open(fd, "wb" if fd else "rb", closefd=False)  # noqa: SIM115 - for as long as the command runs
    return io.TextIOWrapper(raw, like.encoding if kind == FULL else kind, like.errors, line_buffering=fd == 2)


class Waiting:
    """The process that waits for calls, one after the other."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._before = _before_us(env)
        command = [sys.executable, "-c", START, str(theirs.fileno())]
        self._process = subprocess.Popen(command, cwd=ROOT, env=env, pass_fds=[theirs.fileno()])
        theirs.close()
        self._calls, self._one = ours, threading.Lock()
        atexit.register(self.close)

    def close(self) -> None:
        self._calls.close()
        self._process.wait()

    def takes(self, env: Mapping[str, str]) -> bool:
        return _before_us(env) == self._before

    def run(
        self, words: Sequence[str], cwd: Path, env: Mapping[str, str], stdin: str = "", outputs: Outputs | None = None
    ) -> tuple[int, str, str]:
        """Exit code, and what was said on both streams; what was said in another encoding is read as Latin-1."""
        call = {"words": list(words), "cwd": str(cwd), "env": dict(env), "outputs": outputs}
        text = json.dumps(call).encode()
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(stdin.encode())
            given.seek(0)
            with self._one:
                socket.send_fds(self._calls, [text], [given.fileno(), out.fileno(), err.fileno()])
                code = int(self._calls.recv(16))
            encoding = None if outputs is None else "latin-1"
            return code, _said(out, encoding), _said(err, encoding)


def _said(stream: IO[bytes], encoding: str | None) -> str:
    stream.seek(0)
    return io.TextIOWrapper(stream, encoding, newline=None).read()


def _before_us(env: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in env.items() if key.startswith(BEFORE_US)}


@cache
def waiting() -> Waiting:
    return Waiting()

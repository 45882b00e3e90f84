"""`make faults`: what a table survives. Each fault is tried many times; the table goes into docs/reliability.md.

A move is *acknowledged* once `Table.do` has returned: from then on it must be there, with the same hash, whatever
happens. `python bench/faults.py --share 0.1` tries a tenth and prints; without it the file is written.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from venice_pnp.contract.play import Refused
from venice_pnp.games import find_game
from venice_pnp.kit import find_games
from venice_pnp.kit.load import home as kit_home
from venice_pnp.referee import journal
from venice_pnp.referee.table import Table, new_table, verify
from venice_pnp.speech.trouble import BrokenTable, Locked, Trouble
from venice_pnp.speech.words import Speech

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- made by `make faults` -->", "<!-- end -->"
GAMES = [name for name in find_games(kit_home("data")) if find_game(name).screens()]
PLAYERS = ["Anke", "Bernd", "Claudia"]
NOBODY = 65534  # who may not write what root may


class Tried(NamedTuple):
    """One row: the fault, how often it was tried, acknowledged moves at stake and lost, and how often the referee
    gave a clear message instead of going on."""

    fault: str
    tried: int
    moves: int
    lost: int
    told: int
    then: str


Acks = dict[int, str]  # entry -> hash, as acknowledged


# --- playing ------------------------------------------------------------------------------------------
def fresh(folder: Path, game: str, seed: int) -> Path:
    path = folder / f"{game}-{seed}.table"
    table = new_table(game, PLAYERS, path=path, seed=str(seed))
    table.journal.close()
    return path


def play_on(table: Table, rng: random.Random, moves: int, said: Callable[[int, str], None]) -> None:
    """Random legal moves; after each the entries it made are acknowledged."""
    for _ in range(moves):
        table.refresh()
        waiting = table.awaited()
        if not waiting:
            return
        before = len(table.journal.entries)
        offered = table.rules.legal(table.state, rng.choice(waiting)["by"])
        try:
            table.do(offered[rng.randrange(len(offered))])
        except Refused:  # another process was quicker
            continue
        for entry in table.journal.entries[before:]:
            said(entry.n, entry.hash)


def lost_of(path: Path, acks: Acks) -> int:
    """Acknowledged entries that are not there any more, or not the same."""
    found = Table(path).journal.entries
    return sum(1 for n, digest in acks.items() if n >= len(found) or found[n].hash != digest)


def message_of(action: Callable[[], Any]) -> str:
    """The one clear message of a trouble in both languages, or nothing if all went well."""
    try:
        action()
    except Trouble as trouble:
        return worded(trouble)
    return ""


def worded(trouble: Trouble) -> str:
    """Its message; it must have one, whole, in both languages."""
    said = [Speech(lang).trouble(trouble) for lang in ("en", "de")]
    assert all(text and "{" not in text and text != trouble.key for text in said), trouble
    return said[0]


# --- killed processes -----------------------------------------------------------------------------------
def forked_player(path: Path, seed: int) -> tuple[int, int]:
    """A process of its own that plays until it is killed; what it acknowledges comes through the pipe."""
    end, start = os.pipe()
    pid = os.fork()
    if pid:
        os.close(start)
        return pid, end
    try:
        os.close(end)
        table, rng = Table(path), random.Random(seed)
        play_on(table, rng, 10_000, lambda n, digest: os.write(start, f"{n} {digest}\n".encode()) and None)
    finally:
        os._exit(0)


def killed(folder: Path, times: int) -> Tried:
    """Two processes play at one table as fast as they can; each is killed at a random moment."""
    rng, lost, moves, told = random.Random(9), 0, 0, 0
    path, acks, done = Path(), Acks(), 0
    while done < times:
        if not acks or len(acks) > 250 or not Table(path).awaited():
            if acks:
                assert verify(path).ok
            path, acks = fresh(folder, rng.choice(GAMES), done), Acks()
        players = [forked_player(path, done + n) for n in range(2)]
        for pid, _ in players:
            time.sleep(rng.random() * 0.2)
            os.kill(pid, signal.SIGKILL)
            done += 1
        for pid, pipe in players:
            with os.fdopen(pipe) as said:
                lines = said.read().split("\n")[:-1]
            os.waitpid(pid, 0)
            acks |= {int(n): digest for n, _, digest in (line.partition(" ") for line in lines)}
            moves += len(lines)
        told += bool(message_of(lambda at=path: Table(at)))  # type: ignore[misc]
        lost += lost_of(path, acks)
        acks = acks or {0: Table(path).journal.entries[0].hash}
    assert verify(path).ok
    return Tried("kill −9, two processes at one table", done, moves, lost, told, "the next process goes on")


# --- the disk ---------------------------------------------------------------------------------------------
def with_acks(folder: Path, game: str, seed: int, moves: int) -> tuple[Path, Acks]:
    path, acks = fresh(folder, game, seed), Acks()
    table = Table(path)
    play_on(table, random.Random(seed), moves, acks.__setitem__)
    table.journal.close()
    return path, acks


def in_a_child(action: Callable[[], int]) -> int:
    """What a forked process answers (limits and users are changed there only)."""
    pid = os.fork()
    if pid == 0:
        answer = 99
        with contextlib.suppress(BaseException):
            answer = action()
        os._exit(answer)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def full_disk(folder: Path, times: int) -> Tried:
    """The file cannot grow beyond a limit: the write is refused with a message, and what was there stays."""
    rng, moves, lost, told = random.Random(5), 0, 0, 0
    for n in range(times):
        path, acks = with_acks(folder, GAMES[n % len(GAMES)], 1000 + n, 6)
        notes = folder / "acks"
        room = path.stat().st_size + rng.randrange(-4096, 24_000)

        def until_full(path: Path = path, notes: Path = notes, room: int = room, n: int = n) -> int:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            with notes.open("w") as said:
                table = Table(path)
                resource.setrlimit(resource.RLIMIT_FSIZE, (max(room, 0), resource.RLIM_INFINITY))
                noted = partial(print, file=said, flush=True)
                return 1 if message_of(lambda: play_on(table, random.Random(n), 400, noted)) else 0

        answer = in_a_child(until_full)
        assert answer in (0, 1), answer
        told += answer
        lines = [line.split() for line in notes.read_text().splitlines()]
        acks |= {int(number): digest for number, digest in (line for line in lines if len(line) == 2)}
        moves += len(acks)
        lost += lost_of(path, acks)
    return Tried("disk full (file size limit)", times, moves, lost, told, "the move is refused; room made, it goes on")


def read_only(folder: Path, times: int) -> Tried:
    """Neither file nor folder can be written: the table can be looked at, a move is refused with a message."""
    moves = lost = told = 0
    for n in range(times):
        room = folder / f"readonly-{n}"
        room.mkdir()
        path, acks = with_acks(room, GAMES[n % len(GAMES)], 2000 + n, 5)
        path.chmod(0o444)
        room.chmod(0o555)

        def as_nobody(path: Path = path) -> int:
            if os.getuid() == 0:
                os.setuid(NOBODY)
            table = Table(path)
            said = message_of(lambda: play_on(table, random.Random(1), 1, lambda *_: None))
            return 1 if said else 0

        _for_nobody(folder)
        told += in_a_child(as_nobody) == 1
        room.chmod(0o755)
        path.chmod(0o644)
        moves += len(acks)
        lost += lost_of(path, acks)
    return Tried("read-only file and folder", times, moves, lost, told, "the table is shown, a move is refused")


def _for_nobody(folder: Path) -> None:
    """Root may write everything: what is tried as another user must be that user's own."""
    if os.getuid() == 0:
        folder.parent.chmod(0o755)
        for place in folder.parent.rglob("*"):
            os.chown(place, NOBODY, NOBODY)


def locked(folder: Path, times: int) -> Tried:
    """Another program holds the file: the writer waits, then is told; afterwards everything goes on."""
    moves = lost = told = 0
    patience, journal.PATIENCE = journal.PATIENCE, 0.05
    try:
        for n in range(times):
            path, acks = with_acks(folder, GAMES[n % len(GAMES)], 3000 + n, 5)
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE" if n % 2 else "BEGIN IMMEDIATE")
                try:
                    play_on(Table(path), random.Random(n), 1, lambda *_: None)
                except Locked as trouble:
                    told += bool(Speech("en").trouble(trouble))
                other.execute("ROLLBACK")
            play_on(Table(path), random.Random(n), 1, acks.__setitem__)
            moves += len(acks)
            lost += lost_of(path, acks)
    finally:
        journal.PATIENCE = patience
    return Tried("file locked by another program", times, moves, lost, told, "waits, then says so; goes on later")


class Backwards:
    """A clock that goes back a day with every look."""

    days = 0

    @classmethod
    def now(cls, tz: Any) -> datetime:
        cls.days += 1
        return datetime.now(tz) - timedelta(days=cls.days)


def clock_back(folder: Path, times: int) -> Tried:
    """The order of entries is their number, never their time."""
    moves = lost = told = 0
    for n in range(times):
        path, acks = with_acks(folder, GAMES[n % len(GAMES)], 4000 + n, 4)
        journal.datetime = Backwards  # type: ignore[assignment,misc]
        try:
            play_on(Table(path), random.Random(n), 6, acks.__setitem__)
        finally:
            journal.datetime = datetime  # type: ignore[misc]
        moves += len(acks)
        lost += lost_of(path, acks)
        told += not verify(path).ok
    return Tried("clock set back a day at every move", times, moves, lost, told, "verifies: the order is by number")


# --- damage -------------------------------------------------------------------------------------------------
def judged(path: Path, acks: Acks) -> tuple[int, int]:
    """How many acknowledged moves are gone without a word (0 or more), and whether something was said."""
    before = path.read_bytes()
    try:
        entries = Table(path).journal.entries
    except Trouble as trouble:
        if path.read_bytes() != before:
            raise ValueError("a damaged file must be left as it is") from None
        return 0, int(bool(worded(trouble)))
    gone = sum(1 for n, digest in acks.items() if n >= len(entries) or entries[n].hash != digest)
    return (0, 1) if gone and not verify(path).ok else (gone, 0)


def truncated(folder: Path, times: int) -> Tried:
    """Cut at every byte of the last page (and at `times` bytes before it): the file is refused with a message."""
    path, acks = with_acks(folder, "canaletto" if "canaletto" in GAMES else GAMES[0], 5000, 25)
    whole, cut = path.read_bytes(), folder / "cut.table"
    rng, lost, told = random.Random(3), 0, 0
    page = int.from_bytes(whole[16:18], "big")
    last: Sequence[int] = range(len(whole) - page, len(whole))
    last = last if times >= page else rng.sample(last, times)
    places = [*last, *(rng.randrange(len(whole)) for _ in range(times))]
    for at in places:
        cut.write_bytes(whole[:at])
        gone, said = judged(cut, acks)
        lost, told = lost + gone, told + said
    what = "file cut off (at every byte of its last page, and elsewhere)"
    return Tried(what, len(places), len(acks), lost, told, "refused with a message, left as it is")


def flipped(folder: Path, times: int) -> Tried:
    """One bit is wrong: found, or in a byte that carries nothing."""
    rng, lost, told = random.Random(8), 0, 0
    files = [with_acks(folder, game, 6000 + n, 20) for n, game in enumerate(GAMES)]
    for n in range(times):
        path, acks = files[n % len(files)]
        raw = bytearray(path.read_bytes())
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        bad = folder / "flipped.table"
        bad.write_bytes(raw)
        gone, said = judged(bad, acks)
        lost, told = lost + gone, told + said
    return Tried("one bit flipped", times, sum(len(a) for _, a in files), lost, told, "named, or without effect")


def newer(folder: Path, times: int) -> Tried:
    """A file of a later version of the program is refused, and not touched."""
    path, acks = with_acks(folder, GAMES[0], 7000, 5)
    told = 0
    raw = bytearray(path.read_bytes())
    for n in range(times):
        raw[60:64] = (journal.FORMAT + 1 + n).to_bytes(4, "big")
        later = folder / "later.table"
        later.write_bytes(raw)
        try:
            Table(later)
        except BrokenTable as trouble:
            told += trouble.key == "table.format" and later.read_bytes() == raw
    return Tried("file of a newer version", times, len(acks), 0, told, "refused, left as it is")


# --- power cuts ----------------------------------------------------------------------------------------------
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
static FILE *out;
static const char *name_of(int fd, char *buf) {
  char link[64]; snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, buf, 4000); if (n < 0) return 0; buf[n] = 0;
  return strstr(buf, ".table") ? buf : 0; }
static void say(char what, const char *name, long long at, long long n, const void *data) {
  if (!out) { const char *to = getenv("VENICE_TRACE"); if (!to) return; out = fopen(to, "ab"); if (!out) return; }
  fprintf(out, "%c %s %lld %lld\n", what, name, at, n);
  if (data) fwrite(data, 1, n, out);
  fputc('\n', out); fflush(out); }
#define REAL(f) static __typeof__(&f) real; if (!real) real = (__typeof__(&f))dlsym(RTLD_NEXT, #f)
ssize_t pwrite64(int fd, const void *d, size_t n, off64_t at) { REAL(pwrite64); char b[4096];
  ssize_t r = real(fd, d, n, at); const char *f = name_of(fd, b); if (f && r > 0) say('w', f, at, r, d); return r; }
ssize_t pwrite(int fd, const void *d, size_t n, off_t at) { REAL(pwrite); char b[4096];
  ssize_t r = real(fd, d, n, at); const char *f = name_of(fd, b); if (f && r > 0) say('w', f, at, r, d); return r; }
ssize_t write(int fd, const void *d, size_t n) { REAL(write); char b[4096]; const char *f = fd > 2 ? name_of(fd, b) : 0;
  off_t at = f ? lseek(fd, 0, SEEK_CUR) : 0; ssize_t r = real(fd, d, n);
  if (f && r > 0) say('w', f, at, r, d); return r; }
int fsync(int fd) { REAL(fsync); char b[4096]; int r = real(fd); const char *f = name_of(fd, b);
  if (f) say('s', f, 0, 0, 0); else say('d', "folder", 0, 0, 0); return r; }
int fdatasync(int fd) { REAL(fdatasync); char b[4096]; int r = real(fd); const char *f = name_of(fd, b);
  if (f) say('s', f, 0, 0, 0); else say('d', "folder", 0, 0, 0); return r; }
int ftruncate64(int fd, off64_t n) { REAL(ftruncate64); char b[4096]; int r = real(fd, n);
  const char *f = name_of(fd, b); if (f) say('t', f, n, 0, 0); return r; }
int ftruncate(int fd, off_t n) { REAL(ftruncate); char b[4096]; int r = real(fd, n);
  const char *f = name_of(fd, b); if (f) say('t', f, n, 0, 0); return r; }
int unlink(const char *p) { REAL(unlink); int r = real(p); if (strstr(p, ".table")) say('u', p, 0, 0, 0); return r; }
"""
TRACED = """
import os, random, sys
sys.path[:0] = [{root!r}, {bench!r}]
from pathlib import Path
from faults import Table, play_on
trace = os.environ["VENICE_TRACE"]
def said(n, digest):
    with open(trace, "ab") as out:
        out.write(f"a {{n}} {{digest}} 0\\n\\n".encode())
play_on(Table(Path(sys.argv[1])), random.Random(int(sys.argv[2])), int(sys.argv[3]), said)
"""


NEEDED = {"w", "s", "d", "u", "a"}


class Step(NamedTuple):
    """One system call of the traced process: (w)rite, (s)ync, folder sync (d), (t)runcate, (u)nlink, (a)cknowledged."""

    what: str
    name: str
    at: int
    data: bytes
    digest: str = ""


def power_cut(folder: Path, times: int) -> Tried:
    """Every system call of the writing process is recorded. At each of them the power fails: what was synced is on the
    disk; of what was not, a random part is (whole calls, and sectors of 512 bytes of the last one)."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    shim = folder / "shim.so"
    if compiler is None or sys.platform != "linux":
        return Tried("power cut (recorded system calls)", 0, 0, 0, 0, "not tried here: no C compiler")
    (folder / "shim.c").write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", shim, folder / "shim.c", "-ldl"], check=True)
    rng, tried, moves, lost, told, seed = random.Random(6), 0, 0, 0, 0, 8000
    while tried < times:
        path, acks = with_acks(folder, GAMES[seed % len(GAMES)], seed, 4)
        before, trace = path.read_bytes(), folder / "trace"
        trace.unlink(missing_ok=True)
        code = TRACED.format(root=str(ROOT), bench=str(ROOT / "bench"))
        env = {**os.environ, "LD_PRELOAD": str(shim), "VENICE_TRACE": str(trace)}
        subprocess.run([sys.executable, "-c", code, path, str(seed), "6"], check=True, env=env)
        steps = list(_steps(trace.read_bytes()))
        assert {s.what for s in steps} >= NEEDED, "something was not recorded"
        after = folder / "after"
        for at in range(len(steps) + 1):
            if tried >= times:
                break
            for files in _crashes(before, path, steps[:at], rng):
                shutil.rmtree(after, ignore_errors=True)
                after.mkdir()
                for name, content in files.items():
                    (after / name).write_bytes(content)
                known = acks | {int(s.name): s.digest for s in steps[:at] if s.what == "a"}
                said = message_of(lambda to=after / path.name: Table(to))  # type: ignore[misc]
                told += bool(said)
                gone = len(known) if said else lost_of(after / path.name, known)
                lost, moves, tried = lost + gone, moves + len(known), tried + 1
        seed += 1
    what = "power cut (at every system call, unsynced writes lost in part)"
    return Tried(what, tried, moves, lost, told, "the next process rolls back and goes on")


def _steps(raw: bytes) -> Iterator[Step]:
    at = 0
    while at < len(raw):
        end = raw.index(b"\n", at)
        what, _, rest = raw[at:end].decode().partition(" ")
        name, first, second = rest.rsplit(" ", 2)
        size = int(second)
        if what == "a":
            yield Step(what, name, 0, b"", first)
        else:
            yield Step(what, name, int(first), raw[end + 1 : end + 1 + size])
        at = end + 2 + size


def _crashes(before: bytes, path: Path, steps: Sequence[Step], rng: random.Random) -> Iterator[dict[str, bytes]]:
    """Folders as they may be after the power fails here: nothing of what is unsynced, all of it, or any part."""
    for keep in (lambda _: False, lambda _: True, lambda _: rng.random() < 0.5):
        files = {path.name: bytearray(before)}
        for number, step in enumerate(steps):
            name = Path(step.name).name
            if step.what in "wt":
                safe = any(s.what == "s" and Path(s.name).name == name for s in steps[number + 1 :])
                if safe or keep(step):
                    _apply(files.setdefault(name, bytearray()), step, rng, torn=not safe and number == len(steps) - 1)
            elif step.what == "u" and (any(s.what == "d" for s in steps[number + 1 :]) or keep(step)):
                files.pop(name, None)
        for name in [name for name in files if name != path.name and not _named(name, steps) and not keep(name)]:
            del files[name]  # what was in it was synced, but not that it is there
        yield {name: bytes(content) for name, content in files.items()}


def _named(name: str, steps: Sequence[Step]) -> bool:
    """Has the folder been synced since this file was made?"""
    made = next(number for number, step in enumerate(steps) if Path(step.name).name == name)
    return any(step.what == "d" for step in steps[made:])


def _apply(file: bytearray, step: Step, rng: random.Random, torn: bool) -> None:
    if step.what == "t":
        del file[step.at :]
        return
    if len(file) < step.at:
        file.extend(bytes(step.at - len(file)))
    if not torn:
        file[step.at : step.at + len(step.data)] = step.data
        return
    for first in range(0, len(step.data), 512):
        if rng.random() < 0.5:
            sector = step.data[first : first + 512]
            file[step.at + first : step.at + first + len(sector)] = sector


# --- the table of results ------------------------------------------------------------------------------------
FAULTS: list[tuple[Callable[[Path, int], Tried], int]] = [
    (killed, 500),
    (power_cut, 1500),
    (full_disk, 100),
    (read_only, 40),
    (locked, 60),
    (clock_back, 40),
    (truncated, 4096),
    (flipped, 3000),
    (newer, 200),
]


def tried_all(share: float) -> Iterator[Tried]:
    for fault, times in FAULTS:
        with tempfile.TemporaryDirectory(prefix="venice-faults-") as folder:
            os.environ["VENICE_PNP_HOME"] = str(Path(folder) / "home")
            (Path(folder) / "tables").mkdir()
            yield fault(Path(folder) / "tables", max(4, round(times * share)))


def markdown(rows: Sequence[Tried]) -> str:
    head = "| fault | tried | acknowledged moves at stake | lost without a word | told with a message | what happens |"
    lines = [head, "|---|---:|---:|---:|---:|---|"]
    lines += [f"| {r.fault} | {r.tried} | {r.moves} | {r.lost} | {r.told} | {r.then} |" for r in rows]
    return "\n".join(lines)


def into_page(text: str, page: Path, begin: str = BEGIN, end: str = END) -> None:
    """Puts the rows between the two marks of a page."""
    old = page.read_text("utf-8")
    first, last = old.index(begin) + len(begin), old.index(end)
    page.write_text(f"{old[:first]}\n{text}\n{old[last:]}", "utf-8")


def main() -> None:
    asked = argparse.ArgumentParser(description="What a table survives.")
    asked.add_argument("--share", type=float, default=1.0, help="of the number of tries; below 1 nothing is written")
    share = asked.parse_args().share
    rows = []
    for row in tried_all(share):
        rows.append(row)
        print(markdown([row]).split("\n")[-1], flush=True)
    if share >= 1:
        into_page(markdown(rows), PAGE)
    sys.exit(1 if any(row.lost for row in rows) else 0)


if __name__ == "__main__":
    main()

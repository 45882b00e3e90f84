"""`make mutants`: would the tests notice if a rule were another? Small changes are made in `games/<game>/rules/`, one
at a time, and the part of the suite that plays by the rules is run until something fails.

`python bench/mutants.py doge --number 300 --seed 7` tries a sample, `--all` every mutant, `--file voting` those of one
file. Survivors are listed with the nearest rule's ID; those that change nothing that anybody could notice stand with
their reasons in `bench/mutants.yaml`.

`python bench/mutants.py --rules` takes out each rule that the code names, and writes into `tests/trust/killers.yaml`
what fails without it; `--verify ID …` tries single ones against what is written there.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import gc
import importlib
import importlib.abc
import importlib.machinery
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from mutations import Mutant, mentioned, module_of, mutants, raised, tree_of, without  # noqa: E402

TESTS = ROOT / "tests"
EXCUSES = ROOT / "bench" / "mutants.yaml"
KILLERS = TESTS / "trust" / "killers.yaml"
GAMES = tuple(sorted(file.stem for file in TESTS.glob("audits/*.yaml")))
GOAL = 0.9
SECONDS = 10  # of computing for one test; none takes a third of it
MEMORY = 3 * 2**30
TRIES = 25  # mutants near a rule that is only mentioned, until one of them dies
LATE, BROKEN, SURVIVED = "time limit", "import", "-"
NO_TEST = ("", LATE, BROKEN)  # what says nothing about a rule that is only mentioned
KEY = ("file", "in", "was", "becomes")  # what names a mutant in data
Trees = Mapping[str, ast.Module]
# Tests that have little to do with rules, and those that play the same games once more for longer.
NOT_ASKED = (
    "never_breaks or whole_games or hundred or nine_games or every_invariant or seeded_game or wording or screen"
    " or corrected_table or junk or at_a_table"
)


class Fate(NamedTuple):
    mutant: Mutant
    killer: str  # empty: it survived


# --- in the child: the mutant and the checks ------------------------------------------------------------------
class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the changed modules instead of those on disk."""

    def __init__(self, trees: Trees) -> None:
        self.trees = trees

    def find_spec(self, name: str, _path: Any, _target: Any = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.machinery.ModuleSpec(name, self) if name in self.trees else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.trees[module.__name__], f"<{module.__name__}, changed>", "exec"), module.__dict__)


class Watch:
    """A plugin for pytest: the first test that failed."""

    failed = ""

    def pytest_runtest_setup(self) -> None:
        wind_up()

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def wind_up() -> None:
    """From now on a mutant has so many seconds; one that goes round in circles ends with the signal."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)


def checks(game: str, only: str = "") -> Iterator[tuple[str, Callable[[], bool]]]:
    """Cheap and deadly ones first. Each says whether all is well; whatever it raises says no."""
    from venice_pnp.referee.table import open_game

    rules = open_game(game).rules
    for file in sorted((TESTS / "records" / game).glob("*.yaml")):
        name = f"records/{game}/{file.name}"
        if only in ("", name):
            yield name, lambda file=file: _holds(rules, file)  # type: ignore[misc]
    for name, check in (
        (f"audits/{game}.yaml", _audits_hold),
        (f"snapshots/{game}", _snapshots_hold),
        (f"playthroughs/{game}-told.txt", _tells_what_it_told),
        (f"playthroughs/{game}.txt", _goes_as_it_went),
    ):
        if only in ("", name):
            yield name, lambda check=check: check(game, rules)  # type: ignore[misc]


def _holds(rules: Any, file: Path) -> bool:
    from venice_pnp.referee.records import replay

    return replay(rules, READ[file]).problem is None


def _audits_hold(game: str, rules: Any) -> bool:
    for case in READ[TESTS / "audits" / f"{game}.yaml"]:
        found = rules.audit({"players": case["players"], **case["start"]})
        if sorted(v.rule for v in found) != sorted(case["reported"]):
            return False
    return True


def _snapshots_hold(game: str, rules: Any) -> bool:
    for file, snapshot in READ.items():
        if file.parent.name == "snapshots" and file.name.startswith(game):
            state = rules.setup(snapshot["players"], {}, snapshot)
            if rules.snapshot(state) != snapshot or rules.audit(snapshot):
                return False
    return True


def _goes_as_it_went(game: str, _rules: Any) -> bool:
    from tests.trust.test_playthroughs import text_of

    return text_of(game) == READ[TESTS / "playthroughs" / f"{game}.txt"]


def _tells_what_it_told(game: str, _rules: Any) -> bool:
    from tests.trust.test_playthroughs import told_of

    return told_of(game) == READ[TESTS / "playthroughs" / f"{game}-told.txt"]


def tests_of(game: str) -> list[str]:
    """What is no data: books kept over whole games, the game's own tests, and one game of those of the contract."""
    own = [str(file) for file in sorted((TESTS / "games").glob(f"test_{game}*.py"))]
    books, contract = (str(TESTS / "trust" / f"test_{name}.py") for name in ("conservation", "api"))
    others = " or ".join(name for name in GAMES if name != game)
    not_asked = f"{NOT_ASKED} or 0-{game} or 2-{game} or {game}-4 or {game}-5"
    return [books, *own, contract, "-k", f"not ({not_asked}) and not (trust and ({others}))"]


def first_failure(game: str, only: str) -> str:
    """The name of the first check that fails; empty: none does."""
    wind_up()
    if not only.startswith("tests/"):
        name = BROKEN
        try:
            for name, check in checks(game, only):
                if not check():
                    return name
        except Exception:  # whatever a changed rule breaks
            return name
        if only:
            return ""
    import pytest

    wind_up()
    watch = Watch()
    usual = ["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--hypothesis-seed=0", "--no-header", "--tb=no"]
    code = pytest.main([*([only] if only else tests_of(game)), *usual], plugins=[watch])
    return watch.failed if code == 0 else watch.failed or f"pytest ended with {code}"


def dies(game: str, trees: Trees, only: str = "") -> str:
    """What notices the change, found in a child that has loaded nothing of the game yet."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        killer = "crash"
        try:
            killer = _in_child(game, trees, only)
        finally:
            os.write(writing, (killer or SURVIVED).encode())
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as said:
        killer = said.read()  # nothing, if the signal came
    os.waitpid(child, 0)
    return "" if killer == SURVIVED else killer or LATE


def _in_child(game: str, trees: Trees, only: str) -> str:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, Changed(trees))
    return first_failure(game, only)


READ: dict[Path, Any] = {}  # what the checks read, read once


def prepare() -> None:
    """Everything that children need and that no rules are in is loaded before the first one."""
    from venice_pnp.referee.records import read_record
    from venice_pnp.speech.plain import read_file

    for name in (
        "hypothesis",
        "pytest",
        "venice_pnp.referee.table",
        "venice_pnp.speech.words",
        "venice_pnp.referee.frame",
    ):
        importlib.import_module(name)
    READ.update((file, read_record(file)) for file in TESTS.glob("records/*/*.yaml"))
    READ.update((file, read_file(file)[0]) for part in ("audits", "snapshots") for file in TESTS.glob(f"{part}/*.yaml"))
    READ.update((file, file.read_text("utf-8")) for file in TESTS.glob("playthroughs/*.txt"))
    loaded = [name for name in sys.modules if name.startswith("venice_pnp.games.") and ".rules" in name]
    assert not loaded, loaded
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp(prefix="mutants-")  # no mutant's failure is kept
    os.chdir(ROOT)
    gc.freeze()


# --- many mutants ---------------------------------------------------------------------------------------------
def excuses(game: str) -> dict[tuple[str, ...], str]:
    told = yaml.safe_load(EXCUSES.read_text("utf-8")) if EXCUSES.exists() else {}
    rows = [(row, group["reason"]) for group in told.get(game, []) for row in group["mutants"]]
    return {tuple(row[part] for part in KEY): reason for row, reason in rows}


def try_all(chosen: Sequence[Mutant], said: Callable[[str], None]) -> Iterator[Fate]:
    begun = time.monotonic()
    for count, mutant in enumerate(chosen, 1):
        fate = Fate(mutant, dies(mutant.game, {module_of(mutant.game, mutant.file): tree_of(mutant)}))
        if not fate.killer:
            said(f"  survived: {mutant}")
        if count % 50 == 0:
            said(f"  {count} of {len(chosen)}, {time.monotonic() - begun:.0f} s")
        yield fate


def one_game(game: str, args: argparse.Namespace) -> bool:
    """Tries a game's mutants and says what came of them; was the goal reached?"""
    assert dies(game, {}) == "", f"{game}: the checks fail without any mutant"
    found = [m for m in mutants(game) if args.file in ("", m.file.removesuffix(".py"))]
    if not args.all and len(found) > args.number:
        found = random.Random(args.seed).sample(found, args.number)
    told = lambda line: print(line, flush=True)  # noqa: E731
    fates = list(try_all(found, told))
    known = excuses(game)
    alive = [fate.mutant for fate in fates if not fate.killer]
    excused = [mutant for mutant in alive if mutant.key in known]
    left = [mutant for mutant in alive if mutant.key not in known]
    killed = len(fates) - len(alive)
    share = killed / max(1, len(fates) - len(excused))
    told(f"{game}: {len(fates)} mutants, {killed} killed, {len(excused)} excused, {len(left)} survived: {share:.1%}")
    for mutant in excused:
        told(f"  excused: {mutant}\n           {known[mutant.key]}")
    for mutant in left:
        told(f"  left: {mutant}")
    for fate in fates:
        if fate.killer and fate.mutant.key in known:
            told(f"  excused, but killed by {fate.killer}: {fate.mutant}")
    return share >= GOAL


# --- rule by rule -----------------------------------------------------------------------------------------------
def killers_of(game: str, written: Mapping[str, Any]) -> dict[str, Any]:
    """For every rule that the code names, what fails without it. One that is quoted is taken out everywhere; one that
    is only mentioned is tried at the code beside it. What was found before stays as long as it is true."""
    assert dies(game, {}) == "", f"{game}: the checks fail without any mutant"
    every, found = list(mutants(game)), dict.fromkeys([*raised(game), *mentioned(game)])
    for rule in found:
        if written.get(rule) and still_dies(game, rule, written[rule], every):
            found[rule] = written[rule]
        elif rule in raised(game):
            found[rule] = dies(game, without(game, rule)) or None
        else:
            found[rule] = _near(game, [mutant for mutant in every if rule in mutant.rules][:TRIES])
        print(f"  {rule}: {found[rule]}", flush=True)
    return found


def _near(game: str, some: Sequence[Mutant]) -> dict[str, Any] | None:
    for mutant in some:
        killer = dies(game, {module_of(game, mutant.file): tree_of(mutant)})
        if killer not in NO_TEST:
            return {"mutant": dict(zip(KEY, mutant.key, strict=True)), "by": killer}
    return None


def still_dies(game: str, rule: str, killer: Any, every: Sequence[Mutant]) -> bool:
    """Does what is written down fail without the rule?"""
    if isinstance(killer, str):
        return bool(dies(game, without(game, rule), killer))
    if killer["by"] in NO_TEST:
        return False
    wanted = tuple(killer["mutant"][part] for part in KEY)
    some = [mutant for mutant in every if mutant.key == wanted and rule in mutant.rules]
    return any(dies(game, {module_of(game, mutant.file): tree_of(mutant)}, killer["by"]) for mutant in some)


def verify(game: str, rules: Sequence[str]) -> list[str]:
    """Rules that do not die by what `killers.yaml` names."""
    written, every = yaml.safe_load(KILLERS.read_text("utf-8"))[game], list(mutants(game))
    alive = [rule for rule in rules if not still_dies(game, rule, written[rule], every)]
    return [f"{rule}: not missed by {written[rule]}" for rule in alive]


def write_killers(games: Sequence[str]) -> bool:
    written: dict[str, Any] = yaml.safe_load(KILLERS.read_text("utf-8")) if KILLERS.exists() else {}
    for game in games:
        print(game, flush=True)
        written[game] = killers_of(game, written.get(game, {}))
    head = "# What fails without each rule that the code names: by `python bench/mutants.py --rules`.\n"
    KILLERS.write_text(head + yaml.safe_dump(written, sort_keys=False, width=200, allow_unicode=True), "utf-8")
    nothing = [rule for game in games for rule, killer in written[game].items() if killer is None]
    print(f"{sum(len(written[game]) for game in games)} rules, {len(nothing)} without which nothing fails: {nothing}")
    return not nothing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=GAMES, metavar="game", help=f"of {', '.join(GAMES)}; all by default")
    parser.add_argument("--number", type=int, default=300, help="how many mutants of each game")
    parser.add_argument("--seed", type=int, default=1516, help="which ones")
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument("--file", default="", help="only those of this file, as voting")
    parser.add_argument("--rules", action="store_true", help="each rule in turn, into tests/trust/killers.yaml")
    parser.add_argument(
        "--verify", nargs="+", default=[], metavar="ID", help="these rules die by what is written there"
    )
    args = parser.parse_args()
    prepare()
    with contextlib.suppress(KeyboardInterrupt):
        if args.verify:
            alive = [line for game in args.game for line in verify(game, args.verify)]
            print("\n".join(alive))
            return 1 if alive else 0
        if args.rules:
            return 0 if write_killers(args.game) else 1
        reached = [one_game(game, args) for game in args.game]
        return 0 if all(reached) else 1
    return 130


if __name__ == "__main__":
    sys.exit(main())

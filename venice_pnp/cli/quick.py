"""The door for `referee status` and `build`, which are typed most often and should feel instant.

To load and build the whole command line takes longer than to show a screen or to print one card anew, so the plain
forms of these two go straight to work. Every other form takes the ordinary way.

bench: `referee status, through the whole command line` takes 1.9 times as long, `one part edited, …` 1.2 times.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from itertools import takewhile
from typing import NoReturn

STATUS = ("--table", "--lang")
BUILD = ("--data", "--templates", "--out", "--lang", "--paper", "--edition")
FOLDERS = ("data", "templates", "out")


def answered(words: list[str]) -> bool:
    """Do these words ask for one of the two in a plain form, or for a build of what is built already? Then do it."""
    if words[:1] != ["build"] and words[:2] != ["referee", "status"]:
        return False
    # Nothing of a screen is ever rubbish (bench: `referee status, with garbage collected`: 1.04 at a new table; at
    # finished games of Canaletto, Doge and Venetia 1.04, 1.06 and 1.08).
    gc.disable()
    _load_msgspec()
    if words[0] == "build" and _is_built(words):
        return True
    work = _build(words) if words[0] == "build" else _status(words)
    if work is None or words[0] == "build":
        gc.enable()
    if work is None:
        return False
    code: object = 0
    try:
        work()
    except SystemExit as done:
        code = done.code or 0
    _leave(code)


def _leave(code: object) -> NoReturn:
    """Ends at once: to take down what was loaded takes its time (bench: `referee status, tidied up at the end`: 1.1).
    Nothing is lost by it: what was said is out, files are closed, and neither work leaves anything for the end."""
    if not isinstance(code, int):
        sys.exit(str(code))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _is_built(words: list[str]) -> bool:
    from venice_pnp.press.unchanged import nothing_to_do  # a screen needs none of it

    files = nothing_to_do(words)
    if files:
        print(f"Nothing has changed: the {files} files of the last build are up to date.")
    return bool(files)


def _status(words: list[str]) -> Callable[[], None] | None:
    """The public screen."""
    from venice_pnp.cli.tongue import spoken  # it brings msgspec along, which is loaded above

    asked = _options(words[2:], STATUS)
    lang = spoken(asked.get("--lang")) if asked is not None else None
    if asked is None or lang is None:
        return None

    def show() -> None:
        from venice_pnp.cli.desk import Call, run, status

        call = Call(asked.get("--table"), None, lang)
        run(call, lambda: status(call, None))

    return show


def _build(words: list[str]) -> Callable[[], None] | None:
    """The files of some games, or of all."""
    games = list(takewhile(lambda word: not word.startswith("-"), words[1:]))
    asked = _options(words[1 + len(games) :], BUILD)
    if asked is None:
        return None

    def make() -> None:
        from pathlib import Path

        from venice_pnp.cli.build import run_build
        from venice_pnp.door.wishes import Wish

        given = {name.removeprefix("--"): value for name, value in asked.items()}
        folders = {name: Path(given.pop(name)) for name in FOLDERS if name in given}
        run_build(Wish(games, **given, **folders))  # type: ignore[arg-type]

    return make


def _load_msgspec() -> None:
    """msgspec looks for typing_extensions first, which takes half as long to load as all that a screen needs;
    Python's own typing knows as much (bench: `referee status, with typing_extensions`: 1.1)."""
    if "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # as if it were not there
    try:
        import msgspec  # noqa: F401
    except ImportError:
        pass  # it is needed after all, and is found when msgspec is imported next
    finally:
        del sys.modules["typing_extensions"]


def _options(words: list[str], known: tuple[str, ...]) -> dict[str, str] | None:
    """Options with their values, if there is nothing else."""
    names, values = words[::2], words[1::2]
    plain = len(names) == len(values) and set(names) <= set(known) and not any(v.startswith("-") for v in values)
    return dict(zip(names, values, strict=True)) if plain else None

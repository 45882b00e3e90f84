"""The door for `referee status`, which is typed most often and should feel instant.

To load and build the whole command line takes longer than to show the screen, so the plain forms of this
one command go straight to the desk. Every other form takes the ordinary way.
"""

from __future__ import annotations

import gc
import os
import sys

from venice_pnp.cli.tongue import spoken

OPTIONS = ("--table", "--lang")


def answered(words: list[str]) -> bool:
    """Do these words ask for the public screen, and nothing else? Then show it."""
    asked = _asked(words)
    lang = spoken(asked.get("--lang")) if asked is not None else None
    if asked is None or lang is None:
        return False
    gc.disable()  # nothing lives long enough here to be collected
    _load_msgspec()
    from venice_pnp.cli.desk import Desk, run, status

    desk = Desk(asked.get("--table"), None, lang)
    try:
        run(desk, lambda: status(desk, None))
    except SystemExit as done:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(done.code or 0))  # a screen leaves nothing to tidy up, and tidying takes its time
    return True


def _load_msgspec() -> None:
    """msgspec looks for typing_extensions first, which takes half as long to load as all that a screen needs;
    Python's own typing knows as much."""
    if "typing_extensions" in sys.modules:
        return
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # as if it were not there
    try:
        import msgspec  # noqa: F401
    except ImportError:
        pass  # it is needed after all, and is found when msgspec is imported next
    finally:
        del sys.modules["typing_extensions"]


def _asked(words: list[str]) -> dict[str, str] | None:
    """The options of `referee status`, if there are no others."""
    names, values = words[2::2], words[3::2]
    if words[:2] != ["referee", "status"] or len(names) != len(values) or not set(names) <= set(OPTIONS):
        return None
    return dict(zip(names, values, strict=True))

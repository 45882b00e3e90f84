"""The command line: it parses, calls, and prints. Everything heavy is imported when it is needed."""

from __future__ import annotations

import sys


def main() -> None:
    """`venice-pnp`: runs a command; whatever goes wrong ends in one clear message, never in a traceback."""
    from venice_pnp.cli.outlet import open_outlets  # the package itself loads nothing

    open_outlets()
    try:
        _run(sys.argv[1:])
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(130)


def _run(words: list[str]) -> None:
    from venice_pnp.cli.quick import answered  # as above

    if not answered(words):
        from venice_pnp.cli.app import roster  # Typer, and all commands

        roster.opened(words)()

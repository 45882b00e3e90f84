"""The command line: it parses, calls, and prints. Everything heavy is imported when it is needed."""

from __future__ import annotations

import sys


def main() -> None:
    """`venice-pnp`: runs a command; whatever goes wrong ends in one clear message, never in a traceback."""
    try:
        _run(sys.argv[1:])
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)


def _run(words: list[str]) -> None:
    from venice_pnp.cli.quick import answered  # the package itself loads nothing

    if not answered(words):
        from venice_pnp.cli.app import roster  # Typer, and all commands

        roster.opened(words)()

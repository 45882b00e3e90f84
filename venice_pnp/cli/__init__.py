"""The command line: it parses, calls, and prints. Everything heavy is imported when it is needed."""

from __future__ import annotations

import sys


def main() -> None:
    """`venice-pnp`: runs a command; whatever goes wrong ends in one clear message, never in a traceback."""
    from venice_pnp.cli.app import app

    try:
        app()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)

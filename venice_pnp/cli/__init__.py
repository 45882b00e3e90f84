"""The command line: it parses, calls, and prints. Everything heavy is imported when it is needed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer


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
    from venice_pnp.cli.quick import answered, load_msgspec

    if words[:1] == ["build"]:
        load_msgspec()
        from venice_pnp.press.unchanged import nothing_to_do

        if files := nothing_to_do(words):
            print(f"Nothing has changed: the {files} files of the last build are up to date.")
            return
    if not answered(words):
        from venice_pnp.cli.app import app

        _keep_asked(app, words)
        app()


def _keep_asked(app: typer.Typer, words: list[str]) -> None:
    """Drops the commands that were not asked for: to build all of them takes longer than to run one."""
    if not words:
        return
    groups = [g for g in app.registered_groups if g.name == words[0]]
    commands = [c for c in app.registered_commands if _name(c) == words[0]]
    if groups and groups[0].typer_instance:
        app.registered_commands, app.registered_groups = [], groups
        inner = groups[0].typer_instance
        asked = [c for c in inner.registered_commands if _name(c) in words[1:2]]
        inner.registered_commands = asked or inner.registered_commands
    elif commands:
        app.registered_commands, app.registered_groups = commands, []


def _name(command: typer.models.CommandInfo) -> str:
    return command.name or getattr(command.callback, "__name__", "").replace("_", "-")

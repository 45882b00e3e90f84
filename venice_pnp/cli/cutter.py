"""`build --profile cutter`."""

from __future__ import annotations

from venice_pnp.cli.build import clear_messages, stop
from venice_pnp.door.kits import open_kits
from venice_pnp.door.wishes import Wish


def run_cutter(wish: Wish, machine: str, more: bool) -> None:
    """Makes the sheets and lines, and says what they are."""
    with clear_messages():
        if more:
            stop("--profile cutter: leave out --watch and --changes", code=2)
        try:
            from venice_pnp.export.cutter import build_for_cutter

            made = build_for_cutter(wish, machine)
        except ModuleNotFoundError as missing:
            stop(f"--profile cutter needs {missing.name}: pip install 'venice-pnp[cutter]'")
        wide = max((len(str(file.pdf)) for file in made.files), default=4)
        print(f"{'file':<{wide}}  sheets  pieces")
        for file in made.files:
            print(f"{file.pdf!s:<{wide}}  {file.sheets:>6}  {file.pieces:>6}")
        words = open_kits(wish.games, wish.data)[0].shared.words
        print(f"\n{words['service-cutter'].in_language('en')}")
        if made.left_out:
            print(words["cutter-left-out"].in_language("en").format(parts=", ".join(made.left_out)))

"""`build --profile cutter`, `--profile game-crafter` and the like, and `site`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from venice_pnp.cli.build import clear_messages, stop
from venice_pnp.door.kits import open_kits
from venice_pnp.door.wishes import Wish

if TYPE_CHECKING:
    from venice_pnp.export.site.publishing import SiteWish


def run_cutter(wish: Wish, machine: str) -> None:
    """Makes the sheets and lines, and says what they are."""
    with clear_messages():
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
        print(f"\n{words[made.told].in_language('en').format(**made.facts)}")
        if made.left_out:
            print(words["cutter-left-out"].in_language("en").format(parts=", ".join(made.left_out)))


def run_service(wish: Wish) -> None:
    """Makes the pictures of a print service, and says what fits."""
    from venice_pnp.export.print_services import build_for_service

    with clear_messages():
        for made in build_for_service(wish):
            print(
                f"{made.parts}: {made.shown} {made.what}, {made.pieces} of {made.of} pieces; the list tells the rest."
            )


def run_site(wish: SiteWish) -> None:
    """Makes the pages, and says which."""
    from venice_pnp.export.site.publishing import publish

    with clear_messages():
        made = publish(wish)
        anew = f"made {', '.join(made.made)}" if made.made else "nothing to do"
        kept = f"; unchanged: {', '.join(made.left)}" if made.left else ""
        print(f"{made.first}: {made.files} files; {anew}{kept}.")

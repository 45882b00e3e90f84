"""`venice-pnp words …`: everything to translate as one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from venice_pnp.cli.roster import Roster

FEW = 5  # contexts that are named


def _words() -> None:
    pass


roster = Roster(
    _words,
    help="For translators: everything there is to say in one PO file, and a kit of what comes back.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@roster.command("export", epilog="Example: venice-pnp words export it canaletto --out it.po")
def export_words(
    lang: Annotated[str, typer.Argument(metavar="LANG", help="The language by its two letters, such as it.")],
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; none: all.")] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="A kit in that language, to go on from there.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.po", help="The file; none: LANG.po.")] = None,
    pictures: Annotated[
        bool, typer.Option("--pictures/--no-pictures", help="Pictures of the parts on which texts are seen.")
    ] = True,
) -> None:
    """Write everything there is to translate as one PO file, with pictures of where it is seen."""
    from venice_pnp.cli.build import clear_messages
    from venice_pnp.export.translation import export_words

    with clear_messages():
        made = export_words(lang, games or [], out or Path(f"{lang}.po"), data, pictures)
        typer.echo(f"{made.file}: {made.texts} texts, {made.done} of them translated.")
        if made.kept:
            fuzzy = f"; {made.changed} of them fuzzy now, because the English text has changed" if made.changed else ""
            aside = f"; {made.aside} of them set aside at its end, because they are not asked for" if made.aside else ""
            typer.echo(f"Kept from the file that was there: {made.kept}{fuzzy}{aside}.")
        if made.pictures:
            typer.echo(f"{made.folder}: {made.pictures} pictures of the parts they are on.")
        typer.echo(f"Back again: venice-pnp words import {made.file}")


@roster.command("import", epilog="Example: venice-pnp words import it.po --out italiano")
def import_words(
    file: Annotated[Path, typer.Argument(metavar="FILE.po", help="A translated file.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="The kit; none: kit-LANG.")] = None,
) -> None:
    """Check a translated PO file, and make a kit that speaks its language."""
    from venice_pnp.cli.build import clear_messages
    from venice_pnp.export.translation import import_words

    with clear_messages():
        folder = out or Path(f"kit-{file.stem}")
        made = import_words(file, folder)
        typer.echo(f"{folder}: {len(made.files)} files, {made.taken} of {made.of} texts of {', '.join(made.games)}.")
        if made.of > made.taken:
            typer.echo(f"What is missing ({made.of - made.taken}) is said in English; {made.fuzzy} are fuzzy.")
        if made.left:
            named = ", ".join(made.left[:FEW]) + (" …" if len(made.left) > FEW else "")
            typer.echo(f"Left out, because the English text has changed or is gone ({len(made.left)}): {named}")
        for game in made.games:
            typer.echo(f"Try: venice-pnp build {game} --data {folder} --lang {made.lang}")

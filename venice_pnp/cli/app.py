"""The commands of `venice-pnp`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from venice_pnp import __version__
from venice_pnp.cli import referee

app = typer.Typer(
    help="Print-and-play kits and a table referee for board games about Venice.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

app.add_typer(referee.app, name="referee")
app.command(epilog="Example: venice-pnp rules CAN-7.13")(referee.rules)

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; none: all.")]
OneGame = Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; none: all.")]
DataDir = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Your own data folder.")]
TemplatesDir = Annotated[Path | None, typer.Option("--templates", metavar="DIR", help="Your own templates folder.")]
Paper = Annotated[str, typer.Option(help="Papers, with commas: a4, letter, a3.")]
Lang = Annotated[str, typer.Option(help="Languages, with commas; none: all of the game.")]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"venice-pnp {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command(epilog="Example: venice-pnp build canaletto --paper a4,letter --edition colour,low-ink")
def build(
    games: Games = None,
    paper: Paper = "",
    lang: Lang = "",
    edition: Annotated[str, typer.Option(help="Editions, with commas: colour, low-ink.")] = "colour",
    sides: Annotated[
        str, typer.Option(help="long-edge, short-edge, gutterfold or single; none: as in your profile.")
    ] = "",
    only: Annotated[str, typer.Option(metavar="PART", help="Only these parts, with commas.")] = "",
    without: Annotated[str, typer.Option(metavar="PART", help="Without these parts, which you bring yourself.")] = "",
    option: Annotated[str, typer.Option(metavar="NAME=VALUE", help="Options of a game, such as deck=listed.")] = "",
    data: DataDir = None,
    templates: TemplatesDir = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files go.")] = Path("output"),
) -> None:
    """Make the printable PDFs of one game or of all."""
    from venice_pnp.cli.build import run_build

    run_build(games or [], paper, lang, edition, sides, only, data, templates, out, option, without)


@app.command("list", epilog="Example: venice-pnp list canaletto --lang de")
def list_parts(game: OneGame = None, lang: Lang = "en", data: DataDir = None) -> None:
    """Show the parts of a game: counts, rule and where each comes from."""
    from venice_pnp.cli.build import run_list

    run_list(game, lang, data)


@app.command(epilog="Example: venice-pnp check canaletto --data my-data")
def check(game: OneGame = None, data: DataDir = None, templates: TemplatesDir = None) -> None:
    """Check data and templates, and say everything that is wrong with them."""
    from venice_pnp.cli.build import run_check

    run_check(game, data, templates)


@app.command(epilog="Example: venice-pnp calibrate --set back-x=0.5,back-y=-1,scale-x=1.002")
def calibrate(
    settings: Annotated[str, typer.Option("--set", metavar="KEY=VALUE,…", help="Store readings of the sheet.")] = "",
    paper: Annotated[str, typer.Option(help="The paper of the sheet.")] = "a4",
    lang: Annotated[str, typer.Option(help="The language of the sheet.")] = "en",
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The sheet to print.")] = Path("calibration.pdf"),
) -> None:
    """Print a sheet that measures your printer, or store what you read off it."""
    from venice_pnp.cli.build import run_calibrate

    run_calibrate(settings, paper, lang, out)


@app.command(epilog="Example: venice-pnp preview canaletto artwork --out artworks.png")
def preview(
    game: Annotated[str, typer.Argument(help="Which game.")],
    part: Annotated[str | None, typer.Argument(metavar="[PART]", help="Which part; none: all.")] = None,
    lang: Annotated[str, typer.Option(help="The language.")] = "en",
    edition: Annotated[str, typer.Option(help="colour or low-ink.")] = "colour",
    dpi: Annotated[int, typer.Option(min=20, max=600, help="Dots per inch.")] = 100,
    pieces: Annotated[bool, typer.Option("--with-pieces", help="A board with pieces on it.")] = False,
    data: DataDir = None,
    templates: TemplatesDir = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.png", help="Where the picture goes.")] = None,
) -> None:
    """Show all faces on one picture (PNG), for a quick look on the screen."""
    from venice_pnp.cli.build import run_preview

    run_preview(game, part, lang, edition, dpi, data, templates, out, pieces)

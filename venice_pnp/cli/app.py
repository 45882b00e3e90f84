"""The commands of `venice-pnp`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from venice_pnp import __version__
from venice_pnp.cli import export, referee, words
from venice_pnp.cli.roster import Roster

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; none: all.")]
OneGame = Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; none: all.")]
DataDir = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Your own data folder.")]
TemplatesDir = Annotated[Path | None, typer.Option("--templates", metavar="DIR", help="Your own templates folder.")]
Paper = Annotated[str, typer.Option(help="Papers, with commas: a4, letter, a3.")]
Lang = Annotated[str, typer.Option(help="Languages, with commas; none: all of the game.")]
SILHOUETTE = "silhouette"


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"venice-pnp {__version__}")
        raise typer.Exit


def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


roster = Roster(
    _main,
    help="Print-and-play kits and a table referee for board games about Venice.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
roster.lead_to(referee.roster, "referee")
roster.lead_to(words.roster, "words")
roster.lead_to(export.roster, "export")
roster.command(epilog="Example: venice-pnp rules CAN-7.13")(referee.rules)
roster.command(epilog="Example: venice-pnp play --large")(referee.play)
roster.command(epilog="Example: venice-pnp host --table sunday")(referee.host)
roster.command(epilog="Example: venice-pnp evenings --json")(referee.evenings)


@roster.command(epilog="Example: venice-pnp build canaletto --paper a4,letter --edition colour,low-ink")
def build(
    games: Games = None,
    paper: Paper = "",
    lang: Lang = "",
    edition: Annotated[str, typer.Option(help="Editions, with commas: colour, low-ink; none: colour.")] = "",
    sides: Annotated[
        str, typer.Option(help="long-edge, short-edge, gutterfold or single; none: as you calibrated.")
    ] = "",
    only: Annotated[
        str,
        typer.Option(
            metavar="PART", help="Only these parts (see venice-pnp list) or files (tiles, board-tiles, …), with commas."
        ),
    ] = "",
    without: Annotated[
        str, typer.Option(metavar="PART", help="Without these parts or files, which you bring or do without.")
    ] = "",
    option: Annotated[str, typer.Option(metavar="NAME=VALUE", help="Options of a game, such as deck=listed.")] = "",
    profile: Annotated[
        str,
        typer.Option(
            metavar="WHO", help="Who prints: home, copy-shop, images (PNG, 300 dpi), black, cutter, game-crafter, …"
        ),
    ] = "home",
    machine: Annotated[
        str, typer.Option(metavar="NAME", help="With --profile cutter: silhouette (none: this one) or cricut.")
    ] = "",
    sleeves: Annotated[bool, typer.Option("--sleeves", help="Boxes for sleeved cards.")] = False,
    counters: Annotated[str, typer.Option(metavar="FORM", help="round, or square: straight cuts only.")] = "round",
    tiles: Annotated[
        str, typer.Option(metavar="HOW", help="Two-sided tiles: wrap, card or two-sheets; none: as the data say.")
    ] = "",
    board_mm: Annotated[
        float | None,
        typer.Option("--board-mm", metavar="MM", help="The board below tiles, 0 to 3 mm; usual: 2, 1.5, 1, 0 (none)."),
    ] = None,
    site: Annotated[
        str,
        typer.Option(
            metavar="URL", help="Where your pages of the games are: the booklet prints codes that lead there."
        ),
    ] = "",
    data: DataDir = None,
    templates: TemplatesDir = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files go.")] = Path("output"),
    watch: Annotated[bool, typer.Option("--watch", help="Build again on every save, with a preview page.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Of the preview page.")] = 8765,
    changes: Annotated[bool, typer.Option("--changes", help="Only what differs from your last print.")] = False,
) -> None:
    """Make the printable PDFs of one game or of all."""
    from venice_pnp.cli.build import run_build, run_watch
    from venice_pnp.door.wishes import CUTTER, EXPORTED, Wish

    made = (data, templates, out, profile, sleeves, counters, tiles, board_mm, site)
    wish = Wish(games or [], paper, lang, edition, sides, only, without, option, *made)
    if machine and profile != CUTTER:
        raise typer.BadParameter("--machine is for --profile cutter")
    if profile in EXPORTED:
        from venice_pnp.cli.outside import run_cutter, run_service

        if watch or changes:
            raise typer.BadParameter(f"--profile {profile}: leave out --watch and --changes")
        run_cutter(wish, machine or SILHOUETTE) if profile == CUTTER else run_service(wish)
    elif watch:
        run_watch(wish, port)
    else:
        run_build(wish, changes)


@roster.command("list", epilog="Example: venice-pnp list canaletto --lang de")
def list_parts(game: OneGame = None, lang: Lang = "en", data: DataDir = None) -> None:
    """Show the parts of a game: counts, rule and where each comes from."""
    from venice_pnp.cli.build import run_list

    run_list(game, lang, data)


@roster.command(epilog="Example: venice-pnp check canaletto --data my-data")
def check(game: OneGame = None, data: DataDir = None, templates: TemplatesDir = None) -> None:
    """Check data and templates, and say everything that is wrong with them."""
    from venice_pnp.cli.build import run_check

    run_check(game, data, templates)


@roster.command(epilog="Example: venice-pnp calibrate --read")
def calibrate(
    read: Annotated[
        bool, typer.Option("--read", help="Ask what you read off the sheet, and make a second one.")
    ] = False,
    settings: Annotated[str, typer.Option("--set", metavar="KEY=VALUE,…", help="Change your profile by hand.")] = "",
    paper: Annotated[str, typer.Option(help="Your paper; none: as you calibrated.")] = "",
    lang: Annotated[str, typer.Option(help="The language of sheets and questions.")] = "en",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The sheet to print.")] = None,
) -> None:
    """Print a sheet that measures your printer, or store what you read off it and see whether it worked."""
    from venice_pnp.cli.build import run_calibrate

    run_calibrate(settings, read, paper, lang, out)


@roster.command(epilog="Example: venice-pnp preview canaletto artwork --out artworks.png")
def preview(
    game: Annotated[str, typer.Argument(help="Which game.")],
    part: Annotated[str | None, typer.Argument(metavar="[PART]", help="Which part; none: all.")] = None,
    lang: Annotated[str, typer.Option(help="The language.")] = "en",
    edition: Annotated[str, typer.Option(help="colour or low-ink.")] = "colour",
    dpi: Annotated[int, typer.Option(min=20, max=600, help="Dots per inch.")] = 100,
    pieces: Annotated[bool, typer.Option("--with-pieces", help="A board with pieces on it.")] = False,
    table: Annotated[bool, typer.Option("--table", help="The finished game on a table, in perspective.")] = False,
    data: DataDir = None,
    templates: TemplatesDir = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.png", help="Where the picture goes.")] = None,
) -> None:
    """Show all faces on one picture (PNG), for a quick look on the screen."""
    from venice_pnp.cli.build import run_preview, run_table
    from venice_pnp.door.looking import Glimpse

    if table:
        if part or pieces:
            raise typer.BadParameter("--table shows the whole game: leave out PART and --with-pieces")
        run_table(game, lang, edition, dpi, data, templates, out)
        return
    run_preview(Glimpse(game, part, lang, edition, dpi, pieces, data, templates), out)


@roster.command(epilog="Example: venice-pnp new my-kit --game canaletto")
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")],
    game: Annotated[list[str] | None, typer.Option("--game", help="Which games; none: all.")] = None,
    small: Annotated[bool, typer.Option("--small", help="Only the lines that extend the game; no copies.")] = False,
    empty: Annotated[bool, typer.Option("--empty", help="A game of your own from nothing: data that print.")] = False,
) -> None:
    """Make a kit of your own to edit: copies of data and templates, a few lines that extend a game, or a new game."""
    from venice_pnp.cli.own import run_new, run_new_game

    (run_new_game if empty else run_new)(folder, game or [], small)


@roster.command(epilog="Example: venice-pnp schema --out schema")
def schema(
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where the files go; none: shown.")] = None,
) -> None:
    """Write the JSON Schemas of all data, templates, snapshots and records, for editors."""
    from venice_pnp.cli.own import run_schema

    run_schema(out)


@roster.command(epilog="Example: venice-pnp diff shipped my-kit --html changes.html")
def diff(
    old: Annotated[str, typer.Argument(metavar="A", help="A folder of data, or `shipped`.")],
    new_one: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    lang: Annotated[str, typer.Option(help="The language of the pictures.")] = "en",
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="A page with pictures.")] = None,
) -> None:
    """Say what differs between two editions of the data."""
    from venice_pnp.cli.own import run_diff

    run_diff(old, new_one, lang, html)


@roster.command(epilog="Example: venice-pnp lab canaletto --data my-kit --against shipped --games 2000 --bots medium")
def lab(
    game: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option(help="How many games of each edition.")] = 400,
    bots: Annotated[
        str, typer.Option(metavar="LEVEL", help="Who plays: easy, medium, hard; random says little.")
    ] = "medium",
    seats: Annotated[int, typer.Option(metavar="N", help="How many play; 0: as many as can.")] = 0,
    data: DataDir = None,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help="An option of the game.")] = None,
    against: Annotated[str, typer.Option(metavar="DIR", help="Compare with these data, or with `shipped`.")] = "",
    sweep: Annotated[
        str,
        typer.Option(
            metavar="FILE:KEY=FROM..TO:STEP", help="One value over a range: numbers.yaml:start-money=20..40:5."
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, metavar="N", help="Processes on this machine; 0: one a processor.")] = 0,
    cluster: Annotated[str, typer.Option(metavar="ADDRESS", help="An existing Dask cluster instead.")] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Where results and report go; none: output/lab/…")
    ] = None,
    lang: Annotated[str | None, typer.Option(help="The language of the report; none: yours.")] = None,
) -> None:
    """Let bots play many games, and report what they say about a kit or about an edit of it."""
    from venice_pnp.cli import lab as command

    command.run_lab(game, games, bots, seats, data, option or [], against, sweep, seed, jobs, cluster, out, lang)


@roster.command(epilog="Example: venice-pnp site --out site --paper a4 --edition colour")
def site(
    games: Games = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the pages go.")] = Path("site"),
    data: DataDir = None,
    lang: Lang = "",
    paper: Annotated[str, typer.Option(help="Papers to offer, with commas; none: a4, letter.")] = "",
    edition: Annotated[str, typer.Option(help="Editions to offer, with commas; none: colour, low-ink.")] = "",
    downloads: Annotated[
        bool, typer.Option("--downloads/--no-downloads", help="With the printable files, or quickly without them.")
    ] = True,
    lab: Annotated[Path, typer.Option("--lab", metavar="DIR", help="Where the lab's reports are.")] = Path(
        "output/lab"
    ),
    address: Annotated[
        str, typer.Option("--address", metavar="URL", help="Where it will be: booklets to download lead there.")
    ] = "",
) -> None:
    """Make a site of the games: pages with covers, parts, rules and downloads that open from any folder."""
    from venice_pnp.cli.outside import run_site
    from venice_pnp.export.site.publishing import SiteWish

    run_site(SiteWish(out, games or [], data, paper, edition, downloads, lab, lang, address))


@roster.command(epilog="Example: venice-pnp printed canaletto")
def printed(
    game: OneGame = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files were built.")] = Path("output"),
) -> None:
    """Remember that what was built has been printed; `build --changes` then makes only what differs."""
    from venice_pnp.cli.own import run_printed

    run_printed(game, out)

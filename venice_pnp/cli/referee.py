"""`venice-pnp referee …`: the referee's command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from venice_pnp.cli.roster import Roster

if TYPE_CHECKING:
    from venice_pnp.cli.desk import Call

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(TyperGroup):
    """The referee's own commands, and the questions of the games (`sites`, `reach`, …), which are asked for only when a
    word is none of its own."""

    def list_commands(self, ctx: Any) -> list[str]:
        from venice_pnp.cli.questions import questions_by_word

        return [*super().list_commands(ctx), *questions_by_word()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        known = super().get_command(ctx, cmd_name)
        return known if known is not None else _question(cmd_name)


TableName = Annotated[str | None, typer.Option("--table", metavar="NAME", help="Which table; none: the last one used.")]
DataDir = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Your own data folder.")]
Lang = Annotated[str | None, typer.Option("--lang", metavar="en|de", help="The language; none: yours.")]
ActingSeat = Annotated[str | None, typer.Option("--as", metavar="SEAT", help="Who does it; none: the table.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
About = Annotated[list[str] | None, typer.Argument(metavar="[ABOUT]…", help="What is asked about.")]
File = Annotated[Path, typer.Argument(metavar="SNAPSHOT.yaml")]


def _referee() -> None:
    pass


roster = Roster(
    _referee,
    cls=Commands,
    help="The referee: opens tables, checks moves, keeps secrets, counts, and forgets nothing.",
    context_settings=SETTINGS,
)
FREE = {"ignore_unknown_options": True}  # a bid of -2 is a word of the move, not an option


def _call(table: str | None, data: Path | None, lang: str | None, json: bool = False) -> Call:
    from venice_pnp.cli.desk import Call, language

    return Call(table, data, language(lang, data), json)


@roster.command(epilog="Example: venice-pnp referee new canaletto --players Anke,Bernd,Claudia --seed auto")
def new(
    game: Annotated[str, typer.Argument(help="Which game.")],
    players: Annotated[str | None, typer.Option(metavar="A,B,C", help="Who plays, clockwise.")] = None,
    table: TableName = None,
    seed: Annotated[str | None, typer.Option(metavar="N", help="The referee draws; N or auto.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help="An option of the game.")] = None,
    from_: Annotated[Path | None, typer.Option("--from", metavar="SNAPSHOT.yaml", help="Begin here.")] = None,
    from_photo: Annotated[Path | None, typer.Option(metavar="PHOTO", help="Go on with what lies on the board.")] = None,
    setup: Annotated[str, typer.Option(metavar="NAME", help="Begin with a set-up of the booklet: reference.")] = "",
    bots: Annotated[str, typer.Option(metavar="A:LEVEL,…", help="Seats the referee plays: easy, medium, hard.")] = "",
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Open a table."""
    from venice_pnp.cli import desk, look

    asked = _call(table, data, lang, json)
    if from_photo is not None:
        desk.run(asked, lambda: look.begin(asked, game, players or "", seed, option or [], from_photo))
        return
    desk.run(asked, lambda: desk.new(asked, game, players, seed, option or [], from_, setup, bots))


@roster.command(epilog="Example: venice-pnp referee status --as Anke")
def status(
    as_: Annotated[str | None, typer.Option("--as", metavar="SEAT", help="What that seat may see.")] = None,
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show the table: what everybody may see, or one seat."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.status(asked, as_))


@roster.command(context_settings=FREE, epilog="Example: venice-pnp referee do Anke bid 11")
def do(
    seat: Annotated[str, typer.Argument(metavar="SEAT")],
    words: Annotated[list[str], typer.Argument(metavar="VERB ARGS…")],
    agreed: Annotated[bool, typer.Option("--agreed", help="The table agrees to move for a bot.")] = False,
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Make one move; a secret verb without arguments asks for them hidden."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.do(asked, seat, words, agreed))


@roster.command(epilog="Example: venice-pnp referee move '{by: Anke, do: bid, amount: 11}'")
def move(
    text: Annotated[str, typer.Argument(metavar="'{by: …, do: …}'")],
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Make one move, written as YAML or JSON."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.move_text(asked, text))


@roster.command(epilog="Example: venice-pnp play --table sunday")
def play(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A new table of this game, or the game of a lesson or a demo.")
    ] = "",
    table: TableName = None,
    new: Annotated[bool, typer.Option("--new", help="Open a new table.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of text, for screen readers.")] = False,
    large: Annotated[bool, typer.Option("--large", help="Large type.")] = False,
    timer: Annotated[int, typer.Option(metavar="SECONDS", min=0, max=3600, help="For each decision; 0: none.")] = 0,
    teach: Annotated[bool, typer.Option("--teach", help="Learn GAME: a guided first round.")] = False,
    demo: Annotated[bool, typer.Option("--demo", help="Watch a game played by itself.")] = False,
    seed: Annotated[str, typer.Option(metavar="N", help="Of the demo.")] = "1",
    pace: Annotated[float, typer.Option(metavar="SECONDS", min=0.0, max=60.0, help="A pause of the demo.")] = 2.0,
    data: DataDir = None,
    lang: Lang = None,
) -> None:
    """Play a whole evening at one guided console; without a table, open one."""
    from venice_pnp.cli import console, desk

    asked = _call(table, data, lang)
    wishes = console.PlayWish(game, lang, new, plain, large, timer, seed if demo else None, pace, teach)
    desk.run(asked, lambda: console.play(asked, wishes))


@roster.command(epilog="Example: venice-pnp referee undo 2 --agreed")
def undo(
    count: Annotated[int, typer.Argument(metavar="[N]", min=1, max=10_000)] = 1,
    agreed: Annotated[bool, typer.Option("--agreed", help="The table agrees.")] = False,
    as_: ActingSeat = None,
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Take back moves; past a reveal, a draw or another seat's move only if the table agrees."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.undo(asked, count, agreed, as_))


@roster.command(epilog="Example: venice-pnp referee redo")
def redo(
    count: Annotated[int, typer.Argument(metavar="[N]", min=1, max=10_000)] = 1,
    as_: ActingSeat = None,
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Do again what was taken back."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.redo(asked, count, as_))


@roster.command(epilog="Example: venice-pnp referee log --json")
def log(table: TableName = None, data: DataDir = None, lang: Lang = None, json: Json = False) -> None:
    """Show the journal; what is sealed stays sealed."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.log(asked))


@roster.command(epilog="Example: venice-pnp referee tables")
def tables(data: DataDir = None, lang: Lang = None, json: Json = False) -> None:
    """List the tables of this machine."""
    from venice_pnp.cli import desk

    asked = _call(None, data, lang, json)
    desk.run(asked, lambda: desk.tables(asked))


@roster.command(epilog="Example: venice-pnp referee export evening.yaml")
def export(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    tabletop: Annotated[
        bool,
        typer.Option(
            "--tabletop-simulator", help="The table as everybody sees it, for that program; FILE is a folder."
        ),
    ] = False,
    base_url: Annotated[
        str, typer.Option("--base-url", metavar="URL", help="Where you put its pictures; none: local files.")
    ] = "",
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
) -> None:
    """Write the game as a record; what is still sealed is left out."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang)
    if tabletop:
        from venice_pnp.cli.build import clear_messages

        with clear_messages():
            desk.run(asked, lambda: desk.export_tabletop(asked, file, base_url))
    else:
        desk.run(asked, lambda: desk.export(asked, file))


@roster.command(epilog='Example: venice-pnp referee correct board.yaml --why "a cat walked over the board"')
def correct(
    file: File,
    why: Annotated[str, typer.Option(metavar="TEXT", help="What happened.")],
    as_: ActingSeat = None,
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Go on from a typed-in position: the physical table counts; what is left out stays."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.correct(asked, file, why, as_))


@roster.command(epilog="Example: venice-pnp referee moved --table /media/stick/evening.table")
def moved(
    as_: ActingSeat = None,
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Say that a table is played where this file is from now on; whoever has a PIN is asked for it."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.moved(asked, as_))


@roster.command(epilog="Example: venice-pnp referee replay tests/records/canaletto/*.yaml")
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="RECORD.yaml…")],
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Run records with their expectations."""
    from venice_pnp.cli import desk

    asked = _call(None, data, lang, json)
    desk.run(asked, lambda: desk.replay(asked, files))


@roster.command(epilog="Example: venice-pnp referee audit board.yaml --against sunday")
def audit(
    file: Annotated[Path | None, typer.Argument(metavar="SNAPSHOT.yaml", show_default=False)] = None,
    against: Annotated[str | None, typer.Option(metavar="TABLE", help="Compare with this table.")] = None,
    table: Annotated[str | None, typer.Option("--table", metavar="NAME", help="Instead: this table as it is.")] = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Check a typed-in table, or one that is played: every invariant that does not hold."""
    from venice_pnp.cli import desk

    if (file is None) == (table is None) or (table and against):
        raise typer.BadParameter("name a SNAPSHOT.yaml (with --against if you like), or a table with --table")
    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.audit(asked, file, against) if file else desk.audit_table(asked))


@roster.command(epilog="Example: venice-pnp referee score board.yaml")
def score(
    file: File,
    against: Annotated[str | None, typer.Option(metavar="TABLE", help="The rest is as this table has it.")] = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Score a typed-in table."""
    from venice_pnp.cli import desk

    asked = _call(None, data, lang, json)
    desk.run(asked, lambda: desk.score(asked, file, against))


@roster.command(epilog="Example: venice-pnp referee verify --table sunday")
def verify(table: TableName = None, data: DataDir = None, lang: Lang = None, json: Json = False) -> None:
    """Check the journal: chain, replay, seals, draws."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: desk.verify(asked))


@roster.command(epilog="Example: venice-pnp referee pin Anke")
def pin(
    seat: Annotated[str, typer.Argument(metavar="SEAT")],
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
) -> None:
    """Give a seat a PIN: its view and its secret moves then ask for it."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang)
    desk.run(asked, lambda: desk.pin(asked, seat))


@roster.command("map", epilog="Example: venice-pnp referee map --out table.png --watch")
def map_(
    out: Annotated[Path, typer.Option("--out", metavar="FILE.svg|png", help="The picture.")] = Path("table.png"),
    dpi: Annotated[int, typer.Option(min=20, max=300, help="Dots per inch of a PNG.")] = 80,
    edition: Annotated[str, typer.Option(help="colour or low-ink.")] = "colour",
    watch: Annotated[bool, typer.Option("--watch", help="Draw again after every move, until Ctrl-C.")] = False,
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
) -> None:
    """Draw the present table on the real board, for a second screen."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang)
    desk.run(asked, lambda: desk.draw_map(asked, out, dpi, edition, watch))


@roster.command(epilog="Example: venice-pnp referee look table.jpg --picture seen.png --snapshot seen.yaml")
def look(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO…", help="Of the board, or of parts of it.")],
    snapshot: Annotated[Path | None, typer.Option(metavar="FILE.yaml", help="Write what was seen.")] = None,
    picture: Annotated[Path | None, typer.Option(metavar="FILE.png", help="Mark what differs.")] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="A game that goes on without a table so far.")] = "",
    players: Annotated[str, typer.Option(metavar="A,B,C", help="Who plays it, clockwise.")] = "",
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Compare photos of the board with the table: what agrees, what differs, what is not seen."""
    from venice_pnp.cli import desk, look

    asked = _call(table, data, lang, json)
    desk.run(asked, lambda: look.look(asked, photos, snapshot, picture, game, players))


@roster.command(epilog="Example: venice-pnp referee sheet --out scores.pdf")
def sheet(
    out: Annotated[Path, typer.Option("--out", metavar="FILE.pdf", help="The score sheet.")] = Path("sheet.pdf"),
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
) -> None:
    """Print the score sheet of the table as a PDF, filled in as far as the game has come."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang)
    desk.run(asked, lambda: desk.print_sheet(asked, out))


@roster.command(epilog="Example: venice-pnp referee share --out evening.png")
def share(
    out: Annotated[Path, typer.Option("--out", metavar="FILE.png|pdf", help="The page.")] = Path("evening.png"),
    table: TableName = None,
    data: DataDir = None,
    lang: Lang = None,
) -> None:
    """Draw a page of a finished game to share: the table, the result, curves by round, and what decided it."""
    from venice_pnp.cli import desk

    asked = _call(table, data, lang)
    desk.run(asked, lambda: desk.share(asked, out))


def host(
    table: TableName = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Of the pages.")] = 8770,
    local: Annotated[bool, typer.Option("--local", help="For browsers on this machine only.")] = False,
    address: Annotated[str, typer.Option(metavar="IP", help="Of this machine, where it has several.")] = "",
    site: Annotated[str, typer.Option(metavar="URL", help="Of the games' pages: refusals lead there.")] = "",
    data: DataDir = None,
    lang: Lang = None,
) -> None:
    """Serve a table to phones and a big screen on the home network, until Ctrl-C."""
    from venice_pnp.cli import desk
    from venice_pnp.cli.build import clear_messages
    from venice_pnp.cli.host import serve

    asked = _call(table, data, lang)
    with clear_messages():
        desk.run(asked, lambda: serve(asked, port, local, address, site))


def evenings(data: DataDir = None, lang: Lang = None, json: Json = False) -> None:
    """List the evenings that were played on this machine: date, game, players, winner, points, length."""
    from venice_pnp.cli import desk
    from venice_pnp.cli.evenings import evenings as listed

    asked = _call(None, data, lang, json)
    desk.run(asked, lambda: listed(asked))


def _question(word: str) -> Any:
    from venice_pnp.cli.questions import questions_by_word

    question = questions_by_word().get(word)
    if question is None:
        return None

    def ask(
        words: About = None,
        table: TableName = None,
        data: DataDir = None,
        lang: Lang = None,
        json: Json = False,
    ) -> None:
        from venice_pnp.cli import desk
        from venice_pnp.cli.questions import answer

        asked = _call(table, data, lang, json)
        desk.run(asked, lambda: answer(asked, word, words or []))

    made = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    made.command(word, help=question.help, context_settings=SETTINGS)(ask)
    return typer.main.get_command(made)


def rules(
    words: Annotated[list[str], typer.Argument(metavar="ID | GAME [WORDS]…")],
    ours: Annotated[
        bool, typer.Option("--ours", help="All rulings and additions of GAME: what the rulebook lacks.")
    ] = False,
    terms: Annotated[
        bool, typer.Option("--words", help="What the parts of GAME are called, in every language.")
    ] = False,
    data: DataDir = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show one rule by its ID, or search the rules of a game; each says whose it is."""
    from venice_pnp.cli import desk, lookup

    asked = _call(None, data, lang, json)
    whole = lookup.words if terms else lookup.our_rules if ours else None
    desk.run(asked, lambda: whole(asked, words[0]) if whole else lookup.rules(asked, words))

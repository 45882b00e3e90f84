"""What the print commands do: call the door, and say what was made."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec import structs

from venice_pnp.door.kits import open_kits
from venice_pnp.door.printing import Job, job_of, taken_in
from venice_pnp.door.wishes import Wish, WrongWish, one_of
from venice_pnp.kit import FaultyData
from venice_pnp.kit.folders import real
from venice_pnp.kit.mounting import stock_name
from venice_pnp.press.services import IMAGES
from venice_pnp.press.unchanged import digest_at_first, remember
from venice_pnp.press.workshop import MANIFEST, MadeFile
from venice_pnp.speech.trouble import Trouble
from venice_pnp.speech.words import Speech

if TYPE_CHECKING:
    from venice_pnp.door.looking import Glimpse
    from venice_pnp.door.printer import Calibration
    from venice_pnp.press.calibrate import Question
    from venice_pnp.press.profile import Profile


def run_build(wish: Wish, changes: bool = False) -> None:
    with clear_messages():
        if changes and wish.service != "home":
            stop(f"--profile {wish.service}: --changes compares sheets from home; leave it out", code=2)
        if changes:
            _make_changes(wish)
            return
        folders = taken_in(wish)
        before = digest_at_first(str(real(folder)) for folder in folders)
        job = job_of(wish)
        made = _made(job)
        _say_made(made, job)
        files = [f.path for f in made]
        if wish.service != IMAGES:
            remember(sys.argv[1:], folders, before, [*files, *{f.parent / MANIFEST for f in files}])


def _made(job: Job) -> list[MadeFile]:
    with _progress(job.steps) as step:
        return job.make(step)


def _make_changes(wish: Wish) -> None:
    from venice_pnp.door.prints import make_changes  # a usual build compares nothing and starts without it

    for line in make_changes(job_of(wish)):
        print(line)


def run_watch(wish: Wish, port: int) -> None:
    """Builds again after every save, with a page to look at."""
    from venice_pnp.cli.watch import watch  # with it comes a web server, which no other build needs
    from venice_pnp.door.looking import drawn_faces

    with clear_messages():
        folders = [str(folder) for folder in taken_in(wish)]
        watch(folders, lambda: _made(job_of(wish)), lambda: drawn_faces(wish), port)


def run_list(game: str | None, lang: str, data: Path | None) -> None:
    from rich.console import Console  # slow to load, and only this command needs it
    from rich.table import Table

    with clear_messages():
        for kit in open_kits([game] if game else [], data):
            one_of(lang, kit.game.languages, "language")
            table = Table(title=kit.game.title.in_language(lang), title_justify="left", box=None, pad_edge=False)
            for heading, justify in (
                ("count", "right"),
                ("part", "left"),
                ("id", "left"),
                ("rule", "left"),
                ("from", "left"),
            ):
                table.add_column(heading, justify=justify)  # type: ignore[arg-type]
            for name, c in kit.components.items():
                ours = f"{c.provenance} (ours: {c.designed.in_language(lang)})" if c.designed else c.provenance
                table.add_row(str(c.count), c.name.in_language(lang), name, c.rule, ours)
            Console().print(table)
            print(f"kit {kit.kit_id}\n")


def run_check(game: str | None, data: Path | None, templates: Path | None) -> None:
    from venice_pnp.door.looking import checked_kits  # a build starts without it

    with clear_messages():
        for kit in checked_kits(game, data, templates):
            parts = sum(c.count for c in kit.components.values())
            print(f"{kit.id}: {len(kit.components)} components, {parts} parts, kit {kit.kit_id}: all well")


def run_calibrate(settings: str, read: bool, paper: str, lang: str, out: Path | None) -> None:
    from venice_pnp.door.files import write_whole  # a build starts without these
    from venice_pnp.door.printer import Calibration, changed_profile
    from venice_pnp.press.profile import load_profile

    with clear_messages():
        if read and settings:
            stop("--read asks, --set stores what you name: use one of them", code=2)
        profile = changed_profile(load_profile(), f"paper={paper},{settings}" if paper else settings)
        calibration = Calibration(profile, lang)
        if settings:
            _store(calibration, profile)
        elif read:
            profile = calibration.profile_of(_readings(calibration))
            _store(calibration, profile)
            out = out or Path("calibration-check.pdf")
            write_whole(out, calibration.check(profile))
            print(calibration.word("now-check", file=out))
        else:
            out = out or Path("calibration.pdf")
            chosen = [f" --paper {paper}"] * bool(paper) + [f" --lang {lang}"] * (lang != "en")
            command = "".join(("venice-pnp calibrate --read", *chosen))
            write_whole(out, calibration.sheet(command))
            print(calibration.word("wrote", file=out, command=command))


def _store(calibration: Calibration, profile: Profile) -> None:
    """Keeps a profile, and says what it is."""
    from venice_pnp.press.profile import store_profile  # a build starts without these

    stored = store_profile(profile)
    print(calibration.told(profile))
    print(calibration.word("stored", stored=stored))


def _readings(calibration: Calibration) -> dict[Question, float]:
    """Asks for each reading until it is one; whoever types nothing stops."""
    print(calibration.word("ask-first"))
    found: dict[Question, float] = {}
    for question in calibration.questions:
        while question not in found:
            try:
                typed = input(calibration.word(f"ask-{question}"))
            except EOFError:
                typed = ""
            if not typed.strip():
                stop(calibration.word("stopped"))
            try:
                found[question] = calibration.reading(question, typed)
            except WrongWish as wrong:
                print(wrong)
    return found


def run_preview(look: Glimpse, out: Path | None) -> None:
    from venice_pnp.door.files import write_whole  # a build starts without these
    from venice_pnp.door.looking import preview

    with clear_messages():
        picture, faces = preview(look)
        target = out or Path(f"{look.game}-{look.part}.png" if look.part else f"{look.game}.png")
        write_whole(target, picture)
        print(f"Wrote {target}: {faces} faces.")


def run_table(
    game: str, lang: str, edition: str, dpi: int, data: Path | None, templates: Path | None, out: Path | None
) -> None:
    from venice_pnp.door.files import write_whole  # a build starts without these
    from venice_pnp.door.showing import WIDTH, draw_finished

    with clear_messages():
        picture = draw_finished(game, lang, edition, data, templates, WIDTH * dpi // 100)
        target = out or Path(f"{game}-table.png")
        write_whole(target, picture)
        print(f"Wrote {target}: {game} on a table.")


# --- saying -----------------------------------------------------------------------------------------------
@contextmanager
def clear_messages() -> Iterator[None]:
    try:
        yield
    except FaultyData as error:
        count = len(error.faults)
        stop(f"{error}\n{count} fault{'s' if count > 1 else ''}; nothing was written.")
    except WrongWish as wrong:
        stop(str(wrong), wrong.exit_code)
    except Trouble as trouble:
        stop(Speech("en").trouble(trouble), trouble.exit_code)
    except OSError as error:
        stop(f"{error.filename or 'a file'}: {error.strerror or error}")


def stop(message: str, code: int = 1) -> NoReturn:
    print(message, file=sys.stderr)
    raise SystemExit(code)


@contextmanager
def _progress(steps: int) -> Iterator[Any]:
    """A progress bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _name: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("drawing", total=steps)
        started = [False]

        def step(name: str) -> None:
            bar.update(task, description=name, advance=1 if started[0] else 0)
            started[0] = True

        yield step


def _say_made(made: list[MadeFile], job: Job) -> None:
    kits, order = job.kits, job.orders[0]
    shared = structs.replace(kits[0].shared, stocks={name: s for kit in kits for name, s in kit.shared.stocks.items()})
    words = {name: said.in_language("en") for name, said in shared.words.items()}
    wide = max((len(str(f.path)) for f in made), default=4)
    if order.service == IMAGES:
        print(f"{'list':<{wide}}  images  pieces")
        for file in made:
            print(f"{file.path!s:<{wide}}  {file.sheets:>6}  {file.pieces:>6}")
    else:
        print(f"{'file':<{wide}}  sheets  pieces  print on")
        for file in made:
            stock = stock_name(shared, file.stock, "en") if file.stock else "all sheets in print order"
            pieces = str(file.pieces) if file.pieces else ""
            print(f"{file.path!s:<{wide}}  {file.sheets:>6}  {pieces:>6}  {stock}")
        print()
        for folder, said in _against_area(made).items():
            stocks = [f"{stock_name(shared, stock, 'en')} {sheets} (area: {least})" for stock, sheets, least in said]
            print(f"{folder}: sheets of {'; '.join(stocks)}")
        print(f"\n{words['how-scale']} {words[f'how-{order.sides}']}\n{words['how-ruler']}")
    if order.service != "home":
        print(f"\n{words[f'service-{order.service}']}")


def _against_area(made: list[MadeFile]) -> dict[Path, list[tuple[str, int, int]]]:
    """Of each folder the sheets of every stock, and how many the area of their pieces would fill at least."""
    out: dict[Path, list[tuple[str, int, int]]] = {}
    counted = [file for file in made if file.pieces and not file.apart]
    for folder in dict.fromkeys(file.path.parent for file in counted):
        for stock in dict.fromkeys(file.stock for file in counted if file.path.parent == folder):
            own = [file for file in counted if (file.path.parent, file.stock) == (folder, stock)]
            least = math.ceil(sum(file.filled for file in own))
            out.setdefault(folder, []).append((stock, sum(file.sheets for file in own), least))
    return out

"""What the print commands do: gather, call the press, and say what was made."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from msgspec import structs

from venice_pnp.cli.manuscript import manuscript_of
from venice_pnp.draw.inks import EDITIONS, Edition
from venice_pnp.draw.studio import DrawBoard, Library, Studio
from venice_pnp.games import find_game, folder_of, game_names, open_kit
from venice_pnp.kit import FaultyData, Kit
from venice_pnp.kit.faults import nearest
from venice_pnp.kit.load import home
from venice_pnp.kit.models import Choice
from venice_pnp.press.build import build, steps_of
from venice_pnp.press.order import Order
from venice_pnp.press.pieces import Parts, draw_parts
from venice_pnp.press.profile import SIDES, Profile, Sides, load_profile, profile_path, store_profile
from venice_pnp.press.services import IMAGES, OWN_PRINTER, SERVICES, Service
from venice_pnp.press.unchanged import code_of, digest_at_first, remember
from venice_pnp.press.workshop import MANIFEST, MadeFile


class Wish(NamedTuple):
    """What `build` was asked for, as typed."""

    games: list[str]
    paper: str = ""
    lang: str = ""
    edition: str = ""
    sides: str = ""
    only: str = ""
    without: str = ""
    options: str = ""
    data: Path | None = None
    templates: Path | None = None
    out: Path = Path("output")
    service: str = "home"
    sleeves: bool = False


def run_build(wish: Wish, changes: bool = False) -> None:
    with clear_messages():
        if changes and wish.service != "home":
            stop(f"--profile {wish.service}: --changes compares sheets from home; leave it out", code=2)
        if changes:
            _make_changes(wish)
        else:
            taken_in = _taken_in(wish)
            before = digest_at_first(str(folder.resolve()) for folder in taken_in)
            made, kits, orders = _build(wish)
            _say_made(made, kits, orders[0])
            files = [f.path for f in made]
            if wish.service != IMAGES:
                remember(sys.argv[1:], taken_in, before, [*files, *{f.parent / MANIFEST for f in files}])


def _build(wish: Wish) -> tuple[list[MadeFile], list[Kit], list[Order]]:
    profile = load_profile()
    library = libraries_of(wish.templates, wish.data)
    kits = _wanted_kits(wish)
    orders = [_order(wish, kit, profile) for kit in kits]
    made: list[MadeFile] = []
    with _progress(sum(map(steps_of, orders))) as step:
        for kit, order in zip(kits, orders, strict=True):
            made += build(kit, library(kit), boards_of(kit), order, profile, wish.out, step, manuscript_of(kit))
    return made, kits, orders


def run_watch(wish: Wish, port: int) -> None:
    """Builds again after every save, with a page to look at."""
    from venice_pnp.cli.watch import drawn_faces, watch

    def draw() -> list[tuple[Studio, Parts]]:
        return drawn_faces(_wanted_kits(wish), libraries_of(wish.templates, wish.data), boards_of, _split(wish.lang))

    with clear_messages():
        watch([str(folder) for folder in _taken_in(wish)], lambda: _build(wish), draw, port)


def _wanted_kits(wish: Wish) -> list[Kit]:
    return [_choosing(kit, wish.options) for kit in _kits(wish.games, wish.data) if kit.components]


def _order(wish: Wish, kit: Kit, profile: Profile) -> Order:
    return Order(
        papers=tuple(_split(wish.paper) or [profile.paper]),
        langs=tuple(_split(wish.lang) or kit.game.languages),
        editions=tuple(_edition(e) for e in _split(wish.edition) or [_usual_edition(wish.service)]),
        sides=_sides(wish.sides or (profile if wish.service in OWN_PRINTER else Profile()).sides),
        only=frozenset(_split(wish.only)) or None,
        without=frozenset(_split(wish.without)),
        sleeves=wish.sleeves,
        service=_service(wish),
    )


def _service(wish: Wish) -> Service:
    """Who prints; what makes no sense for him is refused."""
    if wish.service not in SERVICES:
        stop(f"unknown profile '{wish.service}'{nearest(wish.service, SERVICES)}", code=2)
    for service, given, message in (
        ("images", wish.paper, "images have no paper; leave out --paper"),
        ("images", wish.sides, "images are fronts and backs by themselves; leave out --sides"),
        ("images", wish.sleeves, "images hold no boxes; leave out --sleeves"),
        ("copy-shop", wish.sides == "gutterfold", "a copy shop prints both sides; leave out --sides gutterfold"),
        ("black", wish.edition not in ("", "low-ink"), "black prints the low-ink edition; leave out --edition"),
    ):
        if wish.service == service and given:
            stop(f"--profile {service}: {message}", code=2)
    return next(service for service in SERVICES if service == wish.service)


def _usual_edition(service: str) -> Edition:
    return "low-ink" if service == "black" else "colour"


def _taken_in(wish: Wish) -> list[Path]:
    """Everything a build reads."""
    own = [folder for folder in (wish.data, wish.templates) if folder]
    for game in wish.games or game_names(wish.data):
        if folder := folder_of(game, wish.data):
            own += [folder, *map(Path, code_of(find_game(game).boards().values()))]
    return [*dict.fromkeys(own), home("data"), home("templates"), profile_path()]


def _make_changes(wish: Wish) -> None:
    from venice_pnp.press.change_sheets import change_sheets
    from venice_pnp.referee.home import printed_folder

    profile = load_profile()
    library = libraries_of(wish.templates, wish.data)
    for kit in _wanted_kits(wish):
        order = _order(wish, kit, profile)
        for line in change_sheets(kit, library(kit), boards_of(kit), order, profile, wish.out, printed_folder()):
            print(line)


def run_list(game: str | None, lang: str, data: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table

    with clear_messages():
        for kit in _kits([game] if game else [], data):
            if lang not in kit.game.languages:
                stop(f"unknown language '{lang}'{nearest(lang, kit.game.languages)}")
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
    with clear_messages():
        library = libraries_of(templates, data)
        faults = []
        kits = []
        for name in [game] if game else game_names(data):
            try:
                kit = open_kit(name, data)
                kits.append(kit)
                for lang in kit.game.languages:
                    for edition in EDITIONS:
                        draw_parts(Studio(kit, library(kit), lang, edition), boards_of(kit))
            except FaultyData as error:
                faults += error.faults
        if faults:
            raise FaultyData(faults)
        for kit in kits:
            parts = sum(c.count for c in kit.components.values())
            print(f"{kit.id}: {len(kit.components)} components, {parts} parts, kit {kit.kit_id}: all well")


def run_calibrate(settings: str, paper: str, lang: str, out: Path) -> None:
    from venice_pnp.press.calibrate import calibration_pdf

    with clear_messages():
        profile = load_profile()
        if settings:
            stored = store_profile(_changed(profile, settings))
            print(f"Stored in {stored}; `venice-pnp build` uses it from now on.")
            return
        shared = _shared()
        if paper not in shared.papers:
            stop(f"unknown paper '{paper}'{nearest(paper, shared.papers)}")
        if lang not in shared.languages:
            stop(f"unknown language '{lang}'{nearest(lang, shared.languages)}")
        write_whole(out, calibration_pdf(shared, library_of(None, None).fonts, paper, lang))
        print(f"Wrote {out}. Print it at 100 %, duplex, and read the two scales.")
        print("Then: venice-pnp calibrate --set back-x=…,back-y=…,scale-x=…,scale-y=…")


def run_preview(
    game: str,
    part: str | None,
    lang: str,
    edition: str,
    dpi: int,
    data: Path | None,
    templates: Path | None,
    out: Path | None,
    pieces: bool = False,
) -> None:
    from venice_pnp.press.preview import contact_sheet, with_pieces

    with clear_messages():
        kit = open_kit(game, data)
        if part and part not in kit.components:
            stop(f"unknown part '{part}'{nearest(part, kit.components)}")
        if lang not in kit.game.languages:
            stop(f"unknown language '{lang}'{nearest(lang, kit.game.languages)}")
        studio = Studio(kit, libraries_of(templates, data)(kit), lang, _edition(edition))
        parts = draw_parts(studio, boards_of(kit), frozenset([part]) if part and not pieces else None)
        if pieces:
            full = find_game(kit.id).full_boards()
            laid = full.get(part or "")
            if part is None or laid is None:
                stop(f"--with-pieces needs a part on which {kit.id} lays pieces{nearest(part or '', full)}")
            parts = with_pieces(kit, parts, part, laid(kit))
        target = out or Path(f"{game}-{part}.png" if part else f"{game}.png")
        write_whole(target, contact_sheet(parts, studio.fonts, dpi))
        print(f"Wrote {target}: {len(parts.faces)} faces.")


# --- gathering ------------------------------------------------------------------------------------------
def _kits(games: list[str], data: Path | None) -> list[Kit]:
    """The kits asked for; the faults of all of them at once."""
    kits, faults = [], []
    for name in games or game_names(data):
        try:
            kits.append(open_kit(name, data))
        except FaultyData as error:
            faults += error.faults
    if faults:
        raise FaultyData(faults)
    if not kits:
        stop("there is no game in this data folder")
    return kits


def _choosing(kit: Kit, options: str) -> Kit:
    """The kit with the options of this print, such as `deck=listed`."""
    chosen: dict[str, str] = {}
    for pair in _split(options):
        name, _, value = pair.partition("=")
        try:
            option = kit.looked_up(f"options.{name}")
        except KeyError:
            option = None
        if not isinstance(option, Choice):
            stop(f"{kit.id} has no option '{name}' for its parts", code=2)
        if value not in option.values:
            stop(f"unknown value '{value}' of {name}{nearest(value, option.values)}", code=2)
        chosen[name] = value
    made = structs.replace(kit, chosen=chosen)
    for name, component in kit.components.items():
        count = sum(item.copies for item in made.items(component))
        if count != component.count:
            stop(f"{component.rule} asks for {component.count} × {name}, but with {options} the data makes {count}")
    return made


def boards_of(kit: Kit) -> Mapping[str, DrawBoard]:
    """What the game's own code can draw."""
    return find_game(kit.id).boards()


def library_of(templates: Path | None, data: Path | None) -> Library:
    """The shipped templates, with one's own over them: given, or beside one's own data."""
    if templates and not templates.is_dir():
        stop(f"{templates}: no such folder of templates")
    beside = data / "templates" if data and (data / "templates").is_dir() else None
    own = templates or beside
    return Library(own, home("templates")) if own else Library(home("templates"))


def libraries_of(templates: Path | None, data: Path | None) -> Callable[[Kit], Library]:
    """The library of each kit: the same for all but games from elsewhere, which bring templates of their own."""
    made: dict[Path | None, Library] = {data: library_of(templates, data)}

    def library(kit: Kit) -> Library:
        folder = folder_of(kit.name, data)
        if folder not in made:
            made[folder] = library_of(templates, folder)
        return made[folder]

    return library


def _shared() -> Any:
    from venice_pnp.kit import load_shared

    return load_shared(home("data"))


def _split(text: str) -> list[str]:
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def _edition(name: str) -> Edition:
    for edition in EDITIONS:
        if name == edition:
            return edition
    stop(f"unknown edition '{name}'{nearest(name, EDITIONS)}", code=2)


def _sides(name: str) -> Sides:
    for sides in SIDES:
        if name == sides:
            return sides
    stop(f"unknown sides '{name}'{nearest(name, SIDES)}", code=2)


def _changed(profile: Profile, settings: str) -> Profile:
    """The profile with `key=value` pairs set; the reader checks them as it does the file."""
    known = {f.encode_name for f in structs.fields(Profile)}
    values = {k.replace("_", "-"): v for k, v in structs.asdict(profile).items()}
    for pair in _split(settings):
        key, equals, value = pair.partition("=")
        if not equals or key not in known:
            stop(f"expected KEY=VALUE, found '{pair}'{nearest(key, known)}", code=2)
        values[key] = value
    return _checked_profile(values)


def _checked_profile(values: dict[str, Any]) -> Profile:
    import tempfile

    from venice_pnp.kit.reader import Reader

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / profile_path().name
        file.write_text("".join(f"{k}: {v}\n" for k, v in values.items()), "utf-8")
        reader = Reader()
        made = reader.read(file, Profile)
    if reader.faults or made is None:
        stop("; ".join(fault.message for fault in reader.faults))
    return made


def write_whole(path: Path, content: bytes) -> None:
    """The whole file or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(content)
    new.replace(path)


# --- saying -----------------------------------------------------------------------------------------------
@contextmanager
def clear_messages() -> Iterator[None]:
    try:
        yield
    except FaultyData as error:
        count = len(error.faults)
        stop(f"{error}\n{count} fault{'s' if count > 1 else ''}; nothing was written.")
    except BrokenPipeError:
        raise
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


def _say_made(made: list[MadeFile], kits: list[Kit], order: Order) -> None:
    stocks = {name: stock for kit in kits for name, stock in kit.shared.stocks.items()}
    words = {name: said.in_language("en") for name, said in kits[0].shared.words.items()}
    wide = max((len(str(f.path)) for f in made), default=4)
    if order.service == IMAGES:
        print(f"{'list':<{wide}}  images  pieces")
        for file in made:
            print(f"{file.path!s:<{wide}}  {file.sheets:>6}  {file.pieces:>6}")
    else:
        print(f"{'file':<{wide}}  sheets  pieces  print on")
        for file in made:
            stock = stocks[file.stock].name.in_language("en") if file.stock else "all sheets in print order"
            pieces = str(file.pieces) if file.pieces else ""
            print(f"{file.path!s:<{wide}}  {file.sheets:>6}  {pieces:>6}  {stock}")
        print(f"\n{words['how-scale']} {words[f'how-{order.sides}']}\n{words['how-ruler']}")
    if order.service != "home":
        print(f"\n{words[f'service-{order.service}']}")

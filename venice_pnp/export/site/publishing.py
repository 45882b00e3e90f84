"""From kits to a folder of pages: what did not change since the last time stays as it is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from html import escape
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from msgspec import MsgspecError, Struct, json

from venice_pnp import __version__
from venice_pnp.door.kits import game_names, is_refereed, libraries_of, load_kit
from venice_pnp.door.manuscript import manuscript_of
from venice_pnp.door.printing import edition_of, job_of, taken_in
from venice_pnp.door.wishes import Several, Wish, WrongWish, listed, one_of
from venice_pnp.draw.studio import Library, Studio
from venice_pnp.export.site.gamepages import FILES, GAME, GamePages, Offered, Source, page, tongue_links
from venice_pnp.export.site.markup import FORM
from venice_pnp.export.site.showcase import Exhibit, image, put
from venice_pnp.export.site.site_data import SiteData, SiteWords, load_site_data
from venice_pnp.export.site.webfonts import write_fonts
from venice_pnp.kit import Kit
from venice_pnp.kit.faults import FaultyData
from venice_pnp.kit.inherit import lineage
from venice_pnp.kit.load import GAME_FILE, home
from venice_pnp.press.abreast import abreast
from venice_pnp.press.profile import Profile
from venice_pnp.press.unchanged import digest
from venice_pnp.press.workshop import MANIFEST
from venice_pnp.speech.tongues import tongues

if TYPE_CHECKING:
    from venice_pnp.lab.tally import Findings

RECORD = ".venice-site.json"
DOWNLOADS, STYLE = "downloads", "style"
SYMBOLS = "symbols"  # the folder among templates
STATIC = ("site.js", "icon.svg", "waves.svg")
FOUND = "report.json"  # what the lab leaves beside its report


class SiteWish(NamedTuple):
    """What the site is to show; where nothing is said, what is usual."""

    out: Path
    games: Sequence[str] = ()
    data: Path | None = None
    paper: Several = ""
    edition: Several = ""
    downloads: bool = True
    lab: Path = Path("output/lab")
    lang: Several = ""
    address: str = ""  # where it will be: booklets lead there


class SiteCard(Struct, frozen=True):
    """A game on the shelf, in one language."""

    title: str
    credit: str
    players: str
    cover: Exhibit


class Published(Struct, frozen=True):
    """A game of the site: from what it was made, its files, and its cards by language."""

    given: str
    files: list[str]
    cards: dict[str, SiteCard]


class SiteRecord(Struct, frozen=True):
    """What a folder holds; kept in it, so that the next time only what changed is made."""

    program: str = ""
    games: dict[str, Published] = {}


class MadeSite(NamedTuple):
    """What was made: the first page, which games were made anew and which were left, and how many files there are."""

    first: Path
    made: list[str]
    left: list[str]
    files: int


def publish(wish: SiteWish, step: Callable[[str], None] = lambda _name: None) -> MadeSite:
    """Makes what changed; `step` hears the name of each game that is made."""
    out, data, before = wish.out, load_site_data(wish.data), _record_of(wish.out)
    known = game_names(wish.data)
    names = [one_of(name, known, "game", 2) for name in wish.games] or known
    program = digest([str(FORM)])
    fresh = before.program != program  # what another program has drawn is drawn again
    games, made = dict(before.games), []
    _note(out, before)
    for name in names:
        given, old = _given(name, wish, data), games.get(name)
        if old and old.given == given and all((out / file).is_file() for file in old.files):
            continue
        step(name)
        games[name] = _published(name, wish, data, given, fresh)
        made.append(name)
    files = {*_style(out, data, fresh), *_shelves(wish, games, data), *_files_of(games.values())}
    for file in {*_files_of(before.games.values())} - files:
        _take_away(out, file)
    _note(out, SiteRecord(program, games))
    return MadeSite(out / FILES[GAME], made, [name for name in names if name not in made], len(files))


def _files_of(games: Iterable[Published]) -> Iterator[str]:
    return (file for game in games for file in game.files)


# --- what is there already ----------------------------------------------------------------------------------
def _record_of(out: Path) -> SiteRecord:
    """What the folder holds; raises WrongWish if it is somebody else's."""
    try:
        return json.decode((out / RECORD).read_bytes(), type=SiteRecord)
    except FileNotFoundError:
        if out.is_dir() and any(out.iterdir()):
            raise WrongWish(f"{out} holds other files; name an empty folder, or that of an earlier site") from None
    except MsgspecError:
        pass  # of another version: all of it is made again
    return SiteRecord()


def _note(out: Path, record: SiteRecord) -> None:
    put(out / RECORD, json.format(json.encode(record), indent=1) + b"\n")


def _given(game: str, wish: SiteWish, data: SiteData) -> str:
    """A hash of all that the pages of a game are made from."""
    several = (listed(wish.paper) or data.papers, listed(wish.edition) or data.editions, listed(wish.lang))
    asked = [game, wish.downloads, wish.address, *several]
    folders = [*_read_by(game, wish.data), *_reports(wish.lab)]
    return hashlib.sha256(json.encode([*asked, digest(map(str, folders))])).hexdigest()[:16]


def _read_by(game: str, data: Path | None) -> list[Path]:
    """The data and templates that a game is made from: without those of games that it does not extend."""
    shipped, own = home("data"), data or home("data")
    everything = taken_in(Wish((game,), data=data))[:-1]  # all but the printer's profile
    try:
        line = lineage(own / game, shipped) if (own / game / GAME_FILE).is_file() else []
    except FaultyData:
        line = []
    if not line:
        return everything
    others = {file.parent.name for base in (own, shipped) for file in base.glob(f"*/{GAME_FILE}")}
    others -= {folder.name for folder in line}
    parted = {own, shipped}
    if data is None:  # an own kit may use any template
        everything.append(home("templates") / SYMBOLS)
        parted |= {home("templates"), home("templates") / SYMBOLS}

    def read(folder: Path) -> Iterator[Path]:
        entries = sorted(folder.iterdir()) if folder in parted else [folder]
        return (entry for entry in entries if entry.name not in {*others, SYMBOLS} or entry is folder)

    return [entry for folder in everything for entry in read(folder)]


def _take_away(out: Path, file: str) -> None:
    """A file that no page shows any more, and the folders that only it needed."""
    path, top = (out / file).resolve(), out.resolve()
    if top in path.parents:
        path.unlink(missing_ok=True)
        for folder in path.parents:
            if folder == top or not folder.is_dir() or any(folder.iterdir()):
                break
            folder.rmdir()


# --- games --------------------------------------------------------------------------------------------------
def _published(name: str, wish: SiteWish, data: SiteData, given: str, fresh: bool) -> Published:
    kit = load_kit(name, wish.data)
    library, fallback = libraries_of(None, wish.data)(kit), kit.shared.fallback
    for paper in listed(wish.paper):
        one_of(paper, kit.shared.papers, "paper", 2)
    papers = listed(wish.paper) or data.papers
    langs = [one_of(lang, kit.game.languages, "language", 2) for lang in listed(wish.lang)] or kit.game.languages
    offered = _offered(kit, wish, papers, langs, data) if wish.downloads else {}
    manuscript, refereed, findings = manuscript_of(kit), is_refereed(kit), _findings(kit, wish)

    def one_language(lang: str) -> tuple[list[str], SiteCard]:
        named = {code: kit.shared.languages[code] for code in langs}
        source = Source(manuscript, refereed, offered.get(lang, ()), findings, named)
        studio = Studio(kit, library, lang, "colour")
        pages = GamePages(studio, wish.out, source, SiteWords(data, lang, fallback), papers[0], fresh)
        written = {f"{lang}/{kit.name}/{file}": text for file, text in pages.written().items()}
        for file, text in written.items():
            put(wish.out / file, text.encode())
        card = SiteCard(pages.title, kit.game.credit.in_language(lang), pages.players(), pages.cover)
        return [*written, *pages.showcase.files], card

    with closing(abreast([partial(one_language, lang) for lang in langs])) as done:
        told = dict(zip(langs, done, strict=True))
    downloads = [one.file for files in offered.values() for one in files]
    lists = {PurePosixPath(file).with_name(MANIFEST).as_posix() for file in downloads}  # beside what is built
    files = sorted({*downloads, *lists, *(file for made, _ in told.values() for file in made)})
    return Published(given, files, {lang: card for lang, (_, card) in told.items()})


def _offered(
    kit: Kit, wish: SiteWish, papers: Sequence[str], langs: Sequence[str], data: SiteData
) -> dict[str, list[Offered]]:
    """The printable files, as anybody's printer wants them: the profile of this one stays here."""
    editions = [edition_of(name) for name in listed(wish.edition)] or data.editions
    out, sides = wish.out / DOWNLOADS, Profile().sides
    asked = Wish((kit.name,), papers, langs, editions, sides, data=wish.data, out=out, site=wish.address)
    made = job_of(asked)._replace(profile=Profile()).make(lambda _name: None)
    found: dict[str, list[Offered]] = {}
    for file in made:
        _, lang, paper, *rest = file.path.relative_to(out).parts
        edition = rest[0] if len(rest) > 1 else "colour"
        place = file.path.relative_to(wish.out).as_posix()
        found.setdefault(lang, []).append(Offered(paper, edition, place, file.path.stat().st_size))
    return {lang: sorted(files, key=_in_order) for lang, files in found.items()}


def _in_order(one: Offered) -> tuple[str, str, bool]:
    """The whole kit first."""
    return one.paper, one.edition, not one.file.endswith("/kit.pdf")


def _reports(lab: Path) -> list[Path]:
    return sorted(lab.glob(f"*/{FOUND}"))


def _findings(kit: Kit, wish: SiteWish) -> Findings | None:
    """What the lab found of these very data, in the most games; comparisons and sweeps are of something else."""
    reports = _reports(wish.lab)
    if not reports:
        return None
    from venice_pnp.lab.tally import Findings  # only where there are figures

    found = []
    for report in reports:
        try:
            one = json.decode(report.read_bytes(), type=Findings)
        except (OSError, MsgspecError):
            continue  # of another version, or somebody else's
        if [summary.kit for summary in one.summaries] == [kit.kit_id] and not one.swept:
            found.append(one)
    return max(found, key=lambda one: one.played, default=None)


# --- shelves and style --------------------------------------------------------------------------------------
def _shelves(wish: SiteWish, games: dict[str, Published], data: SiteData) -> Iterator[str]:
    """The first page in every language; the very first is that of the first language."""
    known = tongues(wish.data)
    langs = list(dict.fromkeys(lang for game in games.values() for lang in game.cards))
    for lang in langs:
        words = SiteWords(data, lang, known.leans_on)
        for file, up in ((f"{lang}/{FILES[GAME]}", "../"), (FILES[GAME], "")):
            if up or lang == langs[0]:
                links = {code: (f"{up}{code}/{FILES[GAME]}", known.names.get(code, code)) for code in langs}
                put(wish.out / file, _shelf(games, words, up, tongue_links(words, links)).encode())
                yield file


def _shelf(games: dict[str, Published], words: SiteWords, up: str, links: str) -> str:
    cards = []
    for name, game in games.items():
        lang = words.lang if words.lang in game.cards else next(iter(game.cards))
        card = game.cards[lang]
        cards.append(
            f'<li><a class="card" href="{up}{lang}/{name}/{FILES[GAME]}">{image(card.cover, up, zoom=False)}'
            f"<strong>{escape(card.title)}</strong><span>{escape(card.players)}</span><br>"
            f'<span class="credit">{escape(card.credit)}</span></a></li>'
        )
    head = f'<h1>{escape(words.say("shelf"))}</h1>\n<p class="lead">{escape(words.say("shelf-about"))}</p>\n'
    body = f'{head}<ul class="cards">{"".join(cards)}</ul>\n'
    footer = escape(words.say("made-shelf", version=__version__))
    return page(words, up, "shelf", words.say("shelf"), body, tongues=links, footer=footer)


def _style(out: Path, data: SiteData, fresh: bool) -> Iterator[str]:
    """Style, script, ornaments and typefaces, the same for all pages."""
    faces, files = write_fonts(out, Library(home("templates")).fonts, data, fresh)
    put(out / STYLE / "site.css", faces.encode() + (FORM / "site.css").read_bytes())
    for name in STATIC:
        put(out / STYLE / name, (FORM / name).read_bytes())
    yield from (*files, f"{STYLE}/site.css", *(f"{STYLE}/{name}" for name in STATIC))

"""The booklet of a game: chapters of prose, rules by their ID, examples and pictures, in `booklet.yaml`.

The sentences that state a rule stand in `rules.yaml`; the booklet only says which come where, so that the
booklet, `venice-pnp rules` and the referee's refusals never differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from pathlib import Path
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from venice_pnp.kit.cache import kept
from venice_pnp.kit.faults import Fault, FaultyData, nearest
from venice_pnp.kit.inherit import laid_over
from venice_pnp.kit.load import borrow
from venice_pnp.kit.models import OURS, RULING, SOURCES, Box, Kit, Mm, Model, Point
from venice_pnp.kit.reader import Plain, Reader
from venice_pnp.kit.wording import ANY, Words

BOOKLET, RULES, SETUPS = "booklet.yaml", "rules.yaml", "setups.yaml"
PARTS_SECTION = "2"
ONE_WAY = "expected parts to show in a row, or in groups"
T = TypeVar("T")
Share = Annotated[float, Meta(gt=0, le=1)]
Part = Annotated[float, Meta(ge=0, lt=1)]
Listed = Annotated[int, Meta(ge=1, le=3)]


class Note(Model, frozen=True):
    """A number or a few words on a picture of the board. It points at a place that moves name, at a piece that lies
    there (`gondola`, `figure/campo`), or at a spot in mm from the board's top left corner."""

    thing: str = ""
    at: Point | None = None
    points: Point | None = None  # what a note beside it, `at` a spot, is tied to
    text: Words | None = None  # its number if nothing is said
    says: Words | None = None  # what stands under its number in the legend
    coin: bool = False  # it is money, such as a bid: drawn as a coin


class Situation(Model, frozen=True):
    """The board as a record leaves it: who plays, how it stands at the start, and what moves are made then."""

    players: list[str]
    caption: Words | None = None
    options: Plain = Plain()
    start: Plain | None = None
    setup: str = ""  # the id of a set-up (setups.yaml) instead of a start
    moves: list[Plain] = []  # noqa: RUF012 - msgspec copies an empty default
    part: Box | None = None  # which part of the board is shown, in mm; all of it if nothing is said
    width: Share = 1.0  # of the column
    notes: list[Note] = []  # noqa: RUF012 - as above
    ways: list[list[Point]] = []  # noqa: RUF012 - as above; arrows through these spots of the board
    before: int = 0  # a picture of the board before so many of the last moves stands beside it


class FaceGroup(Model, frozen=True):
    """Parts that belong together, such as those before one player, and whose or what they are."""

    show: list[str]
    label: Words


class Faces(Model, frozen=True):
    """Some of our own parts in a row: `component/item`, `component/item/back` for the other side; or groups."""

    show: list[str] = []  # noqa: RUF012 - msgspec copies an empty default
    groups: list[FaceGroup] = []  # noqa: RUF012 - as above; instead of a row
    overlap: Part = 0.0  # of each part of a group that lies under the next
    caption: Words | None = None
    height: Mm = 24.0  # the largest; all are reduced alike


class Block(Model, frozen=True):
    """One thing of a chapter: just one of these keys, or an example with a picture in its frame."""

    heading: Words | None = None
    text: Words | None = None
    rules: list[str] | None = None
    columns: Listed = 1  # in which the list of such a rule stands
    example: Words | None = None
    table: list[list[Words]] | None = None  # the first row is its head
    parts: bool = False  # the list of parts with their pictures
    situation: Situation | None = None
    faces: Faces | None = None


class Chapter(Model, frozen=True):
    title: Words
    blocks: list[Block]
    small: bool = False  # set small and in columns, after all that are not


class TurnStep(Model, frozen=True):
    """One of the pictures that teach a turn: what is done, in a few words."""

    title: Words
    text: Words
    situation: Situation | None = None
    faces: Faces | None = None


class TurnPictures(Model, frozen=True):
    """The first spread: a turn or a round in three to six pictures."""

    title: Words
    about: Words
    steps: Annotated[list[TurnStep], Meta(min_length=3, max_length=6)]


class Topic(Model, frozen=True):
    """A word of the index, and the rules that tell about it."""

    name: Words
    rules: list[str]


class Ruling(Model, frozen=True):
    """A decision of ours where the rulebook is silent or says two things."""

    rules: list[str]  # that rest on it; the one that states it first
    book: Words  # what the rulebook says, or that it says nothing
    chosen: Words  # what we play
    why: Words
    brief: Words | None = None  # what is open, and **what we play**, for the page in the booklet
    option: str = ""  # the option of the game by which a table plays it the other way
    other: Words | None = None  # what that other way is, for players
    refusals: list[str] = []  # noqa: RUF012 - keys of messages.yaml: refusals that rest on it
    program: bool = False  # it concerns the referee alone, and no booklet prints it


class Sources(Model, frozen=True):
    """Whose a rule is. What rests on a ruling stands in none of these lists."""

    rulebook: list[str] = []  # noqa: RUF012 - of the rulebook
    short_rules: list[str] = []  # noqa: RUF012 - of its short rules alone
    ours: list[str] = []  # noqa: RUF012 - additions of ours

    def by_rule(self) -> dict[str, str]:
        lists = zip(SOURCES, (self.rulebook, self.short_rules, self.ours), strict=True)
        return {rule: source for source, rules in lists for rule in rules}


class Rulebook(Model, frozen=True):
    rules: dict[str, Words]
    provenance: Sources = Sources()
    rulings: list[Ruling] = []  # noqa: RUF012 - msgspec copies an empty default


class Setup(Model, frozen=True):
    """A set-up with a name, for a quick start."""

    id: str
    name: Words
    about: Words  # one sentence: what it is good for
    start: Plain  # a partial snapshot, as the start of a record


class SetupFile(Model, frozen=True):
    setups: list[Setup]


class Term(Model, frozen=True):
    """What a part or a notion of the game is called, in every text of ours."""

    name: Words
    parts: list[str] = []  # noqa: RUF012 - the components that are called so
    strangers: dict[str, list[str]] = {}  # noqa: RUF012 - by language: words for it that no text uses


class GlossaryFile(Model, frozen=True):
    glossary: dict[str, Term]


class BookletFile(Model, frozen=True):
    booklet: list[Chapter]
    turn: TurnPictures | None = None
    brief: list[Words] = []  # noqa: RUF012 - the game in 90 seconds, for whoever explains it
    topics: list[Topic] = []  # noqa: RUF012 - the index


class Book(Struct, frozen=True):
    """What a game's booklet says, checked, and in which languages it says all of it."""

    chapters: list[Chapter]
    rules: dict[str, Words]
    languages: list[str]
    sources: dict[str, str] = {}  # whose each rule is, if the kit says so
    rulings: list[Ruling] = []
    setups: list[Setup] = []
    turn: TurnPictures | None = None
    brief: list[Words] = []
    topics: list[Topic] = []

    def situations(self) -> Iterator[Situation]:
        """All that is shown on the board, in the chapters and on the first spread."""
        blocks = [block for chapter in self.chapters for block in chapter.blocks]
        for one in [*blocks, *(self.turn.steps if self.turn else ())]:
            if one.situation:
                yield one.situation

    def used(self) -> list[str]:
        """The IDs of the rules in the order of the booklet."""
        return [rule for chapter in self.chapters for block in chapter.blocks for rule in block.rules or ()]

    def printed(self, kit: Kit) -> set[str]:
        """The rules that the booklet prints: in its chapters, and in its list of parts."""
        return {rule for _, rules in self.by_chapter(kit) for rule in rules}

    def by_chapter(self, kit: Kit) -> list[tuple[Chapter, list[str]]]:
        """The chapters with the rules that they print, in the order of the booklet."""
        parts = [part.rule for part in kit.components.values() if describes(part.rule)]

        def of(block: Block) -> list[str]:
            return [*(parts if block.parts else ()), *(block.rules or ())]

        return [(chapter, [rule for block in chapter.blocks for rule in of(block)]) for chapter in self.chapters]

    def additions(self, kit: Kit) -> tuple[list[str], list[str]]:
        """Our own rules: those that the booklet prints in its chapters and its list of parts, and those of the
        referee alone."""
        printed = self.printed(kit)
        ours = [rule for rule in self.rules if self.sources.get(rule) == OURS]
        return [rule for rule in ours if rule in printed], [rule for rule in ours if rule not in printed]


def describes(rule: str) -> bool:
    """Section 2 of the rules describes the parts; other sections say what is done with them."""
    return rule.partition("-")[2].partition(".")[0] == PARTS_SECTION


def load_book(kit: Kit) -> Book | None:
    """The booklet of a game, or None if it has none; raises FaultyData with every fault found. It is read from the
    cache where its files are unchanged."""
    names = (RULES, BOOKLET, SETUPS)
    files = [folder / name for folder in kit.folders for name in names if (folder / name).is_file()]
    leaning = (f"{lang}={other}" for lang, other in kit.shared.fallback.items())
    name = "-".join(["book", kit.name, *kit.game.languages, *leaning])
    return kept(name, [*files, Path(__file__)], Book | None, partial(_read, kit))


def _read(kit: Kit) -> Book | None:
    reader = Reader()
    manuscript = _laid(reader, kit, BOOKLET, BookletFile)
    rulebook = _laid(reader, kit, RULES, Rulebook)
    laid = _laid(reader, kit, SETUPS, SetupFile)
    sources = _sources(reader, kit)
    reader.raise_if_faulty()
    if manuscript is None or not manuscript.booklet:
        return None
    chapters, setups = manuscript.booklet, laid.setups if laid else []
    rules, rulings = (rulebook.rules, rulebook.rulings) if rulebook else ({}, [])
    sources |= {rule: RULING for ruling in rulings for rule in ruling.rules}
    spoken = [lang for lang in kit.game.languages if any(lang in chapter.title for chapter in chapters)]
    if sources:  # a rule of an own kit that nobody has placed is the kit's own
        sources = {rule: sources.get(rule, OURS) for rule in rules}
    more = manuscript.turn, manuscript.brief, manuscript.topics
    book = Book(chapters, rules, spoken, sources, rulings, setups, *more)
    faults = [Fault(reader.places[path], message) for path, message in _wrong(book)]
    for place, words in reader.words:
        borrow(words, kit.shared.fallback)
        missing = [lang for lang in spoken if lang not in words and ANY not in words]
        faults += [Fault(place, f"the text in {', '.join(missing)} is missing")] if missing else []
    if faults:
        raise FaultyData(faults)
    return book


def _laid(reader: Reader, kit: Kit, name: str, model: type[T]) -> T | None:
    """A file of texts: an own kit's is laid over that of the game it extends."""
    files = [folder / name for folder in reversed(kit.folders) if (folder / name).is_file()]
    roots = [root for file in files if (root := reader.compose(file)) is not None]
    return reader.whole(reduce(laid_over, roots), model) if roots else None


def _sources(reader: Reader, kit: Kit) -> dict[str, str]:
    """Whose each rule is, as the lists say; those of an own kit add to its game's."""
    found: dict[str, str] = {}
    for folder in reversed(kit.folders):
        own = reader.sections(folder / RULES).get("provenance") if (folder / RULES).is_file() else None
        placed = reader.value(own[1], Sources, "provenance") if own else None
        found |= placed.by_rule() if isinstance(placed, Sources) else {}
    return found


def _wrong(book: Book) -> Iterator[tuple[str, str]]:
    """What the model alone cannot tell, with the place."""
    for r, ruling in enumerate(book.rulings):
        for n, rule in enumerate(ruling.rules):
            if rule not in book.rules:
                yield f"rulings.{r}.rules.{n}", f"there is no rule '{rule}'{nearest(rule, book.rules)}"
    for t, topic in enumerate(book.topics):
        for n, rule in enumerate(topic.rules):
            if rule not in book.rules:
                yield f"topics.{t}.rules.{n}", f"there is no rule '{rule}'{nearest(rule, book.rules)}"
    for s, step in enumerate(book.turn.steps if book.turn else ()):
        if (step.situation is None) == (step.faces is None):
            yield f"turn.steps.{s}", "expected one picture: a situation, or faces"
        if step.faces and bool(step.faces.show) == bool(step.faces.groups):
            yield f"turn.steps.{s}.faces", ONE_WAY
    named = {setup.id for setup in book.setups}
    seen: dict[str, str] = {}
    for c, chapter in enumerate(book.chapters):
        for b, block in enumerate(chapter.blocks):
            at = f"booklet.{c}.blocks.{b}"
            said = [block.heading, block.text, block.rules, block.example, block.table, block.parts or None]
            pictures = [block.situation, block.faces]
            told, shown = sum(s is not None for s in said), sum(p is not None for p in pictures)
            if told + shown != 1 and not (block.example and told == shown == 1):
                yield at, "expected one thing in a block, or an example with one picture"
            if block.faces and bool(block.faces.show) == bool(block.faces.groups):
                yield f"{at}.faces", ONE_WAY
            legend = block.situation is not None and any(note.says for note in block.situation.notes)
            if any(picture and not picture.caption for picture in pictures) and not (block.example or legend):
                yield at, "a picture needs a caption, or a legend"
            if block.situation and block.situation.setup and block.situation.setup not in named:
                wanted = block.situation.setup
                yield f"{at}.situation.setup", f"there is no set-up '{wanted}'{nearest(wanted, named)}"
            if block.table and len({len(row) for row in block.table}) != 1:
                yield f"{at}.table", "every row of a table needs the same number of cells"
            for r, rule in enumerate(block.rules or ()):
                path = f"{at}.rules.{r}"
                if rule not in book.rules:
                    yield path, f"there is no rule '{rule}'{nearest(rule, book.rules)}"
                elif rule in seen:
                    yield path, f"the rule {rule} stands already in the booklet"
                seen[rule] = path

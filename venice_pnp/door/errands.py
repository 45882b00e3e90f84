"""Tables, typed-in positions, records and rules: each errand one call, in the language asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from venice_pnp.contract.play import Refused
from venice_pnp.door.company import check_company, is_dealt, seated
from venice_pnp.door.files import Where, path_of
from venice_pnp.door.match import Finding, Match, findings, match_of
from venice_pnp.games import game_names, quick_open
from venice_pnp.kit import FaultyData, Kit, find_games
from venice_pnp.kit.book import describes, load_book
from venice_pnp.kit.load import home as kit_home
from venice_pnp.kit.models import OURS
from venice_pnp.referee import chance, home, table
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.records import Problem, Record, read_record, record_from
from venice_pnp.referee.records import replay as replay_record
from venice_pnp.referee.table import Opened, Table, open_game
from venice_pnp.speech.folded import likest
from venice_pnp.speech.plain import flow, read_file
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.setups import setup_of
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.trouble import NoTable, Trouble, told_in
from venice_pnp.speech.whose import Ruled, rulings_on, source_of
from venice_pnp.speech.words import Said, Speech, rules_of

Position = Mapping[str, Any] | Where  # a snapshot, or the file it was typed into
AUTO = "auto"  # a seed that nobody knows

_WORD = re.compile(r"[^\W\d_]{3,}")


# --- opening ------------------------------------------------------------------------------------------------
def open_table(name: Where | None = None, *, data: Where | None = None, lang: str = "en") -> Match[Table]:
    """A table by its name, or by its path that ends in `.table`; without one, the last that was used."""
    with told_in(lang):
        return match_of(table.open_table(None if name is None else str(name), path_of(data)), lang)


def new_table(
    game: str,
    players: Sequence[str] | None = None,
    *,
    name: Where | None = None,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    start: Position | None = None,
    setup: str = "",
    bots: Mapping[str, str] | None = None,
    data: Where | None = None,
    lang: str = "en",
) -> Match[Table]:
    """Opens a table, which is a file: every move is safe on the disk before it is acknowledged.

    With a `seed` (a number, or "auto") the referee shuffles, draws and rolls; without one it is told what came.
    A `setup` is laid out by its name, such as "reference". `bots` are seats that the referee plays, with their levels;
    where there are hands, it deals them then.
    """
    with told_in(lang):
        kit = open_game(game, path_of(data)).kit if setup else None
        if bots and seed is None and not setup and is_dealt(open_game(game, path_of(data))):
            seed = AUTO
        given = _begin(kit, setup, start, seed, lang)
        names = seated(_names(players, given) if players is not None or not bots else [], bots or {})
        path = home.table_path(str(name) if name else home.free_name(game if game.isidentifier() else "table"))
        speech = Speech(lang, kit or open_game(game, path_of(data)).kit, names)
        _check_game(given, game, game, start)
        try:
            if bots:
                check_company(Memory(open_game(game, path_of(data)), names, options, _trial(seed), given), bots)
            made = table.new_table(
                game,
                names,
                path=path,
                options=options,
                seed=_seed(seed),
                start=given,
                data=path_of(data),
                setup=setup,
                bots=bots,
            )
        except Refused as refused:
            raise Refusal(refused, speech) from None
        home.remember(path)
        return match_of(made, lang)


def play(
    game: str,
    players: Sequence[str],
    *,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    start: Position | None = None,
    setup: str = "",
    data: Where | None = None,
    lang: str = "en",
) -> Match[Memory]:
    """A game in memory: no file, no seals. The same seed and the same moves are the same game as at a table."""
    with told_in(lang):
        opened = open_game(game, path_of(data))
        given = _begin(opened.kit, setup, start, seed, lang)
        _check_game(given, opened.kit.id, game, start)
        try:
            names = _names(players, given)
            return Match(Memory(opened, names, options, _seed(seed), given), lang, seed is not None)
        except Refused as refused:
            raise Refusal(refused, Speech(lang, opened.kit, names)) from None


def _begin(
    kit: Kit | None, setup: str, start: Position | None, seed: int | str | None, lang: str
) -> dict[str, Any] | None:
    """The position with which a table begins, if not with the usual set-up."""
    if not setup or kit is None:
        return None if start is None else position_of(start)
    if start is not None or seed is not None:
        raise NoTable("setup.alone")
    return setup_of(kit, setup, lang).start


def _names(players: Sequence[str] | None, start: Mapping[str, Any] | None) -> list[str]:
    if players is not None:
        return [name.strip() for name in players.split(",")] if isinstance(players, str) else list(players)
    listed = (start or {}).get("players")
    if isinstance(listed, list) and all(isinstance(name, str) for name in listed):
        return listed
    raise NoTable("players.missing")


def _seed(word: int | str | None) -> str | None:
    if word is None:
        return None
    text = str(word)
    if text == AUTO:
        return chance.secret_seed()
    if text.lstrip("-").isdigit() and text.isascii() and len(text) <= 40:
        return str(int(text))
    raise NoTable("seed.number", word=text)


def _trial(seed: int | str | None) -> str | None:
    """A seed for a table that is only tried out: whether there is one decides what the referee knows."""
    return None if seed is None else "1"


class Listed(NamedTuple):
    """A table of this machine: who is awaited, or what is wrong with it."""

    path: Path
    game: str
    players: list[str]
    moves: int
    next: str


def list_tables(data: Path | None, lang: str) -> list[Listed]:
    return [_listed(path, data, lang) for path in home.table_files()]


def _listed(path: Path, data: Path | None, lang: str) -> Listed:
    try:
        with told_in(lang):
            found = Table(path, data)
    except (Trouble, FaultyData) as problem:
        return Listed(path, "?", [], 0, str(problem))
    waiting = ", ".join(dict.fromkeys(str(item["by"]) for item in found.awaited())) or "–"
    draws = sum(1 for step in found.steps if step.move.get("drawn"))
    return Listed(path, found.game, found.players, found.played - draws, waiting)


# --- typed-in positions -------------------------------------------------------------------------------------
def position_of(typed: Position) -> dict[str, Any]:
    """The snapshot itself; raises Trouble if a file holds none."""
    if isinstance(typed, Mapping):
        return dict(typed)
    value, _ = read_file(Path(typed))
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise NoTable("snapshot.mapping", file=str(typed))
    return value


def position_for(match: Match[Table], typed: Position) -> dict[str, Any]:
    """The snapshot, if it is one of the game that is played at this table."""
    found = position_of(typed)
    _check_game(found, match.kit.id, match.keeper.game, typed)
    return found


def _check_game(given: Mapping[str, Any] | None, wanted: str, game: str, typed: Position | None) -> None:
    if given is not None and given.get("game", wanted) != wanted:
        raise NoTable("snapshot.other", file=_called(typed), found=given["game"], game=game)


def _called(typed: Position | None) -> str:
    return "snapshot" if typed is None or isinstance(typed, Mapping) else str(typed)


def _opened_for(typed: Position, data: Where | None) -> tuple[dict[str, Any], Opened]:
    found = position_of(typed)
    game = found.get("game")
    if not isinstance(game, str):
        raise NoTable("snapshot.game", file=_called(typed))
    return found, open_game(game, path_of(data))


def audit(snapshot: Position, *, data: Where | None = None, lang: str = "en") -> list[Finding]:
    """Every invariant that a typed-in table breaks; none: it is sound."""
    return inspect(snapshot, data=data, lang=lang)[0]


def warnings(snapshot: Position, *, data: Where | None = None, lang: str = "en") -> list[Finding]:
    """What is odd about a typed-in table and may still be right."""
    return inspect(snapshot, data=data, lang=lang)[1]


def inspect(snapshot: Position, *, data: Where | None = None, lang: str = "en") -> tuple[list[Finding], list[Finding]]:
    """What a typed-in table breaks, and what is odd about it."""
    with told_in(lang):
        found, opened = _opened_for(snapshot, data)
    names = found.get("players")
    players = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    speech = Speech(lang, opened.kit, players)
    audited = table.audited(opened.rules, found)
    return findings(audited.violations, speech), findings(audited.warnings, speech)


def score(snapshot: Position, *, data: Where | None = None, lang: str = "en") -> dict[str, Any]:
    """What the game's scoring gives for a typed-in table."""
    with told_in(lang):
        found, opened = _opened_for(snapshot, data)
    try:
        return opened.rules.score(found)
    except Refused as refused:
        raise Refusal(refused, Speech(lang, opened.kit)) from None


# --- records --------------------------------------------------------------------------------------------------
class Replayed(NamedTuple):
    """What came of a record: moves made, the first thing that is not as it says, and the table at the end."""

    moves: int
    problem: Problem | None
    snapshot: dict[str, Any] | None
    said: str

    @property
    def ok(self) -> bool:
        return self.problem is None


def replay(record: Position, *, data: Where | None = None, lang: str = "en") -> Replayed:
    """Plays a record (a file, or its keys and values) through, with its expectations."""
    return Replays(data, lang).run(record)


class Replays:
    """Records of which many are of one game."""

    def __init__(self, data: Where | None = None, lang: str = "en") -> None:
        self._data, self._lang = path_of(data), lang
        self._games: dict[str, Opened] = {}

    def run(self, record: Position) -> Replayed:
        with told_in(self._lang):
            found = record_from(record, {}, "record") if isinstance(record, Mapping) else read_record(Path(record))
            if found.game not in self._games:
                self._games[found.game] = open_game(found.game, self._data)
        opened = self._games[found.game]
        state, moves, problem = replay_record(opened.rules, found)
        snapshot = None if state is None else opened.rules.snapshot(state)
        return Replayed(moves, problem, snapshot, self._told(found, opened, moves, problem))

    def _told(self, record: Record, opened: Opened, moves: int, problem: Problem | None) -> str:
        speech = Speech(self._lang, opened.kit, record.players)
        file = Said(record.file)
        if problem is None:
            return speech.say("replay.ok", {"file": file, "moves": moves})
        facts = {"move": problem.move, "line": problem.line, "path": problem.path, "file": file}
        values = {"wanted": Said(flow(problem.wanted)), "got": Said(flow(problem.got))}
        refused = f" ({speech.refusal(problem.refused)})" if problem.refused else ""
        return Speech(self._lang).say("replay.fails", facts | values) + refused


# --- rules ----------------------------------------------------------------------------------------------------
class RuleSaid(NamedTuple):
    """A rule as the booklet prints it, whose it is, and the rulings on which it rests."""

    rule: str
    text: str
    source: str | None
    rulings: list[Ruled]
    ours: str = ""  # what of a part that it describes we have designed


class OurRules(NamedTuple):
    """What is not the rulebook's: all rulings, and additions of ours, printed in the booklet or for the referee."""

    game: str  # its title
    rulings: list[Ruled]
    printed: list[RuleSaid]
    referee: list[RuleSaid]


def rule(name: str, *, data: Where | None = None, lang: str = "en") -> str:
    """The rule of this ID as the booklet prints it."""
    return find_rule(name, data=data, lang=lang).text


def find_rule(name: str, *, data: Where | None = None, lang: str = "en") -> RuleSaid:
    """The rule of this ID, and whose it is."""
    with told_in(lang):
        folder = path_of(data)
        found = _rule_of(find_games(folder or kit_home("data")), name, folder, lang)  # installed games are slow to find
        if found is None and folder is None:
            found = _rule_of(game_names(), name, folder, lang)
        if found is None:
            known = game_names() if folder is None else find_games(folder)
            a_game = "." not in name
            ids = known if a_game else [one for game in known for one in rules_of(quick_open(game, folder), lang)]
            raise _no_rule("rules.unknown.game" if a_game else "rules.unknown", name, ids, written=known)
        return found


def _no_rule(key: str, asked: str, known: Sequence[str], **facts: object) -> NoTable:
    """Nothing of that name, and what may have been meant."""
    by_form = {str.casefold(one): one for one in known}
    near = likest(str.casefold(asked), list(by_form), 1)
    return NoTable(f"{key}.near" if near else key, rule=asked, nearest=by_form[near[0]] if near else "", **facts)


def _rule_of(games: Sequence[str], name: str, data: Path | None, lang: str) -> RuleSaid | None:
    for game in games:
        kit = quick_open(game, data)
        text = rules_of(kit, lang).get(name.upper())
        if text is not None:
            return said_of(kit, name.upper(), text, lang)
    return None


def said_of(kit: Kit, name: str, text: str, lang: str) -> RuleSaid:
    """A rule of this kit, and whose it is."""
    speech = Speech(lang, kit)
    parts = [part for part in kit.components.values() if part.rule == name and part.designed and describes(name)]
    ours = speech.named_in(parts[0].designed) if parts and parts[0].designed else ""
    return RuleSaid(name, text, source_of(kit, name), rulings_on(speech, kit, name), ours)


def rule_line(one: RuleSaid, speech: Speech) -> str:
    """The rule, and whose it is."""
    if one.source is None:
        return f"{one.rule}: {one.text}"
    facts = {"rule": one.rule, "text": Said(one.text), "source": Said(speech.say(f"rules.source.{one.source}"))}
    if one.ours and one.source != OURS:
        return speech.say("rules.said.partly", {**facts, "ours": Said(one.ours)})
    return speech.say("rules.said", facts)


def ruling_lines(ruling: Ruled, speech: Speech) -> list[str]:
    """What the book says, what we play, and why."""
    told = {"book": ruling.book, "chosen": ruling.chosen, "why": ruling.why, "other": ruling.other}
    return [
        "   " + speech.say(f"rules.ruling.{key}", {"text": Said(text), "option": ruling.option})
        for key, text in told.items()
        if text
    ]


def search_rules(game: str, words: Sequence[str], *, data: Where | None = None, lang: str = "en") -> list[RuleSaid]:
    """The rules of a game in which all these words stand."""
    kit = quick_open(game.lower(), path_of(data))
    asked = [word.casefold() for word in words]
    every = rules_of(kit, lang).items()
    exact = [said_of(kit, one, text, lang) for one, text in every if asked == [one.casefold()]]
    if exact:
        return exact
    found = [
        said_of(kit, one, text, lang) for one, text in every if all(w in f"{one} {text}".casefold() for w in asked)
    ]
    if not found:
        with told_in(lang):
            if len(words) == 1 and any(letter.isdigit() for letter in words[0]):
                raise _no_rule("rules.unknown", words[0], [one for one, _ in every])
            told = " ".join(text for _, text in every)
            strange = next((word for word in asked if word not in told.casefold()), "")
            near = likest(strange, list(dict.fromkeys(_WORD.findall(told.casefold()))), 1)
            key = "rules.nothing.near" if near else "rules.nothing"
            raise NoTable(key, game=game, words=tuple(asked) or game, nearest="".join(near))
    return found


def our_rules(game: str, *, data: Where | None = None, lang: str = "en") -> OurRules:
    """What the table plays that does not stand in the rulebook."""
    kit = quick_open(game.lower(), path_of(data))
    book = load_book(kit)
    if book is None or not book.sources:
        with told_in(lang):
            raise NoTable("rules.ours.none", game=kit.game.title.in_language(lang))
    texts = rules_of(kit, lang)
    printed, referee = (
        [RuleSaid(one, texts[one], OURS, []) for one in rules if one in texts] for rules in book.additions(kit)
    )
    speech = Speech(lang, kit)
    return OurRules(speech.named_in(kit.game.title), rulings_on(speech, kit), printed, referee)


def glossary(game: str, *, data: Where | None = None, lang: str = "en") -> dict[str, dict[str, str]]:
    """What parts and notions of a game are called, by language, the one asked for first."""
    kit = quick_open(game.lower(), path_of(data))
    rows = kit_texts(kit, "glossary").get("glossary")
    if not isinstance(rows, dict) or not rows:
        with told_in(lang):
            raise NoTable("rules.words.none", game=kit.game.title.in_language(lang))
    langs = sorted(kit.game.languages, key=lambda one: one != lang)
    names = {str(term): row.get("name") for term, row in rows.items() if isinstance(row, dict)}
    return {
        term: {one: str(said[one]) for one in langs if one in said} if isinstance(said, dict) else {langs[0]: str(said)}
        for term, said in names.items()
    }

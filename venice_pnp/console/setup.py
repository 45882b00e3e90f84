"""The beginning: which game, who plays with which colour, who decides chance; then the set-up, ticked off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from venice_pnp.console.face import Face
from venice_pnp.console.layout import Scene
from venice_pnp.console.script import Script
from venice_pnp.games.contract import TABLE, Refused
from venice_pnp.kit import Kit, find_games
from venice_pnp.kit.load import home as kit_home
from venice_pnp.referee import home
from venice_pnp.referee.meaning import folded
from venice_pnp.referee.screens import EMBLEMS, Panel, colour_depth
from venice_pnp.referee.table import Table, check_names, new_table, open_game
from venice_pnp.referee.trouble import Trouble
from venice_pnp.referee.words import LANGUAGES, Said, Speech

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

DONE, OPEN = "☑", "☐"
DONE_PLAIN, OPEN_PLAIN = "[x]", "[ ]"


class Reception:
    """Asks one thing after the other."""

    def __init__(self, face: Face, lang: str, data: Path | None) -> None:
        self.face, self.data = face, data
        self.speech = Speech(lang)
        self.answers: list[str] = []

    def say(self, key: str, **facts: Any) -> str:
        return self.speech.say(f"play.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    def ask(self, lines: Sequence[str], told: Sequence[str] = (), complete: Sequence[str] = ()) -> str:
        plain = colour_depth() == "none" or not self.face.window

        def show() -> Scene:
            return Scene(
                self.say("welcome"),
                panels=[Panel("", self.answers)],
                told=told,
                asked=lines,
                hint=self.say("reception-hint"),
                titles=("", ""),
                plain=plain,
            )

        def complete_it(text: str) -> Sequence[str]:
            word = folded(text.rpartition(" ")[2])
            return [one for one in complete if word and folded(one).startswith(word)]

        return self.face.ask(show, "▸ ", complete_it)

    def choose(self, question: str, options: Sequence[tuple[Any, str]]) -> Any:
        """One of several, by number or by the beginning of its name; Enter takes the first."""
        told: list[str] = []
        listed = [f"[{n + 1}] {text}" for n, (_, text) in enumerate(options)]
        while True:
            text = self.ask([question, *listed], told, [text for _, text in options])
            if not text:
                text = "1"
            if text.isdigit() and 0 < int(text) <= len(options):
                picked = options[int(text) - 1]
            else:
                found = [o for o in options if folded(o[1]).startswith(folded(text)) or str(o[0]) == text]
                if len(found) != 1:
                    told = [self.say("choose-one", n=len(options))]
                    continue
                picked = found[0]
            self.answers.append(f"{question} {picked[1]}")
            return picked[0]

    def until(self, question: Sequence[str], read: Callable[[str], Any]) -> Any:
        """Asks until the answer can be read; what is wrong with it is said."""
        told: list[str] = []
        while True:
            text = self.ask(question, told)
            try:
                value = read(text)
            except Trouble as trouble:
                told = [self.speech.trouble(trouble)]
            else:
                self.answers.append(f"{question[0]} {text}")
                return value


def open_new_table(face: Face, lang: str | None, spoken: str, data: Path | None, game: str = "") -> tuple[Table, str]:
    """Everything a new table needs, asked one by one; returns it, and the language."""
    reception = Reception(face, spoken, data)
    names = {"en": "English", "de": "Deutsch"}
    if lang is None:
        order = sorted(LANGUAGES, key=lambda one: one != spoken)
        lang = str(reception.choose("Language? Sprache?", [(one, names[one]) for one in order]))
        reception.speech = Speech(lang)
        reception.answers.clear()
    folder = data or kit_home("data")
    kits = {name: open_game(name, data).kit for name in find_games(folder)}
    if game not in kits:
        listed = [(name, _game_line(reception, kit)) for name, kit in kits.items()]
        game = str(reception.choose(reception.say("which-game"), listed))
    kit = kits[game]
    reception.speech = Speech(lang, kit)
    script = Script(reception.speech)
    while True:
        players = _names(reception, kit)
        colours = _colours(reception, kit, players)
        seeded = reception.choose(
            reception.say("chance"), [(False, reception.say("physical")), (True, reception.say("seeded"))]
        )
        options: dict[str, Any] = {one.id: reception.choose(one.asked, one.values) for one in script.options}
        by_seat = {name: kit.seats[i].id for i, name in enumerate(players)}
        if colours == by_seat:
            colours = {}
        if colours and script.colours_are_an_option:
            options["colours"], colours = colours, {}
        try:
            return seat_them(game, players, options, bool(seeded), colours, data), lang
        except Refused as refused:
            reception.answers = [reception.speech.refusal(refused)]


def seat_them(
    game: str,
    players: Sequence[str],
    options: Mapping[str, Any],
    seeded: bool,
    colours: Mapping[str, str],
    data: Path | None,
) -> Table:
    import secrets

    path = home.table_path(home.free_name(game))
    seed = str(secrets.randbits(64)) if seeded else None
    table = new_table(game, players, path=path, options=options, seed=seed, data=data, colours=colours)
    home.remember(path)
    return table


def _game_line(reception: Reception, kit: Kit) -> str:
    low, high = kit.game.players
    return reception.say("game", game=kit.game.title.in_language(reception.speech.lang), low=low, high=high)


def _names(reception: Reception, kit: Kit) -> list[str]:
    low, high = kit.game.players

    def read(text: str) -> list[str]:
        parts = text.split(",") if "," in text else text.split()
        names = [part.strip() for part in parts]
        if not low <= len(names) <= high:
            raise Trouble("play.number", n=len(names) if text else 0, low=low, high=high)
        check_names(names)
        return names

    return list(reception.until([reception.say("names", low=low, high=high), reception.say("names-how")], read))


def _colours(reception: Reception, kit: Kit, players: Sequence[str]) -> dict[str, str]:
    """A colour for everybody; Enter takes them by seat."""
    lang = reception.speech.lang
    known = {seat.id: f"{EMBLEMS.get(seat.emblem, '•')} {seat.name.in_language(lang)}" for seat in kit.seats}
    by_seat = [kit.seats[i].id for i in range(len(players))]
    shown = ", ".join(f"{name} {known[colour]}" for name, colour in zip(players, by_seat, strict=True))

    def read(text: str) -> dict[str, str]:
        words = text.replace(",", " ").split()
        if not words:
            return dict(zip(players, by_seat, strict=True))
        found = []
        for word in words:
            fits = [s.id for s in kit.seats if any(folded(n).startswith(folded(word)) for n in _called(s))]
            found += fits[:1] if len(fits) == 1 else []
        if len(found) != len(players) or len(set(found)) != len(found):
            raise Trouble("play.colours-wrong", n=len(players), known=tuple(known.values()))
        return dict(zip(players, found, strict=True))

    question = [reception.say("colours", colours=shown), reception.say("colours-how", known=", ".join(known.values()))]
    return dict(reception.until(question, read))


def _called(seat: Any) -> list[str]:
    return [seat.id, *(seat.name.in_language(lang) for lang in LANGUAGES)]


# --- the set-up -----------------------------------------------------------------------------------------------
def tick_off(evening: Evening) -> None:
    """The set-up step by step: Enter ticks the next one off, a number turns one, `s` skips the rest."""
    steps = list(evening.script.setup(evening.table))
    done = [False] * len(steps)
    marks = (DONE, OPEN) if evening.face.window else (DONE_PLAIN, OPEN_PLAIN)
    while not all(done):
        at = done.index(False)
        lines = [
            f"{marks[0] if ticked else marks[1]} {n + 1}  {text} ({rule})"
            for n, ((rule, text), ticked) in enumerate(zip(steps, done, strict=True))
        ]
        more = evening.script.listed(evening.table, at)
        evening.page = (evening.say("setup-title"), [*more, *lines]) if evening.face.window else None
        asked = [evening.say("setup-step", n=at + 1, of=len(steps)), steps[at][1]]
        asked += [] if evening.face.window else more
        text = folded(evening.face.ask(lambda asked=asked: evening.scene(asked=asked), evening.say("setup-prompt")))  # type: ignore[misc]
        if text.isdigit() and 0 < int(text) <= len(steps):
            done[int(text) - 1] = not done[int(text) - 1]
        elif text.startswith("s"):
            break
        elif text.startswith(("b", "z")):
            done[max(0, at - 1)] = False
        elif not text:
            done[at] = True
    evening.page = None
    evening.tell([evening.say("setup-done")])


def told_in_steps(evening: Evening, seat: str, text: str) -> dict[str, Any] | None:
    """`distribute` at a physical table: palace by palace (CAN-4.2); None, if nothing of the kind is awaited."""
    table = evening.table
    if seat != TABLE or "=" in text:
        return None
    sample = next(iter(table.rules.legal(table.state, TABLE)), None)
    field = next((k for k, v in (sample or {}).items() if isinstance(v, Mapping)), None)
    if sample is None or field is None:
        return None
    told: dict[str, list[str]] = {}
    keys = list(sample[field])
    first: str | None = text
    while len(told) < len(keys):
        key = keys[len(told)]
        done = [f"{evening.speech.name(k)}: {evening.speech.name(v)}" for k, v in told.items()]
        evening.page = (evening.say("steps-title", n=len(told), of=len(keys)), list(reversed(done)))
        asked = [evening.say("step", place=f"{len(told) + 1} {evening.speech.name(key)}"), *evening.told]
        if first is None:
            first = evening.face.ask(
                lambda asked=asked: evening.scene(asked=asked),  # type: ignore[misc]
                evening.say("prompt", seat=evening.speech.name(TABLE)),
                lambda text: _fitting(evening, text),
            )
        line, first = folded(first), None
        evening.tell([])
        if line in ("b", "back", "z", "zuruck") and told:
            told.popitem()
            continue
        if line in ("q", "stop"):
            evening.page = None
            return None
        found = [evening.ear.lexicon.find([word]) for word in line.replace(",", " ").split()]
        if not found or any(len(ids) != 1 for ids in found):
            evening.tell([evening.say("step-wrong")])
            continue
        told[key] = [ids[0] for ids in found]
    evening.page = None
    return {"by": TABLE, "do": sample["do"], field: told}


def _fitting(evening: Evening, text: str) -> Sequence[str]:
    word = folded(text.rpartition(" ")[2])
    return [form for form in evening.ear.lexicon.forms if word and form.startswith(word) and " " not in form][:12]

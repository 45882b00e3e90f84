"""The beginning: which game, who plays with which colour, who decides chance; then the set-up, ticked off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

from venice_pnp.console.display import Display
from venice_pnp.console.layout import Screenful
from venice_pnp.console.terminal import Leave
from venice_pnp.contract.play import TABLE, Refused
from venice_pnp.door.company import BOT, check_company, is_dealt, levels_of
from venice_pnp.kit import Kit
from venice_pnp.referee import home, unfinished
from venice_pnp.referee.chance import secret_seed
from venice_pnp.referee.meaning import LONGEST_NAME
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.script import SEEDED, AskedOption, Script
from venice_pnp.referee.table import Table, check_names, new_table, open_game
from venice_pnp.speech.folded import folded
from venice_pnp.speech.paint import EMBLEMS, Panel, colour_depth
from venice_pnp.speech.setups import NamedSetup, setups_of
from venice_pnp.speech.tongues import is_answer, tongues
from venice_pnp.speech.trouble import NoTable, Trouble
from venice_pnp.speech.words import RULING_HERE, Said, Speech, called_in

if TYPE_CHECKING:
    from venice_pnp.console.evening import Evening

LONG = 3  # letters that the end of a name has more of, if it is known by that
SURE = 2  # letters by which a word in the middle of an answer is known
CHECK = "check"  # the command
DONE, OPEN = "☑", "☐"
DONE_PLAIN, OPEN_PLAIN = "[x]", "[ ]"


class Back(Exception):
    """The question before is asked again."""


class Reception:
    """Asks one thing after the other; `b` goes back to the last question, `?` says how it is answered."""

    def __init__(self, face: Display, lang: str, data: Path | None, title: str = "welcome") -> None:
        self.face, self.data, self._title = face, data, title
        self.speech = Speech(lang, data=data)
        self.answers: list[str] = []
        self._asked = 0

    def say(self, key: str, **facts: Any) -> str:
        return self.speech.say(f"play.{key}", {k: Said(v) if isinstance(v, str) else v for k, v in facts.items()})

    def ask(self, lines: Sequence[str], told: Sequence[str], hint: str, complete: Sequence[str] = ()) -> str:
        """What was typed; raises Back."""
        plain = colour_depth() == "none" or not self.face.window
        self._asked += 1

        def show() -> Screenful:
            return Screenful(
                self.say(self._title),
                panels=[Panel("", self.answers)],
                notes=told,
                asked=lines,
                hint=self.say(hint),
                titles=("", ""),
                plain=plain,
                news=(0, self._asked),
            )

        def complete_it(text: str) -> Sequence[str]:
            word = folded(text.rpartition(" ")[2])
            return [one for one in complete if word and folded(one).startswith(word)]

        text = self.face.ask(show, "▸ ", complete_it)
        if is_answer(text, "back", data=self.speech.data):
            raise Back
        return text

    def choose(self, question: str, options: Sequence[tuple[Any, str]]) -> Any:
        """One of several, by number or by the beginning of its name; Enter takes the first."""
        told: list[str] = []
        listed = [f"[{n + 1}] {text}" for n, (_, text) in enumerate(options)]
        while True:
            text = self.ask([question, *listed], told, "reception-hint", [text for _, text in options]) or "1"
            if text == "?":
                told = [self.say("choose-one", n=len(options)), self.say("reception-help")]
                continue
            if text.isdecimal() and 0 < int(text) <= len(options):
                picked = options[int(text) - 1]
            else:
                found = [o for o in options if _begins_a_word(text, o[1]) or str(o[0]) == text]
                found = found or [o for o in options if self._answers_alike(text, o[1])]
                if len(found) != 1:
                    told = [self.say("several", choices=", ".join(o[1] for o in found))] if found else []
                    told.append(self.say("choose-one", n=len(options)))
                    continue
                picked = found[0]
            self.answers.append(f"{question} {picked[1]}")
            return picked[0]

    def _answers_alike(self, text: str, option: str) -> bool:
        """`nein` is the option that begins with no."""
        first = option.partition(":")[0]
        return any(
            is_answer(text, kind, data=self.data) and is_answer(first, kind, data=self.data) for kind in ("yes", "no")
        )

    def until(self, question: Sequence[str], hint: str, read: Callable[[str], Any], recap: Callable[[Any], str]) -> Any:
        """Asks until the answer can be read; what is wrong with it is said. `recap` is what stays on the screen."""
        told: list[str] = []
        while True:
            text = self.ask(question, told, hint)
            if text == "?":
                told = [self.say(hint), self.say("reception-help")]
                continue
            try:
                value = read(text)
            except Trouble as trouble:
                told = [self.speech.trouble(trouble)]
            except Refused as refused:
                told = [self.speech.refusal(refused, RULING_HERE)]
            else:
                self.answers.append(recap(value))
                return value


def _ruled(data: Path | None) -> dict[str, Kit]:
    """The games that can be played here; one that is data only is no choice, unless there is no other."""
    from venice_pnp.door.kits import game_names  # what draws comes with it, and only a new table asks

    kits: dict[str, Kit] = {}
    unruled = None
    for name in game_names(data):
        try:
            kits[name] = open_game(name, data).kit
        except NoTable as none:
            unruled = none
    if unruled is not None and not kits:
        raise unruled
    return kits


def _begins_a_word(typed: str, text: str) -> bool:
    """Is it the beginning of the text, or of a word in it?"""
    begin = folded(typed)
    if len(begin) < SURE:  # one letter begins too many words
        return bool(begin) and folded(text).startswith(begin)
    return f" {begin}" in f" {folded(text)}"


def open_new_table(
    face: Display, lang: str | None, spoken: str, data: Path | None, game: str = "", name: str | None = None
) -> tuple[Table, str]:
    """Everything a new table needs, asked one by one; returns it, and the language."""
    path = home.table_path(name) if name is not None else None
    if path is not None and path.exists():
        raise NoTable("table.exists", file=str(path))
    return Opening(Reception(face, lang or spoken, data), lang, game).run(path)


class Opening:
    """The questions of a new table in their order. Each knows the answers before it, and `b` goes back to the last."""

    def __init__(self, reception: Reception, lang: str | None, game: str) -> None:
        self.reception, self.data = reception, reception.data
        self._spoken = reception.speech.lang
        given = {"language": lang, "game": game}
        self.got: dict[str, Any] = {key: value for key, value in given.items() if value}
        self._asked: list[tuple[str, list[str]]] = []  # questions, and what stood on the screen before each of them
        self._kits = {game: open_game(game, self.data).kit} if game else _ruled(self.data)

    def run(self, path: Path | None) -> tuple[Table, str]:
        while True:
            question = self._next()
            if question is not None:
                self._answer(question)
                continue
            try:
                return self._seated(path), str(self.got["language"])
            except Refused as refused:
                self._again_from("players")
                self.reception.answers = [self.reception.speech.refusal(refused, RULING_HERE)]
            except NoTable as trouble:
                if not self._bots:
                    raise
                self._again_from("players")
                self.reception.answers = [self.reception.speech.trouble(trouble)]

    def _next(self) -> str | None:
        """The first question that has no answer yet; None: all have one."""
        for question in ("language", "game", "players", "colours", "chance"):
            if question == "chance" and self._bots and is_dealt(open_game(str(self.got["game"]), self.data)):
                self.got[question] = SEEDED
            if question not in self.got:
                return question
        return next((one.id for one in self._script.options if one.id not in self.got and self._means(one)), None)

    def _means(self, option: AskedOption) -> bool:
        """Does this option mean anything after the answers before it?"""
        dealt = option.own_cards and self.got["chance"] == SEEDED
        if option.no_bots and self._bots:
            return False
        return not dealt and (not option.only_with or bool(self.got.get(option.only_with)))

    def _answer(self, question: str) -> None:
        before = list(self.reception.answers)
        self.reception.speech = self._speech
        try:
            self.got[question] = self._ask(question)
            self._asked.append((question, before if question != "language" else []))
        except Back:
            if self._asked:
                self._again_from(self._asked[-1][0])

    def _again_from(self, question: str) -> None:
        """This question and those after it are asked again."""
        while any(asked == question for asked, _ in self._asked):
            last, self.reception.answers = self._asked.pop()
            del self.got[last]
        if question == "players":
            self.got.pop("chance", None)  # it may have followed from the bots

    @property
    def _bots(self) -> dict[str, str]:
        """Those of the players who are bots, with their levels."""
        return levels_of(",".join(name for name in self.got["players"] if BOT in name))

    @property
    def _players(self) -> list[str]:
        return [str(name).partition(BOT)[0].strip() for name in self.got["players"]]

    @property
    def _speech(self) -> Speech:
        lang = str(self.got.get("language", self._spoken))
        return Speech(lang, self._kit) if "game" in self.got else Speech(lang, data=self.data)

    @property
    def _kit(self) -> Kit:
        return self._kits[str(self.got["game"])]

    @property
    def _script(self) -> Script:
        return Script(self._speech)

    def _ask(self, question: str) -> Any:
        reception = self.reception
        if question == "language":
            return self._language()
        if question == "game":
            return _which(reception, self._kits)
        if question == "players":
            return _names(reception, self._kit)
        if question == "colours":
            return _colours(reception, self._kit, self._players)
        if question == "chance":
            named = [(one.id, reception.say("named-setup", name=one.name, about=one.about)) for one in self._setups]
            return reception.choose(reception.say("chance"), [*self._script.chance, *named])
        option = next(one for one in self._script.options if one.id == question)
        return reception.choose(option.asked, option.values)

    def _language(self) -> str:
        names = tongues(self.data).names
        order = sorted(names, key=lambda one: one != self._spoken)
        asked = " ".join(dict.fromkeys(Speech(one, data=self.data).say("play.which-language") for one in names))
        lang = str(self.reception.choose(asked, [(one, names[one]) for one in order]))
        self.reception.answers.clear()
        return lang

    @property
    def _setups(self) -> Sequence[NamedSetup]:
        return setups_of(self._kit, self._speech.lang)

    def _seated(self, path: Path | None) -> Table:
        """The table with everything that was answered."""
        kit, players, colours = self._kit, self._players, dict(self.got["colours"])
        options = {one.id: self.got[one.id] for one in self._script.options if one.id in self.got}
        if colours == {name: kit.seats[i].id for i, name in enumerate(players)}:
            colours = {}
        if colours and self._script.colours_are_an_option:
            options["colours"], colours = colours, {}
        how = str(self.got["chance"])
        setup = next((one for one in self._setups if one.id == how), None)
        game, bots = str(self.got["game"]), self._bots
        if bots:
            trial = "1" if how == SEEDED else None
            start = setup.start if setup else None
            check_company(Memory(open_game(game, self.data), players, options, trial, start), bots)
        return seat_them(game, players, options, how == SEEDED, colours, self.data, setup, path, bots)


def choose_game(face: Display, lang: str, data: Path | None) -> str:
    """Which of the games that can be played here."""
    return _which(Reception(face, lang, data), _ruled(data))


def _which(reception: Reception, kits: Mapping[str, Kit]) -> str:
    listed = [(name, _game_line(reception, kit)) for name, kit in kits.items()]
    return str(reception.choose(reception.say("which-game"), listed))


def seat_them(
    game: str,
    players: Sequence[str],
    options: Mapping[str, Any],
    seeded: bool,
    colours: Mapping[str, str],
    data: Path | None,
    setup: NamedSetup | None = None,
    path: Path | None = None,
    bots: Mapping[str, str] | None = None,
) -> Table:
    path = path or home.table_path(home.free_name(game))
    seed = secret_seed() if seeded else None
    start, named = (setup.start, setup.id) if setup else (None, "")
    table = new_table(
        game,
        players,
        path=path,
        options=options,
        seed=seed,
        start=start,
        data=data,
        colours=colours,
        setup=named,
        bots=bots,
    )
    home.remember(path)
    return table


def _game_line(reception: Reception, kit: Kit) -> str:
    low, high = kit.game.players
    return reception.say("game", game=kit.game.title.in_language(reception.speech.lang), low=low, high=high)


def _names(reception: Reception, kit: Kit) -> list[str]:
    low, high = kit.game.players

    def read(text: str) -> list[str]:
        parts = text.split(",") if "," in text else text.split()
        names = [name.strip() for part in parts for name in _parted(part, reception.data) if name.strip()]
        if not low <= len(names) <= high:
            raise Trouble("play.number", n=len(names) if text else 0, low=low, high=high)
        bare = [name.partition(BOT)[0].strip() for name in names]
        check_names(bare)
        levels = levels_of(",".join(name for name in names if BOT in name))
        if len(levels) == len(names):
            raise Trouble("play.no-human")
        open_game(kit.id, reception.data).rules.setup(bare, {}, None)  # a name may mean something else in this game
        return names

    question = [reception.say("names", low=low, high=high), reception.say("names-how")]
    return list(
        reception.until(question, "names-hint", read, lambda names: reception.say("players", names=", ".join(names)))
    )


def _parted(text: str, data: Path | None) -> list[str]:
    """`Bernd and Claudia` are two, whatever the word is called."""
    return " ".join("," if is_answer(word, "and", data=data) else word for word in text.split()).split(",")


def _colours(reception: Reception, kit: Kit, players: Sequence[str]) -> dict[str, str]:
    """A colour for everybody; Enter takes them by seat."""
    lang = reception.speech.lang
    known = {seat.id: f"{EMBLEMS.get(seat.emblem, '•')} {seat.name.in_language(lang)}" for seat in kit.seats}
    by_seat = [kit.seats[i].id for i in range(len(players))]

    def told(chosen: Mapping[str, str]) -> str:
        return ", ".join(f"{name} {known[colour]}" for name, colour in chosen.items())

    def recap(chosen: Mapping[str, str]) -> str:
        return reception.say("colours-chosen", colours=told(chosen))

    def read(text: str) -> dict[str, str]:
        words = text.replace(",", " ").split()
        if not words:
            return dict(zip(players, by_seat, strict=True))
        found = []
        for word in words:
            coloured = [s.id for s in kit.seats if _is_called(word, (s.id, *s.name.values()))]
            fits = coloured or [s.id for s in kit.seats if _is_called(word, called_in(kit, s.id))]  # a family
            if len(fits) != 1:
                raise Trouble("play.colours-unknown", word=word, n=len(players), known=tuple(known.values()))
            found += fits
        if len(found) != len(players) or len(set(found)) != len(found):
            raise Trouble("play.colours-wrong", n=len(players), known=tuple(known.values()))
        return dict(zip(players, found, strict=True))

    shown = told(dict(zip(players, by_seat, strict=True)))
    question = [reception.say("colours", colours=shown), reception.say("colours-how", known=", ".join(known.values()))]
    return dict(reception.until(question, "colours-hint", read, recap))


def _is_called(word: str, names: Iterable[str]) -> bool:
    return any(folded(name).startswith(folded(word)) for name in names)


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
        text = folded(
            evening.face.ask(
                lambda asked=asked: evening.scene(asked=asked)._replace(hint=evening.say("setup-hint")),  # type: ignore[misc]
                evening.say("setup-prompt"),
            )
        )
        evening.notes = []
        if evening.hears(text, "stop"):
            raise Leave
        if text.isdecimal() and 0 < int(text) <= len(steps):
            done[int(text) - 1] = not done[int(text) - 1]
        elif evening.hears(text, "skip"):
            break
        elif evening.hears(text, "back"):
            done[max(0, at - 1)] = False
        elif not text or evening.hears(text, "done"):
            done[at] = True
        elif not evening.answers_phone(text):  # they come while the table is laid
            evening.tell([evening.say("setup-help")])
    evening.page = None
    evening.tell([evening.say("setup-done")])


def in_places(evening: Evening, seat: str, text: str) -> Places | None:
    """`distribute` at a physical table: palace by palace (CAN-4.2); None, if nothing of the kind is awaited."""
    table = evening.table
    if seat != TABLE or "=" in text:
        return None
    sample = next(iter(table.rules.legal(table.state, TABLE)), None)
    field = next((k for k, v in (sample or {}).items() if isinstance(v, Mapping)), None)
    if sample is None or field is None:
        return None
    if evening.places is None or evening.places.sample["do"] != sample["do"]:
        evening.places = Places(evening, sample, field)
    return evening.places  # what was told before is still there


class Places:
    """What lies in each place, asked for one after the other. What was told stays, whatever goes wrong, and is there
    when the table is opened again."""

    def __init__(self, evening: Evening, sample: Mapping[str, Any], field: str) -> None:
        self.evening, self.sample, self.field = evening, sample, field
        self.keys = list(sample[field])
        self.things = frozenset(str(one) for some in sample[field].values() for one in some)
        kept = unfinished.kept_told(evening.table.id, len(evening.table.journal.entries)) or self._taken_back()
        self.told = {key: lot for key, lot in kept.items() if key in self.keys and self.things.issuperset(lot)}
        self.at = next((n for n, key in enumerate(self.keys) if key not in self.told), 0)

    def _taken_back(self) -> dict[str, list[str]]:
        """What was told before it was taken back: it still lies there."""
        last = self.evening.table.undone[-1:]
        moves = [step.move for group in last for step in group if step.move.get("do") == self.sample["do"]]
        return dict(moves[0][self.field]) if moves else {}

    def run(self, text: str) -> dict[str, Any] | None:
        """Until everything is told, or `q`, or something else is wanted. The first line may tell of the first place."""
        known = self.evening.ear.verbs[self.sample["do"]]
        move = self.heard(folded(text)) if text and folded(text) not in known else None
        while move is None:
            text = self.ask().strip()
            line = folded(text) or text  # a dash alone is nothing but itself
            self.evening.notes = []
            if self.evening.hears(line, "stop"):
                break
            command = self._command(line)
            if command == CHECK:
                self.evening.tell([self.evening.say("step-check")])
                continue
            if command:
                self.evening.page = None
                self.evening.do(command, text.split()[1:])
                return None
            move = self._in_one_line(text) or self.heard(line)
        self.evening.page = None
        return move

    def _in_one_line(self, text: str) -> dict[str, Any] | None:
        """All places at once, as it is documented: `grimani=mirror,lamp …`."""
        by = str(self.sample["by"])
        moves = self.evening.ear.understand(by, text, correct=False).moves if "=" in text else []
        return moves[0] if len(moves) == 1 else None

    def _command(self, line: str) -> str | None:
        """A command, unless the line names what may lie there: in German a clock is called like the timer."""
        command = self.evening.command_of(line, ()) if line and line != "?" else None
        return None if self._goes_back(line) or self.names(line) else command

    def names(self, line: str) -> bool:
        """Does the whole line name what may lie there?"""
        return bool(self._named(folded(line))[0])

    def _goes_back(self, line: str) -> bool:
        begun = [one for one in self.things if folded(self.evening.speech.name(one)).startswith(line)]
        if len(line) == 1 and begun and line != self.evening.say("step-back"):  # b goes back in English alone
            return False
        return self.evening.hears(line, "back") or self.evening.commands.get(line) == "undo"

    def ask(self) -> str:
        evening, name = self.evening, self.evening.speech.name
        lines = [f"{n + 1:>3} {name(key)}: {name(self.told.get(key, []))}" for n, key in enumerate(self.keys)]
        first = max(0, self.at - 5)  # the last ones told, and what comes
        evening.page = (evening.say("steps-title", n=len(self.told), of=len(self.keys)), lines[first:] + lines[:first])
        asked = [evening.say("step", place=self._place(self.at))]
        whole = len(self.told) == len(self.keys) and evening.table.refuses(self._move()) is None
        asked += [evening.say("step-all")] if whole else []
        prompt, hint = evening.say("prompt", seat=name(TABLE)), evening.say("step-hint", n=len(self.keys))
        return evening.face.ask(lambda: evening.scene(asked=asked)._replace(hint=hint), prompt, self._completed)

    def _completed(self, text: str) -> Sequence[str]:
        """What may lie there, as the table calls it, that the last word begins."""
        word = folded(text.rpartition(" ")[2])
        names = sorted(map(self.evening.speech.name, self.things))
        return [name for name in names if word and folded(name).startswith(word)][:12]

    def heard(self, line: str) -> dict[str, Any] | None:
        """One line; the whole move once everything is told and the rules accept it."""
        evening = self.evening
        if self._goes_back(line):
            self.at = max(0, self.at - 1)
            return None
        if line.isdecimal() and 0 < int(line) <= len(self.keys):
            self.at = int(line) - 1
            return None
        if line == "?":
            evening.tell([evening.say("step-help", n=len(self.keys))])
            return None
        if not line.replace(",", " ").split():
            if len(self.told) == len(self.keys):
                return self._whole()
            evening.tell([evening.say("step-help", n=len(self.keys))])
            return None
        number, colon, rest = line.partition(":")
        if colon and number.strip().isdecimal() and 0 < int(number) <= len(self.keys):
            self.at, line = int(number) - 1, rest.strip()
        before, _, named = line.partition(" ")
        if before.isdecimal() and 0 < int(before) <= len(self.keys) and self.names(named):  # the place, or how many?
            if int(before) != self.at + 1:
                evening.tell(
                    [evening.say("step-number", n=int(before), things=evening.speech.name(self._named(named)[0]))]
                )
                return None
            line = named
        if evening.hears(line, "nothing"):
            evening.tell([] if self.keys[self.at] in self.told else [self._wrong({self.keys[self.at]: []})])
            self._keep({self.keys[self.at]: []})
            return None
        here, wrong = self._named(line)
        if wrong:
            several = self._meant([wrong])
            choices = ", ".join(map(evening.speech.name, several))
            known = ", ".join(map(evening.speech.name, sorted(self.things)))
            unknown = evening.say("step-wrong", word=wrong, known=known)
            told = evening.say("several", choices=choices) if several else unknown
            evening.tell([told])
            return None
        lots = {self.keys[self.at]: here}
        if wrong_here := self._wrong(lots):
            exchanged = self._exchanged(here, wrong_here)
            if exchanged is None:
                return None
            lots = exchanged
        self._keep(lots)
        left = [n for n, key in enumerate(self.keys) if key not in self.told]
        self.at = next((n for n in left if n > self.at), left[0] if left else self.at)
        return None if left else self._whole()

    def _keep(self, lots: Mapping[str, list[str]]) -> None:
        """What lies in these places; where nothing lies, it is asked again."""
        evening = self.evening
        self.told = {key: lot for key, lot in {**self.told, **lots}.items() if lot}
        unfinished.remember_told(evening.table.id, len(evening.table.journal.entries), self.told)

    def _whole(self) -> dict[str, Any] | None:
        """The move that everything told makes, if the rules accept it."""
        evening, move = self.evening, self._move()
        refused = evening.table.refuses(move)
        if refused is None:
            return move
        evening.tell([evening.speech.refusal(refused, RULING_HERE), evening.say("step-again", n=len(self.keys))])
        return None

    def _move(self) -> dict[str, Any]:
        return {"by": TABLE, "do": self.sample["do"], self.field: dict(self.told)}

    def _place(self, at: int) -> str:
        return f"{at + 1} {self.evening.speech.name(self.keys[at])}"

    def _exchanged(self, here: list[str], wrong: str) -> dict[str, list[str]] | None:
        """Of what is told once too often, one place may have been told instead of this one: the two are exchanged, if
        people say so. None: they are not; then it is said where else it was told."""
        evening, many = self.evening, self._too_many({self.keys[self.at]: here})
        where = [n for n, key in enumerate(self.keys) if n != self.at and many & {*self.told.get(key, ())}]
        offered = self._exchanges(here, many)
        if not offered:
            elsewhere = ", ".join(map(self._place, where))
            evening.tell([wrong, *([evening.say("step-where", places=elsewhere)] if where else [])])
            return None
        evening.tell([wrong])
        if len(offered) == 1:
            at, lots = next(iter(offered.items()))
            lot = evening.speech.name(lots.get(self.keys[at], []))
            question = evening.say("step-exchange", place=self._place(self.at), other=self._place(at), lot=lot)
            picked = lots if evening.sure([question]) else None
        else:
            question = evening.say("step-which", places=", ".join(map(self._place, offered)))
            text = evening.face.ask(lambda: evening.scene(asked=[question]), "▸ ").strip()
            picked = offered.get(int(text) - 1) if text.isdecimal() else None
        evening.tell([] if picked else [evening.say("kept")])
        return picked

    def _exchanges(self, here: list[str], many: Set[str]) -> dict[int, dict[str, list[str]]]:
        """By the place it is exchanged with, what would lie in both: all of it, else only what is too many."""
        key = self.keys[self.at]
        before = self.told.get(key, [])
        gone = [thing for thing in before if thing not in here]
        whole: dict[int, dict[str, list[str]]] = {}
        part: dict[int, dict[str, list[str]]] = {}
        for n, other in enumerate(self.keys):
            lot = self.told.get(other, [])
            if n == self.at or not before or not many <= {*lot}:
                continue
            kept = [thing for thing in lot if thing not in many]
            alike = sorted(lot) == sorted(here)
            lots = {key: here, other: before if alike else [*kept, *gone]}
            if not self._wrong(lots):
                (whole if alike else part)[n] = lots
        return whole or part

    def _named(self, line: str) -> tuple[list[str], str]:
        """The things that a line names, with commas or without; or nothing, and the first word that is none."""
        found: list[str] = []
        for part in line.split(","):
            words = [word for word in part.split() if not self.evening.hears(word, "and")]
            while words:
                n = 1
                if words[0].isdecimal() and words[1:]:
                    n, words = min(int(words[0][:4]), len(self.keys) + 1), words[1:]
                sizes = range(min(LONGEST_NAME, len(words)), 0, -1)
                size = next((size for size in sizes if len(self._meant(words[:size])) == 1), 0)
                if not size:
                    return [], words[0]
                found += self._meant(words[:size]) * n
                words = words[size:]
        return found, ""

    def _meant(self, words: Sequence[str]) -> list[str]:
        """What words may mean of all that can lie there; one letter only if it is somebody's code."""
        lexicon, line = self.evening.ear.lexicon, " ".join(words)
        if len(line) == 1 and folded(line) not in lexicon.forms:
            return []
        if found := [one for one in lexicon.find(words, self.things) if one in self.things]:
            return found
        ending = folded(line) if len(line) > LONG else None  # Leuchter for Kerzenleuchter
        ended = (ids for form, ids in lexicon.forms.items() if ending and form.endswith(ending))
        return [one for one in dict.fromkeys(one for ids in ended for one in ids) if one in self.things]

    def _wrong(self, lots: Mapping[str, list[str]]) -> str:
        """What is wrong with these places already now, whatever lies in those that are not told yet; or nothing."""
        evening, told = self.evening, {**self.told, **lots}
        for thing in sorted(self._too_many(lots)):
            n, size = self._count(told, thing), self._count(self.sample[self.field], thing)
            return evening.say("step-many", thing=evening.speech.name(thing), n=n, size=size)
        whole = {**self.sample[self.field], **told}
        refused = evening.table.refuses({"by": TABLE, "do": self.sample["do"], self.field: whole})
        here = refused is not None and not lots.keys().isdisjoint(map(str, refused.facts.values()))
        return evening.speech.refusal(refused, RULING_HERE) if refused is not None and here else ""

    def _too_many(self, lots: Mapping[str, list[str]]) -> Set[str]:
        """Of what there would be more than there is."""
        told, every = {**self.told, **lots}, self.sample[self.field]
        things = {thing for lot in lots.values() for thing in lot}
        return {thing for thing in things if self._count(told, thing) > self._count(every, thing)}

    @staticmethod
    def _count(lots: Mapping[str, Sequence[str]], thing: str) -> int:
        return sum(lot.count(thing) for lot in lots.values())

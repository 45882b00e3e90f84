"""What is asked, and what is offered: never more than everybody may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice
from string import ascii_lowercase
from typing import Any, NamedTuple

from venice_pnp.contract.play import TABLE, Held
from venice_pnp.referee.meaning import Ear, ids_in
from venice_pnp.referee.moves import SHOWN, offers, short
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Table
from venice_pnp.speech.folded import folded
from venice_pnp.speech.texts import verb_texts
from venice_pnp.speech.tongues import single_letters
from venice_pnp.speech.words import Said, Speech, forms_of

CODE = 2  # letters of a verb's code at most; what is longer is a word of some language
MENU = 9  # moves that can be chosen by a number or a letter


class Choices(NamedTuple):
    """Moves that can be chosen by what stands before them."""

    labels: Sequence[str] = ()
    moves: Sequence[dict[str, Any]] = ()

    def picked(self, text: str) -> dict[str, Any] | None:
        found = (move for label, move in zip(self.labels, self.moves, strict=True) if label == folded(text))
        return next(found, None)


class Offering:
    """The questions of one table in one language."""

    def __init__(self, table: Table, script: Script, speech: Speech, ear: Ear) -> None:
        self.table, self.script, self.speech = table, script, speech
        self._ear = ear  # as everybody hears
        self._shown_at: Held | None = None  # the moment that the examples are of
        self._examples: dict[tuple[str, str], str] = {}

    def question(self, item: Mapping[str, Any], who: str) -> str:
        """What is asked, with what the game's screen has to say about it."""
        return self.script.asked(self.table, item, who)

    def public(self, by: str) -> list[dict[str, Any]]:
        """What a seat may do, as far as everybody may know: a private verb, whenever it may be possible."""
        rules, state = self.table.rules, self.table.state
        legal = [dict(move) for move in rules.legal(state, by)]
        if rules.hands is None or by == TABLE:
            return legal
        shown = [move for move in legal if not rules.verbs[move["do"]].private]
        return [*shown, *({"by": by, "do": verb} for verb in rules.hands.open_to(state, by))]

    def offered(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        """What may be done: few moves one by one, of many a verb and how it is typed."""
        found: dict[str, list[str]] = {}
        verbs = self.table.rules.verbs
        for name in dict.fromkeys(str(move["do"]) for move in legal):
            moves = _without_variants([move for move in legal if move["do"] == name])
            lines = [line.partition(" ")[2] for line in offers(moves, verbs, self._accepts)]
            if len(lines) == 1 and lines[0].isupper():
                form = self.example(str(moves[0]["by"]), name)
                lines = [f"({form})"] if form else []
            elif len(lines) == len(moves) and all(lines):  # one by one: in the words of the players
                lines = [self.script.move(move, verbs).partition(" ")[2] for move in moves]
            found[self.script.word(name)] = list(dict.fromkeys(lines))
        return [f"{name} {', '.join(fields)}".strip() for name, fields in found.items()]

    def example(self, by: str, verb: str) -> str:
        """How a move of this verb can be typed that is legal now as far as everybody knows; of a secret one nothing."""
        heard = self._ear.table
        if self._shown_at is not self.table.state:
            self._shown_at, self._examples = self.table.state, {}
        if (by, verb) not in self._examples:
            secret = heard.rules.verbs[verb].secret and verb not in self.script.open_verbs
            legal = () if secret else (one for one in heard.rules.legal(heard.state, by) if one["do"] == verb)
            moves = list(islice(legal, MENU))
            usual = self._ear.texts[verb].form if moves else ""
            forms = chain([usual], map(self.typed, moves))  # one after the other, until one is found
            self._examples[by, verb] = next((form for form in forms if form and self._means(by, form, verb)), "")
        return self._examples[by, verb]

    def typed(self, move: Mapping[str, Any]) -> str:
        """A move as it may be typed, without its verb where that is left out; nothing if it is not understood so."""
        verbs, text = self.table.rules.verbs, self._ear.texts[str(move["do"])]
        forms = [
            self.script.move(move, verbs).partition(" ")[2],
            short(move, verbs).partition(" ")[2].replace("=", " "),
        ]
        if not text.bare:
            code, word = text.form.split()[0], self.script.word(str(move["do"]))
            forms = [f"{code if len(code) <= CODE else word} {form}".strip() for form in forms]
        return next((form for form in forms if form and self._means(str(move["by"]), form, str(move["do"]))), "")

    def _means(self, by: str, form: str, verb: str) -> bool:
        """Is this understood as one move of this verb, without a guess?"""
        meaning = self._ear.understand(by, form, correct=False)
        return [one["do"] for one in meaning.moves] == [verb] and not meaning.guessed

    def _accepts(self, move: Mapping[str, Any]) -> bool:
        return self.table.refuses(move) is None

    def menu(self, legal: Sequence[Mapping[str, Any]]) -> Choices:
        """Moves that can be chosen from a list: few, open ones, where a number means nothing else, and none that a
        stray key must not make."""
        verbs = self.table.rules.verbs
        if any(_has_number(value) for move in legal for key, value in move.items() if key not in ("by", "do")):
            return Choices()
        shown = [dict(move) for move in legal if not verbs[move["do"]].secret and not verbs[move["do"]].private]
        shown = [move for move in shown if not any(isinstance(value, Mapping) for value in move.values())]
        if any(isinstance(value, list) for move in shown for value in move.values() if move["by"] == TABLE):
            return Choices()  # only samples of what may lie there
        shown = _without_variants([move for move in shown if not self._ear.texts[move["do"]].final])
        plain = [move for move in shown if len(move) <= 3]
        wanted = shown if len(shown) <= MENU else plain
        found = self.choices(wanted)
        return found if len(found.moves) == len(wanted) else Choices()

    def beyond(self, move: Mapping[str, Any]) -> bool:
        """Is its number larger than any that is offered, though the rules set no limit?"""
        values = [value for key, value in move.items() if key not in ("by", "do")]
        if len(values) != 1 or type(values[0]) is not int:
            return False
        legal = (one for one in self.table.rules.legal(self.table.state, str(move["by"])) if one["do"] == move["do"])
        known = [value for one in legal for value in one.values() if type(value) is int]
        return bool(known) and values[0] > max(known)

    def lacks_number(self, move: Mapping[str, Any]) -> bool:
        """Does it leave a number out that it might have: houses, as many as may be?"""
        legal = self.table.rules.legal(self.table.state, str(move["by"]))
        alike = (one for one in islice(legal, MENU * SHOWN) if one["do"] == move["do"])
        return not move.keys() - {"by", "do"} and any(type(value) is int for one in alike for value in one.values())

    def choices(self, moves: Sequence[dict[str, Any]]) -> Choices:
        """These moves with a label each, as many as there are labels for."""
        labels = self._labels(moves)[: min(MENU, len(moves))]
        return Choices(labels, moves[: len(labels)])

    def _labels(self, moves: Sequence[Mapping[str, Any]]) -> list[str]:
        """Numbers; where one may be read off what can be chosen (a tile shows a 2), letters that mean nothing else."""
        ids = set(ids_in(moves))
        called = [form for form, meant in forms_of(self.table.kit) if meant in ids]
        numbered = any(type(value) is int for move in moves for value in move.values())
        if not numbered and not any(letter.isdecimal() for form in (*ids, *called) for letter in form):
            return [str(n + 1) for n in range(MENU)]
        texts = verb_texts(self.table.kit)
        verbs = {word for move in moves for word in texts[str(move["do"])].words}
        begun = {folded(form)[:1] for form in (*ids, *called, *verbs, *self.table.players)}
        begun |= single_letters(self.speech.data)
        return [letter for letter in ascii_lowercase if letter not in begun]

    def forms(self, legal: Sequence[Mapping[str, Any]], menu: Choices) -> str:
        """What may be done besides what has a label."""
        listed = {move["do"] for move in menu.moves}
        rest = [move for move in legal if move["do"] not in listed]
        return "".join(f" · {line}" for line in self.offered(rest))

    def listed(self, choices: Choices) -> str:
        pairs = zip(choices.labels, choices.moves, strict=True)
        return "  ".join(f"[{label}]\u00a0{self.spoken(move)}" for label, move in pairs)

    def spoken(self, move: Mapping[str, Any]) -> str:
        """A move as it is typed, its verb in the language of the table."""
        return self.script.move(move, self.table.rules.verbs)

    def helped(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        """What may be done now, how it is typed, and what it does."""
        lines = []
        for line in self.offered(legal):
            verb = self.script.verb(line.split()[0])
            by = next(str(move["by"]) for move in legal if move["do"] == verb)
            form, does = self.script.help(verb)
            typed = self.example(by, verb) or form
            lines.append(self.speech.say("play.verb", {"form": Said(line), "type": Said(typed), "does": Said(does)}))
        return lines


def _has_number(value: Any) -> bool:
    """Is it a number, or has it one among others: the values of tokens, which are typed as they are read?"""
    return type(value) is int or (isinstance(value, list) and any(type(one) is int for one in value))


def _without_variants(moves: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Without those that only say more than another: a ponte at one site is one offer, whichever quarter counts."""
    if len(moves) > SHOWN * MENU:  # too many to be listed anyway
        return [dict(move) for move in moves]
    return [dict(move) for move in moves if not any(one.items() < move.items() for one in map(dict, moves))]

"""What is asked, and what is offered: never more than everybody may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice
from string import ascii_lowercase
from typing import Any, NamedTuple

from venice_pnp.contract.play import TABLE
from venice_pnp.referee.hinting import Hints, without_variants
from venice_pnp.referee.meaning import Ear, ids_in, with_numbers
from venice_pnp.referee.script import Script
from venice_pnp.referee.table import Table
from venice_pnp.speech.folded import folded
from venice_pnp.speech.texts import verb_texts
from venice_pnp.speech.tongues import single_letters
from venice_pnp.speech.words import Said, Speech, beside_these, forms_of

MENU = 9  # moves that can be chosen by a number or a letter


class Choices(NamedTuple):
    """Moves that can be chosen by what stands before them."""

    labels: Sequence[str] = ()
    moves: Sequence[dict[str, Any]] = ()
    more: int = 0  # for which there were no labels

    def picked(self, text: str) -> dict[str, Any] | None:
        found = (move for label, move in zip(self.labels, self.moves, strict=True) if label == folded(text))
        return next(found, None)


class Offering(Hints):
    """The questions of one table in one language."""

    table: Table

    def __init__(self, table: Table, script: Script, speech: Speech, ear: Ear) -> None:
        super().__init__(table, script, ear)
        self.speech = speech

    def question(self, item: Mapping[str, Any], who: str) -> str:
        """What is asked, with what the game's screen has to say about it."""
        return self.script.asked(self.table, item, who)

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
        shown = without_variants([move for move in shown if not self._ear.texts[move["do"]].final])
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
        return bool(self.numbered(move))

    def numbered(self, move: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The moves with each of the numbers that it leaves out; nothing, if it leaves none out."""
        return with_numbers(self.table, move)

    def whole(self, tried: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The few open moves that a verb alone may become; nothing, if it is not alone, or if they are many."""
        verb = self.table.rules.verbs[tried["do"]]
        if tried.keys() - {"by", "do"} or verb.secret or verb.private:
            return []
        moves = [move for move in self.public(str(tried["by"])) if move["do"] == tried["do"]]
        moves = without_variants(moves) if not any(map(_is_of_numbers, moves)) else []
        return moves if len(moves) <= MENU else []

    def choices(self, moves: Sequence[dict[str, Any]]) -> Choices:
        """These moves with a label each, as many as there are labels for."""
        labels = self._labels(moves)[: min(MENU, len(moves))]
        return Choices(labels, moves[: len(labels)], len(moves) - len(labels))

    def _labels(self, moves: Sequence[Mapping[str, Any]]) -> list[str]:
        """Numbers; where one may be read off what can be chosen (a tile shows a 2), or is a whole move of this game at
        another time (a bid), letters that begin nothing that is typed at this table, now or later, and stand alone on
        no part (advisor I); where there are few, two letters that begin no word at all."""
        ids = set(ids_in(moves))
        called = [form for form, meant in forms_of(self.table.kit) if meant in ids]
        texts = verb_texts(self.table.kit).values()
        numbered = any(type(value) is int for move in moves for value in move.values())
        numbered = numbered or any(text.form.replace(" ", "").isdecimal() for text in texts)
        if not numbered and not any(letter.isdecimal() for form in (*ids, *called) for letter in form):
            return [str(n + 1) for n in range(MENU)]
        verbs = {word for text in texts for word in text.words}
        verbs |= {text.form for text in texts if len(text.form) == 1}  # `h`: a card into the hand
        beside = beside_these(self.table.kit, ids)  # also what cannot be chosen now: an advisor's own home
        begun = {folded(form)[:1] for form in (*ids, *beside, *verbs, *self.table.players, *self._ear.codes)}
        begun |= single_letters(self.speech.data)
        begun |= {word for form, _ in forms_of(self.table.kit) for word in folded(form).split() if len(word) == 1}
        free = [letter for letter in ascii_lowercase if letter not in begun]
        known = {word for form in self._ear.lexicon.forms for word in form.split()} | verbs
        others = (f"{letter}{other}" for letter in free for other in ascii_lowercase if other != letter)
        pairs = chain((letter * 2 for letter in free), others)
        unlike = (pair for pair in pairs if not any(word.startswith(pair) for word in known))
        single = (letter for letter in free if letter not in self._ear.lexicon.forms)
        return list(islice(chain(single, unlike), MENU))

    def forms(self, legal: Sequence[Mapping[str, Any]], menu: Choices) -> str:
        """What may be done besides what has a label."""
        listed = {move["do"] for move in menu.moves}
        rest = [move for move in legal if move["do"] not in listed]
        return "".join(f" · {line}" for line in self.offered(rest))

    def listed(self, choices: Choices) -> str:
        pairs = zip(choices.labels, choices.moves, strict=True)
        more = [self.speech.say("play.and-more", {"n": choices.more})] if choices.more else []
        return "  ".join([*(f"[{label}]\u00a0{self.spoken(move)}" for label, move in pairs), *more])

    def spoken(self, move: Mapping[str, Any]) -> str:
        """A move as it is typed, its verb in the language of the table."""
        return self.script.move(move, self.table.rules.verbs)

    def helped(self, legal: Sequence[Mapping[str, Any]], own: Ear | None = None) -> list[str]:
        """What may be done now, how it is typed, and what it does; by what the seat holds, if it asks alone."""
        lines = []
        for line in self.offered(legal):
            verb = self.script.verb(line.split()[0])
            by = next(str(move["by"]) for move in legal if move["do"] == verb)
            _, does = self.script.help(verb)
            typed = self.own_example(own, by, verb) if own else self.example(by, verb)
            facts = {"form": Said(line), "type": Said(typed), "does": Said(does)}
            lines.append(self.speech.say("play.verb" if typed else "play.verb-alone", facts))
        return lines


def _is_of_numbers(move: Mapping[str, Any]) -> bool:
    """Does it hold numbers, or numbers of things? These are typed, and not picked."""
    values = [value for key, value in move.items() if key not in ("by", "do")]
    return any(_has_number(value) or isinstance(value, Mapping) for value in values)


def _has_number(value: Any) -> bool:
    """Is it a number, or has it one among others: the values of tokens, which are typed as they are read?"""
    return type(value) is int or (isinstance(value, list) and any(type(one) is int for one in value))

"""What may be typed now: every line that is printed is understood here, as it stands, by whoever sees the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, groupby, islice
from typing import Any

from venice_pnp.contract.play import TABLE, Held
from venice_pnp.referee.meaning import CODE, MORE, Ear, Heard, ids_in
from venice_pnp.referee.moves import INSTEAD, SHOWN, offers, short
from venice_pnp.referee.script import Script
from venice_pnp.speech.folded import folded

TRIED = 9  # moves of which one may be an example


class Hints:
    """What may be done at one table, in one language, and how it is typed: never more than everybody may know.

    `ear` hears as everybody does. A verb whose fields only the seat knows, or that are too many, is followed by dots.
    """

    def __init__(self, table: Heard, script: Script, ear: Ear) -> None:
        self.table, self.script = table, script
        self._ear = ear
        self._shown_at: Held | None = None  # the moment that the examples are of
        self._examples: dict[tuple[str, str], str] = {}

    def public(self, by: str) -> list[dict[str, Any]]:
        """What a seat may do, as far as everybody may know: a private verb, whenever it may be possible."""
        rules, state = self.table.rules, self.table.state
        legal = [dict(move) for move in rules.legal(state, by)]
        if rules.hands is None or by == TABLE:
            return legal
        shown = [move for move in legal if not rules.verbs[move["do"]].private]
        return [*shown, *({"by": by, "do": verb} for verb in rules.hands.open_to(state, by))]

    def instead(self, by: object) -> list[str]:
        """What the one who tried may do; if nothing is awaited of that seat, what those awaited may do."""
        rules, state = self.table.rules, self.table.state
        awaited = list(dict.fromkeys(str(item["by"]) for item in rules.pending(state)))
        if by in awaited:
            return self.offered(self.public(str(by)))
        lines = [(seat, line) for seat in awaited for line in self.offered(self.public(seat))]
        return [f"{self._seat(seat)}: {line}" for seat, line in lines][:INSTEAD]

    def _seat(self, seat: str) -> str:
        return self.script.speech.name(seat) if seat == TABLE else seat

    def offered(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        """What may be done: few moves one by one, of many a verb with an example of what is typed."""
        verbs = self.table.rules.verbs
        found: dict[str, list[str]] = {}
        for name in dict.fromkeys(str(move["do"]) for move in legal):
            moves = without_variants([move for move in legal if move["do"] == name])
            found[self.script.word(name)] = self._fields(name, moves)
            if verbs[name].secret and name not in self.script.open_verbs:
                found[self.script.word(name)] = [MORE]
        return [f"{name} {', '.join(fields)}".strip() for name, fields in found.items()]

    def _fields(self, name: str, moves: Sequence[Mapping[str, Any]]) -> list[str]:
        """What follows a verb: nothing, a run of numbers, each move, an example in brackets, or dots."""
        verbs = self.table.rules.verbs
        lines = [line.partition(" ")[2] for line in offers(moves, verbs, self._accepts)]
        if lines == [""] and verbs[name].fields and any(isinstance(one, Mapping) for one in moves[0].values()):
            return [MORE]  # what lies in all palaces is longer than a line
        if len(lines) == 1 and lines[0].isupper():
            form = self.example(str(moves[0]["by"]), name)
            return [f"({form} {MORE})"] if form else [MORE]  # one of many
        if moves[0]["by"] == TABLE and any(isinstance(part, list) for part in moves[0].values()):
            lines = [f"({form})" for form in map(self.typed, moves[:1]) if form]  # only a sample of what may lie there
        elif len(lines) == len(moves) and all(lines):  # one by one: in the words of the players, where those are heard
            lines = [self._heard(move) for move in moves]
        if self._ear.texts[name].sample:  # a list of cards that nobody has seen would read as a hand
            lines = []
        whole = all(move.keys() - {"by", "do"} for move in moves)  # `waive` alone is a move
        if whole and not any(lines) and (form := self.example(str(moves[0]["by"]), name)):
            lines = [f"({form} {MORE})"]
        return list(dict.fromkeys(line for line in lines if line))

    def _heard(self, move: Mapping[str, Any]) -> str:
        """The fields of a move in words that are understood behind its verb."""
        word = self.script.word(str(move["do"]))
        forms = self._written(move)
        return next((form for form in forms if self._is(move, f"{word} {form}")), "")

    def _written(self, move: Mapping[str, Any]) -> list[str]:
        """The fields of a move by the names of things, then by ids: without the names of fields, then with them."""
        verbs = self.table.rules.verbs
        named, plain = self.script.move(move, verbs).partition(" ")[2], short(move, verbs).partition(" ")[2]
        brief = _counted(plain)
        spelt = " ".join(self.script.speech.name(word) if "-" in word else word for word in brief.split())
        return [*self._coded(move), named, *self._paired(move), spelt, brief, plain.replace("=", " "), plain]

    def _coded(self, move: Mapping[str, Any]) -> list[str]:
        """A code and how many of each, as players type it: `t09 Castello 2`; nothing, if it is nothing of that kind."""
        values = [move[field] for field in self.table.rules.verbs[move["do"]].fields if field in move]
        if [type(value) for value in values] != [str, dict]:
            return []
        code, counted = values
        return [" ".join([code, *(f"{self.script.speech.name(one)} {n}" for one, n in counted.items())])]

    def _paired(self, move: Mapping[str, Any]) -> list[str]:
        """Pairs as players type them: `m12 ancona Bernd 3`; nothing, if there are none."""
        values = [move[field] for field in self.table.rules.verbs[move["do"]].fields if field in move]
        if not any(isinstance(part, (list, tuple)) for value in values if isinstance(value, list) for part in value):
            return []
        words: list[str] = []
        for value in values:
            for part, same in groupby(value if isinstance(value, list) else [value]):
                n, each = len(list(same)), part if isinstance(part, (list, tuple)) else [part]
                words += [self.script.speech.name(one) if "-" in one else one for one in map(str, each)]
                words += [str(n)] if n > 1 else []
        return [" ".join(words)]

    def example(self, by: str, verb: str) -> str:
        """How a move of this verb can be typed that is accepted now; nothing, if that would tell what a seat holds."""
        if self._shown_at is not self.table.state:
            self._shown_at, self._examples = self.table.state, {}
        if (by, verb) not in self._examples:
            self._examples[by, verb] = "" if self._hidden(verb) else self._found(self._ear, by, verb)
        return self._examples[by, verb]

    def alike(self, tried: Mapping[str, Any]) -> str:
        """How a move can be typed that names all that was named here, and more; nothing, if there is none."""
        named = tried.keys() - {"by", "do"}
        if not named or self._hidden(str(tried["do"])):
            return ""
        legal = (one for one in self.table.rules.legal(self.table.state, str(tried["by"])) if one["do"] == tried["do"])
        wanted = set(ids_in([tried]))
        moves = [one for one in legal if one.keys() >= named]
        moves.sort(key=lambda one: (any(one[key] != tried[key] for key in named), not wanted & set(ids_in([one]))))
        return next((form for form in map(self.typed, moves[:TRIED]) if form), "")

    def aims(self, tried: Mapping[str, Any]) -> list[str]:
        """How a move is typed that begins with what was named here (a card) and says more (at what): all of them, as
        far as everybody knows."""
        heard, first = self._ear.table, next(iter(self.table.rules.verbs[tried["do"]].fields), "")
        if first not in tried or self.table.rules.verbs[tried["do"]].secret:
            return []
        legal = heard.rules.legal(heard.state, str(tried["by"]))
        moves = [one for one in legal if one["do"] == tried["do"] and one.get(first) == tried[first]]
        forms = (self.typed(one) for one in moves if len(one) > len({"by", "do", first}))
        return list(dict.fromkeys(form for form in forms if form))

    def own_example(self, own: Ear, by: str, verb: str) -> str:
        """The same for the seat alone, by what it holds."""
        return self._found(own, by, verb)

    def _hidden(self, verb: str) -> bool:
        """Would an example that is surely accepted tell what a seat holds?"""
        rules = self.table.rules
        if rules.verbs[verb].secret and verb not in self.script.open_verbs:
            return True
        return rules.verbs[verb].private and self.script.speech.seeded

    def _found(self, ear: Ear, by: str, verb: str) -> str:
        heard = ear.table
        legal = (one for one in heard.rules.legal(heard.state, by) if one["do"] == verb)
        moves = [one for one in islice(legal, TRIED) if not _is_of_many_places(one)]
        usual = self._usual(ear, verb) if moves else ""
        forms = chain([usual], (self._typed(ear, move) for move in moves))  # one after the other, until one is found
        return next((form for form in forms if form and _means(ear, by, form, verb)), "")

    def _usual(self, ear: Ear, verb: str) -> str:
        """The documented form; a whole word for the verb in the language of the table."""
        form = ear.texts[verb].form
        head, _, rest = form.partition(" ")
        is_word = len(head) > CODE and folded(head) in ear.verbs[verb]
        return f"{self.script.word(verb)} {rest}".strip() if is_word else form

    def typed(self, move: Mapping[str, Any]) -> str:
        """A move as it may be typed, without its verb where that is left out; nothing if it is not understood so."""
        return self._typed(self._ear, move)

    def _typed(self, ear: Ear, move: Mapping[str, Any]) -> str:
        text, forms = ear.texts[str(move["do"])], self._written(move)
        if not text.bare:
            code, word = text.form.split()[0], self.script.word(str(move["do"]))
            forms = [f"{code if len(code) <= CODE else word} {form}".strip() for form in forms]
        return next((form for form in forms if form and _means(ear, str(move["by"]), form, str(move["do"]))), "")

    def _is(self, move: Mapping[str, Any], line: str) -> bool:
        meaning = self._ear.understand(str(move["by"]), line, correct=False)
        return meaning.moves == [dict(move)]

    def _accepts(self, move: Mapping[str, Any]) -> bool:
        return self.table.refuses(move) is None


def _counted(plain: str) -> str:
    """`p02 at=modon,modon,modon` as players type it: p02 modon 3."""
    words = [word for part in plain.split() for word in part.partition("=")[2 * ("=" in part)].split(",")]
    runs = [(word, len(list(same))) for word, same in groupby(words)]
    return " ".join(f"{word} {n}" if n > 1 and not word.isdecimal() else " ".join([word] * n) for word, n in runs)


def _is_of_many_places(move: Mapping[str, Any]) -> bool:
    """Does it tell what lies in each of many places? That is longer than a line."""
    lists = (part for value in move.values() if isinstance(value, Mapping) for part in value.values())
    return any(isinstance(part, list) for part in lists)


def _means(ear: Ear, by: str, form: str, verb: str) -> bool:
    """Is this understood as one move of this verb, without a guess?"""
    meaning = ear.understand(by, form, correct=False)
    return [one["do"] for one in meaning.moves] == [verb] and not meaning.guessed and not meaning.shared


def without_variants(moves: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Without those that only say more than another: a ponte at one site is one offer, whichever quarter counts."""
    if len(moves) > SHOWN * TRIED:  # too many to be listed anyway
        return [dict(move) for move in moves]
    return [dict(move) for move in moves if not any(one.items() < move.items() for one in map(dict, moves))]

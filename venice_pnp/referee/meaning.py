"""What was meant by a typed line: verbs left out, names cut short or in the other language, digits run together.

Every way to read the line is tried on the rules; what they accept is what was meant. If they accept several,
the table is asked; if none, the nearest thing that would be accepted is offered, or the refusal is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, groupby, islice, product
from typing import Any, NamedTuple, Protocol

from venice_pnp.contract.game import AnyGame
from venice_pnp.contract.play import Held, Refused, Rules, Verb
from venice_pnp.kit import Kit
from venice_pnp.referee.moves import from_words, short
from venice_pnp.speech.folded import folded, likest, spelled_out
from venice_pnp.speech.texts import VerbText, verb_texts, words_of_texts
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.trouble import Ambiguous, NotAMove, Trouble
from venice_pnp.speech.words import data_of, forms_of, known_ids, plurals_of, same_kind

ALIKE = 16  # names that a word may mean
LONGEST_NAME = 5  # words of a name
BY_NAME = 3  # keys of a move that is said by one name: who, what, and that
SAMPLE = 400  # legal moves of a verb that are looked at
READINGS = 120  # ways to read a line that are tried
GUESSES = 4  # words that a misspelled one may have been
CODE = 2  # letters of a verb's code at most; what is longer is a word of some language
AT_MOST = 8  # words of a line that is tried as several moves
SEVERAL = 9  # of what is named in the plural without a number, as many as can be chosen by one
MORE = "…"  # stands for what only the seat itself can know, and for all that is like an example
NEXT = ";"  # what some put between two moves
COMMA = ","  # what parts one item of a move from the next
HOW_MANY = "move.how-many"  # plurals without a number
AT_ONCE = ("move.one", "move.each", "move.choose")  # several moves, where one is asked for
_PARTS = re.compile(r"[^\W\d_]+|\d+")
_PADDED = re.compile(r"([^\W\d_]+)0+([1-9]\d*)")  # a code that is printed with zeros
_CODE = re.compile(r"[^\W\d_]+\d{2,}")  # one of letters and two digits or more
_CUT_CODE = re.compile(r"[^\W\d_]\d+")  # one letter, and a number
_ARROW = re.compile(r"\s*(?:-*>|→)\s*")  # `dd>cs`: from one place to another

Find = Callable[[str], list[str]]  # the ids that a word may mean


class Lexicon:
    """Ids by everything they are called: id, short code, names in all languages, players."""

    def __init__(self, forms: Iterable[tuple[str, str]]) -> None:
        self._forms: dict[str, list[str]] = {}
        self._written: dict[str, str] = {}  # words and names as they are spelt
        self._found: dict[tuple[str, ...], list[list[str]]] = {}  # what was looked for before
        for written, meant in forms:
            for form in dict.fromkeys((written, spelled_out(written))):
                known = self._forms.setdefault(folded(form), [])
                for word in (form, *form.split()):
                    self._written.setdefault(folded(word), word)
                if meant not in known:
                    known.append(meant)
        for form, ids in list(self._forms.items()):
            if padded := _PADDED.fullmatch(form):  # t1 is t01
                self._forms.setdefault("".join(padded.groups()), ids)

    @cached_property
    def _words(self) -> list[tuple[list[str], list[str]]]:
        return [(form.split(), ids) for form, ids in self._forms.items()]

    @property
    def forms(self) -> Mapping[str, list[str]]:
        return self._forms

    def spelt(self, word: str) -> str:
        """A word or a name as it stands on the table: Käthe, Platz."""
        return self._written.get(word, word)

    def pairs(self) -> Iterator[tuple[str, str]]:
        return ((form, one) for form, ids in self._forms.items() for one in ids)

    def find(self, words: Sequence[str], only: frozenset[str] = frozenset()) -> list[str]:
        """The ids that these words may mean, the surest readings only; those of `only` go before others.

        What is written in full, an id, a code or a name, is that and nothing else: a2 is never the beginning of a20,
        nor the code of a casa that of a campo, whatever may be done now.
        """
        typed = folded(" ".join(words)).split()
        if not typed:
            return []
        if exact := self._forms.get(" ".join(typed)):
            return [one for one in exact if one in only] or exact
        found = self._looked_for(typed)
        for rank in found if only else ():
            if wanted := [one for one in rank if one in only]:
                return wanted
        return found[0] if found else []

    def among(self, words: Sequence[str], only: frozenset[str]) -> list[str]:
        """The ids that these words may mean where nothing but these can be meant: tirreno is a sea among seas."""
        ranks = self._ranked(folded(" ".join(words)).split())
        return next((wanted for rank in ranks if (wanted := [one for one in rank if one in only])), [])

    def is_name(self, words: Sequence[str]) -> bool:
        """Are these words all of a name?"""
        return folded(" ".join(words)) in self._forms

    @cached_property
    def _by_word(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for form, ids in self._forms.items():
            for word in form.split():
                found.setdefault(word, set()).update(ids)
        return {word: frozenset(ids) for word, ids in found.items()}

    def with_word(self, word: str, only: frozenset[str]) -> list[str]:
        """Those of these that have this very word in a name."""
        return sorted(only & self._by_word.get(folded(word), frozenset()))

    def named(self, typed: Sequence[str]) -> list[str]:
        """Everything that these words may mean, whatever may be done now."""
        exact = self._forms.get(" ".join(typed))
        return exact or [one for rank in self._looked_for(typed) for one in rank]

    def named_instead(self, spans: Iterable[Sequence[str]], one: str) -> list[str]:
        """What is called by the whole of some words by which this one is called only in part: Romania is a region, and
        Napoli di Romania a colony."""
        words = (span for span in spans if not span[0].isdecimal())
        inside = (span for span in words if any(one in rank for rank in self._looked_for(span)))
        return [other for span in inside for other in self._forms.get(" ".join(span), ())]

    def _looked_for(self, typed: Sequence[str]) -> list[list[str]]:
        key = tuple(typed)
        if key not in self._found:
            self._found[key] = self._ranked(typed)
        return self._found[key]

    def _ranked(self, typed: Sequence[str]) -> list[list[str]]:
        """The ids with a name that begins like this, then those that have it further inside or as initials."""
        ranks: tuple[list[str], list[str]] = ([], [])
        for form, ids in self._words:
            if _begins(typed, form):
                ranks[0].extend(ids)
            elif typed[0][1:] and (_inside(typed, form) or [_initials(form)] == typed):  # never by one letter
                ranks[1].extend(ids)
        return [list(dict.fromkeys(rank)) for rank in ranks if rank]

    @cached_property
    def words(self) -> list[str]:
        """Every word and every whole name that may be misspelled."""
        return list(dict.fromkeys(w for form, _ in self._words for w in (" ".join(form), *form) if len(w) > 2))


def _begins(typed: Sequence[str], form: Sequence[str]) -> bool:
    return len(typed) <= len(form) and all(_starts(w, t) for t, w in zip(typed, form, strict=False))


def _starts(word: str, typed: str) -> bool:
    """Does a word begin like this? A number is all of a number: t1 does not begin t10."""
    return word.startswith(typed) and not (typed[-1:].isdecimal() and word[len(typed) :][:1].isdecimal())


def _initials(form: Sequence[str]) -> str:
    """`gdv` is the Golfo di Venetia; numbers have no initials."""
    return "".join(word[0] for word in form) if all(word.isalpha() for word in form) else ""


def _inside(typed: Sequence[str], form: Sequence[str]) -> bool:
    """Each word begins a later word of the form: `marco` is San Marco, `corner spin` Palazzo Corner Spinelli."""
    at = iter(form)
    return all(any(_starts(word, one) for word in at) for one in typed)


class Meaning(NamedTuple):
    """Moves that the rules accept (several: the table must say which), or why there is none.

    `guessed`: the verb was cut short, so that it may have been meant otherwise. `whispered`: only what the seat itself
    holds says what the line means (`x all`). `shared`: a word of it is in several names of the game, and only what is
    possible now tells which one; or it is a letter alone, or what answers another question. `hindered`: what the same
    words say first, and a rule is against.
    """

    moves: list[dict[str, Any]]
    refused: Refused | None = None
    near: str = ""  # the line as it may have been meant
    trouble: Trouble | None = None
    guessed: bool = False
    tried: dict[str, Any] | None = None  # the move that was refused
    whispered: bool = False
    shared: bool = False
    hindered: Refused | None = None


class Row(NamedTuple):
    """Moves that a line may stand for, all read in the same way."""

    moves: Iterator[dict[str, Any] | Trouble]
    guessed: bool = False
    bare: bool = False  # the verb is left out


class Heard(Protocol):
    """What is asked of a table, or of a game in memory, to understand what is typed there."""

    @property
    def declared(self) -> AnyGame: ...

    @property
    def kit(self) -> Kit: ...

    @property
    def rules(self) -> Rules[Held]: ...

    @property
    def players(self) -> list[str]: ...

    @property
    def state(self) -> Held: ...

    def refuses(self, move: Mapping[str, Any], /) -> Refused | None: ...


class Ear:
    """Understands what is typed at one table: the one grammar for moves, whoever asks."""

    def __init__(self, table: Heard) -> None:
        self.table = table
        self.data = data_of(table.kit)
        self.players = table.players
        self._own = table.declared.typing()
        self.codes = self._own.codes(table.rules) if self._own is not None else {}
        self.lexicon = Lexicon((*self.codes.items(), *forms_of(table.kit), *((name, name) for name in table.players)))
        self._plurals = frozenset(map(folded, plurals_of(table.kit)))
        self._told = texts = verb_texts(table.kit)
        self.texts = {name: texts.get(name, VerbText(frozenset({folded(name)}))) for name in table.rules.verbs}
        self.verbs = {name: text.words for name, text in self.texts.items()}
        self._with_more: dict[tuple[str, ...], Lexicon] = {}
        self._kinds: dict[tuple[str, ...], Lexicon] = {}  # by what is of one kind
        naming = table.declared.naming()
        called = (name for seat in table.kit.seats for name in (seat.id, *seat.name.values()))
        self.colours = frozenset(map(folded, called))
        self._takes = {} if naming is None else naming.takes(table.rules)
        self._taken = {verb: self._among(ids) for verb, ids in self._takes.items()}
        self._letters = {folded(letter) for ids in self._takes.values() for at in ids.values() for letter in at.split()}
        self._form_rule = table.rules.form_rule

    def _among(self, ids: Mapping[str, str]) -> Lexicon:
        """What these ids are called, the letters first that are printed at them."""
        letters = [(letter, one) for one, printed in ids.items() for letter in printed.split()]
        taken = {folded(letter) for letter, _ in letters}
        named = ids or self.players
        return Lexicon(
            (*letters, *((form, one) for form, one in self.lexicon.pairs() if one in named and form not in taken))
        )

    def understand(self, by: str, text: str, correct: bool = True) -> Meaning:
        """What a seat meant by a line."""
        if NEXT in text:
            return Meaning([], trouble=NotAMove("move.one", line=text))
        legal = list(self.table.rules.legal(self.table.state, by))
        text = self._joined(_ARROW.sub(" ", self._unbracketed(text).strip().removesuffix(MORE)))
        pointed = text.replace(COMMA, f" {COMMA} ").split() if "=" not in text else text.split()
        words = _unpointed(pointed)
        if not words:
            return Meaning([], trouble=NotAMove("move.empty", choices=tuple(self._now(legal))))
        first: Refused | None = None  # the first refusal, rather by a rule of the game than for the form of the move
        tried: dict[str, Any] | None = None
        trouble: Trouble | None = None
        known = legal or self._of_others(by)
        again = self._readings(by, pointed[1:], known) if self._said_twice(words) else ()
        for row in chain(self._readings(by, pointed, known), again):
            accepted, literal = list[dict[str, Any]](), list[Refused]()
            for move in islice(_once(row.moves), READINGS):
                if isinstance(move, Trouble):
                    trouble = trouble or move
                    continue
                refused = self.table.refuses(move)
                if refused is None:
                    accepted.append(move)
                    continue
                literal += [refused] if refused.rule != self._form_rule and not accepted else []
                if first is None or self._form_rule == first.rule != refused.rule:
                    first, tried = refused, move
            if accepted:
                bare = not row.guessed and not self._verbs_of(words[0])
                others = self._others_called(accepted[0], words) if len(accepted) == 1 else {}
                alike = [_instead(accepted[0], one, other) for one, found in others.items() for other in found]
                accepted += [move for move in alike if self.table.refuses(move) is None]
                accepted += self._elsewhere(accepted[0], words, legal) if bare and len(accepted) == 1 else []
                begun = row.bare and (self._is_a_letter(words) or self._is_formed_elsewhere(words, accepted[0]))
                begun |= bare and self._is_printed_elsewhere(words, accepted[0])
                shared = bool(others) or begun
                return Meaning(accepted, guessed=row.guessed, shared=shared, hindered=next(iter(literal), None))
        if trouble is not None and trouble.key == HOW_MANY:
            return Meaning([], trouble=trouble)
        figures = [self._figure(word) for word in words] if self._numeric(legal) else words
        if figures != words and (said := self.understand(by, " ".join(figures), correct=False)).moves:
            return said
        if (code := self._no_code(words)) and (first is None or first.rule == self._form_rule):
            return Meaning([], trouble=NotAMove("move.unknown.id", word=code, choices=()))
        if no_number := self._no_number(by, text, words, legal, first is None or first.rule == self._form_rule):
            return Meaning([], trouble=no_number)
        unfit = first is None or tried is None or (first.rule == self._form_rule and not _is_shaped_like(tried, legal))
        if unfit and not self._verbs_of(words[0]):
            earlier, early = self._too_early(by, words)
            first, tried = (first, tried) if earlier is None else (earlier, early)
        if correct and (steps := self._one_by_one(by, text)):
            line, hindered = steps
            if hindered is not None:
                return Meaning([], hindered)
            return Meaning([], near=line, trouble=NotAMove("move.each", line=text))
        if choices := self._listed(by, text):
            return Meaning([], trouble=NotAMove("move.choose", line=text, one=choices[0]))
        near = self._near(by, words, legal) if correct else ""
        return Meaning([], first, near, trouble or (None if first else self._unknown(words, known)), tried=tried)

    def _others_called(self, move: Mapping[str, Any], words: Sequence[str]) -> dict[str, list[str]]:
        """What in a move is named by no more than the beginning of its name, or a word of it, that others of its kind
        have too: `mar` of seven seas; and those others."""
        typed = folded(" ".join(_parted(words, self._one))).split()
        sizes = range(1, min(LONGEST_NAME, len(typed)) + 1)
        spans = [typed[at : at + size] for size in sizes for at in range(len(typed) - size + 1)]
        spans += [[one] for span in spans if len(span) > 1 and (one := "".join(span)) in self.lexicon.forms]  # `a 1`
        said = ids_in([move])
        others: dict[str, list[str]] = {}
        for one in said:
            alike = self._alike(str(move["do"]), one)
            meant = [found for span in spans if one in (found := alike.named(span))]
            left = [[other for other in found if other not in said] for found in meant]
            if left and all(left):
                others[one] = min(left, key=len)
            elif not left and (whole := alike.named_instead(spans, one)):
                others[one] = whole
        return others

    def _elsewhere(
        self, move: Mapping[str, Any], words: Sequence[str], legal: Iterable[Mapping[str, Any]]
    ) -> list[dict[str, Any]]:
        """What a name without a verb may mean besides, by another verb: Tirreno is a kingdom's region, and a sea."""
        said, open_now = ids_in([move]), self.table.rules.verbs
        others = {one for one in self.lexicon.named(folded(" ".join(words)).split()) if one not in said}
        plain = (dict(one) for one in legal if others and one["do"] != move["do"] and len(one) == BY_NAME)
        plain = (one for one in plain if not (open_now[one["do"]].secret or open_now[one["do"]].private))
        return [one for one in plain if others.intersection(ids_in([one]))]

    def _alike(self, verb: str, one: str) -> Lexicon:
        """What everything is called that may stand in its place: whatever the verb takes, players, or rows of the same
        table."""
        if one in self._takes.get(verb, ()):
            return self._taken[verb]
        among = tuple(self.players if one in self.players else same_kind(self.table.kit, one))
        if among not in self._kinds:
            self._kinds[among] = Lexicon((form, meant) for form, meant in self.lexicon.pairs() if meant in among)
        return self._kinds[among]

    def _numeric(self, legal: Sequence[Mapping[str, Any]]) -> dict[str, bool]:
        """Verbs that may be left out before a number, the only thing they take now; and whether it is a list."""
        found: dict[str, bool] = {}
        for name in self._now(legal):
            sample = next(move for move in legal if move["do"] == name)
            values = [value for key, value in sample.items() if key not in ("by", "do")]
            is_list = [isinstance(value, list) for value in values]
            flat = [one for value in values for one in (value if isinstance(value, list) else [value])]
            if self.texts[name].bare and len(values) == 1 and all(type(one) is int for one in flat):
                found[name] = is_list[0]
        return found

    def _figure(self, word: str) -> str:
        """`two` as a figure; any other word as it is."""
        if folded(word) in self.lexicon.forms:
            return word
        return next((str(n) for n in range(10) if is_answer(word, f"figure-{n}", data=self.data)), word)

    def _no_code(self, words: Sequence[str]) -> str:
        """A word like a printed code, m99 beside m01, that is on no part."""
        codes = (word for word in words if _CODE.fullmatch(word) and not self._one(word))
        return next((word for word in codes if _shape(folded(word)) in self._shapes), "")

    @cached_property
    def _shapes(self) -> frozenset[str]:
        return frozenset(_shape(form) for form in self.lexicon.forms if _CODE.fullmatch(form))

    def _no_number(
        self, by: str, text: str, words: Sequence[str], legal: Sequence[Mapping[str, Any]], unread: bool
    ) -> NotAMove | None:
        """What is wrong with a line that begins like a number, where one is asked for, or with what stands behind the
        verb that takes it; `unread`: no rule says it."""
        numeric = self._numeric(legal)
        words = words[1:] if any(name in numeric for name in self._verbs_of(words[0])) else words
        if not numeric or not words or not words[0][0].isdecimal() or self._listed(by, text):
            return None
        strange = [word for word in words if not _is_figure(word)]
        if strange:
            return NotAMove("move.number", word=strange[0])
        return NotAMove("move.numbers", line=text) if unread and not any(numeric.values()) else None

    def _listed(self, by: str, text: str) -> list[str]:
        """Choices as they are listed, `houses 1, 2`, each as a line that would be a move."""
        first, *others = (part.strip() for part in text.split(","))
        if not others or "=" in text:
            return []
        head = first.rpartition(" ")[0]
        lines = [first, *(f"{head} {one}".strip() for one in others[:GUESSES])]
        each = [self.understand(by, line, correct=False).moves for line in lines]
        return lines if all(len(moves) == 1 for moves in each) else []

    def _one_by_one(self, by: str, text: str) -> tuple[str, Refused | None] | None:
        """Several moves of one kind in a line, `durazzo bari`: as they are typed one after the other, or why one
        cannot be done. None, if it is nothing of that kind."""
        words = text.replace(",", " ").split()
        first = self._single(by, words[:1]) if 1 < len(words) <= AT_MOST and "=" not in text else None
        if first is None:  # of most lines the first word alone is no move
            return None
        for parts in _cut(words):
            moves = [move for part in parts if (move := self._single(by, part)) and move["do"] == first["do"]]
            if len(moves) < len(parts):
                continue
            state = self.table.state
            asked = self._asked_of(by, state)
            try:
                for move in moves:
                    state, _ = self.table.rules.apply(state, move)
            except Refused as refused:
                # else the rest would be for somebody else, or the answer to another question
                return ("", refused) if asked == self._asked_of(by, state) else None
            return f"{NEXT} ".join(" ".join(part) for part in parts), None
        return None

    def _asked_of(self, by: str, state: Held) -> list[str]:
        """What a seat is asked there."""
        return [str(item["for"]) for item in self.table.rules.pending(state) if item["by"] == by]

    def _single(self, by: str, words: Sequence[str]) -> dict[str, Any] | None:
        """The one open move, typed without its verb, that these words say, be it against a rule; one that takes no
        list of things, and ends nothing."""
        if self._verbs_of(words[0]) or words[0].isdecimal():
            return None
        meant = self.understand(by, " ".join(words), correct=False)
        move = meant.moves[0] if len(meant.moves) == 1 and not meant.guessed else None
        if not meant.moves and meant.refused is not None and meant.refused.rule != self._form_rule:
            move = meant.tried
        if move is None or self.texts[move["do"]].final or not self.texts[move["do"]].bare:
            return None
        verb = self.table.rules.verbs[move["do"]]
        return None if verb.secret or verb.private or verb.many or verb.lists else move

    def _near(self, by: str, words: Sequence[str], legal: Sequence[Mapping[str, Any]]) -> str:
        """The line as it may have been meant; it is asked back."""
        return self._with_verb(by, words, legal) or self._whole_name(by, words, legal) or self._corrected(by, words)

    def _whole_name(self, by: str, words: Sequence[str], legal: Sequence[Mapping[str, Any]]) -> str:
        """The whole name that begins like what is printed elsewhere: `sp` is a victory point, but may be Spalato."""
        typed = folded(" ".join(words))
        if typed not in self._letters:
            return ""
        bare = [self._taken[name].forms for name in self._now(legal) if name in self._taken and self.texts[name].bare]
        names = [form for forms in bare for form in forms if form.startswith(typed) and form != typed]
        found = [name for name in names if len(self.understand(by, name, correct=False).moves) == 1]
        return found[0] if len(found) == 1 else ""

    def _with_verb(self, by: str, words: Sequence[str], legal: Sequence[Mapping[str, Any]]) -> str:
        """The line with the code of the one move that it may be, where that is never left out: `a zara`."""
        found: list[str] = []
        for name in self._now(legal):
            text, verb = self.texts[name], self.table.rules.verbs[name]
            if text.bare or text.final or verb.secret or verb.private or self._verbs_of(words[0]):
                continue
            form = text.form.split()
            counted = any(map(str.isdecimal, form))  # else a number would say something that nobody has meant
            if not counted and all(map(str.isdecimal, words)):
                continue
            line = " ".join([form[0], *(word for word in words if counted or not word.isdecimal())])
            if len(self.understand(by, line, correct=False).moves) == 1:
                found.append(line)
        return found[0] if len(found) == 1 else ""

    def _joined(self, text: str) -> str:
        """`m02 and p01` is m02 p01; but the word stays in a name that is typed: Silk and Furs."""
        words = text.split()
        kept = [
            word
            for left, word, right in zip(["", *words], words, [*words[1:], ""], strict=False)
            if not (left and right and is_answer(word, "and", data=self.data) and self._only_joins(left, word, right))
        ]
        return " ".join(kept) if len(kept) < len(words) else text

    def _only_joins(self, left: str, word: str, right: str) -> bool:
        return not (self.lexicon.is_name([word]) or self._one(f"{left} {word}") or self._one(f"{word} {right}"))

    def _unbracketed(self, text: str) -> str:
        """An offer as it is printed: `draw (d)` is d."""
        verb, is_example, example = text.partition("(")
        if is_example and example.rstrip().endswith(")") and self._verbs_of(verb.strip()):
            return example.rstrip().removesuffix(")")
        return text

    def _verbs_of(self, word: str) -> list[str]:
        return [name for name, known in self.verbs.items() if folded(word) in known]

    def _said_twice(self, words: Sequence[str]) -> bool:
        """`draw d`, `kingdom k romania`: the verb and its code."""
        if len(words) < 2 or (
            len(words) == 2 and folded(words[0]) == folded(words[1])
        ):  # `p p` is no pass and its code
            return False
        return any(name in self._verbs_of(words[1]) for name in self._verbs_of(words[0]))

    @property
    def final(self) -> frozenset[str]:
        """Verbs that end a turn, discard cards or happen once a game."""
        return frozenset(name for name, text in self.texts.items() if text.final)

    @property
    def never_first(self) -> frozenset[str]:
        """Verbs that are never named as what has to be done first: those that are final, and those of which nobody
        knows what they bring."""
        return self.final | {name for name, text in self.texts.items() if text.blind}

    def _too_early(self, by: str, words: Sequence[str]) -> tuple[Refused | None, dict[str, Any] | None]:
        """A move without its verb that is not possible now: `zara 2` before the sea is open. What another move would
        make possible goes before what a rule refuses otherwise."""
        other: tuple[Refused | None, dict[str, Any] | None] = None, None
        for name, verb in self.table.rules.verbs.items():
            hidden = verb.secret or verb.private
            if self._taken and not words[0].isdecimal() and not self._names(name, words):
                continue  # nobody means a candidate called Corphu
            if not self.texts[name].bare or not _is_typed_like(words, self.texts[name].form):
                continue
            for move in islice(self._moves(by, name, words, (), silent=True), READINGS):
                if isinstance(move, Trouble):
                    continue
                refused = self.table.refuses(move)
                if not hidden and next_step(self.table, move, self.never_first) is not None:
                    return refused, move
                if other[0] is None and refused is not None and refused.rule != self._form_rule:
                    other = refused, move
        return other

    def _names(self, verb: str, words: Sequence[str]) -> bool:
        """Do these words name something that the verb can take?"""
        taken = self._taken.get(verb)
        return taken is not None and any(True for _ in _spans(_parted(words, self._one), taken, frozenset(), False))

    @cached_property
    def _all_words(self) -> frozenset[str]:
        return frozenset(part for form in self.lexicon.forms for part in (form, *form.split()))

    def _doubts(self, move: Mapping[str, Any], line: str) -> bool:
        """Does the game doubt that this was meant?"""
        game = self.table.declared.doubting()
        return game is not None and game.doubt(self.table.rules, self.table.state, move, line) is not None

    def move(self, by: str, words: Sequence[str]) -> dict[str, Any]:
        """The one move that words stand for; raises Ambiguous, NotAMove, or Refused if what they say is against a rule.

        What the rules would refuse is a move too, if it is written in full.
        """
        line = " ".join(words)
        meant = self.understand(by, line, correct=False)
        verbs = self.table.rules.verbs
        numbered = with_numbers(self.table, meant.moves[0]) if len(meant.moves) == 1 else []
        if numbered:  # a record may leave it out; who types it may have forgotten it
            choices = tuple(short(one, verbs) for one in numbered)
            raise Ambiguous("move.several", line=line, choices=choices)
        if len(meant.moves) == 1 and not meant.shared:
            if meant.hindered is not None and self._doubts(meant.moves[0], line):
                raise meant.hindered  # here nobody is asked back
            return meant.moves[0]
        if len(meant.moves) == 1:
            raise Ambiguous("move.shared", line=" ".join(words), move=short(meant.moves[0], verbs))
        if meant.moves:
            raise Ambiguous(
                "move.several", line=" ".join(words), choices=tuple(short(one, verbs) for one in meant.moves)
            )
        if meant.trouble is not None and meant.trouble.key in AT_ONCE:
            raise meant.trouble
        said = self._verbs_of(words[0]) if words else []
        is_short = not said and meant.trouble is None
        if meant.refused is not None and (is_short or meant.refused.rule != self._form_rule):
            awaited = dict.fromkeys(str(item["by"]) for item in self.table.rules.pending(self.table.state))
            if meant.refused.rule == self._form_rule and awaited and by not in awaited:
                raise NotAMove("play.not-asked", seat=by, who=tuple(awaited))
            if self.is_odd(meant):
                raise NotAMove("move.unfitting", line=" ".join(words))
            raise meant.refused  # it was understood, and is against a rule
        if not said:
            raise meant.trouble or NotAMove("move.unfitting", line=" ".join(words))
        legal = list(self.table.rules.legal(self.table.state, by))
        if legal and not set(said) & set(self._now(legal)) and meant.refused is not None:
            raise NotAMove("move.not-now", verb=words[0])
        if meant.tried is not None and meant.tried["do"] in said:
            return meant.tried
        if meant.trouble is not None and all(_number(word) or self._one(word) for word in words[1:]):
            raise meant.trouble  # every word is one of the game, in some language
        whole = [said[0], *words[1:]] if len(said) == 1 else words
        known = self._typed_verbs(words[0])
        return from_words(by, whole, known, legal or self._of_others(by), known_ids(self.table.kit), self.players)

    def _typed_verbs(self, word: str) -> Mapping[str, Verb]:
        """The verbs that people type; those of the referee (`deal`) only for a word that begins so."""
        verbs = self.table.rules.verbs
        typed = {name: verb for name, verb in verbs.items() if name in self._told}
        return (
            typed if typed and not any(word and name.startswith(word) for name in verbs if name not in typed) else verbs
        )

    def hides_nothing(self, words: Sequence[str]) -> bool:
        """Does a line begin with the whole word for a move that everybody may see?"""
        verbs = self.table.rules.verbs
        said = [verbs[name] for name in self._verbs_of(words[0])] if words else []
        return bool(said) and not any(verb.secret or verb.private for verb in said)

    def is_odd(self, meant: Meaning) -> bool:
        """Was a line read as a move that makes no sense, a name where there are only numbers, or what no such move
        takes now? What a rule says of that would speak of things that nobody has named."""
        tried, refused = meant.tried, meant.refused
        if tried is None or refused is None:
            return False
        rules, state = self.table.rules, self.table.state
        legal = [one for one in rules.legal(state, str(tried["by"])) if one["do"] == tried["do"]]
        kinds = {key: type(value) for one in legal for key, value in one.items()}
        if any(kinds.get(key) is int and isinstance(value, str) for key, value in tried.items()):
            return True
        return refused.rule == rules.form_rule and bool(legal) and not set(ids_in([tried])) <= set(ids_in(legal))

    def _of_others(self, by: str) -> list[dict[str, Any]]:
        """What others may do, where nothing is awaited of this seat: so read, its words are refused by the rule that
        says whose turn it is."""
        rules, state = self.table.rules, self.table.state
        seats = dict.fromkeys(str(item["by"]) for item in rules.pending(state))
        return [dict(move) for seat in seats if seat != by for move in islice(rules.legal(state, seat), SAMPLE)]

    # --- reading -------------------------------------------------------------------------------------
    def _readings(self, by: str, words: list[str], legal: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
        """Rows of moves, the surest first: the game's own short forms, a verb, a verb cut short, none where the game's
        documented form has none. A verb written in full is no other verb."""
        word, now = folded(words[0]), self._now(legal)
        said = self._verbs_of(word)
        if said and not any(name in now for name in said) and self._is_named_so(words, now):
            said = []  # „Die Königin der Insel“ takes no die
        exact = [name for name in said if name in now] or said
        own = self._own_moves(by, words)
        yield Row(own if not said or len(word) == 1 else (one for one in own if _is_one_of(one, said)))
        for name in exact:
            yield Row(self._moves(by, name, words[1:], legal))
        if exact:
            return
        code, *behind_it = _parted(words[:1], self._one)  # `b5`: the code of a verb, and its number
        coded = [name for name in self._verbs_of(code) if name in self._numeric(legal)] if behind_it else []
        yield Row(move for name in coded for move in self._moves(by, name, [*behind_it, *words[1:]], legal))
        *before, behind = _parted(_unpointed(words), self._one)
        last = [name for name in self._verbs_of(behind) if name in now and before and len(behind) > CODE]
        yield Row(move for name in last for move in self._moves(by, name, before, legal, silent=True))  # `2 houses`
        short = [name for name in now if word and any(known.startswith(word) for known in self.verbs[name])]
        fields = any(self.table.rules.verbs[name].fields for name in short)
        unsure = fields or not all(self.texts[name].final for name in now)  # `e` at the end of a turn is end
        for read in (self._own_moves, lambda by, said: self._moves(by, said[0], said[1:], legal)):
            yield Row((move for name in short for move in read(by, [name, *words[1:]])), guessed=unsure)
        bare = [name for name in now if self.texts[name].bare]
        unsaid = (move for name in bare for move in self._moves(by, name, words, legal, silent=True))
        yield Row(unsaid, bare=True)
        counts = any(map(str.isdecimal, words))  # of what, is not said, or of something else: 1 draws no card
        named = [name for name in now if self.texts[name].final and not self.texts[name].bare and not counts]
        yield Row((move for name in named for move in self._own_moves(by, [name, *words])), guessed=True)

    def _is_named_so(self, words: Sequence[str], now: Iterable[str]) -> bool:
        """Is it the name of something, or do several words begin one that is asked for?"""
        taken = [self._taken[name] for name in now if name in self._taken and self.texts[name].bare]
        return self.lexicon.is_name(words) or (len(words) > 1 and any(lexicon.find(words) for lexicon in taken))

    def _own_moves(self, by: str, words: Sequence[str]) -> Iterator[dict[str, Any] | Trouble]:
        """What the game itself makes of these words."""
        if self._own is not None:
            parted = _parted(_unpointed(words), self._one)
            for move in self._own.readings(self.table.rules, self.table.state, by, parted, self._find):
                yield {"by": by, **move}

    def _now(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        return list(dict.fromkeys(str(move["do"]) for move in legal))

    def _moves(
        self, by: str, verb: str, words: Sequence[str], legal: Sequence[Mapping[str, Any]], silent: bool = False
    ) -> Iterator[dict[str, Any] | Trouble]:
        """Every way these words can be the fields of a verb."""
        rules = self.table.rules
        sample = list(islice((m for m in legal if m["do"] == verb), SAMPLE))
        open_now = not (rules.verbs[verb].secret or rules.verbs[verb].private)
        only = frozenset(ids_in(sample)) if open_now else frozenset()
        counted = any(isinstance(value, Mapping) for move in sample[:1] for value in move.values())
        known = [*known_ids(self.table.kit), *self._takes.get(verb, ())]
        seen = 0
        several = self._unnumbered(_pointed(words)) if counted else []
        for line in _numbered(_pointed(words), several[:1]) if counted else [_unpointed(words)]:
            for values in self._fitting(verb, line, sample, only, silent):
                seen += 1
                if several[1:]:
                    yield NotAMove(HOW_MANY, line=" ".join(f"2 {word}" for word in several))
                    return
                for said in _counted(values) if counted else [values]:
                    try:
                        yield from_words(by, [verb, *said], rules.verbs, sample, known, self.players)
                    except (NotAMove, Ambiguous) as trouble:
                        if not silent:
                            yield trouble
        if not seen and not silent:
            yield self._unknown(_unpointed(words), legal)

    def _unnumbered(self, words: Sequence[str]) -> list[str]:
        """Plurals without a number beside them: bridges are never one bridge unasked."""
        beside = zip([COMMA, *words], words, [*words[1:], COMMA], strict=False)
        bare = [word for left, word, right in beside if not _whole(left) and not _whole(right)]
        return [word for word in bare if folded(word) in self._plurals]

    def _fitting(
        self, verb: str, words: list[str], sample: Sequence[Mapping[str, Any]], only: frozenset[str], silent: bool
    ) -> Iterator[list[str]]:
        """The words as ids that the verb can take; if they are none and it was said, as whatever has that very name."""
        if silent and self._is_reply(words):
            return  # a stray `n` is no influence in Napoli
        if verb in self._taken:
            if silent and folded(" ".join(words)) in self._letters:
                return  # what is printed on the board is never the beginning of another name
            found = list(self._values(words, self._taken[verb], only, self.table.rules.verbs[verb]))
            yield from found
            hidden = self.table.rules.verbs[verb].secret  # its refusals name nothing
            if found or silent or not (hidden or all(self._is_whole(word) for word in words)):
                return
        yield from self._values(words, self._with(sample), only, self.table.rules.verbs[verb])

    def _is_reply(self, words: Sequence[str]) -> bool:
        """Is it yes or no, and not the whole name of anything?"""
        return folded(" ".join(words)) not in self.lexicon.forms and is_answer(
            " ".join(words), "yes", "no", data=self.data
        )

    def _is_a_letter(self, words: Sequence[str]) -> bool:
        """Is it one letter that begins something, and is called nothing? A stray key makes no move."""
        word = folded(" ".join(words))
        return len(word) == 1 and word.isalpha() and word not in self.lexicon.forms and word not in self._letters

    def _is_printed_elsewhere(self, words: Sequence[str], move: Mapping[str, Any]) -> bool:
        """Is it all that is typed for something else, and here only the beginning of a name: `hand`, where Handel is a
        die?"""
        if (takes := self._takes.get(move["do"])) is None:  # such a move names nothing: `e` ends a turn
            return False
        line = folded(" ".join(words))
        own = {folded(letter) for at in takes.values() for letter in at.split()}
        return line in self._letters - own and not self._is_called(move, line)

    def _is_called(self, move: Mapping[str, Any], line: str) -> bool:
        """Is it all of a name of something that such a move can name?"""
        return line in self._taken.get(move["do"], self.lexicon).forms

    def _is_formed_elsewhere(self, words: Sequence[str], move: Mapping[str, Any]) -> bool:
        """Is it formed like what is typed for something else, and here only the beginning of a name: p2 is a die, and
        may begin ponente-2?"""
        line, form = folded("".join(words)), _form(self.texts[move["do"]].form)
        others = {_form(text.form) for text in self.texts.values() if text.bare}
        return bool(_CUT_CODE.fullmatch(line)) and _form(line) in others - {form} and not self._is_called(move, line)

    def _is_whole(self, word: str) -> bool:
        """Is it a number, a code, or a word as it stands in a name? The beginning of one says nothing where no such
        thing can be named."""
        return _number(word) or "=" in word or folded(word) in self._all_words

    def _with(self, sample: Sequence[Mapping[str, Any]]) -> Lexicon:
        """The lexicon with the words that a verb takes besides ids, such as `marker ap`."""
        more = tuple(one for one in ids_in(sample) if folded(one) not in self.lexicon.forms)
        if not more:
            return self.lexicon
        if more not in self._with_more:
            self._with_more[more] = Lexicon((*((one, one) for one in more), *self.lexicon.pairs()))
        return self._with_more[more]

    def _values(self, words: list[str], lexicon: Lexicon, only: frozenset[str], verb: Verb) -> Iterator[list[str]]:
        """The words as whole ids and numbers, in every way that makes sense."""
        lists = bool(verb.many or verb.lists)
        named = [w for w in words if "=" in w]
        plain = _parted([w for w in words if "=" not in w], lambda w: lexicon.find([w], only))
        for row in _spans(plain, lexicon, only, lists):
            for values in islice(product(*row), READINGS):
                flat = [part for value in values for part in value]
                yield [*flat, *(self._named(word, lexicon, only) for word in named)]

    def _named(self, word: str, lexicon: Lexicon, only: frozenset[str]) -> str:
        key, _, value = word.partition("=")
        keys = lexicon.find([key], only)
        for kind, truth in (("yes", "true"), ("no", "false")):
            if len(value) > 1 and is_answer(value, kind, data=self.data):
                return f"{key}={truth}"
        whole = [
            (lexicon.find([part], only) or [part])[0] if not part.isdecimal() else part for part in value.split(",")
        ]
        return f"{keys[0] if keys and not key.isascii() else key}={','.join(whole)}"

    def _one(self, word: str) -> list[str]:
        return self.lexicon.find([word])

    def _find(self, words: str, among: Collection[str] = (), /) -> list[str]:
        """The ids that words may mean, or of these ids those that they may mean."""
        found = self.lexicon.find([words])
        if not among:
            return found
        return [one for one in found if one in among] or self.lexicon.among([words], frozenset(among))

    def words_for(self, legal: Sequence[Mapping[str, Any]]) -> list[str]:
        """Words that may stand in what is legal now, without what one seat alone may know."""
        verbs = self.table.rules.verbs
        hidden = {name for name, verb in verbs.items() if verb.secret or verb.private}
        found = ids_in(islice((move for move in legal if move["do"] not in hidden), SAMPLE))
        every = known_ids(self.table.kit)
        kept = [self._takes.get(name, every) for name in self._now(legal) if name in hidden]
        return list(dict.fromkeys([*found, *(one for ids in kept for one in ids)]))

    # --- what was not understood -----------------------------------------------------------------------
    def _unknown(self, words: Sequence[str], legal: Sequence[Mapping[str, Any]]) -> Trouble:
        """Nothing of the game, or nothing of now; a word is suggested only if it has to do with what may be done."""
        now = set(self.words_for(legal))
        fitting = {part for form, ids in self.lexicon.forms.items() if now & set(ids) for part in (form, *form.split())}
        fitting |= {form for name in self._now(legal) for form in self.verbs[name]}
        known = [form for forms in self.verbs.values() for form in forms]
        strange = [
            w
            for w in words
            if not w.isdecimal() and not self.is_known(w) and not any(k.startswith(folded(w)) for k in known)
        ]
        by = str(legal[0]["by"]) if legal else ""
        strange = [
            w for w in strange if not by or next(self._own_moves(by, [w]), None) is None
        ]  # `give`: what, is asked
        if words and (not strange or self._is_reply(words)):  # known words, but not now
            return NotAMove("move.unfitting", line=" ".join(words))
        ours = self._all_words | words_of_texts(self.table.kit) if strange else frozenset()
        strange = [w for w in strange if folded(w) not in ours]
        if not strange:  # words that the game uses, but of nothing that can be typed
            return NotAMove("move.unfitting", line=" ".join(words))
        word = strange[0]
        near = [one for one in self._nearest(word) if one != folded(word) and one in fitting and len(word) > 3]
        key = "move.unknown.id.near" if near else "move.unknown.id"
        return NotAMove(key, word=word, nearest=self.lexicon.spelt(near[0]) if near else "", choices=())

    def is_known(self, word: str) -> bool:
        """Is it a word of the game, be it a colour of the players?"""
        return folded(word) in self.colours or bool(self._one(word))

    def _nearest(self, word: str) -> list[str]:
        """Known words that are most like this one, the likest first."""
        verbs = [form for forms in self.verbs.values() for form in forms if len(form) > 2]
        return likest(folded(word), [*verbs, *self.lexicon.words], GUESSES)

    def _corrected(self, by: str, words: Sequence[str]) -> str:
        """The line with misspelled words replaced, or with digits apart that were run together, if that is something
        that may be done."""
        known = [form for forms in self.verbs.values() for form in forms]
        better: list[list[str]] = []
        for word in words:
            right = any(map(str.isdecimal, word)) or "=" in word or self.is_known(word)  # no code is another
            right = right or any(form.startswith(folded(word)) for form in known)
            apart = [word, " ".join(word)] if word.isdecimal() and len(word) > 1 else [word]
            better.append(apart if right else self._nearest(word) or [word])
        lines = (" ".join(line) for line in islice(product(*better), 2 * GUESSES) if list(line) != list(words))
        return next((line for line in lines if len(self.understand(by, line, correct=False).moves) == 1), "")


def with_numbers(table: Heard, move: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The moves with each of the numbers that one leaves out, a verb alone; nothing, if it leaves none out."""
    if move.keys() - {"by", "do"}:
        return []
    legal = islice(table.rules.legal(table.state, str(move["by"])), SAMPLE)
    alike = [dict(one) for one in legal if one["do"] == move["do"]]
    return [one for one in alike if any(type(value) is int for value in one.values())]


def next_step(table: Heard, move: Mapping[str, Any], final: Collection[str] = ()) -> dict[str, Any] | None:
    """A move of the same seat after which this one, refused now, would be accepted; of open moves only, and of none
    that ends a turn or happens once a game."""
    rules, state, by = table.rules, table.state, str(move["by"])
    hidden = {name for name, verb in rules.verbs.items() if verb.secret or verb.private}
    known = (one for one in rules.legal(state, by) if one["do"] not in hidden and one["do"] not in final)
    for first in islice(known, SAMPLE):
        try:
            after, _ = rules.apply(state, first)
            rules.apply(after, move)
        except Refused:
            continue
        return dict(first)
    return None


def _is_shaped_like(move: Mapping[str, Any], legal: Sequence[Mapping[str, Any]]) -> bool:
    """Has it numbers where a legal move with its verb has numbers, words where that has words; or is it the beginning
    of one?"""
    if any(move.items() <= one.items() for one in islice(legal, SAMPLE)):
        return True
    one = next((one for one in legal if one["do"] == move["do"]), None)
    return one is not None and all(type(move.get(key)) is type(value) for key, value in one.items())


def _is_typed_like(words: Sequence[str], form: str) -> bool:
    """Does a line begin with a number where the documented form does, with a word where that does?"""
    return words[0].isdecimal() == form.split(" ")[0].isdecimal()


def _once(moves: Iterable[dict[str, Any] | Trouble]) -> Iterator[dict[str, Any] | Trouble]:
    seen: list[Any] = []
    for move in moves:
        if move not in seen:
            seen.append(move)
            yield move


def ids_in(sample: Iterable[Mapping[str, Any]]) -> list[str]:
    """Every word that stands in a field of these moves."""
    found: dict[str, None] = {}

    def look(value: Any) -> None:
        if isinstance(value, str):
            found[value] = None
        elif isinstance(value, Mapping):
            for key, part in value.items():
                look(key)
                look(part)
        elif isinstance(value, (list, tuple)):
            for part in value:
                look(part)

    for move in sample:
        for key, value in move.items():
            if key not in ("by", "do"):
                look(value)
    return list(found)


def _instead(value: Any, one: str, other: str) -> Any:
    """The same with another id in the place of this one."""
    if isinstance(value, Mapping):
        return {_instead(key, one, other): _instead(part, one, other) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_instead(part, one, other) for part in value]
    return other if value == one else value


def parts_of(word: str) -> list[str]:
    """Letters and digits of a word apart: `2ca` is 2 and ca."""
    return _PARTS.findall(word)


def _parted(words: Iterable[str], known: Find) -> list[str]:
    """Words with letters and digits run together taken apart, where they are nothing as they stand."""
    found: list[str] = []
    for word in words:
        parts = parts_of(word)
        mixed = len(parts) > 1 and "".join(parts) == word and not known(word)
        found += parts if mixed else [word]
    return found


def _spans(
    words: Sequence[str], lexicon: Lexicon, only: frozenset[str], lists: bool
) -> Iterator[list[list[list[str]]]]:
    """The words cut into names and numbers, longest names first; for each all that it may be."""
    if not words:
        yield []
        return
    for size in range(min(LONGEST_NAME, len(words)), 0, -1):
        span = list(words[:size])
        if COMMA in span:
            choices = [[COMMA]] if size == 1 else []
        elif size == 1 and _number(span[0]):
            choices = [[span[0]]]
            if lists and len(span[0]) > 1 and span[0].isdecimal():
                choices = [*choices, list(span[0])]  # 31 are the tokens 3 and 1
        elif size > 1 and all(_number(word) for word in span):
            continue
        else:
            choices = [[one] for one in lexicon.find(span, only)[:ALIKE]]
        if not choices:
            continue
        for rest in _spans(words[size:], lexicon, only, lists):
            yield [choices, *rest]


def _cut(words: Sequence[str]) -> Iterator[list[list[str]]]:
    """A line in two or more parts, in every way."""
    for size in range(1, len(words)):
        for rest in chain([[list(words[size:])]], _cut(words[size:])):
            yield [list(words[:size]), *rest]


def _shape(code: str) -> str:
    """A code with every digit alike: m99 is like m01."""
    return re.sub(r"\d", "0", code)


def _form(line: str) -> str:
    """Where letters and digits stand: p3 is formed like t2."""
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "0", line))


def _number(word: str) -> bool:
    return _whole(word) or word in ("true", "false")


def _whole(word: str) -> bool:
    return bool(re.fullmatch(r"[-+]?\d{1,9}", word))


def _is_figure(word: str) -> bool:
    """A number as everybody writes it: 022 is none."""
    return word.isdecimal() and (word == "0" or word[0] != "0")


def _counted(values: Sequence[str]) -> list[list[str]]:
    """`casa 2 palazzo` or `2 casa`: kinds with how many of each, in every way that the numbers can be meant; a kind
    alone counts one. A number between two kinds may belong to either, unless a comma parts it from one of them; a
    number that is left over belongs to nothing, and no such line is a move."""
    if any("=" in value for value in values):
        return [_unpointed(values)]
    ways: list[dict[str, int]] = [{}]
    for item in _items(values):
        ways = [_together(way, more) for way, more in islice(product(ways, _pairs(item)), READINGS)]
    return [[f"{kind}={count}" for kind, count in way.items()] for way in ways] or [_unpointed(values)]


def _together(some: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    return {kind: some.get(kind, 0) + more.get(kind, 0) for kind in (*some, *more)}


def _items(values: Sequence[str]) -> Iterator[list[str]]:
    """What stands between commas."""
    for is_comma, item in groupby(values, lambda value: value == COMMA):
        if not is_comma:
            yield list(item)


def _pairs(item: Sequence[str]) -> list[dict[str, int]]:
    """Every way to give each number to a kind beside it, none or one to each kind."""
    ways: list[list[dict[str, int]]] = [[{}]]  # of nothing, of the last word, of the last two, ...
    for at in reversed(range(len(item))):
        found: list[dict[str, int]] = []
        for size in range(1, min(2, len(item) - at) + 1):
            here = item[at : at + size]
            kinds = [value for value in here if not _whole(value)]
            if len(kinds) == 1:
                count = next((int(value) for value in here if _whole(value)), 1)
                found += [_together({kinds[0]: count}, rest) for rest in ways[-size]]
        ways.append(found[:READINGS])
    return ways[-1]


def _pointed(words: Sequence[str]) -> list[str]:
    """What is written in one word belongs together as if it stood between commas: `ca2 pa`."""
    return [one for word in words for one in ((COMMA, word, COMMA) if len(parts_of(word)) > 1 else (word,))]


def _numbered(words: Sequence[str], several: Sequence[str]) -> list[list[str]]:
    """A line with each number that may be meant by a word of it that has none."""
    counts = [[COMMA, str(n), word, COMMA] for word in several for n in range(1, SEVERAL + 1)]
    at = words.index(several[0]) if several else 0
    return [[*words[:at], *count, *words[at + 1 :]] for count in counts] or [list(words)]


def _unpointed(words: Sequence[str]) -> list[str]:
    return [word for word in words if word != COMMA]


def _is_one_of(move: dict[str, Any] | Trouble, verbs: Collection[str]) -> bool:
    return isinstance(move, Trouble) or move["do"] in verbs

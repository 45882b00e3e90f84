"""What is typed is what is done: whatever is accepted says every word that was typed, and nothing is bent."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import venice_pnp
from tests.trust.play import GAMES, seats, some_move
from venice_pnp.door.match import Match
from venice_pnp.games.venedig.typed import codes
from venice_pnp.referee.chance import completed
from venice_pnp.referee.meaning import Ear, ids_in
from venice_pnp.referee.memory import Memory
from venice_pnp.referee.moves import short
from venice_pnp.speech.folded import folded
from venice_pnp.speech.texts import verb_texts
from venice_pnp.speech.tongues import is_answer
from venice_pnp.speech.words import forms_of

TURNS = 10
EVERY = 9  # moves between two moments that are looked at
WORD = re.compile(r"[^\W\d_]+|\d+")
Move = Mapping[str, Any]


def tables(game: str) -> Iterator[tuple[Match[Memory], random.Random]]:
    """The moments of two games by chance, one where the referee deals and one where the table does."""
    for seed in (3, None):
        rng = random.Random(f"{game} {seed}")
        match = venice_pnp.play(game, seats(game, 1), seed=seed)
        for n in range(TURNS * EVERY):
            if not match.awaited:
                break
            if n % EVERY == 0:
                yield match, rng
            move = some_move(match.keeper.rules, match.keeper.state, rng)
            match.do(str(move["by"]), move)


class Words:
    """Everything that may be typed for what stands in a move."""

    def __init__(self, match: Match[Memory]) -> None:
        self.verbs = verb_texts(match.kit)
        rules: Any = match.keeper.rules
        own = codes(rules) if match.keeper.declared.id == "venedig" else {}
        rows = [*own.items(), *forms_of(match.kit), *((name, name) for name in match.players)]
        self.forms: dict[str, set[str]] = {}
        for form, meant in rows:
            self.forms.setdefault(meant, set()).add(folded(form))

    def exact(self, word: str) -> set[str]:
        return {meant for meant, forms in self.forms.items() if folded(word) in forms}

    def say_all(self, word: str, move: Move) -> bool:
        """Is it in the move as it stands, or with letters and digits taken apart?"""
        apart = not self.exact(word) and all(self.say(part, move) for part in WORD.findall(word))
        return self.say(word, move) or apart

    def say(self, word: str, move: Move) -> bool:
        """Is this word in the move: a number of it, its verb, or a code or the beginning of a name in it?"""
        ids = set(ids_in([move]))
        if word.isdecimal():
            numbers = {str(n) for n in _numbers(move)}
            named = any(word in WORD.findall(form) for one in ids for form in (folded(one), *self.forms.get(one, ())))
            counts = [n for value in move.values() if isinstance(value, Mapping) for n in _numbers(value)]
            repeated = max((list(_flat(move)).count(one) for one in ids), default=0)
            return word in numbers or named or set(word) <= numbers or int(word) <= max(repeated, 1, *counts)
        if meant := self.exact(word):
            return bool(meant & ids) or self._is_verb(word, move)
        known = {form for one in ids for form in (folded(one), *self.forms.get(one, ()))}
        begun = any(part.startswith(folded(word)) for form in known for part in form.split())
        initials = {"".join(part[0] for part in form.split()) for form in known}
        truth = any(type(value) is bool for value in move.values()) and is_answer(word, "yes", "no")
        return begun or folded(word) in initials or self._is_verb(word, move) or truth or _also(word, move)

    def _is_verb(self, word: str, move: Move) -> bool:
        return any(known.startswith(folded(word)) for known in self.verbs[str(move["do"])].words)


def _also(word: str, move: Move) -> bool:
    """Words of the games' own forms that stand for a field: `sp` for the marker, `monument`, `alles`."""
    own = {"sp": "vp", "hand": "hand", "box": "box"}
    source = word in ("pool", "pile") and word in move  # where cards are drawn from
    return own.get(word) in move.values() or is_answer(word, "all") or word in ("stadt", "monument") or source


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from (key, *_flat(part)) if key not in ("by", "do") else ()
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _flat(part)
    else:
        yield value


def _targets(move: Move) -> list[str]:
    return [str(one) for key, value in move.items() if key not in ("by", "do") for one in _flat(value)]


def _numbers(move: Move) -> list[int]:
    return [value for value in _flat(move) if type(value) is int]


def after(keeper: Memory, move: Move) -> Any:
    return keeper.rules.apply(keeper.state, completed(keeper.rules, keeper._seed, keeper.state, move))[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_legal_move_in_a_documented_form_is_that_move_and_no_other(game: str) -> None:
    heard = 0
    for match, rng in tables(game):
        ear, keeper = Ear(match.keeper), match.keeper
        by = str(rng.choice(match.awaited)["by"])
        legal = match.legal(by)
        for move in rng.sample(legal, min(3, len(legal))):
            played = f"card {' '.join(_targets(move))}"  # a card and its targets, without the names of fields
            whole = played if move["do"] == "card" else short(move, keeper.rules.verbs)
            words = [known for known in verb_texts(match.kit)[str(move["do"])].words if " " not in known]
            forms = [whole, f"{rng.choice(sorted(words))} {whole.partition(' ')[2]}".strip()]
            for form in forms:
                meaning = ear.understand(by, form, correct=False)
                assert meaning.moves, (form, meaning, move)
                assert after(keeper, move) in [after(keeper, one) for one in meaning.moves], (form, meaning.moves)
                assert not meaning.guessed
                heard += 1
    assert heard > TURNS


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_typed_is_in_the_move_or_is_answered(game: str) -> None:
    """Words cut short, swapped, and of other moves: what comes of them says each of them, or nothing is done."""
    made = answered = 0
    for match, rng in tables(game):
        ear, words = Ear(match.keeper), Words(match)
        by = str(rng.choice(match.awaited)["by"])
        for line in _lines(match, by, rng):
            meaning = ear.understand(by, line, correct=False)
            for move in meaning.moves:
                strange = [word for word in line.split() if not words.say_all(word, move)]
                assert not strange, (line, move)
            made += bool(meaning.moves)
            answered += not meaning.moves
    assert made > TURNS / 2 and answered > TURNS / 2


def _lines(match: Match[Memory], by: str, rng: random.Random) -> Iterator[str]:
    """What hurried people type: documented forms, legal moves cut short, codes with numbers."""
    verbs = match.keeper.rules.verbs
    legal = match.legal(by)
    ids = [form for form, _ in forms_of(match.kit) if " " not in form]
    known = [*ids, *(codes(match.keeper.rules) if match.keeper.declared.id == "venedig" else ())]  # type: ignore[arg-type]
    yield rng.choice(list(verb_texts(match.kit).values())).form
    for _ in range(4):
        said = short(rng.choice(legal), verbs).replace("=", " ").split()
        yield " ".join(word[: rng.randint(1, len(word))] for word in said)
        yield " ".join(said[1:][: rng.randint(0, 2)]) or "p"
        yield f"{rng.randint(1, 3)} {rng.choice(known)[: rng.randint(1, 5)]}"
        yield rng.choice(known)[: rng.randint(1, 4)] + rng.choice(["", "2", " 3 1"])
        yield rng.choice("abcdefghijklmnopqrstuvwxyz")
        yield str(rng.randint(0, 12))


def test_the_code_of_one_kind_never_lays_another() -> None:
    """`1 ca` with a campo in the hand and no casa laid a campo; `3 casa` with one casa drew and ended the turn."""
    for hand, line in (({"campo": 1}, "1 ca"), ({"casa": 1}, "3 casa"), ({"campo": 2}, "ca"), ({"casa": 1}, "3 ca")):
        start = {"hands": {"Anke": {**hand, "ponte": 3}}}
        match = venice_pnp.play("venedig", ["Anke", "Bernd", "Claudia"], start=start)
        meaning = Ear(match.keeper).understand("Anke", line)
        assert not meaning.moves, (line, meaning.moves)
        assert meaning.refused is not None

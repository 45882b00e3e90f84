"""What is offered can be typed: each hint is accepted in the very position in which it is printed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import venice_pnp
from tests.trust.play import GAMES, seats, some_move
from venice_pnp.door.match import Match
from venice_pnp.referee.hinting import MORE
from venice_pnp.referee.meaning import Ear
from venice_pnp.referee.memory import Memory
from venice_pnp.speech.trouble import NotAMove

MOMENTS, EVERY = 14, 7  # how many are looked at, and moves between two of them
RUN = re.compile(r"(.*?)(\d+)\.\.(\d*)$")
FORM = re.compile(r"(\S+) \((.*)\)$")


def moments(game: str, lang: str) -> Iterator[tuple[Match[Memory], bool]]:
    """Of two games by chance, one where the referee deals and one where the table does."""
    for seed in (3, None):
        rng = random.Random(f"{game} {seed}")
        match = venice_pnp.play(game, seats(game, 1), seed=seed, lang=lang)
        for n in range(MOMENTS * EVERY):
            if not match.awaited:
                break
            if n % EVERY < 2:
                yield match, seed is not None
            move = some_move(match.keeper.rules, match.keeper.state, rng)
            match.do(str(move["by"]), move)


def typed_forms(line: str) -> Iterator[str]:
    """Every way in which somebody may type what is offered: as it stands, what is in brackets, both, ends of a run."""
    if run := RUN.match(line):
        yield from (f"{run[1]}{end}" for end in run.groups()[1:] if end)
    elif form := FORM.match(line):
        yield from (line, form[2], f"{form[1]} {form[2]}")
    else:
        verb, _, rest = line.partition(" ")
        yield from (f"{verb} {fields}".strip() for fields in rest.split(", "))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_every_hint_is_accepted_as_it_is_printed(game: str, lang: str) -> None:
    offered: dict[str, int] = {}
    for match, seeded in moments(game, lang):
        ear, verbs = Ear(match.keeper), match.keeper.rules.verbs
        for seat in dict.fromkeys(str(item["by"]) for item in match.awaited):
            with pytest.raises(NotAMove) as nonsense:
                match.typed(seat, ["qqq"])
            hints = str(nonsense.value).split("\n")[-1].partition(": ")[2].split(" · ")
            assert hints == match._hints.instead(seat) and hints != [""], str(nonsense.value)
            for line in hints:
                if line.endswith(MORE):  # an example would tell what the seat holds, or what lies in sixteen palaces
                    verb = match._hints.script.verb(line.split()[0])
                    assert verbs[verb].secret or (verbs[verb].private and seeded) or verb == "distribute", line
                    continue
                for form in typed_forms(line):
                    meaning = ear.understand(seat, form, correct=False)
                    assert len(meaning.moves) == 1, (line, form, meaning)
                    offered[str(meaning.moves[0]["do"])] = offered.get(str(meaning.moves[0]["do"]), 0) + 1
    assert len(offered) > 3, offered

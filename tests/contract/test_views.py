"""What the marks of a position promise, on a small made-up table."""

# Annotations are left to be evaluated here, as in the models of the games.
import random
from typing import Annotated, Any

import msgspec
import pytest

from venice_pnp.contract.play import TABLE
from venice_pnp.contract.position import (
    COUNTED,
    HIDDEN,
    SEATS,
    Part,
    Seat,
    Whole,
    masked,
    of,
    own,
    read,
    shown,
    written,
)
from venice_pnp.games import find_game, open_kit

Card = Annotated[str, of("cards")]
WORDS = {SEATS: ["Anke", "Bernd"], "cards": ["casa", "ponte"]}


class Small(Part, kw_only=True):
    round: Whole = 0
    seed: Annotated[Any, HIDDEN] = 0
    draw_order: Annotated[list[Card], HIDDEN] = []  # noqa: RUF012 (msgspec copies a mutable default)
    hands: dict[Seat, Annotated[list[Card], COUNTED]] = {}  # noqa: RUF012
    laid: dict[Seat, Annotated[list[Card], masked("?")]] = {}  # noqa: RUF012
    chosen: dict[Seat, Annotated[Card, own()]] = {}  # noqa: RUF012


def small() -> Small:
    hands = {"Anke": ["casa", "ponte"], "Bernd": ["casa"]}
    chosen = {"Anke": "casa", "Bernd": "ponte"}
    return Small(round=2, seed=7, draw_order=["ponte"], hands=hands, laid=hands, chosen=chosen)


def test_a_seat_sees_what_is_its_own_and_of_others_only_what_the_marks_leave() -> None:
    assert shown(Small, written(small()), "Anke") == {
        "round": 2,
        "hands": {"Anke": ["casa", "ponte"], "Bernd": 1},
        "laid": {"Anke": ["casa", "ponte"], "Bernd": ["?"]},
        "chosen": {"Anke": "casa"},
    }


def test_everybody_sees_counts_only_and_never_a_hidden_number() -> None:
    assert shown(Small, written(small()), None) == {
        "round": 2,
        "hands": {"Anke": 2, "Bernd": 1},
        "laid": {"Anke": ["?", "?"], "Bernd": ["?"]},
        "chosen": {},
    }


def test_what_the_model_does_not_declare_is_shown_to_nobody() -> None:
    with pytest.raises(KeyError, match="seeds"):
        shown(Small, {**written(small()), "seeds": [7]}, "Anke")


@pytest.mark.parametrize("name", ["canaletto", "doge", "venedig", "venetia"])
def test_a_game_writes_its_model_and_in_its_order(name: str) -> None:
    """Through a whole game of random moves: every key is declared, every value of its kind, nothing out of order."""
    game, rng = find_game(name), random.Random(name)
    model, rules = game.position(), game.rules(open_kit(name))
    assert model is not None
    assert rules is not None
    state = rules.setup(["Anke", "Bernd", "Claudia"], {}, rules.fresh)
    while awaited := rules.pending(state):
        seat = rng.choice(awaited)["by"]
        offers = [*rules.legal(state, seat)] if seat != TABLE else [rules.draw(state, rng.randrange)]
        state, _ = rules.apply(state, rng.choice(offers))
        whole = rules.snapshot(state)
        assert repr(written(msgspec.convert(whole, model))) == repr(whole)


def test_what_is_written_reads_back_the_same() -> None:
    assert read(Small, written(small()), WORDS) == (small(), [])


@pytest.mark.parametrize(
    ("typed", "path", "wanted"),
    [
        ({"rounds": 1}, "rounds", "key"),
        ({"round": -1}, "round", "least"),
        ({"round": True}, "round", "number"),
        ({"hands": {"Zoe": []}}, "hands.Zoe", "key"),
        ({"hands": {"Anke": ["gold"]}}, "hands.Anke.1", "one-of"),
        ({"hands": {"Anke": "casa"}}, "hands.Anke", "list"),
        ([], "", "keys"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(typed: Any, path: str, wanted: str) -> None:
    position, wrong = read(Small, typed, WORDS)
    assert position is None
    assert [(one.path, one.wanted) for one in wrong] == [(path, wanted)]

"""The position library: what its marks mean for reading, completing and showing, on a small game of its own."""

# Annotations are evaluated here, as in every model.
from typing import Annotated, Any, Literal

import pytest
from msgspec import field

from venice_pnp.contract.position import (
    COUNTED,
    HIDDEN,
    LEFT_OUT,
    SEATS,
    Part,
    Seat,
    Whole,
    fill,
    kinds,
    masked,
    of,
    own,
    read,
    shown,
    written,
)

Card = Annotated[str, of("cards")]


class Hand(Part, kw_only=True):
    cards: Annotated[list[Card], masked("?")] = field(default_factory=list)
    tokens: Annotated[list[int], COUNTED] = field(default_factory=list)
    score: Whole = LEFT_OUT


class Little(Part, kw_only=True):
    round: Annotated[int, of("rounds")] = 1
    places: dict[str, dict[Seat, Annotated[Any, kinds(Whole, owner=Seat, closed=bool)]]] = field(default_factory=dict)
    choices: dict[Seat, Annotated[Card | Literal["?"], own("?")]] = field(default_factory=dict)
    draw_order: Annotated[list[Card], HIDDEN] = field(default_factory=list)
    hands: dict[Seat, Hand] = field(default_factory=dict)


WORDS = {SEATS: ("Anke", "Bernd"), "cards": ("c1", "c2"), "rounds": (1, 2)}


def wrong_with(typed: Any) -> list[tuple[str, str]]:
    return [(one.path, one.wanted) for one in read(Little, typed, WORDS, (None, "none"))[1]]


def test_keys_beside_the_seats_have_kinds_of_their_own() -> None:
    lie = {"zara": {"Anke": 2, "owner": "Bernd", "closed": True}}
    position, wrong = read(Little, {"places": lie}, WORDS)
    assert not wrong
    assert position is not None
    assert written(position)["places"] == lie
    assert read(Little, {"places": {"zara": {"Zoe": 1}}}, WORDS)[1][0].known == ["Anke", "Bernd", "owner", "closed"]


@pytest.mark.parametrize(
    ("lies", "path", "wanted"),
    [
        ({"Anke": "Bernd"}, "Anke", "number"),
        ({"Anke": -1}, "Anke", "least"),
        ({"Anke": True}, "Anke", "number"),
        ({"owner": 2}, "owner", "one-of"),
        ({"closed": 1}, "closed", "one-of"),
        ({"Zoe": 1}, "Zoe", "key"),
    ],
)
def test_each_key_is_judged_by_its_own_kind(lies: dict[str, Any], path: str, wanted: str) -> None:
    assert wrong_with({"places": {"zara": lies}}) == [(f"places.zara.{path}", wanted)]


@pytest.mark.parametrize("value", [True, 1.0, "1", [1], 3])
def test_a_value_of_a_vocabulary_is_of_its_kind_too(value: Any) -> None:
    assert wrong_with({"round": value}) == [("round", "one-of")]


def test_what_is_left_out_is_not_written_until_it_is_filled_in() -> None:
    hand, said = Hand(), Hand(score=0)
    assert "score" not in written(hand)
    for one in (hand, said):
        fill(one, score=7)
    assert (hand.score, said.score) == (7, 0)


def test_nothing_counts_as_left_out_wherever_a_key_may_be() -> None:
    assert wrong_with({"round": "none", "places": {"zara": {"owner": "none", "Anke": None}}, "hands": None}) == []


def test_a_view_holds_what_the_marks_open_to_its_seat() -> None:
    hands = {"Anke": Hand(cards=["c1"], tokens=[4, 5], score=1), "Bernd": Hand(cards=["c2", "c1"], tokens=[6], score=2)}
    whole = Little(choices={"Anke": "c1", "Bernd": "c2"}, draw_order=["c2"], hands=hands)
    assert written(whole)["draw-order"] == ["c2"]
    seen = shown(Little, written(whole), "Anke")
    assert "draw-order" not in seen
    assert seen["choices"] == {"Anke": "c1", "Bernd": "?"}
    assert seen["hands"]["Anke"] == {"cards": ["c1"], "tokens": [4, 5], "score": 1}
    assert seen["hands"]["Bernd"] == {"cards": ["?", "?"], "tokens": 1, "score": 2}
    assert shown(Little, written(whole), None)["choices"] == {"Anke": "?", "Bernd": "?"}

"""Two positions are compared in the players' words: every part of every model has a name in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from msgspec import inspect as form

from tests.conftest import DATA
from venice_pnp.games import find_game, quick_open
from venice_pnp.kit import find_games
from venice_pnp.speech.words import Speech

DERIVED = {"snapshot", "game", "await"}  # nobody types another one


def parts(kind: Any) -> Iterator[str]:
    if isinstance(kind, form.Metadata):
        yield from parts(kind.type)
    elif isinstance(kind, form.StructType):
        for field in kind.fields:
            yield field.encode_name
            yield from parts(field.type)
    elif isinstance(kind, form.UnionType):
        for one in kind.types:
            yield from parts(one)
    elif isinstance(kind, (form.DictType, form.ListType)):
        yield from parts(kind.value_type if isinstance(kind, form.DictType) else kind.item_type)


@pytest.mark.parametrize("game", find_games(DATA))
def test_every_part_of_a_position_has_a_name(game: str) -> None:
    model = find_game(game).position()
    assert model is not None
    called = yaml.safe_load((DATA / game / "messages.yaml").read_text("utf-8"))["places"]
    wanted = set(parts(form.type_info(model))) - DERIVED
    assert wanted <= set(called)
    for words in called.values():
        assert set(words) == {"en", "de"} and all(words.values())


def test_a_difference_is_told_in_the_words_of_the_table() -> None:
    kit = quick_open("doge")
    said = Speech("de", kit, ["Anke"]).differs("fields.san-marco.houses.Anke", 2, 3)
    assert said.startswith("Feld, San Marco, Häuser, Anke:")
    assert "2" in said and "3" in said

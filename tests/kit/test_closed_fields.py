"""Texts of a kit reach the declared fields of the models, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec import Struct

from tests.trust.play import GAMES
from venice_pnp.draw.template import Binding
from venice_pnp.games import open_kit
from venice_pnp.kit.models import Kit, field

ESCAPES = [
    "numbers.--class--.--signature--.--init--.--globals--.os.environ.-data",
    "numbers.--class--",
    "kinds.0.--doc--",
    "seats.--len--",
    "components.artwork.--struct-fields--",
]


@pytest.mark.parametrize("path", ESCAPES)
def test_no_path_leaves_the_data(path: str) -> None:
    with pytest.raises(KeyError):
        open_kit("canaletto").looked_up(path)


def values_of(start: Any) -> Iterator[Any]:
    """A value and all that its declared fields and its rows lead to."""
    yield start
    inner: Iterable[Any] = ()
    if isinstance(start, Struct):
        inner = (getattr(start, name) for name in start.__struct_fields__)
    elif isinstance(start, (list, tuple)):
        inner = start
    elif isinstance(start, dict):
        inner = start.values()
    for value in inner:
        yield from values_of(value)


def one_of_each(kit: Kit) -> list[Any]:
    """One value of every class that a text of the kit can come by."""
    reached = values_of([kit, kit.tables, kit.game, kit.seats, kit.texts, kit.components])
    return list({type(value): value for value in reached}.values())


def names_of(values: list[Any]) -> list[str]:
    """Every name that Python knows of any of them, as it is and as a text would write it."""
    names = {name for value in values for name in (*dir(value), *dir(type(value)))}
    return sorted(names | {name.replace("_", "-") for name in names})


@pytest.mark.parametrize("name", GAMES)
def test_no_name_of_a_model_but_its_fields_can_be_read(name: str) -> None:
    """Every attribute name of every class, tried on a value of every class that can be reached."""
    values = one_of_each(open_kit(name))
    assert len(values) > 8
    for start in values:
        kind = type(start)
        declared = set(getattr(kind, "__struct_fields__", ()))
        declared |= {n for n in dir(kind) if isinstance(getattr(kind, n, None), property)} | (
            {"printed"} if kind is Kit else set()
        )
        for written in names_of(values):
            try:
                got = field(start, written)
            except KeyError:
                continue
            if isinstance(start, dict):
                assert got is start[written]
            elif isinstance(start, (int, str)):
                assert written in ("id", "value")
            else:
                assert written.replace("-", "_") in declared, (kind, written)


@pytest.mark.parametrize("name", GAMES)
def test_no_filled_text_reaches_anything_else(name: str) -> None:
    """The same through the two that fill texts: the templates' and the kit's own."""
    kit = open_kit(name)
    names = names_of(one_of_each(kit))
    hidden = [
        n for n in names if n.startswith(("_", "-")) or n in ("looked-up", "looked_up", "filled", "items", "keys")
    ]
    assert len(hidden) > 50
    starts = ["numbers", "seats.red", "components", "game", "texts", *(f"components.{c}" for c in kit.components)]
    for path in (f"{start}.{one}" for start in starts for one in hidden):
        filled = "{" + path + "}"
        for fill in (lambda text: Binding(kit, kit.seats[0], "en").fill(text), lambda text: kit.filled(text, "en")):
            try:
                assert fill(filled) == filled, path  # what is no slot stays as it is
            except KeyError:
                continue

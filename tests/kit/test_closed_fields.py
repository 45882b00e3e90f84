"""Texts of a kit reach the declared fields of the models, and nothing else."""

from __future__ import annotations

import pytest

from venice_pnp.games import open_kit
from venice_pnp.kit.models import field

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


def test_no_name_of_a_model_but_its_fields_can_be_read() -> None:
    """Every attribute of every value that a text can start from."""
    opened = open_kit("canaletto")
    for start in (
        opened.tables,
        opened.tables.numbers,
        opened.tables.kinds[0],
        opened.seats[0],
        *opened.components.values(),
    ):
        fields = set(start.__struct_fields__)
        for name in dir(start):
            for written in {name, name.replace("_", "-")}:
                try:
                    field(start, written)
                except KeyError:
                    continue
                assert name in fields or isinstance(getattr(type(start), name, None), property), written

"""Cutting machines: what each needs of a printed sheet. The figures, and where they come from, stand in the data."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from venice_pnp.kit.load import home
from venice_pnp.kit.models import Hex, Mm, Model
from venice_pnp.kit.reader import Reader

Layer = Literal["cut", "kiss", "score", "perforate"]


class Marks(Model, frozen=True):
    """What a machine finds a sheet by: how far from its edges, how long and how wide."""

    inset: Mm
    length: Mm
    width: Mm


class Machine(Model, frozen=True):
    """Either it reads marks on a sheet of paper, or its own program prints them round a picture of at most `area`."""

    name: str
    gap: Mm  # between two pieces
    bleed: Annotated[float, Meta(ge=0, le=3)]
    folds: Literal["score", "perforate"]
    sources: dict[str, str]
    marks: Marks | None = None
    area: tuple[Mm, Mm] | None = None
    picture: bool = False  # it takes pictures, not PDF

    def sheet(self, paper: tuple[float, float]) -> tuple[float, float]:
        """The size of a page."""
        return self.area or paper

    @property
    def rim(self) -> float:
        """So far from the edge of a page no piece is cut: pieces keep as far from marks as from one another."""
        return self.marks.inset + self.marks.length + self.gap if self.marks else self.bleed


class Cutters(Model, frozen=True):
    """`data/export/cutters.yaml`."""

    layers: dict[Layer, Hex]
    machines: dict[str, Machine]


def load_cutters() -> Cutters:
    reader = Reader()
    found = reader.read(home("data") / "export/cutters.yaml", Cutters)
    reader.raise_if_faulty()
    assert found is not None  # else there are faults
    return found

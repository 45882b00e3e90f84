"""What is to be built, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

from msgspec import Struct

from venice_pnp.draw.inks import Edition
from venice_pnp.kit import Kit
from venice_pnp.kit.book import Book, Situation
from venice_pnp.kit.models import Before, Box, Laid
from venice_pnp.press.boxes import BOX_FILE, Wanted, wanted
from venice_pnp.press.mounts import as_printed
from venice_pnp.press.pages import BOARD_POSTER, BOARD_TILES
from venice_pnp.press.profile import Sides
from venice_pnp.press.services import Service

Counters = Literal["round", "square"]
COUNTERS: tuple[Counters, ...] = get_args(Counters)
Situate = Callable[[Situation], Iterable[Laid] | None]  # None: it cannot come about by these data


class Order(Struct, frozen=True):
    """What is to be built."""

    papers: tuple[str, ...]
    langs: tuple[str, ...]
    editions: tuple[Edition, ...]
    sides: Sides
    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()  # parts that the players bring themselves
    sleeves: bool = False  # boxes for sleeved cards
    service: Service = "home"  # who prints


class Manuscript(Struct, frozen=True):
    """What a booklet is made from: its text, who lays the pieces of a situation on the board, its places, and who sets
    up the table for a picture."""

    book: Book
    situate: Situate
    show: Callable[
        [], tuple[Sequence[Laid], Sequence[Before]]
    ]  # what lies on the board and before the players, to look at
    places: Callable[[], Mapping[str, Box]] = dict


class OnTheCover(Exception):
    """The title, the credit or the picture of the game cannot be set."""


def folder_of(kit: str, lang: str, paper: str, edition: Edition, service: Service = "home") -> Path:
    """`canaletto/en/a4`, `canaletto/en/a4/low-ink` for the other edition, `canaletto/en/a4/copy-shop` for a service."""
    base = Path(kit) / lang / paper
    if service != "home":
        base = base / service
    return base if edition == "colour" or service == "black" else base / edition


def parts_in(kit: Kit) -> dict[str, list[str]]:
    """Files by their names, as people see them, with the parts that each of them holds."""
    files: dict[str, list[str]] = {}
    for part, component in kit.components.items():
        board = kit.shared.shapes[component.shape].form == "board"
        other = [component.alternative.file] if component.alternative else []
        for file in dict.fromkeys([*((BOARD_TILES, BOARD_POSTER) if board else [component.file]), *other]):
            files.setdefault(file, []).append(part)
    return files


def chosen_parts(kit: Kit, order: Order) -> frozenset[str] | None:
    """Which parts are printed; None means all."""
    if not order.without:
        return order.only
    return (order.only or frozenset(kit.components)) - order.without


def chosen_boxes(kit: Kit, order: Order) -> list[Wanted]:
    """The boxes for the chosen parts; none if only some parts are printed, or `--without box`."""
    if BOX_FILE in order.without or order.only is not None:
        return []
    return wanted(as_printed(kit, order.sides), chosen_parts(kit, order), order.sleeves)

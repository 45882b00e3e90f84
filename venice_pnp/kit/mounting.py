"""How a part becomes cardboard: what its data say, and what somebody chooses instead for all tiles."""

from __future__ import annotations

from typing import get_args

from msgspec import structs

from venice_pnp.kit.models import Component, Kit, Mount
from venice_pnp.kit.supplies import Print, Shared, Stock

MOUNTS: tuple[Mount, ...] = get_args(Mount)
TWO_SHEETS: tuple[Mount, ...] = ("wrap", "two-sheets")  # paper on both sides of the board
FOR_TILES: tuple[Mount, ...] = ("wrap", "card", "two-sheets")  # what may be chosen for all two-sided tiles


def mount_of(component: Component, stocks: dict[str, Stock]) -> Mount:
    """As the data say; else two-sided parts on board are wrapped round it, others are printed on both sides."""
    if component.mount:
        return component.mount
    if component.back is None:
        return "one-side"
    return "wrap" if stocks[component.stock].board else "card"


def gutter_of(stock: Stock) -> float:
    """What a fold needs between the two faces: the board with the sheet on both its sides; nothing without a board."""
    return stock.board + 2 * stock.thickness if stock.board else 0.0


def thickness_of(component: Component, stocks: dict[str, Stock]) -> float:
    """Of a finished piece, in mm."""
    stock = stocks[component.stock]
    papers = 2 if mount_of(component, stocks) in TWO_SHEETS else 1
    return stock.board + papers * stock.thickness


def stock_name(shared: Shared, stock: str, lang: str) -> str:
    """What to print on, with the thickness of its board."""
    return shared.stocks[stock].name.in_language(lang).replace("{board}", board_said(shared, stock, lang))


def board_said(shared: Shared, stock: str, lang: str) -> str:
    return mm_said(shared, shared.stocks[stock].board, lang)


def mm_said(shared: Shared, mm: float, lang: str) -> str:
    return f"{mm:g}".replace(".", shared.words["decimal"].in_language(lang))


def with_tiles(kit: Kit, tiles: Mount | None, board: float | None) -> Kit:
    """The kit with another way to make all tiles, or another board below them."""
    if tiles is None and board is None:
        return kit
    shared = kit.shared
    stocks = {name: _on_board(stock, board) for name, stock in shared.stocks.items()}
    made = Print(
        {name: _made(component, shared.stocks, stocks, tiles) for name, component in kit.components.items()},
        structs.replace(shared, stocks=stocks),
    )
    return structs.replace(kit, look_up_print=lambda: made)


def _on_board(stock: Stock, board: float | None) -> Stock:
    return structs.replace(stock, board=board) if stock.board and board is not None else stock


def _made(component: Component, before: dict[str, Stock], stocks: dict[str, Stock], tiles: Mount | None) -> Component:
    """A part that lies on board by the data is a tile; where its board is left out, it is printed on something
    stiffer."""
    if not before[component.stock].board:
        return component
    mount = tiles if tiles and component.back else mount_of(component, before)
    below = stocks[component.stock]
    bare = tiles == "card" or not below.board
    stock = below.without_board if bare and below.without_board else component.stock
    return structs.replace(component, mount=mount, stock=stock)

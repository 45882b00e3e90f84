"""Rialto: a sealed-bid auction, as a plug-in of venice_pnp."""

from pathlib import Path

from venice_pnp.contract.game import Game
from venice_pnp.draw.studio import DrawBoard
from venice_pnp.kit import Kit
from venice_rialto.rules import Position, Rules, Tables


class Rialto(Game[Rules, Position]):
    def folder(self) -> Path:
        return Path(__file__).parent / "kit"

    def tables(self) -> type[Tables]:
        return Tables

    def position(self) -> type[Position]:
        return Position

    def rules(self, kit: Kit) -> Rules:
        return Rules(kit)

    def boards(self) -> dict[str, DrawBoard]:
        from venice_rialto.board import draw_board  # a referee never draws

        return {"board": draw_board}


GAME = Rialto("rialto")

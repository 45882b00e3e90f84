"""Canaletto: an auction in which each bid moves the place of the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from venice_pnp.contract.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from venice_pnp.contract.abilities import (
        Guessing,
        LayBefore,
        LayTable,
        OnTable,
        Question,
        Screens,
        Sights,
        Telling,
        Thinking,
        Touching,
    )
    from venice_pnp.draw.studio import DrawBoard
    from venice_pnp.games.canaletto.position.model import Position
    from venice_pnp.games.canaletto.rules.bound import Rules
    from venice_pnp.games.canaletto.rules.state import State
    from venice_pnp.games.canaletto.tables import Tables
    from venice_pnp.kit import Kit
    from venice_pnp.kit.models import Laid


class Canaletto(Game["Rules", "State"]):
    """Every import waits until its room is asked for: a referee loads no drawing, a press no rules."""

    def tables(self) -> type[Tables]:
        from venice_pnp.games.canaletto.tables import Tables

        return Tables

    def rules(self, kit: Kit) -> Rules:
        from venice_pnp.games.canaletto.rules.bound import Rules

        return Rules(kit)

    def position(self) -> type[Position]:
        from venice_pnp.games.canaletto.position.model import Position

        return Position

    def screens(self) -> Screens[Rules]:
        from venice_pnp.games.canaletto import screens

        return screens

    def questions(self) -> Sequence[Question[Rules, State]]:
        from venice_pnp.games.canaletto.questions import QUESTIONS

        return QUESTIONS

    def touching(self) -> Touching[Rules, State]:
        from venice_pnp.games.canaletto import touch

        return touch

    def on_table(self) -> OnTable[Rules]:
        from venice_pnp.games.canaletto import lying

        return lying

    def telling(self) -> Telling[Rules]:
        from venice_pnp.games.canaletto import telling

        return telling

    def guessing(self) -> Guessing[Rules, State]:
        from venice_pnp.games.canaletto import guessing

        return guessing

    def thinking(self) -> Thinking[Rules, State]:
        from venice_pnp.games.canaletto import thumb

        return thumb

    def boards(self) -> Mapping[str, DrawBoard]:
        from venice_pnp.games.canaletto.drawing.board import draw_board
        from venice_pnp.games.canaletto.drawing.cover import draw_cover

        return {"board": draw_board, "cover": draw_cover}

    def full_boards(self) -> Mapping[str, Callable[[Kit], Iterable[Laid]]]:
        from venice_pnp.games.canaletto.drawing.full import laid_pieces

        return {"board": laid_pieces}

    def lay_table(self) -> LayTable:
        from venice_pnp.games.canaletto.drawing.pieces import laid_table

        return laid_table

    def lay_before(self) -> LayBefore:
        from venice_pnp.games.canaletto.drawing.pieces import laid_before

        return laid_before

    def sights(self) -> Sights:
        from venice_pnp.games.canaletto.drawing import sights

        return sights


GAME = Canaletto("canaletto")

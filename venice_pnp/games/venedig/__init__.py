"""Venedig: buildings on hexes, shared or alone, and gondolas that go round the lagoon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from venice_pnp.contract.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from venice_pnp.contract.abilities import (
        Asking,
        Doubting,
        Guessing,
        LayBefore,
        LayTable,
        OnTable,
        OwnSide,
        Question,
        Screens,
        Sights,
        Telling,
        Thinking,
        Touching,
        Typing,
        Why,
    )
    from venice_pnp.draw.studio import DrawBoard
    from venice_pnp.games.venedig.position.model import Position
    from venice_pnp.games.venedig.rules.bound import Rules
    from venice_pnp.games.venedig.rules.state import State
    from venice_pnp.games.venedig.tables import Tables
    from venice_pnp.kit import Kit
    from venice_pnp.kit.models import Laid


class Venedig(Game["Rules", "State"]):
    """Every import waits until its room is asked for: a referee loads no drawing, a press no rules."""

    def tables(self) -> type[Tables]:
        from venice_pnp.games.venedig.tables import Tables

        return Tables

    def rules(self, kit: Kit) -> Rules:
        from venice_pnp.games.venedig.rules.bound import Rules

        return Rules(kit)

    def position(self) -> type[Position]:
        from venice_pnp.games.venedig.position.model import Position

        return Position

    def screens(self) -> Screens[Rules]:
        from venice_pnp.games.venedig import screens

        return screens

    def own_side(self) -> OwnSide[Rules]:
        from venice_pnp.games.venedig import screens

        return screens

    def asking(self) -> Asking[Rules, State]:
        from venice_pnp.games.venedig import screens

        return screens

    def typing(self) -> Typing[Rules, State]:
        from venice_pnp.games.venedig import typed

        return typed

    def doubting(self) -> Doubting[Rules, State]:
        from venice_pnp.games.venedig import typed

        return typed

    def why(self) -> Why[Rules, State]:
        from venice_pnp.games.venedig import why

        return why

    def questions(self) -> Sequence[Question[Rules, State]]:
        from venice_pnp.games.venedig.questions import QUESTIONS

        return QUESTIONS

    def touching(self) -> Touching[Rules, State]:
        from venice_pnp.games.venedig import touch

        return touch

    def on_table(self) -> OnTable[Rules]:
        from venice_pnp.games.venedig import lying

        return lying

    def telling(self) -> Telling[Rules]:
        from venice_pnp.games.venedig import telling

        return telling

    def guessing(self) -> Guessing[Rules, State]:
        from venice_pnp.games.venedig import guessing

        return guessing

    def thinking(self) -> Thinking[Rules, State]:
        from venice_pnp.games.venedig import thumb

        return thumb

    def boards(self) -> Mapping[str, DrawBoard]:
        from venice_pnp.games.venedig.drawing.board import draw_board
        from venice_pnp.games.venedig.drawing.cover import draw_cover

        return {"board": draw_board, "cover": draw_cover}

    def full_boards(self) -> Mapping[str, Callable[[Kit], Iterable[Laid]]]:
        from venice_pnp.games.venedig.drawing.board import laid_pieces

        return {"board": laid_pieces}

    def lay_table(self) -> LayTable:
        from venice_pnp.games.venedig.drawing.pieces import laid_table

        return laid_table

    def lay_before(self) -> LayBefore:
        from venice_pnp.games.venedig.drawing.pieces import laid_before

        return laid_before

    def sights(self) -> Sights:
        from venice_pnp.games.venedig.drawing import sights

        return sights


GAME = Venedig("venedig")

"""Venetia: routes and colonies, doges elected by secret candidates, three epochs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from venice_pnp.contract.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from venice_pnp.contract.abilities import (
        Asking,
        CardTexts,
        Guessing,
        LayBefore,
        LayTable,
        Naming,
        OnTable,
        OwnSide,
        Question,
        ScoreSheet,
        Screens,
        Sights,
        Telling,
        Thinking,
        Touching,
        Typing,
        Why,
    )
    from venice_pnp.draw.studio import DrawBoard
    from venice_pnp.games.venetia.position.model import Position
    from venice_pnp.games.venetia.rules.bound import Rules
    from venice_pnp.games.venetia.rules.state import State
    from venice_pnp.games.venetia.tables import Tables
    from venice_pnp.kit import Kit
    from venice_pnp.kit.models import Laid


class Venetia(Game["Rules", "State"]):
    """Every import waits until its room is asked for: a referee loads no drawing, a press no rules."""

    def tables(self) -> type[Tables]:
        from venice_pnp.games.venetia.tables import Tables

        return Tables

    def rules(self, kit: Kit) -> Rules:
        from venice_pnp.games.venetia.rules.bound import Rules

        return Rules(kit)

    def position(self) -> type[Position]:
        from venice_pnp.games.venetia.position.model import Position

        return Position

    def screens(self) -> Screens[Rules]:
        from venice_pnp.games.venetia import screens

        return screens

    def own_side(self) -> OwnSide[Rules]:
        from venice_pnp.games.venetia import screens

        return screens

    def asking(self) -> Asking[Rules, State]:
        from venice_pnp.games.venetia import screens

        return screens

    def typing(self) -> Typing[Rules, State]:
        from venice_pnp.games.venetia import typed

        return typed

    def naming(self) -> Naming[Rules]:
        from venice_pnp.games.venetia import typed

        return typed

    def why(self) -> Why[Rules, State]:
        from venice_pnp.games.venetia import why

        return why

    def card_texts(self) -> CardTexts[Rules]:
        from venice_pnp.games.venetia import screens

        return screens

    def questions(self) -> Sequence[Question[Rules, State]]:
        from venice_pnp.games.venetia.questions import QUESTIONS

        return QUESTIONS

    def touching(self) -> Touching[Rules, State]:
        from venice_pnp.games.venetia import touch

        return touch

    def on_table(self) -> OnTable[Rules]:
        from venice_pnp.games.venetia import lying

        return lying

    def telling(self) -> Telling[Rules]:
        from venice_pnp.games.venetia import telling

        return telling

    def guessing(self) -> Guessing[Rules, State]:
        from venice_pnp.games.venetia import guessing

        return guessing

    def thinking(self) -> Thinking[Rules, State]:
        from venice_pnp.games.venetia import thumb

        return thumb

    def boards(self) -> Mapping[str, DrawBoard]:
        from venice_pnp.games.venetia.drawing.board import draw_board
        from venice_pnp.games.venetia.drawing.cover import draw_cover
        from venice_pnp.games.venetia.drawing.palace import draw_palace
        from venice_pnp.games.venetia.drawing.ports import draw_ports
        from venice_pnp.games.venetia.drawing.score import draw_score

        return {
            "board": draw_board,
            "palace": draw_palace,
            "ports": draw_ports,
            "score": draw_score,
            "cover": draw_cover,
        }

    def score_sheet(self) -> ScoreSheet:
        from venice_pnp.games.venetia.drawing import score

        return score

    def full_boards(self) -> Mapping[str, Callable[[Kit], Iterable[Laid]]]:
        from venice_pnp.games.venetia.drawing.full import laid_pieces

        return {"board": laid_pieces}

    def lay_table(self) -> LayTable:
        from venice_pnp.games.venetia.drawing.pieces import laid_table

        return laid_table

    def lay_before(self) -> LayBefore:
        from venice_pnp.games.venetia.drawing.pieces import laid_before

        return laid_before

    def sights(self) -> Sights:
        from venice_pnp.games.venetia.drawing import sights

        return sights


GAME = Venetia("venetia")

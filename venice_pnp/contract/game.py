"""A game as one declared value: everything that a client may ask of it, and nothing else.

`games/<game>/__init__.py` exports its `GAME`. Every room behind it is opened when somebody asks for it: a referee
never loads a drawing, a press no rules. What a game lacks stays as it is here, so a client asks the value and never
a module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from venice_pnp.contract.play import Held, Rules

if TYPE_CHECKING:
    from venice_pnp.contract.abilities import (
        Asking,
        CardTexts,
        Doubting,
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
    from venice_pnp.contract.position import Part
    from venice_pnp.draw.studio import DrawBoard
    from venice_pnp.kit import Kit
    from venice_pnp.kit.models import Laid, Model

R = TypeVar("R", bound=Rules[Any])
S = TypeVar("S")  # the state of its rules


class Game(Generic[R, S]):
    """One game. This one has data and nothing else: it can be printed."""

    def __init__(self, name: str) -> None:
        self.id = name  # of its folder of data, and of the kits that extend it

    def folder(self) -> Path | None:
        """Where a game from elsewhere keeps its data, laid out as one's own kit: `<game>/*.yaml` and, if it has any,
        `templates/`; None: here."""
        return None

    def tables(self) -> type[Model] | None:
        """The model of its data; None: rows as they stand."""
        return None

    def rules(self, kit: Kit) -> R | None:  # noqa: ARG002
        return None

    def position(self) -> type[Part] | None:
        """The model of its position, for schemas and for whoever compares two tables."""
        return None

    def screens(self) -> Screens[R] | None:
        return None

    def own_side(self) -> OwnSide[R] | None:
        return None

    def asking(self) -> Asking[R, S] | None:
        return None

    def typing(self) -> Typing[R, S] | None:
        return None

    def doubting(self) -> Doubting[R, S] | None:
        return None

    def naming(self) -> Naming[R] | None:
        """Without it, a verb may be followed by any name."""
        return None

    def touching(self) -> Touching[R, S] | None:
        """Without it, moves are chosen from lists, each in the order in which it is typed."""
        return None

    def why(self) -> Why[R, S] | None:
        return None

    def on_table(self) -> OnTable[R] | None:
        """Without it, what hands do for an undo is told by the position alone."""
        return None

    def telling(self) -> Telling[R] | None:
        return None

    def card_texts(self) -> CardTexts[R] | None:
        return None

    def guessing(self) -> Guessing[R, S] | None:
        """Without it, no seat can be a bot."""
        return None

    def questions(self) -> Sequence[Question[R, S]]:
        return ()

    def thinking(self) -> Thinking[R, S] | None:
        """Without it, bots play by chance alone."""
        return None

    def boards(self) -> Mapping[str, DrawBoard]:
        """Faces that its own code draws, by the name that a component gives as its front; and its `cover`, if it has
        one."""
        return {}

    def full_boards(self) -> Mapping[str, Callable[[Kit], Iterable[Laid]]]:
        """Boards with as many pieces on them as they have room for, to look at."""
        return {}

    def lay_table(self) -> LayTable | None:
        return None

    def lay_before(self) -> LayBefore | None:
        return None

    def sights(self) -> Sights | None:
        """Without it, no photo of a table can be read."""
        return None

    def score_sheet(self) -> ScoreSheet | None:
        return None


AnyGame = Game[Rules[Held], Held]  # a game as its clients see it

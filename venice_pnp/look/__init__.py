"""The referee sees the table: a photo -> what lies where, and how sure that is.

This room needs numpy and OpenCV (`pip install 'venice-pnp[look]'`) and is loaded only by whoever asks for it. It knows
a game by what the game declares (`Game.sights`): places in mm, and which faces may be seen there.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from venice_pnp.speech.trouble import NotAMove, told_in

if TYPE_CHECKING:
    from venice_pnp.door.match import Keeper, Match
    from venice_pnp.look.eye import Eye

NEEDED = ("cv2", "numpy")


def open_eye(match: Match[Keeper], expecting: bool = True) -> Eye:
    """The door of this room; raises NotAMove if what it needs is not installed, or the game cannot be seen."""
    check_installed(match.lang)
    from venice_pnp.look.eye import Eye  # an extra

    return Eye(match, expecting)


def check_installed(lang: str) -> None:
    """Raises NotAMove if what this room needs is not there, or cannot be loaded."""
    try:
        for part in NEEDED:
            import_module(part)
    except ImportError as missing:
        with told_in(lang):
            if missing.name in NEEDED:
                raise NotAMove("look.missing") from None
            raise NotAMove("look.unloadable", wrong=str(missing)) from None

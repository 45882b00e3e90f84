"""The present table on the real board, for a second screen."""

from __future__ import annotations

from pathlib import Path

from venice_pnp.contract.abilities import colours_of
from venice_pnp.door.files import write_whole
from venice_pnp.door.kits import boards_of, library_of
from venice_pnp.door.match import Keeper, Match
from venice_pnp.draw.inks import Edition
from venice_pnp.draw.scene import Scene
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.games import quick_open
from venice_pnp.kit.models import Before, Laid
from venice_pnp.press.before import with_before
from venice_pnp.press.parts import Parts, draw_parts
from venice_pnp.press.preview import contact_sheet, with_pieces
from venice_pnp.speech.trouble import NotAMove, told_in

BOARD = "board"
PICTURES = (".svg", ".png")


def draw_table(match: Match[Keeper], lang: str = "", edition: Edition = "colour") -> str:
    """What everybody may see of the table, on its board, as SVG; nothing hidden is on it."""
    return Easel(match, lang, edition).svg()


class Easel:
    """Draws one table as often as it is asked; the board and the pieces are made once."""

    def __init__(self, match: Match[Keeper], lang: str = "", edition: Edition = "colour") -> None:
        self.match = match
        declared = match.keeper.declared
        lay_table = declared.lay_table()
        if lay_table is None:
            with told_in(match.lang):
                raise NotAMove("map.none", game=match.kit.name)
        self._lay_table, self._lay_before = lay_table, declared.lay_before()
        self.kit = quick_open(match.kit.name, match.kit.folder.parent)
        self.studio = Studio(self.kit, library_of(None, self.kit.folder.parent), lang or match.lang, edition)
        self.colours = colours_of(self.kit, match.players, match.keeper.colours)
        self._drawn = Parts([], {})

    def svg(self) -> str:
        return to_svg(self.scene(), self.studio.fonts)

    def ground_svg(self) -> str:
        """The bare board, which stays the same as long as a table is played."""
        parts = self._parts([], [])
        return to_svg(with_pieces(self.kit, parts, BOARD, []).faces[BOARD], self.studio.fonts)

    def pieces_svg(self) -> str:
        """What lies on it and before the players, to be laid over the bare board."""
        return to_svg(self.scene(bare=True), self.studio.fonts)

    def png(self, dpi: int) -> bytes:
        return contact_sheet(Parts([], {BOARD: self.scene()}), self.studio.fonts, dpi)

    def write(self, file: Path, dpi: int) -> None:
        """The whole picture or none, as its name says."""
        write_whole(file, self.svg().encode() if file.suffix == ".svg" else self.png(dpi))

    def pieces(self) -> tuple[list[Laid], list[Before]]:
        """What lies on the board, and before the players."""
        view = self.match.view()
        laid = list(self._lay_table(self.kit, view, self.colours))
        before = self._lay_before(self.kit, view, self.colours) if self._lay_before else ()
        return laid, [one for one in before if one.count]

    def scene(self, bare: bool = False) -> Scene:
        """The board with all that lies on it, and what lies before the players below; `bare`: without the board."""
        laid, before = self.pieces()
        parts = self._parts(laid, before)
        board = with_pieces(self.kit, parts, BOARD, laid, bare).faces[BOARD]
        if self._lay_before is None:
            return board
        seats = {seat.id: seat for seat in self.kit.seats}
        players = [(name, seats[colour]) for name, colour in self.colours.items()]
        return with_before(self.studio, parts, board, before, players, bare)

    def _parts(self, laid: list[Laid], before: list[Before]) -> Parts:
        """The faces of what is there, and of nothing else: of eighty cards the two that lie open."""
        known = {(piece.component, piece.item) for piece in self._drawn.pieces}
        there = {*((one.component, one.item) for one in laid), *((one.component, one.item) for one in before)}
        missing = {(BOARD, BOARD), *there} - known
        if missing:
            components = frozenset(component for component, _ in missing)
            fresh = draw_parts(self.studio, boards_of(self.kit), components, items=frozenset(missing))
            self._drawn.pieces.extend(fresh.pieces)
            self._drawn.faces.update(fresh.faces)
        return self._drawn

"""What lies before the players, as a strip below the picture of a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from venice_pnp.draw.scene import Box, Group, Item, Path, Scene, bounds, fit, rect
from venice_pnp.draw.studio import Studio
from venice_pnp.kit.models import Before, Seat
from venice_pnp.press.parts import Parts, Piece
from venice_pnp.press.preview import seen_from_above, shown_face

GAP, HEAD, RIM = 4.0, 11.0, 3.0  # mm between the players, of a name, round the pieces
LINE, COUNT = 24.0, 6.0  # mm, how high a row of pieces is, and the number below it
SMALLEST = 9.0  # mm, how narrow a piece is shown at least; then there is another row


def with_before(
    studio: Studio,
    parts: Parts,
    board: Scene,
    piles: Iterable[Before],
    players: Sequence[tuple[str, Seat]],
    bare: bool = False,
) -> Scene:
    """The board with a field for every player below it: the name, and what lies there. `bare`: there is no board under
    the pieces, and no paper under the board."""
    pieces = {(p.component, p.item): p for p in reversed(parts.pieces) if not p.alternative}
    held: dict[str, list[Before]] = {name: [] for name, _ in players}
    for one in piles:
        held[one.player].append(one)
    wide = (board.width - GAP * (len(players) + 1)) / len(players)
    per_row = max(1, int((wide - 2 * RIM) / SMALLEST))
    rows = max(1, *(-(-len(some) // per_row) for some in held.values()))
    high = HEAD + rows * (LINE + COUNT) + RIM
    ground = rect(0, 0, board.width, board.height + high + 2 * GAP)
    paper = rect(0, board.height, board.width, high + 2 * GAP) if bare else ground
    items: list[Item] = [Path(paper, studio.inks.area("paper")), Group(board.items, clip=board.outline)]
    for n, (name, seat) in enumerate(players):
        box = (GAP + n * (wide + GAP), board.height + GAP, wide, high)
        items += _field(studio, parts, pieces, box, (name, seat), held[name], per_row)
    return Scene(board.width, board.height + high + 2 * GAP, tuple(items), ground, 0.0, studio.inks.area("paper"))


def _field(
    studio: Studio,
    parts: Parts,
    pieces: Mapping[tuple[str, str], Piece],
    box: Box,
    who: tuple[str, Seat],
    held: Sequence[Before],
    per_row: int,
) -> Iterable[Item]:
    x, y, w, _ = box
    name, seat = who
    yield Path(rect(*box, 2), studio.inks.mixed("paper", "white", 0.5), studio.inks.line("ink"), 1.3)
    yield Path(rect(*box, 2), stroke=studio.inks.area(seat.hex), width=0.8)
    yield studio.symbols.drawn(seat.emblem, (x + RIM, y + 2.4, 6.4, 6.4), studio.inks, seat.hex)
    yield from studio.write(name, (x + RIM + 8.4, y + 1.6, w - 2 * RIM - 8.4, 8), "text-bold", 17, "ink", align="left")
    step = min(LINE, (w - 2 * RIM) / max(1, min(per_row, len(held))))
    for n, one in enumerate(held):
        row, column = divmod(n, per_row)
        place = (x + RIM + column * step, y + HEAD + row * (LINE + COUNT), step, LINE)
        yield _shown(studio, parts, pieces[one.component, one.item], one, place)
        if one.count > 1:
            yield from studio.write(
                f"{one.count} ×", (place[0], place[1] + LINE, step, COUNT), "label-bold", 13, "ink", wrap=False
            )


def _shown(studio: Studio, parts: Parts, piece: Piece, one: Before, place: Box) -> Group:
    """A piece as large as its place allows, and no larger than it is."""
    face = shown_face(studio.kit, parts, piece, one.side)
    cut = seen_from_above(studio.kit, one.component, face.outline)
    x, y, w, h = bounds(cut)
    share = min(1.0, (place[2] - 1.5) / w, (place[3] - 1.5) / h)
    box = (place[0] + (place[2] - w * share) / 2, place[1] + (place[3] - h * share) / 2, w * share, h * share)
    drawn = (Group(face.items, clip=cut), Path(cut, stroke=studio.inks.line("ink"), width=0.25))
    return Group(drawn, fit((w, h), box, (x, y)))

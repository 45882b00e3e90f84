"""A game as a file for Tabletop Simulator: the board and what lies on it, the rest in decks and bags, the rules.

What lies where comes from the view that everybody has of a table; what nobody may know stays in a deck or bag, in the
order of the data. The file says nothing else.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import json, structs

from venice_pnp.contract.sight import Sight
from venice_pnp.door.errands import play
from venice_pnp.door.files import Where, path_of, write_whole
from venice_pnp.door.kits import boards_of, is_refereed, libraries_of, load_kit
from venice_pnp.door.match import Keeper, Match
from venice_pnp.door.picture import BOARD, Easel
from venice_pnp.door.wishes import WrongWish, one_of
from venice_pnp.draw.scene import Outline
from venice_pnp.draw.studio import Studio
from venice_pnp.export.die_mesh import ACROSS, die_mesh, face_at
from venice_pnp.export.naming import names_of
from venice_pnp.export.notebook import notebook
from venice_pnp.export.pictures import cut_out, dots_of, png_bytes
from venice_pnp.export.room import GAP, Patch, Room, first_place
from venice_pnp.kit import Kit
from venice_pnp.kit.load import home
from venice_pnp.kit.models import Before, Hex, Laid, Mm, Model, Seat
from venice_pnp.kit.reader import Reader
from venice_pnp.press.parts import Parts, Piece, draw_parts
from venice_pnp.press.preview import shown_face
from venice_pnp.speech.setups import setups_of

if TYPE_CHECKING:
    from PIL.Image import Image

IMAGES = "images"
UNLAID = "none"  # no set-up: everything beside the board, as the game itself begins
GUID = 6  # hex digits
LIFT = 0.05  # units that one thing lies above another
DROP = 0.3  # units from which loose things fall on the table
BAG = 3.0  # units that a bag takes on the table
HAND = (12.0, 5.0, 3.0)  # units that a hand is wide, high and deep, at most
BOX, CIRCLE = 0, 2  # forms of a tile
DICE, CARDBOARD = 2, 3  # what a model is, and is made of
AT_RANDOM = 2  # the order in which things leave a bag
Thing = dict[str, Any]  # an object of the file
At = tuple[float, float, float]
Places = dict[tuple[float, float], set[str]]  # points of the board in mm, and which parts may lie there
# The program sizes a board by its picture and does not say how: the board measures itself and becomes as large as ours;
# its points, which grow and shrink with it, stay where they belong.
FIT = """function onLoad()
  Wait.condition(function()
    local is, now, points = self.getBoundsNormalized().size, self.getScale(), self.getSnapPoints()
    local across, away = {w:.4f} / is.x, {h:.4f} / is.z
    self.setScale({{now.x * across, now.y, now.z * away}})
    for _, one in ipairs(points) do
      one.position = {{one.position.x / across, one.position.y, one.position.z / away}}
    end
    self.setSnapPoints(points)
  end, function() return not self.loading_custom end)
end
"""


class Sizes(Model, frozen=True):
    """How wide an object of scale 1 is, in units."""

    tile: Mm
    token: Mm
    card: Mm
    figure: Mm
    board: Mm


class DigitalTable(Model, frozen=True):
    """What the program needs to know, and where that comes from."""

    unit: Mm
    surface: Mm  # how high the table is
    table: tuple[Mm, Mm]  # how far its surface goes, across and away
    sizes: Sizes
    deck: tuple[int, int]
    dots: int  # of a picture, at most
    dpi: int
    colours: dict[str, Hex]
    sources: dict[str, str]


class DigitalTables(Model, frozen=True):
    """`data/export/tabletop.yaml`."""

    tabletop_simulator: DigitalTable


class FromAbove(NamedTuple):
    """What is seen of a piece on the table: a copy of it, or of what looks the same."""

    component: str
    item: str
    side: str


class Seated(NamedTuple):
    """Where a player sits: the room on the table that is his, and his hand (x, z, how wide, how it is turned)."""

    room: Room
    hand: tuple[float, float, float, float]


class SetOut(NamedTuple):
    """What lies on a table and before whom, the colours of the players, the places that the game knows, and what lies
    on a board that is full."""

    laid: Sequence[Laid]
    before: Sequence[Before]
    colours: Mapping[str, str]
    known: Iterable[Sight] = ()
    full: Sequence[Laid] = ()


class Saved(NamedTuple):
    """What was made."""

    file: Path
    pieces: int
    pictures: int


def load_table() -> DigitalTable:
    reader = Reader()
    found = reader.read(home("data") / "export/tabletop.yaml", DigitalTables)
    reader.raise_if_faulty()
    assert found is not None  # else there are faults
    return found.tabletop_simulator


def export_game(
    game: str,
    out: Path,
    lang: str = "en",
    base_url: str = "",
    data: Where | None = None,
    setup: str = "",
    players: int | None = None,
) -> Saved:
    """A game as it is set up for the first time (or as `setup` says), for as many players as it takes (or so many). One
    that is data only, without rules, comes with its board, decks and bags, and nothing set up."""
    kit = load_kit(game, data)
    lang = one_of(lang, kit.game.languages, "language", 2)
    fewest, most = kit.game.players
    if players is not None and not fewest <= players <= most:
        raise WrongWish(f"--players {players}: {kit.game.title.in_language(lang)} is for {fewest} to {most}", 2)
    known = [one.id for one in setups_of(kit, lang)]
    chosen = one_of(setup, [*known, UNLAID], "set-up", 2) if setup else [*known, UNLAID][0]
    seats = kit.seats[: players or most]
    names = [seat.name.in_language(lang) for seat in seats]
    if not is_refereed(kit):
        from venice_pnp.look.own_places import places_of  # the room of photos, for games of data only

        colours = dict(zip(names, (seat.id for seat in seats), strict=True))
        return _written(out, *_packed(kit, lang, _address(out, base_url), SetOut([], [], colours, places_of(kit))))
    match = play(kit.name, names, setup="" if chosen == UNLAID else chosen, data=path_of(data), lang=lang)
    return export_table(match, out, lang, base_url)


def export_table(match: Match[Keeper], out: Path, lang: str = "", base_url: str = "") -> Saved:
    """A table as everybody sees it now."""
    return _written(out, *laid_out(match, lang, _address(out, base_url)))


def _written(out: Path, saved: dict[str, Any], box: PieceBox) -> Saved:
    file = out / f"{box.kit.name}.json"
    for name, picture in (box.pictures() | box.meshes).items():
        write_whole(out / IMAGES / name, picture)
    write_whole(file, json.format(json.encode(saved), indent=1) + b"\n")
    return Saved(file, box.placed, len(box.files))


def laid_out(match: Match[Keeper], lang: str, address: str) -> tuple[dict[str, Any], PieceBox]:
    """The file, and the box from which everything was taken. Of the match only its public view is read."""
    easel = Easel(match, lang)
    kit, game = load_kit(match.kit.name, match.kit.folder.parent), match.keeper.declared
    laid, before = easel.pieces()
    full, known = game.full_boards().get(BOARD), game.sights()
    shown = (*laid, *(full(kit) if full else ()))
    lying = SetOut(laid, before, easel.colours, known.sights(kit) if known else (), shown)
    return _packed(kit, easel.studio.lang, address, lying)


def _packed(kit: Kit, lang: str, address: str, lying: SetOut) -> tuple[dict[str, Any], PieceBox]:
    studio = Studio(kit, libraries_of(None, kit.folder.parent)(kit), lang, "colour")
    parts = draw_parts(studio, boards_of(kit))
    laid, before, colours = lying.laid, lying.before, lying.colours
    box = PieceBox(studio, parts, load_table(), address)
    shown = [FromAbove(one.component, one.item, one.side) for one in laid]
    ready = [(one.player, FromAbove(one.component, one.item, one.side)) for one in before for _ in range(one.count)]
    pieces = box.taken([*shown, *(one for _, one in ready)])
    objects = box.boards(_places(lying))
    objects += [box.laid(piece, one, n) for n, (piece, one) in enumerate(zip(pieces, laid, strict=False)) if piece]
    seated = _seated(list(colours), box)
    for (player, one), piece in zip(ready, pieces[len(shown) :], strict=True):
        objects += [box.before(piece, seated[player].room, one.side)] if piece else []
    objects += box.rest([seat.room for seat in seated.values()])
    objects += box.hands(colours, seated)
    title = kit.game.title.in_language(studio.lang)
    saved = {
        "SaveName": title,
        "Date": "",
        "VersionNumber": "",
        "GameMode": title,
        "GameType": "Game",
        "GameComplexity": "",
        "PlayerCounts": list(kit.game.players),
        "Tags": ["Board Games"],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": kit.game.credit.in_language(studio.lang),
        "TabStates": dict(_tabs(kit, studio.lang)),
        "Hands": {"Enable": True, "DisableUnused": True, "Hiding": 0},
        "SnapPoints": [],  # the board has its own
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }
    return saved, box


def _address(out: Path, base_url: str) -> str:
    if base_url and not base_url.startswith(("http://", "https://", "file:///")):
        raise WrongWish(f"--base-url {base_url}: an address begins with https:// (or http://, or file:///)", 2)
    return f"{base_url.rstrip('/')}/" if base_url else f"{(out.resolve() / IMAGES).as_uri()}/"


def _places(lying: SetOut) -> Places:
    """Where something may lie: where it lies now, on a full board, and at every place that the game knows."""
    out: Places = defaultdict(set)
    for one in lying.full:
        out[round(one.x, 2), round(one.y, 2)].add(one.component)
    for sight in lying.known:
        x, y, w, h = sight.box
        here = [at for at in out if x <= at[0] <= x + w and y <= at[1] <= y + h]
        for at in here or [(round(x + w / 2, 2), round(y + h / 2, 2))]:
            out[at] |= {look.component for look in sight.may}
    return out


def _seated(players: Sequence[str], box: PieceBox) -> dict[str, Seated]:
    """The first half of the players on this side of the board, the others beyond it."""
    (w, h), edge, deep = box.table.table, box.board_size[1] / 2 + GAP, HAND[2]
    near = -(-len(players) // 2)
    out = {}
    for side, some in ((-1, players[:near]), (1, players[near:])):
        for i, player in enumerate(some):
            wide = w / len(some)
            left, ends = i * wide - w / 2, sorted((side * edge, side * (h / 2 - deep - GAP)))
            room = Room(Patch(left, left + wide - GAP, *ends), downwards=side < 0)
            hand = (left + wide / 2, side * (h - deep) / 2, min(HAND[0], wide - GAP), 90.0 * (side + 1))
            out[player] = Seated(room, hand)
    return out


def _tabs(kit: Kit, lang: str) -> Iterator[tuple[str, Thing]]:
    grey = {"r": 0.5, "g": 0.5, "b": 0.5}
    for number, page in enumerate(notebook(kit, lang)):
        about = {"title": page.title, "body": page.body, "color": "Grey", "visibleColor": grey, "id": number}
        yield str(number), about


class PieceBox:
    """All pieces of the game; each leaves it once."""

    def __init__(self, studio: Studio, parts: Parts, table: DigitalTable, address: str) -> None:
        self.studio, self.kit, self.parts, self.table, self.address = studio, studio.kit, parts, table, address
        self.files: dict[str, tuple[str, ...]] = {}  # pictures by name: the faces on them
        self.meshes: dict[str, bytes] = {}  # solids by name
        self.placed = 0
        self._guids: set[str] = set()
        self._left: dict[str, list[Piece]] = defaultdict(list)  # by component
        self._faces: dict[tuple[str, str], tuple[str, str]] = {}  # front and back, by component and item
        self._looking: dict[str, set[str]] = defaultdict(set)  # items by what is seen of them
        for piece in parts.pieces:
            if not piece.alternative and not _is_board(piece):
                self._left[piece.component].append(piece)
                self._faces[piece.component, piece.item] = _sides(piece)
                for face in _sides(piece):
                    self._looking[face].add(piece.item)
        self._board = next(filter(_is_board, parts.pieces), None)
        self.board_size = self._units(self._board.size if self._board else (0.0, 0.0))
        self._sheets = dict(self._card_sheets())
        self._names = {part: names_of(self.kit, part, studio.lang) for part in self.kit.components}
        self._seen = {piece.front: piece for piece in parts.pieces}
        self._seen |= {piece.back: piece for piece in parts.pieces if piece.back}

    # --- what lies where -----------------------------------------------------------------------------------
    def boards(self, places: Places) -> list[Thing]:
        """The board, in the middle of the table; a game of data only may have none."""
        return [self._as_board(self._board, places)] if self._board else []

    def _as_board(self, board: Piece, places: Places) -> Thing:
        """Where it stays; with a point at each of its places."""
        w, h = self.board_size
        scale = w / self.table.sizes.board
        self.placed += 1
        about = self._piece("Custom_Board", board, (0.0, self.table.surface, 0.0), (scale, scale))
        image = self._image(board) | {"ImageSecondaryURL": "", "WidthScale": round(w / h, 4)}
        fitted = {"LuaScript": FIT.format(w=w, h=h), "Locked": True, "GridProjection": True}
        points = [self._snap_point(place, parts, scale) for place, parts in sorted(places.items())]
        return about | fitted | {"CustomImage": image, "AttachedSnapPoints": points}

    def _snap_point(self, place: tuple[float, float], parts: set[str], scale: float) -> Thing:
        """As the board itself measures it, which is turned by half a circle; for these parts alone."""
        x, z = (round(-v / scale, 4) for v in self._on_board(*place))
        return {"Position": {"x": x, "y": LIFT, "z": z}, "Tags": sorted(parts)}

    def laid(self, piece: Piece, one: Laid, number: int) -> Thing:
        x, z = self._on_board(one.x, one.y)
        at = (x, self.table.surface + DROP + LIFT * number, z)
        return self._object(piece, at, one.side == "back", one.turn, one.shows)

    def before(self, piece: Piece, room: Room, side: str) -> Thing:
        """What lies before a player: in rows at the side of the board that is his."""
        return self._object(piece, self._at(first_place([room], *self._units(piece.size))), side == "back")

    def rest(self, others: Sequence[Room]) -> list[Thing]:
        """Everything that lies nowhere: decks, bags of each seat and of each part, single pieces; beside the
        board, or behind what lies before the players."""
        groups: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        seats = {seat.id: seat for seat in self.kit.seats}
        for pieces in self._left.values():
            for piece in pieces:
                owner = piece.item.partition("/")[0]
                cards = piece.form == "card"
                own = owner in seats and not cards
                groups[("seat", owner) if own else ("deck" if cards else "part", piece.component)].append(piece)
        out = []
        (across, _), (wide, high) = self.table.table, self.board_size
        left = Patch(-across / 2, -wide / 2 - GAP, -high / 2, high / 2)
        rooms = [Room(left), Room(left._replace(left=-left.right, right=-left.left)), *others]
        for (kind, name), pieces in groups.items():
            in_bag = kind != "deck" and len(pieces) > 1
            at = self._at(first_place(rooms, *((BAG, BAG) if in_bag else self._units(pieces[0].size))))
            self.placed += len(pieces)
            if kind == "deck":
                out += self._decks(pieces, at)
            elif len(pieces) == 1:
                out.append(self._object(pieces[0], at))
            else:
                called = seats[name].name if kind == "seat" else self.kit.components[name].name
                tint = seats[name].hex if kind == "seat" else "#B0A58F"
                out.append(self._bag(called.in_language(self.studio.lang), tint, pieces, at, f"bag {kind} {name}"))
        self._left.clear()
        return out

    def hands(self, colours: Mapping[str, str], seated: Mapping[str, Seated]) -> list[Thing]:
        """A hand for every player."""
        out, seats = [], {seat.id: seat for seat in self.kit.seats}
        tints = self._program_colours([seats[seat] for seat in colours.values()])
        for player, seat in colours.items():
            colour, tint = tints[seat], self.table.colours[tints[seat]]
            x, z, wide, turn = seated[player].hand
            about = self._common("HandTrigger", f"hand {seat}", (x, self.table.surface + HAND[1] / 2, z), player, tint)
            about["Transform"] |= {"rotY": turn, "scaleX": wide, "scaleY": HAND[1], "scaleZ": HAND[2]}
            out.append(about | {"FogColor": colour, "Locked": True})
        return out

    def _program_colours(self, seats: Sequence[Seat]) -> dict[str, str]:
        """For each seat the program's colour of the same name; who finds none gets the nearest that is left."""
        named = {seat.id: seat.id.capitalize() for seat in seats if seat.id.capitalize() in self.table.colours}
        for seat in seats:
            free = {name: tint for name, tint in self.table.colours.items() if name not in named.values()}
            if seat.id not in named:
                named[seat.id] = min(free, key=lambda name: _apart(free[name], seat.hex))
        return named

    def taken(self, wanted: Sequence[FromAbove]) -> list[Piece | None]:
        """A piece for each; first those whose side that is up tells which they are."""
        found = {n: self._take(wanted[n]) for n in sorted(range(len(wanted)), key=lambda n: self._is_secret(wanted[n]))}
        return [found[n] for n in range(len(wanted))]

    def _is_secret(self, one: FromAbove) -> bool:
        """Does it lie face down among others that look so, or is it of a part that looks the same from the front?"""
        alike = self._looking[self._seen_from_above(one)]
        every = {item for component, item in self._faces if component == one.component}
        return len(alike) > 1 and (one.side == "back" or alike == every)

    def _seen_from_above(self, one: FromAbove) -> str:
        return self._faces.get((one.component, one.item), ("", ""))[one.side == "back"]

    def _take(self, one: FromAbove) -> Piece | None:
        """A copy that lies nowhere yet and looks the same from above; none if the game has no more of them. What is on
        its other side is drawn by lot: who looks at the table does not know it, and this file does not either."""
        seen, down = self._seen_from_above(one), one.side == "back"
        left = [piece for piece in self._left[one.component] if _sides(piece)[down] == seen]
        if not self._is_secret(one):
            left = [piece for piece in left if piece.item == one.item] or left
        if not left:
            return None
        taken = min(left, key=lambda piece: self._lot(f"{one.component}/{piece.item}/{piece.copy}"))
        self._left[one.component].remove(taken)
        self.placed += 1
        return taken

    def _lot(self, key: str) -> str:
        return hashlib.sha256(f"lot {self.kit.name} {key}".encode()).hexdigest()

    def _units(self, size: tuple[float, float]) -> tuple[float, float]:
        w, h = size
        return w / self.table.unit, h / self.table.unit

    def _on_board(self, x: float, y: float) -> tuple[float, float]:
        """From mm on the board to the table."""
        (x, y), (w, h) = self._units((x, y)), self.board_size
        return x - w / 2, h / 2 - y

    def _at(self, place: tuple[float, float]) -> At:
        """A loose thing above its place."""
        return place[0], self.table.surface + DROP, place[1]

    # --- objects -------------------------------------------------------------------------------------------
    def _object(
        self,
        piece: Piece,
        at: At,
        down: bool = False,
        turn: float = 0.0,
        shows: tuple[float, float, float, float] | None = None,
    ) -> Thing:
        shape = self.kit.shared.shapes[self.kit.components[piece.component].shape]
        if piece.form == "card":
            made = self._card(piece, at)
        elif piece.form == "standee":
            made = self._figure(piece, at)
        elif shape.net:
            made = self._die(piece, at, shows)
        elif piece.form == "polygon":
            made = self._token(piece, at)
        else:
            made = self._tile(piece, at)
        made["Transform"] |= {"rotY": (180.0 + turn) % 360, "rotZ": 180.0 if down else 0.0}
        # the program hides the names of cards that lie face down; of other pieces that look alike we tell none
        if piece.form != "card" and len(self._looking[_sides(piece)[down]]) > 1:
            made["Nickname"] = self._part_name(piece)
        return made

    def _tile(self, piece: Piece, at: At) -> Thing:
        """Stretched, a tile is as deep as it is wide, whatever its picture: so each axis has its own scale."""
        form = CIRCLE if piece.form == "round" else BOX
        w, h = self._units(piece.size)
        about = self._piece("Custom_Tile", piece, at, (w / self.table.sizes.tile, h / self.table.sizes.tile))
        custom = {"Type": form, "Thickness": 0.1, "Stackable": False, "Stretch": True}
        return about | {"CustomImage": self._image(piece) | {"CustomTile": custom}}

    def _token(self, piece: Piece, at: At) -> Thing:
        about = self._piece("Custom_Token", piece, at, self._alike(piece, self.table.sizes.token))
        custom = {"Thickness": 0.1, "MergeDistancePixels": 5.0, "StandUp": False, "Stackable": False}
        return about | {"CustomImage": self._image(piece) | {"CustomToken": custom}}

    def _figure(self, piece: Piece, at: At) -> Thing:
        about = self._piece("Figurine_Custom", piece, at, self._alike(piece, self.table.sizes.figure))
        return about | {"CustomImage": self._image(piece)}

    def _alike(self, piece: Piece, size: float) -> tuple[float, float]:
        """One scale for both axes, for what keeps the form of its picture."""
        scale = self._units(piece.size)[0] / size
        return scale, scale

    def _die(self, piece: Piece, at: At, shows: tuple[float, float, float, float] | None) -> Thing:
        """A solid with the net as its picture; lying on the board it shows what it shows there."""
        component = self.kit.components[piece.component]
        net = self.kit.shared.shapes[component.shape].size
        side = net[0] / ACROSS
        top = face_at(shows[0], shows[1], side) if shows else 0
        mesh = f"{component.shape}-{top}.obj"
        self.meshes[mesh] = die_mesh(side, net, side / self.table.unit, top).encode()
        said = component.instead.in_language(self.studio.lang) if component.instead else ""
        custom = {
            "MeshURL": self.address + mesh,
            "DiffuseURL": self._image(piece)["ImageURL"],
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": True,
            "MaterialIndex": CARDBOARD,
            "TypeIndex": DICE,
            "CastShadows": True,
        }
        return self._piece("Custom_Model", piece, at, (1.0, 1.0)) | {"Description": said, "CustomMesh": custom}

    def _bag(self, name: str, tint: str, pieces: Sequence[Piece], at: At, key: str) -> Thing:
        inside = [self._object(piece, at) for piece in pieces]
        return self._common("Bag", key, at, name, tint) | {"Bag": {"Order": AT_RANDOM}, "ContainedObjects": inside}

    def _piece(self, name: str, piece: Piece, at: At, scale: tuple[float, float]) -> Thing:
        own, part = self._names[piece.component].get(piece.item, ""), self._part_name(piece)
        called = f"{own} · {part}" if own else part
        key = f"{piece.component}/{piece.item}"
        made = self._common(name, f"{key}/{piece.copy}", at, called, "#FFFFFF")
        made["Transform"] |= {"scaleX": round(scale[0], 4), "scaleZ": round(scale[1], 4)}
        return made | {"GMNotes": key, "Tags": [piece.component], "HideWhenFaceDown": piece.back is not None}

    def _part_name(self, piece: Piece) -> str:
        return self.kit.components[piece.component].name.in_language(self.studio.lang)

    def _common(self, name: str, key: str, at: At, called: str, tint: str) -> Thing:
        x, y, z = (round(v, 4) for v in at)
        turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
        scale = {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
        return {
            "GUID": self._guid(key),
            "Name": name,
            "Transform": {"posX": x, "posY": y, "posZ": z, **turn, **scale},
            "Nickname": called,
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": _rgb(tint),
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Tooltip": True,
            "Hands": name in ("Card", "DeckCustom"),
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def _guid(self, key: str) -> str:
        """The same for the same piece in every export."""
        number = 0
        while True:
            found = hashlib.sha256(f"{self.kit.name} {key} {number}".encode()).hexdigest()[:GUID]
            if found not in self._guids:
                self._guids.add(found)
                return found
            number += 1

    # --- cards ---------------------------------------------------------------------------------------------
    def _card_sheets(self) -> Iterator[tuple[tuple[str, str], tuple[int, int, str, str]]]:
        """For each card (by component and item) its sheet, its place there, and the pictures of sheet and back."""
        runs: dict[tuple[str, str, tuple[float, float]], list[Piece]] = defaultdict(list)
        for piece in self.parts.pieces:
            if piece.form == "card" and not piece.alternative and piece.copy == 1:
                runs[piece.component, piece.back or "", piece.size].append(piece)
        number = 0
        for (component, back, size), pieces in runs.items():
            across, down = self._most((dots_of(size[0], self.table.dpi), dots_of(size[1], self.table.dpi)))
            for begin in range(0, len(pieces), across * down):
                number += 1
                some = pieces[begin : begin + across * down]
                sheet = self._file(f"deck-{number}-{component}", tuple(piece.front for piece in some))
                behind = self._file(f"deck-{number}-{component}-back", (back or some[0].front,))
                for place, piece in enumerate(some):
                    yield (piece.component, piece.item), (number, place, sheet, behind)

    def _card(self, piece: Piece, at: At) -> Thing:
        number, place, _, _ = self._sheets[piece.component, piece.item]
        about = self._piece("Card", piece, at, self._alike(piece, self.table.sizes.card))
        decks = {str(number): self._deck(piece)}
        return about | {"CardID": 100 * number + place, "SidewaysCard": False, "CustomDeck": decks}

    def _deck(self, piece: Piece) -> Thing:
        _, _, sheet, back = self._sheets[piece.component, piece.item]
        w, h = piece.size
        dots = dots_of(w, self.table.dpi), dots_of(h, self.table.dpi)
        across, down = self._grid(len(self.files[sheet]), dots)
        return {
            "FaceURL": self.address + sheet,
            "BackURL": self.address + back,
            "NumWidth": across,
            "NumHeight": down,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }

    def _decks(self, pieces: Sequence[Piece], at: At) -> list[Thing]:
        """The cards of a part as one deck, face down; a single card lies alone."""
        cards = [self._object(piece, at, down=True) for piece in pieces]
        if len(cards) == 1:
            return cards
        part = self.kit.components[pieces[0].component].name.in_language(self.studio.lang)
        about = self._common("DeckCustom", f"deck {pieces[0].component}", at, part, "#FFFFFF")
        about["Transform"] = cards[0]["Transform"]
        decks = {number: deck for card in cards for number, deck in card["CustomDeck"].items()}
        inside = {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": decks, "ContainedObjects": cards}
        return [about | {"SidewaysCard": False} | inside]

    def _most(self, dots: tuple[int, int]) -> tuple[int, int]:
        """Cards across and down on a picture that the program shows whole; at least two of each, as it wants them."""
        across, down = (
            min(most, max(2, self.table.dots // one)) for most, one in zip(self.table.deck, dots, strict=True)
        )
        return across, down

    def _grid(self, count: int, dots: tuple[int, int]) -> tuple[int, int]:
        across, _ = self._most(dots)
        return max(2, min(count, across)), max(2, -(-count // across))

    # --- pictures ------------------------------------------------------------------------------------------
    def _image(self, piece: Piece) -> Thing:
        front = self._file(f"{piece.component}-{piece.item}", (piece.front,))
        back = self._file(f"{piece.component}-{piece.item}-back", (piece.back,)) if piece.back else front
        both = {"ImageURL": self.address + front, "ImageSecondaryURL": self.address + back}
        return both | {"ImageScalar": 1.0, "WidthScale": 0.0}

    def _file(self, name: str, faces: tuple[str, ...]) -> str:
        file = f"{name.replace('/', '-')}.png"
        known = next((other for other, shown in self.files.items() if shown == faces), file)
        self.files.setdefault(known, faces)
        return known

    def pictures(self) -> dict[str, bytes]:
        """Every picture that an object shows."""
        wanted = dict.fromkeys(face for faces in self.files.values() for face in faces)
        scenes = {face: structs.replace(self.parts.faces[face], outline=self._seen_of(face)) for face in wanted}
        drawn = cut_out(scenes, self.studio.fonts, self.table.dpi)
        return {
            name: png_bytes(self._composed(name, [drawn[face] for face in faces]), self.table.dpi)
            for name, faces in self.files.items()
        }

    def _seen_of(self, face: str) -> Outline:
        """What one sees of a face: of a standee one side, not the whole strip."""
        piece = self._seen[face]
        return shown_face(self.kit, self.parts, piece, "back" if piece.back == face else "front").outline

    def _composed(self, name: str, faces: Sequence[Image]) -> Image:
        """A sheet of cards, or the one face itself."""
        from PIL import Image  # only for pictures of points

        if not name.startswith("deck-") or name.endswith("-back.png"):
            return faces[0]
        w, h = faces[0].size
        across, down = self._grid(len(faces), (w, h))
        sheet = Image.new("RGBA", (w * across, h * down))
        for i, face in enumerate(faces):
            sheet.paste(face, (i % across * w, i // across * h))
        return sheet


def _is_board(piece: Piece) -> bool:
    """By its form, or by its name: a small one may be made like a card."""
    return piece.form == "board" or piece.component == BOARD


def _sides(piece: Piece) -> tuple[str, str]:
    return piece.front, piece.back or piece.front


def _numbers(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _rgb(colour: str) -> dict[str, float]:
    return dict(zip("rgb", (round(v, 4) for v in _numbers(colour)), strict=True))


def _apart(one: str, other: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(_numbers(one), _numbers(other), strict=True))

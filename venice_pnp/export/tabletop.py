"""A game as a file for Tabletop Simulator: the board and what lies on it, the rest in decks and bags, the rules.

What lies where comes from the view that everybody has of a table; what nobody may know stays in a deck or bag, in the
order of the data. The file says nothing else.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import json, structs

from venice_pnp.door.errands import play
from venice_pnp.door.files import Where, path_of, write_whole
from venice_pnp.door.kits import boards_of, libraries_of, load_kit
from venice_pnp.door.match import Keeper, Match
from venice_pnp.door.picture import BOARD, Easel
from venice_pnp.door.wishes import WrongWish, one_of
from venice_pnp.draw.scene import Outline
from venice_pnp.draw.studio import Studio
from venice_pnp.export.naming import names_of
from venice_pnp.export.notebook import notebook
from venice_pnp.export.pictures import cut_out, png_bytes
from venice_pnp.kit import Kit
from venice_pnp.kit.load import home
from venice_pnp.kit.models import Hex, Laid, Mm, Model
from venice_pnp.kit.reader import Reader
from venice_pnp.press.boxes import is_net
from venice_pnp.press.parts import Parts, Piece, draw_parts
from venice_pnp.press.preview import shown_face
from venice_pnp.speech.setups import setups_of

if TYPE_CHECKING:
    from PIL.Image import Image

IMAGES = "images"
GUID = 6  # hex digits
LIFT = 0.05  # units that one thing lies above another
BESIDE = 3.0  # units between things beside the board
BOX, CIRCLE = 0, 2  # forms of a tile
Thing = dict[str, Any]  # an object of the file


class Sizes(Model, frozen=True):
    """How wide an object of scale 1 is, in units."""

    tile: Mm
    token: Mm
    card: Mm
    figure: Mm
    die: Mm


class DigitalTable(Model, frozen=True):
    """What the program needs to know, and where that comes from."""

    unit: Mm
    sizes: Sizes
    deck: tuple[int, int]
    dpi: int
    colours: dict[str, Hex]
    sources: dict[str, str]


class DigitalTables(Model, frozen=True):
    """`data/export/tabletop.yaml`."""

    tabletop_simulator: DigitalTable


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


def export_game(game: str, out: Path, lang: str = "en", base_url: str = "", data: Where | None = None) -> Saved:
    """A game as it is set up for the first time, for as many players as it takes."""
    kit = load_kit(game, data)
    lang = one_of(lang, kit.game.languages, "language", 2)
    players = [seat.name.in_language(lang) for seat in kit.seats][: kit.game.players[1]]
    known = [setup.id for setup in setups_of(kit, lang)]
    match = play(kit.name, players, setup=known[0] if known else "", data=path_of(data), lang=lang)
    return export_table(match, out, lang, base_url)


def export_table(match: Match[Keeper], out: Path, lang: str = "", base_url: str = "") -> Saved:
    """A table as everybody sees it now."""
    saved, box = laid_out(match, lang, _address(out, base_url))
    file = out / f"{match.kit.name}.json"
    for name, picture in box.pictures().items():
        write_whole(out / IMAGES / name, picture)
    write_whole(file, json.format(json.encode(saved), indent=1) + b"\n")
    return Saved(file, box.placed, len(box.files))


def laid_out(match: Match[Keeper], lang: str, address: str) -> tuple[dict[str, Any], PieceBox]:
    """The file, and the box from which everything was taken. Of the match only its public view is read."""
    easel = Easel(match, lang)
    kit, folder = load_kit(match.kit.name, match.kit.folder.parent), match.kit.folder.parent
    studio = Studio(kit, libraries_of(None, folder)(kit), easel.studio.lang, "colour")
    parts = draw_parts(studio, boards_of(kit))
    laid, before = easel.pieces()
    box = PieceBox(studio, parts, load_table(), address)
    objects = [box.board(_places(match, kit, laid))]
    objects += [made for number, one in enumerate(laid) if (made := box.laid(one, number))]
    for player, seat in easel.colours.items():
        mine = [one for one in before if one.player == player]
        objects += box.before(seat, [(one.component, one.item, one.side) for one in mine for _ in range(one.count)])
    objects += box.rest()
    objects += box.hands(easel.colours)
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


def _places(match: Match[Keeper], kit: Kit, laid: Sequence[Laid]) -> list[tuple[float, float]]:
    """Where something may lie on the board, as far as the game shows it."""
    full = match.keeper.declared.full_boards().get(BOARD)
    return sorted({(one.x, one.y) for one in (*laid, *(full(kit) if full else ()))})


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
        self.placed = 0
        self._guids: set[str] = set()
        self._left: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        for piece in parts.pieces:
            if not piece.alternative and piece.form != "board":
                self._left[piece.component, piece.item].append(piece)
        self._board = next(piece for piece in parts.pieces if piece.form == "board")
        self._sheets = dict(self._card_sheets())
        self._names = {part: names_of(self.kit, part, studio.lang) for part in self.kit.components}
        self._seen = {piece.front: piece for piece in parts.pieces}
        self._seen |= {piece.back: piece for piece in parts.pieces if piece.back}

    # --- what lies where -----------------------------------------------------------------------------------
    def board(self, places: Sequence[tuple[float, float]]) -> Thing:
        """A large tile, so that it is as large as the pieces on it, whatever the program makes of a unit."""
        w, h = self._board.size
        self.placed += 1
        wide = self.table.sizes.tile  # snap points are measured on an object of scale 1, which is turned by 180°
        snaps = [{"x": (w / 2 - x) / w * wide, "y": 0.1, "z": (y - h / 2) / w * wide} for x, y in places]
        points = [{"Position": {axis: round(value, 4) for axis, value in snap.items()}} for snap in snaps]
        return self._tile(self._board, (0.0, 0.0, 0.0)) | {"Locked": True, "AttachedSnapPoints": points}

    def laid(self, one: Laid, number: int) -> Thing | None:
        piece = self._take(one.component, one.item)
        w, h = self._board.size
        x, z = (one.x - w / 2) / self.table.unit, (h / 2 - one.y) / self.table.unit
        return self._object(piece, (x, 1.0 + LIFT * number, z), one.side == "back", one.turn) if piece else None

    def before(self, seat: str, pieces: Sequence[tuple[str, str, str]]) -> list[Thing]:
        """What lies before a player: in a row at the side of the board that is his."""
        out = []
        number = [one.id for one in self.kit.seats].index(seat)
        for i, (component, item, side) in enumerate(pieces):
            if piece := self._take(component, item):
                out.append(self._object(piece, self._beside(number, i), side == "back"))
        return out

    def rest(self) -> list[Thing]:
        """Everything that lies nowhere: decks, bags of each seat and of each part, single pieces."""
        groups: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        seats = {seat.id: seat for seat in self.kit.seats}
        for pieces in self._left.values():
            for piece in pieces:
                owner = piece.item.partition("/")[0]
                cards = piece.form == "card"
                own = owner in seats and not cards
                groups[("seat", owner) if own else ("deck" if cards else "part", piece.component)].append(piece)
        out = []
        row = len(self.kit.seats)
        for number, ((kind, name), pieces) in enumerate(groups.items()):
            at = self._beside(row, number)
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

    def hands(self, colours: Mapping[str, str]) -> list[Thing]:
        """A hand for every player, in the program's colour nearest to that of the seat."""
        out, free = [], dict(self.table.colours)
        seats = {seat.id: seat for seat in self.kit.seats}
        for number, (player, seat) in enumerate(colours.items()):
            colour = min(free, key=lambda name: _apart(free[name], seats[seat].hex))
            del free[colour]
            x, y, z = self._beside(number, 0)
            about = self._common("HandTrigger", f"hand {seat}", (x, y + 2, z - BESIDE), player, seats[seat].hex)
            out.append(about | {"FogColor": colour, "Locked": True})
        return out

    def _take(self, component: str, item: str) -> Piece | None:
        """A copy that lies nowhere yet; none if the game has no more of them."""
        left = self._left.get((component, item))
        if not left:
            return None
        self.placed += 1
        return left.pop(0)

    def _beside(self, row: int, number: int) -> tuple[float, float, float]:
        w, h = (mm / self.table.unit for mm in self._board.size)
        return -w / 2 + number * BESIDE, 1.0, -h / 2 - (row + 1) * BESIDE

    # --- objects -------------------------------------------------------------------------------------------
    def _object(self, piece: Piece, at: tuple[float, float, float], down: bool = False, turn: float = 0.0) -> Thing:
        shape = self.kit.shared.shapes[self.kit.components[piece.component].shape]
        if piece.form == "card":
            made = self._card(piece, at)
        elif piece.form == "standee":
            made = self._figure(piece, at)
        elif is_net(shape, piece.stock):
            made = self._die(piece, at)
        elif piece.form == "polygon":
            made = self._token(piece, at)
        else:
            made = self._tile(piece, at)
        made["Transform"] |= {"rotY": (180.0 + turn) % 360, "rotZ": 180.0 if down else 0.0}
        if down and piece.form != "card":  # the program hides the names of cards; of what lies face down we tell none
            made["Nickname"] = self._part_name(piece)
        return made

    def _tile(self, piece: Piece, at: tuple[float, float, float]) -> Thing:
        form = CIRCLE if piece.form == "round" else BOX
        about = self._piece("Custom_Tile", piece, at, piece.size[0], self.table.sizes.tile)
        custom = {"Type": form, "Thickness": 0.1, "Stackable": False, "Stretch": True}
        return about | {"CustomImage": self._image(piece) | {"CustomTile": custom}}

    def _token(self, piece: Piece, at: tuple[float, float, float]) -> Thing:
        about = self._piece("Custom_Token", piece, at, piece.size[0], self.table.sizes.token)
        custom = {"Thickness": 0.1, "MergeDistancePixels": 5.0, "StandUp": False, "Stackable": False}
        return about | {"CustomImage": self._image(piece) | {"CustomToken": custom}}

    def _figure(self, piece: Piece, at: tuple[float, float, float]) -> Thing:
        about = self._piece("Figurine_Custom", piece, at, piece.size[0], self.table.sizes.figure)
        return about | {"CustomImage": self._image(piece)}

    def _die(self, piece: Piece, at: tuple[float, float, float]) -> Thing:
        """An ordinary die in the colour of the piece; its description says how it is read."""
        component = self.kit.components[piece.component]
        w = self.kit.shared.shapes[component.shape].size[0] / 3  # a net is three faces wide
        about = self._piece("Die_6", piece, at, w, self.table.sizes.die)
        said = component.instead.in_language(self.studio.lang) if component.instead else ""
        return about | {"Description": said, "ColorDiffuse": _rgb(self.parts.faces[piece.front].edge)}

    def _bag(self, name: str, tint: str, pieces: Sequence[Piece], at: tuple[float, float, float], key: str) -> Thing:
        inside = [self._object(piece, at) for piece in pieces]
        return self._common("Bag", key, at, name, tint) | {"ContainedObjects": inside}

    def _piece(self, name: str, piece: Piece, at: tuple[float, float, float], mm: float, size: float) -> Thing:
        own, part = self._names[piece.component].get(piece.item, ""), self._part_name(piece)
        called = f"{own} · {part}" if own else part
        key = f"{piece.component}/{piece.item}"
        made = self._common(name, f"{key}/{piece.copy}", at, called, "#FFFFFF", mm / self.table.unit / size)
        return made | {"GMNotes": key, "HideWhenFaceDown": piece.back is not None}

    def _part_name(self, piece: Piece) -> str:
        return self.kit.components[piece.component].name.in_language(self.studio.lang)

    def _common(
        self, name: str, key: str, at: tuple[float, float, float], called: str, tint: str, scale: float = 1.0
    ) -> Thing:
        x, y, z = (round(v, 4) for v in at)
        turn = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
        s = round(scale, 4)
        return {
            "GUID": self._guid(key),
            "Name": name,
            "Transform": {"posX": x, "posY": y, "posZ": z, **turn, "scaleX": s, "scaleY": 1.0, "scaleZ": s},
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
        across, down = self.table.deck
        runs: dict[tuple[str, str, tuple[float, float]], list[Piece]] = defaultdict(list)
        for piece in self.parts.pieces:
            if piece.form == "card" and not piece.alternative and piece.copy == 1:
                runs[piece.component, piece.back or "", piece.size].append(piece)
        number = 0
        for (component, back, _), pieces in runs.items():
            for begin in range(0, len(pieces), across * down):
                number += 1
                some = pieces[begin : begin + across * down]
                sheet = self._file(f"deck-{number}-{component}", tuple(piece.front for piece in some))
                behind = self._file(f"deck-{number}-{component}-back", (back or some[0].front,))
                for place, piece in enumerate(some):
                    yield (piece.component, piece.item), (number, place, sheet, behind)

    def _card(self, piece: Piece, at: tuple[float, float, float]) -> Thing:
        number, place, _, _ = self._sheets[piece.component, piece.item]
        about = self._piece("Card", piece, at, piece.size[0], self.table.sizes.card)
        decks = {str(number): self._deck(piece)}
        return about | {"CardID": 100 * number + place, "SidewaysCard": False, "CustomDeck": decks}

    def _deck(self, piece: Piece) -> Thing:
        _, _, sheet, back = self._sheets[piece.component, piece.item]
        across, down = self._grid(len(self.files[sheet]))
        return {
            "FaceURL": self.address + sheet,
            "BackURL": self.address + back,
            "NumWidth": across,
            "NumHeight": down,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }

    def _decks(self, pieces: Sequence[Piece], at: tuple[float, float, float]) -> list[Thing]:
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

    def _grid(self, count: int) -> tuple[int, int]:
        """At least two across and down, as the program wants it."""
        across = self.table.deck[0]
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
        across, down = self._grid(len(faces))
        sheet = Image.new("RGBA", (w * across, h * down))
        for i, face in enumerate(faces):
            sheet.paste(face, (i % across * w, i // across * h))
        return sheet


def _numbers(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _rgb(colour: str) -> dict[str, float]:
    return dict(zip("rgb", (round(v, 4) for v in _numbers(colour)), strict=True))


def _apart(one: str, other: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(_numbers(one), _numbers(other), strict=True))

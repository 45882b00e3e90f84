"""What a kit looks like: its empty board and the faces of its pieces as pictures, and the marks by which the board is
found again. All of it is drawn by the press and kept in the user's cache."""

from __future__ import annotations

import io
from collections.abc import Collection
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from PIL import Image

from venice_pnp.contract.sight import Aspect
from venice_pnp.door.kits import boards_of, library_of
from venice_pnp.draw.inks import Edition
from venice_pnp.draw.scene import Group, Outline, Path, Scene, bounds, moved, transform
from venice_pnp.draw.studio import Studio
from venice_pnp.kit import Kit
from venice_pnp.kit.cache import cache_folder, put_by, taken
from venice_pnp.press.parts import Parts, Piece, draw_parts
from venice_pnp.press.preview import page_png, seen_from_above, shown_face
from venice_pnp.press.unchanged import code_of, digest

Picture = np.ndarray[Any, np.dtype[Any]]
BOARD = "board"
SCALE = 3  # pixels a mm of everything in an album
MM = 25.4
FEATURES = 9000  # of the board, at most
FEATURED = 2  # pixels a mm of the picture in which they are sought
INK = "#000000"
KEY = 16  # letters of a hash


class Portrait(Struct, frozen=True):
    """One face: its pixels, where they belong to it, and its size in mm. What stands shows its face upright, and its
    `roof` from above, if it has one."""

    rgb: Picture
    mask: Picture
    size: tuple[float, float]
    height: float = 0.0  # mm above the board; 0: it lies flat
    roof: Portrait | None = None


class Landmarks(Struct, frozen=True):
    """Points of the board that a camera finds again: where they are in mm, and what is round them."""

    points: Picture
    about: Picture


class Album(Struct, frozen=True):
    board: Picture  # RGB
    size: tuple[float, float]  # of the board, mm
    marks: Landmarks
    portraits: dict[Aspect, Portrait]


def album_of(kit: Kit, looks: Collection[Aspect], lang: str, edition: Edition) -> Album:
    """The pictures of a kit, from the cache if they are there and would still be drawn alike."""
    library = library_of(None, kit.folder.parent)
    drawn_by = digest([*map(str, library.folders), *code_of(boards_of(kit).values())])
    file = cache_folder() / f"album-{kit.name}-{lang}-{edition}-{kit.kit_id}-{drawn_by[:KEY]}.npz"
    try:
        album = _opened(taken(file))
        if set(looks) <= album.portraits.keys():
            return album
    except (OSError, ValueError, KeyError):
        pass
    album = _drawn(kit, looks, Studio(kit, library, lang, edition))
    put_by(file, _closed(album))
    return album


def _drawn(kit: Kit, looks: Collection[Aspect], studio: Studio) -> Album:
    parts = draw_parts(studio, boards_of(kit), frozenset({BOARD, *(look.component for look in looks)}))
    pieces = {(one.component, one.item): one for one in reversed(parts.pieces) if not one.alternative}
    ground = parts.faces[pieces[BOARD, BOARD].front]
    board = _pixels(Scene(ground.width, ground.height, ground.items, ground.outline), studio)
    portraits = {look: _portrait(kit, studio, parts, pieces[look.component, look.item], look.side) for look in looks}
    return Album(board, (ground.width, ground.height), landmarks_of(board), portraits)


def _portrait(kit: Kit, studio: Studio, parts: Parts, piece: Piece, side: str) -> Portrait:
    shape = kit.shared.shapes[kit.components[piece.component].shape]
    face = shown_face(kit, parts, piece, side)
    if shape.form != "standee":
        return _cut_out(studio, face, face.outline)
    top = seen_from_above(kit, piece.component, face.outline)
    roof = _cut_out(studio, face, top) if shape.top else None
    front = _cut_out(studio, face, face.outline)
    return Portrait(front.rgb, front.mask, front.size, shape.size[1], roof)


def _cut_out(studio: Studio, face: Scene, cut: Outline) -> Portrait:
    x, y, w, h = bounds(cut)
    to_corner = moved(-x, -y)
    outline = transform(cut, to_corner)
    rgb = _pixels(Scene(w, h, (Group(face.items, to_corner),), outline), studio)
    ink = _pixels(Scene(w, h, (Path(outline, INK),), outline), studio)
    return Portrait(rgb, np.where(ink[:, :, 0] < 98, 255, 0).astype(np.uint8), (w, h))


def _pixels(scene: Scene, studio: Studio) -> Picture:
    picture = Image.open(io.BytesIO(page_png(scene, studio.fonts, SCALE * MM)))
    wide, high = round(scene.width * SCALE), round(scene.height * SCALE)
    return np.asarray(picture.convert("RGB"))[:high, :wide]


def landmarks_of(board: Picture) -> Landmarks:
    small = cv2.resize(board, None, fx=FEATURED / SCALE, fy=FEATURED / SCALE, interpolation=cv2.INTER_AREA)
    found, about = cv2.SIFT.create(FEATURES).detectAndCompute(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), None)
    points = np.array([one.pt for one in found], np.float32) / FEATURED
    return Landmarks(points, about.astype(np.uint8))


# --- in the cache -------------------------------------------------------------------------------------------
def _closed(album: Album) -> bytes:
    kept = {f"{look.component}|{look.item}|{look.side}": one for look, one in album.portraits.items()}
    arrays: dict[str, Picture] = {"board": album.board, "points": album.marks.points, "about": album.marks.about}
    arrays["size"] = np.array(album.size)
    for name, one in kept.items():
        arrays |= _arrays(f"face|{name}", one)
        if one.roof:
            arrays |= _arrays(f"roof|{name}", one.roof)
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **arrays)
    return out.getvalue()


def _arrays(name: str, one: Portrait) -> dict[str, Picture]:
    pixels = np.dstack([one.rgb, one.mask])
    return {f"{name}|pixels": pixels, f"{name}|size": np.array([*one.size, one.height])}


def _opened(content: bytes) -> Album:
    with np.load(io.BytesIO(content), allow_pickle=False) as kept:
        arrays = dict(kept)
    portraits = {}
    for key in [key for key in arrays if key.startswith("face|") and key.endswith("|pixels")]:
        name = key.removeprefix("face|").removesuffix("|pixels")
        component, item, side = name.split("|")
        roof = _portrait_of(arrays, f"roof|{name}", None) if f"roof|{name}|pixels" in arrays else None
        look = Aspect(component, item, "back" if side == "back" else "front")
        portraits[look] = _portrait_of(arrays, f"face|{name}", roof)
    wide, high = map(float, arrays["size"])
    return Album(arrays["board"], (wide, high), Landmarks(arrays["points"], arrays["about"]), portraits)


def _portrait_of(arrays: dict[str, Picture], name: str, roof: Portrait | None) -> Portrait:
    pixels, (wide, high, height) = arrays[f"{name}|pixels"], map(float, arrays[f"{name}|size"])
    return Portrait(pixels[:, :, :3], pixels[:, :, 3], (wide, high), height, roof)

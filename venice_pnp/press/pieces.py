"""What is to be printed: every copy of every item, with its faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from venice_pnp.draw.scene import Group, Path, Scene, moved, polyline, rect, times, turned
from venice_pnp.draw.studio import Studio
from venice_pnp.kit import Fault, FaultyData
from venice_pnp.kit.faults import Place
from venice_pnp.kit.models import Component, Shape

CODE = "code/"  # a front drawn by the game's own code
DrawBoard = Callable[[Studio, Shape], Scene]


class Piece(Struct, frozen=True):
    """One copy of one item. Faces are named by keys into `Faces`."""

    component: str
    item: str
    copy: int
    front: str
    back: str | None
    size: tuple[float, float]
    form: str
    file: str
    stock: str
    edges: tuple[str, str]  # colours at the cut, front and back


class Parts(Struct, frozen=True):
    """All pieces of a kit in one language and edition, and their drawn faces."""

    pieces: list[Piece]
    faces: dict[str, Scene]


def draw_parts(studio: Studio, boards: dict[str, DrawBoard], only: frozenset[str] | None = None) -> Parts:
    """Draws every face once; raises FaultyData with the faults of all faces."""
    pieces: list[Piece] = []
    faces: dict[str, Scene] = {}
    faults: list[Fault] = []
    for name, component in studio.kit.components.items():
        if only is not None and name not in only:
            continue
        try:
            pieces += _pieces(studio, boards, name, component, faces)
        except FaultyData as error:
            faults += error.faults
    if faults:
        raise FaultyData(faults)
    return Parts(pieces, faces)


def _pieces(
    studio: Studio, boards: dict[str, DrawBoard], name: str, component: Component, faces: dict[str, Scene]
) -> Iterable[Piece]:
    shape = studio.kit.shared.shapes[component.shape]
    made: list[Piece] = []
    faults: list[Fault] = []
    for item, row, copies in studio.kit.items(component):
        label = f"{name}/{item}" if item else name
        try:
            front = _face(studio, boards, name, component.front, shape, row, label, "front", faces)
            back = component.back and _face(studio, boards, name, component.back, shape, row, label, "back", faces)
        except FaultyData as error:
            faults += error.faults
            continue
        scene = faces[front]
        edges = (scene.edge, faces[back].edge if back else "")
        for copy in range(1, copies + 1):
            size = (scene.width, scene.height)
            made.append(
                Piece(name, item or name, copy, front, back, size, shape.form, component.file, component.stock, edges)
            )
    if faults:
        raise FaultyData(faults)
    return made


def _face(
    studio: Studio,
    boards: dict[str, DrawBoard],
    name: str,
    template: str,
    shape: Shape,
    row: Any,
    label: str,
    side: str,
    faces: dict[str, Scene],
) -> str:
    """The key of a drawn face. Faces that look the same are drawn once and share their key."""
    at = studio.kit.places.get(f"components.{name}.{side}", Place(studio.kit.folder))
    if template.startswith(CODE):
        scene = _by_code(studio, boards, template.removeprefix(CODE), shape, at)
    else:
        scene = studio.face(template, shape, row, label, at)
        if shape.form == "standee":
            scene = unfolded(scene, shape)
    for key, known in faces.items():
        if key.startswith(f"{template} ") and known == scene:
            return key
    key = f"{template} {label}"
    faces[key] = scene
    return key


def _by_code(studio: Studio, boards: dict[str, DrawBoard], name: str, shape: Shape, at: Place) -> Scene:
    if name not in boards:
        raise FaultyData([Fault(at, f"the game's code draws no '{name}'")])
    return boards[name](studio, shape)


def unfolded(face: Scene, shape: Shape) -> Scene:
    """A standee as it is cut: two faces head to head round the fold, a flap to stand on at either end."""
    w, h = shape.size
    base = shape.base
    high = 2 * (h + base)
    fold = "#22313F"
    folds = [base, base + h, base + 2 * h]
    lines = tuple(Path(polyline([(0, y), (w, y)]), stroke=fold, width=0.2, dash=(1.2, 1.0)) for y in folds)
    flaps = (Path(rect(-2, -2, w + 4, base + 2), face.edge), Path(rect(-2, base + 2 * h, w + 4, base + 2), face.edge))
    upright = Group(face.items, moved(0, base + h), clip=rect(-2, 0, w + 4, h))
    turned_face = Group(face.items, times(moved(0, base), turned(180, w / 2, h / 2)), clip=rect(-2, 0, w + 4, h))
    return Scene(w, high, (turned_face, upright, *flaps, *lines), rect(0, 0, w, high), face.bleed, face.edge)

"""What is to be printed: every copy of every item, with its faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct, structs

from venice_pnp.draw.scene import Group, Matrix, Path, Scene, moved, polyline, rect, times, turned
from venice_pnp.draw.studio import UNDRAWABLE, Studio
from venice_pnp.kit import Fault, FaultyData
from venice_pnp.kit.faults import Place
from venice_pnp.kit.models import Component, Item, Shape

CODE = "code/"  # a front drawn by the game's own code
FOLD = "#22313F"
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
    alternative: bool = False  # another form of a piece that is printed elsewhere
    bleeds: bool = True  # whether its colour runs over the cut
    extra: bool = False  # our own addition, which the rules do not count
    straight: tuple[bool, bool] = (True, True)  # left and right side, top and low side: cut along the edge of its box


class Parts(Struct, frozen=True):
    """All pieces of a kit in one language and edition, and their drawn faces."""

    pieces: list[Piece]
    faces: dict[str, Scene]
    said: str = ""  # language and edition, which tell faces of the same name apart

    def drawn(self, face: str) -> Group:
        """A face as a group that is drawn once, however often a picture shows it."""
        return Group(self.faces[face].items, key=f"face {self.said} {face}")


def draw_parts(studio: Studio, boards: dict[str, DrawBoard], only: frozenset[str] | None = None) -> Parts:
    """Draws every face once; raises FaultyData with the faults of all faces."""
    drawer = _Drawer(studio, boards)
    pieces: list[Piece] = []
    for name, component in studio.kit.components.items():
        if only is None or name in only:
            pieces += drawer.pieces(name, component)
            if component.alternative:
                other = component.alternative
                pieces += drawer.pieces(name, structs.replace(component, **structs.asdict(other), back=None), True)
    if drawer.faults:
        raise FaultyData(drawer.faults)
    return Parts(pieces, drawer.faces, f"{studio.lang} {studio.inks.edition}")


class _Drawer:
    """Draws the faces of one kit and remembers them."""

    def __init__(self, studio: Studio, boards: dict[str, DrawBoard]) -> None:
        self.studio, self.boards = studio, boards
        self.faces: dict[str, Scene] = {}
        self.faults: list[Fault] = []

    def pieces(self, name: str, component: Component, alternative: bool = False) -> Iterable[Piece]:
        shape = self.studio.kit.shared.shapes[component.shape]
        for item in self.studio.kit.items(component):
            try:
                front = self._face(name, component.front, shape, item, "front", component.top)
                back = self._face(name, component.back, _mirrored(shape), item, "back") if component.back else None
            except FaultyData as error:
                self.faults += error.faults
                continue
            scene = self.faces[front]
            edges = (scene.edge, self.faces[back].edge if back else "")
            plain = (self.studio.inks.area("paper"), self.studio.inks.area("white"))
            for copy in range(1, item.copies + 1):
                yield Piece(
                    component=name,
                    item=item.name or name,
                    copy=copy,
                    front=front,
                    back=back,
                    size=(scene.width, scene.height),
                    form=shape.form,
                    file=component.file,
                    stock=component.stock,
                    edges=edges,
                    alternative=alternative,
                    extra=component.extra,
                    bleeds=shape.top > 0 or any(edge not in plain for edge in edges if edge),
                    straight=_straight(shape),
                )

    def _face(self, name: str, template: str, shape: Shape, item: Item, side: str, top: str | None = None) -> str:
        """The key of a drawn face. Faces that look the same are drawn once and share their key."""
        places = self.studio.kit.places
        at = places.get(f"components.{name}.{side}", Place(self.studio.kit.folder))
        label = f"{name}/{item.name}" if item.name else name
        if template.startswith(CODE):
            scene = self._by_code(template.removeprefix(CODE), shape, at)
        else:
            scene = self.studio.face(template, shape, item.row, label, at, places.get(item.path))
            if shape.form == "standee":
                strip = Shape(form="board", size=(shape.size[0], shape.top)) if shape.top else None
                roof = self.studio.face(top, strip, item.row, label, at) if top and strip else None
                scene = unfolded(scene, shape, roof)
        for key, known in self.faces.items():
            if key.startswith(f"{template} ") and known == scene:
                return key
        key = f"{template} {label}"
        self.faces[key] = scene
        return key

    def _by_code(self, name: str, shape: Shape, at: Place) -> Scene:
        if name not in self.boards:
            raise FaultyData([Fault(at, f"the game's code draws no '{name}'")])
        try:
            return self.boards[name](self.studio, shape)
        except UNDRAWABLE as error:
            raise FaultyData([Fault(at, f"{name} ({self.studio.lang}): {error}")]) from None
        except KeyError as error:
            raise FaultyData([Fault(at, f"{name} ({self.studio.lang}): there is no {error} in the data")]) from None


def _mirrored(shape: Shape) -> Shape:
    """The shape as it is seen from behind."""
    w = shape.size[0]
    return structs.replace(shape, corners=[(w - x, y) for x, y in reversed(shape.corners)])


def _straight(shape: Shape) -> tuple[bool, bool]:
    """Whether a piece has sides along the left and right, and along the top and low edge of its box."""
    if shape.form == "round":
        return False, False
    if shape.form != "polygon":
        return True, True
    sides = list(zip(shape.corners, [*shape.corners[1:], shape.corners[0]], strict=True))
    return any(a[0] == b[0] == 0 for a, b in sides), any(a[1] == b[1] == 0 for a, b in sides)


def unfolded(face: Scene, shape: Shape, roof: Scene | None = None) -> Scene:
    """A standee as it is cut: two faces head to head round the fold (or round its top), and a flap at either end."""
    w, h = shape.size
    base, top = shape.base, shape.top
    high = 2 * (h + base) + top
    front = base + h + top
    folds = [base, base + h, front, front + h] if top else [base, base + h, base + 2 * h]
    if shape.ridge:
        folds.append(base + h + top / 2)
    lines = [Path(polyline([(0, y), (w, y)]), stroke=FOLD, width=0.2, dash=(1.2, 1.0)) for y in folds]
    flaps = [Path(rect(-2, y, w + 4, base + 2), face.edge) for y in (-2, front + h)]
    other: Matrix = (1, 0, 0, -1, 0, base + h) if shape.mirror else times(moved(0, base), turned(180, w / 2, h / 2))
    items: list[Group | Path] = [
        Group(face.items, other, clip=rect(-2, 0, w + 4, h)),
        Group(face.items, moved(0, front), clip=rect(-2, 0, w + 4, h)),
    ]
    if roof:
        items.append(Group(roof.items, moved(0, base + h), clip=rect(-2, 0, w + 4, top)))
    return Scene(w, high, (*items, *flaps, *lines), rect(0, 0, w, high), face.bleed, face.edge)

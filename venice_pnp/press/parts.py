"""What is to be printed: every copy of every item, with its faces."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from msgspec import Struct, msgpack, structs

from venice_pnp.draw.clearance import too_near
from venice_pnp.draw.pdf import kept_name
from venice_pnp.draw.scene import FACE, Form, Group, Matrix, Outline, Path, Scene, moved, polyline, rect, times, turned
from venice_pnp.draw.studio import UNDRAWABLE, DrawBoard, Studio
from venice_pnp.kit import Fault, FaultyData, Kit
from venice_pnp.kit.faults import Place
from venice_pnp.kit.models import Component, Item, Mount, Shape
from venice_pnp.kit.mounting import mount_of
from venice_pnp.kit.supplies import Print
from venice_pnp.kit.watched import Watched, hashed

DIGITS = 16  # of the hash of a face
CODE = "code/"  # a front drawn by the game's own code
FOLD, BETWEEN_DASHES = "#22313F", "#FFFFFF"
MORE_ROOM = "shorten the text, or give its box or the frame more room in the template"


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
    mount: Mount = "one-side"
    straight: tuple[bool, bool] = (True, True)  # left and right side, top and low side: cut along the edge of its box


def with_square_counters(kit: Kit) -> Kit:
    """The kit whose round counters are squares of the same size, which share their straight cuts."""
    shapes = {n: structs.replace(s, form="square") if s.form == "round" else s for n, s in kit.shared.shapes.items()}
    printed = Print(kit.components, structs.replace(kit.shared, shapes=shapes))
    return structs.replace(kit, look_up_print=lambda: printed)


class Parts(Struct, frozen=True):
    """All pieces of a kit in one language and edition, and their drawn faces."""

    pieces: list[Piece]
    faces: dict[str, Scene]
    looks: dict[str, str] = {}  # a hash of each face

    def drawn(self, face: str) -> Group:
        """A face as a group that is drawn once, however often a picture shows it."""
        scene = self.faces[face]
        b, w, h = scene.bleed, scene.width, scene.height
        return Group(scene.items, clip=rect(-b, -b, w + 2 * b, h + 2 * b), key=f"{FACE}{face}")


class Hung(Struct, frozen=True):
    """A face of an earlier build: what it was drawn from, and all that a sheet must know of it to show it again."""

    given: str  # a hash of its template, shape and row
    read: dict[str, str]  # what else it was drawn from: places in the data with their hashes
    key: str  # its name; several faces that look the same share one
    look: str
    width: float
    height: float
    outline: Outline
    bleed: float
    edge: str

    def scene(self) -> Scene:
        form = Form(kept_name(self.key))
        return Scene(self.width, self.height, (form,), self.outline, self.bleed, self.edge)


class Gallery(Struct, frozen=True):
    """The faces of an earlier build, and those of this one, by template, item and side."""

    before: dict[str, Hung] = {}
    now: dict[str, Hung] = {}


def draw_parts(
    studio: Studio,
    boards: Mapping[str, DrawBoard],
    only: frozenset[str] | None = None,
    gallery: Gallery | None = None,
    items: frozenset[tuple[str, str]] | None = None,
) -> Parts:
    """Draws every face once, and none that hangs in the gallery unchanged; raises FaultyData with the faults of all
    faces. `only`: of these components; `items`: of these items of them."""
    drawer = _Drawer(studio, boards, gallery, items)
    pieces: list[Piece] = []
    for name, component in studio.kit.components.items():
        if only is None or name in only:
            pieces += drawer.pieces(name, component)
            if component.alternative:
                other = structs.asdict(component.alternative)
                pieces += drawer.pieces(name, structs.replace(component, **other, back=None, mount=None), True)
    if drawer.faults:
        raise FaultyData(drawer.faults)
    return Parts(pieces, drawer.faces, drawer.looks)


def face_hash(scene: Scene) -> str:
    return hashlib.sha256(msgpack.encode(scene)).hexdigest()[:DIGITS]


class _Drawer:
    """Draws the faces of one kit and remembers them."""

    def __init__(
        self,
        studio: Studio,
        boards: Mapping[str, DrawBoard],
        gallery: Gallery | None,
        items: frozenset[tuple[str, str]] | None,
    ) -> None:
        self.studio, self.boards, self.gallery, self.items = studio, boards, gallery, items
        self.faces: dict[str, Scene] = {}
        self.looks: dict[str, str] = {}
        self._alike: dict[tuple[str, str], str] = {}  # faces by template and look
        self.faults: list[Fault] = []

    def pieces(self, name: str, component: Component, alternative: bool = False) -> Iterable[Piece]:
        shape = self.studio.kit.shared.shapes[component.shape]
        mount = mount_of(component, self.studio.kit.shared.stocks)
        for item in self.studio.kit.items(component):
            if not item.copies or (self.items is not None and (name, item.name or name) not in self.items):
                continue
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
                    mount=mount,
                    straight=_straight(shape),
                )

    def _face(self, name: str, template: str, shape: Shape, item: Item, side: str, top: str | None = None) -> str:
        """The key of a drawn face. Faces that look the same are drawn once and share their key."""
        label = f"{name}/{item.name}" if item.name else name
        key = f"{template} {label}"
        kit, gallery = self.studio.kit, self.gallery
        if gallery is None or not isinstance(kit, Watched):
            scene = self._drawn(name, template, shape, item, side, top)
            return self._shared(template, key, scene, face_hash(scene))
        asked, given = f"{key} {side}", hashed((shape, item.row, top))
        before = gallery.before.get(asked)
        same = before and before.given == given and kit.unchanged(before.read)
        if before and same and (before.key == key or (template, before.look) in self._alike):
            gallery.now[asked] = before
            return self._shared(template, key, before.scene(), before.look)
        kit.read.clear()
        scene = self._drawn(name, template, shape, item, side, top)
        look = face_hash(scene)
        shared = self._shared(template, key, scene, look)
        about = (scene.width, scene.height, scene.outline, scene.bleed, scene.edge)
        gallery.now[asked] = Hung(given, kit.notes(), shared, look, *about)
        return shared

    def _shared(self, template: str, key: str, scene: Scene, look: str) -> str:
        """The key of a face that looks the same, or its own."""
        known = self._alike.setdefault((template, look), key)
        if known == key:
            self.faces[key], self.looks[key] = scene, look
        return known

    def _drawn(self, name: str, template: str, shape: Shape, item: Item, side: str, top: str | None) -> Scene:
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
        near = dict.fromkeys(map(str, too_near(scene, self.studio.fonts, shape.form == "board")))
        if near:
            told = places.get(item.path, at)
            raise FaultyData([Fault(told, f"{label} ({self.studio.lang}): {one}; {MORE_ROOM}") for one in near])
        return scene

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


def to_fold(line: Outline, dash: tuple[float, float]) -> list[Path]:
    """A dashed line that shows on any ground: dark, and light beside it and between its dashes."""
    return [Path(line, stroke=BETWEEN_DASHES, width=0.45), Path(line, stroke=FOLD, width=0.2, dash=dash)]


def fold_heights(shape: Shape) -> list[float]:
    """Where a standee is folded, in mm from the top of its cut form."""
    h, base, top = shape.size[1], shape.base, shape.top
    front = base + h + top
    ridge = [base + h + top / 2] if shape.ridge else []
    return [base, base + h, front, front + h, *ridge] if top else [base, base + h, base + 2 * h, *ridge]


def unfolded(face: Scene, shape: Shape, roof: Scene | None = None) -> Scene:
    """A standee as it is cut: two faces head to head round the fold (or round its top), and a flap at either end."""
    w, h = shape.size
    base, top = shape.base, shape.top
    high = 2 * (h + base) + top
    front = base + h + top
    lines = [line for y in fold_heights(shape) for line in to_fold(polyline([(0, y), (w, y)]), (1.2, 1.0))]
    flaps = [Path(rect(-2, y, w + 4, base + 2), face.edge) for y in (-2, front + h)]
    other: Matrix = (1, 0, 0, -1, 0, base + h) if shape.mirror else times(moved(0, base), turned(180, w / 2, h / 2))
    items: list[Group | Path] = [
        Group(face.items, other, clip=rect(-2, 0, w + 4, h)),
        Group(face.items, moved(0, front), clip=rect(-2, 0, w + 4, h)),
    ]
    if roof:
        items.append(Group(roof.items, moved(0, base + h), clip=rect(-2, 0, w + 4, top)))
    edge = roof.edge if roof else face.edge  # flaps are alike: it is the sides that tell neighbours apart
    return Scene(w, high, (*items, *flaps, *lines), rect(0, 0, w, high), face.bleed, edge)

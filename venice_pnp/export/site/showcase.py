"""The pictures of one kit for the site: each is drawn once, by the press, and found again while it looks the same."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, msgpack

from venice_pnp.draw.scene import (
    IDENTITY,
    Box,
    Group,
    Item,
    Matrix,
    Once,
    Outline,
    Scene,
    Text,
    bounds,
    carried,
    moved,
    rect,
    times,
    transform,
)
from venice_pnp.draw.scene import Path as Drawn
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.svg import to_svg
from venice_pnp.export.site.markup import attributes
from venice_pnp.press.preview import page_png

if TYPE_CHECKING:
    from PIL import Image

PICTURES = "pictures"
MOST_SAID = 160  # letters of what stands on a face
HASH = 10
ITEMS = 32768  # of boards and faces that many pictures show: measured, and looked at, once
LARGE = 120.0  # mm: a face that is shown across the page
SMALL = 16  # dots an inch of a board in a list
DOTS = 4  # of a page, a millimetre
QUALITY = 86  # of a photo


class Exhibit(Struct, frozen=True):
    """A picture of the site: its file from the site's own folder on, its size in mm, and what it shows, in words."""

    file: str
    width: float
    height: float
    alt: str


class Showcase:
    """Writes the pictures of one game in one language below the folder of the site."""

    def __init__(self, out: Path, studio: Studio, fresh: bool) -> None:
        self.out, self.studio, self._fresh = out, studio, fresh
        self.files: set[str] = set()  # all that were asked for

    def show(self, name: str, scene: Scene, alt: str) -> Exhibit:
        """A drawing within its outline. The name of its file tells its look: the same in two languages is one file."""
        file = f"{PICTURES}/{self.studio.kit.name}/{slug(name)}-{_look(scene)}.svg"
        if file not in self.files and (self._fresh or not (self.out / file).is_file()):
            put(self.out / file, to_svg(framed(scene), self.studio.fonts).encode())
        self.files.add(file)
        return Exhibit(file, *bounds(scene.outline)[2:], alt)

    def small(self, name: str, scene: Scene, alt: str) -> Exhibit:
        """A face for a list: of a board, which is a large drawing, a picture of points."""
        if scene.width <= LARGE:
            return self.show(name, scene, alt)

        def taken() -> Image.Image:
            from PIL import Image  # only for pictures of points

            return Image.open(io.BytesIO(page_png(framed(scene), self.studio.fonts, SMALL)))

        return self.photo(f"small-{name}", _look(scene), taken, alt)

    def photo(self, name: str, shown: object, taken: Callable[[], Image.Image], alt: str) -> Exhibit:
        """A picture of points; it is taken again only if what it shows has changed."""
        from PIL import Image  # only for pictures of points

        look = hashlib.sha256(msgpack.encode(shown)).hexdigest()[:HASH]
        file = f"{PICTURES}/{self.studio.kit.name}/{slug(name)}-{look}.jpg"
        if self._fresh or not (self.out / file).is_file():
            packed = io.BytesIO()
            taken().convert("RGB").save(packed, "JPEG", quality=QUALITY, optimize=True)
            put(self.out / file, packed.getvalue())
        self.files.add(file)
        with Image.open(self.out / file) as picture:
            wide, high = picture.size
        return Exhibit(file, wide / DOTS, high / DOTS, alt)

    def symbol(self, name: str, up: str) -> str:
        """A symbol in a line of text; the words beside it say what it is."""
        box = (0.0, 0.0, 10.0, 10.0)
        drawn = self.studio.symbols.drawn(name, box, self.studio.inks, self.studio.inks.mark("ink"))
        shown = self.show(f"symbol-{name}", Scene(10.0, 10.0, (drawn,), rect(*box), 0.0), "")
        return f'<img class="symbol" src="{up}{shown.file}" alt="" width="20" height="20">'


def _look(scene: Scene) -> str:
    """Tells scenes apart that look otherwise. It is made up of those of their items: most pictures share a board."""
    about = (scene.width, scene.height, scene.outline, scene.bleed, scene.edge)
    return hashlib.sha256(b"".join([msgpack.encode(about), *map(_one_look, scene.items)])).hexdigest()[:HASH]


def _looked_at(item: Item) -> bytes:
    if isinstance(item, Group):
        whole = [msgpack.encode((item.matrix, item.clip, item.key)), *map(_one_look, item.items)]
        return hashlib.sha256(b"".join(whole)).digest()
    return hashlib.sha256(msgpack.encode((type(item).__name__, item))).digest()


_one_look: Once[Item, bytes] = Once(_looked_at, ITEMS)


def image(shown: Exhibit, up: str, lazy: bool = True, zoom: bool = True) -> str:
    """A picture that leads to itself alone, as large as one likes."""
    size = attributes(width=f"{shown.width * DOTS:.0f}", height=f"{shown.height * DOTS:.0f}")
    img = f'<img src="{up}{shown.file}" alt="{escape(shown.alt)}"{size}{" loading=lazy" if lazy else ""}>'
    return f'<a class="zoom" href="{up}{shown.file}">{img}</a>' if zoom else img


def framed(scene: Scene) -> Scene:
    """A scene as large as its outline, with nothing that lies beyond it."""
    box = bounds(scene.outline)
    x, y, w, h = box
    items = tuple(_near(scene.items, box, IDENTITY))
    return Scene(w, h, (Group(items, moved(-x, -y)),), transform(scene.outline, moved(-x, -y)), 0.0, scene.edge)


def _near(items: Sequence[Item], box: Box, at: Matrix) -> Iterator[Item]:
    """What may be seen within a box and within clips: a part of a board without the rest of it."""
    for item in items:
        if isinstance(item, Drawn) and (not item.d or _apart(carried(_bounds(item.d), at), box, item.width)):
            continue
        if isinstance(item, Text) and _apart(carried(_line(item), at), box, 0.0):
            continue
        if isinstance(item, Group):
            inner = times(at, item.matrix)
            shown = _common(box, carried(bounds(item.clip), inner)) if item.clip else box
            if min(shown[2:]) < 0:
                continue
            if inside := tuple(_near(item.items, shown, inner)):
                same = len(inside) == len(item.items) and all(a is b for a, b in zip(inside, item.items, strict=True))
                yield item if same else Group(inside, item.matrix, item.clip)
            continue
        yield item


_bounds = Once(bounds, ITEMS)


def _common(one: Box, other: Box) -> Box:
    """What two boxes share; less than nothing where they lie apart."""
    (x, y, w, h), (ox, oy, ow, oh) = one, other
    left, top = max(x, ox), max(y, oy)
    return left, top, min(x + w, ox + ow) - left, min(y + h, oy + oh) - top


def _line(text: Text) -> Box:
    return text.x, text.y - text.size, text.width + text.size, 2 * text.size


def _apart(one: Box, other: Box, more: float) -> bool:
    (x, y, w, h), (ox, oy, ow, oh) = one, other
    return x - more > ox + ow or x + w + more < ox or y - more > oy + oh or y + h + more < oy


def written_on(items: Sequence[Item]) -> str:
    """What one reads on a drawing, cut where it gets long."""
    said = " ".join(dict.fromkeys(_texts(items)))
    return said if len(said) <= MOST_SAID else f"{said[:MOST_SAID].rpartition(' ')[0]} …"


def _texts(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Text):
            yield item.text.strip()
        elif isinstance(item, Group):
            yield from _texts(item.items)


def boxed(items: Sequence[Item], box: Box) -> Scene:
    """Items within a box as a scene."""
    x, y, w, h = box
    outline: Outline = rect(0, 0, w, h)
    return Scene(w, h, (Group(tuple(items), moved(-x, -y)),), outline, 0.0)


def slug(name: str) -> str:
    """A name for a file or a place on a page."""
    kept = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(part for part in kept.split("-") if part)


def put(path: Path, content: bytes) -> None:
    """The whole file, if it is not there already."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)

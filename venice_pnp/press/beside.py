"""Two editions of a game side by side: a page with the faces that differ, old and new."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape

from venice_pnp.draw.fonts import Fonts
from venice_pnp.draw.scene import Scene
from venice_pnp.kit import Kit
from venice_pnp.kit.compare import changes
from venice_pnp.press.changes import item_name, looks
from venice_pnp.press.parts import Parts
from venice_pnp.press.preview import contact_sheet

WIDE = 420  # pixels of a picture
STYLE = """
body { font: 16px/1.45 Spectral, Georgia, serif; color: #22313F; background: #F6EFE0; margin: 2rem auto }
body { max-width: 60rem }
h1, h2 { color: #1D4E54; font-weight: 500; letter-spacing: .04em }
table { border-collapse: collapse; width: 100% } td, th { vertical-align: top; padding: .6rem; text-align: left }
tr { border-top: 1px solid #B8892B } th { color: #A5402D } img { max-width: 26rem; height: auto }
"""
Pair = tuple[Kit, Kit, Parts, Parts]


def comparison_page(pairs: Iterable[Pair], fonts: Fonts) -> str:
    body = "".join("".join(_game(*pair, fonts)) for pair in pairs)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>What differs</title><style>{STYLE}</style>'
        f"<h1>What differs</h1>{body}</html>\n"
    )


def _game(old: Kit, new: Kit, before: Parts, after: Parts, fonts: Fonts) -> Iterator[str]:
    yield f"<h2>{escape(new.game.title.in_language('en'))}: {old.kit_id} → {new.kit_id}</h2><ul>"
    for change in changes(old, new):
        yield f"<li>{escape(change.said())}</li>"
    yield "</ul><table><tr><th>part</th><th>old</th><th>new</th></tr>"
    one, other = looks(before), looks(after)
    for name in dict.fromkeys([*one, *other]):
        if one.get(name) != other.get(name):
            counts = f"{one[name].copies if name in one else 0} → {other[name].copies if name in other else 0} copies"
            pictures = "".join(f"<td>{_picture(parts, name, fonts)}</td>" for parts in (before, after))
            yield f"<tr><td><b>{escape(name)}</b><br>{counts}</td>{pictures}</tr>"
    yield "</table>"


def _picture(parts: Parts, name: str, fonts: Fonts) -> str:
    piece = next((p for p in parts.pieces if item_name(p) == name and not p.alternative), None)
    if piece is None:
        return "–"
    scenes: dict[str, Scene] = {key: parts.faces[key] for key in (piece.front, piece.back) if key}
    wide = max(scene.width for scene in scenes.values())
    png = contact_sheet(Parts([], scenes), fonts, max(20, min(110, round(WIDE / wide * 25.4))))
    return f'<img alt="{escape(name)}" src="data:image/png;base64,{b64encode(png).decode()}">'

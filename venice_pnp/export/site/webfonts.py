"""The house's typefaces for browsers: the letters that our languages use, and no more."""

from __future__ import annotations

import io
from pathlib import Path

from venice_pnp.draw.fonts import Font, Fonts
from venice_pnp.export.site.showcase import put
from venice_pnp.export.site.site_data import SiteData

FOLDER = "style/fonts"
FEATURES = ["kern", "liga", "lnum", "tnum", "mark", "mkmk", "ccmp"]
DROPPED = ["meta", "DSIG"]  # what no browser reads


def write_fonts(out: Path, fonts: Fonts, data: SiteData, fresh: bool) -> tuple[str, list[str]]:
    """The faces as style, and the files that they are in; those that are there stay."""
    files = {name: f"{FOLDER}/{name}.woff" for name in data.fonts}
    for name, file in files.items():
        if fresh or not (out / file).is_file():
            put(out / file, _subset(fonts[name], data.letters))
    return "".join(_face(fonts[name], Path(file).name) for name, file in files.items()), list(files.values())


def _face(font: Font, file: str) -> str:
    face = font.face
    return (
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight}; '
        f"font-style: {'italic' if face.italic else 'normal'}; font-display: swap; "
        f'src: url("fonts/{file}") format("woff"); }}\n'
    )


def _subset(font: Font, letters: str) -> bytes:
    from fontTools import subset  # slow to load, and only for a new site
    from fontTools.ttLib import TTFont

    options = subset.Options(flavor="woff", layout_features=FEATURES, drop_tables=DROPPED)
    opened = TTFont(font.file, recalcTimestamp=False)
    chosen = subset.Subsetter(options)
    chosen.populate(unicodes=[code for part in letters.split(",") for code in _codes(part.strip())])
    chosen.subset(opened)
    opened.flavor = "woff"
    out = io.BytesIO()
    opened.save(out)
    return out.getvalue()


def _codes(part: str) -> range:
    """`U+2010-2026`."""
    first, _, last = part.removeprefix("U+").partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)

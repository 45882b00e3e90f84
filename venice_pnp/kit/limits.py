"""How much a kit may ask for: one table, so that everybody can see it. Whoever reads or draws refuses what goes beyond.

(How deep a file may nest and how many values it may hold stands in `reader.py`.)
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

FILE = 2_000_000  # bytes of a hand-written file
LETTERS = 20_000_000  # bytes of any other file that is taken in, such as a typeface
PHOTO = 40_000_000  # bytes of a photo of a table …
PHOTO_PIXELS = 120_000_000  # … and its pixels
FAULTS = 500  # that are told of one reading
TEXT = 4_000  # characters of a text on a face, with everything put in
PATH = 40_000  # characters of an outline
GROUPS = 60  # of a symbol, one within the other
MOTIFS = 400_000  # of a pattern on one face
NESTED = 2  # templates drawn within templates
DRAWN = 4_000  # templates drawn within one face
PARENTS = 20  # templates that a template inherits from, one from the other
FACES = 5_000  # of a component

Place = Annotated[float, Meta(ge=-3000, le=3000)]  # mm
Length = Annotated[float, Meta(ge=0, le=3000)]  # mm
Width = Annotated[float, Meta(ge=0, le=100)]  # of a line, mm
Scale = Annotated[float, Meta(ge=0.05, le=50)]
Leading = Annotated[float, Meta(ge=0.5, le=5)]
Spacing = Annotated[float, Meta(ge=-0.5, le=5)]
Columns = Annotated[int, Meta(ge=1, le=200)]


class TooMuch(Exception):
    """More than the table allows: what, and how much is allowed."""

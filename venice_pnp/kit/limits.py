"""How much anybody may send or ask for: one table, so that everybody can see it. Whoever reads, draws or answers
refuses what goes beyond."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

# --- files
FILE = 2_000_000  # bytes of a hand-written file
RECORD = 1_000_000  # bytes of a record or a snapshot
SYMBOL = 400_000  # bytes of a symbol
LETTERS = 20_000_000  # bytes of any other file that is taken in, such as a typeface
FILE_NAME = 200  # characters; no file system has longer ones
DEPTH = 60  # values within values; libyaml's composer recurses, and would crash far beyond
VALUES = 100_000  # of a file, each alias counted as what it repeats
DIGITS = 300  # of a number
PHOTO = 40_000_000  # bytes of a photo of a table …
PHOTO_PIXELS = 120_000_000  # … and its pixels
FAULTS = 500  # that are told of one reading

# --- tables
STEPS = 20_000  # thousands of SQLite's own steps that opening a table may take

# --- what a kit asks for
TEXT = 4_000  # characters of a text on a face, with everything put in
PATH = 40_000  # characters of an outline
GROUPS = 60  # of a symbol, one within the other
FAR = 1e6  # from the origin of a symbol, in its own units
MOTIFS = 50_000  # of a pattern on one face
NESTED = 2  # templates drawn within templates
DRAWN = 4_000  # templates drawn within one face
PARENTS = 20  # templates that a template inherits from, one from the other
FACES = 5_000  # of a component
PIXELS = 60_000_000  # of a picture

# --- what is typed
NAME = 40  # characters of a player's name
MOVE = 2_000  # characters of a move in words
MAPPED_MOVE = 100_000  # characters of a move written as a mapping
LINE = 1_000  # characters of a line at the console

# --- requests of browsers
REQUEST = 4_096  # bytes of what is sent to us
REQUEST_LINE = 200  # characters of a typed line in it
REQUEST_ID = 64  # characters
BURST, PER_SECOND = 240.0, 60.0  # requests of one browser
OF_ADDRESS = 10  # times as many from one address: windows of one machine
BROWSERS = 500  # whose requests are counted
PHOTO_SENT = 16_000_000  # bytes of a photo that a phone sends …
PHOTO_EVERY = 4.0  # … and seconds between two of them
REASON = 200  # characters of why a table is corrected
STREAMS, STREAMS_OF_ADDRESS = 200, 60  # that are open at the same time: in all, and of one machine
CONNECTIONS, CONNECTIONS_OF_ADDRESS = 500, 200  # the same of connections
ACCEPTED = 50  # connections that are let in before any of them is looked at
ANSWERS = 500  # to moves, kept for a second tap

Place = Annotated[float, Meta(ge=-3000, le=3000)]  # mm
Length = Annotated[float, Meta(ge=0, le=3000)]  # mm
Width = Annotated[float, Meta(ge=0, le=100)]  # of a line, mm
Scale = Annotated[float, Meta(ge=0.05, le=50)]
Leading = Annotated[float, Meta(ge=0.5, le=5)]
Spacing = Annotated[float, Meta(ge=-0.5, le=5)]
Columns = Annotated[int, Meta(ge=1, le=200)]


class TooMuch(Exception):
    """More than the table allows: what, and how much is allowed."""

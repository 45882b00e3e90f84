"""Photos as files: whatever a phone writes, turned the way it was held, and no larger than is good for anybody."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageOps

from venice_pnp.kit.folders import small_file
from venice_pnp.kit.limits import PHOTO, PHOTO_PIXELS
from venice_pnp.look.album import Picture
from venice_pnp.speech.trouble import NotAMove

LONGEST = 4096  # px of the longer side: more tells no more, and takes longer
HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypheif", b"ftyphevc", b"ftypmsf1")
DARK = 35  # of 255, on average
DIM = 12.0  # of 255: how far neighbouring pixels of a sharp photo are apart at edges


def opened(file: Path) -> Picture:
    """The pixels of a photo, RGB; raises NotAMove with what is wrong with it."""
    try:
        content = small_file(file, PHOTO)
    except OSError:
        key = "look.huge" if file.is_file() else "look.no-file"
        raise NotAMove(key, file=str(file), most=PHOTO // 1_000_000) from None
    return decoded(content, str(file))


def decoded(content: bytes, name: str) -> Picture:
    if content[4:12] in HEIC:
        raise NotAMove("look.heic", file=name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # it begins below our own limit
            with Image.open(io.BytesIO(content)) as picture:
                if picture.width * picture.height > PHOTO_PIXELS:
                    raise NotAMove("look.pixels", file=name, most=PHOTO_PIXELS // 1_000_000)
                picture.draft("RGB", (LONGEST, LONGEST))
                upright = ImageOps.exif_transpose(picture).convert("RGB")
    except Image.DecompressionBombError:
        raise NotAMove("look.pixels", file=name, most=PHOTO_PIXELS // 1_000_000) from None
    except (OSError, ValueError, SyntaxError, EOFError, KeyError, IndexError, TypeError, ArithmeticError, MemoryError):
        raise NotAMove("look.broken", file=name) from None  # Pillow's readers fail in all these ways
    upright.thumbnail((LONGEST, LONGEST))
    return np.asarray(upright)


def what_is_wrong(photo: Picture) -> str:
    """Why no board may have been found: a message."""
    small = cv2.cvtColor(cv2.resize(photo, (640, 480), interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    if small.mean() < DARK:
        return "look.dark"
    edges = np.abs(cv2.Laplacian(small, cv2.CV_32F))
    return "look.blurred" if float(np.percentile(edges, 99)) < DIM else "look.no-board"

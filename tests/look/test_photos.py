"""Files that people or strangers hand over as photos."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.conftest import venice
from venice_pnp.kit import limits
from venice_pnp.look.photos import LONGEST, decoded, opened, what_is_wrong
from venice_pnp.speech.trouble import NotAMove


def photo(width: int = 60, height: int = 40, **saved: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(out, "JPEG", **saved)
    return out.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG that says it is huge."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(9999))) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "look.broken"),
        (b"not a photo at all", "look.broken"),
        (photo()[:200], "look.broken"),
        (photo(400, 400)[:-900], "look.broken"),
        (bomb(50_000, 50_000), "look.pixels"),
        (bomb(11_000, 11_000), "look.pixels"),
        (bomb(12_000, 9_000), "look.broken"),  # not too many: phones make as many
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(400), "look.heic"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "look.broken"),
    ],
)
def test_what_is_no_photo_is_told(content: bytes, key: str) -> None:
    with pytest.raises(NotAMove) as told:
        decoded(content, "table.jpg")
    assert told.value.key == key and "table.jpg" in str(told.value)


def test_a_photo_stands_as_it_was_taken() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the phone was held upright
    assert decoded(photo(60, 40, exif=exif), "x").shape == (60, 40, 3)


def test_a_large_photo_is_made_smaller() -> None:
    assert max(decoded(photo(5000, 800), "x").shape) == LONGEST


def test_missing_and_too_large_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotAMove) as told:
        opened(tmp_path / "none.jpg")
    assert told.value.key == "look.no-file"
    monkeypatch.setattr("venice_pnp.look.photos.PHOTO", 100)
    (tmp_path / "large.jpg").write_bytes(photo())
    with pytest.raises(NotAMove) as told:
        opened(tmp_path / "large.jpg")
    assert told.value.key == "look.huge" and limits.PHOTO > 10_000_000


def test_it_says_what_to_do_better() -> None:
    rng = np.random.default_rng(1)
    lively = rng.integers(0, 255, (480, 640, 3), np.uint8)
    assert what_is_wrong(np.full((480, 640, 3), 9, np.uint8)) == "look.dark"
    assert what_is_wrong(np.full((480, 640, 3), 120, np.uint8)) == "look.blurred"
    assert what_is_wrong(lively) == "look.no-board"


@pytest.mark.parametrize(
    ("failing", "told"),
    [
        ("ModuleNotFoundError('no cv2', name='cv2')", "venice-pnp[look]"),
        ("ImportError('libGL.so.1: cannot open shared object file')", "libGL.so.1"),
    ],
)
def test_without_opencv_it_says_what_is_missing(tmp_path: Path, failing: str, told: str) -> None:
    """Not installed; or installed, but a library that it needs is not there."""
    (tmp_path / "cv2.py").write_text(f"raise {failing}")
    ran = venice("referee", "look", "x.jpg", PYTHONPATH=f"{tmp_path}:{Path(__file__).parents[2]}")
    assert ran.code == 2 and told in ran.err and "Traceback" not in ran.said

"""Secret moves: encrypted in the file, committed to in the log, opened together.

The key lies in the user's data folder, outside the table's file. This protects against looking into
the file, against changing one's mind, and against a record edited later. It does not protect against
the owner of the laptop who edits the program.
"""

from __future__ import annotations

import binascii
import hashlib
import hmac
import json
import os
from typing import Any

from venice_pnp.speech.plain import canonical
from venice_pnp.speech.trouble import BrokenTable

DOMAIN = "venice-pnp seal 1"
KEY_BYTES = 32
BLOCK = 512  # boxes have the same length whatever is in them
POSITION = 16_384  # so has the box of a whole typed-in position
CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


def commitment(table: str, decision: int, seat: str, nonce: str, move: Any) -> str:
    """SHA-256 over domain, table, decision, seat, 16 random bytes and the canonical move."""
    return hashlib.sha256(canonical([DOMAIN, table, decision, seat, nonce, move]).encode()).hexdigest()


def new_nonce() -> str:
    return os.urandom(16).hex()


def words_of(digest: str, count: int = 2) -> str:
    """The first bits of a digest as words that can be said aloud: 12 bits a word."""
    bits = int(digest, 16) >> (4 * len(digest) - 12 * count)
    words = []
    for _ in range(count):
        bits, low = bits >> 12, bits & 0xFFF
        letters = (CONSONANTS[low & 15], VOWELS[low >> 4 & 3], CONSONANTS[low >> 6 & 15], VOWELS[low >> 10])
        words.append("".join(letters))
    return " ".join(reversed(words))


def lock(key: bytes, value: Any, block: int = BLOCK) -> str:
    """The value encrypted and authenticated (HMAC-SHA256 as a counter keystream, then a tag)."""
    text = canonical(value).encode()
    padded = text + b"\0" * (-len(text) % block)
    nonce = os.urandom(16)
    body = nonce + _stream(key, nonce, padded)
    return binascii.b2a_base64(body + _tag(key, body), newline=False).decode()


def unlock(key: bytes, box: str) -> Any:
    """What `lock` locked; raises BrokenTable if the key or the box is another one."""
    try:
        raw = binascii.a2b_base64(box, strict_mode=True)
        body, tag = raw[:-32], raw[-32:]
        if len(body) < 16 or not hmac.compare_digest(_tag(key, body), tag):
            raise ValueError
        return json.loads(_stream(key, body[:16], body[16:]).rstrip(b"\0"))
    except (ValueError, TypeError):
        raise BrokenTable("table.box") from None


def _stream(key: bytes, nonce: bytes, data: bytes) -> bytes:
    inner = hmac.digest(key, b"encrypt", "sha256")
    blocks = (hmac.digest(inner, nonce + n.to_bytes(8, "big"), "sha256") for n in range(-(-len(data) // 32)))
    mask = b"".join(blocks)[: len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(mask, "big")).to_bytes(len(data), "big")


def _tag(key: bytes, body: bytes) -> bytes:
    return hmac.digest(hmac.digest(key, b"authenticate", "sha256"), body, "sha256")


def digest_of(key: bytes, value: Any) -> str:
    """A keyed digest: shows whether two states are the same, and nothing of them without the key."""
    return hmac.digest(key, b"state\0" + canonical(value).encode(), "sha256").hex()[:16]


def pin_check(pin: str, salt: str, key: bytes | None) -> str:
    """A slow hash of a PIN; the table's key is in it, so that whoever has the file alone cannot try PINs out."""
    typed = pin.encode() if key is None else hmac.digest(hmac.digest(key, b"pin", "sha256"), pin.encode(), "sha256")
    return hashlib.scrypt(typed, salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()

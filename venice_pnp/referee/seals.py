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
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from venice_pnp.speech.plain import canonical
from venice_pnp.speech.trouble import BrokenTable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

DOMAIN = "venice-pnp seal 1"
KEY_BYTES = 32
NONCE_BYTES = 12  # of ChaCha20-Poly1305
SECOND = "2."  # how a box of today begins
ID_LENGTH = 16
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


def lock(key: bytes, value: Any, about: str, block: int = BLOCK) -> str:
    """The value encrypted and authenticated; `about` says where it belongs, and it opens nowhere else."""
    text = canonical(value).encode()
    nonce = os.urandom(NONCE_BYTES)
    body = _cipher(key).encrypt(nonce, text + b"\0" * (-len(text) % block), about.encode())
    return SECOND + binascii.b2a_base64(nonce + body, newline=False).decode()


def unlock(key: bytes, box: str, about: str) -> Any:
    """What `lock` locked; raises BrokenTable if the key, the box or its place is another one."""
    try:
        raw = binascii.a2b_base64(box.removeprefix(SECOND), strict_mode=True)
        padded = _opened(key, raw, about) if box.startswith(SECOND) else _opened_first(key, raw)
        return json.loads(padded.rstrip(b"\0"))
    except (ValueError, TypeError):
        raise BrokenTable("table.box") from None


def _cipher(key: bytes) -> ChaCha20Poly1305:
    return _made_by()(own_key(key, "box"))


def _made_by() -> type[ChaCha20Poly1305]:
    """The cipher alone, where the library has it so; loading all that stands round it takes three times as long
    (bench_tricks: "all ciphers loaded")."""
    try:
        from cryptography.hazmat.bindings._rust import openssl  # many tables have nothing sealed

        return openssl.aead.ChaCha20Poly1305
    except (ImportError, AttributeError):
        return _public_cipher()


def _public_cipher() -> type[ChaCha20Poly1305]:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # as above

    return ChaCha20Poly1305


def _opened(key: bytes, raw: bytes, about: str) -> bytes:
    from cryptography.exceptions import InvalidTag  # as above

    try:
        return _cipher(key).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], about.encode())
    except InvalidTag:
        raise ValueError("another key or box") from None


# --- boxes of earlier tables: HMAC-SHA256 as a counter keystream, then a tag ----------------------------------
def _opened_first(key: bytes, raw: bytes) -> bytes:
    body, tag = raw[:-32], raw[-32:]
    if len(body) < 16 or not hmac.compare_digest(_tag(key, body), tag):
        raise ValueError("another key or box")
    return _stream(key, body[:16], body[16:])


def _stream(key: bytes, nonce: bytes, data: bytes) -> bytes:
    inner = own_key(key, "encrypt")
    blocks = (hmac.digest(inner, nonce + n.to_bytes(8, "big"), "sha256") for n in range(-(-len(data) // 32)))
    mask = b"".join(blocks)[: len(data)]
    return (int.from_bytes(data, "big") ^ int.from_bytes(mask, "big")).to_bytes(len(data), "big")


def _tag(key: bytes, body: bytes) -> bytes:
    return hmac.digest(own_key(key, "authenticate"), body, "sha256")


# --- what the table's key says besides ------------------------------------------------------------------------
@lru_cache(16)  # one for every entry that is read
def own_key(key: bytes, purpose: str) -> bytes:
    """A key for one purpose, made from the table's."""
    return hmac.digest(key, purpose.encode(), "sha256")


def table_id(key: bytes) -> str:
    """A table is named after its key: whoever has both knows that they belong together."""
    return hashlib.sha256(b"venice-pnp table\0" + key).hexdigest()[:ID_LENGTH]


def entry_tag(key: bytes, digest: str) -> str:
    """Says that whoever wrote the entry with this hash had the table's key; a chain can be computed by anybody."""
    first, last = _halves(own_key(key, "entry"))
    inner, outer = first.copy(), last.copy()
    inner.update(digest.encode())
    outer.update(inner.digest())
    return outer.hexdigest()


@lru_cache(16)  # a table has hundreds of entries: `hmac.digest`, which begins anew each time, takes four times as long
def _halves(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """The two hashes of HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes in them and nothing else yet."""
    block = key.ljust(64, b"\0")
    return hashlib.sha256(bytes(byte ^ 0x36 for byte in block)), hashlib.sha256(bytes(byte ^ 0x5C for byte in block))


def digest_of(key: bytes, value: Any, salt: str | None = None) -> str:
    """A keyed digest of a state behind its salt: the same state looks different each time it is written."""
    salt = os.urandom(8).hex() if salt is None else salt
    return salt + hmac.digest(key, b"state\0" + salt.encode() + canonical(value).encode(), "sha256").hex()[:16]


def is_digest_of(key: bytes, value: Any, digest: str | None) -> bool:
    """Is this the digest of that state? (Those of earlier tables have no salt.)"""
    return digest is not None and hmac.compare_digest(digest_of(key, value, digest[:-16]), digest)

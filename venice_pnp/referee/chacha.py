"""Opens what ChaCha20-Poly1305 (RFC 8439) has locked.

Most commands open one small box, and the library that locks it takes longer to load than all the rest of them. Here
every block of the stream is a lane of one large number, so that all blocks are computed together.
"""

from __future__ import annotations

import hmac
import struct

LANE = 64  # bits: a word of 32, and room for what an addition or a turn carries out of it
BLOCK, TAG = 64, 16  # bytes
PRIME = (1 << 130) - 5
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def decrypted(key: bytes, nonce: bytes, locked: bytes, about: bytes) -> bytes | None:
    """What was locked; None if the key, the nonce, what it is about or a single bit is another one."""
    body, tag = locked[:-TAG], locked[-TAG:]
    stream = _stream(key, nonce, 1 + -(-len(body) // BLOCK))
    told = _padded(about) + _padded(body) + struct.pack("<QQ", len(about), len(body))
    if len(tag) < TAG or not hmac.compare_digest(_tag(stream[:32], told), tag):
        return None
    mask = stream[BLOCK : BLOCK + len(body)]
    return (int.from_bytes(body, "big") ^ int.from_bytes(mask, "big")).to_bytes(len(body), "big")


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 16)


def _tag(key: bytes, data: bytes) -> bytes:
    """Poly1305 of whole blocks of 16 bytes."""
    r, s = int.from_bytes(key[:16], "little") & CLAMP, int.from_bytes(key[16:], "little")
    total = 0
    for at in range(0, len(data), 16):
        total = (total + (1 << 128) + int.from_bytes(data[at : at + 16], "little")) * r % PRIME
    return ((total + s) % (1 << 128)).to_bytes(16, "little")


def _stream(key: bytes, nonce: bytes, blocks: int) -> bytes:
    """So many blocks of the key stream, from the first (number 0) on."""
    each = sum(1 << LANE * n for n in range(blocks))
    numbers = sum(n << LANE * n for n in range(blocks))
    words = struct.unpack("<16I", b"expand 32-byte k" + key + bytes(4) + nonce)
    first = [numbers if place == 12 else word * each for place, word in enumerate(words)]
    low = 0xFFFFFFFF * each
    now = list(first)
    for _ in range(10):
        for a, b, c, d in (*COLUMNS, *DIAGONALS):
            for one, more, moved, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                now[one] = now[one] + now[more] & low
                mixed = now[moved] ^ now[one]
                now[moved] = (mixed << turn | mixed >> 32 - turn) & low
    lanes = [(one + other & low).to_bytes(8 * blocks, "little") for one, other in zip(now, first, strict=True)]
    return b"".join(lane[8 * n : 8 * n + 4] for n in range(blocks) for lane in lanes)

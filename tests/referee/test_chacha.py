"""What opens boxes does what the standard says, and what the library does that locks them."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from venice_pnp.referee.chacha import decrypted

KEYS, NONCES = st.binary(min_size=32, max_size=32), st.binary(min_size=12, max_size=12)


def test_the_example_of_the_standard() -> None:
    """RFC 8439, 2.8.2."""
    key, nonce = bytes(range(0x80, 0xA0)), bytes.fromhex("070000004041424344454647")
    about = bytes.fromhex("50515253c0c1c2c3c4c5c6c7")
    locked = bytes.fromhex(
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
        "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
        "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
        "3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691"
    )
    said = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen "
    assert decrypted(key, nonce, locked, about) == said + b"would be it."


@given(key=KEYS, nonce=NONCES, text=st.binary(max_size=700), about=st.binary(max_size=40))
def test_what_the_library_locks_is_opened(key: bytes, nonce: bytes, text: bytes, about: bytes) -> None:
    assert decrypted(key, nonce, ChaCha20Poly1305(key).encrypt(nonce, text, about), about) == text


@given(key=KEYS, nonce=NONCES, text=st.binary(max_size=100), bit=st.integers(0), cut=st.integers(1, 200))
def test_nothing_else_is(key: bytes, nonce: bytes, text: bytes, bit: int, cut: int) -> None:
    locked = ChaCha20Poly1305(key).encrypt(nonce, text, b"here")
    flipped = bytearray(locked)
    flipped[bit // 8 % len(locked)] ^= 1 << bit % 8
    assert decrypted(key, nonce, bytes(flipped), b"here") is None
    assert decrypted(key, nonce, locked[:-cut], b"here") is None
    assert decrypted(key, nonce, locked, b"there") is None
    assert decrypted(bytes([key[0] ^ 1]) + key[1:], nonce, locked, b"here") is None

"""PINs of seats: a slow hash that needs much memory and the table's key, and waiting times after wrong ones."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from venice_pnp.referee import seals

ARGON = "argon2id"  # with the costs below; with others it will need another name
PASSES, MEMORY, LANES, LENGTH = 2, 64 * 1024, 1, 32  # what a try costs; memory in KiB
FREE = 5  # wrong tries without a wait
FIRST_WAIT, LONGEST_WAIT = 5, 900  # seconds; each further wrong try doubles it


def kept(pin: str, key: bytes) -> dict[str, Any]:
    """What an entry keeps of a PIN."""
    salt = seals.new_nonce()
    return {"salt": salt, "check": _argon(pin, salt, key), "keyed": True, "hash": ARGON}


def fits(pin: str, body: Mapping[str, Any], key: bytes | None) -> bool:
    """Is this the PIN of which an entry keeps that? Those of earlier days had scrypt, the first ones without a key."""
    if body.get("hash") == ARGON:
        made = _argon(pin, body["salt"], key) if key is not None else ""
    else:
        made = _scrypt(pin, body["salt"], key if body.get("keyed") else None)
    return hmac.compare_digest(made, body["check"])


def wait_after(wrong: int) -> int:
    """Seconds until the next try, after so many wrong ones in a row."""
    return 0 if wrong < FREE else min(FIRST_WAIT << min(wrong - FREE, 20), LONGEST_WAIT)


def _keyed(pin: str, key: bytes) -> bytes:
    """The table's key is in it, so that whoever has the file alone cannot try PINs out."""
    return hmac.digest(seals.own_key(key, "pin"), pin.encode(), "sha256")


def _argon(pin: str, salt: str, key: bytes) -> str:
    from argon2.low_level import Type, hash_secret_raw  # only where a PIN is asked for

    return hash_secret_raw(_keyed(pin, key), bytes.fromhex(salt), PASSES, MEMORY, LANES, LENGTH, Type.ID).hex()


def _scrypt(pin: str, salt: str, key: bytes | None) -> str:
    typed = pin.encode() if key is None else _keyed(pin, key)
    return hashlib.scrypt(typed, salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()

"""Runs first in the single file of `make dist`: under another Python or system than it was made for, it says so in a
sentence instead of failing somewhere inside. `site_packages` is where the file has unpacked itself."""

from __future__ import annotations

import sys
from pathlib import Path

try:
    import msgspec  # noqa: F401 - the first of those that are made for one Python and one system
except ImportError:
    unpacked = Path(globals().get("site_packages", "."))
    made = [file.name.split(".")[1] for file in unpacked.glob("msgspec/_core.*")]
    here = f"{sys.implementation.cache_tag} on {sys.platform}"
    sys.exit(
        f"This file was made for {', '.join(made) or 'another Python'}; here is {here}. "
        "Take the file for yours, or: pipx install venice-pnp"
    )

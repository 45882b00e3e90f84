"""Release notes: the part of CHANGELOG.md that is about one version, and where to get it.

python docs/notes.py                    # what is unreleased
python docs/notes.py 0.1.0 --base https://example.org/venice-pnp/blob/v0.1.0
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = "Unreleased"


def notes(changelog: str, version: str, base: str = "") -> str:
    """The section of a version without its head; links to our own files lead to `base`, or are words only."""
    sections = dict(re.findall(r"^## \[?([^\]\s]+)\]?[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL))
    if version not in sections:
        known = ", ".join(sections)
        raise SystemExit(f"CHANGELOG.md has no section '{version}'; it has: {known}")
    return _linked(sections[version].strip(), base.rstrip("/")) + "\n"


def _linked(text: str, base: str) -> str:
    own = r"\[([^\]]+)\]\((?!https?:)([^)]+)\)"
    return re.sub(own, rf"[\1]({base}/\2)" if base else r"\1", text)


def main() -> None:
    parser = argparse.ArgumentParser(description="Release notes from CHANGELOG.md.")
    parser.add_argument("version", nargs="?", default=UNRELEASED)
    parser.add_argument("--base", default="", help="the address that links to our own files begin with")
    asked = parser.parse_args()
    sys.stdout.write(notes((ROOT / "CHANGELOG.md").read_text("utf-8"), asked.version.removeprefix("v"), asked.base))


if __name__ == "__main__":
    main()

"""Before and after, side by side: every page of two builds that differs, old at the left and new at the right.

    venice-pnp build doge --out /tmp/old            # before the change
    venice-pnp build doge --out /tmp/new            # after it
    python docs/beside.py /tmp/old /tmp/new /tmp/beside --dpi 110

Pages are matched by file and number; a page that only one of them has stands beside an empty one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

GAP, GROUND = 12, "#8B8680"
WHOLE = ("kit.pdf", "booklet.pdf")  # what is in them is in the other files; only its order differs


def pages_of(file: Path, dpi: int) -> Iterator[Image.Image]:
    if file.exists():
        yield from (page.render(scale=dpi / 72).to_pil().convert("RGB") for page in pypdfium2.PdfDocument(file))


def differ(one: Image.Image | None, other: Image.Image | None) -> bool:
    if one is None or other is None or one.size != other.size:
        return True
    return ImageChops.difference(one, other).getbbox() is not None


def beside(one: Image.Image | None, other: Image.Image | None) -> Image.Image:
    shown = [page for page in (one, other) if page]
    wide, high = max(page.width for page in shown), max(page.height for page in shown)
    sheet = Image.new("RGB", (2 * wide + GAP, high), GROUND)
    for n, page in enumerate((one, other)):
        if page:
            sheet.paste(page, (n * (wide + GAP), 0))
    return sheet


def compare(old: Path, new: Path, out: Path, dpi: int) -> list[Path]:
    """Writes the pictures; what has the same bytes is not looked at."""
    made: list[Path] = []
    names = sorted({file.relative_to(root) for root in (old, new) for file in root.rglob("*.pdf")})
    for name in (name for name in names if name.name not in WHOLE):
        before, after = old / name, new / name
        if before.exists() and after.exists() and before.read_bytes() == after.read_bytes():
            continue
        for number, (one, other) in enumerate(zip_longest(pages_of(before, dpi), pages_of(after, dpi)), 1):
            if differ(one, other):
                made.append(out / f"{'-'.join(name.with_suffix('').parts)}-{number:02}.png")
                made[-1].parent.mkdir(parents=True, exist_ok=True)
                beside(one, other).save(made[-1])
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("old", "new", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--dpi", type=int, default=90)
    args = parser.parse_args()
    made = compare(args.old, args.new, args.out, args.dpi)
    sys.stdout.write(f"{len(made)} pages differ{f': {args.out}' if made else ''}\n")


if __name__ == "__main__":
    main()

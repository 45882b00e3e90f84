"""Before and after, side by side: every page of two builds that differs, old at the left and new at the right.

    venice-pnp build doge --out /tmp/old            # before the change
    venice-pnp build doge --out /tmp/new            # after it
    python docs/beside.py /tmp/old /tmp/new /tmp/beside --dpi 110

Pages are matched by file and number; a page that only one of them has stands beside an empty one. The foot is not
compared, where the kit's id stands; what a file of the whole kit repeats is shown once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

GAP, GROUND = 12, "#8B8680"
FOLDED, WHOLE = "booklet.pdf", "kit.pdf"  # the pages of the one are those of another file; the other comes last
FOOT = 18.0  # mm


def pages_of(file: Path, dpi: int) -> Iterator[Image.Image]:
    if file.exists():
        yield from (page.render(scale=dpi / 72).to_pil().convert("RGB") for page in pypdfium2.PdfDocument(file))


def differ(one: Image.Image | None, other: Image.Image | None, dpi: int) -> bool:
    if one is None or other is None or one.size != other.size:
        return True
    compared = (0, 0, one.width, one.height - round(FOOT / 25.4 * dpi))
    return ImageChops.difference(one.crop(compared), other.crop(compared)).getbbox() is not None


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
    shown: set[bytes] = set()
    names = {file.relative_to(root) for root in (old, new) for file in root.rglob("*.pdf") if file.name != FOLDED}
    for name in sorted(names, key=lambda name: (name.name == WHOLE, name)):
        before, after = old / name, new / name
        if before.exists() and after.exists() and before.read_bytes() == after.read_bytes():
            continue
        for number, (one, other) in enumerate(zip_longest(pages_of(before, dpi), pages_of(after, dpi)), 1):
            sheet = beside(one, other)
            mark = sha256(sheet.tobytes()).digest()
            if differ(one, other, dpi) and mark not in shown:
                shown.add(mark)
                made.append(out / f"{'-'.join(name.with_suffix('').parts)}-{number:02}.png")
                made[-1].parent.mkdir(parents=True, exist_ok=True)
                sheet.save(made[-1])
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

"""Pictures for the README: the covers, the finished games, and the real pages in the browser of the tests.

python docs/picture.py covers     # writes docs/pictures/covers.png and *-table.png
python docs/picture.py            # and host-*.png, big screen and phone of each game (test tools and a Chromium)
"""

from __future__ import annotations

import io
import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

import venice_pnp  # noqa: E402
from tests.conftest import CHROMIUM, NO_CHROMIUM  # noqa: E402
from tests.host.browser import served  # noqa: E402
from venice_pnp.door.kits import boards_of, library_of  # noqa: E402
from venice_pnp.draw.engraving import cover_of  # noqa: E402
from venice_pnp.draw.studio import Studio  # noqa: E402
from venice_pnp.games import open_kit  # noqa: E402
from venice_pnp.host.server import Host  # noqa: E402
from venice_pnp.press.preview import page_png  # noqa: E402

OUT = ROOT / "docs" / "pictures"
PLAYERS = ["Anke", "Bernd", "Claudia"]
PHONE, TELEVISION = (360, 860), (1280, 720)
COLOURS = 128
STRIP, TABLE = 1200, 900  # points, how wide the covers and a table are


def doge(page: Page) -> None:
    """A district by touch, and two tokens."""
    page.tap("#spots button >> nth=1")
    for n in (-1, 0):
        page.tap(f"#choices fieldset button >> nth={n}")


def canaletto(page: Page) -> None:
    """A palace by touch: what the bid leads to."""
    page.tap("#spots button >> nth=9")


def venedig(page: Page) -> None:
    """Two fields to be drained."""
    page.tap("#choices fieldset button >> text=drain")
    for n in (3, 9):
        page.tap(f"#spots button >> nth={n}")


def venetia(page: Page) -> None:
    """What can be done on the map."""
    page.tap("#spots button >> nth=2")


SCENES: dict[str, tuple[int, str, Callable[[Page], None]]] = {  # moves made before, what is asked then, the touches
    "doge": (60, "place", doge),
    "canaletto": (20, "auction", canaletto),
    "venedig": (40, "play", venedig),
    "venetia": (60, "action", venetia),
}


def covers() -> None:
    """All covers side by side, and each game on a table."""
    strip = Image.new("RGB", (STRIP, STRIP * 13 // 40), "white")
    wide = STRIP // len(SCENES)
    for number, game in enumerate(sorted(SCENES)):
        kit = open_kit(game, None)
        studio = Studio(kit, library_of(None, None), "en", "colour")
        cover = Image.open(io.BytesIO(page_png(cover_of(studio, boards_of(kit)), studio.fonts, 130))).convert("RGB")
        strip.paste(cover.resize((wide - 8, (wide - 8) * 13 // 10), Image.Resampling.LANCZOS), (number * wide + 4, 4))
        table = Image.open(io.BytesIO(venice_pnp.draw_finished(game, width=TABLE)))
        small(table, f"{game}-table")
    small(strip, "covers")


def small(picture: Image.Image, name: str) -> None:
    """Few colours make a small file."""
    few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(OUT / f"{name}.png", optimize=True)
    sys.stdout.write(f"{name}.png: {(OUT / f'{name}.png').stat().st_size // 1024} KB\n")


def laid_out(game: str, moves: int, asked: str) -> str:
    """A table with its first moves made; whose turn it is."""
    match, chance = venice_pnp.new_table(game, PLAYERS, name=game, seed=7), random.Random(4)
    while moves > 0 or match.awaited[0]["for"] != asked:
        seat = match.awaited[0]["by"]
        match.do(seat, chance.choice(match.legal(seat)[:8]))
        moves -= 1
    match.keeper.journal.close()
    return str(match.awaited[0]["by"])


def opened(browser: Browser, size: tuple[int, int], host: Host, cookie: str, token: str, path: str) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en", has_touch=True)
    context.add_cookies([{"name": cookie, "value": token, "url": host.url("/")}])
    page = context.new_page()
    page.goto(host.url(path))
    page.wait_for_function("() => document.querySelector('#asked p')")
    return page


def kept(page: Page, name: str) -> None:
    """As soon as the board is there."""
    page.wait_for_function("() => document.getElementById('board').naturalWidth > 0", timeout=60000)
    page.wait_for_timeout(500)
    small(Image.open(io.BytesIO(page.screenshot())), f"host-{name}")
    page.context.close()


def main() -> None:
    covers()
    if sys.argv[1:] == ["covers"]:
        return
    assert CHROMIUM, NO_CHROMIUM
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game, (moves, asked, touch) in SCENES.items():
            with tempfile.TemporaryDirectory() as folder:
                os.environ["VENICE_PNP_HOME"] = folder
                seat = laid_out(game, moves, asked)
                with served(game) as host:
                    token = host.phones.join(host.phones.link(seat))
                    assert token
                    host.phones.decide(host.phones.waiting[0].code, True)
                    phone = opened(browser, PHONE, host, host.cookie, token, "/seat")
                    touch(phone)
                    kept(phone, f"{game}-phone")
                    screen = opened(browser, TELEVISION, host, f"{host.cookie}-screen", host.phones.screen, "/")
                    kept(screen, f"{game}-screen")
        browser.close()


if __name__ == "__main__":
    main()

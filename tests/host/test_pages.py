"""The pages in a real browser: three phones and a big screen play, and everybody can use them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import venice_pnp
from tests.host.browser import CHROMIUM, MUST, NONE, served
from tests.host.conftest import PLAYERS
from venice_pnp.host.server import Host

if CHROMIUM is None and not MUST:
    pytest.skip(NONE, allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

PHONE, TELEVISION = {"width": 360, "height": 740}, {"width": 1920, "height": 1080}
LATEST = 400  # moves after which a game must be over


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, NONE
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def sit_down(chromium: Browser, host: Host, lang: str = "en") -> tuple[Page, dict[str, Page]]:
    """The big screen, and a phone at every seat, confirmed on the screen."""
    screen = chromium.new_context(viewport=TELEVISION, locale=lang).new_page()
    screen.goto(host.url(f"/screen/{host.phones.screen}"))
    screen.wait_for_selector("#codes figure")
    phones = {}
    for seat in PLAYERS:
        phone = chromium.new_context(viewport=PHONE, locale=lang, has_touch=True).new_page()
        phone.goto(host.url(f"/join/{host.phones.link(seat)}"))
        phone.tap("button.strong")
        phone.wait_for_url("**/seat")
        screen.click("#waiting button.strong")
        phone.wait_for_selector("#play:not([hidden])")
        phones[seat] = phone
    return screen, phones


def play_on(host: Host, phones: dict[str, Page], chance: random.Random, most: int) -> int:
    """Moves by thumbs: taps on what the page offers until the table has taken a move."""
    for n in range(most):
        awaited = host.clerk.ask(lambda table: (table.awaited(), len(table.journal.entries))).result()
        if not awaited[0]:
            return n
        page = phones[str(awaited[0][0]["by"])]
        page.wait_for_selector("#choices button", timeout=15000)
        while host.clerk.ask(lambda table: len(table.journal.entries)).result() == awaited[1]:
            ready = page.query_selector('#choices [data-key="do"]')
            buttons = page.query_selector_all("#choices fieldset button, #choices [data-key=take]")
            if ready and (not buttons or chance.random() < 0.6):
                told = page.inner_text("#told")
                ready.tap()
                page.wait_for_function(
                    "before => document.getElementById('told').innerText !== before || !document.querySelector('#choices [data-key=do]')",
                    arg=told,
                )
            else:
                chance.choice(buttons).tap()
    return most


def accessible(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def test_three_phones_and_a_screen_play_to_the_end(chromium: Browser) -> None:
    venice_pnp.new_table("canaletto", PLAYERS, name="browsers", seed=7).keeper.journal.close()
    with served("browsers") as host:
        screen, phones = sit_down(chromium, host)
        assert play_on(host, phones, random.Random(3), LATEST) < LATEST
        winners = venice_pnp.open_table("browsers").view()["winners"]
        screen.wait_for_function("name => document.getElementById('asked').innerText.includes(name)", arg=winners[0])
        for page in (screen, *phones.values()):
            page.context.close()

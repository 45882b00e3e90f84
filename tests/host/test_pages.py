"""The pages in a real browser: three phones and a big screen play, and everybody can use them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

import venice_pnp
from tests.conftest import CHROMIUM, NO_CHROMIUM
from tests.host.browser import MUST, served
from tests.host.conftest import PLAYERS, moves_of
from venice_pnp.host.server import Host

if CHROMIUM is None and not MUST:
    pytest.skip(NO_CHROMIUM, allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Page, sync_playwright

PHONE, TELEVISION = {"width": 360, "height": 740}, {"width": 1920, "height": 1080}
WIDER = [pytest.param(*row, marks=pytest.mark.long) for row in ((320, "dark"), (1024, "light"), (3840, "light"))]
FURTHER = [pytest.param(*row, marks=pytest.mark.long) for row in (("doge", 2), ("venetia", 2))]
LATEST = 400  # moves after which a game must be over


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, NO_CHROMIUM
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
        screen.click("#wishes button.strong")
        phone.wait_for_selector("#play:not([hidden])")
        phones[seat] = phone
    return screen, phones


def tap_on(page: Page, chance: random.Random) -> None:
    """One tap on what is offered: a choice, or the move itself once it is whole."""
    ready = page.query_selector('#choices [data-key="do"]')
    buttons = page.query_selector_all("#choices fieldset button, #choices [data-key=take]")
    if ready and (not buttons or chance.random() < 0.6):
        ready.tap(timeout=2000)
    elif buttons:
        chance.choice(buttons).tap(timeout=2000)


def play_on(host: Host, phones: dict[str, Page], chance: random.Random, most: int) -> int:
    """Moves by thumbs: taps on what the page offers until the table has taken a move."""
    for n in range(most):
        awaited = host.clerk.ask(lambda table: (table.awaited(), len(table.journal.entries))).result()
        if not awaited[0]:
            return n
        page = phones[str(awaited[0][0]["by"])]
        page.wait_for_selector("#choices button", timeout=15000)
        while host.clerk.ask(lambda table: len(table.journal.entries)).result() == awaited[1]:
            with suppress(Error):  # the page was drawn anew between a look and a tap
                tap_on(page, chance)
            page.wait_for_timeout(20)
    return most


def accessible(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def near_the_end(game: str, left: int) -> None:
    """A table of a game that chance has played, but for its last moves."""
    chance = random.Random(4)
    whole = venice_pnp.play(game, PLAYERS, seed=7)
    moves = []
    while not whole.over:
        seat = whole.awaited[0]["by"]
        moves.append((seat, chance.choice(whole.legal(seat))))
        whole.do(*moves[-1])
    table = venice_pnp.new_table(game, PLAYERS, name=game, seed=7)
    for seat, move in moves[:-left]:
        table.do(seat, move)
    table.keeper.journal.close()


@pytest.mark.parametrize(("game", "left"), [("canaletto", 4), ("venedig", 2), *FURTHER])
def test_three_phones_and_a_screen_play_to_the_end(chromium: Browser, game: str, left: int) -> None:
    near_the_end(game, left)
    with served(game) as host:
        screen, phones = sit_down(chromium, host)
        assert accessible(phones["Anke"]) == []
        assert play_on(host, phones, random.Random(3), LATEST) < LATEST
        winners = venice_pnp.open_table(game).view()["winners"]
        screen.wait_for_function("name => document.getElementById('asked').innerText.includes(name)", arg=winners[0])
        for page in (screen, *phones.values()):
            page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("game", ["canaletto", "doge"])
def test_a_full_game_by_phones(chromium: Browser, game: str) -> None:
    venice_pnp.new_table(game, PLAYERS, name=game, seed=7).keeper.journal.close()
    with served(game) as host:
        screen, phones = sit_down(chromium, host)
        assert play_on(host, phones, random.Random(3), 4 * LATEST) < 4 * LATEST
        for page in (screen, *phones.values()):
            page.context.close()


def test_a_phone_comes_back_and_keeps_what_was_half_chosen(chromium: Browser) -> None:
    venice_pnp.new_table("doge", PLAYERS, name="half", seed=7).keeper.journal.close()
    with served("half") as host:
        _, phones = sit_down(chromium, host, "de")
        anke, bernd = phones["Anke"], phones["Bernd"]
        anke.tap("#choices fieldset button >> nth=1")
        half = anke.inner_text("#choices .crumbs")
        focused = anke.evaluate("document.activeElement.dataset.key")
        choices = bernd.evaluate("fetch('/api/seat').then((a) => a.json()).then((v) => v.choices[0])")
        body = {"id": "b", "turn": choices["turn"], "move": moves_of(choices)[0]}
        bernd.evaluate(
            "body => fetch('/api/move', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})",
            body,
        )
        anke.wait_for_function("() => document.getElementById('orders').innerText.includes('Bernd')")
        assert anke.inner_text("#choices .crumbs") == half  # another's move took nothing away
        assert anke.evaluate("document.activeElement.dataset.key") == focused
        anke.reload()
        anke.wait_for_selector("#play:not([hidden])")
        assert "Anke" in anke.inner_text("h1")
        anke.goto(host.url("/rules#DOGE-7.1"))
        assert accessible(anke) == []
        anke.fill("#search", "palazzo")
        shown = anke.query_selector_all("#rules li:not([hidden])")
        assert 0 < len(shown) < len(anke.query_selector_all("#rules li"))
        for page in phones.values():
            page.context.close()


@pytest.mark.parametrize(("width", "look"), [(320, "light"), (1920, "dark"), *WIDER])
def test_pages_are_for_everybody_at_every_width(chromium: Browser, width: int, look: str) -> None:
    venice_pnp.new_table("canaletto", PLAYERS, name="wide", seed=7).keeper.journal.close()
    with served("wide") as host:
        context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=look)  # type: ignore[arg-type]
        page = context.new_page()
        for path in (f"/screen/{host.phones.screen}", "/", "/seat", f"/join/{host.phones.link('Anke')}", "/join/used"):
            page.goto(host.url(path))
            page.wait_for_load_state("load")
            page.wait_for_timeout(150)
            assert accessible(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        context.close()

"""The pages in a real browser: phones and a big screen play, and everybody can use them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal

import pytest

import venice_pnp
from tests.conftest import CHROMIUM, NO_CHROMIUM
from tests.host.browser import MUST, served
from tests.host.conftest import PLAYERS, moves_of
from venice_pnp.host.server import Host

if CHROMIUM is None and not MUST:
    pytest.skip(NO_CHROMIUM, allow_module_level=True)

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

Look = Literal["light", "dark"]
PHONE, TELEVISION = {"width": 360, "height": 740}, {"width": 1920, "height": 1080}
WIDTHS: list[tuple[int, Look]] = [(320, "light"), (1920, "dark")]
WIDER: list[tuple[int, Look]] = [(320, "dark"), (1024, "light"), (2560, "dark"), (3840, "light")]
LATEST = 400  # moves after which a game must be over
OFFERED = ", ".join(f"{part}:visible" for part in ("#choices button", "#choices input", "#spots button"))
SHORT = {"canaletto": 4, "venedig": 2, "doge": 2, "venetia": 2}  # moves that are left of a game


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, NO_CHROMIUM
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The same browser for all; the windows of a test are closed after it."""
    yield chromium
    for context in chromium.contexts:
        context.close()


def phone_of(browser: Browser, lang: str = "en", board: bool = False) -> BrowserContext:
    """A phone; without the picture of the board, which takes the longest and is looked at on the big screen."""
    context = browser.new_context(viewport=PHONE, locale=lang, has_touch=True)  # type: ignore[arg-type]
    if not board:
        for layer in ("ground", "pieces"):
            context.route(f"**/api/{layer}.svg*", lambda route: route.abort())
    return context


def seated(browser: Browser, host: Host, seat: str, lang: str = "en", board: bool = False) -> Page:
    """A phone that has its seat already."""
    token = host.phones.join(host.phones.link(seat))
    assert token and host.phones.decide(host.phones.waiting[0].code, True)
    context = phone_of(browser, lang, board)
    context.add_cookies([{"name": host.cookie, "value": token, "url": host.url("/")}])
    page = context.new_page()
    page.goto(host.url("/seat"))
    page.wait_for_selector("#play:not([hidden])")
    return page


def big_screen(browser: Browser, host: Host, lang: str = "en") -> Page:
    screen = browser.new_context(viewport=TELEVISION, locale=lang).new_page()  # type: ignore[arg-type]
    screen.goto(host.url(f"/screen/{host.phones.screen}"))
    screen.wait_for_selector("#asked p")
    return screen


def tap_on(page: Page, chance: random.Random) -> None:
    """One tap on what is offered: a choice, a place of the board, or the move itself once it is whole."""
    ready = page.query_selector("#choices [data-key=do], #choices [data-key=take]")
    buttons = page.query_selector_all("#choices > fieldset button, #spots button")
    if page.query_selector("#choices .note"):  # what was put together is refused
        page.tap("#choices [data-key=back]", timeout=2000)
    elif ready and (not buttons or chance.random() < 0.7):
        ready.tap(timeout=2000)
    elif buttons:
        chance.choice(buttons).tap(timeout=2000)


def play_on(host: Host, phones: dict[str, Page], chance: random.Random, most: int) -> int:
    """Moves by thumbs: taps on what the page offers until the table has taken a move."""
    for n in range(most):
        awaited = host.clerk.ask(lambda table: (table.awaited(), len(table.journal.entries))).result()
        if not awaited[0]:
            return n
        by = str(awaited[0][0]["by"])
        page = phones.get(by, phones[PLAYERS[0]])  # what chance decides, anybody tells
        page.wait_for_selector(OFFERED, timeout=15000)
        while host.clerk.ask(lambda table: len(table.journal.entries)).result() == awaited[1]:
            with suppress(Error):  # the page was drawn anew between a look and a tap
                tap_on(page, chance)
            page.wait_for_timeout(20)
    return most


def accessible(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def played(game: str, but: int | None = None, only: int = 0) -> None:
    """A table of a game that chance has played: `but` its last moves, or `only` its first ones."""
    chance = random.Random(4)
    whole, moves = venice_pnp.play(game, PLAYERS, seed=7), []
    while not whole.over and (but is not None or len(moves) < only):
        seat = whole.awaited[0]["by"]
        moves.append((seat, chance.choice(whole.legal(seat))))
        whole.do(*moves[-1])
    table = venice_pnp.new_table(game, PLAYERS, name=game, seed=7)
    table.keeper.journal._db.execute("PRAGMA synchronous = OFF")  # many moves; nothing here is about the disk
    for seat, move in moves[: len(moves) - (but or 0)]:
        table.do(seat, move)
    table.keeper.journal.close()


# --- whole games ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", SHORT)
def test_three_phones_and_a_screen_play_to_the_end(browser: Browser, game: str) -> None:
    played(game, but=SHORT[game])
    with served(game) as host:
        screen, phones = big_screen(browser, host), {seat: seated(browser, host, seat) for seat in PLAYERS}
        asked = host.clerk.ask(lambda table: str(table.awaited()[0]["by"])).result()
        assert accessible(phones.get(asked, phones["Anke"])) == []
        assert play_on(host, phones, random.Random(3), LATEST) < LATEST
        winners = venice_pnp.open_table(game).view()["winners"]
        for page in (screen, *phones.values()):
            page.wait_for_function(
                "() => document.getElementById('asked-head').innerText.toLowerCase() === 'the game is over'"
            )
            assert winners[0] in page.inner_text("#asked")
        screen.evaluate("scrollTo(0, 9999)")
        box = screen.locator("#picture").bounding_box()
        assert box and box["y"] >= 0  # the board stays while the rest is read
        told = [page.inner_text("#told") for page in phones.values()]
        assert len(list(filter(None, told))) <= 1  # what came of earlier moves is past, whoever made them


@pytest.mark.long
@pytest.mark.parametrize("game", SHORT)
def test_a_full_game_by_phones(browser: Browser, game: str) -> None:
    played(game)
    with served(game) as host:
        phones = {seat: seated(browser, host, seat) for seat in PLAYERS}
        assert play_on(host, phones, random.Random(3), 4 * LATEST) < 4 * LATEST


# --- thumbs --------------------------------------------------------------------------------------------------
def moves_made(host: Host) -> list[dict[str, object]]:
    steps = host.clerk.ask(lambda table: [step.move for step in table.steps if not step.start]).result()
    return [dict(move) for move in steps if move.get("by") in PLAYERS]


def test_doge_a_district_is_touched_and_tokens_come_in_any_order(browser: Browser) -> None:
    played("doge")
    with served("doge") as host:
        anke = seated(browser, host, "Anke", board=True)
        anke.tap("#spots [data-place=castello]")
        for token in ("3", "1"):  # the rules list 1 before 3
            anke.tap(f"#choices fieldset button >> text='{token}'")
        anke.tap("#choices .crumb >> nth=1")  # laid back
        anke.tap("#choices fieldset button >> text='2'")
        anke.wait_for_function(
            "() => [...document.querySelectorAll('#ground, #pieces')].every((one) => one.naturalWidth > 0)"
        )
        anke.clock.install()
        anke.context.set_offline(True)
        anke.tap("#choices [data-key=do]")
        anke.wait_for_selector("#told .note")
        anke.clock.run_for(20_000)
        assert "Not sent yet" in anke.inner_text("#told") and moves_made(host) == []
        assert "Castello" in anke.inner_text("#choices .crumbs")
        anke.clock.resume()
        anke.context.set_offline(False)
        anke.wait_for_selector("#told .note >> text=receipt")
        anke.tap("#cover")
        anke.reload()
        anke.wait_for_selector("#cover")
        assert all(anke.is_hidden(f"#{part}") for part in ("own", "receipts", "choices", "told", "spots"))
        anke.tap("#cover")
        assert anke.inner_text("#cover") == "Cover" and anke.is_visible("#receipts")
        (move,) = moves_made(host)
        assert move["field"] == "castello" and sorted(move["tokens"]) in ([1, 2], [2, 3])  # type: ignore[call-overload]
        # past a sealed choice only by agreement of the table
        anke.tap("#undo button")
        anke.wait_for_selector("#undo p")
        screen = big_screen(browser, host)
        screen.click("#wishes button >> text='No, it stands'")
        anke.wait_for_selector("#undo .note")
        assert "did not agree" in anke.inner_text("#undo") and "is asked" not in anke.inner_text("main")
        anke.tap("#undo button")
        screen.wait_for_selector("#wishes button")
        assert screen.inner_text("#wishes button.strong") == "Yes, take it back"
        screen.click("#wishes button.strong")
        anke.wait_for_selector("#spots [data-place=castello]")
        assert moves_made(host) == []


def test_canaletto_a_palace_is_touched_and_the_bid_leads_there(browser: Browser) -> None:
    played("canaletto")
    with served("canaletto") as host:
        anke, bernd = seated(browser, host, "Anke"), seated(browser, host, "Bernd")
        anke.tap("#spots [data-place=balbi]")
        assert anke.input_value("#choices input") == "3" and "Palazzo Balbi" in anke.inner_text("#choices")
        anke.tap("#choices [aria-label=more]")
        assert anke.get_attribute("#spots [data-place=balbi]", "aria-pressed") == "false"
        anke.tap("#choices [aria-label=less]")
        assert anke.inner_text("#choices [data-key=take]") == "Do it: bid 3"
        anke.focus("#choices input")
        anke.keyboard.type("5")  # takes the place of what stands there
        assert anke.input_value("#choices input") == "5"
        anke.fill("#choices input", "200")
        anke.tap("#choices [data-key=take]")
        anke.wait_for_selector(
            "#refused a[href='/rules#CAN-7.13'][target=_blank]"
        )  # the rule, not the browser's bubble
        anke.fill("#choices input", "3")
        assert anke.inner_text("#refused") == ""
        anke.evaluate("localStorage.setItem('covered', 'yes')")  # at another game
        anke.reload()
        anke.tap("#cover")
        anke.wait_for_selector("#choices input")
        assert anke.input_value("#choices input") == "3"  # a reload takes nothing away
        bernd.tap("#typing summary")
        bernd.fill("#line", "bribe")
        field, button = (bernd.locator(f"#line-form {part}").bounding_box() for part in ("input", "button"))
        assert field and button and button["y"] > field["y"] + field["height"] + 4  # nothing touches
        bernd.tap("#line-form button")
        bernd.wait_for_selector("#meant .refusal")
        anke.tap("#choices [data-key=take]")
        bernd.wait_for_selector("#choices button")
        bernd.wait_for_selector("#meant .refusal", state="detached")  # the table has gone on
        assert moves_made(host) == [{"by": "Anke", "do": "bid", "amount": 3}]
        assert anke.evaluate("document.activeElement.id") == "told"  # keys go on from here
        assert anke.is_hidden("#own-part")  # nobody knows anything alone
        anke.tap("#undo button")  # one's own last move at once
        anke.wait_for_selector("#spots [data-place=balbi]")
        assert moves_made(host) == []
        anke.route("**/api/move", lambda route: route.fulfill(json={"state": "done", "said": ["one", "two", "three"]}))
        anke.tap("#spots [data-place=balbi]")
        anke.tap("#choices [data-key=take]")
        anke.wait_for_selector("#told .note >> text=stands below")  # many lines are not told twice, but where they are
    anke.wait_for_selector("#state >> text=does not answer", timeout=10_000)  # sooner than a heartbeat is missed


def test_venedig_fields_are_reached_by_keys_and_what_is_wrong_is_explained_before(browser: Browser) -> None:
    played("venedig")
    with served("venedig") as host:
        anke = seated(browser, host, "Anke")
        anke.focus("#choices fieldset button >> text=drain")
        anke.keyboard.press("Enter")
        assert anke.evaluate("document.activeElement.dataset.key") == "listed"
        anke.keyboard.press("Enter")
        anke.focus("#choices details button >> text='a2'")
        anke.keyboard.press("Enter")  # the list stays open, and keys stay in it
        assert anke.evaluate("document.activeElement.closest('#choices details[open]') !== null")
        assert anke.locator("#choices details button >> text='a2'").count() == 0  # nothing is named twice
        anke.tap("#choices .crumb")
        for field in ("a1", "e24"):  # far apart: `legal` does not name them together
            anke.focus(f"#spots [data-place={field}]")
            anke.keyboard.press("Enter")
        assert anke.evaluate("document.activeElement.dataset.place") == "e24"
        anke.wait_for_selector("#choices [data-key=do]")
        anke.tap("#choices details button >> text='a2'")
        anke.wait_for_selector("#choices .note a[href='/rules#VEN-7.32']")  # three are too many
        assert anke.query_selector("#choices [data-key=do]") is None and moves_made(host) == []
        anke.tap("#choices .crumb >> nth=2")
        assert accessible(anke) == []
        anke.tap("#choices [data-key=do]")
        anke.wait_for_selector("#told .note")
        (move,) = moves_made(host)
        assert move["fields"] == ["a1", "e24"]
        anke.wait_for_selector("#choices legend >> text=pile")
        heads = anke.locator("#choices legend").all_inner_texts()
        assert len(heads) == len(set(heads)) > 1  # cards to give do not stand among those to take


def test_venetia_acts_on_the_map_and_a_touch_elsewhere_is_explained(browser: Browser) -> None:
    played("venetia", only=8)
    with served("venetia") as host:
        by = host.clerk.ask(lambda table: table.awaited()[0]["by"]).result()
        page = seated(browser, host, by)
        for _ in range(12):  # until the map is asked for
            if page.query_selector("#spots button[data-place]:not([data-place=military])"):
                break
            page.tap("#choices [data-key=do], #choices fieldset button")
            page.wait_for_timeout(400)
        place = page.query_selector("#spots button")
        assert place
        name = place.get_attribute("data-place")
        place.tap()
        assert page.get_attribute(f"#spots [data-place={name}]", "aria-pressed") == "true"
        page.tap("#choices [data-key=back]")
        page.evaluate(
            """() => {
              const legal = new Set([...document.querySelectorAll('#spots button')].map((one) => one.dataset.place));
              return fetch('/api/places').then((answer) => answer.json()).then(({ size, places }) => {
                const [, { box }] = Object.entries(places).find(([place, { box }]) => !legal.has(place) && box[1] > 100);
                const area = document.getElementById('spots').getBoundingClientRect();
                const clientX = area.left + (box[0] + box[2] / 2) / size[0] * area.width;
                const clientY = area.top + (box[1] + box[3] / 2) / size[1] * area.height;
                document.getElementById('sheet').dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true }));
              });
            }"""
        )
        page.wait_for_selector("#refused .note")
        assert page.inner_text("#refused")
        page.tap("#choices fieldset button")
        assert page.inner_text("#refused") == ""  # of another choice


# --- the pages themselves --------------------------------------------------------------------------------------
def test_a_phone_sits_down_comes_back_and_keeps_what_was_half_chosen(browser: Browser) -> None:
    played("doge")
    with served("doge") as host:
        screen, bernd = big_screen(browser, host, "de"), seated(browser, host, "Bernd", "de")
        anke = phone_of(browser, "de").new_page()
        anke.goto(host.url(f"/join/{host.phones.link('Anke')}"))
        anke.tap("button.strong")
        anke.wait_for_url("**/seat")
        screen.click("#wishes button.strong >> text='Ja, herein'")
        anke.wait_for_selector("#play:not([hidden])")
        anke.tap("#choices fieldset button >> nth=1")
        half = anke.inner_text("#choices .crumbs")
        anke.focus("#choices fieldset button >> nth=1")
        focused = anke.evaluate("document.activeElement.dataset.key")
        choices = bernd.evaluate("fetch('/api/seat').then((a) => a.json()).then((v) => v.choices[0])")
        body = {"id": "b", "turn": choices["turn"], "move": moves_of(choices)[0]}
        bernd.evaluate(
            "body => fetch('/api/move', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})",
            body,
        )
        anke.wait_for_function("() => document.getElementById('news').innerText.includes('Bernd')")
        assert anke.inner_text("#choices .crumbs") == half  # another's move took nothing away
        assert anke.evaluate("document.activeElement.dataset.key") == focused
        anke.reload()
        anke.wait_for_selector("#choices .crumbs")
        assert "Anke" in anke.inner_text("h1") and anke.inner_text("#choices .crumbs") == half
        anke.goto(host.url("/rules#DOGE-7.1"))
        assert accessible(anke) == []
        anke.fill("#search", "palazzo")
        shown = anke.query_selector_all("#rules li:not([hidden])")
        assert 0 < len(shown) < len(anke.query_selector_all("#rules li"))
        assert 0 < anke.locator("#rules h2:visible").count() < anke.locator("#rules h2").count()
        anke.tap("nav a[hreflang=en]")
        anke.wait_for_url("**/rules#DOGE-7.1")
        assert anke.get_attribute("html", "lang") == "en"


@pytest.mark.parametrize("widths", [WIDTHS, pytest.param(WIDER, marks=pytest.mark.long)])
def test_pages_are_for_everybody_at_every_width(browser: Browser, widths: list[tuple[int, Look]]) -> None:
    played("canaletto")
    with served("canaletto") as host:
        for width, look in widths:
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=look)
            page = context.new_page()
            paths = (f"/screen/{host.phones.screen}", "/", "/seat", f"/join/{host.phones.link('Anke')}", "/join/used")
            for path in paths:
                page.goto(host.url(path))
                if path.startswith("/screen"):
                    page.wait_for_url(host.url("/"))  # it goes on by itself
                page.wait_for_load_state("load")
                page.wait_for_timeout(150)
                assert accessible(page) == [], path
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            context.close()


FOOT = (
    "Math.max(...['why-part', 'standing-part'].map((id) => document.getElementById(id).getBoundingClientRect().bottom))"
)


def test_nobody_scrolls_a_television(browser: Browser) -> None:
    """Who is asked what, what hands do and how everybody stands end above its foot, with codes and all."""
    played("venetia", only=60)
    with served("venetia") as host:
        page = big_screen(browser, host, "de")
        page.wait_for_selector("#panels p")
        page.wait_for_function("() => [...document.querySelectorAll('#codes img')].every((one) => one.complete)")
        assert page.locator("#codes img").count() == len(PLAYERS) and page.evaluate(f"{FOOT} <= innerHeight")
        tops = page.evaluate(  # a free seat and a phone that is away: their codes stand side by side
            """() => {
              const [free, away] = ["codes", "away"].map((id) => document.getElementById(id));
              away.append(...[...free.children].slice(1));
              document.getElementById("away-part").hidden = false;
              return [free, away].map((one) => one.getBoundingClientRect().top);
            }"""
        )
        assert tops[0] == pytest.approx(tops[1], abs=40)
        page.reload()
        page.wait_for_selector("#panels p")
        page.keyboard.press("w")  # nobody reaches for a mouse either
        assert page.is_visible("#why-part:not(.unseen) li:not(.unseen)") and page.evaluate(f"{FOOT} <= innerHeight")
        page.keyboard.press("W")
        for seat in PLAYERS:
            assert host.phones.join(host.phones.link(seat)) and host.phones.decide(host.phones.waiting[0].code, True)
        host.bell.ring_from_elsewhere()
        page.wait_for_selector("#codes-part", state="hidden")
        seen = page.eval_on_selector_all("#panels p:not(.unseen)", "all => all.map((one) => one.textContent).join()")
        assert all(name in seen for name in PLAYERS)
        assert page.inner_text("#address") == host.address  # to be typed where nothing can be scanned
        assert page.is_visible("#standing")
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        light = page.evaluate(ground)
        page.keyboard.press("d")
        dark = page.evaluate(ground)
        page.evaluate("document.body.append(document.createElement('input'))")
        page.focus("body > input")
        page.keyboard.type("dfw")  # a text is no key
        assert page.evaluate(ground) == dark != light and page.evaluate("document.fullscreenElement") is None
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        page.reload()
        page.wait_for_selector("#panels p")
        assert page.evaluate(ground) == dark and not page.query_selector(".unseen")  # remembered; and a phone scrolls

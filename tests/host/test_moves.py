"""Phones, console and library at one table: every move once, every secret kept."""

from __future__ import annotations

import html
import random
import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import venice_pnp
from tests.fifth import FIFTH
from tests.host.conftest import PLAYERS, Browser, moves_of, screen_of, seated
from venice_pnp.cli.host import lead_to
from venice_pnp.contract.play import Refused
from venice_pnp.door.wishes import WrongWish
from venice_pnp.host.choosing import Thumbs
from venice_pnp.host.clerk import Clerk
from venice_pnp.host.server import Host
from venice_pnp.host.views import Teller
from venice_pnp.kit.book import load_book
from venice_pnp.speech.refusal import Refusal
from venice_pnp.speech.words import kit_texts, rules_of

Serve = Callable[..., Host]


def test_a_double_tap_plays_once(serve: Serve) -> None:
    host = serve()
    anke = seated(host, "Anke")
    first = anke.move({"do": "bid", "amount": 3}, "tap", 0)
    again = anke.move({"do": "bid", "amount": 3}, "tap", 0)
    assert (first.status_code, first.json()) == (200, again.json())
    assert "Palazzo Balbi" in first.json()["said"][0]
    assert anke.move({"do": "bid", "amount": 4}, "another", 0).status_code == 409  # chosen for a turn that is past
    assert anke.view()["moves"] == 1


def test_a_move_that_was_made_is_not_made_again_by_a_server_that_was_started_anew(serve: Serve) -> None:
    host = serve()
    anke = seated(host, "Anke")
    assert anke.move({"do": "bid", "amount": 3}, "tap", 0).status_code == 200
    host._answers.clear()
    assert anke.move({"do": "bid", "amount": 3}, "tap", 0).status_code == 409
    assert anke.view()["moves"] == 1


def test_a_refusal_names_the_rule_and_its_text(serve: Serve) -> None:
    host = serve()
    anke, bernd = seated(host, "Anke"), seated(host, "Bernd", "de")
    anke.move({"do": "bid", "amount": 3}, "1")
    refused = bernd.move({"do": "bid", "amount": 2}, "2")
    assert refused.status_code == 422
    assert refused.json()["refused"]["rule"] == "CAN-7.2" and "Gebot" in refused.json()["refused"]["sentence"]
    assert refused.json()["refused"]["page"] == "/rules#CAN-7.2"
    assert 'id="CAN-7.2"' in bernd.get("/rules").text
    assert bernd.move({"do": "bid", "amount": 4}, "3").status_code == 200


def test_a_typed_line_is_understood_and_nothing_is_done(serve: Serve) -> None:
    host = serve()
    anke = seated(host, "Anke")
    meant = anke.post("/api/meant", {"by": "Anke", "line": "bid 3"}).json()
    assert meant["meant"][0]["move"] == {"by": "Anke", "do": "bid", "amount": 3}
    assert anke.post("/api/meant", {"by": "Anke", "line": "bribe"}).json()["refused"]["sentence"]
    assert anke.post("/api/meant", {"by": "Bernd", "line": "pass"}).status_code == 403
    assert anke.view()["moves"] == 0


def test_a_bid_shows_where_it_leads(serve: Serve) -> None:
    choices = seated(serve(), "Anke").view()["choices"][0]
    ahead = {
        move.get("amount"): one.get("ahead") for move, one in zip(moves_of(choices), choices["moves"], strict=True)
    }
    assert "Palazzo Balbi" in ahead[3] and ahead[None] is None
    places = {step["value"]: step["at"] for step in choices["steps"] if step.get("key") == "amount"}
    assert places[3] == "balbi" == places[3 + 16]  # touched on the board


def test_moves_of_another_program_are_seen(serve: Serve) -> None:
    host = serve()
    bernd = seated(host, "Bernd")
    venice_pnp.open_table("served").do("Anke", "bid 3")
    assert bernd.view()["asked"][0]["by"] == "Bernd"
    assert bernd.move({"do": "bid", "amount": 5}, "1").status_code == 200
    assert venice_pnp.open_table("served").view()["high-bid"] == 5


def test_the_clerk_notices_what_others_write_without_being_asked(serve: Serve) -> None:
    serve()
    rung = threading.Event()
    clerk = Clerk("served", changed=rung.set)
    venice_pnp.open_table("served").do("Anke", "bid 3")
    assert rung.wait(30)
    clerk.leave()


def test_bots_move_by_one_clerk_alone() -> None:
    match = venice_pnp.new_table(
        "canaletto", ["Anke", "Luca", "Rosa"], seed=7, name="served", bots={"Luca": "easy", "Rosa": "easy"}
    )
    rung = threading.Event()
    others = Clerk("served")  # looks on, as the painter does
    clerk = Clerk("served", changed=rung.set, plays=True)
    match.do("Anke", "bid 3")
    for _ in range(100):
        if clerk.ask(lambda table: table.awaited()[0]["by"]).result(30) == "Anke":
            break
        rung.wait(1)
        rung.clear()
    match.refresh()
    moved = [step.move["by"] for step in match.keeper.steps if step.move.get("by") in ("Luca", "Rosa")]
    assert moved[:2] == ["Luca", "Rosa"] and match.awaited[0]["by"] == "Anke"
    others.leave()
    clerk.leave()


def test_the_screen_tells_all_that_hands_do_for_bots(serve: Serve) -> None:
    host = serve(bots={"Bernd": "easy", "Claudia": "easy"})
    assert seated(host, "Anke").move({"do": "bid", "amount": 3}, "1").status_code == 200
    screen = screen_of(host)
    for _ in range(100):
        view = screen.get("/api/screen").json()
        if view["asked"] and view["asked"][0]["by"] == "Anke" and view["moves"] > 2:
            break
        time.sleep(0.1)
    assert view["orders"][0].startswith("Gondola 3 palaces on")
    told = [line for line in view["news"] if "(bot, easy)" in line]
    assert [line.partition(" ")[0] for line in told[:2]] == ["Bernd", "Claudia"]
    assert all(" – " in line and "the lot (" in line for line in told)  # and why


def test_what_bots_have_answered_is_taken_back_together_with_ones_own_move(serve: Serve) -> None:
    host = serve(bots={"Bernd": "easy", "Claudia": "easy"})
    anke = seated(host, "Anke")
    anke.move({"do": "bid", "amount": 3}, "1")
    for _ in range(100):
        view = anke.view()
        if view["moves"] > 2 and view["asked"][0]["by"] == "Anke":
            break
        time.sleep(0.1)
    assert view["undo"]["say"] == "bid 3"
    back = anke.post("/api/undo", {"moment": view["undo"]["moment"]})
    if view["undo"]["agree"]:  # where something was revealed meanwhile
        assert back.status_code == 202
        screen_of(host).post(
            "/api/confirm", {"code": screen_of(host).get("/api/screen").json()["wishes"][0]["code"], "yes": True}
        )
    assert anke.view()["moves"] == 0


def test_who_goes_away_while_the_clerk_is_busy_takes_nobody_with_him(serve: Serve) -> None:
    host, busy = serve(), threading.Event()
    first = host.clerk.ask(lambda _: busy.wait(30))
    gone, stays = (host.clerk.ask(lambda table: table.name) for _ in range(2))
    assert gone.cancel()
    busy.set()
    assert first.result() and stays.result(30) == "served"


# --- thumbs --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["doge", "canaletto", "venedig", "venetia"])
def test_every_place_that_a_move_names_lies_on_the_board(serve: Serve, game: str) -> None:
    host, chance, touched = serve(game), random.Random(3), set()
    browser = Browser(host, "de")
    board = browser.get("/api/places").json()
    for place in board["places"].values():
        x, y, wide, high = place["box"]
        assert 0 <= x <= x + wide <= board["size"][0] and 0 <= y <= y + high <= board["size"][1] and place["say"]
    match = venice_pnp.open_table("served")
    match.keeper.journal._db.execute("PRAGMA synchronous = OFF")
    for _ in range(60):
        seat = str(match.awaited[0]["by"])
        view = Thumbs(Teller(match.keeper, "de"), seat).view()
        touched |= {step["at"] for step in view["steps"] if "at" in step}
        match.do(seat, chance.choice(match.legal(seat)))
    assert touched and touched <= set(board["places"])


def test_items_come_in_any_order_and_go_on_beyond_what_is_listed(serve: Serve) -> None:
    choices = seated(serve("venedig"), "Anke").view()["choices"][0]
    (part,) = (one for one in choices["parts"] if choices["steps"][one["path"][0]]["do"] == "drain")
    swamp = {choices["steps"][n]["value"] for n in part["items"]}
    assert {"a1", "e24"} <= swamp  # any two of them, though only neighbours are listed together
    assert all(choices["steps"][n]["loose"] and choices["steps"][n]["built"] for n in part["items"])
    cards = [
        step
        for step in seated(serve("venetia", "other"), "Anke").view()["choices"][0]["steps"]
        if "cards" in step.values()
    ]
    assert cards and all(step["once"] for step in cards)  # each is there once


def test_what_was_put_together_is_tried_before_it_is_made(serve: Serve) -> None:
    anke = seated(serve("venedig"), "Anke")

    def tried(*fields: str, by: str = "Anke") -> Any:
        return anke.post("/api/try", {"move": {"by": by, "do": "drain", "fields": list(fields)}})

    assert tried("a1", "e24").json()["say"] == "drain a1 e24"
    refused = tried("a1", "e24", "a2").json()["refused"]
    assert refused["rule"] == "VEN-7.32" and refused["sentence"] and refused["text"]
    assert "refused" in anke.post("/api/try", {"move": {"by": "Anke", "do": "fly"}}).json()
    assert (
        tried("a1", by="Bernd").status_code == 400
        and Browser(serve(name="other")).post("/api/try", {"move": {"by": "Anke", "do": "pass"}}).status_code == 403
    )
    assert anke.view()["moves"] == 0


def test_a_touch_where_nothing_goes_on_is_explained_by_the_rule_that_forbids_it(serve: Serve) -> None:
    host, chance = serve("venetia"), random.Random(4)
    match = venice_pnp.open_table("served")
    for _ in range(6):  # until Bernd has taken a die of politics: seas can be opened, no colony can be reached
        seat = str(match.awaited[0]["by"])
        match.do(seat, chance.choice(match.legal(seat)))
    bernd = seated(host, "Bernd", "de")

    def rule(place: str, **begun: Any) -> Any:
        answer = bernd.post("/api/try", {"move": {"by": "Bernd", **begun}, "place": place}).json()
        return answer.get("refused", {}).get("rule")

    assert [rule(place) for place in ("candia", "tunisi", "acri")] == ["VTA-7.10"] * 3
    assert rule("levante") == "VTA-7.40" and rule("military") is None is rule("")  # no word of the form of a move
    assert rule("candia", do="sea") is None and rule("candia", do="sea", sea=["x"]) is None
    doge, anke = venice_pnp.new_table("doge", PLAYERS, name="other", seed=7), {"by": "Anke", "do": "place"}
    doge.do("Anke", {"do": "place", "field": "castello", "tokens": [1]})
    for seat in PLAYERS[1:]:
        doge.do(seat, doge.legal(seat)[0])
    for begun in ({"by": "Anke"}, anke, {**anke, "tokens": [2]}):
        assert Teller(doge.keeper, "en").tried_at("Anke", begun, "castello")["refused"]["rule"] == "DOGE-5.7"
    assert Teller(doge.keeper, "en").tried_at("Anke", {**anke, "tokens": 2}, "castello") == {}


@pytest.mark.parametrize("game", ["doge", "canaletto", "venedig", "venetia"])
def test_the_rules_stand_once_each_under_the_chapters_of_the_booklet(serve: Serve, game: str) -> None:
    host = serve(game)
    kit = venice_pnp.open_table("served").keeper.kit
    page, book = Browser(host, "de").get("/rules").text, load_book(kit)
    assert book
    titles = [html.escape(chapter.title.in_language("de")) for chapter in book.chapters]
    heads = re.findall("<h2>(.*?)</h2>", page)
    assert len(heads) > 4 and [head for head in heads if head in titles] == [one for one in titles if one in heads]
    assert sorted(re.findall('<li id="(.*?)">', page)) == sorted(rules_of(kit, "de"))
    assert "Wir spielen: " in page and "Warum: " in page


def test_a_refusal_on_a_phone_tells_nobody_to_type(serve: Serve) -> None:
    serve("venetia")
    teller = Teller(venice_pnp.open_table("served").keeper, "de")
    rested = next(row["refusals"][0] for row in kit_texts(teller.table.kit, "rules")["rulings"] if row.get("refusals"))
    said = Refusal(Refused(rested.rpartition(".")[0] or rested, {}, rested), teller.speech).sentence
    assert "Festlegung" in said and "rules" not in said


# --- back ----------------------------------------------------------------------------------------------------
def test_ones_own_last_move_is_taken_back_at_once_and_once(serve: Serve) -> None:
    host = serve()
    anke, bernd = seated(host, "Anke"), seated(host, "Bernd")
    assert anke.view()["undo"] is None
    anke.move({"do": "bid", "amount": 3}, "1")
    last = anke.view()["undo"]
    assert last["say"] == "bid 3" and not last["agree"] and bernd.view()["undo"] is None
    assert bernd.post("/api/undo", {"moment": last["moment"]}).status_code == 409
    assert anke.post("/api/undo", {"moment": last["moment"]}).status_code == 200
    assert anke.post("/api/undo", {"moment": last["moment"]}).status_code == 409  # a second tap
    assert anke.view()["moves"] == 0 and Browser(host).post("/api/undo", {"moment": 1}).status_code == 403
    assert venice_pnp.open_table("served").keeper.journal.entries[-1].body["by"] == "Anke"


def test_after_an_undo_the_hands_are_told_what_to_put_back_and_nothing_twice(serve: Serve) -> None:
    host = serve()
    anke, bernd, screen = seated(host, "Anke"), seated(host, "Bernd", "de"), screen_of(host)
    anke.move({"do": "bid", "amount": 3}, "1")
    first = screen.get("/api/screen").json()
    bernd.move({"do": "bid", "amount": 5}, "2")
    bernd.post("/api/undo", {"moment": bernd.view()["undo"]["moment"]})
    shown = screen.get("/api/screen").json()
    assert first["orders-head"] == "For the hands" and shown["orders-head"].startswith("Taken back")
    assert shown["orders"] == ["Gondola: 14 Palazzo Papadopoli → 12 Palazzo Balbi"]
    assert bernd.view()["orders-head"].startswith("Zurückgenommen")
    bernd.move({"do": "bid", "amount": 4}, "3")
    assert screen.get("/api/screen").json()["orders-head"] == "For the hands"


def test_what_hands_cannot_do_is_told_beside_what_they_do(serve: Serve) -> None:
    host = serve()
    seated(host, "Anke").move({"do": "bid", "amount": 3}, "1")
    seated(host, "Bernd").move({"do": "pass"}, "2")
    view = screen_of(host).get("/api/screen").json()
    assert view["news"] == ["Bernd passes and is out of this round."] and not view["orders"]


def test_a_reveal_that_was_taken_back_is_not_shown_as_the_last(serve: Serve) -> None:
    host = serve("venetia")
    for seat in PLAYERS:
        phone = seated(host, seat)
        phone.move(moves_of(phone.view()["choices"][0])[0], "1")
    screen = screen_of(host)
    assert len(screen.get("/api/screen").json()["reveal"]) == len(PLAYERS)
    host.clerk.ask(lambda table: table.undo(1, agreed=True)).result()
    assert screen.get("/api/screen").json()["reveal"] == []


def test_while_all_choose_in_secret_the_screen_names_all_of_them(serve: Serve) -> None:
    host = serve("doge")
    (question,) = screen_of(host).get("/api/screen").json()["secret"]["questions"]
    assert all(name in question for name in PLAYERS)
    seated(host, "Anke").move({"do": "place", "field": "castello", "tokens": [3]}, "1")
    (question,) = screen_of(host).get("/api/screen").json()["secret"]["questions"]
    assert "Anke" not in question and "Bernd" in question
    assert Browser(host).get("/api/code").headers["content-type"] == "image/svg+xml"  # for whoever watches


def test_of_a_sealed_choice_that_is_taken_back_the_hands_are_told_the_same_whatever_it_was(serve: Serve) -> None:
    told = []
    for name, field in (("one", "castello"), ("two", "cannaregio")):
        host = serve("doge", name)
        seated(host, "Anke").move({"do": "place", "field": field, "tokens": [3]}, "1")
        host.clerk.ask(lambda table: table.undo(agreed=True)).result()
        told.append(screen_of(host).get("/api/screen").json()["orders"])
    assert told[0] == told[1] and told[0]


@pytest.mark.parametrize("agreed", [True, False])
def test_a_sealed_choice_is_taken_back_only_if_the_table_agrees(serve: Serve, agreed: bool) -> None:
    host = serve("doge")
    anke, screen = seated(host, "Anke"), screen_of(host)
    anke.move({"do": "place", "field": "castello", "tokens": [3]}, "1")
    last = anke.view()["undo"]
    assert last["agree"] and "castello" not in last["say"]
    assert anke.post("/api/undo", {"moment": last["moment"]}).status_code == 202
    assert anke.view()["undo-asked"] and anke.view()["moves"] == 1
    (wish,) = screen.get("/api/screen").json()["wishes"]
    assert "Anke" in wish["say"] and "castello" not in wish["say"].casefold()
    assert screen.post("/api/confirm", {"code": wish["code"], "yes": agreed}).json() == {"done": True}
    assert anke.view()["moves"] == (0 if agreed else 1) and not anke.view()["undo-asked"]
    assert anke.view()["undo-denied"] is not agreed
    assert screen.post("/api/confirm", {"code": wish["code"], "yes": True}).status_code == 404


def test_the_table_is_asked_about_a_move_that_everybody_saw_by_its_name(serve: Serve) -> None:
    host = serve("venedig")
    anke, screen = seated(host, "Anke"), screen_of(host)
    anke.move({"do": "drain", "fields": ["a1"]}, "1")
    last = anke.view()["undo"]
    assert last["agree"] and anke.post("/api/undo", {"moment": last["moment"]}).status_code == 202
    (wish,) = screen.get("/api/screen").json()["wishes"]
    assert wish["kind"] == "undo" and "drain a1" in wish["say"]


def test_a_wish_to_take_back_is_gone_when_the_table_has_gone_on(serve: Serve) -> None:
    host = serve("doge")
    anke, bernd = seated(host, "Anke"), seated(host, "Bernd")
    anke.move({"do": "place", "field": "castello", "tokens": [3]}, "1")
    anke.post("/api/undo", {"moment": anke.view()["undo"]["moment"]})
    bernd.move({"do": "place", "field": "castello", "tokens": [2]}, "2")
    assert bernd.view()["moves"] == 2  # the clerk has told it by now
    assert screen_of(host).get("/api/screen").json()["wishes"] == [] and anke.view()["undo"] is None


def test_the_language_is_the_phones_and_can_be_changed(serve: Serve) -> None:
    browser = Browser(serve(), "de-AT,de;q=0.9")
    assert 'lang="de"' in browser.get("/").text and "Für die Hände" in browser.get("/").text
    assert browser.get("/?lang=en").status_code == 303
    assert "For the hands" in browser.get("/").text


@pytest.mark.parametrize("path", ["/", "/seat"])
def test_what_a_move_brought_is_read_out(serve: Serve, path: str) -> None:
    page = Browser(serve()).get(path).text
    assert all(re.search(f'id="{part}" aria-live="polite"', page) for part in ("asked", "orders", "news", "reveal"))


def test_the_picture_is_the_board_of_the_moment(serve: Serve) -> None:
    host = serve()
    browser = Browser(host)
    before = browser.get("/api/pieces.svg").text
    assert before.startswith("<svg")
    seated(host, "Anke").move({"do": "bid", "amount": 3}, "1")
    after = browser.get("/api/pieces.svg").text
    assert after != before
    ground = browser.get("/api/ground.svg")  # once; then the browser has it
    assert ground.text.startswith("<svg") and len(ground.text) > 3 * len(after)
    known = browser.http.get("/api/ground.svg", headers={"If-None-Match": ground.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")


@pytest.mark.parametrize("game", ["doge", "canaletto", "venedig", "venetia", FIFTH])
def test_what_phones_are_offered_can_be_played(serve: Serve, game: str) -> None:
    """Only what the phones were sent is played; every step list leads to one move."""
    host, chance = serve(game), random.Random(5)
    assert Browser(host).get("/api/places").json()["size"]
    phones = {seat: seated(host, seat) for seat in PLAYERS}
    for n in range(40):
        asked = phones["Anke"].view()["asked"]
        if not asked:
            break
        by = str(asked[0]["by"])
        choices = phones[by].view()["choices"][0]
        assert choices["by"] == by and choices["moves"]
        paths = [tuple(one["path"]) for one in choices["moves"]]
        assert len(set(paths)) == len(paths), "two moves behind the same steps"
        chosen = chance.choice(moves_of(choices))
        assert phones[by].move(chosen, str(n), choices["turn"]).status_code == 200


def test_a_refusal_leads_to_the_site_that_the_kit_names(serve: Serve) -> None:
    """Without one the host's own page of rules tells it, which needs no internet."""
    serve("canaletto")
    table = venice_pnp.open_table("served").keeper
    lead_to(table, "https://example.org/venice/")  # as `host --site` does
    told = Teller(table, "de").meant(PLAYERS[0], "0")["refused"]
    assert told["page"] == f"https://example.org/venice/de/canaletto/rules.html#{told['rule']}"
    with pytest.raises(WrongWish, match="an address begins with https"):
        lead_to(table, "example.org")


# --- a word before a bot moves --------------------------------------------------------------------------------------
def before_claudia(serve: Serve) -> Host:
    """Anke has the turn, with gold for a point; Claudia, a bot, has a campo to build in it."""
    gold: dict[str, Any] = {"tiles": {"Anke": {"swamp": ["hidden"] * 3}}, "drained": ["a1", "a2", "a4"]}
    out = {"out": {"Claudia": {"campo": 2}}, "builders": {"campo": "Claudia"}}
    start = {"turn": "Anke", "hands": {"Anke": {"campo": 1, "casa": 4}}, **out, **gold}
    host = serve("venedig", start=start, bots={"Claudia": "easy"})
    assert seated(host, "Anke").move({"do": "play", "cards": {"campo": 1}}, "1").status_code == 200
    return host


def built(host: Host) -> bool:
    """Has the bot built, once it has had the time to?"""
    for _ in range(15):
        if any(step.move.get("do") == "build" for step in host.clerk.ask(lambda table: table.steps).result(30)):
            return True
        time.sleep(0.1)
    return False


def test_a_bot_waits_for_whoever_may_halt_before_it_builds(serve: Serve) -> None:
    host = before_claudia(serve)
    anke = seated(host, "Anke")
    view = anke.view()
    assert view["asked"] == [{"by": "Anke", "question": view["asked"][0]["question"]}]
    assert "Claudia is about to build (campo)" in view["asked"][0]["question"] and not built(host)
    assert {"by": "Anke", "do": "halt", "before": "Claudia"} in moves_of(view["choices"][0])
    assert anke.move({"do": "halt", "before": "Claudia"}, "2").status_code == 200
    assert built(host) and anke.view()["asked"][0]["by"] == "Anke"  # who may exchange now


@pytest.mark.parametrize("who", ["phone", "screen"])
def test_a_bot_is_let_go_by_whoever_has_the_word_or_by_the_screen(serve: Serve, who: str) -> None:
    host = before_claudia(serve)
    at = screen_of(host) if who == "screen" else seated(host, "Anke")
    first = at.get("/api/screen").json()["first"]
    assert (first["seat"], first["bot"]) == ("Anke", "Claudia") and not built(host)
    assert at.post("/api/let", {"moment": first["moment"] - 1}).status_code == 409 and not built(host)
    assert at.post("/api/let", {"moment": first["moment"]}).status_code == 200 and built(host)
    assert at.post("/api/let", {"moment": first["moment"]}).status_code in (403, 409)  # a second tap
    assert at.get("/api/screen").json()["first"] is None


def test_nobody_else_lets_a_bot_go(serve: Serve) -> None:
    host = before_claudia(serve)
    moment = screen_of(host).get("/api/screen").json()["first"]["moment"]
    for stranger in (seated(host, "Bernd"), Browser(host)):
        assert stranger.post("/api/let", {"moment": moment}).status_code == 403
    assert not built(host)

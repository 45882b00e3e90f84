"""Who gets a seat, and who may ask at all."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

import venice_pnp
from tests.host.browser import served
from tests.host.conftest import ADDRESS, ORIGIN, PLAYERS, Browser, screen_of, seated
from tests.host.servers import wait_for
from venice_pnp.host.addresses import chosen_from
from venice_pnp.host.guard import Guard
from venice_pnp.host.phones import Phone, Phones
from venice_pnp.host.server import Host
from venice_pnp.kit.limits import BURST, OF_ADDRESS, REQUEST, STREAMS_OF_ADDRESS
from venice_pnp.referee.pins import FREE

Serve = Callable[..., Host]


def test_a_phone_sits_down_when_the_table_has_confirmed_it(serve: Serve) -> None:
    host = serve()
    screen, phone = screen_of(host), Browser(host)
    assert phone.get("/api/seat").status_code == 401
    link = host.phones.link("Anke")
    assert phone.get(f"/join/{link}").status_code == 200  # looking at a link does not use it
    assert phone.post("/api/join", {"link": link}).status_code == 200
    assert phone.view()["state"] == "waiting"
    (wish,) = screen.get("/api/screen").json()["wishes"]
    assert (wish["seat"], wish["code"]) == ("Anke", phone.view()["code"]) and str(wish["code"]) in wish["say"]
    assert screen.post("/api/confirm", {"code": wish["code"], "yes": True}).json() == {"done": True}
    assert phone.view()["me"]["name"] == "Anke"
    assert screen.get("/api/screen").json()["taken"] == ["Anke"]


def test_a_link_works_once(serve: Serve) -> None:
    host = serve()
    link = host.phones.link("Anke")
    assert Browser(host).post("/api/join", {"link": link}).status_code == 200
    late = Browser(host)
    assert late.post("/api/join", {"link": link}).status_code == 410
    assert late.get("/api/seat").status_code == 401
    assert host.phones.link("Anke") != link


def test_only_a_screen_sees_links_and_confirms(serve: Serve) -> None:
    host = serve()
    stranger, phone = Browser(host), Browser(host)
    phone.post("/api/join", {"link": host.phones.link("Anke")})
    shown = stranger.get("/api/screen").json()
    assert "links" not in shown and "wishes" not in shown
    assert phone.post("/api/confirm", {"code": phone.view()["code"], "yes": True}).status_code == 403
    assert phone.get("/api/code/Bernd").status_code == 404
    assert screen_of(host).get("/api/code/Bernd").headers["content-type"] == "image/svg+xml"
    assert "set-cookie" not in Browser(host).get("/screen/guessed").headers


def test_a_lost_phones_seat_goes_to_another_by_the_tables_agreement(serve: Serve) -> None:
    host = serve()
    lost = seated(host, "Anke")
    found = seated(host, "Anke")
    assert lost.get("/api/seat").status_code == 401
    assert found.view()["me"]["name"] == "Anke"
    sent_away = Browser(host)
    sent_away.post("/api/join", {"link": host.phones.link("Anke")})
    assert asyncio.run(host.decide(sent_away.view()["code"], False))
    assert sent_away.get("/api/seat").status_code == 401 and found.view()["state"] == "seated"


def test_a_phone_that_is_gone_leaves_its_code_on_the_big_screen(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("venice_pnp.host.server.AWAY", 0.05)
    host = serve()
    seated(host, "Anke")
    phone = Phone("Anke", 0, True)
    shown = screen_of(host)

    async def listens_and_goes() -> None:
        stream = host._heard_by(phone)
        await anext(stream)
        assert host.away == []
        await stream.aclose()
        assert host.away == []  # it may be a reload
        rung = host.bell.version
        await asyncio.sleep(0.2)
        assert (host.away, host.bell.version) == (["Anke"], rung + 1)

    asyncio.run(listens_and_goes())
    assert shown.get("/api/screen").json()["away"] == ["Anke"]
    assert "away" not in Browser(host).get("/api/screen").json()


def test_a_seat_with_a_pin_asks_for_it(serve: Serve) -> None:
    host = serve()
    host.clerk.ask(lambda table: table.set_pin("Anke", "2718")).result()
    phone, link = Browser(host), host.phones.link("Anke")
    assert phone.post("/api/join", {"link": link}).status_code == 409
    assert phone.post("/api/join", {"link": link, "pin": "2718"}).status_code == 200


def test_seats_and_screens_outlive_the_server_but_no_token_is_on_the_disk(serve: Serve, tmp_path: Path) -> None:
    host = serve()
    anke, screen = seated(host, "Anke"), screen_of(host)
    token = anke.http.cookies[host.cookie]
    again = Host("served", ADDRESS)
    anke.serve(again)
    screen.serve(again)
    assert anke.view()["me"]["name"] == "Anke"
    assert screen.get("/api/screen").json()["may"]
    again.close()
    kept = list(tmp_path.rglob("phones/*.json"))
    assert kept and not any(token.encode() in file.read_bytes() for file in kept)


def test_a_seat_with_a_pin_asks_for_it_again_when_the_server_is_started_anew(serve: Serve) -> None:
    host = serve()
    host.clerk.ask(lambda table: table.set_pin("Anke", "2718")).result()
    phone = Browser(host)
    phone.post("/api/join", {"link": host.phones.link("Anke"), "pin": "2718"})
    assert asyncio.run(host.decide(phone.view()["code"], True)) and phone.view()["state"] == "seated"
    again = Host("served", ADDRESS)
    phone.serve(again)
    bid = {"id": "1", "turn": 0, "move": {"do": "bid", "amount": 3}}
    assert phone.view() == {"state": "locked", "seat": "Anke"} and again.phones.taken == ["Anke"]
    assert phone.post("/api/move", bid).status_code == 403 == phone.post("/api/try", bid).status_code
    assert phone.post("/api/unlock", {"pin": "1"}).status_code == 409 and phone.view()["state"] == "locked"
    assert Browser(again).post("/api/unlock", {"pin": "2718"}).status_code == 403
    assert phone.post("/api/unlock", {"pin": "2718"}).status_code == 200
    assert phone.view()["me"]["name"] == "Anke" and phone.post("/api/move", bid).status_code == 200
    again.close()


def test_tokens_are_long_hidden_from_scripts_and_kept_from_other_sites(serve: Serve) -> None:
    host = serve()
    cookie = Browser(host).post("/api/join", {"link": host.phones.link("Anke")}).headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    assert len(cookie.partition("=")[2].partition(";")[0]) >= 22  # 128 bits, six a character
    assert len({Phones(["Anke"]).screen for _ in range(50)}) == 50


@pytest.mark.parametrize("path", ["/", "/seat", "/rules", "/api/screen", "/page/host.css"])
def test_every_answer_is_strict(serve: Serve, path: str) -> None:
    browser = Browser(serve())
    answer = browser.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
    assert browser.http.get(path, headers={"Host": "evil.example:8770"}).status_code == 421
    if answer.headers["content-type"].startswith("text/html"):
        assert "<script>" not in answer.text and "http://" not in answer.text and "[[" not in answer.text


def test_a_move_needs_token_origin_form_and_size(serve: Serve) -> None:
    host = serve()
    phone, stranger = seated(host, "Anke"), Browser(host)
    move = {"id": "1", "turn": 0, "move": {"do": "bid", "amount": 3}}
    assert stranger.post("/api/move", move).status_code == 403
    assert phone.post("/api/move", move, Origin="http://evil.example").status_code == 403
    assert phone.http.post("/api/move", json=move).status_code == 403
    assert (
        phone.http.post("/api/move", content="{}", headers={**ORIGIN, "Content-Type": "text/plain"}).status_code == 415
    )
    assert phone.post("/api/move", {**move, "id": "x" * REQUEST}).status_code == 413
    assert (
        phone.http.post(
            "/api/move", content="[" * 900, headers={**ORIGIN, "Content-Type": "application/json"}
        ).status_code
        == 400
    )
    assert phone.post("/api/move", {**move, "move": {"by": "Bernd", "do": "pass"}}).status_code == 403
    assert phone.post("/api/move", move).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "length", "code"),
    [
        ("/api/join", r'{"link": "\ud800"}', "", 410),
        ("/api/meant", r'{"by": "Anke", "line": "\ud800"}', "", 403),
        ("/api/move", r'{"id": "\ud800", "turn": 0, "move": {"do": "\ud800"}}', "", 400),
        ("/api/join", "{}", "9" * 5000, 413),
    ],
)
def test_no_request_is_answered_with_an_error_of_ours(
    serve: Serve, path: str, body: str, length: str, code: int
) -> None:
    """Half a character, and a length of thousands of digits, were."""
    headers = {**ORIGIN, "Content-Type": "application/json"} | ({"Content-Length": length} if length else {})
    phone = seated(serve(), "Anke")
    assert phone.http.post(path, content=body, headers=headers).status_code == code


def test_who_asks_without_end_has_to_wait() -> None:
    now = [0.0]
    guard = Guard(PlainTextResponse("here"), [ADDRESS], clock=lambda: now[0])
    browser = TestClient(guard, base_url=f"http://{ADDRESS}")
    codes = [browser.get("/").status_code for _ in range(int(BURST) + 1)]
    assert set(codes[:-1]) == {200} and codes[-1] == 429
    now[0] += 1
    assert browser.get("/").status_code == 200


def test_another_cookie_with_every_request_is_still_the_same_machine() -> None:
    guard = Guard(PlainTextResponse("here"), [ADDRESS], clock=lambda: 0.0)

    def refused(n: int) -> bool:
        headers = [(b"host", ADDRESS.encode()), (b"cookie", b"a=%d" % n)]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": headers, "client": ("192.168.1.9", 5000)}
        return guard.refusal(Request(scope)) is not None

    most = int(BURST) * OF_ADDRESS
    assert not any(refused(n) for n in range(most)) and refused(most)


def test_wrong_pins_sent_at_once_count_one_by_one(serve: Serve) -> None:
    host = serve()
    host.clerk.ask(lambda table: table.set_pin("Anke", "2718")).result()
    link = host.phones.link("Anke")
    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda n: Browser(host).post("/api/join", {"link": link, "pin": f"{n}"}), range(8)))
    assert {answer.status_code for answer in answers} == {409}
    waits = [answer for answer in answers if "seconds" in answer.json()["said"] or "wait" in answer.json()["said"]]
    assert len(waits) == 8 - FREE  # after so many, whoever comes has to wait
    late = Browser(host).post("/api/join", {"link": link, "pin": "2718"})
    assert late.status_code == 409 and host.phones.link("Anke") == link


def test_the_address_is_one_that_phones_can_reach() -> None:
    found = [("lo", "127.0.0.1"), ("wg0", "10.8.0.2"), ("eth0", "169.254.7.7"), ("tailscale0", "100.100.1.1")]
    assert chosen_from(found) == []
    assert chosen_from([*found, ("", "10.8.0.2")]) == []  # the tunnel's, found by another way
    both = [*found, ("eth0", "10.0.0.4"), ("wlan0", "192.168.1.5"), ("docker0", "172.17.0.1"), ("", "192.168.1.5")]
    assert chosen_from(both) == ["192.168.1.5", "10.0.0.4"]
    assert ADDRESS.startswith("127.")


def test_tunnels_and_bridges_are_known_by_what_the_system_says_of_them(tmp_path: Path) -> None:
    def interface(name: str, flags: str = "0x1003", kind: str = "1", *folders: str) -> None:
        (tmp_path / name).mkdir()
        for folder in folders:
            (tmp_path / name / folder).mkdir(parents=True)
        (tmp_path / name / "flags").write_text(f"{flags}\n")
        (tmp_path / name / "type").write_text(f"{kind}\n")

    interface("wlan0", "0x1003", "1", "device")
    interface("guard7", "0x10d1", "65534")  # a tunnel, whatever it is called
    interface("sly", "0x1003", "65534")
    interface("inside", "0x1003", "1", "bridge", "brif/pair")
    interface("house", "0x1003", "1", "bridge", "brif/pair", "brif/wlan0")
    names = ["wlan0", "guard7", "sly", "inside", "house", "gone"]
    found = [(name, f"192.168.{n}.5") for n, name in enumerate(names)]
    assert chosen_from(found, tmp_path) == ["192.168.0.5", "192.168.4.5", "192.168.5.5"]
    for name in ("nordlynx", "proton0", "CloudflareWARP", "ipsec0", "gpd0", "lxcbr0", "podman0", "cni0"):
        assert chosen_from([(name, "192.168.1.5")], tmp_path) == []


# --- too many --------------------------------------------------------------------------------------------------
def test_one_machine_does_not_hold_all_streams(serve: Serve) -> None:
    host = serve()

    async def listens(address: str) -> Any:
        scope = {"type": "http", "method": "GET", "path": "/api/bell", "headers": [], "client": (address, 5000)}
        return await host.doorbell(Request(scope))

    async def hears_nothing(*_: Any) -> Any:
        return {"type": "http.disconnect"}

    async def evening() -> None:
        mine = [await listens("192.168.1.9") for _ in range(STREAMS_OF_ADDRESS)]  # before the first of them listens
        assert {one.status_code for one in mine} == {200} and (await listens("192.168.1.9")).status_code == 503
        assert (await listens("192.168.1.5")).status_code == 200
        await mine[0]({"type": "http", "asgi": {"spec_version": "2.3"}}, hears_nothing, hears_nothing)  # who has gone
        assert (await listens("192.168.1.9")).status_code == 200

    asyncio.run(evening())


def test_one_machine_has_so_many_connections_and_half_a_request_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("venice_pnp.host.connections.CONNECTIONS_OF_ADDRESS", 3)
    venice_pnp.new_table("canaletto", PLAYERS, name="served", seed=7).keeper.journal.close()
    with served("served") as host, httpx.Client() as browser:
        name, _, port = host.address.partition(":")
        head = f"POST /api/join HTTP/1.1\r\nHost: {host.address}\r\nOrigin: http://{host.address}\r\n"
        body = f"{head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"

        def asks(sent: str = "") -> socket.socket:
            one = socket.create_connection((name, int(port)), timeout=9)
            one.sendall(sent.encode())
            return one

        def is_let_go(one: socket.socket) -> bool:
            with one, suppress(ConnectionResetError):
                return one.recv(1) == b""
            return True

        wait_for(int(port))
        held = [asks(), asks(), asks()]
        assert is_let_go(asks())  # at once, though the others have time
        for one in held:
            one.close()
        monkeypatch.setattr("venice_pnp.host.connections.SLOW", 0.2)
        assert all(is_let_go(asks(sent)) for sent in (head, body, ""))
        assert browser.get(host.url("/")).status_code == 200
    assert capfd.readouterr().err == ""


def test_a_phone_knows_that_an_older_copy_was_put_back(serve: Serve) -> None:
    host = serve()
    screen, phone = screen_of(host), seated(host, "Anke")
    assert Browser(host).get("/api/end").status_code == 401
    first = phone.get("/api/end").json()
    assert first["stands"] and screen.get("/api/screen").json()["doubted"] == []
    seen = f"{first['entry']} {first['hash']}"
    host.clerk.ask(lambda table: table.do(dict(next(iter(table.rules.legal(table.state, "Anke")))))).result()
    later = phone.http.get("/api/end", params={"seen": seen}).json()
    assert later["stands"] and later["entry"] > first["entry"]  # what was seen is still there, and more
    for gone in (f"{later['entry'] + 3} {later['hash']}", f"{later['entry']} {first['hash']}", "1", "9" * 500, "²"):
        assert not phone.http.get("/api/end", params={"seen": gone}).json()["stands"], gone
        assert screen.get("/api/screen").json()["doubted"] == ["Anke"]
    assert phone.http.get("/api/end", params={"seen": seen}).json()["stands"]
    assert screen.get("/api/screen").json()["doubted"] == []

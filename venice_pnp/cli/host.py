"""`host`: phones at the table, and the big screen."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

import segno

from venice_pnp.cli.desk import Call
from venice_pnp.cli.outlet import is_utf8
from venice_pnp.door.kits import with_site
from venice_pnp.host.addresses import HERE, home_addresses
from venice_pnp.host.server import Host, Server, bound
from venice_pnp.referee.table import Table
from venice_pnp.speech.trouble import NoTable
from venice_pnp.speech.words import Said, Speech

LONGEST_CODE, LONGEST_TYPED = 4, 1000  # characters


def serve(call: Call, port: int, local: bool, address: str, site: str = "") -> int:
    """Serves the table until Ctrl-C."""
    speech = Speech(call.lang, data=call.data)
    known = [] if local else home_addresses()
    if address and address not in known:
        raise NoTable("host.address-unknown", address=address, addresses=tuple(known) or HERE)
    chosen = address or next(iter(known), HERE)
    sockets = [_bound(one, port) for one in dict.fromkeys((chosen, HERE))]
    port = port or sockets[0].getsockname()[1]
    host = Host(call.table, f"{chosen}:{port}", call.data)
    try:
        if site:
            host.clerk.ask(lambda table: lead_to(table, site)).result()
        url = host.url(f"/screen/{host.phones.screen}")
        name = host.clerk.ask(lambda table: table.name).result()
        print(speech.say("host.serving", {"table": Said(name), "url": Said(url)}))
        if chosen != HERE:
            print(speech.say("host.warned"))
        elif not local:
            print(speech.say("host.only-here"))
        if len(known) > 1 and not address:
            print(speech.say("host.which-address", {"addresses": tuple(known)}))
        if is_utf8():  # elsewhere there are no letters to draw it with
            segno.make(url, micro=False).terminal(compact=True)
        print(speech.say("host.ends"), flush=True)
        names = [f"{one}:{port}" for one in dict.fromkeys((chosen, HERE, "localhost"))]
        with suppress(KeyboardInterrupt):
            asyncio.run(_evening(host, Server(host, names), sockets, speech))
    finally:
        host.close()
    return 0


def lead_to(table: Table, site: str) -> None:
    """Refusals lead to pages at this address, as if the kit named it."""
    table.kit = with_site(table.kit, site)


async def _evening(host: Host, server: Server, sockets: list[socket.socket], speech: Speech) -> None:
    """Serves, and lets whoever sits at this terminal answer what the table is asked."""
    loop = asyncio.get_running_loop()

    def hear(line: str) -> None:
        loop.call_soon_threadsafe(lambda: asyncio.ensure_future(_answered(host, line, speech)))

    if hasattr(signal, "SIGTTIN"):  # started in the background nothing is read, and nothing stops
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    threading.Thread(target=_read_lines, args=(hear,), daemon=True).start()
    telling = asyncio.create_task(_tell_wishes(host, speech))
    await server.serve(sockets)
    await telling


async def _tell_wishes(host: Host, speech: Speech) -> None:
    """Says each wish once, whenever the bell rings."""
    told: set[int] = set()
    async for _ in host.bell.stream():
        open_now = await host.wishes(speech)
        for wish in open_now:
            if wish["code"] not in told:
                print(wish["say"], speech.say("host.answer-here", {"code": wish["code"]}), flush=True)
        told = {wish["code"] for wish in open_now}


async def _answered(host: Host, line: str, speech: Speech) -> None:
    """`42` agrees, `-42` does not."""
    typed = line.strip()
    code = typed.removeprefix("-")
    if not typed:
        return
    done = code.isdecimal() and len(code) < LONGEST_CODE and await host.decide(int(code), not typed.startswith("-"))
    print(speech.say("host.answered" if done else "host.no-wish", {"code": Said(code)}), flush=True)


def _read_lines(hear: Callable[[str], None]) -> None:
    """What is typed here, line by line. Read without a buffer: whoever waits for one cannot be let go at the end."""
    rest = b""
    with suppress(OSError, ValueError, RuntimeError):  # no terminal, or the evening is over
        while chunk := os.read(sys.stdin.fileno(), 1024):
            *lines, rest = (rest + chunk)[-LONGEST_TYPED:].split(b"\n")
            for line in lines:
                hear(line.decode("utf-8", "replace"))


def _bound(address: str, port: int) -> socket.socket:
    try:
        return bound(address, port)
    except OSError:
        raise NoTable("host.port-taken", port=port) from None

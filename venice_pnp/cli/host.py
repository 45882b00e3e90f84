"""`host`: phones at the table, and the big screen."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import segno

from venice_pnp.cli.desk import Call
from venice_pnp.cli.outlet import is_utf8
from venice_pnp.host.addresses import HERE, home_addresses
from venice_pnp.host.server import Host, Server
from venice_pnp.speech.trouble import NoTable
from venice_pnp.speech.words import Said, Speech


def serve(call: Call, port: int, local: bool, address: str) -> int:
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
            asyncio.run(Server(host, names).serve(sockets))
    finally:
        host.close()
    return 0


def _bound(address: str, port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address, port))
    except OSError:
        made.close()
        raise NoTable("host.port-taken", port=port) from None
    return made

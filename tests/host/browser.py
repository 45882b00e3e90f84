"""A real browser, where there is one: several phones and a big screen at a table that is really served."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from venice_pnp.host.server import Host, Server, bound

MUST = os.environ.get("CI") == "true"


@contextmanager
def served(table: str) -> Iterator[Host]:
    """The table on a free port of this machine."""
    with bound("127.0.0.1", 0) as door:
        address = f"127.0.0.1:{door.getsockname()[1]}"
        host = Host(table, address)
        server = Server(host, [address])
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([door])), daemon=True)
        thread.start()
        try:
            yield host
        finally:
            server.should_exit = True
            thread.join(20)
            host.close()

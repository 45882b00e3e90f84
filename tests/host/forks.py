"""A server that can be killed cheaply: everything is loaded once, and each child that serves is forked from here.

Reads the name of a table, forks a child that serves it, and says its number; when it is gone,
reads the next.
"""

from __future__ import annotations

import asyncio
import os
import sys

from venice_pnp.host.server import Host, Server, bound


def serve(table: str, port: int) -> None:
    with bound("127.0.0.1", port) as door:
        address = f"127.0.0.1:{port}"
        asyncio.run(Server(Host(table, address), [address]).serve([door]))


def main(port: int) -> None:
    for line in sys.stdin:
        child = os.fork()
        if not child:
            serve(line.strip(), port)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""Under which address of this machine the phones at the table can reach it."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path

HERE = "127.0.0.1"
HOME_NETWORKS = [IPv4Network(net) for net in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
# Networks inside this machine, or through a tunnel: no phone at the table is in them. By how their names begin, for
# systems that tell nothing else …
TUNNELS = ("tun", "tap", "wg", "utun", "ppp", "ipsec", "gpd", "nordlynx", "proton", "CloudflareWARP", "tailscale", "zt")
INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "lxc", "podman", "cni", "lo")
# … and by what Linux says of them: what passes through this machine alone or through a tunnel has no wire and no radio.
NET = Path("/sys/class/net")
ETHERNET = "1"  # as the kernel numbers kinds of networks; Wi-Fi is one of them
POINT_TO_POINT = 0x10
SIOCGIFADDR = 0x8915


def home_addresses() -> list[str]:
    """The addresses of this machine in home networks, the likeliest first; never a tunnel's or a link-local one."""
    return chosen_from([*_by_interface(), *(("", address) for address in _by_name())])


def chosen_from(found: Iterable[tuple[str, str]], net: Path = NET) -> list[str]:
    """Of interfaces and addresses those that a phone may reach. An address whose interface is not known counts only if
    no interface that leads elsewhere has it."""
    rows = list(found)
    away = {address for name, address in rows if name.startswith(TUNNELS + INSIDE) or leads_elsewhere(net / name)}
    near = [address for _, address in rows if address not in away and _is_home(address)]
    return sorted(dict.fromkeys(near), key=lambda address: not address.startswith("192.168."))


def leads_elsewhere(interface: Path) -> bool:
    """Is it a tunnel, or a bridge between parts of this machine? Linux keeps that under `/sys/class/net`; a bridge that
    has a wire or a radio among its ports reaches the table."""

    def told(name: str) -> str:
        try:
            return (interface / name).read_text().strip()
        except OSError:  # it is gone, or this is no Linux
            return ""

    if (interface / "bridge").exists():
        return not any((interface.parent / port.name / "device").exists() for port in interface.glob("brif/*"))
    tunnel = int(told("flags") or "0", 16) & POINT_TO_POINT or (interface / "tun_flags").exists()
    return bool(tunnel) or told("type") not in ("", ETHERNET)


def _is_home(address: str) -> bool:
    return any(IPv4Address(address) in net for net in HOME_NETWORKS)


def _by_interface() -> list[tuple[str, str]]:
    if sys.platform != "linux":
        return []
    import fcntl  # not everywhere

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                row = fcntl.ioctl(asking.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # it has no address
                continue
            found.append((name, socket.inet_ntoa(row[20:24])))
    return found


def _by_name() -> list[str]:
    try:
        return [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []

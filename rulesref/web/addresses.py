"""Where phones find this machine (アドレス)."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import closing, suppress

#: Addresses that are reserved for examples: nothing is sent, the system only says by which way it would go.
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def addresses() -> list[str]:
    """The addresses of this machine that others may reach, the likeliest first; its own alone where it has no other."""
    found: list[str] = []
    for family, there in _ELSEWHERE:
        with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
            probe.connect((there, 9))
            found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [
            str(info[4][0])
            for info in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
        ]
    usable = [each for each in dict.fromkeys(found) if _reachable(each)]
    # Homes have IPv4; the other kind is long to type.
    return sorted(usable, key=lambda each: ":" in each) or ["127.0.0.1"]


def _reachable(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:  # with a zone, which no browser takes
        return False
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def is_alone(address: str) -> bool:
    """Whether nobody but this machine itself can open an address.

    >>> is_alone("127.0.0.1"), is_alone("192.0.2.7"), is_alone("laptop.example")
    (True, False, False)
    """
    with suppress(ValueError):  # a name
        return ipaddress.ip_address(address).is_loopback
    return address == "localhost"


def url(address: str, port: int) -> str:
    """How a browser is told.

    >>> url("192.0.2.7", 8017), url("2001:db8::7", 8017)
    ('http://192.0.2.7:8017', 'http://[2001:db8::7]:8017')
    """
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"

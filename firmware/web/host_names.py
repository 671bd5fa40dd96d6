"""The names by which browsers may ask this machine for the page."""

import socket
from collections.abc import Collection, Iterator

_NOWHERE = ("192.0.2.1", 9)  # an example address: looks up the route without sending anything
_HTTP, _HTTPS = 80, 443


def own_address() -> str:
    """Return this machine's address on its network; "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_NOWHERE)
        except OSError:
            return ""
        return str(asking.getsockname()[0])


class Names(Collection[str]):
    """Host names with the port, as browsers write them; the network can change the address."""

    def __init__(self, port: int, *, network: bool, secure: bool = False) -> None:
        self._port = "" if port == (_HTTPS if secure else _HTTP) else f":{port}"
        self._network = network

    def __iter__(self) -> Iterator[str]:
        hosts = ["127.0.0.1", "localhost"]
        if self._network:
            hosts += [f"{socket.gethostname().lower()}.local", own_address()]
        return iter([f"{host}{self._port}" for host in hosts if host])

    def __contains__(self, name: object) -> bool:
        return any(name == own for own in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def address(self) -> str:
        """The address for phones, such as 192.168.1.20:8080; "" without a network."""
        found = own_address() if self._network else ""
        return f"{found}{self._port}" if found else ""

"""The socket the workers listen on together."""

from __future__ import annotations

import errno
import os
import socket
from multiprocessing import reduction
from typing import Any

from corpus.errors import SettingsError

BACKLOG = 1024


class Shared(socket.socket):
    """A listening socket several workers accept from, one connection at a turn of the event loop.

    asyncio accepts all that wait at once, so of two idle workers the first awake would get the two
    hundred connections of a burst and the other none.
    """

    _accepted = False

    def accept(self) -> tuple[socket.socket, Any]:
        """A connection; every other call says that there is none."""
        self._accepted = not self._accepted
        if not self._accepted:
            raise BlockingIOError
        return super().accept()

    def __reduce__(self) -> tuple[Any, ...]:
        """How a worker is given it (``multiprocessing`` knows only plain sockets)."""
        plain = (self.family, self.type, self.proto)
        return _received, (reduction.DupFd(self.fileno()), *plain)


def _received(handle: Any, family: int, kind: int, protocol: int) -> Shared:
    return Shared(family, kind, protocol, fileno=handle.detach())


def bound(host: str, port: int) -> socket.socket:
    """The listening socket. Raises ``SettingsError`` when the place cannot be had."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise SettingsError(f"Адрес «{host}» не найден; обычно подходит 127.0.0.1.") from None
    family, kind, _, _, address = found[0]
    # TCP is named, so that asyncio turns Nagle's algorithm off. On Windows sockets are handed over
    # in another way, which only plain ones know.
    made = (socket.socket if os.name == "nt" else Shared)(family, kind, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise SettingsError(_why(host, port, error)) from None
    made.set_inheritable(True)
    return made


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Порт {port} занят; выберите другой: --port {port % 65535 + 1}, или --port 0."
    if error.errno == errno.EACCES:
        return f"Порт {port} не разрешён системой; выберите номер больше 1023: --port 8600."
    return f"Адрес {host}:{port} занять нельзя: {error.strerror}."

"""HTTP to a graph store: who asks, how long, how often; every failure in one Russian line.

Nothing here follows a redirect: the name and password go to the address that was given and to no
other. An answer is read up to a limit, so that no server can fill the memory.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from requests.auth import HTTPBasicAuth
from urllib3 import BaseHTTPResponse
from urllib3.connectionpool import ConnectionPool
from urllib3.exceptions import HTTPError, ReadTimeoutError
from urllib3.util import Retry

from corpus.errors import QueryError, ServerError, SettingsError

LIMIT = 256 * 1024**2
"""Bytes of an answer that are read."""
CONNECT = 10.0
"""Seconds a server has to take a connection."""
TRIES = 4
"""How often a request is repeated when nobody answers, or the server asks to come later."""
AGAIN = (429, 502, 503, 504)
"""Statuses that say: later."""
PATIENCE = 60
"""Seconds between two tries at most, whatever ``Retry-After`` says."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_DIRECT = {"http": "", "https": "", "all": ""}  # no proxy stands between us and this machine
_SAID = 200  # characters of a server's own words that are repeated


@dataclass(frozen=True, slots=True)
class Access:
    """How a server is spoken to; ``timeout`` is seconds of silence during one request."""

    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: Path | None = None
    timeout: float = 300.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the status, the media type without parameters, the bytes."""

    status: int
    media: str
    body: bytes = field(repr=False)

    @property
    def done(self) -> bool:
        """Whether the server did what it was asked."""
        return 200 <= self.status < 300


class _Patient(Retry):
    """Repeats what nobody answered, but not what was waited for in vain."""

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: BaseHTTPResponse | None = None,
        error: Exception | None = None,
        _pool: ConnectionPool | None = None,
        _stacktrace: TracebackType | None = None,
    ) -> Self:
        if isinstance(error, ReadTimeoutError):
            raise error
        return super().increment(method, url, response, error, _pool, _stacktrace)


def _adapter(again: bool) -> HTTPAdapter:
    """Requests that may be done twice are repeated; others only while they have not arrived."""
    return HTTPAdapter(
        max_retries=_Patient(
            total=TRIES,
            read=TRIES if again else 0,
            status_forcelist=AGAIN if again else (429, 503),
            allowed_methods=None,
            backoff_factor=0.3,
            backoff_max=PATIENCE,
            retry_after_max=PATIENCE,
            raise_on_status=False,
            redirect=False,
        )
    )


def _as_given(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """No name and password; without this ``requests`` would look for some in ``~/.netrc``."""
    return request


def _basic(user: str, password: str) -> HTTPBasicAuth:
    """Basic authentication in UTF-8 (RFC 7617); requests itself writes names in Latin-1."""
    return HTTPBasicAuth(user.encode(), password.encode())


class Client:
    """Requests to one service. Raises ``ServerError`` whenever there is no proper answer."""

    def __init__(self, access: Access) -> None:
        if access.ca is not None and not access.ca.exists():
            raise SettingsError(f"Файла сертификатов нет: {access.ca}.")
        self.access = access
        self._sessions = {again: self._session(again) for again in (True, False)}

    def _session(self, again: bool) -> requests.Session:
        session = requests.Session()
        adapter = _adapter(again)
        session.mount("http://", adapter)
        session.mount("https://", adapter)
        session.headers.update({"User-Agent": "pravila", "Accept-Encoding": "identity"})
        session.auth = _as_given
        if self.access.user is not None:
            session.auth = _basic(self.access.user, self.access.password or "")
        return session

    def send(
        self,
        method: str,
        url: str,
        data: bytes | Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        again: bool = True,
        seconds: float | None = None,
        expected: tuple[int, ...] = (),
    ) -> Reply:
        """The answer to one request.

        ``again``: whether it may be done twice. ``seconds``: for the whole of the answer. A status
        that is neither success nor ``expected`` becomes a ``ServerError``.
        """
        silence = self.access.timeout if seconds is None else min(seconds, self.access.timeout)
        host = urlsplit(url).netloc
        started = time.monotonic()
        try:
            with self._sessions[again].request(
                method,
                url,
                data=data,
                headers=dict(headers or {}),
                timeout=(min(CONNECT, silence), silence),
                proxies=_DIRECT if urlsplit(url).hostname in LOOPBACK else None,
                verify=None if self.access.ca is None else str(self.access.ca),
                allow_redirects=False,
                stream=True,
            ) as response:
                body = bytearray()
                while piece := response.raw.read1(65536):
                    body += piece
                    if len(body) > LIMIT:
                        raise QueryError(
                            f"Ответ сервера {host} больше {LIMIT >> 20} МБ: сузьте запрос."
                        )
                    if seconds is not None and time.monotonic() - started > seconds:
                        raise requests.ReadTimeout
                media = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
                reply = Reply(response.status_code, media, bytes(body))
                where = response.headers.get("Location", "")
        except (requests.RequestException, HTTPError) as error:
            self._failed(error, host)
        if reply.done or reply.status in expected:
            return reply
        self.refuse(reply, url, where)

    def _failed(self, error: requests.RequestException | HTTPError, host: str) -> NoReturn:
        """Nothing came back: say why."""
        if isinstance(error, requests.exceptions.SSLError):
            raise ServerError(
                f"Сертификату сервера {host} нет доверия: укажите файл своих сертификатов --ca."
            ) from error
        if isinstance(error, requests.exceptions.ProxyError):
            raise ServerError(f"До сервера {host} не пускает посредник (прокси).") from error
        if isinstance(error, ReadTimeoutError | requests.ReadTimeout):
            raise ServerError(
                f"Сервер {host} не ответил вовремя: повторите позже или дайте больше времени."
            ) from error
        if isinstance(error, requests.exceptions.InvalidURL | requests.exceptions.InvalidSchema):
            raise SettingsError(f"Адрес сервера написан неверно: {host}.") from error
        if isinstance(
            error, requests.exceptions.ConnectTimeout | requests.exceptions.ConnectionError
        ):
            raise ServerError(
                f"Сервер {host} не отвечает: проверьте адрес и запущен ли он."
            ) from error
        raise ServerError(f"Обмен с сервером {host} прерван: повторите.") from error

    def refuse(self, reply: Reply, url: str, where: str = "") -> NoReturn:
        """Raise what a status that means "no" says to a person."""
        host = urlsplit(url).netloc
        if 300 <= reply.status < 400:
            raise ServerError(f"Сервер {host} отсылает на {where or 'другой адрес'}: укажите его.")
        known = {
            401: f"Сервер {host} не принял имя и пароль: параметр --user и переменная "
            "PRAVILA_SPARQL_PASSWORD.",
            403: f"Сервер {host} этого не разрешает: нужны права или он только для чтения.",
            404: f"По адресу {url} ничего нет: проверьте --url.",
            405: f"Сервер {host} только для чтения или адрес {url} не тот.",
            413: f"Сервер {host} не принимает столько данных сразу.",
            507: f"На сервере {host} кончилось место.",
        }
        if reply.status in known:
            raise ServerError(known[reply.status])
        if reply.status in AGAIN:
            raise ServerError(
                f"Сервер {host} занят или недоступен ({reply.status}): повторите позже."
            )
        raise ServerError(f"Сервер {host} ответил отказом {reply.status}{said(reply)}.")


def said(reply: Reply) -> str:
    """The server's own words in brackets, short, on one line; nothing for a page of HTML."""
    if reply.media == "text/html" or not reply.body:
        return ""
    text = reply.body[:4096].decode("utf-8", "replace")
    line = re.sub(r"\s+", " ", text).strip()
    return f" ({line[:_SAID].rstrip('. ')})" if line else ""

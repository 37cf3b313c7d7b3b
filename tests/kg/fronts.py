"""What stands before a server in life: a front that wants a password, limits sizes, is busy, speaks
TLS, sends elsewhere; and a wire that breaks."""

import base64
import contextlib
import http.client
import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit


@dataclass
class Rules:
    """What a front does; it counts what it saw."""

    to: str
    user: str | None = None
    largest: int | None = None
    busy: int = 0
    moved: str | None = None
    forget: str | None = None
    """Part of a request's body whose answer is lost on the way, once."""
    busy_with: str | None = None
    """A method that is answered "later" for ever."""
    waiting: bool = False
    """Whether somebody has met that."""
    authorizations: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)


def handler(rules: Rules) -> type[BaseHTTPRequestHandler]:
    class Front(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(
            self, status: int, body: bytes = b"", headers: list[tuple[str, str]] | None = None
        ) -> None:
            self.send_response(status)
            for name, value in headers or []:
                if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            given = self.headers.get("Authorization", "")
            rules.authorizations.append(given)
            if rules.moved:
                self.answer(307, headers=[("Location", rules.moved)])
            elif rules.user and given != basic(rules.user):
                self.answer(401, b"who?", [("WWW-Authenticate", "Basic")])
            elif self.command == rules.busy_with:
                rules.waiting = True
                self.answer(503, b"later", [("Retry-After", "1")])
            elif rules.busy:
                rules.busy -= 1
                self.answer(503, b"later", [("Retry-After", "0")])
            elif rules.largest is not None and len(body) > rules.largest:
                self.answer(413, b"<html>too large</html>", [("Content-Type", "text/html")])
            else:
                rules.bodies.append(body)
                to = urlsplit(rules.to)
                server = http.client.HTTPConnection(to.netloc, timeout=60)
                headers = {k: v for k, v in self.headers.items() if k.lower() != "host"}
                server.request(self.command, to.path + self.path, body, headers)
                reply = server.getresponse()
                content = reply.read()
                server.close()
                if rules.forget and rules.forget.encode() in body:
                    rules.forget = None
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                self.answer(reply.status, content, reply.getheaders())

        do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = pass_on

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Front


def basic(user: str) -> str:
    return "Basic " + base64.b64encode(user.encode()).decode()


@contextlib.contextmanager
def front(rules: Rules, certificate: Path | None = None) -> Iterator[str]:
    """A front of a server; its address."""
    with serving(handler(rules), certificate) as url:
        yield url


@contextlib.contextmanager
def serving(kind: type[BaseHTTPRequestHandler], certificate: Path | None = None) -> Iterator[str]:
    """A small server of one's own; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    server.daemon_threads = True
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def breaking(to: str, after: int) -> Iterator[str]:
    """A wire to a server that lets so many bytes of each connection through and then breaks."""
    goal = (urlsplit(to).hostname, urlsplit(to).port)
    listening = socket.create_server(("127.0.0.1", 0))

    def back(server: socket.socket, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)

    def carry(client: socket.socket) -> None:
        left = after
        with client, socket.create_connection(goal) as server, contextlib.suppress(OSError):
            threading.Thread(target=back, args=(server, client), daemon=True).start()
            while left > 0 and (data := client.recv(min(65536, left))):
                server.sendall(data)
                left -= len(data)
            for one in (client, server):
                one.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = listening.accept()
                threading.Thread(target=carry, args=(client,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}{urlsplit(to).path}"
    finally:
        listening.close()

"""What goes wrong, told as RFC 9457 ``application/problem+json`` with one Russian line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Scope

from api.parameters import WRITTEN
from corpus import incident
from corpus.errors import (
    LibraryError,
    NotFoundError,
    PravilaError,
    QueryError,
    ReadingError,
    ServerError,
    SettingsError,
)

MEDIA_TYPE = "application/problem+json"
STATUS_OF: tuple[tuple[type[PravilaError], int], ...] = (
    (NotFoundError, 404),
    (QueryError, 422),
    (ReadingError, 422),
    (SettingsError, 422),
    (LibraryError, 503),
    (ServerError, 503),
)
"""The answer each kind of error becomes; the first that fits is taken."""
_SAID = {
    400: "Запрос не понят.",
    404: "Такого адреса нет: список – /openapi.json.",
    405: "Этот способ обращения здесь не годится.",
    406: "В таком виде ответа нет.",
    408: "Запрос пришёл не целиком.",
    413: "Запрос слишком велик.",
    414: "Адрес запроса слишком длинный.",
    415: "Такой вид данных не принимается.",
    429: "Слишком много запросов.",
    500: "Внутренняя ошибка.",
    503: "Сервер занят.",
}


class Problem(BaseModel):
    """Что не так и что делать (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str = Field("about:blank", description="Вид ошибки.")
    title: str = Field(description="Название по коду ответа, по-английски.")
    status: int = Field(description="Код ответа.", examples=[404])
    detail: str = Field(description="Одна строка по-русски: что не так и что делать.")
    incident: str | None = Field(
        None, description="Код неожиданной ошибки; подробности под ним – в журнале сервера."
    )


class Refusal(Exception):
    """A request is refused for a reason of this face: ``status``, the Russian line, headers."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})


def problem(
    status: int, detail: str = "", headers: Mapping[str, str] | None = None, **more: Any
) -> Response:
    """The answer for a refusal; ``more`` are members of the document besides the standard ones."""
    said = detail or _SAID.get(status, "Запрос не выполнен.")
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": " ".join(said.split()),
        **more,
    }
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(body), status, kept, MEDIA_TYPE)


def of_error(error: Exception) -> Response:
    """The answer for any error. What nobody foresaw is written to the log under a code."""
    if isinstance(error, Refusal):
        return problem(error.status, error.detail, error.headers)
    if isinstance(error, PravilaError):
        status = next((code for kind, code in STATUS_OF if isinstance(error, kind)), 422)
        wait = {"Retry-After": "5"} if status == 503 else None
        return problem(status, _addressed(str(error)), wait)
    if isinstance(error, ClientDisconnect):  # nobody is left to read this
        return problem(400)
    found = incident.record(error)
    said = f"Внутренняя ошибка {found.code}: сообщите этот код тому, кто ведёт сервер."
    return problem(500, said, incident=found.code)


_COMMANDS = (
    (re.compile(r"pravila law (?=[0-9])"), "/v1/laws/"),
    (re.compile(r"список – pravila units"), "список – /v1/documents/{document}"),
    (re.compile(r"pravila documents"), "/v1/documents"),
)


def _addressed(said: str) -> str:
    """Advice that names a command, with the address that answers the same here."""
    for command, address in _COMMANDS:
        said = command.sub(address, said)
    return said


def _where(place: tuple[Any, ...]) -> str:
    return ".".join(str(part) for part in place[1:]) or str(place[0])


_WRONG = {
    "missing": "не указано",
    "extra_forbidden": "такого параметра нет",
    "repeated": "указано не один раз",
    "string_too_short": "пусто",
    "string_too_long": "слишком длинно, можно не больше {max_length} знаков",
    "string_pattern_mismatch": "не так написано",
    "int_parsing": "нужно целое число",
    "bool_parsing": "нужно true или false",
    "greater_than_equal": "слишком мало, нужно не меньше {ge}",
    "less_than_equal": "слишком много, можно не больше {le}",
    "json_invalid": "это не JSON",
    "too_long": "слишком много значений, можно не больше {max_length}",
    "literal_error": "такого значения нет",
    "enum": "такого значения нет",
}


def _what(one: Mapping[str, Any]) -> str:
    """What is wrong with a parameter, and how it is written rightly."""
    known: Mapping[str, Any] = one.get("ctx", {})
    if one["type"] == "value_error":  # a check of ours, which says so itself
        return str(known["error"]).rstrip(".")
    said = _WRONG.get(one["type"], "неверно").format_map(known)
    rightly = WRITTEN.get(str(known.get("pattern")))
    return f"{said}, {rightly}" if rightly else said


def _of_parameters(error: RequestValidationError) -> Response:
    wrong = [{"where": _where(one["loc"]), "what": _what(one)} for one in error.errors()]
    said = "; ".join(f"{one['where']}: {one['what']}" for one in wrong[:5])
    return problem(422, f"Запрос неверен – {said}.", errors=wrong[:20])


def register(app: FastAPI, routes: Sequence[BaseRoute]) -> None:
    """Make the application, which has these ``routes``, answer every error with a problem."""

    async def refused(request: Request, error: Exception) -> Response:
        return of_error(error)

    async def unknown(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            methods = ", ".join(_methods(routes, request.scope))
            return problem(405, f"{_SAID[405][:-1]}: есть {methods}.", {"Allow": methods})
        return problem(error.status_code, headers=error.headers)

    async def wrong(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return _of_parameters(error)

    app.add_exception_handler(Exception, refused)
    app.add_exception_handler(PravilaError, refused)
    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(HTTPException, unknown)
    app.add_exception_handler(RequestValidationError, wrong)


def _methods(routes: Sequence[BaseRoute], scope: Scope) -> list[str]:
    """The methods of all routes of an address; the framework tells those of the first alone."""
    fitting = [route for route in routes if route.matches(scope)[0] is not Match.NONE]
    return sorted({method for route in fitting for method in getattr(route, "methods", ())})


def documented(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of a route: these refusals, and those any route may give."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    every = sorted({*codes, 400, 408, 413, 414, 422, 429, 500, 503})
    return {
        code: {"description": _SAID.get(code, "Запрос неверен."), "content": content}
        for code in every
    }

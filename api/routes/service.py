"""Routes about the server itself: alive, ready, counts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api import metrics, page, shapes
from api.answers import GENERATION, JSON, desk_of
from api.parameters import NoneAsked
from api.problems import Refusal, documented

router = APIRouter(tags=["Сервер"])


@router.get("/", include_in_schema=False)
async def home(request: Request) -> Response:
    """What can be asked, for people."""
    headers = {"Content-Security-Policy": page.POLICY, "Cache-Control": "max-age=300"}
    said = page.page(request.app.openapi())
    return Response(said, 200, headers, "text/html; charset=utf-8")


@router.get(
    "/health",
    operation_id="isAlive",
    summary="Жив ли сервер",
    response_model=None,
    responses={200: {"model": shapes.Alive}, **documented()},
)
async def health(request: Request, asked: Annotated[NoneAsked, Query()]) -> Response:
    """Отвечает, пока процесс жив."""
    return Response(b'{"status":"ok"}', 200, {"Cache-Control": "no-store"}, JSON)


@router.get(
    "/ready",
    operation_id="isReady",
    summary="Готов ли сервер отвечать",
    response_model=None,
    responses={200: {"model": shapes.Serving}, **documented()},
)
async def ready(request: Request, asked: Annotated[NoneAsked, Query()]) -> Response:
    """Открыта ли библиотека, и какая её сборка."""
    book = desk_of(request).shelf.now
    if book is None:
        raise Refusal(503, "Библиотека ещё не открыта.", {"Retry-After": "1"})
    said = {
        "status": "ready",
        "generation": book.generation,
        "documents": len(book.workspace.documents),
    }
    headers = {"Cache-Control": "no-store", GENERATION: book.generation}
    return Response(msgspec.json.encode(said), 200, headers, JSON)


@router.get(
    "/metrics",
    operation_id="getMetrics",
    summary="Счётчики для Prometheus",
    response_model=None,
    responses={
        200: {
            "description": "Счётчики всех рабочих процессов вместе.",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        **documented(),
    },
)
async def counts(request: Request, asked: Annotated[NoneAsked, Query()]) -> Response:
    """Запросы по маршруту и коду, время ответа, сборка библиотеки."""
    return Response(metrics.exposition(), 200, {"Cache-Control": "no-store"}, metrics.MEDIA_TYPE)

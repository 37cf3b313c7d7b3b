"""The application: routes, limits, errors and the document that describes them, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import metadata

from fastapi import FastAPI

from api import openapi, problems
from api.answers import Desk
from api.edge import Edge
from api.routes import posting, reading, service, sparql
from api.settings import Settings

TITLE = "Правила бриджа"
ABOUT = """Поиск по толкованиям Правил бриджа, ссылки между Правилами и цепочки ссылок.

Только чтение; ответы – те же, что печатают команды `pravila … --json`."""


def version() -> str:
    """The program's version, «0» when it runs from a folder of source."""
    try:
        return metadata.version("pravila")
    except metadata.PackageNotFoundError:
        return "0"


def make(settings: Settings) -> FastAPI:
    """The application for these settings."""
    desk = Desk(settings)

    @asynccontextmanager
    async def alive(app: FastAPI) -> AsyncIterator[None]:
        await desk.start()
        try:
            yield
        finally:
            await desk.stop()

    app = FastAPI(
        title=TITLE,
        description=ABOUT,
        version=version(),
        lifespan=alive,
        docs_url=None,
        redoc_url=None,
    )
    app.state.desk = desk
    problems.register(app)
    openapi.complete(app, problems.Problem, posting.PostedText, sparql.SparqlAsked)
    for module in (reading, posting, sparql, service):
        app.include_router(module.router)
    app.add_middleware(Edge, settings=settings)
    return app


def from_environment() -> FastAPI:
    """The application as ``pravila serve`` told it through the environment; what workers run."""
    return make(Settings.current())

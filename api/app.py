"""The application: routes, limits, errors and the document that describes them, put together."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from api import openapi, problems
from api.access import AccessLog
from api.answers import GENERATION, Desk
from api.edge import Edge
from api.log import quiet
from api.rate import Rate
from api.routes import posting, reading, service, sparql
from api.settings import Settings
from corpus import incident
from corpus.errors import PravilaError
from workspace import stamps

LOG = logging.getLogger("pravila.api")
TITLE = "Правила бриджа"
ABOUT = """Поиск по толкованиям Правил бриджа, ссылки между Правилами и цепочки ссылок.

Только чтение; ответы – те же, что печатают команды `pravila … --json`."""

EXPOSED = ["ETag", GENERATION, "RateLimit", "RateLimit-Policy", "Retry-After"]
"""Headers pages of other sites may read."""


def make(settings: Settings) -> FastAPI:
    """The application for these settings."""
    desk = Desk(settings)

    @asynccontextmanager
    async def alive(app: FastAPI) -> AsyncIterator[None]:
        await _started(desk)
        try:
            yield
        finally:
            await desk.stop()

    app = FastAPI(
        title=TITLE,
        description=ABOUT,
        version=stamps.program(),
        lifespan=alive,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # a redirect would name the host the request named
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    app.state.desk = desk
    openapi.complete(app, posting.PostedText, sparql.SparqlPosted)
    routers = [module.router for module in (reading, posting, sparql, service)]
    for router in routers:
        app.include_router(router)
    problems.register(app, [route for router in routers for route in router.routes])
    run = Path(settings.run or tempfile.gettempdir())
    rate = Rate(settings.rate, run / "rate.sqlite") if settings.rate else None
    access = AccessLog(settings.access) if settings.access else None
    app.add_middleware(Edge, settings=settings, rate=rate, access=access)
    if settings.cors:  # around the edge: a page must be able to read a refusal, too
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors,
            allow_methods=["GET", "HEAD", "POST"],
            allow_headers=["If-None-Match", "Content-Type"],
            expose_headers=EXPOSED,
            max_age=3600,
        )
    return app


async def _started(desk: Desk) -> None:
    """Open the library; what keeps it from opening is said in one line."""
    try:
        await desk.start()
    except PravilaError as error:
        LOG.error("Библиотека не открылась: %s", error)
        raise
    except Exception as error:
        LOG.error("Библиотека не открылась: %s", incident.record(error))
        raise


def from_environment() -> FastAPI:
    """The application as ``pravila serve`` told it through the environment; what workers run."""
    quiet()
    return make(Settings.current())

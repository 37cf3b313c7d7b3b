"""The document that describes the API (OpenAPI 3.1), and what every route tells of its answers."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from api.problems import Problem, documented

_TEXT = {"schema": {"type": "string"}}
GENERATION = {
    "X-Pravila-Generation": {"description": "Сборка библиотеки, по которой отвечено.", **_TEXT}
}
KEPT = {
    "ETag": {"description": "Метка ответа для If-None-Match.", "required": True, **_TEXT},
    "Cache-Control": {"description": "Как хранить ответ.", **_TEXT},
    **GENERATION,
}


def answers(
    model: type[BaseModel], *codes: int, links: dict[str, Any] | None = None
) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of a route whose answer may be kept: 200 and 304 with their headers."""
    found = {"model": model, "headers": KEPT}
    return {
        200: {**found, "links": links} if links else found,
        304: {"description": "Ответ не изменился с тех пор, как дана эта метка.", "headers": KEPT},
        **documented(*codes),
    }


def link(operation: str, parameter: str, value: str, description: str) -> dict[str, Any]:
    """An OpenAPI link: ``value`` of this answer is ``parameter`` of another operation."""
    return {
        "operationId": operation,
        "parameters": {parameter: f"$response.body#{value}"},
        "description": description,
    }


def _described(*models: type[BaseModel]) -> list[tuple[type[BaseModel], Literal["validation"]]]:
    return [(model, "validation") for model in models]


def complete(app: FastAPI, *models: type[BaseModel]) -> None:
    """Let the document hold ``Problem`` and the models of bodies that routes read themselves."""
    made = app.openapi

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            said = made()
            _, found = models_json_schema(
                _described(Problem, *models),
                ref_template="#/components/schemas/{model}",
            )
            schemas = said["components"]["schemas"]
            schemas.update(found["$defs"])
            for name in ("HTTPValidationError", "ValidationError"):  # never answered here
                schemas.pop(name, None)
            app.openapi_schema = said
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]

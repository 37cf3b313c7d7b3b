"""The document that describes the API (OpenAPI 3.1)."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema


def complete(app: FastAPI, *models: type[BaseModel]) -> None:
    """Let the document hold these models too: those of problems and of bodies routes read alone."""
    made = app.openapi

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            said = made()
            _, found = models_json_schema(
                [(model, "validation") for model in models],
                ref_template="#/components/schemas/{model}",
            )
            said["components"]["schemas"].update(found["$defs"])
            for name in ("HTTPValidationError", "ValidationError"):  # never answered here
                said["components"]["schemas"].pop(name, None)
            app.openapi_schema = said
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]

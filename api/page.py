"""The page at «/»: what can be asked, for people. Made from the OpenAPI document."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from html import escape as _escape
from typing import Any

_STYLE = (
    "body{max-width:54rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif;"
    "color:#22252a;background:#fbfaf6}code,dt{font-family:monospace}dt{margin-top:.4rem}"
    "section{border-top:1px solid #e0dac9;padding:.6rem 0}h2{font-size:1.05rem;margin:.4rem 0}"
    "a{color:#12664f}dd{margin-left:1.5rem}"
    "@media(prefers-color-scheme:dark){body{color:#e9e6df;background:#13171a}a{color:#62d0aa}"
    "section{border-color:#2f383d}}"
)
POLICY = (
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    f"style-src 'sha256-{base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'"
)
"""The page's Content-Security-Policy: its own style and nothing else."""


def escape(text: str) -> str:
    """Text as HTML; what stands between backticks is code, as OpenAPI's Markdown has it."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", _escape(text))


def page(document: Mapping[str, Any]) -> str:
    """The page for an OpenAPI document."""
    info = document["info"]
    about = "".join(f"<p>{escape(part)}</p>" for part in info["description"].split("\n\n"))
    parts = [
        '<!doctype html><html lang="ru"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(info['title'])}: API</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(info['title'])}: API {escape(info['version'])}</h1>{about}",
        '<p>Описание для программ: <a href="openapi.json">openapi.json</a> (OpenAPI).</p>',
    ]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts += _operation(path, method, operation, document["components"]["schemas"])
    return "".join([*parts, "</body></html>"])


def _operation(
    path: str, method: str, operation: Mapping[str, Any], schemas: Mapping[str, Any]
) -> Iterator[str]:
    yield f"<section><h2>{escape(operation['summary'])}</h2>"
    yield f"<p><code>{method.upper()} {escape(path)}</code></p>"
    yield f"<p>{escape(operation.get('description', ''))}</p><dl>"
    for parameter in operation.get("parameters", ()):
        needed = ", обязательно" if parameter["required"] else ""
        yield f"<dt>{escape(parameter['name'])}{needed}</dt>"
        yield f"<dd>{escape(parameter.get('description', ''))}</dd>"
    for kind, body in operation.get("requestBody", {}).get("content", {}).items():
        yield f"<dt>{escape(kind)}</dt><dd>{escape(_body(body['schema'], schemas))}</dd>"
    yield "</dl></section>"


def _body(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    name = schema.get("$ref", "").rpartition("/")[2]
    return f"поля: {', '.join(schemas[name]['properties'])}" if name else "текст"

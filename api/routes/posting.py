"""The route that is given a text: its citations."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import Message
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.responses import Response

from api import shapes
from api.answers import JSON, desk_of
from api.parameters import Edition, KindName, NoneAsked
from api.problems import Refusal, documented
from kg.citation import Citation
from kg.citations import cite_text

router = APIRouter(prefix="/v1")
ACCEPTS = {"Accept-Post": "application/json, text/plain"}


class PostedText(BaseModel):
    """Текст и что о нём известно."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=1, pattern=r"\S", examples=["Судья применил Правило 25В2б2."])
    edition: Edition | None = Field(None, description="О каком издании говорит текст.")
    kind: KindName | None = Field(None, description="Вид текста; иначе определяется по тексту.")


BODY = {
    "required": True,
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/PostedText"}},
        "text/plain": {
            "schema": {"type": "string", "minLength": 1, "pattern": r"\S"},
            "example": "Судья применил Правило 25В2б2.",
        },
    },
}


@router.post(
    "/citations",
    operation_id="findCitations",
    summary="Найти в тексте ссылки на Правила",
    tags=["Ссылки"],
    response_model=None,
    responses={200: {"model": shapes.Citations}, **documented(413, 415)},
    openapi_extra={"requestBody": BODY},
)
async def citations(request: Request, asked: Annotated[NoneAsked, Query()]) -> Response:
    """Каждая ссылка с тем, на что она указывает; текст нигде не сохраняется."""
    posted = _posted(request.headers.get("content-type", ""), await request.body())
    meta = {name: value for name in ("edition", "kind") if (value := getattr(posted, name))}

    desk = desk_of(request)

    def make() -> bytes:
        return _encoded(cite_text(posted.text, "-", meta), desk.settings.citations_bytes)

    body = await desk.compute(make, slow=True)
    return Response(body, 200, {"Cache-Control": "no-store"}, JSON)


def _encoded(found: Iterable[Citation], limit: int) -> bytes:
    """The citations as JSON, at most ``limit`` bytes of them. Raises ``Refusal`` (422).

    Each brings its sentence along: a list of numbers would come back four hundred times as long.
    """
    parts: list[bytes] = []
    size = 0
    for one in found:
        parts.append(msgspec.json.encode(one.to_json()))
        size += len(parts[-1]) + 1
        if size > limit:
            raise Refusal(422, f"Ответ больше {limit} байт: пришлите текст частями.")
    return b'{"citations":[%s]}' % b",".join(parts)


def _posted(content_type: str, body: bytes) -> PostedText:
    """The text of a body. Raises ``Refusal`` or ``RequestValidationError``."""
    form = content_type.partition(";")[0].strip().lower()
    if form not in ("application/json", "text/plain"):
        raise Refusal(
            415,
            "Нужен text/plain или application/json.",
            ACCEPTS,
        )
    header = Message()
    header["content-type"] = content_type
    if header.get_content_charset("utf-8") not in ("utf-8", "utf8", "us-ascii"):
        raise Refusal(415, "Нужен текст в UTF-8.")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(400, "Это не UTF-8.") from None
    values: Any = {"text": text}
    if form == "application/json":
        try:
            values = msgspec.json.decode(body)
        except (msgspec.MsgspecError, RecursionError):
            raise Refusal(400, "Это не JSON.") from None
    try:
        return PostedText.model_validate(values)
    except ValidationError as error:
        wrong = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise RequestValidationError(wrong) from None

"""Routes of the SPARQL 1.1 Protocol (queries only) and the ready questions."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from api import shapes
from api.answers import GENERATION, desk_of
from api.openapi import answers
from api.parameters import Asked, NoneAsked, check_once
from api.problems import Refusal, documented
from api.sparql import RESULTS, TRIPLES, accepted
from kg.sparql import ready

router = APIRouter(prefix="/v1", tags=["SPARQL"])
LONGEST, LONGEST_IN_ADDRESS = 20_000, 4_000
"""Characters of a question: posted, or in the address."""
ABOUT = "SELECT, ASK, CONSTRUCT или DESCRIBE. Приставки словаря можно не объявлять."
EXAMPLE = "SELECT ?n { ?p eli:number ?n } LIMIT 5"


class SparqlAsked(Asked):
    """Вопрос на языке SPARQL – в адресе."""

    query: str = Field(
        min_length=1, max_length=LONGEST_IN_ADDRESS, description=ABOUT, examples=[EXAMPLE]
    )


class SparqlPosted(Asked):
    """Вопрос на языке SPARQL – в теле запроса."""

    query: str = Field(min_length=1, max_length=LONGEST, description=ABOUT, examples=[EXAMPLE])


ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Таблица, да или нет, или тройки – в том виде, который назван в Accept.",
        "content": {kind: {} for kind in (*RESULTS, *TRIPLES)},
    },
    **documented(406, 413, 415),
}


@router.get(
    "/sparql",
    operation_id="sparqlGet",
    summary="Задать вопрос на языке SPARQL",
    response_model=None,
    responses=ANSWERS,
)
async def by_get(request: Request, asked: Annotated[SparqlAsked, Query()]) -> Response:
    """SPARQL 1.1 Protocol, только вопросы."""
    check_once(request, {})
    return await _answer(request, asked.query)


@router.post(
    "/sparql",
    operation_id="sparqlPost",
    summary="Задать вопрос на языке SPARQL",
    response_model=None,
    responses=ANSWERS,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/sparql-query": {
                    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST}
                },
                "application/x-www-form-urlencoded": {
                    "schema": {"$ref": "#/components/schemas/SparqlPosted"}
                },
            },
        }
    },
)
async def by_post(request: Request, asked: Annotated[NoneAsked, Query()]) -> Response:
    """То же, вопрос – в теле запроса."""
    form = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        body = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(400, "Это не UTF-8.") from None
    if form == "application/sparql-query":
        return await _answer(request, body)
    if form == "application/x-www-form-urlencoded":
        given = parse_qs(body, keep_blank_values=True, max_num_fields=10)
        if set(given) != {"query"} or len(given["query"]) != 1:
            raise Refusal(400, "Нужно одно поле query.")
        return await _answer(request, given["query"][0])
    raise Refusal(415, "Нужен application/sparql-query или application/x-www-form-urlencoded.")


async def _answer(request: Request, query: str) -> Response:
    if not query.strip() or len(query) > LONGEST:
        raise Refusal(400, f"Нужен вопрос не длиннее {LONGEST} знаков.")
    if "service" in query.casefold():
        # The one word that would make the engine call other servers. A query language has too many
        # places to hide it in, so it is refused wherever it stands; keywords cannot be escaped.
        raise Refusal(400, "SERVICE здесь не выполняется (слово не принимается нигде в запросе).")
    desk = desk_of(request)
    form = accepted(request.headers.get("accept"))
    async with desk.shelf.using() as book:
        kind, body = await book.sparql.ask(query, form)
    headers = {"Cache-Control": "no-store", "Vary": "Accept", GENERATION: book.generation}
    return Response(body, 200, headers, kind)


@router.get(
    "/queries",
    operation_id="listQueries",
    summary="Перечислить готовые вопросы SPARQL",
    response_model=None,
    responses=answers(shapes.ReadyQueries),
)
async def queries(request: Request, asked: Annotated[NoneAsked, Query()]) -> Response:
    """Имя, вопрос по-русски, пояснение и текст; текст можно послать в /v1/sparql."""
    return await desk_of(request).answer(
        request, "queries", {}, lambda workspace: {"queries": ready()}
    )

"""Routes that read the library: search, laws, chains, units, documents."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from api import shapes
from api.answers import desk_of
from api.openapi import answers, link
from api.parameters import (
    ChainAsked,
    Law,
    LawAsked,
    Name,
    NoneAsked,
    SearchAsked,
    SuggestAsked,
)
from corpus.as_data import document_data, shown_unit
from corpus.errors import NotFoundError, QueryError
from kg.chains import find
from kg.history import law as history
from kg.standing import must_be_known
from search.filters import filters_from
from workspace import Workspace
from workspace.listing import listing

router = APIRouter(prefix="/v1")
_UNIT_LISTED = link("getUnit", "unit", "/units/0", "Первая единица документа.")
_DOCUMENT_LISTED = link("getDocument", "document", "/documents/0/id", "Первый документ.")


@router.get(
    "/search",
    operation_id="search",
    summary="Найти места, которые отвечают на вопрос",
    tags=["Поиск"],
    response_model=None,
    responses=answers(shapes.Results),
)
async def search(request: Request, asked: Annotated[SearchAsked, Query()]) -> Response:
    """Места библиотеки по убыванию оценки; слова, за которые место найдено, – в `<mark>`."""

    def make(workspace: Workspace) -> dict[str, object]:
        limits = filters_from(
            asked.kind, asked.edition, asked.law, asked.document, asked.since, asked.until
        )
        results = workspace.finder.search(
            asked.q, limits, asked.limit, verbatim=asked.verbatim, as_typed=tuple(asked.as_typed)
        )
        return results.to_json(asked.explain)

    return await desk_of(request).answer(request, "search", asked.model_dump(), make, weak=True)


@router.get(
    "/suggest",
    operation_id="suggest",
    summary="Предложить продолжение вопроса",
    tags=["Поиск"],
    response_model=None,
    responses=answers(shapes.Suggestions),
)
async def suggest(request: Request, asked: Annotated[SuggestAsked, Query()]) -> Response:
    """Правила, понятия и слова текстов, которые начинаются так."""

    def make(workspace: Workspace) -> dict[str, object]:
        return {"suggestions": workspace.finder.suggest(asked.q, limit=asked.limit)}

    return await desk_of(request).answer(request, "suggest", asked.model_dump(), make)


@router.get(
    "/laws/{law}",
    operation_id="getLaw",
    summary="Показать всё о Правиле",
    tags=["Граф ссылок"],
    response_model=None,
    responses=answers(shapes.Law, 404),
)
async def law(
    request: Request,
    law: Annotated[Law, Path(examples=["25B"])],
    asked: Annotated[LawAsked, Query()],
) -> Response:
    """Издания, текст, ссылки и толкования по порядку дат."""

    def make(workspace: Workspace) -> dict[str, Any]:
        return history(workspace.graph, law, asked.edition).to_json()

    return await desk_of(request).answer(request, "law", {"law": law, **asked.model_dump()}, make)


@router.get(
    "/chains",
    operation_id="findChains",
    summary="Показать цепочки от Правила к Правилу",
    tags=["Граф ссылок"],
    response_model=None,
    responses=answers(shapes.Chains, 404),
)
async def chains(request: Request, asked: Annotated[ChainAsked, Query()]) -> Response:
    """Как рассуждения и тексты ведут от Правила к Правилу; каждый переход доказан словами."""

    def make(workspace: Workspace) -> dict[str, Any]:
        if asked.document is not None:
            workspace.document(asked.document)
        for number in (asked.start, asked.end, asked.via):
            if number is not None:
                must_be_known(workspace.graph, number)
        ends = (asked.start, asked.end, asked.via)
        try:
            found = find(workspace.graph, *ends, asked.document, asked.edition, asked.limit)
        except QueryError as error:  # well-formed numbers between which no chain can lie
            raise NotFoundError(str(error)) from error
        return found.to_json()

    return await desk_of(request).answer(request, "chains", asked.model_dump(), make)


@router.get(
    "/documents",
    operation_id="listDocuments",
    summary="Перечислить документы библиотеки",
    tags=["Чтение"],
    response_model=None,
    responses=answers(shapes.Documents, links={"document": _DOCUMENT_LISTED}),
)
async def documents(request: Request, asked: Annotated[NoneAsked, Query()]) -> Response:
    """Все документы, встроенные первыми."""

    def make(workspace: Workspace) -> dict[str, Any]:
        return {"documents": list(listing(workspace))}

    return await desk_of(request).answer(request, "documents", {}, make)


@router.get(
    "/documents/{document}",
    operation_id="getDocument",
    summary="Показать документ",
    tags=["Чтение"],
    response_model=None,
    responses=answers(shapes.Document, 404, links={"unit": _UNIT_LISTED}),
)
async def document(
    request: Request,
    document: Annotated[Name, Path(description="Имя документа.", examples=["minutes-2001-10-30"])],
    asked: Annotated[NoneAsked, Query()],
) -> Response:
    """Сведения о документе, имена его единиц, что в нём исправлено и утрачено."""

    def make(workspace: Workspace) -> dict[str, Any]:
        return document_data(workspace.document(document))

    return await desk_of(request).answer(request, "document", {"document": document}, make)


@router.get(
    "/units/{unit:path}",
    operation_id="getUnit",
    summary="Показать единицу: то, на что можно сослаться",
    tags=["Чтение"],
    response_model=None,
    responses=answers(shapes.ShownUnit, 404),
)
async def unit(
    request: Request,
    unit: Annotated[Name, Path(description="Имя единицы.", examples=["laws-1987/12C2"])],
    asked: Annotated[NoneAsked, Query()],
) -> Response:
    """Чистый и исходный текст, место в файле, что в нём исправлено."""

    def make(workspace: Workspace) -> dict[str, Any]:
        found = workspace.unit(unit)
        return shown_unit(found, workspace.document_of(found))

    return await desk_of(request).answer(request, "unit", {"unit": unit}, make)

"""What routes are asked: parameters with their limits, as OpenAPI tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from corpus.kinds import KIND_NAMES, kind_named, kind_title
from search import filters

KINDS = [name for kind, names in KIND_NAMES.items() for name in (kind.value, *names)]
_LETTER = "[A-Ka-kА-ЕЖКНСа-ежкнс]"
LAW = (
    rf"^[1-9][0-9]{{0,2}}[ .\-]?(\(?{_LETTER}\)?[ .\-]?(\(?[1-9][0-9]?\)?[ .\-]?"
    rf"(\(?{_LETTER}\)?(\(?[1-9]\)?)?)?)?)?$"
)
"""How a law's number may be written, in either alphabet; ``kg.provision`` understands all of it."""
NAME = r"^[^\x00-\x1f\x7f]+$"
"""A name of something: no control characters."""
DATE = f"^{filters.DATE}$"
YEAR = r"^[0-9]{4}$"
WRITTEN = {
    LAW: "нужен номер Правила, например 25B или 31A2",
    DATE: "нужна дата: 2000, 2000-01 или 2000-01-30",
    YEAR: "нужен год, например 1997",
}
"""What to say to one who wrote it otherwise."""


def _kind(value: str) -> str:
    found = kind_named(value)
    if found is None:
        raise ValueError(f"Нет вида «{value}». Есть: {', '.join(map(kind_title, KIND_NAMES))}.")
    return str(found)


Law = Annotated[str, Field(pattern=LAW, description="Номер Правила: 25B, 12C2, 31A2(b).")]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=NAME)]
Edition = Annotated[
    str, Field(pattern=YEAR, description="Издание Кодекса – год.", examples=["1997"])
]
KindName = Annotated[str, Field(json_schema_extra={"enum": list(KINDS)}), AfterValidator(_kind)]


class Asked(BaseModel):
    """Parameters of a route; any other is an error."""

    model_config = ConfigDict(extra="forbid")


def check_once(request: Request, asked: Mapping[str, Any]) -> None:
    """Raise ``RequestValidationError`` for a parameter that is given twice and is no list.

    The framework would take the last one and say nothing. ``asked`` are the values it made.
    """
    given = request.query_params
    twice = [name for name in given if len(given.getlist(name)) > 1]
    wrong = [
        {"loc": ("query", name), "type": "repeated"}
        for name in twice
        if not isinstance(asked.get(name), list)
    ]
    if wrong:
        raise RequestValidationError(wrong)


class SearchAsked(Asked):
    """Вопрос и чем он ограничен."""

    q: str = Field(
        min_length=1,
        max_length=2000,
        pattern=r"\S",
        description='Слова, номер Правила, вопрос; «"точные слова"», «-лишнее», «ИЛИ», «нача*».',
        examples=["фальшренонс после претензии"],
    )
    limit: int = Field(10, ge=1, le=100, description="Сколько мест показать.")
    kind: list[KindName] = Field([], max_length=10, description="Только эти виды текста.")
    edition: list[Edition] = Field([], max_length=10, description="Только эти издания Кодекса.")
    law: list[Law] = Field([], max_length=20, description="Только об этих Правилах и их частях.")
    document: list[Name] = Field([], max_length=20, description="Только в этих документах.")
    since: str | None = Field(None, pattern=DATE, description="С этой даты: 2000, 2000-01.")
    until: str | None = Field(None, pattern=DATE, description="По эту дату включительно.")
    verbatim: bool = Field(False, description="Искать слова как есть: без исправлений и понятий.")
    as_typed: list[Name] = Field([], max_length=20, description="Эти слова не исправлять.")
    explain: bool = Field(False, description="Показать, из чего сложилась оценка.")


class SuggestAsked(Asked):
    """Начало вопроса."""

    q: str = Field(min_length=1, max_length=200, description="Что уже набрано.", examples=["фальш"])
    limit: int = Field(8, ge=1, le=20, description="Сколько предложить.")


class LawAsked(Asked):
    """Чем ограничен рассказ о Правиле."""

    edition: Edition | None = Field(None, description="Только в этом издании Кодекса.")


class ChainAsked(Asked):
    """Концы цепочки и чем она ограничена."""

    start: Law = Field(alias="from", description="С какого Правила начать.", examples=["29C"])
    end: Law | None = Field(
        None, alias="to", description="К какому прийти; без него – куда угодно.", examples=["26B"]
    )
    via: Law | None = Field(None, description="Через это Правило.")
    document: Name | None = Field(None, description="Только внутри этого документа.")
    edition: Edition | None = Field(None, description="Только в этом издании Кодекса.")
    limit: int = Field(10, ge=1, le=50, description="Сколько цепочек показать.")


class NoneAsked(Asked):
    """Параметров нет."""

"""What routes answer, as OpenAPI describes it: the JSON contract of ``docs/architecture.md``.

The models describe; answers are not put through them on their way out (tests and schemathesis check
that they fit).
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Shape(BaseModel):
    model_config = ConfigDict(extra="allow")


class Place(_Shape):
    """Место в исходном файле: знаки с `start` по `end`, не включая последний."""

    file: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Span(_Shape):
    """Промежуток исходного файла."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


# -- search ----------------------------------------------------------------------------------------


class ReadAs(_Shape):
    """Слова вопроса и то, что под ними понято."""

    surface: str
    laws: list[str] | None = None
    concept: str | None = None
    label: str | None = None


class Understood(_Shape):
    """Как понят вопрос."""

    corrected: list[tuple[str, str]] = Field(description="Как набрано и как искали.")
    layout: list[tuple[str, str]] | None = Field(description="То же для чужой раскладки.")
    laws: list[str]
    concepts: list[str]
    read_as: list[ReadAs]
    dropped: list[str]
    phrases: list[str]
    excluded: list[str]
    unknown: list[str] = Field(description="Слова, которых в текстах нет.")
    unquoted: bool
    cut: bool = Field(description="Вопрос был слишком длинным; взята его часть.")
    filters: dict[str, Any]


class Jump(_Shape):
    """Правило, названное в вопросе, и единица с его текстом, если она есть."""

    law: str
    id: str | None


class Near(_Shape):
    """Понятие или Правило, которое можно посмотреть вместо."""

    kind: str
    id: str
    label: str


class Explained(_Shape):
    """Из чего сложилась оценка и чего в месте нет."""

    parts: dict[str, float]
    missing: list[str]


class Hit(_Shape):
    """Найденное место."""

    rank: int = Field(ge=1)
    id: str = Field(description="Имя единицы: /v1/units/{id}.")
    document: str
    label: str
    kind: str
    edition: str | None
    date: str | None
    score: float
    snippet: str = Field(description="HTML, в котором есть только `<mark>`.")
    why: dict[str, str] = Field(description="За какие слова найдено.")
    laws: list[str]
    source: Place
    duplicates: list[str] = Field([], description="Единицы с теми же самыми словами.")
    explain: Explained | None = None


class Results(_Shape):
    """Ответ на вопрос."""

    query: str
    understood: Understood
    jumps: list[Jump]
    total: int = Field(ge=0)
    took_ms: float = Field(description="Сколько миллисекунд искали, когда ответ был составлен.")
    facets: dict[str, dict[str, int]]
    did_you_mean: list[str]
    nearest: list[Near]
    hits: list[Hit]


class Suggestion(_Shape):
    """Что можно набрать."""

    kind: Literal["law", "concept", "recent", "word"]
    text: str = Field(description="Вопрос, который получится.")
    label: str = Field(description="Что показать.")
    id: str


class Suggestions(_Shape):
    """Продолжения вопроса, вероятные первыми."""

    suggestions: list[Suggestion]


# -- laws and chains -------------------------------------------------------------------------------


class Standing(_Shape):
    """Правило в одном издании."""

    exists: bool | None = Field(description="null – не установлено.")
    plausible: bool
    why: str | None
    text: str | None
    note: str | None
    units: list[str]


class Row(_Shape):
    """Ссылка или суждение: кто, о чём, какими словами."""

    unit: str
    label: str | None
    document: str | None
    kind: str | None
    date: str | None
    names: str | None
    edition: str | None
    type: str
    scope: str | None
    sentence: str | None = None
    by: str | None = None
    status: str | None = None
    confidence: float | None = None
    note: str | None = None
    source: Place | None = None


class Link(_Shape):
    """Что одно решение делает с другим."""

    type: str
    to: str
    label: str
    document: str
    words: str | None
    in_library: bool
    by: str


class Event(_Shape):
    """Что сказано о Правиле в одном месте."""

    date: str | None
    unit: str
    label: str
    type: str
    scope: str
    names: list[str]
    sentence: str
    words: str | None
    by: str
    confidence: float
    document: str
    authority: str
    kind: str
    source: Place
    links: list[Link]


class Law(_Shape):
    """Всё о Правиле."""

    law: str
    subject: str | None
    editions: dict[str, Standing]
    cites: list[Row]
    cited_by: list[Row]
    about: list[Row]
    leads_to: list[str]
    comes_from: list[str]
    history: list[Event]


class Mention(_Shape):
    """Номер, названный в предложении."""

    surface: str
    file: str
    start: int
    end: int
    status: str


class Proof(_Shape):
    """Предложение, которым доказан переход."""

    unit: str | None
    document: str
    sentence: str
    by: str
    note: str
    mentions: list[Mention]
    source: Place


class Hop(_Shape):
    """Переход от Правила к Правилу."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    start: str = Field(alias="from")
    to: str
    strength: float
    evidence: list[Proof]


class Chain(_Shape):
    """Цепочка; `passages` – скольких отрывков требует доказательство."""

    provisions: list[str]
    passages: int
    strength: float
    hops: list[Hop]


class Nearest(_Shape):
    """Куда ведут тексты от начала и откуда – к концу, когда цепочки нет."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    start: list[str] = Field(alias="from")
    to: list[str]


class Chains(_Shape):
    """Цепочки, лучшие первыми."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    start: str = Field(alias="from")
    to: str | None
    chains: list[Chain]
    nearest: Nearest | None = None


# -- documents and units ---------------------------------------------------------------------------


class _Metadata(_Shape):
    id: str
    title: str
    kind: str
    edition: str | None
    date: str | None
    language: str
    file: str
    source: str | None
    encoding: str | None
    numbering: str | None
    work: str | None
    guessed: dict[str, str] = Field(description="Что определила программа и почему.")


class Listed(_Metadata):
    """Документ в перечне; `units` – сколько в нём единиц."""

    units: int
    bundled: bool


class Documents(_Shape):
    """Документы библиотеки."""

    documents: list[Listed]


class Gap(_Shape):
    """Утраченное место."""

    kind: str
    note: str
    source: Place


class Repair(_Shape):
    """Исправленное место."""

    document: str
    kind: str
    before: str
    after: str
    note: str
    kept: bool = Field(description="Только замечено, не исправлено.")
    source: Place


class Document(_Metadata):
    """Документ; `units` – имена его единиц, `repairs` – сколько чего исправлено."""

    units: list[str]
    gaps: list[Gap]
    repairs: dict[str, int]


class Attribution(_Shape):
    """О чём отрывок, хотя в тексте это не сказано."""

    laws: list[str]
    targets: list[str]
    confidence: str
    evidence: str
    basis: str


class ShownUnit(_Shape):
    """Единица: то, на что можно сослаться."""

    id: str
    document: str
    kind: str
    label: str
    law: str | None
    edition: str | None
    date: str | None
    parent: str | None
    text: str
    source: Place
    level: str
    number: str | None
    heading: str | None
    passage: bool
    curated: bool
    attribution: list[Attribution]
    original: str = Field(description="Слова файла как есть.")
    repairs: list[Repair]
    gaps: list[Gap]


# -- citations -------------------------------------------------------------------------------------


class Citation(_Shape):
    """Ссылка на Правило, найденная в тексте."""

    unit: str | None
    document: str
    source: Place
    run: Span
    surface: str
    kind: str
    form: str
    targets: list[str]
    edition: str | None
    status: Literal["resolved", "ambiguous", "dangling", "unverified", "wrong-edition", "external"]
    confidence: float
    sentence: str
    relation: str
    relation_words: str | None
    reasons: list[str] = Field(description="Почему решено так.")


class Citations(_Shape):
    """Ссылки текста по порядку."""

    citations: list[Citation]


# -- SPARQL and the server -------------------------------------------------------------------------


class Ready(_Shape):
    """Готовый вопрос на языке SPARQL."""

    name: str
    title: str
    explanation: str
    text: str


class ReadyQueries(_Shape):
    """Готовые вопросы."""

    queries: list[Ready]


class Alive(_Shape):
    """Сервер отвечает."""

    status: Literal["ok"]


class Serving(_Shape):
    """Библиотека открыта, на вопросы можно отвечать."""

    status: Literal["ready"]
    generation: str
    documents: int

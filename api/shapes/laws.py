"""Laws and chains."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from api.shapes.base import Place, Shape


class Standing(Shape):
    """Правило в одном издании."""

    exists: bool | None = Field(description="null – не установлено.")
    plausible: bool
    why: str | None
    text: str | None
    note: str | None
    units: list[str]


class Row(Shape):
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


class Link(Shape):
    """Что одно решение делает с другим."""

    type: str
    to: str
    label: str
    document: str
    words: str | None
    in_library: bool
    by: str


class Event(Shape):
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


class Law(Shape):
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


class Mention(Shape):
    """Номер, названный в предложении."""

    surface: str
    file: str
    start: int
    end: int
    status: str


class Proof(Shape):
    """Предложение, которым доказан переход."""

    unit: str | None
    document: str
    sentence: str
    by: str
    note: str
    mentions: list[Mention]
    source: Place


class Hop(Shape):
    """Переход от Правила к Правилу."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    start: str = Field(alias="from")
    to: str
    strength: float
    evidence: list[Proof]


class Chain(Shape):
    """Цепочка; `passages` – скольких отрывков требует доказательство."""

    provisions: list[str]
    passages: int
    strength: float
    hops: list[Hop]


class Nearest(Shape):
    """Куда ведут тексты от начала и откуда – к концу, когда цепочки нет."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    start: list[str] = Field(alias="from")
    to: list[str]


class Chains(Shape):
    """Цепочки, лучшие первыми."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    start: str = Field(alias="from")
    to: str | None
    chains: list[Chain]
    nearest: Nearest | None = None

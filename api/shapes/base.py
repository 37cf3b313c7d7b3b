"""What all shapes are made of."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """An object of the contract; it may hold more than the keys named."""

    model_config = ConfigDict(extra="allow")


class Place(Shape):
    """Место в исходном файле: знаки с `start` по `end`, не включая последний."""

    file: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Span(Shape):
    """Промежуток исходного файла."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)

"""The kinds of text by the names people use, and how each kind is called in Russian."""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import normalize

from corpus.document import Kind

KIND_NAMES: Mapping[Kind, tuple[str, ...]] = {
    Kind.MINUTES: ("протокол", "протоколы"),
    Kind.COMMENTARY: ("комментарий", "комментарии"),
    Kind.LAWS: ("правила", "правило", "закон", "законы", "кодекс"),
    Kind.CODE: ("кодекс практики", "практика"),
    Kind.REGULATIONS: ("регламент", "регламенты", "условия"),
    Kind.APPEALS: ("апелляции", "апелляция"),
    Kind.PROSE: ("прочее", "проза"),
}
"""Russian names of every kind; the first is the one shown."""
_BY_NAME = {name: kind for kind, names in KIND_NAMES.items() for name in (*names, kind.value)}


def kind_named(value: str) -> Kind | None:
    """The kind called «протокол», «Протоколы», ``minutes``; None when there is none of that name.

    A hyphen is as good as a space («кодекс-практики»).
    """
    words = " ".join(normalize("NFC", value).casefold().split())
    return _BY_NAME.get(words) or _BY_NAME.get(words.replace("-", " "))


def kind_title(kind: Kind) -> str:
    """The Russian name shown to people: «протокол»."""
    return KIND_NAMES[kind][0]

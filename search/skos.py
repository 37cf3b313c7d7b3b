"""Reading a glossary written as SKOS in Turtle, and saying what is wrong with it.

The only module of search that needs rdflib; answering a query never imports it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from corpus.errors import SettingsError
from search.concepts import EDITIONS, Concept

NAMESPACE = "https://w3id.org/pravila/glossary#"
"""IRIs of the bundled notions and of the own property ``laws`` begin with this."""

_LAW = re.compile(r"^\d{1,2}(?:[A-K]\d{0,2}(?:\([a-z]\)(?:\(\d\))?)?)?$")
_LANGUAGES = ("ru", "en")


def read_file(path: Path) -> str:
    """The text of a glossary file; ``SettingsError`` when it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SettingsError(
            f"Глоссарий {path} не читается ({error.strerror}): проверьте путь и права на файл."
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(
            f"Глоссарий {path} не в UTF-8: сохраните его в этой кодировке."
        ) from error


def read_turtle(text: str, name: str, known: Collection[str] = ()) -> tuple[Concept, ...]:
    """The concepts of a glossary, sorted by id; both directions of every link are filled in.

    ``name`` is the file's name for messages. ``known``: ids defined elsewhere, which may be linked
    to and added to without repeating their names. Raises ``SettingsError`` (one line, with the
    line number) on broken Turtle, a concept without a Russian name, a label without a language, a
    link to nowhere, a circle of broader notions, a bad law number.
    """
    return _Reader(text, name, frozenset(known)).concepts()


class _Reader:
    def __init__(self, text: str, name: str, known: frozenset[str]) -> None:
        self.text, self.name, self.known = text, name, known
        self.graph = _parse(text, name)
        self.subjects = self._subjects()

    def concepts(self) -> tuple[Concept, ...]:
        from rdflib.namespace import SKOS

        if not self.subjects:
            raise SettingsError(f"{self.name}: нет ни одного понятия (skos:Concept).")
        broader = {item: self._links(item, SKOS.broader) for item in self.subjects}
        narrower: dict[str, set[str]] = defaultdict(set)
        related: dict[str, set[str]] = defaultdict(set)
        for item in self.subjects:
            for child in self._links(item, SKOS.narrower):
                broader.setdefault(child, set()).add(item)
            for other in self._links(item, SKOS.related):
                related[item].add(other)
                related[other].add(item)
        for item, parents in broader.items():
            for parent in parents:
                narrower[parent].add(item)
        for item in self.subjects:
            if in_circle(item, broader):
                raise self._fail(item, "шире самого себя: разорвите круг skos:broader.")
        return tuple(
            self._concept(item, broader[item], narrower[item], related[item])
            for item in sorted(self.subjects)
        )

    def _concept(
        self, item: str, broader: set[str], narrower: set[str], related: set[str]
    ) -> Concept:
        from rdflib import URIRef
        from rdflib.namespace import DCTERMS, SKOS

        pref = self._labels(item, SKOS.prefLabel)
        alt, hidden = self._labels(item, SKOS.altLabel), self._labels(item, SKOS.hiddenLabel)
        if any(len(names) > 1 for names in pref.values()):
            raise self._fail(
                item,
                "имеет два главных названия на одном языке: "
                "оставьте одно, другое сделайте skos:altLabel.",
            )
        if "ru" not in pref and item not in self.known:
            raise self._fail(item, "не имеет главного названия по-русски: допишите skos:prefLabel.")
        return Concept(
            id=item,
            pref_ru="".join(pref.get("ru", ())),
            alt_ru=alt.get("ru", ()),
            hidden_ru=hidden.get("ru", ()),
            pref_en="".join(pref.get("en", ())),
            alt_en=alt.get("en", ()),
            hidden_en=hidden.get("en", ()),
            broader=tuple(sorted(broader)),
            narrower=tuple(sorted(narrower)),
            related=tuple(sorted(related)),
            definition_ru=next(iter(self._values(item, SKOS.definition)), ""),
            definition_source=next(iter(self._values(item, DCTERMS.source)), ""),
            laws=self._laws(item, self._values(item, URIRef(NAMESPACE + "laws"))),
        )

    def _subjects(self) -> dict[str, Any]:
        from rdflib.namespace import RDF, SKOS

        found = set(self.graph.subjects(RDF.type, SKOS.Concept))
        for predicate in (SKOS.prefLabel, SKOS.altLabel, SKOS.hiddenLabel):
            found |= set(self.graph.subjects(predicate, None))
        return {local_name(str(node)): node for node in sorted(found, key=str)}

    def _values(self, item: str, predicate: Any) -> list[str]:
        return sorted(str(value) for value in self.graph.objects(self.subjects[item], predicate))

    def _labels(self, item: str, predicate: Any) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = defaultdict(list)
        for value in self.graph.objects(self.subjects[item], predicate):
            language = getattr(value, "language", None)
            if language not in _LANGUAGES:
                raise self._fail(item, f"имеет название «{value}» без @ru или @en: допишите язык.")
            if not str(value).strip():
                raise self._fail(item, "имеет пустое название: впишите слово или удалите строку.")
            found[language].append(" ".join(str(value).split()))
        return {language: tuple(sorted(set(names))) for language, names in found.items()}

    def _links(self, item: str, predicate: Any) -> set[str]:
        found = set()
        for value in self.graph.objects(self.subjects[item], predicate):
            target = local_name(str(value))
            if target not in self.subjects and target not in self.known:
                raise self._fail(item, f"ссылается на «{target}», а такого понятия нет.")
            found.add(target)
        return found

    def _laws(self, item: str, values: list[str]) -> Mapping[str, tuple[str, ...]]:
        """«63A3 64» holds in every edition, «1987 1997: 23» in those two."""
        found: dict[str, list[str]] = {}
        for value in values:
            head, colon, numbers = value.rpartition(":")
            editions = head.replace(",", " ").split() if colon else list(EDITIONS)
            wrong = [e for e in editions if e not in EDITIONS]
            wrong += [n for n in numbers.split() if not _LAW.match(n)]
            if wrong or not numbers.split():
                raise self._fail(
                    item, f"имеет номера Правил «{value}»: нужно «63A3 64» или «1987 1997: 23»."
                )
            for edition in editions:
                row = found.setdefault(edition, [])
                row.extend(number for number in numbers.split() if number not in row)
        return {edition: tuple(found[edition]) for edition in EDITIONS if edition in found}

    def _fail(self, item: str, message: str) -> SettingsError:
        line = _line(self.text, item)
        return SettingsError(f"{self.name}, строка {line}: понятие «{item}» {message}")


def local_name(iri: str) -> str:
    """The part of an IRI after the last ``#`` or ``/``: the notion's id."""
    return re.split(r"[#/]", iri)[-1]


def in_circle(start: str, broader: Mapping[str, Collection[str]]) -> bool:
    """True when going up from ``start`` comes back to it."""
    seen: set[str] = set()
    front = set(broader.get(start, ()))
    while front:
        if start in front:
            return True
        seen |= front
        front = {up for item in front for up in broader.get(item, ())} - seen
    return False


def _parse(text: str, name: str) -> Any:
    from rdflib import Graph
    from rdflib.plugins.parsers.notation3 import BadSyntax

    graph = Graph(bind_namespaces="none")
    try:
        graph.parse(data=text, format="turtle")
    except BadSyntax as error:
        raise SettingsError(
            f"{name}, строка {error.lines + 1}: ошибка записи Turtle; проверьте кавычки, "
            "точки с запятой и точку в конце понятия."
        ) from None
    except Exception as error:  # rdflib lets its own slips through on broken input
        raise SettingsError(f"{name}: не читается как Turtle ({type(error).__name__}).") from None
    return graph


def _line(text: str, identifier: str) -> int:
    """Line of the statement about ``identifier``: where its name first begins a line."""
    pattern = re.compile(
        rf"^[ \t]*(?:<[^>\s]*[#/]{re.escape(identifier)}>|[\w-]*:{re.escape(identifier)})[\s,;]",
        re.MULTILINE,
    )
    found = pattern.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else 1

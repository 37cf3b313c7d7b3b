"""The grammar of a query: quotes, minus, OR, ``*``, filters. What the words mean comes later.

"открытая карта"     the words exactly so, one after the other (also «…» and “…”)
-уступка             not in the passage
клейм ИЛИ уступка    either counts as the same wish (also OR and |)
фальш*               any word that begins so
вид:протокол издание:1997 закон:25 документ:minutes-2000-01-12 с:2000 по:2001
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from search.filters import Filters, checked_date, kind_named, law_named
from search.folding import fold

MAX_CHARS = 4000
"""Longer queries are cut here (and say so): no one types more, and work stays bounded."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A stretch of the query: ``form`` is "words", "phrase" or "prefix".

    Atoms with the same ``group`` were joined by OR. ``start`` is the place in the query.
    """

    form: str
    text: str
    start: int
    negative: bool = False
    group: int = 0


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query taken apart by its grammar."""

    text: str
    atoms: tuple[Atom, ...]
    filters: Filters
    cut: bool = False

    def unquoted(self) -> ParsedQuery:
        """The same query with the words of its quotes taken as ordinary words."""
        atoms = (
            replace(a, form="words") if a.form == "phrase" and not a.negative else a
            for a in self.atoms
        )
        return replace(self, atoms=tuple(atoms))


_NAMES = {
    "вид": "kinds",
    "kind": "kinds",
    "издание": "editions",
    "edition": "editions",
    "закон": "laws",
    "правило": "laws",
    "law": "laws",
    "документ": "documents",
    "document": "documents",
    "с": "since",
    "since": "since",
    "from": "since",
    "по": "until",
    "until": "until",
    "to": "until",
    "год": "year",
    "year": "year",
}
_FILTER = rf"(?P<name>{'|'.join(sorted(_NAMES, key=len, reverse=True))}):(?P<value>[^\s\"«“]+)"
_PIECE = re.compile(
    rf"(?<!\S){_FILTER}(?!\S)"
    r"|(?P<minus>(?<!\S)-)?(?:\"(?P<q1>[^\"]*)\"|«(?P<q2>[^»]*)»|“(?P<q3>[^”]*)”|„(?P<q4>[^“]*)“)"
    r"|(?P<or>(?<!\S)(?:ИЛИ|OR|\|)(?!\S))"
    r"|(?P<stars>(?<!\S)\*+(?!\S))"
    r"|(?P<not>(?<!\S)-(?=\w))?(?P<word>[^\s\"«»“”„]+|[\"«»“”„])",
    re.IGNORECASE,
)
_CONTROL = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+"
)


def parse(query: str) -> ParsedQuery:
    """Take a query apart. Raises ``QueryError`` for a filter value that makes no sense."""
    text = _CONTROL.sub(" ", query)
    cut = len(text) > MAX_CHARS
    if cut:
        text = text[:MAX_CHARS].rsplit(" ", 1)[0]
    atoms: list[Atom] = []
    filters = Filters()
    group = 0
    joining = False
    for match in _PIECE.finditer(text):
        if match["name"]:
            filters = _with_filter(filters, fold(match["name"]), match["value"])
            continue
        if match["or"] and match["or"] in ("ИЛИ", "OR", "|"):
            joining = bool(atoms)
            continue
        if match["stars"]:
            continue
        atom = _atom(match)
        if atom is None:
            continue
        if not joining:
            group += 1
        joining = False
        atom = replace(atom, group=group)
        atoms.append(atom)
    return ParsedQuery(text, tuple(_runs(atoms, text)), filters, cut)


def _atom(match: re.Match[str]) -> Atom | None:
    for name in ("q1", "q2", "q3", "q4"):
        if match[name] is not None:
            inside = match[name].strip()
            if not inside:
                return None
            return Atom("phrase", inside, match.start(name), negative=bool(match["minus"]))
    word = match["word"] or match["or"]
    if word is None or not any(c.isalnum() or c in ",.;'[]`<>{}:~" for c in word):
        return None
    start = match.start("word") if match["word"] else match.start()
    stem = word.rstrip("*")
    if stem != word and len(stem) >= 2:
        return Atom("prefix", stem, start, negative=bool(match["not"]))
    return Atom("words", word, start, negative=bool(match["not"]))


def _runs(atoms: list[Atom], text: str) -> list[Atom]:
    """Join neighbouring plain words into one run, so that notions of several words are seen."""
    groups = [atom.group for atom in atoms]
    found: list[Atom] = []
    for atom in atoms:
        last = found[-1] if found else None
        plain = atom.form == "words" and not atom.negative and groups.count(atom.group) == 1
        if (
            last is not None
            and plain
            and last.form == "words"
            and not last.negative
            and groups.count(last.group) == 1
            and not text[last.start + len(last.text) : atom.start].strip(" \t")
        ):
            joined = text[last.start : atom.start + len(atom.text)]
            found[-1] = replace(last, text=joined)
        else:
            found.append(atom)
    return found


def _with_filter(filters: Filters, name: str, value: str) -> Filters:
    field = _NAMES[name]
    values = tuple(part for part in value.split(",") if part)
    if field == "kinds":
        return replace(filters, kinds=filters.kinds + tuple(kind_named(v) for v in values))
    if field == "laws":
        return replace(filters, laws=filters.laws + tuple(law_named(v) for v in values))
    if field == "editions":
        return replace(filters, editions=filters.editions + values)
    if field == "documents":
        return replace(filters, documents=filters.documents + values)
    checked_date(value)
    if field == "year":
        return replace(filters, since=value[:4], until=value[:4])
    if field == "since":
        return replace(filters, since=value)
    return replace(filters, until=value)

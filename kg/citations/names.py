"""Sections and documents cited by name: «Сфера действия Кодекса», «протокол в Очо–Риос».

The names are in ``names.toml``; years of the Laws («версия 1987 года») are read by pattern.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kg.citations.mention import Mention

_TABLE = Path(__file__).with_name("names.toml")
_DEFINES = r"[Оо]пределени(?:ем|ями|ям|ях|е|я|ю|и|й)\s+(?:понятия\s+)?[«\"“]?"
_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")
_YEAR_BEFORE = re.compile(
    r"(?P<what>верси[а-я]+|редакци[а-я]+|издани[а-я]+|[Кк]одекс[а-я]{0,3}|[Пп]равил(?:а|ам|ами|ах)?"
    r"|[Ll]aws|[Cc]ode|[Ee]dition)(?:\s+от|\s+of)?\s*[-–—(]?\s*$"
)
_YEAR_AFTER = re.compile(r"\s+(?P<what>Laws|Code|edition)\b")
_QUOTED_SECTION = re.compile(
    r"(?:[Рр]аздел|[Гг]лав)[а-я]*\s+(?P<title>[«“\"][^«»“”\"\n]{3,80}[»”\"])"
)


@dataclass(frozen=True, slots=True)
class _Names:
    pattern: re.Pattern[str]
    ids: tuple[tuple[str, str, bool], ...]  # kind, id, held – one for each group of the pattern


@lru_cache(maxsize=1)
def _names() -> _Names:
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    groups: list[str] = []
    ids: list[tuple[str, str, bool]] = []
    for row in table["section"]:
        groups.append(row["words"])
        ids.append(("section", row["id"], True))
    for row in table["definition"]:
        groups.append(f"{_DEFINES}(?:{row['words']})")
        ids.append(("section", f"DEF:{row['term']}", True))
    for row in table["document"]:
        groups.append(row["words"])
        ids.append(("document", row["id"], bool(row.get("held"))))
    pattern = "|".join(f"(?P<n{index}>{words})" for index, words in enumerate(groups))
    return _Names(re.compile(rf"(?:{pattern})(?!\w)"), tuple(ids))


_STARTS = (
    re.compile(
        r"[СГРОКПЖБSCDGW](?:фер|лав|аздел|предел|бщи|одекс|ротокол|еневск|ело|cope|ode\s|hite"
        r"|efin|enera)"
    ),
    re.compile(r"[гродпн](?:лав|аздел|предел|ротокол|бщи|иректив|астоящи)"),
)
"""Two quick looks: capitals are rare, and few small letters begin a name."""


def name_mentions(text: str) -> Iterator[Mention]:
    """Named sections and documents; ``certain`` is false for documents the library lacks."""
    names = _names()
    done = 0
    hints = sorted(hint.start() for hints in _STARTS for hint in hints.finditer(text))
    for start in hints:
        if start < done or (start and text[start - 1].isalnum()):
            continue
        found = names.pattern.match(text, start)
        if found and found.lastgroup:
            kind, target, held = names.ids[int(found.lastgroup[1:])]
            end = found.end()
        elif quoted := _QUOTED_SECTION.match(text, start):
            kind, held = "section", False
            start, end = quoted.span("title")
            target = f"SECTION:{text[start + 1 : end - 1]}"
        else:
            continue
        done = end
        yield Mention(kind, "named", start, end, (start, end), targets=(target,), certain=held)


def edition_mentions(text: str) -> list[Mention]:
    """«версии 1987 года», «Кодекс 1997»: whole editions of the Laws, in order of place."""
    found = []
    for year in _YEAR.finditer(text):
        start, end = year.span()
        before = _YEAR_BEFORE.search(text, max(0, start - 24), start)
        after = None if before else _YEAR_AFTER.match(text, end)
        if not before and not after:
            continue
        first = before.start("what") if before else start
        last = after.end() if after else end
        target = f"laws-{year[0]}"
        found.append(
            Mention(
                "document",
                "named",
                first,
                last,
                (first, last),
                targets=(target,),
                edition=year[0],
                certain=False,
            )
        )
    return found

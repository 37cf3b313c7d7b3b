"""SPARQL over the library: ready questions with explanations, and anybody's own.

A question runs in a process of its own, which is ended when its time is up: no question, however
badly put, can hang the program. The engine is Oxigraph behind rdflib's interface.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.errors import NotFoundError, QueryError
from kg.export.linked import ntriples
from kg.graph import Graph
from kg.rdf.vocabulary import BASE, prefixes

FOLDER = Path(__file__).parent / "queries"
SECONDS = 10.0
ROWS = 10_000
_COMMENT_OR_QUOTED = re.compile(
    r"""<[^<>"{}|^`\\\x00-\x20]*>"""
    r'|"""(?:"{0,2}(?:[^"\\]|\\.))*"""|\'\'\'(?:\'{0,2}(?:[^\'\\]|\\.))*\'\'\''
    r'|"(?:[^"\\\n\r]|\\.)*"|\'(?:[^\'\\\n\r]|\\.)*\'|#[^\n\r]*',
    re.DOTALL,
)
"""IRIs, strings and comments as the grammar of SPARQL 1.1 has them (section 19.8)."""
_DECLARED = re.compile(r"\bprefix\s+([\w-]*):", re.IGNORECASE)
_VARIABLE = re.compile(r"[?$][A-Za-z0-9_]*")
_REFUSED = re.compile(r"\b(insert|delete|load|clear|drop|create|copy|move|add)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ready:
    """A question that comes with the program: its name, title, explanation (Russian) and text."""

    name: str
    title: str
    explanation: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of an answer; ``truncated`` when there were more than asked for."""

    columns: tuple[str, ...]
    rows: tuple[dict[str, str | None], ...]
    truncated: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "columns": list(self.columns),
            "rows": [dict(row) for row in self.rows],
            "truncated": self.truncated,
        }


def ready() -> tuple[Ready, ...]:
    """The ready questions by name; title and explanation are the comments at the head of each."""
    found = []
    for path in sorted(FOLDER.glob("*.rq")):
        text = path.read_text(encoding="utf-8")
        head = [line.lstrip("# ").rstrip() for line in text.splitlines() if line.startswith("#")]
        found.append(Ready(path.stem, head[0], " ".join(head[1:]), text))
    return tuple(found)


def question(name_or_text: str) -> str:
    """The text of a question: a ready one by name, a file by its path, or the words themselves.

    Raises ``NotFoundError`` when it is a name or a path of nothing and ``QueryError`` when the
    file cannot be read.
    """
    wanted = name_or_text.strip()
    for one in ready():
        if one.name == wanted:
            return one.text
    if re.search(r"[{\n]", wanted):
        return wanted
    path = Path(wanted)
    if not wanted or not path.is_file():
        names = ", ".join(one.name for one in ready())
        raise NotFoundError(f"Нет ни запроса, ни файла «{wanted}». Готовые запросы: {names}.")
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(f"Файл {path.name} не читается как текст UTF-8.") from error


def prepared(text: str) -> str:
    """The question with our prefixes declared. Raises ``QueryError`` when it would change data or
    ask another server."""
    plain = _COMMENT_OR_QUOTED.sub(" ", text)
    if not plain.strip():
        raise QueryError("Запрос пуст. Готовые запросы: pravila sparql --list.")
    unnamed = _VARIABLE.sub(" ", plain)
    # A keyword may be glued to what stands around it («)SERVICE?z», «SERVICE:a»): this one, which
    # would ask another server, is refused inside prefixed names too. The others only get a clearer
    # answer here, as the engine has no way to execute them.
    body = re.sub(r"\b[\w-]*:[\w./()-]*", " ", unnamed)
    refused = re.search("service", unnamed, re.IGNORECASE) or _REFUSED.search(body)
    if refused:
        raise QueryError(
            f"«{refused[0].upper()}» здесь не выполняется: вопросы только читают эту библиотеку."
        )
    declared = {name.lower() for name in _DECLARED.findall(plain)}
    lines = [f"PREFIX {p}: <{iri}>" for p, iri in prefixes().items() if p not in declared]
    return "\n".join([*lines, text])


def run(
    graph: Graph,
    text: str,
    seconds: float = SECONDS,
    rows: int = ROWS,
    glossary: bytes | None = None,
) -> Answer:
    """The answer to a question (its text, or the name of a ready one), within ``seconds``.

    Raises ``QueryError`` when it is no SPARQL, wants what is refused, or takes too long.
    """
    asked = prepared(question(text))
    key = ("ntriples", glossary)
    data = graph.kept.get(key)
    if not isinstance(data, bytes):
        data = ntriples(graph, BASE, glossary)
        graph.kept[key] = data
    head = json.dumps({"query": asked, "rows": rows}).encode() + b"\n"
    try:
        done = subprocess.run(
            [sys.executable, "-m", "kg.sparql.worker"],
            input=head + data,
            capture_output=True,
            timeout=seconds,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise QueryError(
            f"Запрос не уложился в {seconds:g} с. Сузьте его (LIMIT, меньше OPTIONAL и *)."
        ) from error
    if done.returncode:
        raise QueryError("Запросу не хватило памяти. Сузьте его (LIMIT, меньше OPTIONAL и *).")
    said = json.loads(done.stdout)
    if "error" in said:
        raise QueryError(f"Запрос SPARQL не понят: {said['error']}")
    return Answer(tuple(said["columns"]), tuple(said["rows"]), said["truncated"])

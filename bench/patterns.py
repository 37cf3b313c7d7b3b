"""Every regular expression of our own, and the inputs on which a bad one would take for ever.

Patterns are caught as they are compiled: while all modules are imported, while the bundled texts
are read, cited, linted and searched, and, for those written inside functions, from the syntax
trees. The inputs are made from a pattern's own parse tree: its characters repeated, alone and in
pairs, and beginnings of a text it matches, repeated, each with an end that matches nothing.
"""

from __future__ import annotations

import ast
import importlib
import re
import signal
import sys
import types
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from re import _constants as code  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("corpus", "kg", "search", "workspace", "commands", "ui", "api")
END = "\x00"
"""Nothing of ours matches it."""


def modules() -> list[str]:
    """Names of all modules of the rooms that there are."""
    found = [p for room in ROOMS for p in (ROOT / room).rglob("*.py")]
    names = [".".join(p.relative_to(ROOT).with_suffix("").parts) for p in found]
    return sorted(n.removesuffix(".__init__") for n in names)


def compiled(texts: bool = True) -> dict[tuple[str, int], re.Pattern[Any]]:
    """Our own patterns by source and flags; ``texts`` also runs the pipeline over texts."""
    caught: dict[tuple[str, int], re.Pattern[Any]] = {}
    whole = re._compile  # type: ignore[attr-defined]

    def ours() -> bool:
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename == re.__file__:
            frame = frame.f_back  # type: ignore[assignment]
        path = frame.f_code.co_filename if frame is not None else ""
        return any(path.startswith(str(ROOT / room)) for room in ROOMS)

    def catch(pattern: Any, flags: Any) -> Any:
        made = whole(pattern, flags)
        if ours():
            caught[str(made.pattern), made.flags] = made
        return made

    re._compile = catch  # type: ignore[attr-defined]
    try:
        for name in modules():
            # Already imported for another reason: again, for its patterns alone.
            source = importlib.util.find_spec(name)
            if name in sys.modules and source is not None and source.origin:
                tree = compile(Path(source.origin).read_text("utf-8"), source.origin, "exec")
                again = types.ModuleType(f"again.{name}")
                again.__file__, again.__package__ = source.origin, name.rpartition(".")[0]
                sys.modules[again.__name__] = again  # a dataclass asks for the module it is in
                try:
                    exec(tree, again.__dict__)
                except Exception:  # what cannot be run twice is caught by its syntax below
                    continue
                finally:
                    del sys.modules[again.__name__]
            else:
                importlib.import_module(name)
        if texts:
            _pipeline()
    finally:
        re._compile = whole  # type: ignore[attr-defined]
    for pattern, flags in written():
        made = re.compile(pattern, flags)
        caught.setdefault((pattern, made.flags), made)
    return caught


def _pipeline() -> None:
    from corpus.read import bundled_documents
    from kg.citations import cite
    from workspace.linting import lint_text

    for document in bundled_documents()[:4]:
        cite(document)
    lint_text(document.original[:4000], "x.txt", meta={}, curation=None)


def written() -> Iterator[tuple[str, int]]:
    """Patterns given as literals to functions of ``re`` anywhere in our code."""
    for name in modules():
        path = ROOT / Path(*name.split("."))
        path = (
            path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
        )
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            if of_re and node.args and isinstance(node.args[0], ast.Constant):
                value = node.args[0].value
                if isinstance(value, str) and node.func.attr != "escape":
                    yield value, 0


# -- inputs ----------------------------------------------------------------------------------------

_CATEGORIES = {
    code.CATEGORY_DIGIT: "1",
    code.CATEGORY_NOT_DIGIT: "а",
    code.CATEGORY_SPACE: " ",
    code.CATEGORY_NOT_SPACE: "а",
    code.CATEGORY_WORD: "а",
    code.CATEGORY_NOT_WORD: ".",
}


def _of_class(items: Any) -> list[str]:
    found: list[str] = []
    for kind, value in items:
        if kind is code.LITERAL:
            found.append(chr(value))
        elif kind is code.RANGE:
            found.append(chr(value[0]))
        elif kind is code.CATEGORY:
            found.append(_CATEGORIES[value])
        elif kind is code.NEGATE:
            return ["б"]
    return found


def letters(tree: Any) -> list[str]:
    """Characters the pattern tells apart, in order of appearance."""
    found: dict[str, None] = {}

    def walk(part: Any) -> None:
        for kind, value in part:
            if kind in (code.LITERAL, code.NOT_LITERAL):
                found[chr(value)] = None
            elif kind is code.IN:
                found.update(dict.fromkeys(_of_class(value)[:3]))
            elif kind is code.ANY:
                found["б"] = None
            elif kind is code.BRANCH:
                for one in value[1]:
                    walk(one)
            elif kind in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
                walk(value[2])
            elif kind is code.SUBPATTERN:
                walk(value[3])
            elif kind is code.ATOMIC_GROUP:
                walk(value)
            elif kind in (code.ASSERT, code.ASSERT_NOT):
                walk(value[1])

    walk(tree)
    return list(found)


def example(tree: Any) -> str:
    """A text the pattern is likely to match: the first of every choice, repeats twice."""
    made: list[str] = []
    for kind, value in tree:
        if kind is code.LITERAL:
            made.append(chr(value))
        elif kind is code.IN:
            made.append((_of_class(value) or ["а"])[0])
        elif kind in (code.ANY, code.NOT_LITERAL):
            made.append("б")
        elif kind is code.BRANCH:
            made.append(max((example(one) for one in value[1][:4]), key=len))
        elif kind in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
            low, high, inner = value
            made.append(example(inner) * min(max(low, 2), high if isinstance(high, int) else 2, 8))
        elif kind is code.SUBPATTERN:
            made.append(example(value[3]))
        elif kind is code.ATOMIC_GROUP:
            made.append(example(value))
    return "".join(made)


def inputs(pattern: re.Pattern[Any], size: int, most: int = 80) -> Iterator[str]:
    """Texts of about ``size`` characters on which a bad pattern takes more than linear time."""
    tree = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    signs = letters(tree)[:14]
    whole = example(tree)
    heads = [whole[:cut] for cut in sorted({len(whole), len(whole) // 2, 1}) if whole[:cut]]
    pieces = [*signs, *heads]
    pieces += [a + b for a, b in islice(product(signs[:7], repeat=2), 49) if a != b]
    pieces += [head + sign for head in heads[-1:] for sign in signs[:4]]
    for piece in list(dict.fromkeys(pieces))[:most]:
        yield (piece * (size // len(piece) + 1))[:size] + END
    for head, sign in islice(product(heads, signs[:5]), 10):
        yield head + sign * size + END


class _Late(Exception):
    pass


def _too_late(*_: object) -> None:
    raise _Late


def seconds(pattern: re.Pattern[Any], text: str, most: float = 5.0) -> float:
    """Processor time of finding every match in a text; ``most`` when it takes longer.

    ``sre`` looks for signals as it goes, so that a runaway match can be stopped.
    """
    subject: Any = text.encode("utf-8", "replace") if isinstance(pattern.pattern, bytes) else text
    before = signal.signal(signal.SIGVTALRM, _too_late)
    signal.setitimer(signal.ITIMER_VIRTUAL, most)
    started = process_time()
    try:
        for _ in pattern.finditer(subject):
            pass
        return process_time() - started
    except _Late:
        return most
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)

"""A text with its citations shown in place: as a page of HTML, as plain text with notes."""

from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from kg.citation import Citation, Status

Cited = tuple[str, str, tuple[Citation, ...]]
"""A file's name, its text, its citations."""

STATUS_NAMES = {
    Status.RESOLVED: "найдено",
    Status.AMBIGUOUS: "неоднозначно",
    Status.DANGLING: "такого нет",
    Status.UNVERIFIED: "не проверено",
    Status.WRONG_EDITION: "другое издание",
    Status.EXTERNAL: "другой документ",
}
KIND_NAMES = {
    "law": "Правило",
    "commentary": "параграф комментария",
    "footnote": "сноска",
    "section": "раздел или пункт",
    "document": "документ",
    "implicit": "без номера",
}
"""What is cited (``kg.citation.Citation.kind``)."""
FORM_NAMES = {
    "named": "названо прямо",
    "list-item": "в перечне",
    "range": "в промежутке",
    "bare": "один номер",
    "relative": "по месту",
    "anaphora": "местоимением",
    "footnote": "вместе с Правилом",
    "subject": "по предмету",
}
"""How it is cited (``kg.citation.Citation.form``)."""
_COLOURS = {
    Status.RESOLVED: ("#14532d", "#dcfce7"),
    Status.AMBIGUOUS: ("#713f12", "#fef9c3"),
    Status.DANGLING: ("#7f1d1d", "#fee2e2"),
    Status.UNVERIFIED: ("#1e3a8a", "#dbeafe"),
    Status.WRONG_EDITION: ("#7c2d12", "#ffedd5"),
    Status.EXTERNAL: ("#374151", "#f3f4f6"),
}
_STYLE = "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 Georgia,serif}"
_STYLE += "pre{white-space:pre-wrap;font:inherit}a.c{padding:0 .15em;border-radius:.2em}"
_STYLE += "ul.key{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.7rem}"
_STYLE += "".join(
    f".{status}{{color:{ink};background:{paper}}}" for status, (ink, paper) in _COLOURS.items()
)


def apart(citations: Sequence[Citation]) -> Iterator[Citation]:
    """The citations that do not overlap one before them, in order of place."""
    done = 0
    for citation in sorted(citations, key=lambda one: (one.span.start, one.kind == "implicit")):
        if citation.span.start >= done and citation.span.end > citation.span.start:
            done = citation.span.end
            yield citation


def target_name(target: str, kind: str) -> str:
    """What is cited, so that the item of a document («п. 2») is not taken for a law's number."""
    if target.endswith("#note"):
        return f"сноска к {target.removesuffix('#note')}"
    if kind == "section" and target.replace(".", "").isdigit():
        return f"п. {target}"
    return target


def target_names(citation: Citation) -> tuple[str, ...]:
    """All that a citation may mean, by name."""
    return tuple(target_name(target, citation.kind) for target in citation.targets)


def _anchor(name: str) -> str:
    return name.replace(" ", "-")


def _title(citation: Citation, explain: bool) -> str:
    said = f"{' или '.join(target_names(citation)) or '?'} – {STATUS_NAMES[citation.status]}"
    return f"{said}: {'; '.join(citation.reasons)}" if explain and citation.reasons else said


def _marked_html(text: str, citations: Sequence[Citation], explain: bool) -> Iterator[str]:
    done = 0
    for citation in apart(citations):
        yield escape(text[done : citation.span.start])
        done = citation.span.end
        target = _anchor(target_names(citation)[0]) if citation.targets else ""
        yield (
            f'<a class="c {citation.status}" href="#{quote(target)}" '
            f'title="{escape(_title(citation, explain))}">{escape(citation.surface)}</a>'
        )
    yield escape(text[done:])


def _targets_html(citations: Sequence[Citation]) -> Iterator[str]:
    """A list of everything cited, so that every link on the page leads somewhere."""
    counts: dict[str, int] = {}
    for citation in citations:
        for target in target_names(citation):
            counts[target] = counts.get(target, 0) + 1
    for target, count in sorted(counts.items()):
        yield f'<li id="{escape(_anchor(target))}">{escape(target)} – {count}</li>'


def as_html(found: Sequence[Cited], explain: bool) -> str:
    """One page: each text with its citations linked and coloured by status."""
    key = "".join(f'<li class="{status}">{name}</li>' for status, name in STATUS_NAMES.items())
    parts = [
        '<!doctype html><html lang="ru"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width"><title>Ссылки на Правила</title>',
        f'<style>{_STYLE}</style></head><body><ul class="key">{key}</ul>',
    ]
    for file, text, citations in found:
        parts.append(f"<h1>{escape(file)}</h1><pre>")
        parts.extend(_marked_html(text, citations, explain))
        parts.append("</pre>")
    every = [one for _, _, citations in found for one in citations]
    parts.append("<h2>Что названо</h2><ul>")
    parts.extend(_targets_html(every))
    parts.append("</ul></body></html>")
    return "".join(parts)


def as_text(found: Sequence[Cited], explain: bool) -> str:
    """Each text with what is meant in square brackets after each citation."""
    parts = []
    for _, text, citations in found:
        done = 0
        for citation in apart(citations):
            parts.append(text[done : citation.span.end])
            done = citation.span.end
            parts.append(f" [{_title(citation, explain)}]")
        parts.append(text[done:])
    return "".join(parts)

"""One search result as a card."""

from __future__ import annotations

import html

from search.results import Hit, passage_laws
from ui import words
from ui.address import link
from ui.markup import esc, highlighted

_SHOWN_LAWS = 4


def card(hit: Hit, query: str) -> str:
    """Number or place, words found, kind, edition, date, who cites it, what it is about."""
    passage = hit.passage
    if passage.kind == "laws" and passage.law:
        head = link(
            f'<span class="num">{esc(passage.law)}</span>{esc(passage.heading)}',
            law=passage.law,
            q=query,
        )
    else:
        head = link(esc(passage.label), unit=passage.id, q=query)
    meta = [f'<span class="tag">{esc(words.KIND.get(passage.kind, passage.kind))}</span>']
    if passage.edition:
        meta.append(f"<span>издание {esc(passage.edition)}</span>")
    if passage.date:
        meta.append(f"<span>{esc(words.date(passage.date))}</span>")
    if passage.cited_by:
        meta.append(f"<span>на него ссылаются: {passage.cited_by}</span>")
    laws = passage_laws(passage)
    if laws:
        shown = " ".join(link(esc(law), law=law) for law in laws[:_SHOWN_LAWS])
        more = f" и ещё {len(laws) - _SHOWN_LAWS}" if len(laws) > _SHOWN_LAWS else ""
        meta.append(f"<span>{shown}{more}</span>")
    if hit.duplicates:
        count = words.plural(len(hit.duplicates), "место", "места", "мест")
        meta.append(f"<span>то же слово в слово: ещё {count}</span>")
    # The snippet is escaped already; taken apart and escaped again, so that nothing depends on it.
    text = highlighted(html.unescape(hit.snippet))
    return (
        f'<article class="card {esc(passage.kind)}"><h3>{head}</h3><p>{text}</p>'
        f'<div class="meta">{"".join(meta)}</div></article>'
    )

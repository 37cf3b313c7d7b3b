"""Поиск: what was understood, what was found, by what to narrow it."""

from __future__ import annotations

from collections.abc import Mapping

from search.filters import Filters
from search.results import Results, passage_laws
from ui import address, cards, exports, home, provisions, words
from ui.address import link
from ui.exports import Block
from ui.markup import box, esc, hint, more, put, status
from workspace import Workspace

PAGE = 10
"""Results shown at once."""
_MOST = 200
_FACETS = (("kind", "Вид"), ("edition", "Издание"), ("year", "Год"), ("document", "Документ"))


def show(workspace: Workspace) -> None:
    """The first screen, or the answer to the query in the address."""
    query = address.get("q").strip()
    if not query:
        home.show(workspace)
        return
    page = address.number("p", 1, 1, _MOST // PAGE)
    results = _search(workspace, query, page * PAGE)
    put(
        _direct(workspace, query, results)
        + _understood(query, results)
        + _facets(workspace, query, results)
        + _count(results, page)
    )
    shown = results.hits[(page - 1) * PAGE :]
    if shown:
        put('<div class="cards">' + "".join(cards.card(h, query) for h in shown) + "</div>")
        put(_pages(results, page))
        _downloads(query, results)
    else:
        put(_nothing(results))


def filters() -> Filters:
    """What the address limits the search to."""
    years = address.many("year")
    return Filters(
        kinds=tuple(address.many("kind")),
        editions=tuple(address.many("edition")),
        documents=tuple(address.many("document")),
        laws=tuple(address.many("about")),
        since=min(years) if years else None,
        until=max(years) if years else None,
    )


def _search(workspace: Workspace, query: str, limit: int, narrowed: bool = True) -> Results:
    return workspace.finder.search(
        query,
        filters() if narrowed else None,
        limit=limit,
        verbatim=bool(address.get("verbatim")),
        as_typed=address.many("typed"),
    )


def _direct(workspace: Workspace, query: str, results: Results) -> str:
    """The law a query names, first of all."""
    named = [provisions.only(query)]
    named += [law for _, laws in results.understood.laws for law in laws]
    out = []
    for number in dict.fromkeys(n for n in named if n):
        subject = provisions.subject(workspace, number)
        texts = provisions.texts(workspace, number)
        body = (
            f"<p>{esc(texts[0].text[:600])}</p>"
            if texts
            else "<p>Открыть всё, что известно об этом правиле.</p>"
        )
        name = f'<span class="num">{esc(words.law(number))}</span>{esc(subject or "")}'
        head = link(name, law=number)
        out.append(f'<article class="card laws direct"><h3>{head}</h3>{body}</article>')
    return f'<div class="cards">{"".join(out[:3])}</div>' if out else ""


def _understood(query: str, results: Results) -> str:
    """How the query was read, each reading with its undo."""
    seen = results.understood
    typed = address.many("typed")

    def chip(text: str, word: str = "") -> str:
        kept = ",".join([*typed, word])
        undo = " " + link("отменить", q=query, typed=kept, **_limits()) if word else ""
        return f'<span class="chip">{text}{undo}</span>'

    chips = []
    if seen.layout:
        said = " ".join(before for before, _ in seen.layout)
        meant = " ".join(after for _, after in seen.layout)
        chips.append(
            chip(
                f"раскладка: {esc(said)} → <b>{esc(meant)}</b>",
                ",".join(before for before, _ in seen.layout),
            )
        )
    chips += [chip(f"исправлено: {esc(a)} → <b>{esc(b)}</b>", a) for a, b in seen.corrected]
    chips += [
        chip(f"{esc(surface)} = <b>{esc(label)}</b>", surface)
        for surface, _, label in seen.concepts
        if not words.same_word(surface, label)
    ]
    chips += [chip(f"без слова: {esc(word)}") for word in seen.excluded]
    if seen.unknown:
        chips.append(chip(f"в текстах нет: {esc(', '.join(seen.unknown))}"))
    if seen.cut:
        chips.append(chip("очень длинный запрос сокращён"))
    if typed or address.get("verbatim"):
        again = link("понимать снова", q=query, **_limits())
        chips.append(chip(f"взято как набрано {again}"))
    elif chips:
        chips.append(link("искать только набранное", q=query, verbatim="1", **_limits()))
    chips += [chip(f"вы имели в виду: {link(esc(o), q=o)}") for o in results.did_you_mean]
    return f'<div class="grasp">{" ".join(chips)}</div>' if chips else ""


def _limits() -> dict[str, str]:
    names = ("kind", "edition", "year", "document", "about")
    return {name: address.get(name) for name in names if address.get(name)}


def _facets(workspace: Workspace, query: str, results: Results) -> str:
    """Chips to narrow by; counts are those of the whole answer, so that nothing disappears."""
    whole = _search(workspace, query, 1, narrowed=False) if _limits() else results
    counts: Mapping[str, Mapping[str, int]] = whole.facets
    keep = {"q": query, "typed": address.get("typed"), "verbatim": address.get("verbatim")}
    titles = {m.id: m.title for m in workspace.documents}
    rows = []
    for name, label in _FACETS:
        values = counts.get(name, {})
        chosen = address.many(name)
        if len(values) < 2 and not chosen:
            continue
        chips = []
        for value, count in list(values.items())[:8]:
            on = value in chosen
            now = [v for v in chosen if v != value] if on else [*chosen, value]
            shown = {"kind": words.KINDS.get(value, value), "document": titles.get(value, value)}
            others = {k: v for k, v in _limits().items() if k != name}
            text = f"{esc(shown.get(name, value))} <small>{count}</small>"
            chips.append(
                link(text, "on" if on else "", **{**keep, **others, name: ",".join(now)}).replace(
                    "<a ", f'<a aria-pressed="{str(on).lower()}" role="button" ', 1
                )
            )
        rows.append(
            (name, f'<div class="facets"><span class="name">{label}:</span>{"".join(chips)}</div>')
        )
    if not rows:
        return ""
    first = "".join(html for name, html in rows if name in ("kind", "edition"))
    rest = "".join(html for name, html in rows if name not in ("kind", "edition"))
    narrowed = any(name in _limits() for name in ("year", "document"))
    if rest:
        rest = more("по годам и документам", rest, opened=narrowed)
    return f'<div class="noprint">{first}{rest}</div>'


def _count(results: Results, page: int) -> str:
    shown = f", показаны с {(page - 1) * PAGE + 1}-го" if page > 1 else ""
    return status(f"Найдено: {results.total}", f"{results.took_ms:.0f} мс{shown}")


def _pages(results: Results, page: int) -> str:
    last = min(-(-results.total // PAGE), _MOST // PAGE)
    here = address.here("p")
    steps = []
    if page > 1:
        steps.append(link("← назад", "go", **{**here, "p": str(page - 1)}))
    if last > 1:
        steps.append(f"<em>{page} из {last}</em>")
    if page < last:
        steps.append(link("ещё результаты →", "go", **{**here, "p": str(page + 1)}))
    return f'<p class="strip noprint">{" ".join(steps)}</p>' if steps else ""


def _nothing(results: Results) -> str:
    near = []
    for kind, name, label in results.nearest:
        near.append(link(esc(label), law=name) if kind == "law" else link(esc(label), q=label))
    said = (
        "Ничего не найдено. Попробуйте меньше слов или другие слова; номер пишется как <b>29C</b>."
    )
    if _limits():
        said += " " + link("Снять отбор", q=results.query)
    around = box("Посмотрите") + f'<p class="strip">{" ".join(near)}</p>' if near else ""
    return hint(said) + around


def _rows(results: Results) -> list[dict[str, str]]:
    return [
        {
            "место": h.passage.label,
            "вид": words.KIND.get(h.passage.kind, h.passage.kind),
            "издание": h.passage.edition or "",
            "дата": h.passage.date or "",
            "правила": ", ".join(passage_laws(h.passage)),
            "текст": h.passage.text,
            "файл": h.passage.file,
            "начало": str(h.passage.start),
            "конец": str(h.passage.end),
        }
        for h in results.hits
    ]


def _blocks(results: Results) -> list[Block]:
    made = [Block("title", f"Поиск: {results.query}")]
    for hit in results.hits:
        made.append(Block("heading", hit.passage.label))
        made.append(Block("quote", hit.passage.text))
        made.append(
            Block("source", f"{hit.passage.file}, знаки {hit.passage.start}–{hit.passage.end}")
        )
    return made


def _downloads(query: str, results: Results) -> None:
    exports.offer(
        "search",
        exports.filename("поиск", query, ending=""),
        (
            ("Таблица (CSV)", "csv", lambda: exports.table(_rows(results))),
            ("Markdown", "md", lambda: exports.markdown(_blocks(results)).encode()),
            ("Word (DOCX)", "docx", lambda: exports.docx(_blocks(results))),
            ("JSON", "json", lambda: exports.as_json(results.to_json()).encode()),
        ),
    )

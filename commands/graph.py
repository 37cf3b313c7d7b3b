"""``pravila chain``, ``law``, ``compare``: ways between laws, what was said of one, editions."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.opening import opened
from commands.options import Json, Library, Limit
from commands.output import print_json, print_json_lines, print_rule, print_table, print_text, say
from corpus.errors import SettingsError

if TYPE_CHECKING:
    from kg.chains import Chain, Found
    from kg.history import Event, Law

PANEL = "Граф ссылок"
DOES = {
    "cites": "упоминает",
    "interprets": "толкует",
    "confirms": "подтверждает",
    "amends": "изменяет",
    "replaces": "заменяет",
    "defines": "определяет",
    "example": "приводит пример",
    "comments": "комментирует",
    "about": "говорит о нём",
}
"""What a passage does to a provision, as a person is told."""
SCOPES = {"exact": "", "part": "о части: ", "note": "о сноске: ", "whole": "о целом: "}
EXISTS = {True: "есть", False: "нет", None: "не установлено"}
SAID_BY = {
    "text": "",
    "position": "по месту в документе",
    "curated": "указано редактором",
    "inferred": "выведено программой",
}
Number = Annotated[str, typer.Argument(metavar="НОМЕР", help="Номер Правила: 25B, 12C2, 31A2(b).")]
Edition = Annotated[
    str | None, typer.Option("--edition", metavar="ГОД", help="Только в этом издании Кодекса.")
]


_WAY = re.compile(
    r"(?P<start>[^→>–—.…-]{1,20}?)\s*(?:→|->|[–—…-]|\.{2,3})\s*(?P<end>[^→>–—.…-]{1,20})"
)
"""Both ends in one word: «29C-26B», «29C→26B», «29C..26B»."""


def _ends(written: str) -> tuple[str, str | None]:
    """The ends of a chain written in one word; what is one number («12-C-2») stays one."""
    from kg.editions import editions
    from kg.provision import candidates

    one = candidates(written.strip())
    if any(inventory.plausible(each) for inventory in editions().values() for each in one):
        return written, None
    found = _WAY.fullmatch(written.strip())
    if found and candidates(found["start"]) and candidates(found["end"]):
        return found["start"], found["end"]
    return written, None


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""

    @app.command("chain", epilog="Пример: pravila chain 29C 26B", rich_help_panel=PANEL)
    def chain(
        start: Annotated[str, typer.Argument(metavar="ОТ", help="С какого Правила начать.")],
        end: Annotated[
            str | None,
            typer.Argument(metavar="ДО", help="К какому прийти; без него – куда угодно."),
        ] = None,
        via: Annotated[
            str | None, typer.Option("--via", metavar="НОМЕР", help="Через это Правило.")
        ] = None,
        document: Annotated[
            str | None,
            typer.Option("--document", metavar="ДОКУМЕНТ", help="Только внутри этого документа."),
        ] = None,
        edition: Edition = None,
        limit: Limit = 10,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Показать цепочки: как рассуждения и тексты ведут от Правила к Правилу.

        Каждый переход доказан словами: текст Правила ссылается на следующее, или отрывок
        переходит от одного к другому. Сначала цепочки, доказанные одним отрывком.
        """
        from kg.chains import find
        from kg.standing import must_be_known

        if end is None:
            start, end = _ends(start)
        workspace = opened(library)
        if document is not None:
            workspace.document(document)  # a wrong name is a mistake, not an empty answer
        for number in (start, end, via):
            if number is not None:
                must_be_known(workspace.graph, number)
        found = find(workspace.graph, start, end, via, document, edition, limit)
        if as_json:
            print_json(found.to_json())
        else:
            _show_found(found)

    @app.command("law", epilog="Пример: pravila law 25B", rich_help_panel=PANEL)
    def law(
        number: Number,
        edition: Edition = None,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Показать всё о Правиле: издания, текст, ссылки и толкования по порядку дат."""
        from kg.history import law as history

        workspace = opened(library)
        answer = history(workspace.graph, number, edition)
        if as_json:
            print_json(answer.to_json())
        else:
            _show_law(answer)

    @app.command(
        "compare", epilog="Пример: pravila compare 12C --editions 1987,1997", rich_help_panel=PANEL
    )
    def compare(
        number: Number,
        editions: Annotated[
            str,
            typer.Option("--editions", metavar="ГОДЫ", help="Издания через запятую."),
        ] = "1987,1997",
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Сравнить строение и тексты Правила в разных изданиях."""
        from kg.standing import compare as side_by_side

        names = [name.strip() for name in editions.split(",") if name.strip()]
        if not names:
            raise SettingsError("Назовите издания через запятую: --editions 1987,1997.")
        workspace = opened(library)
        rows = side_by_side(workspace.graph, number, names)
        if as_json:
            print_json_lines(rows)
        else:
            _show_comparison(rows, names)


def _show_found(found: "Found") -> None:
    if not found.chains:
        to = f" до {found.end}" if found.end else ""
        say(f"Цепочки от {found.start}{to} в текстах нет.")
        if found.end and not (found.from_start or found.to_end):
            say(f"От {found.start} тексты никуда не ведут, и ниоткуда не ведут к {found.end}.")
        if found.from_start:
            say(f"От {found.start} тексты ведут к: {', '.join(found.from_start)}.")
        if found.to_end:
            say(f"К {found.end} тексты ведут от: {', '.join(found.to_end)}.")
        return
    for number, chain in enumerate(found.chains, 1):
        _show_chain(number, chain)


def _show_chain(number: int, chain: "Chain") -> None:
    from rich.text import Text

    proof = "один отрывок" if chain.passages == 1 else f"отрывков: {chain.passages}"
    print_rule(f"{number}. {' → '.join(chain.provisions)}  ({proof})")
    seen: set[tuple[str | None, str]] = set()
    for hop in chain.hops:
        print_text(Text(f"{hop.source} → {hop.target}", style="bold"))
        told = [(e.unit, " ".join(e.sentence.split()) or _said(e.by, e.note)) for e in hop.evidence]
        # a sentence already read is not shown again, unless the hop has no other
        for unit, words in [t for t in dict.fromkeys(told) if t not in seen] or told[-1:]:
            print_text(Text.assemble((f"  {unit}: ", "cyan"), words))
        seen.update(told)


def _said(by: str, note: str) -> str:
    return f"[{SAID_BY.get(by) or 'текст Правила'}] {note}".strip()


def _show_law(answer: "Law") -> None:
    from rich.text import Text

    subject = f" – {answer.subject}" if answer.subject else ""
    print_rule(f"Правило {answer.law}{subject}")
    rows = [
        (name, EXISTS[row["exists"]], row["why"] or row["note"] or "текст есть")
        for name, row in answer.editions.items()
    ]
    print_table(("Издание", "Существование", ""), rows)
    for name, row in answer.editions.items():
        if row["text"]:
            print_text(Text.assemble((f"Текст {name} года\n", "bold"), row["text"], "\n"))
    for title, numbers in (
        ("Его текст ссылается на", [str(row["names"]) for row in answer.cites]),
        ("Тексты ведут от него к", answer.leads_to),
        ("Тексты ведут к нему от", answer.comes_from),
    ):
        if numbers:
            say(f"{title}: {', '.join(dict.fromkeys(numbers))}.")
    print_rule("По порядку дат")
    if not answer.history:
        say("В библиотеке о нём ничего не сказано.")
    for event in answer.history:
        _show_event(event)


def _show_event(event: "Event") -> None:
    from rich.text import Text

    named = "" if event.scope == "exact" else f"{SCOPES[event.scope]}{', '.join(event.names)} · "
    by = f" ({SAID_BY[event.by]})" if SAID_BY.get(event.by) else ""
    head = Text.assemble(
        (event.date or "без даты", "cyan"),
        "  ",
        (DOES.get(event.type, event.type), "bold"),
        f"{by} · {named}{event.label}",
    )
    print_text(head)
    print_text(Text("    " + " ".join(event.sentence.split())))
    for link in event.links:
        where = "" if link.in_library else " (текста нет в библиотеке)"
        where += f" ({SAID_BY['inferred']})" if link.by == "inferred" else ""
        print_text(Text(f"    → {DOES.get(link.type, link.type)}: {link.label}{where}", "magenta"))
    print_text(Text(f"    {event.authority}", style="dim"))


def _show_comparison(rows: list[dict[str, Any]], names: list[str]) -> None:
    def cell(row: dict[str, Any] | None) -> str:
        if row is None:
            return "–"
        return EXISTS[row["exists"]] + ("*" if row["text"] else "")

    table = [(row["law"], *(cell(row["editions"][n]) for n in names)) for row in rows]
    print_table(("Положение", *names), table)
    say("* – текст есть в библиотеке")
    shown: list[str] = []
    for row in rows:
        texts = {n: (row["editions"][n] or {}).get("text") for n in names}
        new = any(text and not any(text in whole for whole in shown) for text in texts.values())
        shown += [text for text in texts.values() if text]
        if new:  # a part's text stands in its whole's
            print_rule(row["law"])
            for name, text in texts.items():
                say(f"{name}: {text or 'текста нет в библиотеке'}")

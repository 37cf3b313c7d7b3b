"""What is in the library: ``documents``, ``show``, ``units``, ``repairs``."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from commands.opening import opened
from commands.options import Json, Library
from commands.output import print_json, print_json_lines, print_rule, print_table, print_text, say
from corpus.as_data import document_data, inside, repair_data, shown_unit, unit_data
from corpus.kinds import kind_title
from corpus.repair_titles import repair_title

if TYPE_CHECKING:
    from corpus.document import Document, Metadata, Repair, Unit
    from workspace import Workspace

PANEL = "Поиск и чтение"
LAYOUT = {"spaces", "line-wrap", "paragraph-break"}
"""Repairs that only change the layout; ``show`` counts them and does not list them."""
LANGUAGES = {"ru": "русский", "en": "английский"}
NUMBERINGS = {"latin": "латинскими буквами (A, B, C)", "russian": "русскими буквами (А, Б, В)"}

WORD = 24
"""Characters of the surrounding word shown with a repair, on each side."""
LETTERS = "abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюя"
LETTERS += LETTERS.upper()

Document_ = Annotated[
    str | None,
    typer.Argument(metavar="ДОКУМЕНТ", help="Только этого документа; без него – всех."),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""

    @app.command("documents", epilog="Пример: pravila documents", rich_help_panel=PANEL)
    def documents(library: Library = None, as_json: Json = False) -> None:
        """Перечислить документы библиотеки."""
        workspace = opened(library)
        if as_json:
            from workspace.listing import listing

            print_json_lines(listing(workspace))
            return
        for entry in workspace.manifest.sources:
            for meta in entry.documents:
                facts = [kind_title(meta.kind), *_times(meta), "встроенный" * entry.bundled]
                say(f"{meta.id} · " + " · ".join(fact for fact in facts if fact))
                say(f"    {meta.title} ({meta.file})")
        for entry in workspace.manifest.sources:
            if entry.refused:
                say(f"Не прочитан {entry.file}: {entry.refused}")

    @app.command(
        "show",
        epilog="Примеры: pravila show laws-1987/12C2 · pravila show laws-1987",
        rich_help_panel=PANEL,
    )
    def show(
        identity: Annotated[str, typer.Argument(metavar="ИМЯ", help="Имя единицы или документа.")],
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Показать единицу или документ: чистый текст, место в файле, что исправлено."""
        workspace = opened(library)
        if any(meta.id == identity for meta in workspace.documents):
            document = workspace.document(identity)
            if as_json:
                print_json(document_data(document))
            else:
                _show_document(document)
            return
        unit = workspace.unit(identity)
        document = workspace.document_of(unit)
        if as_json:
            print_json(shown_unit(unit, document))
        else:
            _show_unit(unit, document)

    @app.command("units", epilog="Пример: pravila units laws-1987 --json", rich_help_panel=PANEL)
    def units(document: Document_ = None, library: Library = None, as_json: Json = False) -> None:
        """Перечислить единицы: всё, на что можно сослаться."""
        chosen = _chosen(opened(library), document)
        if as_json:
            print_json_lines(unit_data(unit, d) for d in chosen for unit in d.units)
            return
        rows = [
            (unit.id, unit.label, f"{unit.span.start}–{unit.span.end}", unit.text[:50])
            for d in chosen
            for unit in d.units
        ]
        print_table(("Единица", "Что это", "Место в файле", "Начало"), rows)

    @app.command("repairs", epilog="Пример: pravila repairs laws-1987 --all", rich_help_panel=PANEL)
    def repairs(
        document: Document_ = None,
        kind: Annotated[
            str | None,
            typer.Option("--kind", metavar="ВИД", help="Этого вида: «перенос слова», line-hyphen…"),
        ] = None,
        everything: Annotated[
            bool, typer.Option("--all", help="И те, что меняют только расположение строк.")
        ] = False,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Перечислить, что исправлено в текстах и где что утрачено."""
        found = [
            (d, repair)
            for d in _chosen(opened(library), document)
            for repair in d.repairs
            if kind in (None, repair.kind, repair_title(repair.kind))
            and (everything or as_json or kind or repair.kind not in LAYOUT)
        ]
        if as_json:
            print_json_lines(repair_data(repair, d) for d, repair in found)
            return
        for d, repair in found:
            before, after = _in_words(repair, d)
            place = f"{d.meta.id} {repair.span.start}–{repair.span.end}"
            remark = f" – {repair.note}" if repair.note else ""
            say(f"{place} · {_changed(repair, before, after)}{remark}")
        say(f"Всего: {len(found)}")


def _chosen(workspace: "Workspace", document: str | None) -> "Iterable[Document]":
    if document is not None:
        return [workspace.document(document)]
    return workspace.read_documents()


# -- for people ------------------------------------------------------------------------------------


def _show_unit(unit: "Unit", document: "Document") -> None:
    print_rule(unit.label)
    if unit.heading and unit.heading not in unit.label and unit.heading not in unit.text:
        say(f"{unit.heading} (восстановлено)")
    print_text(unit.text)
    say()
    say(f"{unit.id} · {document.meta.file}, знаки {unit.span.start}–{unit.span.end}")
    for attribution in unit.attribution:
        laws = ", ".join(attribution.laws or attribution.targets)
        if laws:
            say(f"О чём (не сказано в тексте): {laws} – уверенность {attribution.confidence}")
            if attribution.evidence:
                say(f"  основание: {attribution.evidence}")
    for gap in inside(document.gaps, unit):
        say(f"Утрачено: {gap.note} ({gap.span.start}–{gap.span.end})")
    found = inside(document.repairs, unit)
    for repair in found:
        if repair.kind not in LAYOUT:
            before, after = _in_words(repair, document)
            place = f"{repair.span.start}–{repair.span.end}"
            say(f"Исправлено ({place}) · {_changed(repair, before, after)}")
    layout = sum(repair.kind in LAYOUT for repair in found)
    if layout:
        say(f"Расположение строк и пробелов исправлено мест: {layout}")


def _changed(repair: "Repair", before: str, after: str) -> str:
    outcome = "оставлено как есть" if repair.kept else f"→ «{after}»"
    return f"{repair_title(repair.kind)}: «{before}» {outcome}"


def _in_words(repair: "Repair", document: "Document") -> tuple[str, str]:
    """What was changed and what came of it, with the rest of the words it stands in."""
    text, (start, end) = document.original, repair.span
    left = text[max(0, start - WORD) : start]
    left = left[len(left.rstrip(LETTERS)) :] if left[-1:].isalnum() else ""
    right = text[end : end + WORD]
    right = right[: len(right) - len(right.lstrip(LETTERS))]
    return _visible(left + repair.before + right), _visible(left + repair.after + right)


def _show_document(document: "Document") -> None:
    meta = document.meta
    print_rule(meta.title)
    guessed = dict(meta.guessed)
    for name, title, value in (
        ("kind", "Вид", kind_title(meta.kind)),
        ("edition", "Издание, о котором говорят ссылки", meta.edition),
        ("date", "Дата", meta.date),
        ("language", "Язык", LANGUAGES.get(meta.language, meta.language)),
        ("source", "Откуда", meta.source),
        ("encoding", "Кодировка", meta.encoding),
        ("numbering", "Разделы названы", NUMBERINGS.get(meta.numbering or "")),
    ):
        if value:
            why = f" (определено программой: {guessed[name]})" if name in guessed else ""
            say(f"{title}: {value}{why}")
    say(f"Файл: {meta.file}, знаков {len(document.original)}")
    for gap in document.gaps:
        say(f"Утрачено: {gap.note} ({gap.span.start}–{gap.span.end})")
    kinds = Counter(repair.kind for repair in document.repairs)
    if kinds:
        counts = ", ".join(f"{repair_title(kind)} {count}" for kind, count in sorted(kinds.items()))
        say(f"Исправлено мест: {counts}")
    print_table(("Единица", "Что это"), [(unit.id, unit.label) for unit in document.units])


def _times(meta: "Metadata") -> list[str]:
    """The edition a text speaks of and its date, which of an edition itself are one year."""
    edition = f"издание {meta.edition}" if meta.edition else ""
    return [edition] if meta.edition == meta.date else [edition, meta.date or ""]


def _visible(text: str) -> str:
    return text.replace("\n", "⏎").replace("\t", "⇥").replace("\f", "␌")

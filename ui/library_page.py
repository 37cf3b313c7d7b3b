"""Библиотека: which documents there are; adding, correcting, removing, rebuilding them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from corpus.document import Kind, Metadata
from corpus.errors import PravilaError, SettingsError
from corpus.library import Library
from ui import address, datasets, words
from ui.address import link
from ui.markup import box, esc, hint, put
from ui.settings import Settings
from workspace import AddReport, Workspace, add_files, build, location, remove
from workspace.records import SourceEntry

ENDINGS = ["txt", "md", "docx", "odt", "rtf", "html", "htm", "pdf", "epub"]
_SAID = "library_said"
_EDITIONS = ("1987", "1997", "2007", "2017")


class _Bar:
    """A progress bar on the page (``corpus.progress.Progress``)."""

    def __init__(self) -> None:
        self._bar = st.progress(0.0, text="Готовлюсь…")
        self._title, self._total, self._done = "", 0, 0

    def step(self, title: str, total: int | None = None) -> None:
        """A new step begins."""
        self._title, self._total, self._done = title, total or 0, 0
        self._bar.progress(0.0, text=title)

    def advance(self, items: int = 1) -> None:
        """So many items of the step are done."""
        self._done += items
        if self._total:
            share = min(self._done / self._total, 1.0)
            self._bar.progress(share, text=f"{self._title}: {self._done} из {self._total}")


def show(workspace: Workspace) -> None:
    """The list; unless the site is read-only, what changes it."""
    said = st.session_state.pop(_SAID, None)
    if said:
        put(f'<div class="tile" role="status">{said}</div>')
    for notice in workspace.notices:
        put(hint(esc(notice)))
    chosen = address.get("library").strip("-")
    put(_list(workspace, chosen))
    datasets.show(workspace)
    if Settings.current().read_only:
        return
    entry, meta = _entry(workspace, chosen)
    if entry is not None and meta is not None:
        _correct(entry, meta)
    _add()
    _rebuild(workspace)


def _list(workspace: Workspace, chosen: str) -> str:
    editable = not Settings.current().read_only
    rows = []
    for entry in workspace.manifest.sources:
        for meta, units in zip(entry.documents, entry.units, strict=True):
            guessed = words.guessed(meta.guessed)
            actions = ""
            if editable and not entry.bundled:
                actions = link("исправить или удалить", library=meta.id)
            facts = [
                words.KIND.get(str(meta.kind), str(meta.kind)),
                f"издание {meta.edition}" if meta.edition else "",
                words.date(meta.date),
                words.plural(units, "единица", "единицы", "единиц"),
                "встроенный текст" if entry.bundled else "ваш файл",
            ]
            on = " on" if meta.id == chosen else ""
            rows.append(
                f'<div class="term{on}"><h3>{link(esc(meta.title), doc=meta.id)}</h3>'
                f'<div class="syn">{esc(" · ".join(f for f in facts if f))}</div>'
                f'<div class="syn">{esc(entry.file)} {actions}</div>'
                + (
                    f'<div class="syn">Определено программой – {esc(guessed)}</div>'
                    if guessed
                    else ""
                )
                + "</div>"
            )
        if entry.refused:
            rows.append(
                f'<div class="term"><h3>{esc(entry.file)}</h3>'
                f'<div class="gap">не прочитан: {esc(entry.refused)}</div></div>'
            )
    manifest = workspace.manifest
    counts = (
        f"{words.plural(manifest.passages, 'место', 'места', 'мест')} для поиска, "
        f"{words.plural(manifest.citations, 'ссылка', 'ссылки', 'ссылок')}, "
        f"движок {esc(manifest.engine)}"
    )
    return box(f"Документы: {len(workspace.documents)}", counts) + "".join(rows)


def _entry(workspace: Workspace, chosen: str) -> tuple[SourceEntry | None, Metadata | None]:
    for entry in workspace.manifest.sources:
        for meta in entry.documents:
            if meta.id == chosen and not entry.bundled:
                return entry, meta
    return None, None


def _fields(key: str, meta: Metadata | None = None) -> dict[str, str | None]:
    """The form of what can be said of a text; an empty field is left to the program."""
    kinds = [str(kind) for kind in Kind]
    known = [str(meta.edition)] if meta and meta.edition and meta.edition not in _EDITIONS else []
    editions = [*_EDITIONS, *known]
    with st.container(horizontal=True):
        kind = st.selectbox(
            "Вид",
            kinds,
            index=kinds.index(str(meta.kind)) if meta else None,
            format_func=lambda k: words.KIND.get(k, k),
            placeholder="определит программа",
            key=f"{key}_kind",
        )
        edition = st.selectbox(
            "Ссылки – на издание",
            editions,
            index=editions.index(meta.edition) if meta and meta.edition in editions else None,
            placeholder="определит программа",
            accept_new_options=True,
            key=f"{key}_edition",
        )
    with st.container(horizontal=True):
        title = st.text_input("Название", (meta.title if meta else ""), key=f"{key}_title")
        date = st.text_input(
            "Дата", (meta.date or "" if meta else ""), placeholder="2001-10-30", key=f"{key}_date"
        )
        encoding = st.text_input(
            "Кодировка", (meta.encoding or "" if meta else ""), placeholder="сама", key=f"{key}_enc"
        )
    given = {"kind": kind, "edition": edition, "title": title, "date": date, "encoding": encoding}
    return {name: (str(value).strip() or None) if value else None for name, value in given.items()}


def _add() -> None:
    put(box("Добавить файлы", "txt, docx, odt, rtf, html, pdf с текстом, epub, md"))
    with st.form("library_add", clear_on_submit=True):
        uploaded = st.file_uploader(
            "Файлы", ENDINGS, accept_multiple_files=True, key="library_files"
        )
        with st.expander("Что это за тексты (если программа ошибается)"):
            given = _fields("add")
        pressed = st.form_submit_button("Добавить")
    if not pressed:
        return
    if not uploaded:
        put(hint("Сначала выберите файлы."))
        return
    with tempfile.TemporaryDirectory(prefix="pravila-") as folder:
        files = []
        for number, one in enumerate(uploaded):
            # A file keeps its name but never a path; equal names do not overwrite each other.
            place = Path(folder) / str(number) / (Path(one.name).name or "без имени.txt")
            place.parent.mkdir()
            place.write_bytes(one.getvalue())
            files.append(place)
        _do(lambda: _report(_adding(files, given)))


def _adding(files: Sequence[Path], given: dict[str, str | None]) -> AddReport:
    return add_files(
        Settings.current().library,
        files,
        kind=given["kind"],
        edition=given["edition"],
        date=given["date"],
        title=given["title"],
        encoding=given["encoding"],
        progress=_Bar(),
    )


def _report(report: AddReport) -> str:
    lines = []
    for title, files in (
        ("Добавлено", report.taken),
        ("Заменено новой версией", report.replaced),
        ("Уже было", report.unchanged),
    ):
        if files:
            lines.append(f"<p><b>{title}:</b> {esc(', '.join(f.name for f in files))}</p>")
    lines += [
        f'<p class="gap"><b>Не взято:</b> {esc(r.file.name)} – {esc(_reason(r.file, r.reason))}</p>'
        for r in report.refused
    ]
    if report.documents:
        shown = ", ".join(
            f"{link(esc(name), doc=name)} ({link('исправить', library=name)})"
            for name in report.documents
        )
        lines.append(f"<p>Документы: {shown}. Проверьте, верно ли понято, что это.</p>")
    return "".join(lines)


def _reason(file: Path, reason: str) -> str:
    """The reason without the folder the upload was put in for a moment and without its name."""
    said = reason.replace(str(file.parent) + "/", "").replace(str(file), file.name)
    return said.removeprefix(f"{file.name}: ")


def _correct(entry: SourceEntry, meta: Metadata) -> None:
    put(box(f"Исправить: {esc(meta.title)}", esc(entry.file)))
    with st.form(f"library_correct_{meta.id}"):
        given = _fields(f"correct_{meta.id}", meta)
        with st.container(horizontal=True):
            saved = st.form_submit_button("Сохранить")
            removed = st.form_submit_button("Удалить из библиотеки")
            sure = st.checkbox("да, удалить", key=f"sure_{meta.id}")
    path = Settings.current().library
    if saved:
        stored = [
            p
            for p in (Library(location(path)).sources / entry.id).iterdir()
            if p.stem == "original"
        ]
        _do(lambda: _report(_adding(stored, given)))
    elif removed and not sure:
        put(hint("Чтобы удалить, отметьте «да, удалить» и нажмите ещё раз."))
    elif removed:

        def gone() -> str:
            remove(path, meta.id, progress=_Bar())
            return f"<p>Удалено: {esc(meta.title)} ({esc(entry.file)}).</p>"

        _do(gone)


def _rebuild(workspace: Workspace) -> None:
    put(box("Перестроить", "нужно, только если что-то пошло не так"))
    if st.button("Перестроить библиотеку", key="library_rebuild"):

        def again() -> str:
            report = build(Settings.current().library, progress=_Bar(), force=True)
            count = words.plural(report.documents, "документ", "документа", "документов")
            return f"<p>Перестроено за {report.seconds:.1f} с: {count}.</p>"

        _do(again)


def _do(work: Callable[[], str]) -> None:
    """Do something to the library, say how it ended, show the library as it is now."""
    try:
        if Settings.current().read_only:
            raise SettingsError("Этот сайт открыт только для чтения.")
        st.session_state[_SAID] = work()
    except PravilaError as error:
        st.session_state[_SAID] = f'<p class="gap">{esc(error)}</p>'
    address.go(library="-")
    st.rerun()

"""The library page in a real browser: adding, what was understood, correcting, removing."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TEXT = """Протокол заседания от 5 мая 2003 года

1. Комитет постановил, что по Правилу 27В1 замена недостаточной заявки бубенцом не наказывается.

2. Секретарь напомнил о Правиле 16А.
"""


def test_a_file_is_added_found_corrected_and_removed(visit, own, tmp_path: Path):
    source = tmp_path / "protokol-2003.txt"
    source.write_text(TEXT, encoding="utf-8")
    visitor = visit(url=own[0])
    page = visitor.open("?library=-")
    page.locator("input[type=file]").set_input_files([source])
    expect(page.get_by_text("protokol-2003.txt").first).to_be_visible()
    page.get_by_role("button", name="Добавить", exact=True).click()
    said = page.locator(".tile", has_text="Добавлено")
    expect(said).to_contain_text("protokol-2003.txt")
    said.get_by_text("исправить").click()
    title = page.get_by_label("Название").first
    title.fill("Заседание 2003 года")
    page.get_by_role("button", name="Сохранить").click()
    expect(page.locator(".term h3", has_text="Заседание 2003 года")).to_be_visible()
    visitor.search("бубенцом")
    expect(page.locator(".card mark").first).to_be_visible()
    page.go_back()
    term = page.locator(".term", has_text="Заседание 2003 года")  # other tests' files are there too
    term.get_by_role("link", name="исправить или удалить").click()
    page.get_by_role("button", name="Удалить из библиотеки").click()
    expect(page.locator(".hint", has_text="отметьте")).to_be_visible()
    page.get_by_text("да, удалить", exact=True).click()
    page.get_by_role("button", name="Удалить из библиотеки").click()
    expect(page.locator(".tile", has_text="Удалено")).to_be_visible()
    expect(page.locator(".term h3", has_text="Заседание 2003 года")).to_have_count(0)


def test_what_cannot_be_read_is_said_with_its_reason(visit, own, tmp_path: Path):
    empty = tmp_path / "пусто.txt"
    empty.write_bytes(b"")
    visitor = visit(url=own[0])
    page = visitor.open("?library=-")
    page.locator("input[type=file]").set_input_files([empty])
    expect(page.get_by_text("пусто.txt").first).to_be_visible()
    page.get_by_role("button", name="Добавить", exact=True).click()
    refused = page.locator(".tile .gap")
    expect(refused).to_contain_text("пусто.txt")
    assert str(tmp_path) not in refused.inner_text()

"""The three users' stories, walked in a real browser from end to end."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

AMONG_THREE = ".card:nth-child(-n+3)"


def test_someone_searches_opens_a_result_follows_a_citation_and_reads_a_chain(visit):
    visitor = visit()
    page = visitor.open()
    visitor.search("фальшренонс после претензии")
    ruling = page.locator(AMONG_THREE, has_text="63A3").first
    expect(ruling.locator("mark").first).to_be_visible()
    ruling.locator("h3 a").click()
    opened = page.locator(".sub.on")
    expect(opened).to_contain_text("оспаривает претензию")
    opened.locator("a.cite", has_text="63A3").click()
    expect(page.locator("h1.title")).to_contain_text("Правило 63A3")
    visitor.open("?chain=29C&to=26B")
    expect(page.locator("ol.chain .node b")).to_have_text(
        ["Правило 29C", "Правило 31A2", "Правило 26B"]
    )
    proofs = page.locator("ol.chain > li > blockquote")
    expect(proofs.first).to_contain_text("начнем с Правила 29С")
    expect(page.locator("ol.chain")).to_contain_text("должно быть по Правилу 26В")


def test_director_finds_the_ruling_on_a_phone_and_comes_back(visit):
    visitor = visit(phone=True)
    page = visitor.open()
    visitor.search("клейм оспорили, а вистующий до этого не дал в масть")
    page.locator(AMONG_THREE, has_text="63A3").first.locator("h3 a").click()
    expect(page.locator(".sub.on")).to_be_in_viewport()
    page.locator(".sub.on a.cite", has_text="63").first.click()
    expect(page.locator("h1.title")).to_contain_text("Правило 63A3")
    page.go_back()
    expect(page.locator(".sub.on")).to_contain_text("фальшренонс")
    page.go_back()
    expect(page.locator(AMONG_THREE, has_text="63A3").first).to_be_visible()
    box = page.locator(".st-key-search_row input")
    assert "клейм" in box.input_value()


def test_committee_reads_the_history_of_25b_and_takes_the_chain_as_docx(visit, tmp_path):
    visitor = visit()
    page = visitor.open("?law=25B")
    line = page.locator(".line > div")
    expect(line.nth(4)).to_be_visible()
    dates = page.locator(".line .d").all_inner_texts()
    assert any("1998" in date for date in dates)
    assert any("2000" in date for date in dates)
    page.locator(".strip a", has_text="цепочки отсюда").click()
    expect(page.locator("ol.chain")).to_be_visible()
    visitor.open("?chain=29C&to=26B")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Word (DOCX)").click()
    saved = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(saved)
    assert saved.name == "цепочка_29C-31A2-26B.docx"
    from docx import Document

    text = "\n".join(p.text for p in Document(str(saved)).paragraphs)
    assert "29C → 31A2 → 26B" in text
    assert "начнем с Правила 29С" in text


def test_editor_goes_to_the_place_accepts_it_with_a_reason_and_takes_sarif(visit, own):
    visitor = visit(url=own[0])
    page = visitor.open("?report=all")
    message = page.locator(".finding .msg a", has_text="69, 70 и 71").first
    expect(message).to_be_in_viewport()  # not buried under what occurs a hundred times
    said = message.inner_text()
    total = int(page.locator(".kpi b").first.inner_text())
    message.click()
    page.locator(".foot[data-shows*='at=']").wait_for(state="attached")
    page.locator("[data-test-script-state=notRunning]").wait_for(state="attached")
    detail = page.locator(".finding", has=page.locator(".context"))
    expect(detail).to_contain_text(said)
    page.get_by_label("Принять как есть: почему").fill("так в подлиннике")
    page.get_by_role("button", name="Принять").click()
    expect(page.locator("[role=status]", has_text="Принято:")).to_be_visible()
    expect(page.locator(".kpi b").first).to_have_text(str(total - 1))
    expect(page.locator(".refs li", has_text="так в подлиннике")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="SARIF").click()
    sarif = json.loads(Path(waiting.value.path()).read_text("utf-8"))
    assert sarif["version"] == "2.1.0"
    assert len(sarif["runs"][0]["results"]) >= 1
    page.get_by_role("button", name="Вернуть").click()
    expect(page.locator(".kpi b").first).to_have_text(str(total))
    page.locator(".finding .msg a", has_text="69, 70 и 71").first.click()
    expect(detail).to_contain_text(said)
    page.locator(".finding .fix a").first.click()
    expect(page.locator(".sub.on")).to_contain_text("69, 70 и 71")


def test_the_report_shows_each_kind_once_and_all_of_a_kind_when_asked(visit):
    visitor = visit()
    page = visitor.open("?report=all")
    codes = page.locator(".finding[id] > .tag").all_inner_texts()
    assert len(codes) == len(set(codes))
    errors = [number for number, code in enumerate(codes) if "ошибка" in code.casefold()]
    assert errors == list(range(len(errors)))
    alike = page.locator(".finding .alike a").first
    count = int(alike.inner_text().split(":")[1])
    alike.click()
    expect(page.locator(".finding[id]")).to_have_count(min(count, 40))
    page.get_by_text("← все виды замечаний").click()
    expect(page.locator(".finding[id]")).to_have_count(len(codes))


def test_taken_along_as_json_the_chain_has_the_contract_form(visit):
    visitor = visit()
    page = visitor.open("?chain=29C&to=26B")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="JSON").click()
    chain = json.loads(Path(waiting.value.path()).read_text("utf-8"))
    assert chain["provisions"] == ["29C", "31A2", "26B"]
    assert all(hop["evidence"][0]["sentence"] for hop in chain["hops"])


def test_back_and_forward_take_one_step_each(visit):
    visitor = visit()
    page = visitor.open("?q=штрафная карта")
    expect(page.locator(".card").first).to_be_visible()
    page.locator(".top nav a", has_text="Словарь").click()
    expect(page.locator(".term").first).to_be_visible()
    page.locator(".term h3 a").first.click()
    expect(page.locator(".crumb", has_text="весь словарь")).to_be_visible()
    page.go_back()
    expect(page.locator(".term").first).to_be_visible()
    page.go_back()
    expect(page.locator(".card").first).to_be_visible()
    page.go_forward()
    expect(page.locator(".term").first).to_be_visible()


def test_an_inner_link_does_not_reload_the_page(visit):
    visitor = visit()
    page = visitor.open("?law=12C2")
    page.evaluate("window.stillHere = 1")
    page.locator(".crumb a").first.click()
    expect(page.locator("h1.title .num")).not_to_have_text("Правило 12C2")
    assert page.evaluate("window.stillHere") == 1


def test_slash_leads_to_the_search_box_and_a_number_leads_to_its_law(visit):
    visitor = visit()
    page = visitor.open("?glossary=-")
    page.locator("h3").first.click(position={"x": 300, "y": 1})
    page.keyboard.press("/")
    page.keyboard.type("31а2")
    page.keyboard.press("Enter")
    expect(page.locator("h1.title .num")).to_have_text("Правило 31A2")


def test_what_was_understood_can_be_undone(visit):
    visitor = visit()
    page = visitor.open("?q=фальшренонс после притензии")
    chip = page.locator(".grasp .chip", has_text="исправлено")
    expect(chip).to_contain_text("претензии")
    chip.get_by_text("отменить").click()
    expect(page.locator(".grasp", has_text="взято как набрано")).to_be_visible()
    expect(page.locator(".grasp .chip", has_text="исправлено")).to_have_count(0)


def test_a_shared_link_restores_query_and_filters(visit):
    visitor = visit()
    page = visitor.open("?q=фальшренонс&kind=minutes")
    expect(page.locator(".facets a.on")).to_contain_text("Протоколы")
    expect(page.locator(".card").first).to_be_visible()
    kinds = set(page.locator(".card .tag").all_inner_texts())
    assert {kind.casefold() for kind in kinds} == {"протокол"}

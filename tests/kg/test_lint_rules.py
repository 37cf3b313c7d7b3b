"""Every rule: its page, its failing and its passing examples."""

import re
from pathlib import Path

import pytest
from linting import lint

from corpus.errors import NotFoundError
from kg.lint import GROUPS, Example, Rule, chosen, rule, rules

FAILING = [(r, e) for r in rules() for e in r.examples if e.finds]
PASSING = [(r, e) for r in rules() for e in r.examples if not e.finds]


def name(value: object) -> str:
    return value.code if isinstance(value, Rule) else ""


@pytest.mark.parametrize(("one", "example"), FAILING, ids=name)
def test_a_failing_example_is_found_at_its_very_words(one: Rule, example: Example) -> None:
    found = lint(example, one.code)
    assert tuple(finding.words for finding in found) == example.finds
    for finding in found:
        assert example.text[finding.span.start : finding.span.end] == finding.words
        assert finding.code == one.code
        assert re.search("[а-яё]", finding.message)


@pytest.mark.parametrize(("one", "example"), PASSING, ids=name)
def test_a_passing_example_is_left_alone(one: Rule, example: Example) -> None:
    assert [(f.words, f.message) for f in lint(example, one.code)] == []


@pytest.mark.parametrize("one", rules(), ids=name)
def test_a_rule_has_a_page_in_russian_and_examples_of_both_sorts(one: Rule) -> None:
    assert re.fullmatch(r"[RNFSTP]\d{3}", one.code)
    assert one.group == GROUPS[one.code[0]]
    for words in (one.title, one.why, one.authority):
        assert re.search("[а-яё]{3}", words)
    assert any(e.finds for e in one.examples)
    assert any(not e.finds for e in one.examples)
    page = one.page()
    assert one.code in page
    assert one.wrong.split("\n")[0] in page
    assert one.right.split("\n")[0] in page
    if not one.default:
        assert one.doubt


def test_there_are_enough_rules_one_module_each() -> None:
    import kg.lint.checks as room

    modules = sorted(p.stem for p in Path(room.__path__[0]).glob("[rnfstp][0-9]*.py"))
    assert len(rules()) == len(modules) >= 25
    assert [one.code.lower() for one in rules()] == [m.split("_")[0] for m in modules]
    assert len({one.code for one in rules()}) == len(rules())
    assert {one.code[0] for one in rules()} == set(GROUPS)


def test_a_rule_is_asked_for_by_its_code() -> None:
    assert rule("n201").code == "N201"
    with pytest.raises(NotFoundError, match="Z999"):
        rule("Z999")


def test_select_and_ignore_take_prefixes() -> None:
    assert {one.code[0] for one in chosen(["F"])} == {"F"}
    assert "F305" not in {one.code for one in chosen(["F"], ["F305"])}
    assert [one.code for one in chosen(["R101", "n201"])] == ["N201", "R101"]
    assert set(chosen()) == {one for one in rules() if one.default}
    assert set(chosen(["ALL"])) == set(rules())
    with pytest.raises(NotFoundError, match="Q"):
        chosen(["Q"])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "*",
        "\n" * 50,
        "((((“““«««",
        ")" * 200,
        "Правило",
        "Правило 1",
        "[1]" * 30,
        "\ufeff*",
    ],
)
def test_whatever_the_text_nothing_breaks(text: str) -> None:
    for kind in ("laws", "minutes", "commentary", "prose"):
        lint(Example(text, kind=kind))

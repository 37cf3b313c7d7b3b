"""What a person at the table asks, and what must come first."""

import json
import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import NotFoundError, PravilaError, QueryError
from search.filters import Filters
from search.finder import Finder
from search.suggest import nearest

REVOKE_AND_CLAIM = "minutes-2000-01-12/4"
"""«…если вистующий совершает фальшренонс, а разыгрывающий затем объявляет претензию…» (63A3)."""


def ids(finder: Finder, query: str, limit: int = 10, **more: object) -> list[str]:
    return [hit.passage.id for hit in finder.search(query, limit=limit, **more).hits]  # type: ignore[arg-type]


def test_the_owners_query_puts_the_deciding_minute_first(finder: Finder) -> None:
    assert ids(finder, "фальшренонс после претензии")[0] == REVOKE_AND_CLAIM


@pytest.mark.parametrize(
    "query",
    [
        # inflected
        "фальшренонсы после претензий",
        "фальшренонсом после претензии",
        "о фальшренонсе после предъявления претензии",
        "претензия после фальшренонса",
        # synonyms
        "ревок после клейма",
        "ревок после претензии",
        "фальшренонс после клейма",
        "не дал в масть после клейма",
        "фальшренонс после заявления претензии",
        "сыграл не в масть, а потом претензия",
        # one typo
        "фальшреноннс после претензии",
        "фальшренонс после притензии",
        "фальшринонс после претензии",
        "фальшренонс посел претензии",
        # the other keyboard layout
        "afkmihtyjyc gjckt ghtntypbb",
        "afkmihtyjyc после претензии",
        # English
        "revoke after claim",
        "revoke after a claim",
        "revoked, then claimed",
        "кумщлу фаеук сдфшь",
        # a sentence
        "клейм оспорили, а вистующий до этого не дал в масть",
    ],
)
def test_said_in_another_way_it_is_still_in_the_first_three(finder: Finder, query: str) -> None:
    assert REVOKE_AND_CLAIM in ids(finder, query, 3)


@pytest.mark.parametrize(
    "query", ["63A3", "63А3", "63а3", "закон 63А3", "Правило 63A3", "law 63A3", "L63A3", "63ф3"]
)
def test_a_law_number_is_read_in_any_writing(finder: Finder, query: str) -> None:
    results = finder.search(query)
    assert results.understood.to_json()["laws"] == ["63A3"]
    assert results.hits[0].passage.id == REVOKE_AND_CLAIM


def test_a_law_finds_what_lies_in_it_after_itself(finder: Finder) -> None:
    hits = finder.search("закон 64", limit=20).hits
    named = [set(hit.passage.laws) | set(hit.passage.about) for hit in hits]
    assert any("64A2" in laws for laws in named)
    whole = [n for n, laws in enumerate(named) if "64" in laws]
    assert whole
    assert whole[0] == 0


def test_a_law_of_the_laws_or_of_a_commentary_stands_before_passages_that_name_it(
    finder: Finder,
) -> None:
    first = finder.search("закон 16", limit=5).hits
    assert all((hit.passage.law or "").startswith("16") for hit in first)


@pytest.mark.parametrize(
    ("query", "law"), [("13 карт у игрока", "13"), ("60% от макса", "60"), ("плюс 3 импа", "3")]
)
def test_a_number_that_counts_something_is_no_law(finder: Finder, query: str, law: str) -> None:
    assert law not in finder.search(query).understood.to_json()["laws"]  # type: ignore[operator]


def test_every_understanding_is_told_and_can_be_undone(finder: Finder) -> None:
    read = finder.search("фальшренонс после притензии").understood
    assert read.corrected == (("притензии", "претензии"),)
    assert {name for _, name, _ in read.concepts} >= {"revoke", "claim"}
    undone = finder.search("фальшренонс после притензии", as_typed=["притензии"]).understood
    assert not undone.corrected
    bare = finder.search("afkmihtyjyc 63A3", verbatim=True).understood
    assert not bare.layout
    assert not bare.laws
    assert not bare.concepts
    assert not bare.corrected


@pytest.mark.parametrize("word", ["алерт", "вистующий", "дамми", "кюбид", "претензия", "63A3"])
def test_a_known_word_is_never_corrected(finder: Finder, word: str) -> None:
    assert not finder.search(word).understood.corrected


def test_quotes_minus_or_and_star(finder: Finder) -> None:
    quoted = finder.search('"после фальшренонса"').hits
    assert quoted
    assert all("после фальшренонса" in hit.passage.text for hit in quoted)
    without = finder.search("фальшренонс -претензия", limit=50).hits
    assert without
    assert not any("претензи" in hit.passage.text.lower() for hit in without)
    either = set(ids(finder, "уступка ИЛИ претензия", 50))
    assert either >= set(ids(finder, "уступка", 5)) | set(ids(finder, "претензия", 5))
    starred = finder.search("фальш*").hits
    assert starred
    assert all("фальш" in hit.passage.text.lower() for hit in starred)


def test_quotes_that_stand_nowhere_are_opened_and_it_is_said(finder: Finder) -> None:
    results = finder.search('"претензия фальшренонс вистующего"')
    assert results.understood.unquoted
    assert results.hits


def test_filters_in_the_query_and_beside_it_are_the_same(finder: Finder) -> None:
    written = finder.search("вид:протокол с:2000 по:2000-06 судья", limit=50)
    given_ = finder.search("судья", Filters(kinds=("minutes",), since="2000", until="2000-06"), 50)
    assert [h.passage.id for h in written.hits] == [h.passage.id for h in given_.hits]
    assert written.hits
    assert all(hit.passage.kind == "minutes" for hit in written.hits)
    assert all("2000" <= (hit.passage.date or "") < "2000-07" for hit in written.hits)


def test_only_a_filter_lists_what_it_leaves(finder: Finder) -> None:
    hits = finder.search("издание:1987", limit=50).hits
    assert hits
    assert all(hit.passage.edition == "1987" for hit in hits)
    assert finder.search("закон:64").hits


@pytest.mark.parametrize("query", ["вид:письмо", "с:вчера", "закон:кю", "год:99"])
def test_a_filter_that_makes_no_sense_is_one_clear_line(finder: Finder, query: str) -> None:
    with pytest.raises(QueryError) as raised:
        finder.search(query)
    assert "\n" not in str(raised.value)
    assert re.search("[а-я]", str(raised.value))


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "*",
        "**",
        "-",
        "?!…",
        "«",
        '"',
        '""',
        "'",
        "((((",
        "\\",
        "\x00\x01\x02",
        "\u202efоo\u200b",
        "ИЛИ",
        "OR OR OR",
        "ИЛИ -",
        "-фальшренонс",
        "вид:",
        "<script>alert(1)</script>",
        "a" * 5000,
        "фальшренонс " * 10_000,
        " ".join(f"слово{n}" for n in range(10_000)),
        '"' * 9_999,
        "\ud800",
        "63" * 500,
        "🂡 🂢",
    ],
    ids=repr,
)
def test_bad_input_gets_a_sensible_answer(finder: Finder, query: str) -> None:
    results = finder.search(query)
    json.dumps(results.to_json(True))
    assert len(results.hits) <= 10
    assert not any("<script" in hit.snippet for hit in results.hits)


@given(st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_any_text_is_answered_or_refused_in_one_line(finder: Finder, query: str) -> None:
    try:
        hits, refusal = finder.search(query, limit=3).hits, ""
    except PravilaError as error:
        hits, refusal = (), str(error)
    assert "\n" not in refusal
    for hit in hits:
        bare = unescape(re.sub("</?mark>", "", hit.snippet)).strip("…")
        assert bare in hit.passage.text


def test_the_json_keeps_the_contract(finder: Finder) -> None:
    answer = finder.search("фальшренонс после притензии").to_json()
    assert set(answer) >= {"query", "understood", "total", "took_ms", "facets", "hits"}
    understood = answer["understood"]
    assert isinstance(understood, dict)
    assert understood["corrected"] == [["притензии", "претензии"]]
    assert understood["layout"] is None
    assert understood["laws"] == []
    assert set(understood["concepts"]) >= {"revoke", "claim"}
    hits = answer["hits"]
    assert isinstance(hits, list)
    contract = "rank id label kind edition date score snippet why laws source"
    assert set(hits[0]) >= set(contract.split())
    assert set(hits[0]["source"]) == {"file", "start", "end"}
    assert "<mark>" in hits[0]["snippet"]
    assert hits[0]["why"]


def test_a_hit_explains_itself_through_a_synonym(finder: Finder) -> None:
    hit = finder.search("revoke after claim").hits[0]
    assert hit.passage.id == REVOKE_AND_CLAIM
    assert "фальшренонс" in "".join(hit.why.values())
    assert re.search("<mark>[^<]*фальшренонс", hit.snippet)
    assert hit.score == pytest.approx(sum(hit.parts.values()))


def test_facets_count_what_was_found(finder: Finder) -> None:
    results = finder.search("фальшренонс", limit=100)
    kinds = results.facets["kind"]
    assert sum(kinds.values()) == results.total == len(results.hits)
    assert kinds["minutes"] == sum(hit.passage.kind == "minutes" for hit in results.hits)
    assert results.facets["law"]


def test_nothing_found_offers_neighbours_never_an_empty_page(finder: Finder) -> None:
    results = finder.search("квазибумбурляндия")
    assert not results.hits
    assert results.nearest
    assert results.understood.unknown == ("квазибумбурляндия",)


@pytest.mark.parametrize("query", ["мобильник", "xyzzy", "квазибумбурляндия"])
def test_a_few_common_letters_are_no_likeness(finder: Finder, query: str) -> None:
    results = finder.search(query)
    assert not results.hits
    assert {kind for kind, _, _ in results.nearest} == {"law"}


@pytest.mark.parametrize(
    ("query", "offered"),
    [("апелянты", "апелляционный комитет"), ("фальшреноньс", "фальшренонс"), ("казырь", "козырь")],
)
def test_what_is_alike_is_offered(finder: Finder, query: str, offered: str) -> None:
    assert offered in {offer.text for offer in nearest(query, finder.glossary)}


def test_a_word_the_texts_lack_finds_those_of_its_root(finder: Finder) -> None:
    results = finder.search("преднамеренность")
    assert results.understood.unknown == ("преднамеренность",)
    assert all("намер" in label for hit in results.hits for label in hit.why.values())
    assert len(results.hits) >= 3
    assert not finder.search("преднамеренность", verbatim=True).hits


def test_what_is_offered_belongs_to_the_query_as_understood(finder: Finder) -> None:
    typed, meant = finder.search("f,hfrflf,hf"), finder.search("абракадабра")
    assert typed.understood.layout == (("f,hfrflf,hf", "абракадабра"),)
    assert typed.nearest
    assert typed.nearest == meant.nearest


@pytest.mark.parametrize(
    ("words", "digits"),
    [
        ("двенадцать карт", "12 карт"),
        ("тринадцатая карта", "13 карта"),
        ("пятнадцать секунд", "15 секунд"),
        ("thirteen cards", "13 cards"),
    ],
)
def test_a_number_in_words_is_the_number(finder: Finder, words: str, digits: str) -> None:
    assert ids(finder, words)[0] == ids(finder, digits)[0]
    assert len(set(ids(finder, words)) & set(ids(finder, digits))) >= 5


def test_another_verb_for_the_same_action_is_found(finder: Finder) -> None:
    first = finder.search("вынул из кармана").hits[0]
    assert first.passage.id == "commentary-1987/17.4"
    assert first.why["вынул"] == "вынимает"


def test_similar_passages(finder: Finder) -> None:
    found = finder.similar(REVOKE_AND_CLAIM)
    assert found
    assert REVOKE_AND_CLAIM not in [hit.passage.id for hit in found]
    assert "minutes-2001-10-30/11" in [hit.passage.id for hit in found]  # the same law, a year on
    with pytest.raises(NotFoundError):
        finder.similar("нет такого")


def test_suggestions(finder: Finder) -> None:
    kinds = {offer.kind for offer in finder.suggest("63")}
    assert "law" in kinds
    assert finder.suggest("фальш")[0].id == "revoke"
    assert finder.suggest("afkmi")[0].id == "revoke"
    assert "Правило 6 – тасовка и сдача" in [offer.label for offer in finder.suggest("тасов")]
    assert finder.suggest("", recent=["уступка"])[0].kind == "recent"
    assert finder.suggest("уст", recent=["уступка взятки"])[0].text == "уступка взятки"

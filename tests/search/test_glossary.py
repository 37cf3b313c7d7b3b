"""The glossary: what it holds, what it finds, how it takes a user's own file."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import SettingsError
from search import glossary as module
from search.abbreviations import ABBREVIATIONS, abbreviation_lemma
from search.folding import fold
from search.glossary import Glossary
from search.lexicon import lemmas

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


def row(text: str) -> list[tuple[str, ...]]:
    """Tokens the way a query gives them: abbreviations by their capitals, else lemmas."""
    found = []
    for word in re.findall(r"[\w]+(?:[-–][\w]+)*", text):
        lemma = abbreviation_lemma(word)
        found.append((lemma,) if lemma else lemmas(word))
    return found


def notions(glossary: Glossary, text: str) -> list[str]:
    return [match.concept_id for match in glossary.match(row(text))]


def test_every_abbreviation_is_a_name_of_what_it_stands_for(glossary: Glossary) -> None:
    named = {
        short: [m.concept_id for m in glossary.match(row(full), hidden=False) if m.weight == 1]
        for short, full in ABBREVIATIONS.items()
    }
    alone = {short: ids[0] for short, ids in named.items() if len(ids) == 1}
    assert len(alone) > 20
    for short, concept in alone.items():
        assert concept in [m.concept_id for m in glossary.match([("#" + fold(short),)])], short


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("мгновенный пас", "undue-haste"),
        ("не оповестили", "missing-alert"),
        ("некорректно объяснил", "mistaken-explanation"),
        ("карта исчезла", "missing-card"),
        ("врать про заявку", "mistaken-explanation"),
        ("не разглядел заявку", "overlooked-call"),
        ("обиженная пара", "non-offending-side"),
        ("изменить score", "adjusted-score"),
    ],
)
def test_a_query_is_read_by_words_of_one_meaning(
    glossary: Glossary, text: str, concept: str
) -> None:
    assert concept in notions(glossary, text)


@pytest.mark.parametrize("text", ["мгновенный пас", "карта исчезла", "не разглядел заявку"])
def test_a_text_is_read_by_its_own_words(glossary: Glossary, text: str) -> None:
    """«Легальная информация» of one text must not become what another calls «законная»."""
    read = {match.concept_id for match in glossary.match(row(text), hidden=False)}
    assert read <= {"pass", "card", "call"}


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("законтрил, имеет ли он право", "ask-contract"),
        ("масть не указал", "definitions"),
        ("заседание", "minutes"),
        ("начинать", "class-of-player"),
        ("ошибся", "offender"),
    ],
)
def test_what_is_said_is_no_other_notion(glossary: Glossary, text: str, concept: str) -> None:
    assert concept not in notions(glossary, text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        # one notion under its many names
        ("фальшренонс", "revoke"),
        ("ревоком", "revoke"),
        ("не дал в масть", "revoke"),
        ("вистующий не дал в девятой взятке в масть", "revoke"),
        ("не дал пику", "revoke"),
        ("не давал в масть", "revoke"),
        ("клейм оспорен", "contested-claim"),
        ("директор ошибся", "director-error"),
        ("полномочия АК", "committee-powers"),
        ("сыграл не в масть", "revoke"),
        ("revokes", "revoke"),
        ("failed to follow suit", "revoke"),
        ("клейм", "claim"),
        ("остальные мои", "claim"),
        ("claimed", "claim"),
        ("оспорили клейм", "contested-claim"),
        ("претензия оспорена", "contested-claim"),
        ("уступил взятку", "concession"),
        ("дамми", "dummy"),
        ("болвану", "dummy"),
        ("может ли дамми", "dummy-rights"),
        ("карта выпала", "exposed-card"),
        ("светанул карту", "exposed-card"),
        ("штрафные карты", "penalty-card"),
        ("старшая штрафная карта", "major-penalty-card"),
        ("не в очередь", "call-out-of-turn"),
        ("пас вне очереди", "pass-out-of-turn"),
        ("спасовал вне очереди", "pass-out-of-turn"),
        ("opening lead out of turn", "opening-lead-out-of-turn"),
        ("открытый первый ход вне очереди", "opening-lead-out-of-turn"),
        ("недостаточную заявку", "insufficient-bid"),
        ("insufficient bids", "insufficient-bid"),
        ("вытащил не ту карточку", "inadvertent-call"),
        ("неумышленная заявка", "inadvertent-call"),
        ("психанул", "psych"),
        ("psyched", "psych"),
        ("несанкционированной информацией", "unauthorised-information"),
        ("нелегальная информация", "unauthorised-information"),
        ("НИ от партнёра", "unauthorised-information"),
        ("UI", "unauthorised-information"),
        ("unauthorized information", "unauthorised-information"),
        ("logical alternatives", "logical-alternative"),
        ("LA", "logical-alternative"),
        ("долго думал", "hesitation"),
        ("дезинформация", "misinformation"),
        ("MI", "misinformation"),
        ("объяснили не так", "mistaken-explanation"),
        ("забыл алертировать", "missing-alert"),
        ("директор", "director"),
        ("судью", "director"),
        ("протест", "appeal"),
        ("опротестовать", "appeal"),
        ("АК", "appeals-committee"),
        ("апелляционному комитету", "appeals-committee"),
        ("кибитцер", "spectator"),
        ("средний плюс", "average-plus"),
        ("60 процентов", "average-plus"),
        ("не та коробка", "wrong-board"),
        ("карты не из своей коробки", "hand-from-wrong-board"),
        ("у меня 14 карт", "incorrect-number-of-cards"),
        ("двойной выстрел", "double-shot"),
        ("ПО", "rho"),
        ("ЛО", "lho"),
        ("поднос", "tray"),
        ("скрины", "screen"),
        ("бидинг-бокс", "bidding-box"),
        ("хамство за столом", "courtesy"),
        # small words move together with the word they belong to
        ("не туда сели", "wrong-board"),
        ("вне очереди пас", "pass-out-of-turn"),
        ("за экраном медленно", "screen"),
    ],
)
def test_names_of_notions(glossary: Glossary, text: str, concept: str) -> None:
    assert concept in notions(glossary, text)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("дал в масть", "revoke"),
        ("судья пришёл по вызову", "rho"),
        ("ни один игрок", "unauthorised-information"),
        ("карта", "penalty-card"),
        ("не дал и сыграл в масть", "revoke"),
        ("партнёр не согласился, если дал карту той же масти", "revoke"),
        ("туда не сели", "wrong-board"),
        ("в масть не дал", "pass"),
    ],
)
def test_what_is_not_meant(glossary: Glossary, text: str, concept: str) -> None:
    assert concept not in notions(glossary, text)


def test_a_longer_name_hides_its_broader_parts(glossary: Glossary) -> None:
    found = notions(glossary, "старшая штрафная карта")
    assert found[0] == "major-penalty-card"
    assert "penalty-card" not in found


def test_an_informative_part_is_kept_at_a_lower_weight(glossary: Glossary) -> None:
    matches = {m.concept_id: m for m in glossary.match(row("пас вне очереди, поднос"))}
    assert matches["pass-out-of-turn"].weight == 1.0
    assert matches["tray"].weight == 1.0
    inner = {m.concept_id: m for m in glossary.match(row("согласие партнёра на апелляцию"))}
    assert inner["appeal-consent"].weight == 1.0
    assert inner["partner"].weight < 1.0
    assert "appeal" not in inner  # broader than the consent: says nothing new


def test_words_between_and_another_order_cost_weight(glossary: Glossary) -> None:
    def weight(text: str) -> float:
        return max(m.weight for m in glossary.match(row(text)) if m.concept_id == "penalty-card")

    assert weight("штрафная карта") == 1.0
    assert 0 < weight("штрафная бубновая карта") < 1.0
    assert 0 < weight("карта эта штрафная") < 1.0


def test_negation_before_a_name_costs_weight(glossary: Glossary) -> None:
    plain = glossary.match(row("фальшренонс"))[0].weight
    assert glossary.match(row("не фальшренонс"))[-1].weight < plain


def test_places_are_those_of_the_words(glossary: Glossary) -> None:
    text = "вистующий не дал пику в масть после претензии"
    spans = {m.concept_id: (m.start, m.end) for m in glossary.match(row(text))}
    assert spans["revoke"] == (1, 6)
    assert spans["claim"] == (7, 8)
    assert spans["defender"] == (0, 1)


def test_colloquial_names_can_be_left_out(glossary: Glossary) -> None:
    tokens = row("психанул")
    assert glossary.match(tokens)
    assert glossary.match(tokens, hidden=False) == []


def test_it_holds_the_game(glossary: Glossary) -> None:
    concepts = glossary.concepts.values()
    assert len(concepts) >= 250
    assert all(c.pref_ru and c.pref_en for c in concepts)
    assert sum(len(c.alt_ru) + len(c.hidden_ru) > 0 for c in concepts) >= 0.95 * len(concepts)
    assert len({c.pref_ru for c in concepts}) == len(concepts)
    covered = {re.match(r"\d+", n)[0] for c in concepts for n in c.laws.get("1997", ())}  # type: ignore[index]
    missing = {str(n) for n in range(1, 94)} - covered
    assert len(missing) <= 3, sorted(missing, key=int)


def test_links_go_both_ways(glossary: Glossary) -> None:
    for concept in glossary.concepts.values():
        for up in concept.broader:
            assert concept.id in glossary.concepts[up].narrower
        for other in concept.related:
            assert concept.id in glossary.concepts[other].related


def plain(text: str) -> str:
    return re.sub(r"[^а-яa-z0-9%]", "", text.lower().replace("ё", "е"))


def test_definitions_are_quoted_from_the_texts(glossary: Glossary) -> None:
    texts = plain(
        " ".join(p.read_text(encoding="utf-8") for p in (ROOT / "corpus" / "texts").glob("*.txt"))
    )
    defined = [c for c in glossary.concepts.values() if c.definition_ru]
    assert len(defined) >= 20
    for concept in defined:
        assert concept.definition_source
        assert plain(concept.definition_ru) in texts, concept.id


def test_neighbours_have_lower_weights(glossary: Glossary) -> None:
    weights = glossary.related_weights("penalty-card")
    assert 0 < weights["major-penalty-card"] < 1
    assert weights["exposed-card"] < weights["major-penalty-card"]
    assert "penalty-card" not in weights
    assert list(weights.values()) == sorted(weights.values(), reverse=True)


def test_typing_finds_notions_by_any_shown_name(glossary: Glossary) -> None:
    assert glossary.starting_with("фальш")[0].id == "revoke"
    assert "revoke" in [c.id for c in glossary.starting_with("revo")]
    assert "penalty-card" in [c.id for c in glossary.starting_with("карт", limit=300)]
    assert glossary.starting_with("") == []
    assert glossary.starting_with("ъъъ") == []


def test_compiled_form_is_that_of_the_source() -> None:
    assert module.COMPILED.read_text(encoding="utf-8") == module.compile_bundled(), (
        "run python -m search.compile_language"
    )


def test_compiled_form_reads_back_the_same(glossary: Glossary) -> None:
    again = Glossary.from_json(glossary.to_json())
    assert again.to_json() == glossary.to_json()
    assert again.concepts == glossary.concepts
    text = row("клейм оспорили, а вистующий до этого не дал в масть")
    assert again.match(text) == glossary.match(text)


def test_a_search_needs_neither_rdflib_nor_the_hash_seed(glossary: Glossary) -> None:
    code = (
        "import sys; from search.glossary import Glossary; g = Glossary.load();"
        "m = g.match([['не'], ['дать'], ['в'], ['масть'], ['после'], ['претензия']]);"
        "print('rdflib' in sys.modules, 'pymorphy3' in sys.modules, m)"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1
    assert seen.pop().startswith("False False [ConceptMatch(concept_id='revoke'")


PREFIXES = """@prefix : <https://w3id.org/pravila/glossary#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
"""


def test_a_user_file_adds_notions_and_names(tmp_path: Path) -> None:
    path = tmp_path / "my.ttl"
    path.write_text(
        PREFIXES
        + ':mizer a skos:Concept ; skos:prefLabel "мизер"@ru ; skos:broader :contract .\n'
        + ':revoke skos:altLabel "обознатушки"@ru ; skos:prefLabel "ренонс ложный"@ru .\n',
        encoding="utf-8",
    )
    mine = Glossary.load(path)
    assert "mizer" in notions(mine, "играет мизера")
    assert "mizer" in mine.concepts["contract"].narrower
    assert "revoke" in notions(mine, "обознатушки")
    assert "revoke" in notions(mine, "фальшренонс")
    assert mine.concepts["revoke"].pref_ru == "ренонс ложный"
    assert "фальшренонс" in mine.concepts["revoke"].alt_ru
    assert mine.digest != Glossary.load().digest


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            ':x a skos:Concept ; skos:prefLabel "x"@ru ; skos:broader :nowhere .',
            "строка 5.*nowhere",
        ),
        (':x a skos:Concept ; skos:prefLabel "x" .', "строка 5.*@ru или @en"),
        (':x a skos:Concept ; skos:prefLabel "x"@de .', "строка 5.*@ru или @en"),
        (':x a skos:Concept ; skos:prefLabel "x"@en .', "строка 5.*по-русски"),
        (':x a skos:Concept ; skos:prefLabel "x"@ru, "y"@ru .', "строка 5.*два главных"),
        (':x a skos:Concept ; skos:prefLabel "x"@ru ; skos:altLabel " "@ru .', "строка 5.*пустое"),
        (':x a skos:Concept ; skos:prefLabel "x"@ru ; :laws "сто" .', "строка 5.*номера Правил"),
        (
            ':x a skos:Concept ; skos:prefLabel "x"@ru ; :laws "1066: 23" .',
            "строка 5.*номера Правил",
        ),
        (
            ':x skos:prefLabel "x"@ru ; skos:broader :y .\n'
            ':y skos:prefLabel "y"@ru ; skos:broader :x .',
            "строка 5.*шире самого себя",
        ),
        (':x a skos:Concept ; skos:prefLabel "x@ru .', "Turtle"),
        (":x a skos:Concept ; ; ; .. [", "строка 5.*Turtle"),
        ("", "нет ни одного понятия"),
        (":x a unknown:Concept .", "Turtle"),
    ],
)
def test_a_broken_user_file_is_one_clear_line(tmp_path: Path, body: str, said: str) -> None:
    path = tmp_path / "bad.ttl"
    path.write_text(PREFIXES + "\n" + body + "\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=said) as error:
        Glossary.load(path)
    assert "\n" not in str(error.value)
    assert "bad.ttl" in str(error.value)


def test_an_unreadable_user_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="не читается"):
        Glossary.load(tmp_path / "нет.ttl")
    (tmp_path / "bytes.ttl").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(SettingsError, match="UTF-8"):
        Glossary.load(tmp_path / "bytes.ttl")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_any_user_file_is_read_or_refused_in_one_line(text: str) -> None:
    from search.skos import read_turtle

    said = ""
    try:
        read_turtle(PREFIXES + text, "x.ttl")
    except SettingsError as error:
        said = str(error)
    assert "\n" not in said


def test_many_threads_find_the_same(glossary: Glossary) -> None:
    queries = [
        json.loads(line)["text"]
        for line in (ROOT / "tests" / "data" / "queries.jsonl").read_text("utf-8").splitlines()
    ]
    alone = [glossary.match(row(query)) for query in queries]
    fresh = Glossary.from_json(glossary.to_json())
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: [fresh.match(row(q)) for q in queries], range(8)):
            assert found == alone


@settings(deadline=None)
@given(
    st.lists(
        st.lists(
            st.sampled_from(["не", "дать", "в", "масть", "карта", "пас", "и"]),
            min_size=1,
            max_size=3,
        ),
        max_size=40,
    )
)
def test_matches_lie_within_the_tokens(tokens: list[list[str]]) -> None:
    for match in module.bundled().match(tokens):
        assert 0 <= match.start < match.end <= len(tokens)
        assert 0 < match.weight <= 1


def test_a_very_long_row_is_matched_to_the_end(glossary: Glossary) -> None:
    once = row("не дал в масть после претензии, игрок карта судья вне очереди")
    found = glossary.match(once * 1000)
    assert found[-1].end == len(once) * 1000
    assert sum(match.concept_id == "revoke" for match in found) == 1000

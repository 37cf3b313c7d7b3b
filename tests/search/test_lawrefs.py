"""Which law a number means, and when a number means none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.lawrefs import find_laws


def found(text: str) -> list[str]:
    return [mention.targets[0] for mention in find_laws(text, lambda law: False)]


@pytest.mark.parametrize(
    ("text", "laws"),
    [
        ("64А2", ["64A2"]),
        ("64 а 2", ["64A2"]),
        ("Law 12 C 2", ["12C2"]),
        ("12C 2", ["12C2"]),
        ("rule 25 B", ["25B"]),
        ("L 27 B 1", ["27B1"]),
        ("43 B 2 (b)", ["43B2(b)"]),
        ("ст 70 е", ["70E"]),
        ("ст.82С", ["82C"]),
        ("п. 12C2", ["12C2"]),
        ("пункт 17 д", ["17D"]),
        ("закон № 27", ["27"]),
        ("Правило 16 В", ["16B"]),
        ("16 А и 16 Б", ["16A", "16B"]),
        ("правило 12 C 3 и 12 С 2", ["12C3", "12C2"]),
        ("правила 69 70 71 сноска", ["69", "70", "71"]),
        ("правила 69, 70 и 71", ["69", "70", "71"]),
        # in words
        ("семнадцатое правило", ["17"]),
        ("по двадцать пятому закону", ["25"]),
        ("закон шестнадцать", ["16"]),
        ("правило шестьдесят девять и правило семьдесят", ["69", "70"]),
        ("в шестидесятом правиле и в 25Б", ["60", "25B"]),
        ("правило двух взяток", []),
        ("правило одиннадцати", []),
        ("первое правило бриджа", []),
        ("правило пятнадцать секунд", []),
        ("правила двадцатого века", []),
        ("стать пятым игроком", []),
        # a preposition is no part of a number
        ("закон 16 в протоколе", ["16"]),
        ("правило 16 с 2000 года", ["16"]),
        ("правило 16 с 2 картами", ["16"]),
        ("правило 25 и заявка", ["25"]),
        ("ПРАВИЛО 16 В ПРОТОКОЛЕ", ["16"]),
        # what counts something is no law
        ("13 карт", []),
        ("правило 16 20 карт", ["16"]),
        ("в 9 взятке", []),
        ("60 % от макса", []),
        ("после 30 сдачи", []),
        ("п. 12.14", []),
    ],
)
def test_a_law_in_any_writing(text: str, laws: list[str]) -> None:
    assert found(text) == laws


def test_a_point_of_who_knows_what_is_no_sure_law() -> None:
    (mention,) = find_laws("п. 14", lambda law: False)
    assert (mention.surface, mention.sure) == ("14", False)
    (mention,) = find_laws("п. 12C2", lambda law: False)
    assert (mention.surface, mention.sure) == ("п. 12C2", True)


@given(st.text(alphabet="1264 абcBС2().,№пзакон", max_size=60))
def test_mentions_are_places_of_the_text_one_after_another(text: str) -> None:
    end = 0
    for mention in find_laws(text, lambda law: False):
        assert end <= mention.start < mention.end <= len(text)
        assert mention.surface == text[mention.start : mention.end].strip()
        end = mention.end

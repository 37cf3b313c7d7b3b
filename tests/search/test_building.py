"""What an index remembers of its passages."""

from pathlib import Path

from search.finder import build_index
from search.passages import Passage
from search.vocabulary import Vocabulary


def law(edition: str) -> Passage:
    place = f"laws-{edition}/64"
    return Passage(
        place, f"laws-{edition}", "64", "laws", "f.txt", 0, 9, "Взятка", edition, law="64"
    )


def test_the_text_of_a_law_is_the_latest_editions(tmp_path: Path) -> None:
    build_index([law("1987"), law("1997"), law("1975")], tmp_path / "index")
    assert Vocabulary.load(tmp_path / "index").texts["64"] == "laws-1997/64"

"""What the guides tell people to type and to open is there."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import cli

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("README.md", "README.ru.md", "CONTRIBUTING.md")
COMMANDS: Any = get_command(cli.build_app())


def text_of(guide: str) -> str:
    return (ROOT / guide).read_text("utf-8")


def commands_in(text: str) -> list[list[str]]:
    """The words of every ``pravila …`` line or quoted command."""
    quoted = re.findall(r"`(?:\S*/)?(pravila [^`]+)`", text)
    lines = re.findall(r"^ *(pravila [^\n]*?)(?:   .*)?$", text, re.MULTILINE)
    return [shlex.split(found)[1:] for found in quoted + lines]


TYPED = [(guide, words) for guide in GUIDES for words in commands_in(text_of(guide))]


def test_the_guides_show_the_main_commands() -> None:
    for guide in ("README.md", "README.ru.md"):
        shown = {words[0] for named, words in TYPED if named == guide}
        assert shown >= {"search", "law", "chain", "citations", "add", "export", "app"}


@pytest.mark.parametrize(("guide", "words"), TYPED, ids=lambda value: " ".join(value))
def test_a_command_shown_exists_with_its_options(guide: str, words: list[str]) -> None:
    if words[0] == "КОМАНДА":
        return
    if words[0].startswith("-"):
        assert words[0] in ("--help", "--version")
        return
    command = COMMANDS.commands[words[0]]
    if hasattr(command, "commands"):  # a group: «publish sparql»
        command = command.commands[words[1]]
    known = {option for p in command.params for option in p.opts} | {"--help"}
    used = {word.split("=")[0] for word in words[1:] if word.startswith("--")}
    assert used <= known


@pytest.mark.parametrize("guide", GUIDES)
def test_a_file_or_folder_named_exists(guide: str) -> None:
    text = text_of(guide)
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
    quoted = re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", text)
    made = (".venv", "corpus/texts/NAME")
    named = [name for name in linked + quoted if not name.startswith(made)]
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []

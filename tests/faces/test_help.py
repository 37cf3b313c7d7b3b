"""Every command explains itself in Russian, with an example, and can speak JSON."""

import re
from typing import Any

import pytest
from typer.core import TyperArgument, TyperGroup
from typer.main import get_command

import cli

ENGLISH = re.compile(
    r"Usage|Options|Commands?\b|Arguments|\[default|\[required|env var|Show this message|"
    r"Install completion|<(str|int|path|text|file)",
    re.IGNORECASE,
)
RUSSIAN = re.compile("[а-яё]{3}", re.IGNORECASE)
WITHOUT_DATA = {"app", "serve", "export"}
"""Commands that run a server, and the one that writes the formats it is asked for."""


def walk(command: Any, path: tuple[str, ...] = ()) -> dict[str, Any]:
    found = {" ".join(path): command}
    for name, below in getattr(command, "commands", {}).items():
        found |= walk(below, (*path, name))
    return found


TREE = walk(get_command(cli.build_app()))
COMMANDS = {name: command for name, command in TREE.items() if not isinstance(command, TyperGroup)}
MUST_BE_THERE = {"app"}


def page(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main([*name.split(), "--help"]) == 0
    return capsys.readouterr().out


def test_all_commands_are_registered() -> None:
    assert set(COMMANDS) >= MUST_BE_THERE


@pytest.mark.parametrize("name", TREE)
def test_help_is_russian(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = page(name, capsys)
    assert text.startswith(f"Использование: pravila {name}".strip())
    assert RUSSIAN.search(TREE[name].help or ""), "the command says nothing about itself"
    assert not ENGLISH.search(text)


@pytest.mark.parametrize("name", TREE)
def test_every_parameter_is_explained_in_russian(name: str) -> None:
    for parameter in TREE[name].params:
        if not parameter.hidden:
            assert RUSSIAN.search(parameter.help or ""), parameter.name


@pytest.mark.parametrize("name", TREE)
def test_arguments_have_russian_names(name: str) -> None:
    for parameter in TREE[name].params:
        if isinstance(parameter, TyperArgument):
            assert parameter.metavar, parameter.name


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_an_example_of_this_command(name: str) -> None:
    epilog = COMMANDS[name].epilog or ""
    assert re.search(rf"Пример[ы]?:\s+pravila {name}\b", epilog), epilog


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - WITHOUT_DATA))
def test_command_can_print_json(name: str) -> None:
    options = {option: p for p in COMMANDS[name].params for option in p.opts}
    if "--json" not in options:
        choices = options["--format"].type_descriptor.choices or ()
        assert "json" in {str(getattr(choice, "value", choice)) for choice in choices}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_that_open_a_library_say_which_one_in_the_same_way(name: str) -> None:
    for parameter in COMMANDS[name].params:
        if "--library" in parameter.opts:
            assert parameter.envvar == "PRAVILA_LIBRARY"

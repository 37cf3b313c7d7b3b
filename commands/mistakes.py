"""What is wrong with a command line, in Russian.

Typer reports a mistake as an exception whose kind and attributes say what happened and whose
message is English. The line shown is made from the kind and the attributes; a message is used
only when it is Russian already (raised by one of our own checks).
"""

import re
from collections.abc import Callable
from typing import Any

from typer.core import TyperArgument
from typer.exceptions import TyperException

from commands.russian import value_name

RUSSIAN = re.compile("[а-яё]", re.IGNORECASE)
IN_BRACKETS = re.compile(r"\((.*)\)", re.DOTALL)


def named(parameter: Any) -> str:
    """The parameter as the user types it: «--limit» or «ЗАПРОС»."""
    if isinstance(parameter, TyperArgument):
        return value_name(parameter)
    return str(max(parameter.opts, key=len))


def missing(error: Any) -> str:
    """A parameter that must be given was not."""
    if error.param is None:
        return "не хватает параметра"
    what = "аргумента" if isinstance(error.param, TyperArgument) else "параметра"
    return f"не хватает {what} {named(error.param)}"


def unknown_option(error: Any) -> str:
    """There is no such option."""
    near = ", ".join(sorted(error.possibilities or ()))
    return f"нет параметра «{error.option_name}»" + (f"; похожие: {near}" if near else "")


def option_value(error: Any) -> str:
    """An option lacks its value, or has one that it does not take."""
    if "not take a value" in error.message:
        return f"параметр {error.option_name} пишется без значения"
    return f"после {error.option_name} нужно значение"


def wrong_value(error: Any) -> str:
    """A value is not of the parameter's kind."""
    if error.param is None:
        return "неверное значение параметра"
    kind = error.param.type_descriptor
    if kind.choices:
        wanted = "одно из: " + ", ".join(str(getattr(c, "value", c)) for c in kind.choices)
    elif kind.annotation in (int, float):
        low, high = kind.parameter_info.min, kind.parameter_info.max
        wanted = "целое число" if kind.annotation is int else "число"
        wanted += f" от {low}" if low is not None else ""
        wanted += f" до {high}" if high is not None else ""
    elif kind.is_path:
        wanted = "путь к существующему доступному файлу или папке"
    else:
        wanted = "значение другого вида"
    return f"{named(error.param)}: нужно {wanted}"


def usage(error: Any) -> str:
    """Words left over, or no command named."""
    extra = IN_BRACKETS.search(error.message.replace("argument(s)", ""))
    if "extra argument" in error.message and extra:
        return f"лишнее в команде: {extra[1]} (запрос из нескольких слов берут в кавычки)"
    if "Missing command" in error.message:
        return "не названа команда"
    return "команда написана неверно"


EXPLANATIONS: dict[str, Callable[[Any], str]] = {
    "MissingParameter": missing,
    "NoSuchOption": unknown_option,
    "BadOptionUsage": option_value,
    "BadParameter": wrong_value,
}


def explain(error: TyperException) -> str:
    """One Russian line: what is wrong with the command line, and where its help is."""
    if RUSSIAN.search(error.message):
        text = error.message
    else:
        text = EXPLANATIONS.get(type(error).__name__, usage)(error)
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "pravila"
    return f"{text.rstrip('.')}. Справка: {command} --help"

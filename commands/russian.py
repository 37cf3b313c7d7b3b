"""Typer in Russian: its help pages and the names of its parts.

Typer's own pages mix translated and fixed English words and load all of Rich for a page of plain
text (0.3 s). These classes keep Typer's parsing and write the page themselves.
"""

from difflib import get_close_matches
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from corpus.errors import SettingsError

PAGE = {"help_option_names": ["--help", "-h"], "max_content_width": 100}


def value_name(parameter: TyperArgument | TyperOption) -> str:
    """What stands for the parameter's value on a help page: «ЧИСЛО», «ПУТЬ», «json|csv»."""
    if parameter.metavar:
        return str(parameter.metavar)
    if isinstance(parameter, TyperArgument):
        return str(parameter.name).upper()
    kind = parameter.type_descriptor
    if kind.choices:
        return "|".join(str(getattr(choice, "value", choice)) for choice in kind.choices)
    if kind.is_path:
        return "ПУТЬ"
    return "ЧИСЛО" if kind.annotation in (int, float) else "СЛОВО"


def left_column(parameter: TyperArgument | TyperOption) -> str:
    """The parameter as it is typed: «-n, --limit ЧИСЛО»."""
    if isinstance(parameter, TyperArgument):
        return value_name(parameter)
    names = sorted(parameter.opts, key=len) + list(parameter.secondary_opts)
    written = ", ".join(names)
    return written if parameter.is_flag else f"{written} {value_name(parameter)}"


def right_column(parameter: TyperArgument | TyperOption, context: Any) -> str:
    """The parameter's help with its default, environment variable and duty to be given."""
    notes = []
    default = parameter.get_default(context, call=False)
    if parameter.show_default and default and default is not True and not callable(default):
        shown = getattr(default, "value", default)
        notes.append(f"по умолчанию {f'{shown:g}' if isinstance(shown, float) else shown}")
    if parameter.envvar and parameter.show_envvar:
        names = [parameter.envvar] if isinstance(parameter.envvar, str) else parameter.envvar
        notes.append(f"или переменная {', '.join(names)}")
    if parameter.required and isinstance(parameter, TyperOption):
        notes.append("обязательно")
    return " ".join(filter(None, (parameter.help, f"[{'; '.join(notes)}]" if notes else "")))


class RussianPage:
    """The help page in Russian; mixed into Typer's command and group."""

    params: list[Any]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Name the arguments in the usage line the way the list below it names them."""
        pieces = ["[параметры]"]
        for parameter in self.params:
            if isinstance(parameter, TyperArgument) and not parameter.hidden:
                name = value_name(parameter) + ("…" if parameter.nargs == -1 else "")
                pieces.append(name if parameter.required else f"[{name}]")
        if isinstance(self, TyperGroup):
            pieces.append("КОМАНДА …")
        return pieces

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix="Использование: ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, the options and, of a group, the commands."""
        shown = [p for p in self.get_params(ctx) if not p.hidden]  # type: ignore[attr-defined]
        for title, kind in (("Аргументы", TyperArgument), ("Параметры", TyperOption)):
            rows = [(left_column(p), right_column(p, ctx)) for p in shown if isinstance(p, kind)]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        if isinstance(self, TyperGroup):
            self.format_commands(ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the epilog line by line: an example that was wrapped could not be copied."""
        epilog: str | None = getattr(self, "epilog", None)
        if epilog:
            formatter.write("\n")
            formatter.write("".join(f"  {line.strip()}\n" for line in epilog.strip().splitlines()))

    def get_help_option(self, ctx: Any) -> Any:
        """Typer's help option with a Russian description."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        if option is not None:
            option.help = "Показать эту справку."
        return option


class RussianCommand(RussianPage, TyperCommand):
    """A command whose help is Russian."""


class RussianGroup(RussianPage, TyperGroup):
    """A group of commands whose help is Russian."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands under the headings they were registered with."""
        headings: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            if not command.hidden:
                heading = getattr(command, "rich_help_panel", None) or "Команды"
                summary = (command.help or "").strip().split("\n\n")[0]
                headings.setdefault(heading, []).append((name, summary))
        for heading, rows in headings.items():
            with formatter.section(heading):
                formatter.write_dl(rows)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command; say which ones are like it when there is none of that name.

        Raises:
            SettingsError: there is no command of that name.

        """
        name = args[0]
        if name not in self.commands and not name.startswith("-"):
            near = get_close_matches(name, self.commands, n=3)
            hint = f"похожие: {', '.join(near)}" if near else f"список: {ctx.command_path} --help"
            raise SettingsError(f"нет команды «{name}»; {hint}")
        return super().resolve_command(ctx, args)


class RussianTyper(typer.Typer):
    """A Typer application whose commands and sub-groups are Russian without being asked to be."""

    def __init__(self, **settings: Any) -> None:
        defaults: dict[str, Any] = {
            "cls": RussianGroup,
            "rich_markup_mode": None,
            "add_completion": False,
            "no_args_is_help": True,
            "context_settings": PAGE,
        }
        super().__init__(**(defaults | settings))

    def command(self, name: str | None = None, **settings: Any) -> Any:
        """Register a command, as Typer does."""
        defaults: dict[str, Any] = {"cls": RussianCommand, "context_settings": PAGE}
        return super().command(name, **(defaults | settings))

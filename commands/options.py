"""Options that mean the same in every command, declared once.

def law(number: str, library: Library = None, as_json: Json = False) -> None: ...
"""

from pathlib import Path
from typing import Annotated

import typer

Library = Annotated[
    Path | None,
    typer.Option(
        "--library",
        envvar="PRAVILA_LIBRARY",
        metavar="ПАПКА",
        help="Папка библиотеки; без неё – библиотека пользователя.",
    ),
]
Bare = Annotated[
    bool,
    typer.Option("--bare", help="Без встроенных текстов: только то, что добавили вы."),
]
Json = Annotated[
    bool,
    typer.Option("--json", help="Вывести данные для программ: JSON, по объекту на строку."),
]
Limit = Annotated[
    int,
    typer.Option("--limit", "-n", min=1, max=1000, metavar="ЧИСЛО", help="Сколько показать."),
]

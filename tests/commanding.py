"""Commands run in this process, and the data they print."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cli

Data = Callable[..., list[dict[str, Any]]]


def printed_by(library: Path, capsys: pytest.CaptureFixture[str]) -> Data:
    """What runs a command on the library and reads the JSON it prints."""

    def run(*arguments: str) -> list[dict[str, Any]]:
        code = cli.main([*arguments, "--json", "--library", str(library)])
        out, err = capsys.readouterr()
        assert code == 0, err
        return [json.loads(line) for line in out.splitlines()]

    return run

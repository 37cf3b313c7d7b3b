"""A library of the bundled texts, and the command line as a user runs it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commanding import Data, printed_by

import workspace

ROOT = Path(__file__).resolve().parents[2]

Shell = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the bundled texts."""
    path = tmp_path_factory.mktemp("library") / "bridge"
    workspace.build(path)
    return path


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Run ``pravila`` as a process of its own in an empty folder."""

    def run(*arguments: str, **settings: Any) -> "subprocess.CompletedProcess[str]":
        environment = os.environ | {
            "PYTHONPATH": str(ROOT),
            "PRAVILA_LOG": str(tmp_path / "pravila.log"),
        }
        return subprocess.run(
            [sys.executable, "-m", "cli", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            **settings,
        )

    return run


@pytest.fixture
def data(library: Path, capsys: pytest.CaptureFixture[str]) -> Data:
    """Run a command on the library in this process and read the JSON it prints."""
    return printed_by(library, capsys)

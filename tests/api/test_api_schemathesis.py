"""The server against its own description: schemathesis, all checks, as its command line runs."""

import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_schemathesis_finds_nothing(server: Any, tmp_path: Path) -> None:
    done = subprocess.run(
        [
            str(Path(sysconfig.get_path("scripts"), "schemathesis")),
            *("--config-file", str(ROOT / "schemathesis.toml")),
            *("run", f"{server.url}/openapi.json", "--max-examples", "3"),
            *("--request-timeout", "60"),
            *("--generation-deterministic", "--no-color", "--report-dir", str(tmp_path)),
        ],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:]
    assert "failures" not in done.stdout.splitlines()[-1]
    assert not server.log.exists()

"""How this server was asked to run; told by ``ui.serve`` through the environment.

The environment is used because Streamlit starts the script itself: nothing else reaches both
``pravila app`` and a plain ``streamlit run app.py``.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

BRAND = "Правила бриджа"
"""What the application calls itself."""

LIBRARY = "PRAVILA_LIBRARY"
READ_ONLY = "PRAVILA_READ_ONLY"
BASE_PATH = "PRAVILA_BASE_PATH"
LOG = "PRAVILA_LOG"
HOSTS = "PRAVILA_HOSTS"


def default_log() -> Path:
    """Where errors are written unless ``PRAVILA_LOG`` says otherwise."""
    return Path(platformdirs.user_log_dir("pravila", appauthor=False)) / "app.log"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the pages need to know.

    ``library`` is the folder of the library (None: the user's own); ``read_only`` hides
    everything that would change it; ``base_path`` is the path behind a reverse proxy, without
    slashes at its ends; ``hosts`` are the host names this server answers to (empty: all).
    """

    library: Path | None = None
    read_only: bool = False
    base_path: str = ""
    log: Path = field(default_factory=default_log)
    hosts: tuple[str, ...] = ()

    @classmethod
    def current(cls) -> Settings:
        """Read them from the environment."""
        env = os.environ
        return cls(
            library=Path(env[LIBRARY]) if env.get(LIBRARY) else None,
            read_only=env.get(READ_ONLY) == "1",
            base_path=env.get(BASE_PATH, "").strip("/"),
            log=Path(env[LOG]) if env.get(LOG) else default_log(),
            hosts=tuple(env.get(HOSTS, "").split()),
        )

    def publish(self) -> None:
        """Write them to the environment, for the script Streamlit will start."""
        os.environ[LIBRARY] = str(self.library) if self.library else ""
        os.environ[READ_ONLY] = "1" if self.read_only else ""
        os.environ[BASE_PATH] = self.base_path
        os.environ[LOG] = str(self.log)
        os.environ[HOSTS] = " ".join(self.hosts)

"""How commands open a library: with progress on standard error when it has to be built first."""

from pathlib import Path
from typing import TYPE_CHECKING

from commands.progress import progress

if TYPE_CHECKING:
    from workspace import Workspace


def opened(library: Path | None, bare: bool = False) -> "Workspace":
    """Open the library meant. Raises ``LibraryError``."""
    from workspace import open_workspace

    with progress() as shown:
        return open_workspace(library, bare=bare, progress=shown)

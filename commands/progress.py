"""Progress of long work: a bar on a terminal, plain lines everywhere else."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from corpus.progress import Progress, Silent

if TYPE_CHECKING:
    import rich.progress


class Lines:
    """Progress for a file or a pipe: one line on standard error when a step begins."""

    def step(self, title: str, total: int | None = None) -> None:
        """Print the title of the step and, if known, how many items it has."""
        sys.stderr.write(f"{title}: {total}\n" if total else f"{title}\n")

    def advance(self, items: int = 1) -> None:
        """Print nothing: a line an item would flood a log."""


class Bar:
    """Progress for a terminal: one Rich bar a step."""

    def __init__(self, bars: "rich.progress.Progress") -> None:
        self._bars = bars
        self._current: rich.progress.TaskID | None = None

    def step(self, title: str, total: int | None = None) -> None:
        """Complete the bar before and begin a new one."""
        self.finish()
        self._current = self._bars.add_task(title, total=total)

    def advance(self, items: int = 1) -> None:
        """Move the bar."""
        if self._current is not None:
            self._bars.advance(self._current, items)

    def finish(self) -> None:
        """Show the current step as done, also when its length was not known."""
        if self._current is not None:
            done = self._bars.tasks[self._bars.task_ids.index(self._current)].completed
            self._bars.update(self._current, total=done or 1, completed=done or 1)


@contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """Give the progress that suits where standard error goes; ``quiet`` shows nothing.

    It writes to standard error, so that ``--json`` on standard output stays clean.
    """
    if quiet:
        yield Silent()
    elif not sys.stderr.isatty():
        yield Lines()
    else:
        import rich.progress as rich
        from rich.console import Console

        columns = (
            rich.TextColumn("{task.description}", markup=False),
            rich.BarColumn(),
            rich.TaskProgressColumn(),
            rich.TimeElapsedColumn(),
        )
        with rich.Progress(*columns, console=Console(stderr=True)) as bars:
            bar = Bar(bars)
            yield bar
            bar.finish()

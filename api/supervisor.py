"""The process above the workers: uvicorn's, with words in Russian and counts of the dead ended."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

from uvicorn import Config
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from api import metrics


class Supervisor(Multiprocess):
    """Starts the workers, puts another in the place of one that died, stops them all.

    ``stopped_by`` is the signal it was stopped by; 0 while it runs and when no worker could start.
    """

    def __init__(
        self, config: Config, sockets: list[socket.socket], say: Callable[[str], None]
    ) -> None:
        super().__init__(config, sockets)
        self._say = say
        self._served = False
        self.stopped_by = 0

    def keep_subprocess_alive(self) -> None:
        """Replace the workers that are gone, and say so."""
        before = [process.pid for process in self.processes]
        super().keep_subprocess_alive()
        self._served = self._served or any(process.is_ready() for process in self.processes)
        if self.should_exit.is_set() and self._served and not self.stopped_by:
            # One that cannot start ends everything in uvicorn. Where others once did, the reason
            # (a library out of reach) may pass, and those that run go on answering.
            self.should_exit.clear()
            self._start_again()
        after = {process.pid for process in self.processes}
        for gone in before:
            if gone is not None and gone not in after:
                metrics.forget(gone)
                self._say(f"Рабочий процесс {gone} прервался; вместо него начат другой.")

    def _start_again(self) -> None:
        for place, process in enumerate(self.processes):
            if not process.process.is_alive():
                self.processes[place] = Process(self.config, self.sockets)
                self.processes[place].start()

    def handle_int(self) -> None:
        """Ctrl+C."""
        self.stopped_by = signal.SIGINT
        super().handle_int()

    def handle_term(self) -> None:
        """What systems stop services with."""
        self.stopped_by = signal.SIGTERM
        super().handle_term()

    def handle_break(self) -> None:
        """Ctrl+Break (Windows)."""
        self.stopped_by = signal.SIGINT
        super().handle_break()

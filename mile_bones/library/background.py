"""Writing beside the window: one thing at a time, on a thread of its own, and waited for before the next."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue


class BackgroundWriter:
    """Does what it is given on its thread, which is begun for the first job.

    The thread is a daemon: ``close`` has to be called before the program ends, or what is still to be written is lost.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._ended: SimpleQueue[BaseException | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._busy = False

    @property
    def is_here(self) -> bool:
        """Whoever asks runs on its thread."""
        return threading.current_thread() is self._thread

    def begin(self, job: Callable[[], object]) -> None:
        """Do this as soon as possible; what was begun before is waited for."""
        self.wait()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
            self._thread.start()
        self._busy = True
        self._jobs.put(job)

    def wait(self) -> None:
        """Return when what was begun has been done; whatever it has raised is raised here."""
        if self._busy:
            trouble = self._ended.get()
            self._busy = False
            if trouble is not None:
                raise trouble

    def close(self) -> None:
        """Wait, and end the thread."""
        self.wait()
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            trouble: BaseException | None = None
            try:
                job()
            except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits
                trouble = error
            self._ended.put(trouble)

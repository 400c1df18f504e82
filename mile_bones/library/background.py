"""A thread that writes while the window continues. It does one job at a time and finishes it before the next begins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue


class BackgroundWriter:
    """Runs jobs on its own thread, which is started for the first job.

    The thread is a daemon: call ``close`` before the program ends, or what has not been written yet is lost.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._ended: SimpleQueue[BaseException | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._busy = False

    @property
    def is_here(self) -> bool:
        """True if the caller runs on the writer's thread."""
        return threading.current_thread() is self._thread

    def begin(self, job: Callable[[], object]) -> None:
        """Start ``job`` as soon as the previous job is done. Raise the exception of the previous job, if there is
        one.
        """
        self.wait()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
            self._thread.start()
        self._busy = True
        self._jobs.put(job)

    def wait(self) -> None:
        """Wait until the current job is done. Raise its exception, if there is one."""
        if self._busy:
            trouble = self._ended.get()
            self._busy = False
            if trouble is not None:
                raise trouble

    def close(self) -> None:
        """Wait for the current job, and end the thread."""
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
            except BaseException as error:  # noqa: BLE001 - `wait` raises it
                trouble = error
            self._ended.put(trouble)

"""The background writer does one job at a time, on its own thread."""

import threading

import pytest

from mile_bones.library.background import BackgroundWriter


def test_a_job_runs_on_another_thread_and_ends_before_the_next_begins():
    writer, done, go = BackgroundWriter(), [], threading.Event()

    def slow() -> None:
        go.wait()
        done.append(("slow", writer.is_here))

    writer.begin(slow)
    assert done == [] and not writer.is_here
    go.set()
    writer.begin(lambda: done.append(("next", writer.is_here)))
    assert done[0] == ("slow", True), "begin waits for the first job"
    writer.close()
    assert done == [("slow", True), ("next", True)]
    writer.close()


def test_an_error_in_a_job_is_raised_once_to_the_waiting_caller():
    writer = BackgroundWriter()
    writer.begin(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        writer.wait()
    writer.wait()
    writer.begin(lambda: None)
    writer.close()


def test_without_a_job_no_thread_is_started():
    writer, threads = BackgroundWriter(), threading.active_count()
    writer.wait()
    writer.close()
    assert threading.active_count() == threads

"""One thing at a time is written beside whoever asks for it."""

import threading

import pytest

from mile_bones.library.background import BackgroundWriter


def test_what_was_begun_is_done_before_the_next_begins_and_elsewhere():
    writer, done, go = BackgroundWriter(), [], threading.Event()

    def slow() -> None:
        go.wait()
        done.append(("slow", writer.is_here))

    writer.begin(slow)
    assert done == [] and not writer.is_here
    go.set()
    writer.begin(lambda: done.append(("next", writer.is_here)))
    assert done[0] == ("slow", True), "it was waited for"
    writer.close()
    assert done == [("slow", True), ("next", True)]
    writer.close()


def test_what_goes_wrong_is_told_to_whoever_waits_once():
    writer = BackgroundWriter()
    writer.begin(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        writer.wait()
    writer.wait()
    writer.begin(lambda: None)
    writer.close()


def test_nothing_is_waited_for_where_nothing_was_begun():
    writer, threads = BackgroundWriter(), threading.active_count()
    writer.wait()
    writer.close()
    assert threading.active_count() == threads

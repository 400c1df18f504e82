"""Groups of motions that follow one another."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve

from mile_bones.desktop.table.animator import Animator, Motion


def still(_part: float) -> None:
    pass


def test_motions_that_the_end_of_others_starts_are_not_lost(qapp):
    animator = Animator()
    ended: list[str] = []

    def then() -> None:
        ended.append("first")
        animator.run([Motion(still, 10_000)], lambda: ended.append("second"))

    animator.run([Motion(still, 10_000)], then)
    animator.run([Motion(still, 10_000)], lambda: ended.append("third"))
    assert ended == ["first", "second"]
    animator.finish()
    assert ended == ["first", "second", "third"]


def test_stopped_motions_stay_where_they_are_and_never_land(qapp):
    animator = Animator()
    animator.now = lambda: now
    parts: list[float] = []
    ended: list[str] = []
    now = 0
    motion = Motion(parts.append, 100, curve=QEasingCurve.Type.Linear, landed=lambda: ended.append("landed"))
    animator.run([motion], lambda: ended.append("done"))
    now = 50
    animator.tick()
    animator.stop()
    assert not animator.running
    now = 200
    animator.tick()
    animator.finish()
    assert (parts, ended) == ([0.0, 0.5], [])

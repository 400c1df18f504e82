"""Groups of motions that follow from each other."""

from __future__ import annotations

from mile_bones.desktop.table.animator import Animator, Motion


def still(_part: float) -> None:
    pass


def test_what_the_end_of_a_group_starts_is_not_lost_when_a_third_group_begins(qapp):
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

"""The words for a puzzle that asks for the turn that wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mile_bones.games import spec
from mile_bones.i18n import format_number, in_parts, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.players import coach_spec

if TYPE_CHECKING:
    from mile_bones.match.win_puzzle import Turn, WinPuzzle


def question(puzzle: WinPuzzle) -> str:
    """Return what the person has to do."""
    text = ngettext("Win in {count} turn. Play it.", "Win in {count} turns. Play the first of them.", puzzle.turns)
    return text.format(count=format_number(puzzle.turns))


def verdict(puzzle: WinPuzzle, answer: Turn | None) -> str:
    """Return a sentence about the answer. ``answer`` is None if the person gave no answer.

    Only a wrong answer gets a sentence that does not say which turn wins. It says how the opponent can answer instead.
    """
    count = format_number(puzzle.turns)
    if answer is None:
        text = ngettext("This wins in {count} turn: {turn}.", "This wins in {count} turns: {turn}.", puzzle.turns)
        return text.format(count=count, turn=turn_text(puzzle, puzzle.solution))
    if puzzle.is_solved_by(answer):
        text = ngettext(
            "Well done, that wins in {count} turn: {turn}.",
            "Well done, that wins in {count} turns: {turn}.",
            puzzle.turns,
        )
        return text.format(count=count, turn=turn_text(puzzle, answer))
    reply = _reply(puzzle, answer)
    if reply is not None:
        return _("Not this time. The opponent can answer: {turn}.").format(turn=reply)
    text = ngettext(
        "Not this time: after that the opponent can last longer than {count} turn.",
        "Not this time: after that the opponent can last longer than {count} turns.",
        puzzle.turns,
    )
    return text.format(count=count)


def turn_text(puzzle: WinPuzzle, turn: Turn) -> str:
    """Return the words for a whole turn, such as "place the red disc on …; slide the brown hexagon to …"."""
    return _told(puzzle.game, puzzle.position.state(), turn)


def _reply(puzzle: WinPuzzle, answer: Turn) -> str | None:
    """Return the words for a turn of the opponent that refutes this wrong answer, or None if none is known."""
    coach, state = coach_spec(puzzle.game), puzzle.position.state()
    for step in answer:
        state.apply_action(step)
    if coach is None or coach.refute is None or not answer or state.is_terminal():
        return None
    turn = coach.refute(state.observation(state.current_player), puzzle.turns - 1)
    return None if turn is None else _told(puzzle.game, state, turn)


def _told(game: str, state: Any, turn: Turn) -> str:
    """Return the words for a turn of the player to act. The turn is done in ``state``."""
    seat, told = state.current_player, []
    for step in turn:
        told.append(spec(game).words.action_text(step, state.observation(seat)))
        state.apply_action(step)
    return in_parts(told)

"""The game in a terminal: the effect of every key, and the content of the screen. This module does not need a terminal.

A prompt waits for a command, the number of a card, yes or no, a line of text, or any key.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from mile_bones.engine.excerpt import legible
from mile_bones.games.milebones import words
from mile_bones.games.milebones.actions import DISCARD, DRAW, END_TRIP, EXTEND, PLAY, Action
from mile_bones.games.milebones.events import Discarded, Drawn, Event, GameEnded, HandEnded, Played
from mile_bones.games.milebones.observation import Observation, Phase
from mile_bones.i18n import gettext as _
from mile_bones.library.game_library import GameLibrary
from mile_bones.match.match import Match
from mile_bones.match.steps import Step
from mile_bones.match.thinking import ComputerPlayer
from mile_bones.storage.problems import Problem
from mile_bones.storage.reserved_paths import OwnFile
from mile_bones.terminal import sayings
from mile_bones.terminal.board import Scene, card_label
from mile_bones.terminal.prompts import AnyKey, Command, Line, Number, Prompt, YesNo
from mile_bones.terminal.slots import Slots

Begin = Callable[[], Match]


class Screen(Protocol):
    """The functions of a terminal that the game needs besides showing letters."""

    def ring(self) -> None:
        """Ring the bell."""

    def redraw(self) -> None:
        """Draw the whole screen again."""


class Game:
    """The games that are played one after another in the terminal, beginning with ``match``.

    ``begin`` makes a new match. ``file`` is the file from which ``match`` came, or None. ``problems`` gets the problems
    with the user's files, which are shown to the player. ``over`` is True if ``match`` had ended before and is only
    shown.
    """

    def __init__(
        self,
        library: GameLibrary,
        match: Match,
        begin: Begin,
        file: Path | None,
        screen: Screen,
        problems: list[Problem],
        *,
        over: bool = False,
    ) -> None:
        self._library = library
        self._begin = begin
        self._file = file
        self._screen = screen
        self._slots = Slots()
        self._problems = problems
        self._only_shown = over
        self._told: list[str] = []
        self._weighty: list[str] = []
        """The sentences of ``_told`` that must be read even if not all fit."""
        self._said = ("", "")
        self._final: HandEnded | None = None
        self._whole_window = False
        self._steps: deque[Step] = deque()
        self._sit_down(match)
        self._shown: Observation = match.observation(self._viewer)
        self.error = ""
        """The mistake on the last line of the score window."""
        self.over = False
        """True when the player has left."""
        self._quitting: Prompt | None = None
        self.prompt: Prompt = self._command()
        self._show(self._shown)
        for event in (*match.opening(self._viewer).events, *match.since_deal(self._viewer)):
            self._tell(event)
        ending = match.ending(self._viewer)
        if ending is not None:
            self._steps.append(ending)
        self._follow()
        if match.given_up:
            self._told.append(_("This game was given up."))
            self._ask_for_more()
        self._show_problems()

    def note(self, text: str) -> None:
        """Show ``text`` on the last line of the screen."""
        self._told.append(text)

    def scene(self) -> Scene:
        """Return the content of the screen."""
        return Scene(
            observation=self._shown,
            slots=self._slots.cards,
            games=self._games(),
            prompt=self.prompt.line,
            error=self.error,
            news=tuple(self._told),
            weighty=tuple(self._weighty),
            said=self._said,
            final=self._final,
            names=(self._names[self._viewer], self._names[1 - self._viewer]),
            whole_window=self._whole_window,
            ordered=self._slots.ordered,
        )

    def _games(self) -> tuple[int, int]:
        """Return the games won by the player and by the opponent in this series, including the current one if it is
        over.
        """
        own, other = self._won_before
        winner = self._match.winner if self._match.is_over else None
        return own + (winner == self._viewer), other + (winner == 1 - self._viewer)

    def press(self, key: str, letter: str = "") -> None:
        """Handle a key.

        ``key`` is its name, and ``letter`` the letter that it types, or empty. A mistake only rings the bell.
        """
        self.error = ""
        self.prompt.press(key, letter)
        self._show_problems()

    def interrupt(self) -> None:
        """Ask whether to leave, as the key Q does, at any point of the game. If the answer is no, repeat the earlier
        question.

        Ctrl+C calls this.
        """
        before = self.prompt
        if self._quitting is before:
            return

        def back() -> None:
            self.prompt = before

        self.error = ""
        self._ask(_("Really?"), self._leave, back)
        self._quitting = self.prompt

    def _show_problems(self) -> None:
        if self._problems and not self.over:
            texts = [problem.message() for problem in self._problems]
            self._problems.clear()
            self._page((*texts, "", _("Press any key to continue.")))

    # ------------------------------------------------------------------ commands

    def _wait(self) -> None:
        """Wait for the next command."""
        self.prompt = self._command()

    def _command(self) -> Prompt:
        commands = {
            "p": lambda: self._act(DRAW),
            "u": lambda: self._ask_number("U", PLAY),
            "d": lambda: self._ask_number("D", DISCARD),
            "o": self._slots.toggle,
            "q": self._ask_to_quit,
            "delete": self._ask_to_quit,
            "backspace": self._ask_to_quit,  # some terminals send this for the Delete key
            "s": self._ask_to_save,
            "r": self._screen.redraw,
            "ctrl+l": self._screen.redraw,
            "w": self._toggle_window,
            "?": lambda: self._page(sayings.help_lines()),
        }
        # Translators: before the key of a move, as in the original mille(6)
        return Command(_(">>:Move:"), commands, self._mistake)

    def _ask_number(self, verb: str, kind: Sequence[Action]) -> None:
        """Ask for the number of a card, which is typed and confirmed with Return or Space."""

        def done(key: str) -> None:
            self._wait()
            card = self._slots.at(key)
            if card is None:
                self._mistake(_("there is no card in slot {key}").format(key=key))
            else:
                self._act(kind[card])

        self.prompt = Number(f"{_('>>:Move:')} {verb}", done, self._wait, self._mistake)

    def _toggle_window(self) -> None:
        self._whole_window = not self._whole_window

    def _page(self, lines: Sequence[str]) -> None:
        before = self.prompt

        def back() -> None:
            self.prompt = before

        self.prompt = AnyKey(tuple(lines), back)

    def _mistake(self, text: str) -> None:
        self.error = text
        self._screen.ring()

    # ------------------------------------------------------------------ the turns

    def _sit_down(self, match: Match) -> None:
        """Make ``match`` the current match."""
        self._match = match
        self._viewer = match.viewer
        self._won_before = self._library.won_before(match.id)
        self._names = match.names
        self._computer: ComputerPlayer | None = None
        self._steps.clear()
        match.subscribe(self._viewer, self._steps.append)

    def _act(self, action: Action) -> None:
        refusal = self._match.why_not(self._viewer, action)
        if refusal is not None:
            self._mistake(sayings.mistake(refusal, self._names[1 - self._viewer]))
            return
        self._told.clear()
        self._submit(action)

    def _submit(self, action: Action) -> None:
        self._match.submit(self._viewer, action)
        self._follow()

    def _follow(self) -> None:
        """Show what has happened, up to the end of a hand, and then continue the game."""
        while self._steps:
            step = self._steps.popleft()
            self._show(step.observation)
            for event in step.events:
                self._tell(event)
            if self._final is not None:
                self._ask_for_more()
                return
        self._go_on()

    def _go_on(self) -> None:
        """Let the computer play, or ask the player."""
        question = self._match.question()
        if question is not None:
            if self._computer is None or self._computer.level != question.level:
                self._computer = ComputerPlayer(question.game, question.level)
            answer = self._computer.choose(question.observation)
            if answer.trouble is not None:
                self._told.append(_("Something is wrong with this opponent; another one has played."))
            self._match.submit(question.seat, answer.action, question.ply)
            self._follow()
        elif self._shown.phase is Phase.EXTEND:
            self._ask(_("Extension?"), lambda: self._submit(EXTEND), lambda: self._submit(END_TRIP))
        else:
            self._wait()

    def _show(self, observation: Observation) -> None:
        self._shown = observation
        self._slots.match(observation.hand)

    def _tell(self, event: Event) -> None:
        """Put the event into the last line of the screen. If it is an action of the opponent, show it next to the hand
        as well.
        """
        if isinstance(event, HandEnded):
            self._final = event
        if isinstance(event, Drawn) and event.seat != self._viewer:
            return  # not worth a line: the opponent draws in every turn
        self._told.append(words.event_text(event, self._names, self._viewer))
        if isinstance(event, (HandEnded, GameEnded)) or (isinstance(event, Played) and event.coup):
            self._weighty = [text for text in (*self._weighty, self._told[-1]) if text in self._told]
        if isinstance(event, (Played, Discarded)) and event.seat != self._viewer:
            verb = _("PLAY") if isinstance(event, Played) else _("DISCARD")
            self._said = (verb, card_label(event.card))

    # ------------------------------------------------------------------ the end of a hand

    def _ask_for_more(self) -> None:
        if self._only_shown:
            self._ask(_("Another game?"), self._next_game, self._leave)
        elif self._match.is_over:
            self._library.count(self._match)
            self._ask(_("Another game?"), self._next_game, lambda: self._ask_to_keep(self._next_game))
        else:
            self._ask(_("Another hand?"), self._next_hand, lambda: self._ask_to_keep(self._next_hand))

    def _next_hand(self) -> None:
        self._told.clear()
        self._begin_hand()

    def _begin_hand(self) -> None:
        self._final = None
        self._said = ("", "")
        self._follow()

    def _next_game(self) -> None:
        won = self._games()
        self._told.clear()
        match = self._begin()
        if match.totals == (0, 0) and any(won):
            self._library.set_won_before(match.id, won)
        self._sit_down(match)
        self._steps.append(match.opening(self._viewer))
        self._only_shown = False
        self._file = None
        self._begin_hand()

    def _ask_to_keep(self, otherwise: Callable[[], None]) -> None:
        """Ask whether to save before the player leaves. If saving fails, call ``otherwise`` and stay."""

        def kept(saved: bool) -> None:
            if saved:
                self._leave()
            else:
                otherwise()

        self._ask(_("Save?"), lambda: self._save(kept), self._leave)

    # ------------------------------------------------------------------ saving and leaving

    def _ask_to_save(self) -> None:
        self._save(lambda _saved: self._wait())

    def _save(self, then: Callable[[bool], None]) -> None:
        """Ask where to save, write the file, and show the result. Call ``then`` with True if that succeeded, otherwise
        with False.
        """
        file = self._file
        if file is None:
            self._ask_name(then)
        else:
            self._told = [legible(file.name)]
            self._ask(_("Same file?"), lambda: self._write(file, then), lambda: self._ask_name(then))

    def _ask_name(self, then: Callable[[bool], None]) -> None:
        def named(text: str) -> None:
            if not text.strip():
                then(False)
                return
            path = Path(os.path.expanduser(text))  # noqa: PTH111 - it keeps an unknown user's “~name”
            if os.path.lexists(path):
                self._told = [legible(path.name)]
                self._ask(_("Overwrite it?"), lambda: self._write(path, then), lambda: self._ask_name(then))
            else:
                self._write(path, then)

        self.prompt = Line(_("File:"), named, self._mistake)

    def _write(self, path: Path, then: Callable[[bool], None]) -> None:
        try:
            self._library.save_as(self._match.record(), path)
        except OwnFile:
            then(False)
            self._mistake(_("not saved: a file of Mile Bones itself"))
        except OSError as error:
            then(False)
            self._mistake(_("not saved: {reason}").format(reason=error.strerror or error))
        else:
            self._file = path
            self._told = [_("Saved: {name}").format(name=legible(path.name))]
            then(True)

    def _ask_to_quit(self) -> None:
        self._ask(_("Really?"), self._leave, self._wait)
        self._quitting = self.prompt

    def _leave(self) -> None:
        """Leave the game. If something would be lost, first ask whether to leave anyway."""
        self._library.catch_up()
        if self._library.unsaved.is_lost_at_the_end:
            self._told = [_("Not everything is saved; what is not is lost if you leave now.")]
            self._ask(_("Leave unsaved?"), self._end, self._stay)
        else:
            self._end()

    def _end(self) -> None:
        self.over = True

    def _stay(self) -> None:
        """Continue where the game was when the player wanted to leave."""
        if self._match.is_over:
            self._ask(_("Another game?"), self._next_game, self._leave)
        elif self._final is not None:
            self._ask(_("Another hand?"), self._next_hand, self._leave)
        else:
            self._wait()

    def _ask(self, question: str, yes: Callable[[], object], no: Callable[[], object]) -> None:
        self.prompt = YesNo(question, yes, no, self._mistake)

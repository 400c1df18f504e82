"""The table's side of the protocol: a bot in another process, asked like a player of ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mile_bones.engine.errors import NotationError
from mile_bones.engine.shapes import Json
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext
from mile_bones.lab.protocol import VERSION, messages
from mile_bones.lab.protocol.lines import LINE_LIMIT, ProtocolError, parse_line, short, to_line, too_long
from mile_bones.lab.protocol.process import BotFailure, BotProcess
from mile_bones.lab.protocol.shapes import BOT_SAYS, check_message

_NAME_LENGTH = 40
_LONGEST = 1e6  # seconds; longer waits are too long for the system
_GRACE = 2.0  # seconds that the bot has to end after "bye"


class ExternalBot:
    """A bot that plays ``game`` again and again. Its methods may raise BotFailure.

    Both limits are in seconds: ``time_limit`` for each answer, ``start_limit`` for the bot's first answer, its hello.
    """

    def __init__(
        self, game: str, command: str, *, time_limit: float, start_limit: float, grace: float = _GRACE
    ) -> None:
        self.name = short(command, _NAME_LENGTH)
        """The bot's own name or, before its hello, the command."""
        self._spec = spec(game)
        self._time_limit = min(time_limit, _LONGEST)
        self._start_limit = min(start_limit, _LONGEST)
        self._grace = grace
        self._greeted = False
        self._game = 0
        self._asked = 0
        self._seat = 0
        self._news: list[Json] = []
        self.failure: BotFailure | None = None
        """The bot's failure, or None. After a failure the bot gets no more questions."""
        self._process = BotProcess(command)

    def greet(self) -> None:
        """Send hello and wait for the bot's hello."""
        self._tell(messages.table_hello(self._spec.name, self._time_limit))
        hello = self._hear("hello", self._start_limit)
        if hello["version"] != VERSION:
            raise self._fail(
                "version",
                _("speaks version {theirs} of the protocol, and this program version {mine}").format(
                    theirs=hello["version"], mine=VERSION
                ),
            )
        self.name = short(hello["name"], _NAME_LENGTH)
        self._greeted = True

    def game_start(self, length: str, rules: str, seat: int, opponent: str) -> None:
        """Announce the next game, in which the bot sits in ``seat``."""
        self._game += 1
        self._seat = seat
        self._tell(messages.game_start(self._game, length, rules, self._spec.target, seat, opponent))

    def hand_start(self, dealt: Any, totals: tuple[int, int]) -> None:
        """Send the bot its cards."""
        self._news = []
        self._tell(messages.hand_start(self._game, self._seen(dealt), self._seat, totals))

    def see(self, events: Sequence[Any]) -> None:
        """Remember the events, as far as the bot's seat may know them, for its next question."""
        self._news += map(self._seen, events)

    def _seen(self, event: Any) -> Json:
        return self._spec.codec.event(event, self._seat)

    def choose(self, observation: Any) -> Any:
        """Ask the bot and return its answer, one of the legal actions."""
        self._asked += 1
        legal = observation.legal_actions()
        self._tell(messages.question(self._asked, self._news, self._spec.codec.observation(observation), legal))
        self._news = []
        answer = self._hear("action", self._time_limit)
        if answer["id"] != self._asked:
            raise self._fail(
                "wrong_id",
                _("answered question {theirs} when it was asked question {mine}").format(
                    theirs=answer["id"], mine=self._asked
                ),
            )
        try:
            action = self._spec.codec.action(answer["action"])
        except NotationError:
            action = None
        if action is None or action not in legal:
            raise self._fail(
                "illegal_action",
                _("chose “{action}”, which is none of its legal actions ({legal})").format(
                    action=short(answer["action"]), legal=", ".join(map(str, legal))
                ),
            )
        return action

    def hand_over(self, ended: Any) -> None:
        """Send the bot the end of the hand."""
        self._tell(messages.hand_over(self._game, self._seen(ended), self._news))
        self._news = []

    def game_over(self, ended: Any, totals: tuple[int, int]) -> None:
        """Send the bot the end of the game, with the winner."""
        news = None if self._spec.has_deals else self._news
        self._tell(messages.game_over(self._game, self._seen(ended), self._seat, totals, news))
        self._news = []

    def leave(self) -> None:
        """Say goodbye, preceded by the failure if there was one. The bot should end now."""
        if not self._hopeless():
            if self.failure is not None:
                self._tell(messages.error(self.failure.code, self.failure.reason, fatal=True))
            self._tell(messages.bye())
        self._process.say_no_more()

    def close(self) -> None:
        """End the process and all that it has started. Call ``leave`` first."""
        self._process.close(0.0 if self._hopeless() else self._grace)

    def last_words(self) -> str:
        """Return the end of the bot's output on standard error."""
        return self._process.last_words()

    def _fail(self, code: str, reason: str, *, hopeless: bool = False) -> BotFailure:
        self.failure = BotFailure(code, reason, hopeless=hopeless)
        return self.failure

    def _hopeless(self) -> bool:
        """Whether it is useless to send the bot anything, because it does not listen or has not greeted yet."""
        return not self._greeted if self.failure is None else self.failure.hopeless

    def _tell(self, message: Json) -> None:
        self._process.send(to_line(message))

    def _hear(self, expected: str, limit: float) -> Json:
        """Return the next message, if it is of the expected kind."""
        try:
            line = self._process.receive(limit)
        except TimeoutError:
            raise self._fail("timeout", _no_answer(expected, limit), hopeless=True) from None
        except BotFailure as failure:
            self.failure = failure
            raise
        try:
            if len(line) > LINE_LIMIT:
                raise too_long()
            message = parse_line(line)
            kind = check_message(message, BOT_SAYS)
        except ProtocolError as error:
            raise self._fail(
                error.code,
                _("said something that is no message: {reason}; the line begins “{line}”").format(
                    reason=error.text, line=short(line[:200].decode("utf-8", "replace").strip(), 60)
                ),
            ) from None
        if kind == "error":
            raise self._fail("reported", _("reports an error: {text}").format(text=short(message["text"], 300)))
        if kind != expected:
            raise self._fail(
                "unexpected",
                _("said “{kind}” where “{expected}” was expected").format(kind=kind, expected=expected),
            )
        return message


def _no_answer(expected: str, limit: float) -> str:
    plural = 1 if limit == 1 else 2  # "seconds" for all other numbers, fractions too
    seconds = ngettext("{seconds} second", "{seconds} seconds", plural).format(seconds=f"{limit:g}")
    text = _("did not say hello within {seconds}") if expected == "hello" else _("gave no answer within {seconds}")
    return text.format(seconds=seconds)

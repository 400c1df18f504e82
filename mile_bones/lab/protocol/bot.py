"""The bot's side of the protocol: a computer player of ours that answers questions on a pair of streams."""

from __future__ import annotations

from typing import Any, BinaryIO

from mile_bones.engine.game import Player
from mile_bones.engine.shapes import Contradiction, Json, ShapeError
from mile_bones.games import spec
from mile_bones.i18n import gettext as _
from mile_bones.lab.protocol import VERSION, messages
from mile_bones.lab.protocol.lines import ProtocolError, parse_line, read_line, to_line
from mile_bones.lab.protocol.shapes import bad_message, check_message, table_says


def serve(game: str, player: Player[Any, Any], name: str, source: BinaryIO, sink: BinaryIO) -> bool:
    """Answer the questions about this game that come from ``source``, until the source ends or sends "bye".

    A line that is not a message is answered with an error, and the next line is read. Return False if the two sides
    share no version.
    """
    bot = _Bot(game, player, name)
    while not bot.done:
        try:
            line = read_line(source)
            if line is None:
                break
            answer = bot.answer(parse_line(line))
        except ProtocolError as error:
            answer = messages.error(error.code, error.text, fatal=bot.done)
        if answer is not None:
            sink.write(to_line(answer))
            sink.flush()
    return bot.agrees


class _Bot:
    """The state of a bot between two messages: whether greetings were exchanged, and whether it is done."""

    def __init__(self, game: str, player: Player[Any, Any], name: str) -> None:
        self._codec = spec(game).codec
        self._known = table_says(game)
        self._player = player
        self._name = name
        self._greeted = False
        self.agrees = True
        self.done = False

    def answer(self, message: Json) -> Json | None:
        """Return the answer to a message, or None for no answer. Raise ProtocolError if the message cannot be
        answered.
        """
        kind = check_message(message, self._known)
        if kind == "bye":
            self.done = True
            return None
        if kind == "hello":
            return self._greet(message)
        if not self._greeted:
            raise ProtocolError("expected_hello", _("“hello” comes first, not “{kind}”").format(kind=kind))
        return self._choose(message) if kind == "question" else None

    def _greet(self, hello: Json) -> Json:
        if VERSION not in hello["versions"]:
            self.agrees, self.done = False, True
            raise ProtocolError(
                "version",
                _("this program speaks version {mine} of the protocol, and is offered {theirs}").format(
                    mine=VERSION, theirs=", ".join(map(str, hello["versions"][:10]))
                ),
            )
        self._greeted = True
        return messages.bot_hello(self._name)

    def _choose(self, question: Json) -> Json:
        observation = self._read(question["observation"])
        legal = observation.legal_actions()
        if not legal:
            raise ProtocolError("bad_question", _("seat {seat} has nothing to choose").format(seat=observation.seat))
        if sorted(map(str, legal)) != sorted(question["legal_actions"]):
            raise ProtocolError(
                "bad_question",
                _("“legal_actions” should be these: {actions}").format(actions=", ".join(map(str, legal))),
            )
        return messages.action(question["id"], self._player.choose(observation))

    def _read(self, shape: Json) -> Any:
        try:
            return self._codec.read_observation(shape)
        except Contradiction as error:
            text = _("“{field}” contradicts the rest of the message").format(field=error.dotted_path)
            raise ProtocolError("bad_question", text) from None
        except ShapeError as error:
            raise bad_message(error, "observation") from None

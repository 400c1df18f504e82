"""The output of ``mile-bones review``, for people and for machines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mile_bones.engine.excerpt import legible
from mile_bones.games import spec
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.match.replaying import Replay
from mile_bones.match.review import Choice, ErrorRate, HandReview, Review, error_rate
from mile_bones.match.review_words import better_text, done_text, grade, mark_title, result_word
from mile_bones.match.units import by_unit
from mile_bones.players.coach import Coach, CoachSpec

_LABELS = 26  # columns of text
_POINTS = 14


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """The report about the game in ``file``. The ``coach`` rated each choice in ``worlds`` imagined complete deals."""

    file: Path
    replay: Replay
    spec: CoachSpec
    coach: Coach
    worlds: int

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return [player.name for player in self.replay.record.players]

    def _by_unit(self, hand: str, deal: str, whole: str | None = None) -> str:
        """Return the text that fits the unit of the game, as ``by_unit`` does."""
        return by_unit(spec(self.replay.record.game), hand, deal, whole)

    def head(self) -> str:
        """Return the text before everything else."""
        record = self.replay.record
        found = spec(record.game)
        told = _("{file}: {first} against {second}, {rules}").format(
            file=self.file,
            first=self.names[0],
            second=self.names[1],
            rules=found.rules_title(record.rules),
        )
        most = self.spec.most_worlds
        worlds = _("Each choice was tried in up to {worlds} imagined worlds.")
        if not found.has_hidden_cards:
            worlds = _("Nothing is hidden in this game: each choice was judged by looking ahead.")
        worlds = worlds.format(worlds=format_number(min(self.worlds, most or self.worlds)))
        return _page([told, worlds])

    def hand(self, hand: HandReview) -> str:
        """Return the text about a hand: its luck and skill, and the choices that cost something."""
        title = self._by_unit(_("Hand {number}"), _("Deal {number}"), _("The game")).format(number=hand.hand)
        lines = ["", _row(title, self.names), *self._results(hand)]
        lines.append(_costs(self._errors_title(), [error_rate(hand, seat).a_hand for seat in (0, 1)]))
        for choice in hand.choices:
            if choice.mark is not None:
                lines += self._choice(choice)
        return _page(lines)

    def end(self, review: Review) -> str:
        """Return the text after the last hand."""
        of_all = self._by_unit(_("All hands"), _("All deals"), _("The whole game"))
        lines = ["", _row(of_all, self.names), *self._results(review)]
        rates = [review.error_rate(seat) for seat in (0, 1)]
        limits = self.spec.error_limits
        words = [grade(rate, limits, review.marks(seat)) or "" for seat, rate in enumerate(rates)]
        if any(words):
            lines.append(_row("  " + _("In a word"), words))
        lines.append(_costs(self._errors_title(), [rate.a_hand for rate in rates]))
        for theme, title in self.spec.themes.items():
            by_theme = [review.error_rate(seat, theme) for seat in (0, 1)]
            if any(rate.decisions for rate in by_theme):
                lines.append(_costs("  " + title(), [rate.a_hand for rate in by_theme]))
        dearest = review.dearest()
        if dearest and self._has_hands:  # in a single hand they are printed just above
            lines += ["", _("The choices that cost most:")]
            for choice in dearest:
                lines += self._choice(choice, where=True)
        if review.unfinished:
            lines += ["", self._left_out()]
        return _page([*lines, ""])

    def _errors_title(self) -> str:
        hand, deal = _("Errors, points a hand"), _("Errors, points a deal")
        return self._by_unit(hand, deal, _("Errors, per cent of the game"))

    def _left_out(self) -> str:
        return self._by_unit(
            _("The last hand is not finished, and was left out."),
            _("The last deal is not finished, and was left out."),
            _("The game is not finished, and was left out."),
        )

    def to_json(self, review: Review) -> str:
        """Return the review as one line of JSON; ``mile-bones review --help`` describes it."""
        record = self.replay.record
        shape: dict[str, Any] = {
            "file": str(self.file),
            "game": record.game,
            "rules": record.rules,
            "players": self.names,
            "worlds": self.worlds,
            "unfinished": review.unfinished,
            "hands": [
                [
                    {
                        "hand": hand.hand,
                        "seat": seat,
                        "result": hand.result(seat),
                        "luck": hand.luck_of(seat),
                        "skill": hand.skill_of(seat),
                    }
                    for seat in (0, 1)
                ]
                for hand in review.hands
            ],
            "choices": [_choice_shape(choice) for choice in review.choices() if choice.is_decision],
            "error_rates": [self._rates_shape(review, seat) for seat in (0, 1)],
        }
        # A file name need not be valid text: other bytes are escaped, so that a reader of the JSON still finds
        # the file.
        return json.dumps(shape, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")

    @property
    def _has_hands(self) -> bool:
        """Whether the game is played in hands, for points."""
        return spec(self.replay.record.game).has_points

    def _results(self, of: HandReview | Review) -> Iterator[str]:
        if self._has_hands:
            yield from _results(of)
        else:
            yield _row("  " + _("Result"), [result_word(of.result(seat)) for seat in (0, 1)])

    def _choice(self, choice: Choice, *, where: bool = False) -> Iterator[str]:
        assert choice.mark is not None
        place = _("Action {action}")
        if where and self._has_hands:
            place = self._by_unit(_("Hand {hand}, action {action}"), _("Deal {hand}, action {action}"))
        place = place.format(hand=choice.hand, action=choice.action)
        text = _("  {place}, {name}: {done}. {mark}.")
        yield text.format(
            place=place,
            name=self.names[choice.seat],
            done=done_text(self.replay, choice),
            mark=mark_title(choice.mark),
        )
        yield "    " + better_text(self.replay, choice, self.coach)

    def _rates_shape(self, review: Review, seat: int) -> dict[str, Any]:
        themes = {theme: review.error_rate(seat, theme) for theme in self.spec.themes}
        rate = review.error_rate(seat)
        return {
            **_rate_shape(rate),
            "a_hand": rate.a_hand,
            "themes": {theme: _rate_shape(each) for theme, each in themes.items()},
        }


def _rate_shape(rate: ErrorRate) -> dict[str, Any]:
    return {"cost": rate.cost, "decisions": rate.decisions}


def _choice_shape(choice: Choice) -> dict[str, Any]:
    return {
        "hand": choice.hand,
        "action": choice.action,
        "seat": choice.seat,
        "chosen": choice.chosen,
        "best": choice.best,
        "cost": choice.cost._asdict(),
        "gap": choice.gap,
        "se": choice.se,
        "loss": choice.loss,
        "mark": choice.mark,
        "reason": choice.reason,
        "cause": None if choice.cause is None else choice.cause._asdict(),
        "theme": choice.theme,
        "actions": [
            {"action": each.action, "points": each.points, "chance": each.chance, "worth": each.worth, "se": each.se}
            for each in choice.rating.worths
        ],
    }


def _results(of: HandReview | Review) -> Iterator[str]:
    yield _signed(_("Result"), [of.result(seat) for seat in (0, 1)])
    luck = of.luck_of(0)
    if luck is not None:  # in whole points, so that the printed numbers add up
        whole = round(luck)
        yield _signed(_("Luck"), [whole, -whole])
        yield _signed(_("Skill"), [of.result(0) - whole, of.result(1) + whole])


def _signed(label: str, values: Sequence[int]) -> str:
    return _row("  " + label, [f"{'+' * (value > 0)}{format_number(value)}".replace("-", "\u2212") for value in values])


def _costs(label: str, values: Sequence[float]) -> str:
    return _row("  " + label, [format_number(round(value)) for value in values])


def _row(label: str, values: Sequence[str]) -> str:
    return label.ljust(_LABELS) + "".join(value.rjust(max(_POINTS, len(value) + 2)) for value in values)


def _page(lines: Sequence[str]) -> str:
    return "\n".join(legible(line) for line in lines)

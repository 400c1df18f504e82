"""The gestures of Millieu and the steps of the turn that they mean. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from mile_bones.desktop.boards.millieu import slot_names
from mile_bones.desktop.boards.millieu.choices import Choices
from mile_bones.desktop.boards.millieu.models import ART
from mile_bones.desktop.table.drop_rules import DropRules, Ends, Sources
from mile_bones.games.millieu import words
from mile_bones.games.millieu.actions import PLACE, SLIDE, TAKE, Action, Place, Slide
from mile_bones.games.millieu.observation import Observation, Phase
from mile_bones.games.millieu.pieces import Piece
from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext


class MillieuDropRules(DropRules):
    """The rules for the pieces. The rules return only legal steps. ``refused_at`` returns the reason why a step is not
    legal.
    """

    def __init__(self, choices: Choices, names: Sequence[str]) -> None:
        self._choices = choices
        self._view = choices.observation
        self._names = names

    # ------------------------------------------------------------------ meanings of gestures

    def may_lift(self, place: str) -> bool:
        """Return True for a piece of the hand, and for a piece that may slide or be taken.

        Return True also for the piece just placed, because the player can put it back.
        """
        kind = slot_names.hand_kind(place)
        if kind is not None:
            held = self._choices.active and self._view.phase is Phase.PLACE
            return held and self._view.hands[self._view.player][kind] > 0
        point = slot_names.point_index(place)
        return point in self._choices.slides or point in self._choices.takes or self._is_placed(place)

    def targets(self, sources: Sources) -> dict[str, str]:
        (source,) = sources
        kind, point = slot_names.hand_kind(source), slot_names.point_index(source)
        if kind is not None:
            return dict.fromkeys(map(slot_names.point, self._choices.places.get(Piece(kind), ())), _("Place it here"))
        if point in self._choices.slides:
            return dict.fromkeys(map(slot_names.point, self._choices.slides[point]), _("Slide it here"))
        words_ = _("Put it back") if self._is_placed(source) else _("Take it into your hand")
        return {slot_names.hand(True, self._piece(source)): words_}

    def aimed_at(self, sources: Sources, place: str) -> str | None:
        """Return the piece's own place in the hand while the piece is held anywhere over the player's hand."""
        (source,) = sources
        if self.is_home(place) and slot_names.point_index(source) not in (None, *self._choices.slides):
            return slot_names.hand(True, self._piece(source))
        return super().aimed_at(sources, place)

    def actions_at(self, sources: Sources, place: str) -> tuple[Action, ...]:
        (source,) = sources
        action = self._meant(source, place)
        return () if action is None or action not in self._choices.legal else (action,)

    def actions_of(self, place: str, chosen: Sources = ()) -> tuple[Action, ...]:
        """Return the action that captures the piece at ``place`` if that is legal, because a capture needs only one
        press.
        """
        point = slot_names.point_index(place)
        return (TAKE[point],) if point in self._choices.takes else ()

    def smart_actions(self, place: str) -> tuple[Action, ...]:
        """Return the capture of the piece if that is legal. Otherwise return the only step of the piece, or no step if
        it has several or none.
        """
        point = slot_names.point_index(place)
        if point in self._choices.takes:
            return (TAKE[point],)
        steps = [self.actions_at((place,), target) for target in self.targets((place,))]
        return steps[0] if len(steps) == 1 else ()

    def is_home(self, place: str) -> bool:
        return slot_names.hand_kind(place) is not None

    def _meant(self, source: str, place: str) -> Action | None:
        kind, origin, target = slot_names.hand_kind(source), *map(slot_names.point_index, (source, place))
        if target is not None:
            if kind is not None:
                return PLACE[kind][target]
            if origin in self._choices.slides and origin != target:
                return SLIDE.get((origin, target)) or Slide(origin, target)
        elif origin in self._choices.takes and self.is_home(place):
            return TAKE[origin]
        return None

    def _is_placed(self, place: str) -> bool:
        """Return True if the piece at ``place`` was placed in this turn and can still be put back, because no piece has
        slid yet.
        """
        point = slot_names.point_index(place)
        return self._choices.active and self._view.phase is Phase.SLIDE and point == self._view.placed

    def takes_back(self, source: str, place: str) -> bool:
        """Return True if dropping the piece at ``place`` puts it back into the hand that it came from."""
        return self._is_placed(source) and self.is_home(place)

    def _piece(self, source: str) -> Piece:
        kind, point = slot_names.hand_kind(source), slot_names.point_index(source)
        piece = Piece(kind) if kind is not None else self._view.piece(point)
        assert piece is not None
        return piece

    # ------------------------------------------------------------------ sentences

    def where_to(self, sources: Sources) -> str:
        (source,) = sources
        piece = self._piece(source)
        named = words.piece_words(piece)
        kind, point = slot_names.hand_kind(source), slot_names.point_index(source)
        if kind is not None:
            if piece in self._choices.places:
                return _("Place {piece} on one of the marked points.").format(piece=named)
            text = _("No whole turn can use {piece} now. {reason}")
            return text.format(piece=named, reason=self._choices.why_unusable(piece))
        if point in self._choices.slides:
            count = len(self._choices.slides[point])
            text = ngettext(
                "Slide {piece}: there is one arrow to choose.",
                "Slide {piece}: choose one of the {count} arrows.",
                count,
            )
            return text.format(piece=named, count=count)
        if self._is_placed(source):
            return _("To take this step back, drag {piece} to your hand.").format(piece=named)
        return _("Take {piece} into your hand.").format(piece=named)

    def refused_at(self, sources: Sources, place: str) -> str:
        (source,) = sources
        action = self._meant(source, place)
        if action is not None:
            return self._choices.refusal(action)
        if slot_names.hand_kind(source) is not None:
            return _("Pieces are placed on the points of the cube.")
        if slot_names.point_index(source) in self._choices.slides:
            return _("Pieces slide along the roads of the cube.")
        return _("It can only go to your hand.")

    def stays(self, sources: Sources) -> str:
        (source,) = sources
        named = words.piece_name(self._piece(source))
        if slot_names.hand_kind(source) is not None:
            return _("{piece} stays in your hand.").format(piece=named)
        return _("{piece} stays where it is.").format(piece=named)

    def choose_first(self, place: str) -> str:
        return self.cannot_move(place) or words.prompt(self._view, self._names)

    def cannot_move(self, place: str) -> str:
        point = slot_names.point_index(place)
        if point is not None and self._view.piece(point) is not None:
            return self._choices.why_still(point)
        if point is not None and self._choices.places:
            return _("Select the piece to place first.")
        return ""

    def drag_it(self, place: str) -> str:
        """Return an empty string, because a click also works on this board."""
        return ""


def ends(action: Action, view: Observation, *, mine: bool) -> Ends | None:
    """Return the marks of a step, or None if there is no piece at the point where the step begins.

    ``mine``: the step belongs to the near player. A capture has no ghost.
    """
    if isinstance(action, Place):
        piece, source, target = action.piece, slot_names.hand(mine, action.piece), slot_names.point(action.point)
    else:
        origin = action.origin if isinstance(action, Slide) else action.point
        found, source = view.piece(origin), slot_names.point(origin)
        if found is None:
            return None
        piece = found
        target = slot_names.point(action.target) if isinstance(action, Slide) else slot_names.hand(mine, piece)
    faces = () if slot_names.point_index(target) is None else (ART[piece],)
    better = _("Better: {piece} here").format(piece=words.piece_in_list(piece))
    return Ends(frozenset({source}), target, faces, _("The suggested piece goes here"), better)

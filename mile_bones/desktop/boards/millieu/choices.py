"""The steps that the viewer may do now, and the reasons why other steps are not legal. No Qt."""

from __future__ import annotations

from functools import cached_property

from mile_bones.engine.errors import Refusal
from mile_bones.games.millieu import words
from mile_bones.games.millieu.actions import PLACE, TAKE, Action, Place, Slide, Take
from mile_bones.games.millieu.cube import BETWEEN, NEIGHBOURS, POINTS
from mile_bones.games.millieu.observation import Observation, Phase, legal_actions
from mile_bones.games.millieu.pieces import Piece
from mile_bones.games.millieu.refusals import why_not
from mile_bones.i18n import gettext as _


class Choices:
    """The legal steps, sorted by the piece that they begin with. ``playing`` is False if the table is only watched."""

    def __init__(self, observation: Observation, *, playing: bool = True) -> None:
        self.observation = observation
        self.active = playing and observation.to_act
        """Whether the viewer is to act."""

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """All legal steps. There are none unless it is the viewer's turn."""
        return legal_actions(self.observation) if self.active else ()

    @cached_property
    def places(self) -> dict[Piece, tuple[int, ...]]:
        """The points on which each piece of the hand may be placed. A piece is left out if no complete turn can begin
        with it.
        """
        found: dict[Piece, tuple[int, ...]] = {}
        for action in self.legal:
            if isinstance(action, Place):
                found[action.piece] = (*found.get(action.piece, ()), action.point)
        return found

    @cached_property
    def slides(self) -> dict[int, tuple[int, ...]]:
        """The points to which a piece may slide, by the point on which it stands."""
        found: dict[int, tuple[int, ...]] = {}
        for action in self.legal:
            if isinstance(action, Slide):
                found[action.origin] = (*found.get(action.origin, ()), action.target)
        return found

    @cached_property
    def takes(self) -> frozenset[int]:
        """The points from which a piece may be taken."""
        return frozenset(action.point for action in self.legal if isinstance(action, Take))

    @cached_property
    def marked_points(self) -> tuple[int, ...]:
        """The points at which a step of the present phase may begin or end: points to place a piece on, to slide from,
        or to take from.
        """
        open_points = {point for points in self.places.values() for point in points}
        return tuple(sorted(open_points | self.slides.keys() | self.takes))

    # ------------------------------------------------------------------ reasons against a step

    def refusal(self, action: Action) -> str:
        """Return a sentence that says why this step is not legal, or an empty string if it is legal."""
        found = why_not(self.observation, action)
        return "" if found is None else self._sentence(found)

    def why_unusable(self, piece: Piece) -> str:
        """Return why no complete turn can begin with this piece of the hand.

        Return an empty string if a turn can begin with the piece, or if no piece is to be placed now.
        """
        if not self.active or self.observation.phase is not Phase.PLACE or piece in self.places:
            return ""
        found = {
            refusal.code: refusal
            for point in POINTS
            if (refusal := why_not(self.observation, PLACE[piece][point])) is not None
        }
        codes = ("not_in_hand", "hand_would_overflow", "no_mill_yet", "nothing_could_slide")
        return self._sentence(next(found[code] for code in codes if code in found))

    def why_still(self, point: int) -> str:
        """Return why the piece at ``point`` can neither slide nor be taken in this step.

        Return an empty string if the piece can slide or be taken, or if the point is empty.
        """
        view = self.observation
        piece = view.piece(point)
        if not self.active or piece is None or point in self.slides or point in self.takes:
            return ""
        if view.phase is Phase.PLACE:
            return self._sentence(Refusal("place_first"))
        if view.phase is Phase.CAPTURE:
            return self.refusal(TAKE[point])
        if point == view.placed or point not in NEIGHBOURS[view.placed]:
            return self.refusal(Slide(point, next(iter(BETWEEN[point]))))
        codes = {why_not(view, Slide(point, target)).code for target in BETWEEN[point]}
        for code in ("hand_would_overflow", "no_mill_yet"):
            if code in codes:
                return self._sentence(Refusal(code))
        return _("This piece cannot slide: every way is blocked.")

    def is_barred(self, point: int) -> bool:
        """Return True if the piece at ``point`` seems usable in this step, but no complete turn can continue with
        it.
        """
        view = self.observation
        if not self.active or view.piece(point) is None or point in view.active:
            return False
        if view.phase is Phase.SLIDE:
            return point in NEIGHBOURS[view.placed] and point not in self.slides
        return view.phase is Phase.CAPTURE and point not in self.takes and any(point in line for line in view.mills)

    def _sentence(self, refusal: Refusal) -> str:
        """Return the reason as a whole sentence, without the names of the players, which the rules of this game do not
        need.
        """
        return _("{sentence}.").format(sentence=words.refusal_text(refusal, ("", ""), self.observation.seat))

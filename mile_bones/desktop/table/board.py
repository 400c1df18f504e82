"""What a window asks of a board, and what a board tells it.

A board is a widget. It shows observations and events of its game, and turns gestures into actions; it knows no state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from mile_bones.desktop.look.card_art import CardArt
    from mile_bones.desktop.look.themes import Theme
    from mile_bones.desktop.table.access import Announcer
    from mile_bones.desktop.table.animator import Animator
    from mile_bones.desktop.table.ending import Dialogs, Ending, Inquiry
    from mile_bones.desktop.table.gestures import Gestures


class HandList(Protocol):
    """A widget that shows a hand."""

    def show_hand(self, observation: Any | None) -> None:
        """The hand that lies open in this observation; None: no card."""
        ...

    def narrow(self, room: int | None) -> None:
        """Take several rows where one is wider than so many pixels."""
        ...

    def setVisible(self, visible: bool) -> None: ...


class Board(Protocol):
    """What a window and its controllers ask of a board. Actions, events and observations are those of its game.

    Eight signals: ``chosen`` (object): the player means this action. ``undo_requested``: the player takes the last step
    back by a gesture. ``done_requested``: the player ends the turn. ``hint`` (str): a sentence about a gesture that
    means nothing. ``input_began``: a press or a key, before it acts. ``help_wanted`` (str, QPoint): What's This.
    ``cued`` (tuple of Cue): something is to be heard, now that it is seen.
    ``arranged``: the player has put the hand into another order.
    """

    chosen: Any
    undo_requested: Any
    done_requested: Any
    hint: Any
    input_began: Any
    help_wanted: Any
    cued: Any
    arranged: Any

    art: CardArt
    """``art.complete()`` renders ahead while the window is idle."""
    animator: Animator
    """``animator.running``: something is on its way."""
    announcer: Announcer
    gestures: Gestures
    """``gestures.dragging`` and the others: the method of playing."""
    busy: Callable[[], bool]
    """Whether others play, or something moves: until then words of the place in focus wait."""

    @property
    def continues_gesture(self) -> bool:
        """The action that is being chosen belongs to the same gesture as the one before it, and is undone with that."""
        ...

    # ------------------------------------------------------------------ what is shown

    @property
    def observation(self) -> Any:
        """What the board shows; before the first game an empty table."""
        ...

    def show_observation(self, observation: Any) -> None:
        """Make everything equal to the observation at once. Its seat is the viewer."""
        ...

    def show_players(self, names: tuple[str, str]) -> None:
        """The players' names, by seat."""
        ...

    def set_viewpoint(self, seat: int | None) -> None:
        """Only look on from this seat: no gesture means anything. None: play. ``show_observation`` is to follow."""
        ...

    def deal(self, observation: Any, done: Callable[[], None]) -> None:
        """Show this beginning of a hand as it comes about; at last ``done`` is called."""
        ...

    def animate(self, events: Sequence[Any], end: Any, done: Callable[[], None]) -> None:
        """Let these events come about; at last the board shows the observation ``end`` and ``done`` is called."""
        ...

    def told_at_once(self, events: Sequence[Any]) -> int:
        """How many of these events are told when they begin to come about; the others wait until they are seen."""
        ...

    def travel(self, events: Sequence[Any], end: Any, done: Callable[[], None], *, back: bool) -> None:
        """Undo and redo: let in no time go back what these events moved (``back``), or on again; as ``animate``."""
        ...

    def finish(self) -> None:
        """Bring all that moves to its end, and what follows from it."""
        ...

    def tell_words(self) -> None:
        """Let screen readers know at once what all places show."""
        ...

    def animators(self) -> tuple[Animator, ...]:
        """All that move something, for a change of speed."""
        ...

    def set_sorting(self, sorting: bool) -> None:
        """Let a hand lie sorted by itself from now on, where there is one. ``show_observation`` is to follow."""
        ...

    def arrange(self, seat: int, cards: tuple[str, ...]) -> None:
        """Let this player's hand lie like this, as ``arrangement`` has said it. ``show_observation`` is to follow."""
        ...

    def arrangement(self) -> tuple[str, ...] | None:
        """How the hand lies that is seen, from the first place on; None where the player has not arranged it."""
        ...

    # ------------------------------------------------------------------ what is told and lit

    def show_message(self, *texts: str) -> None:
        """The message line: the longest of the texts that fits."""
        ...

    told: tuple[str, ...]
    """What ``show_message`` was given last."""

    def tell_aside(self, *texts: str) -> None:
        """Say something that the player has asked for, and show it on the message line until the game says more."""
        ...

    def show_deal(self, text: str) -> None:
        """A name for the deal on the table, such as "Deal of the day"; empty: it has none."""
        ...

    def show_done(self, wanted: bool) -> None:
        """Offer the player to end a turn that is over but for that word, or to take its steps back; or no longer."""
        ...

    def show_last_move_of(self, events: Sequence[Any], *, of_anybody: bool = False) -> None:
        """Mark the opponent's last move among these events; ``of_anybody``: the last, whoever made it. And what of
        them is marked besides, such as a card that was just drawn."""
        ...

    def show_invitation(self) -> None:
        """Light what the player may begin the turn with."""
        ...

    def invite(self, place: str | None, words: str = "") -> None:
        """Light this place and nothing else; None: no place at all."""
        ...

    def suggest(self, action: Any | None) -> None:
        """Light what this legal action is done with, and where it goes, until it is done or another thing is legal;
        None: nothing any more. What is lit by itself, as by ``show_invitation``, is enough."""
        ...

    def show_better(self, action: Any | None, seat: int) -> None:
        """Draw as a ghost, over what the board shows, what this seat had better do there: its card where it would go;
        None: no ghost any more. It goes by itself when something comes about. Nothing, where a board has no cards."""
        ...

    def how_to(self, action: Any) -> str:
        """By which gestures this action is done, as the options have it; empty: that goes without saying."""
        ...

    def sound(self, events: Sequence[Any], you: int | None) -> None:
        """Let these events be heard, which are not to be seen coming about: a deal, an end. ``you``: see `Ending`."""
        ...

    def show_games(self, games: tuple[int, int] | None) -> None:
        """The games that these players have won of each other, by seat; None: nothing is counted here."""
        ...

    def focus_first(self) -> None:
        """Give the keyboard to the place where the turn begins."""
        ...

    def refuse(self) -> None:
        """The action that was chosen is refused: what was brought goes home."""
        ...

    # ------------------------------------------------------------------ keys for what is done most

    own_keys: frozenset[str]
    """The keys that mean something of their own on this board, as ``key_names`` calls them."""
    enter_is_smart: bool
    """Enter on a card of the hand is smart play, and no press."""

    def mark_card(self, number: int) -> bool:
        """Mark the card of the hand with this number, counted from 1; False: that means nothing here."""
        ...

    def draw(self) -> bool:
        """Draw a card, or say why not; False: that means nothing here."""
        ...

    def discard(self) -> bool:
        """Discard what is marked, or say why not; False: that means nothing here."""
        ...

    def smart_play(self) -> bool:
        """Smart play of what is marked, or of what has the focus; False: that means nothing here."""
        ...

    def standing(self) -> Sequence[str]:
        """How both sides stand, in words, the longest text first."""
        ...

    # ------------------------------------------------------------------ what only the game knows

    def by_itself(self, observation: Any) -> Any | None:
        """The action that needs no gesture where the player wants things to go by themselves; None: there is none."""
        ...

    def doubt(self, action: Any) -> Inquiry | None:
        """What a player who wants to be asked is asked before this action, which gives something away; rejected: None.
        None: nothing."""
        ...

    def warning(self, action: Any) -> Inquiry | None:
        """What every player is asked before this action, which ends something that goes on otherwise; rejected: None.
        None: nothing."""
        ...

    def inquiry(self, observation: Any, names: tuple[str, str]) -> Inquiry | None:
        """What the player to act is asked in a dialog now; None: nothing, a gesture is waited for."""
        ...

    def end_dialog(self, ending: Ending, dialogs: Dialogs) -> Any:
        """What tells how a hand or a game has ended, to be opened; accepted: on with the next."""
        ...

    def celebration(self, ending: Ending) -> QWidget | None:
        """A picture for the sheet that follows a game that a person has won; None: no such sheet follows."""
        ...

    def status(self, observation: Any) -> tuple[str, ...]:
        """What the status bar says of the table, three parts at most."""
        ...

    help_topic: str
    """The page of the help with which somebody begins who is at this board."""

    def offer(self, entries: Mapping[str, QAction]) -> None:
        """Let these entries of the menus stand on the board as quiet buttons; by the names of their signs."""
        ...

    def place_of(self, event: Any) -> str | None:
        """Where what this event moved lies on the board as it is shown; None: nowhere."""
        ...

    def point_out(self, place: str) -> None:
        """Show this place to somebody who asks where it is."""
        ...

    def view_actions(self) -> Sequence[QAction]:
        """Ways to look at this board, for the View menu."""
        ...

    def seen_from(self, near: Any, other: Any) -> Any:
        """What ``near`` shows, but with the hand that lies open in ``other``: a table that is only looked at."""
        ...

    def hand_list(self, title: str) -> HandList | None:
        """A list in which a hand can lie open beside the table; None where no hand is ever hidden."""
        ...

    # ------------------------------------------------------------------ looks and help

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        ...

    def place_of_focus(self) -> str | None:
        """Return the place that has the focus in its window, also where another window is in front."""
        ...

    def focus_place(self, place: str) -> None:
        """Give the focus to this place."""
        ...

    def keep_up(self) -> None:
        """Lay everything out anew if something that the layout depends on has changed."""
        ...

    def show_whats_this(self, text: str, at: QPoint) -> None:
        """The bubble of What's This, at this point of the screen."""
        ...


MakeBoard: TypeAlias = "Callable[[Path | None, QWidget | None], Board]"
"""Makes a board from the folder in which rendered faces are kept or None, and the parent of the board."""

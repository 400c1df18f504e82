"""The dialog before a new game that asks who plays in each of the two seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QGroupBox, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from mile_bones.desktop.dialogs.base import BaseDialog, label, stack_when_narrow
from mile_bones.desktop.dialogs.game_options import GameOptionsBox
from mile_bones.desktop.dialogs.lists import choice_box
from mile_bones.desktop.dialogs.name_field import NameField
from mile_bones.desktop.dialogs.toggles import WrappingRadioButton
from mile_bones.desktop.look.theme import set_look
from mile_bones.desktop.screen_reader import tell_reader
from mile_bones.engine.excerpt import legible
from mile_bones.engine.graphemes import cut
from mile_bones.i18n import gettext as _
from mile_bones.i18n import ngettext, pgettext
from mile_bones.library.settings import game_settings
from mile_bones.players.level_spec import PERSON, Level
from mile_bones.storage.settings import LONGEST_NAME


class PlayersDialog(BaseDialog):
    """Asks who plays a new game: people, or computers of one of the `levels`.

    `names` are proposals for the names of people, by seat. `chosen` are the first choices, by seat: "person" or the
    name of a level. `hidden` is True if the game has cards that the other player must not see. The box for the options
    of `game` is in `options`, or None if it has no options.
    """

    def __init__(
        self,
        levels: Sequence[Level],
        names: tuple[str, str],
        chosen: tuple[str, str],
        parent: QWidget | None = None,
        *,
        hidden: bool,
        game: str | None = None,
    ) -> None:
        super().__init__(
            parent,
            title=_("New game: who plays?"),
            subtitle=_("A person or a computer can sit in either seat."),
            band="green",
            topic="players",
            width=640,
        )
        self.setObjectName("players_dialog")
        self._hidden = hidden
        self._titles = {level.name: level.title() for level in levels}
        usual = next((who for who in chosen if who != PERSON), levels[0].name)
        first, second = (
            _SeatBox(title, field, levels, name, usual, self.px)
            for title, field, name in zip(
                ((_("&First seat"), _("First seat")), (_("&Second seat"), _("Second seat"))),
                ((_("&Name:"), _("Name in the first seat")), (_("Na&me:"), _("Name in the second seat"))),
                names,
                strict=True,
            )
        )
        self.seat_boxes = (first, second)
        self.options: GameOptionsBox | None = None
        if game is not None and game_settings(game):
            self.options = GameOptionsBox(game, self.px, wide=True)
        self.presets = QButtonGroup(self)
        self.note = label("", "text", wrap=True)
        self._lay_out()
        self.more = QToolButton()
        self.more.setText(_("M&ore"))
        self.more.setCheckable(True)
        self.more.setProperty("kind", "more")
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.setAccessibleDescription(_("How strong each computer was found to be."))
        self.more.toggled.connect(self._show_more)
        self.buttons.insertWidget(0, self.more)
        self.begin = self.add_button(_("&Begin"), "primary", default=True)
        self.cancel = self.add_button(_("&Cancel"))
        if self.options is not None:
            self.options.give_mnemonics(self._marked_texts())
        self.begin.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.presets.idClicked.connect(self._take_preset)
        for box, who in zip(self.seat_boxes, chosen, strict=True):
            box.seat(who)
            box.changed.connect(self._show_what_comes)
            box.chooser.currentIndexChanged.connect(self._make_room)
        self._show_what_comes()

    def seats(self) -> tuple[str, str]:
        """Return the choices for the first and second seat: "person" or the name of a level."""
        first, second = self.seat_boxes
        return first.who, second.who

    def player_names(self) -> tuple[str, str]:
        """Return the names of the people in the two seats. The name of a seat with a computer has no meaning."""
        first, second = self.seat_boxes
        return first.player_name, second.player_name

    def accept(self) -> None:
        """Accept the dialog, or say which name cannot be used."""
        for box in self.seat_boxes:
            if refusal := box.why_not():
                self._show_note(refusal, "error")
                tell_reader(box.field, refusal)
                box.field.setFocus()
                return
        super().accept()

    def fold(self, narrow: bool) -> None:
        if self.options is not None:
            self.options.fold(narrow)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.presets.checkedButton().setFocus()

    def _lay_out(self) -> None:
        self.body.setSpacing(self.px(12))
        texts = (_("&Against the computer"), _("&Two people at this table"), _("&Watch two computers"))
        choices, seats = stack_when_narrow(QHBoxLayout()), stack_when_narrow(QHBoxLayout())
        choices.setSpacing(self.px(6))
        seats.setSpacing(self.px(14))
        for index, text in enumerate(texts):
            button = WrappingRadioButton(text)
            self.presets.addButton(button, index)
            choices.addWidget(button)
        choices.addStretch(1)
        for box in self.seat_boxes:
            seats.addWidget(box, 1)
        self.body.addLayout(choices)
        self.body.addLayout(seats)
        if self.options is not None:
            self.body.addWidget(self.options)
        self.body.addWidget(self.note)

    def _marked_texts(self) -> list[str]:
        """Return all texts that already have an access key."""
        seats = [text for box in self.seat_boxes for text in box.marked_texts()]
        return [
            *(button.text() for button in self.presets.buttons()),
            *seats,
            *(button.text() for button in (self.more, self.begin, self.cancel)),
        ]

    def _make_room(self) -> None:
        """Adjust the size of the dialog, because the text of a seat may now be longer or shorter."""
        if self.isVisible():
            self.fit()

    def _show_more(self, wanted: bool) -> None:
        """Show or hide the measured strengths of the computers."""
        for box in self.seat_boxes:
            box.show_more(wanted)
        self._make_room()

    def _take_preset(self, index: int) -> None:
        people = (1, 2, 0)[index]
        if people != self.seats().count(PERSON):
            for place, box in enumerate(self.seat_boxes):
                box.seat(PERSON if place < people else box.level)
        self._show_what_comes()

    def _show_what_comes(self) -> None:
        """Select the preset that fits the chosen players, and show a sentence about the game that will begin."""
        people = self.seats().count(PERSON)
        for index, button in enumerate(self.presets.buttons()):
            chosen = index == (2, 0, 1)[people]
            button.setChecked(chosen)
            # The Tab key stops once in a group of buttons, at the chosen one. Qt arranges that only after
            # the first click.
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)
        self._show_note(self._what_comes(people), "text")

    def _what_comes(self, people: int) -> str:
        if people == 0:
            return _("You watch. Below the table you can choose how fast the computers play, and let them wait.")
        if people == 1:
            level = next(who for who in self.seats() if who != PERSON)
            return _("You play against the computer at the level {level}.").format(level=self._titles[level])
        if self._hidden:
            return _("You take turns at this device. A curtain hides the hand while the device is passed on.")
        return _("You take turns at this device. Nothing is hidden in this game, so both of you may look on.")

    def _show_note(self, text: str, role: str) -> None:
        self.note.setText(text)
        set_look(self.note, "role", role)
        self.setAccessibleDescription(text)
        if self.isVisible() and self.note.heightForWidth(self.note.width()) > self.note.height():
            self.fit()


class _SeatBox(QGroupBox):
    """The box for one seat, with the choice of its player, a text about a computer, and the name of a person.

    `title` and `name` each hold a text to show and a text for screen readers. `level` is the level that a computer in
    this seat has at first.
    """

    changed = Signal()
    """Emitted when another player or another name was chosen for this seat."""

    def __init__(
        self,
        title: tuple[str, str],
        name: tuple[str, str],
        levels: Sequence[Level],
        proposal: str,
        level: str,
        px: Callable[[float], int],
    ) -> None:
        super().__init__(title[0])
        self.setAccessibleName(title[1])
        self.level = level
        self._proposal = cut(legible(proposal).strip(), LONGEST_NAME)
        self._lines = {PERSON: pgettext("in a seat", "Plays at this device.")}
        self._lines |= {one.name: one.line() for one in levels}
        self._strengths = {one.name: one.strength() for one in levels}
        self._more = False
        people = [(PERSON, pgettext("in a seat", "Person"))]
        self.chooser = choice_box(title[1], people + [(one.name, one.title()) for one in levels])
        self.line = label("", "muted", wrap=True)
        self._caption = label(name[0], "strong")
        self.field = NameField(self._proposal)
        self.field.setPlaceholderText(self._proposal)
        self.field.setAccessibleName(name[1])
        self.field.setAccessibleDescription(
            ngettext("At most {count} character.", "At most {count} characters.", LONGEST_NAME).format(
                count=LONGEST_NAME
            )
        )
        self._caption.setBuddy(self.field)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(px(4), px(8), px(4), px(4))
        rows.setSpacing(px(5))
        rows.addWidget(self.chooser)
        rows.addWidget(self.line)
        rows.addSpacing(px(4))
        rows.addWidget(self._caption)
        rows.addWidget(self.field)
        rows.addStretch(1)
        self.chooser.currentIndexChanged.connect(self._show_who)
        self.field.textEdited.connect(self.changed)
        self._show_who()

    @property
    def who(self) -> str:
        """The choice for this seat: "person" or the name of a level."""
        return str(self.chooser.currentData())

    @property
    def player_name(self) -> str:
        """The name of a person in this seat: the text of the field, or the proposed name if the field is empty."""
        return self.field.name() or self._proposal

    def marked_texts(self) -> tuple[str, str]:
        """Return the texts that have an access key."""
        return self.title(), self._caption.text()

    def show_more(self, wanted: bool) -> None:
        """Show or hide the measured strength of the computer in this seat."""
        self._more = wanted
        self._show_line()

    def seat(self, who: str) -> None:
        """Choose this player. Anything that is not a level means a person."""
        self.chooser.setCurrentIndex(max(0, self.chooser.findData(who)))

    def why_not(self) -> str:
        """Return a sentence that says why the name in this seat cannot be used, or "" if it can."""
        if self.who != PERSON:
            return ""
        if not self.player_name:
            return _("Please write a name first.")
        if legible(self.player_name) != self.player_name:
            return _("This name has a character that cannot be shown. Please write it in another way.")
        return ""

    def _show_who(self) -> None:
        who = self.who
        if who != PERSON:
            self.level = who
        self._show_line()
        for widget in (self._caption, self.field):
            widget.setEnabled(who == PERSON)
        self.changed.emit()

    def _show_line(self) -> None:
        text = self._lines[self.who]
        if self._more and self.who in self._strengths:
            text = f"{text}\n{self._strengths[self.who]}"
        self.line.setText(text)
        self.chooser.setAccessibleDescription(text)

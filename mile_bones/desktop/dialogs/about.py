"""The dialog about the program: its version, its origin, and the licences of its parts."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import metadata
from pathlib import Path, PurePosixPath

import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QTextBrowser, QVBoxLayout, QWidget

import mile_bones
from mile_bones import resources
from mile_bones.desktop.dialogs.base import BaseDialog, label, stack_when_narrow
from mile_bones.desktop.dialogs.lists import ChoiceBox
from mile_bones.desktop.dialogs.pictures import Picture
from mile_bones.i18n import gettext as _
from mile_bones.installation import installation, installation_text, project_address


class AboutDialog(BaseDialog):
    """Shows the version of the program, the versions of its parts, the way in which the program is updated, and the
    licences.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            parent,
            title=_("About Mile Bones"),
            subtitle=_("A road trip of 700 miles, card by card."),
            band="brown",
            topic="about",
            width=620,
        )
        self.setObjectName("about_dialog")
        self.version = label(_("Mile Bones {version}").format(version=mile_bones.__version__), "heading")
        runs_on = _("Python {python}, Qt {qt}, PySide6 {pyside}").format(
            python=platform.python_version(), qt=qVersion(), pyside=PySide6.__version__
        )
        self.runs_on = label(runs_on, "muted", wrap=True)
        self.installation = label(installation_text(installation(), project_address()), "muted", wrap=True)
        for words in (self.version, self.runs_on, self.installation):
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        beside = QVBoxLayout()
        beside.setSpacing(self.px(2))
        beside.addStretch(1)
        warranty = label(_("Free software, without any warranty."), "muted", wrap=True)
        for words in (self.version, self.runs_on, warranty):
            beside.addWidget(words)
        beside.addStretch(1)
        top = stack_when_narrow(QHBoxLayout())
        top.setSpacing(self.px(16))
        top.addWidget(Picture("icons/icon.svg", 72, 72))
        top.addLayout(beside, 1)
        self.body.addLayout(top)
        self.body.addWidget(self.installation)

        self.chooser = ChoiceBox()
        self.chooser.setAccessibleName(_("Licence of"))
        for text, licence in (
            (_("Mile Bones: MIT licence"), _mit),
            (_("The typeface Cabin: SIL Open Font License 1.1"), lambda: resources.read_text("fonts/OFL.txt")),
            (
                # Translators: the letters of the Arabic script, with which Persian is written
                _("The typeface Vazirmatn: SIL Open Font License 1.1"),
                lambda: resources.read_text("fonts/OFL-Vazirmatn.txt"),
            ),
            (_("Qt and PySide6: GNU LGPL version 3"), _lgpl),
            *_of_a_bundle(),
        ):
            self.chooser.addItem(text, licence)
        # Translators: a list to choose from: Mile Bones, Qt, the typeface
        caption = label(_("&Licence of:"), "strong")
        caption.setBuddy(self.chooser)
        row = stack_when_narrow(QHBoxLayout())
        row.setSpacing(self.px(10))
        row.addWidget(caption)
        row.addWidget(self.chooser, 1)
        self.body.addLayout(row)
        self.page = QTextBrowser()
        self.page.setProperty("role", "licence")
        self.page.setAccessibleName(_("Text of the licence"))
        self.page.setOpenExternalLinks(True)
        self.page.setMinimumHeight(self.px(190))
        self.page.setTabChangesFocus(True)
        self.body.addWidget(self.page)
        self.chooser.currentIndexChanged.connect(self._show_licence)
        self._show_licence()
        self.close_button = self.add_button(_("&Close"), "primary", default=True)
        self.close_button.clicked.connect(self.accept)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.close_button.setFocus()

    def _show_licence(self) -> None:
        self.page.setPlainText(self.chooser.currentData()())


def _mit() -> str:
    """Return the licence of this program, from the installed package or the source tree. If neither has it, return the
    name of the licence.
    """
    try:
        text = metadata.distribution("mile-bones").read_text("licenses/LICENSE")
    except metadata.PackageNotFoundError:
        text = None
    source = Path(mile_bones.__file__).parent.parent / "LICENSE"
    if text is None and source.is_file():
        text = source.read_text(encoding="utf-8")
    return text or _("Mile Bones is free under the MIT licence: {address}").format(
        address="https://opensource.org/license/mit"
    )


_BUNDLED = "licences"
"""The folder of licence texts in a bundle, a program that includes all its parts.

The script packaging/dist/licences.py writes the texts.
"""
_BUNDLED_QT = f"{_BUNDLED}/Qt, PySide6.txt"


def _of_a_bundle() -> list[tuple[str, Callable[[], str]]]:
    """Return the parts of a bundle, each with a function that returns its licence, or nothing outside a bundle."""
    try:
        texts = resources.names(_BUNDLED, ".txt")
    except resources.ResourceError:
        return []
    return [
        (PurePosixPath(name).stem, partial(resources.read_text, name))
        for name in sorted(texts, key=str.casefold)
        if name != _BUNDLED_QT
    ]


def _lgpl() -> str:
    """Return the licence of Qt. In a bundle this is the whole text, with a note about how to replace Qt with another
    version.
    """
    with suppress(resources.ResourceError):
        text = resources.read_text(_BUNDLED_QT)
        where = _("Qt and PySide6 lie in {folder}, and may be replaced by other versions, as is said here.").format(
            folder=Path(PySide6.__file__).parent
        )
        return f"{where}\n\n{text}"
    return _(
        "Mile Bones uses Qt and PySide6, copyright The Qt Company Ltd. and other contributors, under the GNU Lesser"
        " General Public License, version 3. They are separate packages, unchanged, and may be replaced by other"
        " versions.\n\nThe text of the licence: {licence}\nThe source code: {source}"
    ).format(licence="https://www.gnu.org/licenses/lgpl-3.0.html", source="https://code.qt.io")

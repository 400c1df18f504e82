"""``mile-bones menu``: put the program into the desktop's menu if the way it was installed could not do that."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path

from mile_bones.cli.common import CommandError, Parser
from mile_bones.i18n import gettext as _


def run(words: list[str]) -> int:
    """Put the menu entry in, or take it out. Return the exit status."""
    parser = Parser(
        "mile-bones menu",
        _(
            "Put Mile Bones into the menu of the desktop, with its icon and its manual pages, for whoever is logged in:"
            " after an installation with pipx, with uv or in a virtual environment."
        ),
    )
    parser.add_argument("--remove", action="store_true", help=_("take it out of the menu again"))
    chosen = parser.parse_args(words)
    if not sys.platform.startswith("linux"):
        raise CommandError(_("on this system the menu is not made of files"))

    import platformdirs

    from mile_bones import installation
    from mile_bones.storage import menu_entry

    try:
        package = metadata.distribution(installation.NAME)
    except metadata.PackageNotFoundError:
        raise CommandError(_("this copy has brought no entry for a menu")) from None
    files = {} if installation.installation().source in installation.WORDS else menu_entry.brought(package)
    if not files:
        raise CommandError(_("this copy has brought no entry for a menu"))
    share = Path(platformdirs.user_data_path())
    try:
        if chosen.remove:
            removed = menu_entry.remove(files, share)
            print(_("It is no longer in the menu.") if removed else _("It was not put into the menu by this command."))
        else:
            print(_("In the menu: {file}").format(file=menu_entry.put(files, share, _command(package))))
    except OSError as error:
        name, reason = error.filename or share, error.strerror or str(error)
        raise CommandError(_("“{file}” cannot be used: {reason}").format(file=str(name), reason=reason)) from None
    return 0


def _command(package: metadata.Distribution) -> Path:
    """Return the path of the command of this installation. Links in the path of its folder are resolved, but a link in
    place of the command itself is kept.
    """
    for file in package.files or ():
        if file.name == "mile-bones" and file.parent.name == "bin":
            found = Path(str(package.locate_file(file)))
            return found.parent.resolve() / found.name
    return Path(sys.argv[0]).absolute()

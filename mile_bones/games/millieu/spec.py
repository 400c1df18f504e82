"""Millieu, as the rooms above see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.engine.spec import Choice, Parts, Spec
from mile_bones.games.millieu.rules import NAME
from mile_bones.i18n import gettext as _

if TYPE_CHECKING:
    from mile_bones.engine.shapes import Codec


def _parts() -> Parts:
    from mile_bones.games.millieu.parts import PARTS

    return PARTS


def _codec() -> Codec:
    from mile_bones.games.millieu import codec

    return codec


def _title() -> str:
    return _("Millieu")


SPEC = Spec(
    name=NAME,
    title=_title,
    line=lambda: _("Place, slide and take: the last to complete a turn wins."),
    poster="posters/millieu",
    band="navy",
    rule_sets=(Choice(NAME, _title),),
    seats=2,
    has_hidden_cards=False,
    has_deals=False,
    has_hand=False,
    target=None,
    load_parts=_parts,
    load_codec=_codec,
    has_steps=True,
    section=NAME,
)

"""The entry of Hundred in the list of games."""

from __future__ import annotations

from mile_bones.engine.spec import Choice, Spec

NAME = "hundred"

SPEC = Spec(
    name=NAME,
    module=__name__,
    title=lambda: "Hundred",
    line=lambda: "Who cannot keep the pile at a hundred or below loses.",
    poster="posters/millieu",
    band="green",
    rule_sets=(Choice(NAME, lambda: "Hundred"),),
    seats=2,
    has_hidden_cards=False,
    has_deals=False,
    has_hand=False,
    target=None,
    section=NAME,
)

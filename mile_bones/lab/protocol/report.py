"""The output of ``mile-bones arena LEVEL --external COMMAND``, for people and for machines."""

from __future__ import annotations

import json

from mile_bones.games import spec
from mile_bones.i18n import format_number, ngettext
from mile_bones.i18n import gettext as _
from mile_bones.lab.arena_report import arena_shape, arena_text, shown_seed
from mile_bones.lab.deals import SECRET
from mile_bones.lab.protocol.lines import short
from mile_bones.lab.protocol.match import ExternalResult

_QUOTED_LINES = 5
_QUOTED_WIDTH = 200


def external_text(result: ExternalResult) -> str:
    """Return the result for people: a forfeit first, with the bot's last words; then what was measured."""
    lines = []
    if result.forfeit is not None:
        lines.append(_("{sentence}.").format(sentence=result.forfeit.sentence(result.name)))
        said = result.forfeit.last_words.splitlines()[-_QUOTED_LINES:]
        if said:
            lines.append(_("Its last words on its standard error:"))
            lines += ["  " + short(line, _QUOTED_WIDTH) for line in said]
        lines.append(_finished(result))
    if result.measured is not None:
        lines.append(arena_text(result.measured))
    if result.seed >= SECRET:
        text = _("With this seed the same cards are dealt again: {seed}")
        if not spec(result.game).has_deals:
            text = _("With this seed the level has the same luck again: {seed}")
        lines.append(text.format(seed=result.seed))
    return "\n".join(lines)


def _finished(result: ExternalResult) -> str:
    games = ngettext("{done} of {games} game", "{done} of {games} games", result.games_wanted).format(
        done=format_number(result.games), games=format_number(result.games_wanted)
    )
    if not result.hands_wanted:
        return _("Finished before that: {games}.").format(games=games)
    hands = ngettext("{done} of {hands} hand", "{done} of {hands} hands", result.hands_wanted).format(
        done=format_number(result.hands), hands=format_number(result.hands_wanted)
    )
    if not result.games_wanted:
        return _("Finished before that: {hands}.").format(hands=hands)
    return _("Finished before that: {hands}, {games}.").format(hands=hands, games=games)


def external_json(result: ExternalResult) -> str:
    """Return the result as JSON on one line: the fields of the arena's result, and further ones. ``docs/protocol.md``
    describes them.
    """
    shape: dict[str, object] = {
        "a": result.level,
        "b": result.name,
        "rules": result.rules,
        "seed": shown_seed(result.seed),
        "mean": None,
        "se": None,
        "interval": None,
        "hands": 0,
        "game_share": None,
        "game_interval": None,
        "games": 0,
        "won": 0,
        "lost": 0,
        "drawn": 0,
    }
    if not spec(result.game).has_deals:
        shape = {"game": result.game, **shape, "as_first": None, "as_second": None}
    if result.measured is not None:
        shape |= arena_shape(result.measured)
    shape |= {
        "command": result.command,
        "finished": {"hands": result.hands, "games": result.games},
        "wanted": {"hands": result.hands_wanted, "games": result.games_wanted},
        "forfeit": None,
    }
    if result.forfeit is not None:
        shape["forfeit"] = {
            "code": result.forfeit.code,
            "sentence": result.forfeit.sentence(result.name),
            "stderr": result.forfeit.last_words,
        }
    return json.dumps(shape)

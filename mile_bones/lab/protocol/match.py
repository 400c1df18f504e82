"""A match of a level against an external bot: the same hands and games as in the arena, and forfeits.

The bot is started twice. Every deal is played twice with the seats swapped, and each of the two processes plays one
side of it. So no process sees a deal again whose cards it knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from mile_bones.games import GAMES, spec
from mile_bones.games.milebones.rules import NAME, RULE_SETS
from mile_bones.i18n import format_number
from mile_bones.i18n import gettext as _
from mile_bones.lab import deals, opponents
from mile_bones.lab.arena import Watch
from mile_bones.lab.batches import Batch, Kind, Match, Played, cut, game_luck, players_seed
from mile_bones.lab.hands import Pair
from mile_bones.lab.match_progress import ArenaResult, MatchProgress, result_of
from mile_bones.lab.protocol.dealt_table import DealtTable
from mile_bones.lab.protocol.external import ExternalBot
from mile_bones.lab.protocol.lines import short
from mile_bones.lab.protocol.match_table import MatchTable
from mile_bones.lab.protocol.process import BotFailure
from mile_bones.lab.protocol.table import Table

START_LIMIT = 30.0
"""The seconds that a bot has to say hello."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The reason why the bot lost before the end."""

    code: str
    """A word for programs; ``docs/protocol.md`` lists them."""
    reason: str
    """Continues a sentence that begins with the bot's name: "gave no answer within 10 seconds"."""
    where: str | None
    """Hand and phase of the question without a valid answer, or None if the bot failed before the first hand."""
    last_words: str
    """The end of the bot's output on standard error, possibly several lines."""

    def sentence(self, name: str) -> str:
        """Return the forfeit as one sentence without its full stop."""
        text = _("{name} forfeits: it {reason}") if self.where is None else _("{name} forfeits: it {reason} ({where})")
        return text.format(name=name, reason=self.reason, where=self.where)


@dataclass(frozen=True, slots=True)
class ExternalResult:
    """The result of ``level`` against the bot called ``name``."""

    level: str
    name: str
    command: str
    rules: str
    seed: int
    measured: ArenaResult | None
    """The result of the finished pairs of hands and games, with the level as ``a``.

    None if there is no finished pair of hands or, in a game without hands, no finished pair of games.
    """
    hands: int
    """The number of finished hands, including those whose mirrored hand is not finished."""
    hands_wanted: int
    games: int
    """The number of finished whole games."""
    games_wanted: int
    forfeit: Forfeit | None
    """The forfeit, or None if the match was played to its end."""
    game: str = GAMES[0]


def play_external(
    level: str,
    command: str,
    *,
    hands: int = 0,
    seed: int,
    games: int = 0,
    rules: str | None = None,
    game: str = GAMES[0],
    time_limit: float = 10.0,
    start_limit: float = START_LIMIT,
    watch: Watch | None = None,
) -> ExternalResult:
    """Let ``level`` play against the bot that ``command`` starts: first ``hands`` hands, then ``games`` games.

    Both are even numbers; a game without deals has no hands. Deals, seats and the level's luck are those of
    ``arena.play``. A bot that fails in any way forfeits the rest of the match; this is not an error but part of the
    result. The limits are in seconds, for each answer and for the start. ``watch`` is called with the progress of the
    match at its beginning and after every batch. Raise ValueError for numbers that are not even.
    """
    found = spec(game)
    rules = found.rules[0] if rules is None else rules
    if hands < 0 or games < 0 or hands % 2 or games % 2 or not (hands if found.has_deals else games):
        raise ValueError(_("every deal is played from both seats: hands and games must be even numbers"))
    if hands and not found.has_deals:
        raise ValueError(_("hands: {game} has none, only whole games").format(game=found.title()))
    play = _Play(hands, games)
    bots: list[ExternalBot] = []
    failure = None
    with ExitStack() as stack:
        stack.callback(_part, bots)
        try:
            for _side in range(2):
                bot = ExternalBot(game, command, time_limit=time_limit, start_limit=start_limit)
                bots.append(bot)  # before the next one starts: if that fails, this one must be closed
            for bot in bots:
                bot.greet()
            play.play(bots, Match(level, bots[0].name, rules, seed, game), watch)
        except BotFailure as found:
            failure = found
    forfeit = None
    if failure is not None:
        # The bots have ended by now, so their standard error is complete.
        last_words = next((bot.last_words() for bot in bots if bot.failure is not None), "")
        forfeit = Forfeit(failure.code, failure.reason, play.where(), last_words)
    name = bots[0].name if bots else short(command)
    return ExternalResult(
        level=level,
        name=name,
        command=command,
        rules=rules,
        seed=seed,
        measured=play.measured(Match(level, name, rules, seed, game)),
        hands=play.done[Kind.HANDS],
        hands_wanted=hands,
        games=play.done[Kind.GAMES],
        games_wanted=games,
        forfeit=forfeit,
        game=game,
    )


def _part(bots: list[ExternalBot]) -> None:
    """Say goodbye to all bots, then close them, so that they can end at the same time."""
    with ExitStack() as stack:
        for bot in bots:
            stack.callback(bot.close)
            bot.leave()


@dataclass
class _Play:
    """The play of a match, which keeps its progress in case a bot forfeits."""

    hands: int
    games: int
    done: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(Kind, 0))
    """The numbers of finished hands and games."""
    pairs: dict[Kind, list[Pair]] = field(default_factory=lambda: {kind: [] for kind in Kind})
    """For each deal or series and its mirrored twin: differences in points, or 1, 0 or -1. Positive values are good for
    the level.
    """
    table: Table | DealtTable | MatchTable | None = None
    """The table of the current or last play."""

    def play(self, bots: Sequence[ExternalBot], match: Match, watch: Watch | None) -> None:
        """Play all hands and all games against both bots, which sit in seat 0 and in seat 1."""
        batches = tuple(cut(self.hands, self.games))
        standing = MatchProgress(match, batches, {})
        if watch is not None:
            watch(standing)
        for batch in batches:
            standing.add(batch.place, self._play_block(batch, bots, match))
            if watch is not None:
                watch(standing)

    def _play_block(self, batch: Batch, bots: Sequence[ExternalBot], match: Match) -> Played:
        """Play a batch, each deal or series at both tables, and return its results."""
        pairs = self.pairs[batch.place.kind]
        # The level sits in seat 0 first, as the first player of the arena does.
        if match.game == NAME:
            player = opponents.load(NAME, match.a, players_seed(match.seed, batch.place))
            tables = [Table(player, match.a, bots[seat], seat, RULE_SETS[match.rules]) for seat in (1, 0)]
            for _pair in range(batch.pairs):
                here, there = (self._difference(table, batch.place.kind, match.seed, len(pairs)) for table in tables)
                pairs.append((here, there))
        elif spec(match.game).has_deals:
            other = opponents.load(match.game, match.a, players_seed(match.seed, batch.place))
            both = [DealtTable(match.game, match.rules, other, match.a, bots[seat], seat) for seat in (1, 0)]
            for _pair in range(batch.pairs):
                here, there = (self._ahead(table, batch.place.kind, match.seed, len(pairs)) for table in both)
                pairs.append((here, there))
        else:
            for _pair in range(batch.pairs):
                here, there = (self._outcome(match, bots[seat], seat, len(pairs)) for seat in (1, 0))
                pairs.append((here, there))
        return Played(tuple(pairs[-batch.pairs :]))

    def _outcome(self, match: Match, bot: ExternalBot, seat: int, number: int) -> int:
        """Play the game of pair ``number`` with the bot in ``seat``. Return 1 if the level wins, -1 if the bot wins, or
        0 for a draw.
        """
        self.table = table = MatchTable(match.game, match.rules, match.a, bot, seat)
        found = table.play_game(opponents.load(match.game, match.a, game_luck(match.seed, number, 1 - seat)))
        self.done[Kind.GAMES] += 1
        return found

    def _difference(self, table: Table, kind: Kind, seed: int, number: int) -> int:
        """Play deal or series ``number`` at this table.

        For a deal, return the level's points minus the bot's. For a series, return the sign of that difference.
        """
        self.table = table
        if kind is Kind.HANDS:
            points = table.play_single(deals.deal(table.rules, seed, number, number % 2))
        else:
            points = table.play_game(deals.game_seed(seed, number), number % 2)
        self.done[kind] += 1
        ahead = points[1 - table.seat] - points[table.seat]
        return ahead if kind is Kind.HANDS else (ahead > 0) - (ahead < 0)

    def _ahead(self, table: DealtTable, kind: Kind, seed: int, number: int) -> int:
        """Play deal or game ``number`` at a table of another game than Mile Bones.

        For a deal, return the level's points minus the bot's. For a game, return 1 if the level won, -1 if the bot won,
        or 0 for a draw.
        """
        self.table = table
        points = table.play_single(seed, number) if kind is Kind.HANDS else table.play_game(seed, number)
        self.done[kind] += 1
        own = points[1 - table.seat]
        return own - points[table.seat] if kind is Kind.HANDS else own

    def measured(self, match: Match) -> ArenaResult | None:
        """Return the result of the finished pairs.

        Return None if there is no finished pair of hands or, in a game without hands, no finished pair of games.
        """
        hands, games = self.pairs[Kind.HANDS], self.pairs[Kind.GAMES]
        return result_of(match, hands, games) if hands or (games and not self.hands) else None

    def _deal_of(self, table: DealtTable) -> str:
        number, hands = format_number(self.done[Kind.HANDS] + 1), format_number(self.hands)
        if self.done[Kind.HANDS] < self.hands:
            return _("hand {hand} of {hands}").format(hand=number, hands=hands)
        game, games = format_number(self.done[Kind.GAMES] + 1), format_number(self.games)
        return _("game {game} of {games}, hand {hand}").format(game=game, games=games, hand=table.hand_number)

    def where(self) -> str | None:
        """Return the place of the current question, as text for people, or None before the first."""
        if isinstance(self.table, MatchTable):
            if not self.table.asked:
                return None
            number, games = format_number(self.done[Kind.GAMES] + 1), format_number(self.games)
            return _("game {game} of {games}").format(game=number, games=games)
        if isinstance(self.table, DealtTable):
            return self._deal_of(self.table) if self.table.asked else None
        if self.table is None or self.table.phase is None:
            return None
        if self.done[Kind.HANDS] < self.hands:
            text, hand = _("hand {hand} of {hands}, “{phase}” phase"), self.done[Kind.HANDS] + 1
        else:
            text, hand = _("game {game} of {games}, hand {hand}, “{phase}” phase"), self.table.hand_number
        return text.format(
            hand=format_number(hand),
            hands=format_number(self.hands),
            game=format_number(self.done[Kind.GAMES] + 1),
            games=format_number(self.games),
            phase=self.table.phase.value,
        )

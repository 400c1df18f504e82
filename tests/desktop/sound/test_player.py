"""The cues that are played for events. Not all are played at once, and none is played if no sound is wanted."""

from __future__ import annotations

from random import Random

import pytest

from mile_bones.desktop.sound import player as sound_player
from mile_bones.desktop.sound.cue import Cue, CuesAt
from mile_bones.desktop.sound.mixer import FULL
from mile_bones.desktop.sound.output import Output, open_device
from mile_bones.desktop.sound.player import APART_S, BEAT_S, TUNE_S, SoundPlayer
from mile_bones.desktop.table.durations import DEAL_STEP_MS


class Notebook(Output):
    """An output that writes down the cues to be played, and plays nothing."""

    def __init__(self) -> None:
        super().__init__(open_device, Random(1))
        self.notes: list[tuple[Cue, float]] = []
        self.sides: list[float] = []
        self.pitches: list[float] = []

    def play(self, cue: Cue, after_s: float = 0.0, side: float = 0.0, pitch: float = 1.0) -> None:
        self.notes.append((cue, pytest.approx(after_s)))
        self.sides.append(side)
        self.pitches.append(pitch)


class Listening:
    def __init__(self, qapp) -> None:
        self.now = 100.0
        self.output = Notebook()
        self.player = SoundPlayer(self.output, clock=lambda: self.now)
        self._app = qapp

    def hears(self, *events: tuple[Cue, ...]) -> list[tuple[Cue, float]]:
        """Return the cues that are played if these events happen in one moment, with their delays in seconds."""
        self.output.notes.clear()
        for event in events:
            self.player.play(event)
        assert not self.output.notes, "the moment is not over"
        self._app.processEvents()
        return self.output.notes


@pytest.fixture
def listening(qapp) -> Listening:
    return Listening(qapp)


def test_only_the_most_important_event_of_a_moment_is_heard(listening: Listening) -> None:
    events = [(Cue.DISCARD,), (Cue.DRAW, Cue.LOW_DECK), (Cue.HAZARD_YOU, Cue.FLAT), (Cue.DRAW,), (Cue.MILES,)]
    assert listening.hears(*events) == [(Cue.HAZARD_YOU, 0), (Cue.FLAT, BEAT_S)]


def test_events_that_follow_each_other_closely_are_heard_one_after_another(listening: Listening) -> None:
    assert listening.hears((Cue.GO,)) == [(Cue.GO, 0)]
    listening.now += 0.01
    assert listening.hears((Cue.DRAW,)) == [(Cue.DRAW, APART_S - 0.01)]
    listening.now += 1
    assert listening.hears((Cue.MILES,)) == [(Cue.MILES, 0)]


def test_the_cards_of_a_deal_tick_one_after_another(listening: Listening) -> None:
    for _card in range(7):
        assert listening.hears((Cue.DEALT,)) == [(Cue.DEALT, 0)]
        listening.now += DEAL_STEP_MS / 1000


def test_a_cue_is_played_from_its_side(listening: Listening) -> None:
    listening.hears(CuesAt((Cue.HAZARD_YOU, Cue.FLAT), -0.5))
    listening.now += 1
    listening.hears((Cue.GO,))
    assert listening.output.sides == [-0.5, -0.5, 0.0]


def test_a_cue_is_played_at_its_pitch(listening: Listening) -> None:
    listening.hears(CuesAt((Cue.PASSED,), 0.0, 1.5))
    listening.now += 1
    listening.hears((Cue.GO,))
    assert listening.output.pitches == [1.5, 1.0]


def test_a_flood_of_events_is_cut_short(listening: Listening) -> None:
    played = 0
    for _event in range(50):
        played += len(listening.hears((Cue.MILES,)))
        listening.now += 0.01
    assert played <= 1 + (0.5 + sound_player.LATEST_S) / APART_S
    listening.now += sound_player.LATEST_S + APART_S
    assert listening.hears((Cue.MILES,)) == [(Cue.MILES, 0)], "the flood is over soon"


def test_tunes_wait_for_each_other_and_suppress_other_cues(listening: Listening) -> None:
    assert listening.hears((Cue.TRIP,), (Cue.DRAW,), (Cue.HAND_WON,)) == [(Cue.TRIP, 0), (Cue.HAND_WON, TUNE_S)]
    listening.now += 1.0
    assert listening.hears((Cue.GAME_WON,)) == [(Cue.GAME_WON, 2 * TUNE_S - 1.0)]


def test_no_more_than_two_tunes_are_played_in_a_row(listening: Listening) -> None:
    heard = listening.hears((Cue.TRIP,), (Cue.HAND_WON,), (Cue.GAME_WON,))
    assert [cue for cue, _after in heard] == [Cue.TRIP, Cue.HAND_WON]


def test_muting_plays_no_new_cue_and_silences_the_current_ones(listening: Listening) -> None:
    listening.player.set_volume(80, muted=True)
    assert listening.hears((Cue.MILES,)) == [] and listening.output.mixer.gain == 0
    listening.player.set_volume(80, muted=False)
    assert listening.hears((Cue.MILES,)) == [(Cue.MILES, 0)]


def test_the_gain_falls_with_the_square_of_the_volume(listening: Listening) -> None:
    gains = []
    for percent in (100, 80, 50, 10):
        listening.player.set_volume(percent, muted=False)
        gains.append(listening.output.mixer.gain)
    assert gains == [FULL, 164, 64, 3]


def test_nothing_is_played_without_a_cue_or_after_closing(listening: Listening) -> None:
    assert listening.hears(()) == []
    listening.player.play((Cue.MILES,))
    listening.player.close()
    assert listening.hears((Cue.MILES,)) == []

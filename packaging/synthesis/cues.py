"""The cues, that is, the sounds of the game, as they are played on the instruments. Their meanings are in the style
guide of the game.

The cues are dry, short, and made of wood and metal. Each variant of a cue has its own random generator: the variants
differ in strength and a little in pitch and time, as when a person plays, but not in the tune. Only the three variants
of the fanfare for a won game are three tunes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from synthesis.instruments import (
    Sound,
    bell,
    brass,
    engine,
    held,
    noise,
    pitch,
    plate,
    reed,
    struck,
    swept,
    thump,
    times,
    together,
    wood,
)

Luck = np.random.Generator


def _about(luck: Luck, value: float, part: float = 0.03) -> float:
    """Return a random value near ``value``, at most the fraction ``part`` away."""
    return value * (1 + part * luck.uniform(-1, 1))


def _tune(notes: Sequence[tuple[float, str, float]], play: Callable[[float, float], Sound]) -> Sound:
    """Return a tune played with ``play``. Each of the ``notes`` is a moment, a name and a length."""
    return together(*((start, play(pitch(name), length)) for start, name, length in notes))


# ---------------------------------------------------------------------- cards


def draw(luck: Luck) -> Sound:
    """A card slides off a pile of paper."""
    length = _about(luck, 0.19)
    t = times(length)
    grain = 1 + 0.35 * np.sin(2 * np.pi * _about(luck, 38, 0.15) * t) * np.exp(-t / 0.1)
    slide = noise(luck, length, 1500, 6500) * np.sin(np.pi * (t / length) ** 0.7) ** 1.6 * grain
    edge = noise(luck, 0.02, 900, 5000) * struck(0.02, 0.0008, 0.005)
    return together((0, slide), (length * 0.72, 1.1 * edge))


def card_lifted(luck: Luck) -> Sound:
    """A card is picked up: its edge snaps off the others."""
    length = _about(luck, 0.09)
    t = times(length)
    swish = noise(luck, length, 2200, 7500) * (t / length) * np.sin(np.pi * t / length) ** 2
    edge = noise(luck, 0.03, 1400, 6000) * struck(0.03, 0.0006, 0.007)
    return together((0, edge), (0.006, 0.8 * swish))


def card_landed(luck: Luck) -> Sound:
    """A card lands softly in the hand."""
    pat = noise(luck, 0.12, 450, 3200) * struck(0.12, 0.003, 0.02)
    return together((0, pat), (0, 0.5 * wood(luck, _about(luck, 430), length=0.12, damped=1.8)))


def dealt(luck: Luck) -> Sound:
    """A single card of a deal ticks onto the table."""
    snap = noise(luck, 0.06, 1300, 6500) * struck(0.06, 0.0008, 0.009)
    return together((0, snap), (0, 0.5 * wood(luck, _about(luck, 780), length=0.07, damped=2.2)))


def passed(luck: Luck) -> Sound:
    """A card at the roadside ticks as a car passes it."""
    return wood(luck, _about(luck, 620), length=0.12, damped=1.4)


def drive(luck: Luck) -> Sound:
    """An engine idles, then drives faster and faster."""
    length = 1.45
    t = times(length)
    turns = _about(luck, 44) * (1 + 1.3 * np.clip((t - 0.4) / (length - 0.4), 0.0, 1.0) ** 1.4)
    return engine(luck, turns, 0.35) * (0.45 + 0.55 * t / length) * held(length, 0.2, 0.25)


def shuffled(luck: Luck) -> Sound:
    """Two halves of a deck are riffled together, faster and faster, and pushed together."""
    parts, moment, apart = [], 0.0, 0.034
    while moment < 0.4:
        strength = 0.5 + 0.5 * moment / 0.4
        snap = noise(luck, 0.03, 1100, 6000) * struck(0.03, 0.0008, 0.007)
        parts.append((moment, _about(luck, strength, 0.25) * snap))
        moment, apart = moment + _about(luck, apart, 0.2), max(0.012, apart * 0.95)
    push = noise(luck, 0.14, 700, 3800) * np.sin(np.pi * times(0.14) / 0.14) ** 2
    return together(*parts, (0.42, 0.6 * push), (0.53, 0.7 * wood(luck, _about(luck, 400), length=0.1, damped=1.8)))


def undone(luck: Luck) -> Sound:
    """The sound of a draw, backwards: the card slides back onto its pile."""
    return draw(luck)[::-1]


def discard(luck: Luck) -> Sound:
    """A card slaps softly onto another."""
    slap = noise(luck, 0.3, 280, 2600) * struck(0.3, 0.003, 0.055)
    air = noise(luck, 0.05, 1800, 6000) * np.sin(np.pi * times(0.05) / 0.05) ** 2
    return together((0, 0.16 * air), (0.04, slap), (0.04, 0.7 * thump(_about(luck, 120), length=0.2, decay=0.05)))


def _wheels(luck: Luck, hz: float, weight: float) -> Sound:
    """Two wheels go over a joint in the road, one after the other. With more ``weight``, from 0 to 1, they are slower,
    sound longer, and the road is heard.
    """
    hz, apart = _about(luck, hz, 0.01), _about(luck, 0.055 + 0.075 * weight, 0.06)

    def wheel(hz: float) -> Sound:
        length = 0.14 + 0.2 * weight
        t = times(length)
        tire = swept(hz * (1 + 0.25 * np.exp(-t / 0.02))) + 0.5 * swept(2.3 * hz * (1 + 0.2 * np.exp(-t / 0.015)))
        tap = noise(luck, 0.03, 900, 4200) * struck(0.03, 0.001, 0.007)
        return together(
            (0, tire * struck(length, 0.002, 0.02 + 0.045 * weight)),
            (0, (0.3 - 0.15 * weight) * tap),
            (0, 0.75 * weight * thump(hz / 3, length=length, decay=0.03 + 0.04 * weight)),
        )

    length = 0.12 + 0.6 * weight
    road = noise(luck, length, 0.9 * hz, 2.6 * hz) * held(length, 0.03 + 0.06 * weight, 0.7 * length)
    return together((0, 0.13 * weight * road), (0.01, wheel(hz)), (0.01 + apart, 0.9 * wheel(0.93 * hz)))


def miles(luck: Luck) -> Sound:
    """Two wheels of a car of middle weight: a set is laid in Mille."""
    return _wheels(luck, 480, 0.4)


def miles_25(luck: Luck) -> Sound:
    """The lightest wheels, as of a bicycle."""
    return _wheels(luck, 860, 0.0)


def miles_50(luck: Luck) -> Sound:
    """Light wheels."""
    return _wheels(luck, 700, 0.2)


def miles_75(luck: Luck) -> Sound:
    """Wheels of middle weight."""
    return _wheels(luck, 570, 0.4)


def miles_100(luck: Luck) -> Sound:
    """Heavy wheels."""
    return _wheels(luck, 460, 0.65)


def miles_200(luck: Luck) -> Sound:
    """The heaviest wheels, and the car pulls away."""
    t = times(0.55)
    pull = engine(luck, _about(luck, 62) * (1 + 0.5 * (t / 0.55) ** 1.5), 0.3) * held(0.55, 0.12, 0.3)
    return together((0, _wheels(luck, 350, 1.0)), (0.1, 0.2 * pull))


# ---------------------------------------------------------------------- hazards


def _pop(luck: Luck, hz: float) -> Sound:
    """A cork leaves its bottle."""
    t = times(0.07)
    return together(
        (0, swept(hz * (1 + 2.2 * np.minimum(t / 0.03, 1.0))) * struck(0.07, 0.002, 0.018)),
        (0, 0.25 * noise(luck, 0.012, 800, 6000) * struck(0.012, 0.0005, 0.003)),
    )


def hazard_you(luck: Luck) -> Sound:
    """A cork pops, and a horn falls by a minor third."""
    notes = ((0.09, "E4", 0.17), (0.25, "C#4", 0.3))
    return together((0, 2.6 * _pop(luck, _about(luck, 330))), (0, _tune(notes, brass)))


def hazard_computer(luck: Luck) -> Sound:
    """The tune of ``hazard_you`` in a lighter form: a smaller cork pops, and wood sounds an octave higher."""
    notes = ((0.09, "E5", 0.16), (0.23, "C#5", 0.24))
    tune = _tune(notes, lambda hz, long: wood(luck, hz, length=long, damped=0.7))
    return together((0, 0.9 * _pop(luck, _about(luck, 520))), (0, tune))


def out_of_gas(luck: Luck) -> Sound:
    """An engine coughs three times, each time slower, and is silent."""
    parts = []
    for start, long, turns in ((0.0, 0.15, 62.0), (0.19, 0.14, 52.0), (0.37, 0.2, 44.0)):
        slowing = _about(luck, turns) * np.linspace(1.1, 0.62, len(times(long)))
        cough = engine(luck, slowing, 0.7) * held(long, 0.012, long * 0.6)
        parts.append((start * _about(luck, 1.0, 0.04), cough * (1.0 - start * 0.7)))
    return together(*parts)


def flat(luck: Luck) -> Sound:
    """Air hisses out of a tire and dies down."""
    length = _about(luck, 0.56)
    t = times(length)
    high = noise(luck, length, 3200, 9500) * np.exp(-t / 0.13)
    low = noise(luck, length, 1200, 4200) * np.exp(-t / 0.3)
    flutter = 1 - 0.45 * (t / length) * (0.5 + 0.5 * np.sin(2 * np.pi * np.cumsum(34 - 22 * t / length) / 32_000))
    burst = noise(luck, 0.02, 500, 7000) * struck(0.02, 0.0006, 0.006)
    return together((0, (high + 0.8 * low) * flutter * held(length, 0.006, 0.15)), (0, 1.2 * burst))


def accident(luck: Luck) -> Sound:
    """A bumper is bent, and a hub cap turns on the road faster and faster until it lies."""
    crunch = noise(luck, 0.12, 250, 3600) * struck(0.12, 0.001, 0.03)
    bumper = plate(luck, _about(luck, 205), length=0.3, ring=0.085)
    parts = [(0.0, 0.8 * bumper), (0.0, 0.5 * crunch), (0.035, 0.35 * crunch[:2200])]
    moment, apart, strength = 0.17, 0.105, 0.55
    cap = _about(luck, 690)
    while moment < 0.56:
        parts.append((moment, strength * plate(luck, _about(luck, cap, 0.02), length=0.1, ring=0.03)))
        moment, apart, strength = moment + apart, apart * 0.76, strength * 0.86
    return together(*parts)


def stop(luck: Luck) -> Sound:
    """One stroke on a bell."""
    return bell(luck, _about(luck, pitch("A5"), 0.006))


def limit(luck: Luck) -> Sound:
    """A knock on a sign that does not ring."""
    sign = plate(luck, _about(luck, 345), length=0.45, ring=0.1)
    return together((0, sign), (0, 0.4 * thump(_about(luck, 160), length=0.2)))


# ---------------------------------------------------------------------- remedies and safeties


def remedy(luck: Luck) -> Sound:
    """A ratchet clicks round, and a third rises."""
    parts = [
        (0.032 * click, (0.4 + 0.08 * click) * plate(luck, _about(luck, 1250, 0.05), length=0.035, ring=0.008))
        for click in range(5)
    ]
    notes = ((0.19, "C5", 0.17), (0.33, "E5", 0.28))
    parts += [(0.0, _tune(notes, lambda hz, long: wood(luck, hz, length=long, damped=0.6)))]
    parts += [(0.0, 0.16 * _tune(notes, lambda hz, long: brass(hz, long, bright=0.6)))]
    return together(*parts)


def go(luck: Luck) -> Sound:
    """A starter turns the engine over, and it purrs."""
    t = times(0.25)
    whirr = engine(luck, _about(luck, 118) * (1 + 0.35 * t / 0.25), 0.25)
    whirr = whirr * (0.55 + 0.45 * np.sin(2 * np.pi * 15 * t)) * held(0.25, 0.02, 0.05)
    t = times(0.42)
    purr = engine(luck, _about(luck, 46) * (1 + 0.7 * np.exp(-t / 0.07)), 0.3) * held(0.42, 0.02, 0.26)
    return together((0, 0.6 * whirr), (0.22, purr))


def end_limit(luck: Luck) -> Sound:
    """The sign comes off its post and swings."""
    length = 0.55
    t = times(length)
    sign = plate(luck, _about(luck, 430), length=length, ring=0.2)
    swing = 0.5 + 0.5 * np.cos(2 * np.pi * np.cumsum(9 - 7 * t / length) / 32_000)
    bolt = plate(luck, _about(luck, 980), length=0.06, ring=0.015)
    return together((0, 0.7 * bolt), (0.07, sign * (0.2 + 0.8 * swing)))


def safety(luck: Luck) -> Sound:
    """A warm chord of horns."""
    names = ("C4", "E4", "G4", "C5")
    return together(
        *(
            (0.011 * number, brass(pitch(name) * _about(luck, 1.0, 0.0015), 0.6, bright=0.7, attack=0.03))
            for number, name in enumerate(names)
        )
    )


def _rim(luck: Luck) -> Sound:
    """A stick on the rim of a snare."""
    return together(
        (0, wood(luck, _about(luck, 850), length=0.08, damped=1.6)),
        (0, 0.5 * noise(luck, 0.1, 1200, 8500) * struck(0.1, 0.0006, 0.022)),
    )


def coup(luck: Luck) -> Sound:
    """Two strokes on the rim of a snare, and a stab of brass."""
    names = ("G4", "C5", "E5", "G5")
    stab = together(*((0, brass(pitch(name), 0.42, bright=1.35, attack=0.008)) for name in names))
    return together((0, 4.0 * _rim(luck)), (0.085, 2.0 * _rim(luck)), (0.17, 0.62 * stab))


# ---------------------------------------------------------------------- the table


def refused(luck: Luck) -> Sound:
    """A knock on wood under a hand."""
    return together(
        (0, wood(luck, _about(luck, 330), length=0.3, damped=1.3)), (0, 0.35 * thump(_about(luck, 150), length=0.2))
    )


def low_deck(luck: Luck) -> Sound:
    """A single tick."""
    return wood(luck, _about(luck, 1480), length=0.2, damped=1.1)


def trip(luck: Luck) -> Sound:
    """Four notes on a horn."""
    notes = ((0.0, "G4", 0.13), (0.115, "C5", 0.13), (0.23, "E5", 0.13), (0.345, "G5", 0.3))
    blown = _tune(notes, lambda hz, long: brass(hz * _about(luck, 1.0, 0.0015), long, bright=1.1))
    return together((0, blown), *((start, 1.6 * _rim(luck)) for start, _name, _long in notes[::3]))


def extension(luck: Luck) -> Sound:
    """The road hums, higher and higher, and its joints come faster and faster."""
    length = 0.62
    t = times(length)
    rise = _about(luck, 92) * 2 ** (1.1 * (t / length) ** 1.3)
    hum = sum(swept(rise * number) / number for number in range(1, 9))
    tires = noise(luck, length, 250, 1500) * (0.4 + 0.6 * t / length)
    road = (hum * (1 + 0.25 * np.sin(2 * np.pi * 17 * t)) + 0.35 * tires) * held(length, 0.2, 0.16)
    joints = [(moment, (1.2 + moment) * thump(78 + 60 * moment)) for moment in (0.02, 0.19, 0.32, 0.42)]
    return together((0, 0.5 * road), *joints)


def _cadence(luck: Luck, notes: Sequence[tuple[float, str, float]], bright: float) -> Sound:
    wooden = _tune(notes, lambda hz, long: wood(luck, hz, length=long, damped=0.6))
    blown = _tune(notes, lambda hz, long: brass(hz * _about(luck, 1.0, 0.0015), long, bright=bright))
    return together((0, wooden), (0, 0.42 * blown))


def hand_won(luck: Luck) -> Sound:
    """A short cadence upwards, with a stroke on the rim of a snare."""
    notes = ((0.0, "G4", 0.14), (0.12, "B4", 0.14), (0.24, "C5", 0.6), (0.24, "E5", 0.6), (0.24, "G4", 0.6))
    return together((0, _cadence(luck, notes, 1.0)), (0.24, 1.2 * _rim(luck)))


def hand_lost(luck: Luck) -> Sound:
    """Two soft chords. The highest note stays, and the others come to rest below it."""
    chords = ((0.0, ("F4", "A4", "C5"), 0.5), (0.34, ("E4", "G4", "C5"), 0.7))
    parts = []
    for start, names, length in chords:
        for name in names:
            hz = pitch(name) * _about(luck, 1.0, 0.0015)
            parts.append((start, 0.5 * brass(hz, length, bright=0.4, attack=0.05)))
            parts.append((start, 0.5 * wood(luck, hz, length=length, damped=0.5)))
    return together(*parts)


# ---------------------------------------------------------------------- a won game: each game has its own fanfare

_Notes = Sequence[tuple[float, str, float]]
_SONGS = {
    "milebones": (
        "G4 .13 G4 .13 G4 .13 C5 .39 E5 .13 C5 .13 E5 .26 G5 1.1",
        "C5 .2 E5 .2 G5 .3 E5 .1 G5 .2 E5 .2 G5 .2 C6 1.0",
        "G4 .26 C5 .13 D5 .13 E5 .39 D5 .13 E5 .13 C5 .13 G5 1.1",
    ),
    "montreal": (
        "C5 .19 F5 .38 A5 .19 G5 .38 E5 .19 F5 1.0",
        "A4 .19 C5 .19 F5 .19 A5 .38 G5 .19 F5 .19 E5 .19 F5 1.0",
        "F5 .19 E5 .19 F5 .19 A5 .38 C6 .19 A5 .19 G5 .19 A5 1.0",
    ),
    "millieu": (
        "D4 .14 A4 .14 D5 .14 E5 .14 F#5 .14 E5 .14 A5 .28 F#5 .14 D6 .9",
        "D5 .14 F#5 .14 A5 .14 D5 .14 E5 .14 A5 .14 E5 .14 F#5 .28 A5 .9",
        "A4 .14 B4 .14 D5 .28 E5 .14 F#5 .14 A5 .28 B5 .14 A5 .9",
    ),
}
"""The tunes of the three variants of each fanfare, as names and lengths of notes."""


def _song(game: str, variant: int) -> _Notes:
    """Return the notes of a fanfare."""
    words = _SONGS[game][variant - 1].split()
    notes, start = [], 0.0
    for name, length in zip(words[::2], map(float, words[1::2]), strict=True):
        notes.append((start, name, length))
        start += length
    return notes


def game_won(luck: Luck, variant: int) -> Sound:
    """A fanfare of horns with a snare. The last note is a chord."""
    notes = _song("milebones", variant)
    end = notes[-1][0]

    def blown(hz: float, length: float) -> Sound:
        return brass(hz * _about(luck, 1.0, 0.0015), 1.15 * length, bright=1.25, attack=0.009)

    chord = together(*((0.0, blown(pitch(name), 1.1)) for name in ("G4", "C5", "E5")))
    roll = [(end - 0.3 + 0.05 * number, (0.3 + 0.12 * number) * _rim(luck)) for number in range(6)]
    beats = [(start, 1.3 * _rim(luck)) for start, _name, length in notes if length < 0.2 or start == end]
    return together((0, _tune(notes, blown)), (end, 0.5 * chord), *roll, *beats)


def game_won_montreal(luck: Luck, variant: int) -> Sound:
    """A turn of a waltz on an accordion, and coins that fall into a hat."""
    notes = _song("montreal", variant)
    end = notes[-1][0]
    parts = [(0.0, _tune(notes, lambda hz, length: reed(hz * _about(luck, 1.0, 0.001), 1.1 * length)))]
    chords = (("F4", "A4", "C5"), ("E4", "G4", "C5"))
    for number in range(round(end / 0.19)):  # the second and third beat of each bar
        if number % 3:
            names = chords[number // 3 % 2]
            parts += [(0.19 * number, 0.22 * reed(pitch(name), 0.15)) for name in names]
    parts += [(end, 0.35 * reed(pitch(name), 1.0)) for name in ("F4", "A4", "C5")]
    for moment, name in ((0.1, "F6"), (0.19, "C6"), (0.31, "A6"), (0.5, "F6")):
        coin = bell(luck, _about(luck, pitch(name), 0.01), length=0.5)
        parts.append((end + _about(luck, moment, 0.1), 0.5 * coin))
    return together(*parts)


def game_won_millieu(luck: Luck, variant: int) -> Sound:
    """A tune on bars of wood, and small bells like stars. The last note trembles."""
    notes = _song("millieu", variant)
    end = notes[-1][0]

    def bar(hz: float, _length: float) -> Sound:
        return wood(luck, hz * _about(luck, 1.0, 0.001), length=0.6, damped=0.4)

    parts = [(0.0, _tune(notes, bar))]
    for number in range(9):
        strength = 0.5 - 0.04 * number
        parts += [(end + 0.085 * number, strength * bar(pitch(name), 0.6)) for name in ("D5", "F#5", "A5")]
    for moment, name in ((0.0, "D6"), (0.21, "A6"), (0.43, "E6")):
        star = bell(luck, pitch(name) * _about(luck, 1.0, 0.002), length=0.8)
        parts.append((end + _about(luck, moment, 0.1), 0.35 * star))
    return together(*parts)


# ---------------------------------------------------------------------- pieces, which sound of wood


def piece_placed(luck: Luck) -> Sound:
    """A wooden piece is set down on a wooden board."""
    piece = wood(luck, _about(luck, 620), length=0.26, damped=0.85)
    return together((0, piece), (0, 0.55 * wood(luck, _about(luck, 245), length=0.26, damped=1.1)))


def piece_slid(luck: Luck) -> Sound:
    """A piece slides along a groove and stops."""
    length = _about(luck, 0.2)
    t = times(length)
    slip = 0.55 + 0.45 * np.sin(2 * np.pi * _about(luck, 62, 0.1) * t)
    slide = noise(luck, length, 380, 2100) * slip * np.sin(np.pi * (t / length) ** 0.6) ** 1.3
    return together((0, 0.3 * slide), (length * 0.86, 0.9 * wood(luck, _about(luck, 470), length=0.2, damped=1.1)))


def piece_taken(luck: Luck) -> Sound:
    """A piece is lifted out, and lands among the other pieces in the hand."""
    up = wood(luck, _about(luck, 760), length=0.1, damped=1.2)
    down = wood(luck, _about(luck, 540), length=0.14, damped=1.0)
    again = wood(luck, _about(luck, 590), length=0.1, damped=1.3)
    return together((0, 0.8 * up), (0.12, down), (_about(luck, 0.185, 0.05), 0.5 * again))


def piece_lifted(luck: Luck) -> Sound:
    """A piece is picked up from the board."""
    return wood(luck, _about(luck, 880), length=0.1, damped=1.6)


def piece_landed(luck: Luck) -> Sound:
    """A piece is put back where it was."""
    return wood(luck, _about(luck, 500), length=0.16, damped=1.4)


def piece_undone(luck: Luck) -> Sound:
    """The sound of a slide, backwards."""
    return piece_slid(luck)[::-1]


_CUES: tuple[Callable[[Luck], Sound], ...] = (
    *(
        draw,
        discard,
        miles,
        miles_25,
        miles_50,
        miles_75,
        miles_100,
        miles_200,
        hazard_you,
        hazard_computer,
        out_of_gas,
        flat,
        accident,
        stop,
        limit,
    ),
    *(remedy, go, end_limit, safety, coup, refused, low_deck, trip, extension),
    *(hand_won, hand_lost, piece_placed, piece_slid, piece_taken),
    *(card_lifted, card_landed, dealt, passed, drive, shuffled, undone, piece_lifted, piece_landed, piece_undone),
)


def _with_luck_alone(cue: Callable[[Luck], Sound]) -> Callable[[Luck, int], Sound]:
    return lambda luck, _variant: cue(luck)


CUES: dict[str, Callable[[Luck, int], Sound]] = {
    **{cue.__name__: _with_luck_alone(cue) for cue in _CUES},
    **{cue.__name__: cue for cue in (game_won, game_won_montreal, game_won_millieu)},
}
"""All cues, by name. A cue is played with a random generator, and with the number of the variant, which begins at 1."""

BESIDE = dict.fromkeys(("card_lifted", "card_landed", "out_of_gas", "flat", "accident", "stop", "limit"), 4.0)
"""The cues that are heard just before or after another cue. They are softer than their level by this number of LU, so
that both cues together are hardly louder than one.
"""
ROWS = {"dealt": 0.07, "passed": 0.12}
"""The time between two of these cues, in seconds, which are always heard in a row."""

"""A second, deliberately naive implementation of Mile Bones, written from the rules page alone.

It uses plain lists, dicts and strings, and shares nothing with ``mile_bones.games`` except the notation of cards and
actions. The tests compare it with the engine: counts of all sequences on small decks, the conformance records, altered
records, and random play. Where the two differ, the rules page decides which is right.
"""

from __future__ import annotations

DISTANCES = {"25": 25, "50": 50, "75": 75, "100": 100, "200": 200}
# Each hazard with its remedy and its safety.
TABLE = {
    "STOP": ("GO", "RIGHT_OF_WAY"),
    "SPEED_LIMIT": ("END_OF_LIMIT", "RIGHT_OF_WAY"),
    "ACCIDENT": ("REPAIRS", "DRIVING_ACE"),
    "FLAT_TIRE": ("SPARE_TIRE", "PUNCTURE_PROOF"),
    "OUT_OF_GAS": ("GASOLINE", "EXTRA_TANK"),
}
BATTLE_HAZARDS = ["STOP", "ACCIDENT", "FLAT_TIRE", "OUT_OF_GAS"]
SAFETIES = ["EXTRA_TANK", "PUNCTURE_PROOF", "DRIVING_ACE", "RIGHT_OF_WAY"]

OPTIONS = {
    "mile-bones": {
        "goal": 700,
        "extended_goal": 1000,
        "most_200s": 2,
        "limit_needs_going": True,
        "safeties_can_be_discarded": True,
        "ends_when_cards_are_useless": False,
        "shut_out_needs_trip": False,
    },
    "mille": {
        "goal": 700,
        "extended_goal": 1000,
        "most_200s": 2,
        "limit_needs_going": False,
        "safeties_can_be_discarded": False,
        "ends_when_cards_are_useless": True,
        "shut_out_needs_trip": True,
    },
}


def new_hand(options, first, hands, deck):
    """Return a hand before its first action. ``deck`` has the next card first."""
    return {
        "options": options,
        "hands": [list(hands[0]), list(hands[1])],
        "deck": list(deck),
        "battle": [[], []],
        "speed": [[], []],
        "miles": [[], []],
        "safeties": [[], []],
        "coups": [0, 0],
        "turn": first,
        "drawn": False,
        "fresh": None,
        "extended": False,
        "asking": False,
        "completed_by": None,
        "over": False,
    }


def copy(hand):
    twin = dict(hand)
    twin["deck"] = list(hand["deck"])
    twin["coups"] = list(hand["coups"])
    for name in ("hands", "battle", "speed", "miles", "safeties"):
        twin[name] = [list(hand[name][0]), list(hand[name][1])]
    return twin


def top(pile):
    return pile[-1] if pile else None


def going(hand, seat):
    """Return True if the seat is going: no hazard on top of its Battle pile, and Go on top or Right of Way played."""
    card = top(hand["battle"][seat])
    if card in BATTLE_HAZARDS:
        return False
    return card == "GO" or "RIGHT_OF_WAY" in hand["safeties"][seat]


def limited(hand, seat):
    return top(hand["speed"][seat]) == "SPEED_LIMIT"


def distance(hand, seat):
    return sum(DISTANCES[card] for card in hand["miles"][seat])


def goal(hand):
    return hand["options"]["extended_goal"] if hand["extended"] else hand["options"]["goal"]


def may_play(hand, seat, card):
    other = 1 - seat
    showing = top(hand["battle"][seat])
    if card in SAFETIES:
        return True
    if card in DISTANCES:
        return may_drive(hand, seat, card)
    if card == "GO":
        return showing in (None, "STOP", "GASOLINE", "SPARE_TIRE", "REPAIRS")
    if card == "END_OF_LIMIT":
        return limited(hand, seat)
    if card == "SPEED_LIMIT":
        if limited(hand, other) or "RIGHT_OF_WAY" in hand["safeties"][other]:
            return False
        return going(hand, other) or not hand["options"]["limit_needs_going"]
    if card in BATTLE_HAZARDS:
        return going(hand, other) and TABLE[card][1] not in hand["safeties"][other]
    # Gasoline, Spare Tire, Repairs
    return showing is not None and showing in TABLE and TABLE[showing][0] == card


def may_drive(hand, seat, card):
    if not going(hand, seat):
        return False
    if distance(hand, seat) + DISTANCES[card] > goal(hand):
        return False
    if card == "200" and hand["miles"][seat].count("200") >= hand["options"]["most_200s"]:
        return False
    return card in ("25", "50") or not limited(hand, seat)


def moves(hand):
    """Return every legal action of the player whose turn it is, in no particular order."""
    if hand["over"]:
        return []
    if hand["asking"]:
        return ["extend yes", "extend no"]
    seat = hand["turn"]
    mine = hand["hands"][seat]
    if hand["deck"] and not hand["drawn"]:
        found = ["draw"]
        if hand["fresh"] is not None and TABLE[hand["fresh"]][1] in mine:
            found.append("play " + TABLE[hand["fresh"]][1])
        return found
    found = []
    for card in set(mine):
        if may_play(hand, seat, card):
            found.append("play " + card)
        if card not in SAFETIES or hand["options"]["safeties_can_be_discarded"]:
            found.append("discard " + card)
    return found


def do(hand, move):
    """Change the hand by a legal action."""
    seat = hand["turn"]
    verb, _, card = move.partition(" ")
    fresh, hand["fresh"] = hand["fresh"], None
    if verb in ("play", "discard"):
        hand["hands"][seat].remove(card)
    if verb == "draw":
        hand["hands"][seat].append(hand["deck"].pop(0))
        hand["drawn"] = True
    elif verb == "extend":
        hand["asking"] = False
        if card == "yes":
            hand["extended"] = True
            pass_turn(hand)
        else:
            hand["completed_by"] = seat
            hand["over"] = True
    elif verb == "discard":
        pass_turn(hand)
    elif card in SAFETIES:
        play_safety(hand, seat, card, fresh)
    elif card in DISTANCES:
        play_distance(hand, seat, card)
    else:
        play_hazard_or_remedy(hand, seat, card)
    look_for_the_end(hand)


def play_hazard_or_remedy(hand, seat, card):
    pile = "speed" if card in ("SPEED_LIMIT", "END_OF_LIMIT") else "battle"
    pass_turn(hand)
    if card in TABLE:
        hand[pile][1 - seat].append(card)
        hand["fresh"] = card
    else:
        hand[pile][seat].append(card)


def play_distance(hand, seat, card):
    hand["miles"][seat].append(card)
    if distance(hand, seat) < goal(hand):
        pass_turn(hand)
    elif hand["extended"]:
        hand["completed_by"] = seat
        hand["over"] = True
    else:
        hand["asking"] = True


def play_safety(hand, seat, card, fresh):
    hand["safeties"][seat].append(card)
    showing = top(hand["battle"][seat])
    if card == "RIGHT_OF_WAY":
        if showing == "STOP":
            hand["battle"][seat] = []
        if limited(hand, seat):
            hand["speed"][seat] = []
    elif showing in TABLE and TABLE[showing][1] == card:
        hand["battle"][seat].append("GO")
    hand["drawn"] = False
    if fresh is not None and TABLE[fresh][1] == card:
        hand["coups"][seat] += 1
        for _ in range(2):
            if hand["deck"]:
                hand["hands"][seat].append(hand["deck"].pop(0))
        hand["drawn"] = True


def pass_turn(hand):
    hand["turn"] = 1 - hand["turn"]
    hand["drawn"] = False


def of_use(hand, seat, card):
    if card in SAFETIES:
        return True
    if card == "SPEED_LIMIT" and goal(hand) - distance(hand, 1 - seat) <= 50:
        return False
    if card == "GO" and going(hand, seat):
        return False
    return may_play(hand, seat, card)


def look_for_the_end(hand):
    if hand["over"] or hand["asking"] or hand["deck"]:
        return
    if not hand["hands"][0] and not hand["hands"][1]:
        hand["over"] = True
        return
    if hand["options"]["ends_when_cards_are_useless"]:
        useful = [card for seat in (0, 1) for card in hand["hands"][seat] if of_use(hand, seat, card)]
        if not useful:
            hand["over"] = True
            return
    if not hand["hands"][hand["turn"]]:
        pass_turn(hand)
        hand["fresh"] = None


def score(hand):
    """Return both columns of the score sheet, with the item names of the record."""
    columns = []
    for seat in (0, 1):
        other = 1 - seat
        column = {
            "milestones": distance(hand, seat),
            "safeties": 100 * len(hand["safeties"][seat]),
            "all_safeties": 300 if len(hand["safeties"][seat]) == 4 else 0,
            "coups_fourres": 300 * hand["coups"][seat],
            "trip_completed": 0,
            "safe_trip": 0,
            "delayed_action": 0,
            "extension": 0,
            "shut_out": 0,
        }
        completed = hand["completed_by"] == seat
        if completed:
            column["trip_completed"] = 400
            if "200" not in hand["miles"][seat]:
                column["safe_trip"] = 300
            if not hand["deck"]:
                column["delayed_action"] = 300
            if hand["extended"]:
                column["extension"] = 200
        if distance(hand, other) == 0:
            if hand["options"]["shut_out_needs_trip"]:
                column["shut_out"] = 500 if completed else 0
            else:
                column["shut_out"] = 500 if distance(hand, seat) > 0 else 0
        column["total"] = sum(column.values())
        columns.append(column)
    return columns


def replay(hand, actions):
    """Do the actions ("0 play GO") as far as they are legal. Return the number (from 1) of the first illegal one, or
    None.
    """
    for number, text in enumerate(actions, 1):
        seat, _, move = text.partition(" ")
        if seat != str(hand["turn"]) or move not in moves(hand):
            return number
        do(hand, move)
    return None


def count(hand, depth):
    """Count all sequences of at most ``depth`` actions. The result has three parts: the number of sequences of each
    length, the number of sequences that end the hand, and the sums of both seats' points at these ends.
    """
    tally = {"sequences": [0] * (depth + 1), "finished": 0, "points": [0, 0]}
    count_into(tally, hand, 0, depth)
    return tally


def count_into(tally, hand, length, depth):
    tally["sequences"][length] += 1
    if hand["over"]:
        tally["finished"] += 1
        for seat in (0, 1):
            tally["points"][seat] += score(hand)[seat]["total"]
        return
    if length == depth:
        return
    for move in moves(hand):
        twin = copy(hand)
        do(twin, move)
        count_into(tally, twin, length + 1, depth)

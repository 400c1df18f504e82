"""A greedy bot for Mile Bones, to be started by: mile-bones arena easy --external "python3 docs/bots/greedy_bot.py"."""

import json
import sys

REMEDIES = ("GASOLINE", "SPARE_TIRE", "REPAIRS", "GO", "END_OF_LIMIT")
HAZARDS = ("OUT_OF_GAS", "FLAT_TIRE", "ACCIDENT", "STOP", "SPEED_LIMIT")
DISTANCES = ("200", "100", "75", "50", "25")
SAFETIES = ("EXTRA_TANK", "PUNCTURE_PROOF", "DRIVING_ACE", "RIGHT_OF_WAY")


def choose(table, legal):
    """The first thing on its list that is legal: a safety in need, a remedy, a hazard, the most miles."""
    in_need = not table["own"]["can_go"] or table["own"]["limited"] or table["left"] <= 12 or table["phase"] == "draw"
    cards = (SAFETIES if in_need else ()) + REMEDIES + HAZARDS + DISTANCES + SAFETIES
    wishes = ["extend no", *(f"play {card}" for card in cards if card != "GO" or not table["own"]["can_go"]), "draw"]
    # What it can do without, first: what it holds twice, then slow miles and remedies.
    spare = sorted(table["hand"], key=lambda card: (-table["hand"].count(card), ("25", *REMEDIES, card).index(card)))
    return next(action for action in wishes + [f"discard {card}" for card in spare] if action in legal)


for line in sys.stdin:
    said = json.loads(line)
    answer = None
    if said["type"] == "hello":
        answer = {"type": "hello", "protocol": "mile-bones-bot", "version": 1, "name": "greedy"}
    elif said["type"] == "question":
        answer = {"type": "action", "id": said["id"], "action": choose(said["observation"], said["legal_actions"])}
    if answer:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()  # or the answer stays here until it is too late

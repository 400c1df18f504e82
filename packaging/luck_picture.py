"""Draw the worth of skill compared to the cards: ``python packaging/luck_picture.py``. It writes docs/luck.svg and the
tables in docs/luck.md.

All numbers in the picture were measured before. The results of the levels against each other are in the cross table of
docs/players.md, which ``mile-bones crosstable --write`` writes. The effect of the cards is in docs/luck.json, which
``packaging/measure_luck.py`` writes. A test draws the picture again and compares.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from measure_luck import STEP

from mile_bones.games.milebones.rules import MILE_BONES, NAME
from mile_bones.players import levels

DOCS = Path(__file__).parent.parent / "docs"
BEGIN, END = "<!-- luck: begin -->", "<!-- luck: end -->"
RULES = "Mile Bones 2.1"
"""The rules that are drawn, by the name that the cross table has for them."""

# The colours of resources and posters: ink, paper and its edge, muted text, land and its edge, both cars.
INK, PAPER, EDGE, MUTED, LAND, LAND_EDGE, RED, BLUE = (
    "#2A2421", "#FFF8E8", "#CFC09C", "#5E4E33", "#CFD8BA", "#A7B489", "#D1452B", "#2F67B1",
)  # fmt: skip
RED_TEXT = "#8F2114"
TITLE = "What skill is worth in a hand of Mile Bones"
WIDTH, TOP, FLOOR, ROW = 1000, 118, 330, 30
LEFT, RIGHT, MOST = 225, 735, 4000
"""The horizontal positions of -MOST and MOST points in the picture."""
GAMES_LEFT, GAMES_RIGHT = 770, 900
"""The horizontal positions of no games won and of all games won in the picture."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The results of the stronger of two levels against the weaker."""

    stronger: str
    weaker: str
    points: int
    margin: int
    """Half the width of the 95% interval of ``points``."""
    games: float
    """The share of games won, in per cent."""
    games_between: tuple[float, float]


def main(docs: Path = DOCS) -> None:
    """Write the picture and the tables."""
    pairs = read_pairs((docs / "players.md").read_text(encoding="utf-8"))
    found = json.loads((docs / "luck.json").read_text(encoding="utf-8"))["rules"]
    (docs / "luck.svg").write_text(picture(pairs, found[MILE_BONES.name]), encoding="utf-8")
    page = (docs / "luck.md").read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    (docs / "luck.md").write_text(f"{before}{BEGIN}\n{table(pairs, found)}\n{END}{after}", encoding="utf-8")


def read_pairs(page: str) -> list[Pair]:
    """Return the pairs from the two tables of these rules, the closest pair first."""
    points, games = _table(page, f"{RULES}: points a hand"), _table(page, f"{RULES}: games to")
    names = [level.name for level in levels(NAME) if level.name in points]
    pairs = []
    for number, weaker in enumerate(names):
        for stronger in names[number + 1 :]:
            mean, margin = points[stronger][weaker].replace("±", " ").split()
            share, low, high = (float(one) for one in re.findall(r"[\d.]+", games[stronger][weaker]))
            pairs.append(Pair(stronger, weaker, int(mean), int(margin), share, (low, high)))
    return sorted(pairs, key=lambda pair: pair.points)


def _table(page: str, title: str) -> dict[str, dict[str, str]]:
    """Return the Markdown table below the line that begins with ``title``, by row and column."""
    lines = page[page.index(f"\n{title}") :].split("\n\n")[1].splitlines()
    head, _rule, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return {name: dict(zip(head[1:], cells, strict=True)) for name, *cells in rows}


def table(pairs: list[Pair], found: dict[str, Any]) -> str:
    """Return the numbers as a table, for people who cannot see the picture or want the figures."""
    deviation = found[MILE_BONES.name]["equals"]["deviation"]
    lines = [
        "| who | points a hand | in deviations of a hand | as far ahead as one deviation after | games to 5,000 won |",
        "|---|---:|---:|---:|---:|",
    ]
    for pair in pairs:
        low, high = pair.games_between
        cells = (
            f"{pair.stronger} against {pair.weaker}",
            f"{pair.points:+,} ± {pair.margin}",
            f"{pair.points / deviation:.2f}",
            f"{(deviation / pair.points) ** 2:,.0f} hands",
            f"{pair.games:.1f} % ({low:.1f}–{high:.1f})",
        )
        lines.append(f"| {' | '.join(cells)} |")
    head = ("rules", "between two experts", "deviation of a hand", "who sees all cards", "is ahead a hand by", "and in")
    lines += ["", f"| {' | '.join(head)} |", "|---|---:|---:|---:|---:|---:|"]
    for rules, one in found.items():
        equals, seeing = one["equals"], one["open_cards"]
        cells = (
            f"`{rules}`",
            f"{equals['hands']:,} hands",
            f"{equals['deviation']:,.0f}",
            f"{seeing['hands']:,} hands",
            f"{seeing['mean']:+,.0f} ± {1.96 * seeing['se']:.0f}",
            f"{100 * seeing['ahead'] / seeing['hands']:.0f} % of them",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def picture(pairs: list[Pair], found: dict[str, Any]) -> str:
    """Return the SVG: at the top the results of hands between equals, below on the same scale the effect of skill."""
    rows = FLOOR + 62
    last = rows + ROW * len(pairs)
    height = last + ROW + 40
    above = "Above: how far two equal players come apart in one hand, by nothing but the cards."
    below = "Below, on the same scale: how far the better player is ahead, on average over many hands."
    seeing = round(found["open_cards"]["mean"])
    parts = [
        _tag("rect", x=1, y=1, width=WIDTH - 2, height=height - 2, rx=16, fill=PAPER, stroke=EDGE, stroke_width=2),
        _text(30, 46, TITLE, 26, INK, weight=700),
        _text(30, 74, above, 15, MUTED),
        _text(30, 95, below, 15, MUTED),
        *_axis(last + ROW),
        *_histogram(found["equals"]),
        _text((GAMES_LEFT + GAMES_RIGHT) / 2, rows - 24, "games to 5,000 won", 14, INK, "middle", 700),
    ]
    for number, pair in enumerate(pairs):
        parts += _row(rows + ROW * number, f"{pair.stronger} – {pair.weaker}", pair.points, RED, RED_TEXT)
        parts += _games(rows + ROW * number, pair)
    parts += _row(last, "who sees all cards – expert", seeing, BLUE, BLUE)
    parts.append(_text(GAMES_LEFT, last + 5, "no skill: nobody can know them", 13, BLUE))
    body = "\n".join(parts)
    font = "Cabin, 'Noto Sans', sans-serif"
    begin = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="{font}">'
    return f"{begin}\n<title>{TITLE}</title>\n{body}\n</svg>\n"


def _histogram(equals: dict[str, Any]) -> list[str]:
    columns = {int(points): count for points, count in equals["columns"].items()}
    highest, parts = max(columns.values()), []
    for points, count in sorted(columns.items()):
        if abs(points) + STEP / 2 <= MOST:
            x, high = _x(points - STEP / 2), (FLOOR - TOP - 20) * count / highest
            wide = _x(STEP) - _x(0)
            parts.append(_tag("rect", x=x, y=FLOOR - high, width=wide, height=high, fill=LAND, stroke=LAND_EDGE))
    deviation, y = equals["deviation"], FLOOR + 16
    low, high = _x(-deviation), _x(deviation)
    bracket = f"M{low:.1f} {y - 6}v12M{low:.1f} {y}H{high:.1f}M{high:.1f} {y - 6}v12"
    parts.append(_tag("path", d=bracket, stroke=INK, stroke_width=2, fill="none"))
    parts.append(_text(low - 12, y + 5, f"one standard deviation: ±{deviation:,.0f}", 14, INK, "end", 700))
    return parts


def _axis(floor: int) -> list[str]:
    parts = []
    for points in range(-MOST, MOST + 1, 1000):
        colour = MUTED if points == 0 else EDGE
        parts.append(_tag("path", d=f"M{_x(points):.1f} {TOP + 10}V{floor}", stroke=colour, stroke_dasharray="3 4"))
        told = f"{points:+,}".replace("-", "−") if points else "0"
        parts.append(_text(_x(points), floor + 18, told, 12.5, MUTED, "middle"))
    return parts


def _row(y: int, name: str, points: int, colour: str, ink: str) -> list[str]:
    return [
        _text(LEFT - 12, y + 5, name, 14, INK, "end"),
        _tag("rect", x=_x(0), y=y - 8, width=_x(points) - _x(0), height=16, fill=colour),
        _text(_x(points) + 8, y + 5, f"{points:+,}", 14, ink, weight=700),
    ]


def _games(y: int, pair: Pair) -> list[str]:
    low, high, won, half = (
        GAMES_LEFT + (GAMES_RIGHT - GAMES_LEFT) * share / 100 for share in (*pair.games_between, pair.games, 50)
    )
    marks = f"M{low:.1f} {y}H{high:.1f}M{half:.1f} {y - 10}v20"
    return [
        _tag("rect", x=GAMES_LEFT, y=y - 8, width=GAMES_RIGHT - GAMES_LEFT, height=16, fill=LAND),
        _tag("rect", x=GAMES_LEFT, y=y - 8, width=won - GAMES_LEFT, height=16, fill=RED),
        _tag("path", d=marks, stroke=INK, stroke_width=1.5),
        _text(GAMES_RIGHT + 12, y + 5, f"{pair.games:.0f} %", 14, INK, weight=700),
    ]


def _x(points: float) -> float:
    return LEFT + (RIGHT - LEFT) * (points + MOST) / (2 * MOST)


def _text(x: float, y: float, words: str, size: float, colour: str, anchor: str = "start", weight: int = 500) -> str:
    begin = _tag("text", x=x, y=y, font_size=size, font_weight=weight, fill=colour, text_anchor=anchor)
    return f"{begin.removesuffix('/>')}>{escape(words)}</text>"


def _tag(name: str, **attributes: float | str) -> str:
    """Return an element without content. Coordinates have one decimal."""
    told = {
        key.replace("_", "-"): f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value
        for key, value in attributes.items()
    }
    words = " ".join(f'{key}="{value}"' for key, value in told.items())
    return f"<{name} {words}/>"


if __name__ == "__main__":
    main()

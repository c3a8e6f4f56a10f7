"""The counts behind the medals a second time: read from the notation of a game, with no code of the program."""

from collections import defaultdict
from re import findall, fullmatch
from typing import Any

Counts = dict[str, tuple[int, int | None]]
"""By kind, the highest count and the seat that alone has it; None where the whole table has."""
Card = dict[str, Any]


def count(text: str) -> Counts:  # noqa: PLR0912, PLR0915  # one rule after the other
    cards, scores = _read(text)
    seats = range(len(scores[0]))
    sums = [[sum(one[seat] for one in scores[:number]) for seat in seats] for number in range(1, len(scores) + 1)]
    places = [[sorted(line).index(total) + 1 for total in line] for line in sums]
    final = sums[-1]
    best, second, worst = sorted(final)[0], sorted(final)[1], max(final)
    winners = [seat for seat in seats if final[seat] == best]
    leads = [[seat for seat in seats if line.count(min(line)) == 1 and line[seat] == min(line)] for line in sums]
    seen: defaultdict[str, list[tuple[int, int | None]]] = defaultdict(list)

    def each_seat(kind: str, least: int, wanted: Any) -> None:
        for seat in seats:
            found = len([card for card in cards if card["seat"] == seat and wanted(card)])
            if found >= least:
                seen[kind].append((found, seat))

    each_seat("too low", 2, lambda card: card["how"] == "<")
    each_seat("most rows", 1, lambda card: card["how"])
    each_seat("bargains", 2, lambda card: card["cost"] == 1)
    each_seat("fifty-five", 1, lambda card: 55 in card["took"])
    each_seat("snug fit", 2, lambda card: not card["how"] and card["number"] - card["after"] == 1)
    each_seat("fifth cards", 2, lambda card: card["fifth"])
    for seat in seats:
        own = "".join("x" if card["how"] else "o" for card in cards if card["seat"] == seat)
        seen["fewest rows"].append((-own.count("x"), seat))
        seen["row after row"] += [(len(run), seat) for run in findall("x+", own) if len(run) > 1]
        seen["safe streak"] += [(len(run), seat) for run in findall("o+", own)]
        taken = [one[seat] for one in scores]
        seen["black round"].append((max(taken), seat))
        if 0 in taken:
            seen["clean rounds"].append((taken.count(0), seat))
        if len(scores) > 1:
            seen["steady"].append((min(taken) - max(taken), seat))
            gained = max(places[number][seat] for number in range(len(places) - 1)) - places[-1][seat]
            if gained > 0:
                seen["comeback"].append((gained, seat))
        led = leads.count([seat])
        if led == len(scores) > 1:
            seen["start to finish"].append((led, seat))
        if led and seat not in winners:
            seen["lost lead"].append((led, seat))
        for number in range(1, len(scores) + 1):
            sixths = [card for card in cards if (card["round"], card["seat"], card["how"]) == (number, seat, "x")]
            if len(sixths) > 1:
                seen["sixth cards"].append((len(sixths), seat))
        sprung = [card for card in cards if card["sprung"] == seat]
        if sprung:
            seen["trap"].append((len(sprung), seat))
    for card in cards:
        if card["cost"] >= 10:
            seen["catastrophe"].append((card["cost"], card["seat"]))
        if card["how"] and card["turn"] == 10:
            seen["last card"].append((card["cost"], card["seat"]))
        if not card["how"]:
            seen["needle"].append((-card["number"], card["seat"]))
            seen["long jump"].append((card["number"] - card["after"], card["seat"]))
    if len(winners) > 1:
        seen["dead heat"].append((len(winners), None))
    else:
        seen["photo finish"].append((best - second, winners[0]))
        seen["runaway"].append((second - best, winners[0]))
    seen["even field"].append((best - worst, None))
    rounds = range(1, len(scores) + 1)
    rows = {(number, turn): 0 for number in rounds for turn in range(1, 11)}
    for card in cards:
        rows[card["round"], card["turn"]] += bool(card["how"])
    if max(rows.values()) > 1:
        seen["landslide"].append((max(rows.values()), None))
    quiet = ["".join("." if rows[number, turn] == 0 else "!" for turn in range(1, 11)) for number in rounds]
    calm = max((len(run) for line in quiet for run in findall(r"\.+", line)), default=0)
    if calm > 1:
        seen["calm"].append((calm, None))
    return {kind: top for kind, found in seen.items() if (top := _only(found))}


def _only(found: list[tuple[int, int | None]]) -> tuple[int, int | None] | None:
    """The highest count, if no two seats share it."""
    highest = max(value for value, _seat in found)
    holders = {seat for value, seat in found if value == highest}
    return (highest, holders.pop()) if len(holders) == 1 else None


def _read(text: str) -> tuple[list[Card], list[list[int]]]:
    cards: list[Card] = []
    scores: list[list[int]] = []
    rows: list[list[int]] = []
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["rows"]:
            rows = [[int(word)] for word in words[1:]]
        elif words[:1] == ["heads"]:
            scores.append([int(word) for word in words[1 : words.index("total")]])
        elif words and words[0].isdigit():
            cards += _read_turn(len(scores) + 1, int(words[0]), words[1:], rows)
    return cards, scores


def _read_turn(number: int, turn: int, words: list[str], rows: list[list[int]]) -> list[Card]:
    """The cards of a turn in the order in which they were placed."""
    parts = [fullmatch(r"([a-j])(\d+)\*?(?:([x<])(\d)\*?)?", word) for word in words]
    placed: list[Card] = []
    filled: dict[int, int] = {}
    for letter, digits, how, at in sorted((part.groups() for part in parts if part), key=lambda part: int(part[1])):
        played = int(digits)
        ends = [row[-1] for row in rows]
        row = int(at) - 1 if at else ends.index(max(end for end in ends if end < played))
        seat = "abcdefghij".index(letter)
        took = rows[row] if how else []
        placed.append(
            {
                "round": number, "turn": turn, "seat": seat, "number": played, "how": how or "", "took": took,
                "cost": sum(map(_bulls, took)), "after": ends[row], "fifth": not how and len(rows[row]) == 4,
                "sprung": filled.pop(row, None) if how == "x" else None,
            }
        )  # fmt: skip
        if placed[-1]["fifth"]:
            filled[row] = seat
        rows[row] = [played] if how else [*rows[row], played]
    return placed


def _bulls(card: int) -> int:
    for bulls, multiple in ((7, 55), (5, 11), (3, 10), (2, 5)):
        if card % multiple == 0:
            return bulls
    return 1

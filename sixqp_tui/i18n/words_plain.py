"""The game told line by line, for people who listen to it: short sentences, commas where a voice should pause."""

from collections.abc import Sequence

from sixqp_tui.i18n.words_table import cards, heads, listed, ordinal


def you_are_in(number: int) -> str:
    """Where in the game a newcomer has come to."""
    return f"A game is being played: round {number}."


def you_are_in_draft(number: int) -> str:
    """The same, before the hands are full."""
    return f"A game is being played: round {number}, everybody picks cards."


def turn(number: int) -> str:
    """A turn begins."""
    return f"Turn {number} of 10."


def row_ends(row: int, end: int, count: int, cost: int) -> str:
    """A row at the start of a turn, what matters first (rows from 0)."""
    full = ", full" if count == 5 else ""
    return f"Row {row + 1} ends in {end}, {cards(count)}, {heads(cost)}{full}"


def whole_row(row: int, held: Sequence[int], cost: int) -> str:
    """All cards of a row, on demand (rows from 0)."""
    return f"Row {row + 1}: {numbers(held)}. {cards(len(held))}, {heads(cost)}"


def numbers(held: Sequence[int]) -> str:
    """Cards one after the other."""
    return ", ".join(map(str, held))


def card_with_heads(card: int, cost: int) -> str:
    """A card, and its heads where they are more than one."""
    return str(card) if cost == 1 else f"{card} with {heads(cost)}"


def your_hand(held: Sequence[str]) -> str:
    """The own hand."""
    return f"Your hand: {', '.join(held)}." if held else "Your hand is empty."


def hand_of(name: str, held: Sequence[int]) -> str:
    """A public hand (5.2)."""
    return f"{name}: {numbers(held) or 'no card yet'}"


def laid(card: int, names: Sequence[str], first: bool) -> str:
    """The reader's card lies face down; the `first` time with what can be done about it."""
    return f"{card} is laid. {waiting(names)}{' Type back to take it back.' if first else ''}"


def taken_back(card: int) -> str:
    """The reader's card is in the hand again."""
    return f"{card} is back in your hand."


def waiting(names: Sequence[str]) -> str:
    """Who is to decide."""
    return f"Waiting for {listed(names, 10)}."


def seconds_left(seconds: int) -> str:
    """The clock."""
    return "1 second is left." if seconds == 1 else f"{seconds} seconds are left."


def rows_cost(card: int, costs: Sequence[int]) -> str:
    """What each row would cost the reader, whose card is too low."""
    told = ", ".join(f"row {row}: {heads(cost)}" for row, cost in enumerate(costs, 1))
    return f"Your {card} is lower than every row. What they cost: {told}."


def deck_left(cards_left: str) -> str:
    """The open deck, in runs of numbers."""
    return f"In the deck: {cards_left}."


def run(first: int, last: int) -> str:
    """Numbers without a gap."""
    return str(first) if first == last else f"{first} to {last}" if last > first + 1 else f"{first}, {last}"


def totals(shares: Sequence[tuple[str, int]]) -> str:
    """Everybody's total, the best first."""
    return f"Totals: {', '.join(f'{name} {total}' for name, total in shares)}"


def this_round(shares: Sequence[tuple[str, int]]) -> str:
    """Everybody's heads in the round that is played."""
    return f"This round so far: {', '.join(f'{name} {count}' for name, count in shares)}"


def ranked(rank: int, name: str, total: int) -> str:
    """A line of the final ranks (4.4)."""
    return f"{ordinal(rank)}: {name}, {heads(total)}"


def after_the_game() -> str:
    """What somebody may do who does not own the table."""
    return "The host may start another game; quit leaves."


def no_log() -> str:
    """The log before the first fact."""
    return "Nothing has happened yet."


def no_game_yet() -> str:
    """There is no table to be told yet."""
    return "No game has been played yet."

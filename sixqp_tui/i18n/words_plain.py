"""The game told line by line, for people who listen to it: short sentences, commas where a voice should pause."""

from collections.abc import Sequence

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n.words_settings import variant_told
from sixqp_tui.i18n.words_table import cards, heads, listed, ordinal


def sit_at(title: str, name: str) -> str:
    """The reader has a seat."""
    return f"You sit at the table “{title}” as {name}."


def watch_at(title: str) -> str:
    """The reader looks on."""
    return f"You watch the table “{title}”."


def others_join(join_line: str) -> str:
    """To the host: how others get here."""
    return f"Others join with: {join_line}"


def at_the_table(people: Sequence[str], free: int) -> str:
    """Who sits here, and how many chairs are free."""
    return f"At the table: {', '.join(people)}. {chairs_free(free)}."


def chairs_free(free: int) -> str:
    """How many chairs are free."""
    return "1 chair is free" if free == 1 else f"{free or 'no'} chairs are free"


def person(name: str, marks: Sequence[str]) -> str:
    """One of those at the table, with what is to be known about them."""
    return f"{name} ({', '.join(marks)})" if marks else name


def the_game(rules: Rules, time: str) -> str:
    """What the table plays (4.2, 4.3, 5)."""
    return f"The game is {variant_told(rules.variant)}. It ends {_ends(rules)}. {time.capitalize()}."


def _ends(rules: Rules) -> str:
    verb = "has more than" if rules.limit_rule == "over" else "reaches"
    limit = f"when somebody {verb} {heads(rules.limit)}" if rules.limit else ""
    rounds = f"after {'1 round' if rules.rounds == 1 else f'{rules.rounds} rounds'}" if rules.rounds else ""
    return " or ".join(part for part in (limit, rounds) if part)


def welcome_help() -> str:
    """What a newcomer should know first."""
    return "Type help to hear what you can type."


def sits_down(name: str) -> str:
    """Somebody came to the lobby."""
    return f"{name} sits down."


def has_left(name: str) -> str:
    """Somebody is gone from the lobby."""
    return f"{name} has left."


def is_away(name: str) -> str:
    """A line is down."""
    return f"{name} has lost the connection; the seat is kept."


def is_back(name: str) -> str:
    """A line stands again."""
    return f"{name} is back."


def bot_plays_for(name: str) -> str:
    """Somebody left a game that goes on."""
    return f"{name} has left the game: a bot plays that seat."


def renamed(before: str, after: str) -> str:
    """Somebody bears another name."""
    return f"{before} is called {after} now."


def takes_over(name: str, before: str) -> str:
    """A watcher plays on for a bot."""
    return f"{name} takes over the seat of {before}."


def bot_plays(name: str, level: str) -> str:
    """A bot's strength has changed."""
    return f"{name} plays {level} now."


def watching(count: int) -> str:
    """How many look on."""
    return "1 watches." if count == 1 else f"{count or 'Nobody'} {'watch' if count else 'watches'}."


def goes_on() -> str:
    """A pause is over."""
    return "The game goes on."


def says(name: str, text: str) -> str:
    """Somebody said something."""
    return f"{name} says: {text}"


def you_say(text: str) -> str:
    """What the reader said has reached the table."""
    return f"You say: {text}"


def connected_again() -> str:
    """The line stands again."""
    return "The connection is back."


def connection_lost() -> str:
    """The line is down."""
    return "The connection is lost; your seat is kept. Trying again."


def you_are_in(number: int, turn: int) -> str:
    """Where in the game a newcomer has come to."""
    return f"A game is being played: round {number}, turn {turn} of 10."


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


def laid(card: int, waiting: Sequence[str]) -> str:
    """The reader's card lies face down."""
    return f"{card} is laid. Waiting for {listed(waiting, 10)}; back takes it back."


def taken_back(card: int) -> str:
    """The reader's card is in the hand again."""
    return f"{card} is back in your hand."


def waiting(names: Sequence[str]) -> str:
    """Who is to decide."""
    return f"Waiting for {listed(names, 10)}."


def seconds_left(seconds: int) -> str:
    """The clock."""
    return "1 second is left." if seconds == 1 else f"{seconds} seconds are left."


def chooses_row(name: str) -> str:
    """Somebody else's card is too low."""
    return f"{name} chooses a row."


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


def prompt_card(held: Sequence[int]) -> str:
    """The reader is to choose a card."""
    return f"Your card ({' '.join(map(str, held))}): "


def prompt_row(cheapest: Sequence[int], cost: int) -> str:
    """The reader is to choose a row (rows from 0)."""
    rows = listed([str(row + 1) for row in cheapest])
    verb = "costs" if len(cheapest) == 1 else "cost"
    return f"Which row do you take (1 to 4; {rows} {verb} least: {heads(cost)})? "


def prompt_pick(number: int) -> str:
    """The reader is to take a card of the open deck."""
    return f"Your pick ({number} of 10): "


def prompt_alone() -> str:
    """The owner sits alone."""
    return "Nobody else is here yet (bot seats a bot, help tells more): "


def prompt_start(seated: int) -> str:
    """The owner may begin."""
    return f"{seated} are seated (start begins, help tells more): "


def prompt_rematch() -> str:
    """The owner, after a game."""
    return "Another game, or the end (rematch, quit)? "


def prompt_hosting() -> str:
    """The host leaves."""
    return "Keep the table open, close it for everybody, or stay (keep, close, stay)? "


def prompt_leaving() -> str:
    """A player leaves a running game."""
    return "Leave all the same (yes, no)? "

"""What can be typed in a game told line by line, and why something that was typed cannot be taken."""

from collections.abc import Sequence

from sixqp_tui.i18n.words_table import heads, listed, ordinal

_ABOUT = {
    "start": "start: begin the game",
    "rematch": "rematch: another game with the same players",
    "bot": "bot, or bot easy, medium or hard: seat a bot",
    "kick": "kick NAME: remove a player or a bot",
    "variant": "variant classic, tactic or pro: what is played",
    "limit": "limit NUMBER or none: heads that end the game",
    "limit-rule": "limit-rule over or reach: how the limit ends it",
    "rounds": "rounds NUMBER or none: the largest number of rounds",
    "seats": "seats NUMBER: how many chairs there are",
    "timer": "timer SECONDS or none: the time for a decision",
    "settings": "settings: what the table plays",
    "name": "name NAME: bear another name",
    "sit": "sit NAME: take over the seat of a bot",
    "back": "back: take your card back",
    "table": "table: every card that lies open",
    "where": "where NUMBER: where that card would go on the table as it lies",
    "hand": "hand: your cards, with their heads",
    "hands": "hands: everybody's cards, as far as they were picked in the open",
    "scores": "scores: the heads of this round, and the totals",
    "who": "who: who is here, and who decides now",
    "log": "log, or log NUMBER: the last 10 things that happened, or so many",
    "rules": "rules: the rules of the game",
    "pause": "pause: stop the clock and the game",
    "resume": "resume: go on after a pause",
    "say": "say TEXT, or /TEXT: say something to everybody here",
    "help": "help: this list",
    "quit": "quit: leave the table",
}


def about(word: str) -> str:
    """What a command does, and how it is typed."""
    return _ABOUT[word]


def help_number(wanted: str) -> str:
    """What a number does now."""
    return {
        "card": "A number: lay that card of your hand",
        "row": "A number from 1 to 4: take that row",
        "pick": "A number: take that card of the deck",
    }[wanted]


def unknown(typed: str) -> str:
    """No command is called so."""
    return f"Expected a command, got “{typed}”; help lists the commands."


def expected_card(typed: str) -> str:
    """That is no card of the own hand."""
    return f"Expected a card of your hand, got {_quoted(typed)}."


def expected_row(typed: str) -> str:
    """That is no row."""
    return f"Expected a row from 1 to 4, got “{typed}”."


def expected_pick(typed: str) -> str:
    """That card is not in the deck."""
    return f"Expected a card that is left in the deck, got “{typed}”; table tells which are."


def no_number_now(typed: str, waiting: Sequence[str]) -> str:
    """A number, and nothing was asked."""
    reason = f": waiting for {listed(waiting, 10)}" if waiting else ""
    return f"Nothing is asked of you now{reason}; got “{typed}”."


def already_laid(card: int | None) -> str:
    """A second card in the same turn."""
    return f"You have laid the {card}; back takes it back." if card else "You have laid a card; back takes it back."


def expected_name(names: Sequence[str], typed: str) -> str:
    """Nobody of that name can be meant."""
    if not names:
        return "There is nobody here whom that could mean."
    return f"Expected {_one_of(names)}, got {_quoted(typed)}."


def expected_word(words: Sequence[str], typed: str) -> str:
    """One of these words was expected."""
    return f"Expected {_one_of(words)}, got {_quoted(typed)}."


def would_append(card: int, row: int, place: int) -> str:
    """Where a card would go on the table as it lies (rows from 0)."""
    return f"{card} would go to row {row + 1}, {ordinal(place)} of 5."


def would_take(card: int, row: int, cost: int) -> str:
    """A card would be the sixth of a row (rows from 0)."""
    return f"{card} would be the 6th of row {row + 1}: {heads(cost)}."


def would_be_too_low(card: int) -> str:
    """A card is lower than every row's end."""
    return f"{card} is too low: you would choose a row."


def expected_count(typed: str) -> str:
    """How many lines of the log."""
    return f"Expected how many lines, such as log 20, got {_quoted(typed)}."


def expected_text() -> str:
    """There was nothing to say."""
    return "Expected something to say after say, got nothing."


def no_free_chair() -> str:
    """A bot was asked for, but every chair is taken."""
    return "Every chair is taken; seats changes how many there are."


def tables_found(count: int) -> str:
    """Above the numbered list of tables."""
    if count == 0:
        return "No table was found on this network."
    return "1 table was found." if count == 1 else f"{count} tables were found."


def table_line(number: int, title: str, seats: str, state: str) -> str:
    """One table of the list."""
    return f"{number}: “{title}”, {seats}, {state}"


def table_seats(taken: int, seats: int, variant: str) -> str:
    """How full a table is, and what it plays."""
    return f"{taken} of {seats} seated, {variant}"


def prompt_table(count: int) -> str:
    """Which table of the list."""
    if count == 0:
        return "Type its address or title, again to look again, or quit: "
    numbers = "1" if count == 1 else f"1 to {count}"
    return f"Which table ({numbers}, an address, again, or quit)? "


def looking_for_tables(seconds: float) -> str:
    """While the network is asked."""
    return f"Looking for tables for {seconds:g} seconds."


def discovery_unavailable() -> str:
    """Zeroconf does not work here; typed addresses still do."""
    return "Tables cannot be found automatically here: type the address that the host reads out."


def no_such_table(count: int, typed: str) -> str:
    """A number that is not on the list."""
    numbers = "1" if count == 1 else f"a number from 1 to {count}"
    return f"Expected {numbers if count else 'an address or a title'}, got “{typed}”."


def _one_of(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _quoted(text: str) -> str:
    return f"“{text}”" if text else "nothing"

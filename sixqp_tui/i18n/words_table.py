"""The words of the table, the draft and the score sheet."""

from collections.abc import Sequence

from sixqp_protocol.facts import Rules
from sixqp_protocol.refusals import Refusal

GAME = "6 QUI PREND !"


def heads(count: int) -> str:
    """A number of bull's heads."""
    return "1 head" if count == 1 else f"{count} heads"


def cards(count: int) -> str:
    """A number of cards."""
    return "1 card" if count == 1 else f"{count} cards"


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names in a sentence; of many only the first."""
    if len(names) > most:
        left = len(names) - most + 1
        return f"{', '.join(names[: most - 1])} and {left} others"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th..."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def rules_in_short(rules: Rules) -> str:
    """The variant and the ends of the game, for the title line."""
    variant = {"classic": "classic", "tactic": "tactic", "draft": "pro"}[rules.variant]
    rounds = None if rules.rounds is None else "1 round" if rules.rounds == 1 else f"{rules.rounds} rounds"
    limit = None if rules.limit is None else str(rules.limit)
    return " · ".join(part for part in (variant, limit, rounds) if part)


def where_in_game(number: int, turn: int, rules: Rules) -> str:
    """Round, turn and rules, for the title line."""
    return f"round {number} · turn {turn}/10 · {rules_in_short(rules)}"


def where_in_draft(number: int, pick: int, picks: int, rules: Rules) -> str:
    """Round, pick and rules, for the title line."""
    return f"round {number} · pick {pick}/{picks} · {rules_in_short(rules)}"


def where_after(number: int, rules: Rules) -> str:
    """The rounds played and the rules, for the title line."""
    played = "1 round played" if number == 1 else f"{number} rounds played"
    return f"{played} · {rules_in_short(rules)}"


def players() -> str:
    """Above the list of the players."""
    return "PLAYERS"


def round_column() -> str:
    """Above the heads of this round."""
    return "round"


def total_column() -> str:
    """Above the totals."""
    return "total"


def you() -> str:
    """The reader, under a card of their own."""
    return "you"


def lift_a_card() -> str:
    """The reader is to choose a card."""
    return "Your turn: lift a card"


def would_append(card: int, row: int, place: int) -> str:
    """Where the lifted card would go on the table as it lies (rows from 0)."""
    return f"Your turn: {card} would go to row {row + 1}, {ordinal(place)} of 5"


def would_take(card: int, row: int, cost: int) -> str:
    """The lifted card would take a full row on the table as it lies (rows from 0)."""
    return f"Your turn: {card} would be the 6th of row {row + 1}: {heads(cost)}"


def would_be_too_low(card: int) -> str:
    """The lifted card is lower than every row's end as the table lies."""
    return f"Your turn: {card} is too low, you would choose a row"


def lifted(card: int) -> str:
    """A card is lifted, and where it would go is not told."""
    return f"Your turn: {card} is lifted, Enter lays it"


def laid(card: int, waiting: Sequence[str]) -> str:
    """The reader has laid a card; these still choose."""
    return f"{card} is laid · waiting for {listed(waiting, 3)}" if waiting else f"{card} is laid"


def waiting_for(names: Sequence[str]) -> str:
    """Others are to decide."""
    return f"Waiting for {listed(names)}"


def choose_a_row(card: int) -> str:
    """The reader's card is too low."""
    return f"Your {card} is too low: which row do you take?"


def row_costs(row: int, cost: int) -> str:
    """What the row that is pointed at would cost (rows from 0)."""
    return f"{row + 1}: {heads(cost)}"


def other_chooses_row(name: str, card: int) -> str:
    """Somebody else's card is too low."""
    return f"{name} chooses a row: {card} is too low"


def still_to_place() -> str:
    """Above the cards that wait to be placed."""
    return "Still to place"


def paused() -> str:
    """The table pauses."""
    return "The table pauses"


def pick_a_card() -> str:
    """The reader is to take a card of the open deck."""
    return "Your pick: go to a card"


def picking(card: int, cost: int) -> str:
    """The reader points at a card of the open deck."""
    return f"Your pick: {card} ({heads(cost)})"


def other_picks(name: str) -> str:
    """Somebody else is to take a card of the open deck."""
    return f"{name} picks a card"


def hands() -> str:
    """Above the public hands."""
    return "HANDS"


def your_hand() -> str:
    """Above the own hand."""
    return "Your hand"


def whole_log() -> str:
    """The title of the screen with the log of the whole game."""
    return "THE GAME SO FAR · ↑↓ scroll"


def nothing_happened() -> str:
    """The log before the first fact."""
    return "Nothing has happened yet"


def chat_label() -> str:
    """Before the line to type something to say."""
    return "Say:"


def spoken(name: str, text: str) -> str:
    """Something that was said."""
    return f"{name}: {text}"


def connecting() -> str:
    """The line to the table is not up yet."""
    return "Connecting to the table…"


def reconnecting(attempt: int) -> str:
    """The line to the table is down."""
    return f"The connection is lost; your seat is kept. Trying again (attempt {attempt})…"


def disconnected() -> str:
    """The line to the table is closed for good."""
    return "The table has ended the connection"


def too_small(width: int, height: int, now: tuple[int, int]) -> str:
    """The window is too small for the game."""
    return f"The window must be at least {width}×{height}; it is {now[0]}×{now[1]}. The game goes on when it is."


_REFUSED = {
    Refusal.STALE: "Too late: the table has moved on",
    Refusal.NOT_ASKED: "It is not your turn to do that",
    Refusal.NOT_IN_HAND: "That card is not in your hand",
    Refusal.NO_SUCH_ROW: "There is no such row",
    Refusal.NOT_IN_DECK: "Somebody has taken that card",
    Refusal.ALREADY_CHOSEN: "You have laid a card; Backspace takes it back",
    Refusal.NOTHING_LAID: "There is no card to take back",
    Refusal.NOT_SEATED: "You are watching; only players may do that",
    Refusal.NOT_OWNER: "Only the host of the table may do that",
    Refusal.NOT_IN_LOBBY: "That can be changed only between games",
    Refusal.NOT_PLAYING: "No game is being played",
    Refusal.TOO_FEW_PLAYERS: "A game needs at least two players",
    Refusal.TABLE_FULL: "Every chair is taken",
    Refusal.BAD_RULES: "No game can be played by these rules",
    Refusal.NO_SUCH_SEAT: "That chair is not as you saw it any more",
    Refusal.PAUSED: "The table pauses; wait until the host goes on",
    Refusal.TOO_FAST: "Not so fast: that was more than the table takes at once",
    Refusal.EMPTY_TEXT: "There was nothing to say in that",
}


def refused(code: Refusal) -> str:
    """Why a wish changed nothing."""
    return _REFUSED[code]

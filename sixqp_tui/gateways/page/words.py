"""What only the page for phones says: the labels of its buttons, and sentences for fingers instead of keys."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n.phrases import heads


def labels() -> dict[str, str]:
    """The labels that never change, by the names that the page's HTML and script give them."""
    return {
        # Translators: the context “page” is a button or a heading on the page for phones
        "name": pgettext("page", "Your name"),
        "code": pgettext("page", "Room code"),
        "sit": pgettext("page", "Sit down"),
        "watch": pgettext("page", "Watch"),
        "send": pgettext("page", "Send"),
        "message": pgettext("page", "Your message"),
        "close": pgettext("page", "Close"),
        "menu": pgettext("page", "Menu"),
        "chat": pgettext("page", "Chat"),
        "last": pgettext("page", "Last turn"),
        "scores": pgettext("page", "Scores"),
        "tally": pgettext("page", "The evening so far"),
        # Translators: short phrases to tap, such as “Well played!”
        "reactions": pgettext("page", "Quick reactions"),
        "log": pgettext("page", "The game so far"),
        "seen": pgettext("page", "Cards seen"),
        "rules": pgettext("page", "Rules"),
        "rename": pgettext("page", "Change my name"),
        "leave": pgettext("page", "Leave the table"),
        "stay": pgettext("page", "Stay"),
        "skip": pgettext("page", "Skip"),
        "back": pgettext("page", "Take it back"),
        "here": pgettext("page", "Play here"),
        "again": pgettext("page", "Try again"),
        "lobby": to_lobby(),
        "around": pgettext("page", "Around the table"),
        "game": pgettext("page", "The game"),
        # Translators: a card in the hand, read aloud; {card} stays as it is
        "laid": pgettext("page", "{card}, played"),
        # Translators: behind a number: how many messages have not been read yet
        "new": pgettext("page", "new"),
        "hand": pgettext("page", "Your hand"),
        "rows": pgettext("page", "The rows"),
        "deck": pgettext("page", "The open deck"),
        "hands": pgettext("page", "Everybody's cards"),
        "players": pgettext("page", "Players"),
        "plays": pgettext("page", "Cards to place"),
        "quiet": _("No messages yet."),
        "lost": _("Connection lost; your seat is kept. Reconnecting…"),
        "elsewhere": _("Your seat was taken over from another window or machine."),
        "full": no_place(),
        "connecting": _("Connecting to the table…"),
        # Translators: JavaScript is what a browser must run for this page to work
        "script": _("This page needs JavaScript. Turn it on in this browser, then reload the page."),
        # Translators: a column of the score sheet: the sum of all rounds
        "total": pgettext("page", "Total"),
        # Translators: a column of the score sheet
        "player": pgettext("page", "Player"),
    }


def take_row(row: int, cost: int) -> str:
    """The button that takes a row (from 0) for so many heads."""
    # Translators: a button: “Take row 2: 4 heads”
    return pgettext("page", "Take row {row}: {heads}").format(row=row + 1, heads=heads(cost))


def pick(card: int, cost: int) -> str:
    # Translators: a button: “Take the 44: 5 heads”
    return pgettext("page", "Take the {card}: {heads}").format(card=card, heads=heads(cost))


def still_to_place(plays: Sequence[tuple[str, int]]) -> str:
    """Who has turned over what, and must wait until somebody has chosen a row."""
    # Translators: {plays} is a list such as “Alice 63 · Ben 78”
    sentence = _("Still to place: {plays}")
    return sentence.format(plays=" · ".join(f"{name} {card}" for name, card in plays))


def to_lobby() -> str:
    return pgettext("page", "To the lobby")


def player(name: str, marks: Sequence[str], total: int, more: int) -> str:
    """A player as a screen reader names one: the total, and the heads of this round."""
    told = ", ".join((name, *marks, heads(total)))
    if not more:
        return told
    # Translators: read aloud: “Ann, has chosen, 12 heads, 3 of them this round”
    return _("{player}, {n} of them this round").format(player=told, n=more)


def mark(mark: str) -> str:
    """What a player is doing, as a screen reader says it."""
    return {
        "chosen": pgettext("mark", "has chosen"),
        "deciding": pgettext("mark", "is deciding"),
        "away": pgettext("mark", "is away"),
        "bot": pgettext("mark", "bot"),
        # Translators: the total is near the limit, or beyond
        "near": pgettext("mark", "near the limit"),
        "over": pgettext("mark", "over the limit"),
    }[mark]


def code_asked(wrong: bool) -> str:
    """The table is locked."""
    if wrong:
        return _("That room code is wrong. Ask the host for the right one.")
    return _("This table is locked. Ask its host for the room code.")


def no_place() -> str:
    return _("This page can't take any more guests.")

"""Text about a table: title line, scores, watchers, refusals."""

from collections.abc import Sequence

from sixqp_protocol.facts import Rules
from sixqp_protocol.refusals import Refusal
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import format_rounds, heads, listed, variant_name


def saving(saved: bool) -> str:
    if saved:
        return _("The table is saved again.")
    # Translators: its host's disk takes nothing more; the game goes on, but can't be resumed after a crash
    return _("The table isn't saved any more: the disk of its host is full or broken. The game goes on.")


def connection_lost(is_seated: bool) -> str:
    lost = _("Connection lost; your seat is kept.") if is_seated else _("Connection lost.")
    again = _("Reconnecting…")
    return f"{lost} {again}"


def rules_in_short(rules: Rules) -> str:
    rounds = None if rules.rounds is None else format_rounds(rules.rounds)
    # Translators: in the title line: the heads that end the game: “to 66 heads”
    limit = None if rules.limit is None else _("to {heads}").format(heads=heads(rules.limit))
    return " · ".join(part for part in (variant_name(rules.variant), limit, rounds) if part)


def where_in_game(number: int, turn: int, rules: Rules) -> str:
    # Translators: part of the title line; a round has ten turns
    where = _("round {number} · turn {turn}/10").format(number=number, turn=turn)
    return f"{where} · {rules_in_short(rules)}"


def where_in_draft(number: int, pick: int, picks: int, rules: Rules) -> str:
    where = _("round {number} · pick {pick}/{picks}").format(number=number, pick=pick, picks=picks)
    return f"{where} · {rules_in_short(rules)}"


def where_after(number: int, rules: Rules) -> str:
    # Translators: part of the title line
    played = ngettext("{n} round played", "{n} rounds played", number).format(n=number)
    return f"{played} · {rules_in_short(rules)}"


def nothing_yet() -> str:
    return _("No round has been finished at this table yet.")


def left() -> str:
    # Translators: a mark behind the name of a player who has left the table
    return pgettext("chair", "left")


def others_below(count: int) -> str:
    return ngettext("and {n} other", "and {n} others", count).format(n=count)


def watching(names: Sequence[str], most: int = 20) -> str:
    # Translators: people who watch without a seat
    return _("Watching: {names}").format(names=listed(names, most))


def where_cards_are(where: str) -> str:
    """As a label of the cards, or of their number."""
    return {
        # Translators: the context “cards” is where cards of this round are; their numbers, or how many, follow
        "unseen": pgettext("cards", "Not seen yet"),
        "mine": pgettext("cards", "Yours"),
        "table": pgettext("cards", "On the table"),
        # Translators: lie in front of the players, who took them with a row
        "gone": pgettext("cards", "Taken"),
        "theirs": pgettext("cards", "In other hands"),
        "deck": pgettext("cards", "To pick"),
    }[where]


def refused(code: Refusal) -> str:
    return {
        Refusal.STALE: _("Too late: the table has moved on"),
        Refusal.NOT_ASKED: _("It isn't your turn to do that"),
        Refusal.NOT_IN_HAND: _("That card isn't in your hand"),
        Refusal.NOT_IN_DECK: _("Another player took that card"),
        Refusal.ALREADY_CHOSEN: _("You've played a card; you can still take it back"),
        Refusal.NOTHING_LAID: _("There's no card to take back"),
        Refusal.NOT_SEATED: _("You're watching; only players can do that"),
        Refusal.NOT_OWNER: _("Only the host can do that"),
        Refusal.NOT_IN_LOBBY: _("That can only be changed between games"),
        Refusal.NOT_PLAYING: _("No game is being played"),
        Refusal.TOO_FEW_PLAYERS: _("A game needs at least two players"),
        Refusal.BAD_RULES: _("No game can be played with these rules"),
        Refusal.NO_SUCH_SEAT: _("That chair has changed in the meantime"),
        Refusal.PAUSED: _("The table is paused; wait for the host to resume"),
        Refusal.TOO_FAST: _("Too fast: wait a moment and try again"),
        Refusal.EMPTY_TEXT: _("That text is empty or can't be used here"),
        Refusal.HAD_SEAT: _("You, or somebody at your address, saw another hand this round"),
    }[code]

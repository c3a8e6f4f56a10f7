"""What can be typed at a table told line by line, and why something that was typed cannot be taken."""

from collections.abc import Sequence
from typing import get_args

from sixqp_protocol.messages import QuickReaction
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import listed, one_of, quoted, reaction


def command_purpose(word: str) -> str:
    return _commands()[word]


def _commands() -> dict[str, str]:
    return {
        # Translators: in each of these lines, what stands before the colon is typed and stays as it is
        "start": _("start: begin the game"),
        "rematch": _("rematch: another game with the same players"),
        "bot": _("bot, or bot easy, medium, hard, expert: seat a bot; in a game bot NAME: a bot for who is away"),
        "kick": _("kick NAME: remove a player or a bot"),
        "admit": _("admit: let those in again whom you removed, once a chair is open"),
        "variant": _("variant classic, tactic or draft (also called pro): what is played"),
        "limit": _("limit NUMBER or none: heads that end the game"),
        "limit-rule": _("limit-rule over or reach: how the limit ends it"),
        "rounds": _("rounds NUMBER or none: the largest number of rounds"),
        "seats": _("seats NUMBER: how many chairs there are"),
        "timer": _("timer SECONDS or none: the time for a decision"),
        "bank": _("bank SECONDS: what each player has in a game beyond that time"),
        "round-pause": _("round-pause SECONDS or none: how long a pause between rounds lasts at most; 0: no pause"),
        "ready": _("ready: you are ready for the next round, or want another game"),
        "next": _("next: deal the next round now, whoever is ready"),
        "cards-seen": _("cards-seen on or off: whether the cards seen this round are listed"),
        "settings": _("settings: what the table plays"),
        "name": _("name NAME: bear another name"),
        "sit": _("sit NAME: take over the seat of a bot"),
        "wait": _("wait: watch, and sit down when the next game is set up"),
        "back": _("back: take your card back"),
        "table": _("table: every card that lies open"),
        "where": _("where NUMBER: where that card would go on the table as it lies"),
        "coach": _("coach: what each card of your hand would cost"),
        "hand": _("hand: your cards, with their heads"),
        "hands": _("hands: everybody's cards, as far as they were picked in the open"),
        "seen": _("seen: the cards that have been played this round, and those that have not"),
        "tally": _("tally: what everybody has played at this table since it opened"),
        "scores": _("scores: the heads of this round, and the totals"),
        "who": _("who: who is here, and who decides now"),
        "log": _("log, or log NUMBER: the last 10 things that happened, or so many"),
        "invite": _("invite: how others get to this table"),
        "rules": _("rules, or rules WORD: the rules of the game, or what they say about that"),
        "pause": _("pause: stop the clock and the game"),
        "resume": _("resume: go on after a pause"),
        "say": _("say TEXT, or /TEXT: say something to everybody here"),
        "react": _("react NUMBER: show everybody a quick reaction, {reactions}").format(reactions=reactions()),
        "help": _("help: this list"),
        "quit": _("quit: leave the table"),
    }


def reactions() -> str:
    return listed([f"{number} {reaction(code)}" for number, code in enumerate(get_args(QuickReaction), 1)], most=9)


def already_laid(card: int | None) -> str:
    """A second card in the same turn."""
    if card:
        return _("You have laid the {card}; back takes it back.").format(card=card)
    return _("You have laid a card; back takes it back.")


def expected_word(words: Sequence[str], typed: str) -> str:
    return _("Expected {words}, got {typed}.").format(words=one_of(words), typed=quoted(typed))


def table_line(number: int, title: str, seats: str, state: str, mark: str = "") -> str:
    """One table of the list, with what is remarkable about it."""
    sentence = _("{number}: “{title}”, {seats}, {state}")
    line = sentence.format(number=number, title=title, seats=seats, state=state)
    return f"{line}, {mark}" if mark else line


def table_seats(taken: int, seats: int, bots: int, variant: str) -> str:
    """How full a table is, how many bots would leave their seats to somebody, and what it plays."""
    if bots:
        sentence = ngettext(
            "{taken} of {seats} seated, {n} of them a bot, {variant}",
            "{taken} of {seats} seated, {n} of them bots, {variant}",
            bots,
        )
        return sentence.format(taken=taken, seats=seats, n=bots, variant=variant)
    sentence = ngettext("{taken} of {seats} seated, {variant}", "{taken} of {seats} seated, {variant}", taken)
    return sentence.format(taken=taken, seats=seats, variant=variant)

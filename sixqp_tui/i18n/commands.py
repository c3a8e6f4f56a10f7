"""What can be typed at a table told line by line, and why something that was typed cannot be taken."""

from collections.abc import Sequence
from typing import get_args

from sixqp_protocol.messages import QuickReaction
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import heads, listed, one_of, ordinal, quoted, reaction


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


def expected_reaction(typed: str) -> str:
    # Translators: {reactions} are numbers with words: “1 Well played!, 2 Ouch! and 3 Thanks!”
    return _("Expected the number of a reaction, {reactions}; got {typed}.").format(
        reactions=reactions(), typed=quoted(typed)
    )


def help_number(wanted: str) -> str:
    """What a number does now."""
    return {
        "card": _("A number: lay that card of your hand"),
        "row": _("A number from 1 to 4: take that row"),
        "pick": _("A number: take that card of the deck"),
    }[wanted]


def unknown_command(typed: str) -> str:
    return _("Expected a command, got “{typed}”; help lists the commands.").format(typed=typed)


def expected_card(typed: str) -> str:
    return _("Expected a card of your hand, got {typed}.").format(typed=quoted(typed))


def expected_any_card(highest: int, typed: str) -> str:
    return _("Expected a card from 1 to {highest}, got {typed}.").format(highest=highest, typed=quoted(typed))


def expected_row(typed: str) -> str:
    return _("Expected a row from 1 to 4, got “{typed}”.").format(typed=typed)


def expected_pick(typed: str) -> str:
    return _("Expected a card that is left in the deck, got “{typed}”; table tells which are.").format(typed=typed)


def no_number_now(typed: str, waiting: Sequence[str]) -> str:
    """A number, and nothing was asked."""
    if waiting:
        sentence = _("Nothing is asked of you now: waiting for {names}; got “{typed}”.")
        return sentence.format(names=listed(waiting, 10), typed=typed)
    return _("Nothing is asked of you now; got “{typed}”.").format(typed=typed)


def already_laid(card: int | None) -> str:
    """A second card in the same turn."""
    if card:
        return _("You have laid the {card}; back takes it back.").format(card=card)
    return _("You have laid a card; back takes it back.")


def last_card_laid(card: int) -> str:
    """The only card left in the hand was laid without being asked for."""
    return _("Your last card is laid by itself: {card}.").format(card=card)


def expected_name(names: Sequence[str], typed: str) -> str:
    """Nobody of that name can be meant."""
    if not names:
        return _("There is nobody here whom that could mean.")
    return expected_word(names, typed)


def expected_word(words: Sequence[str], typed: str) -> str:
    return _("Expected {words}, got {typed}.").format(words=one_of(words), typed=quoted(typed))


def would_append(card: int, row: int, place: int) -> str:
    """Where a card would go on the table as it lies (rows from 0)."""
    sentence = _("{card} would go to row {row}, {place} of 5.")
    return sentence.format(card=card, row=row + 1, place=ordinal(place))


def would_take(card: int, row: int, cost: int) -> str:
    """A card would be the sixth of a row (rows from 0)."""
    sentence = _("{card} would be the 6th of row {row}: {heads}.")
    return sentence.format(card=card, row=row + 1, heads=heads(cost))


def would_be_too_low(card: int) -> str:
    """A card is lower than every row's end."""
    return _("{card} is too low: you would choose a row.").format(card=card)


def expected_count(typed: str) -> str:
    return _("Expected how many lines, such as log 20, got {typed}.").format(typed=quoted(typed))


def tables_found(count: int) -> str:
    """Above the numbered list of tables."""
    if count == 0:
        return _("No table was found on this network.")
    return ngettext("{n} table was found.", "{n} tables were found.", count).format(n=count)


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


def prompt_table(count: int) -> str:
    """Which table of the list."""
    if count == 0:
        return _("Type its address or title, again to look again, or quit: ")
    sentence = ngettext(
        "Which table (1, an address, again, or quit)? ",
        "Which table (1 to {n}, an address, again, or quit)? ",
        count,
    )
    return sentence.format(n=count)


def nothing_yet(what_is_tried: str) -> str:
    # Translators: {tried} is one or two whole sentences
    return _("No table so far. {tried}").format(tried=what_is_tried)


def looking_for_tables(seconds: float) -> str:
    """While the network is asked."""
    sentence = _("Looking for tables for {seconds} seconds.")
    return sentence.format(seconds=format(seconds, "g"))


def no_such_table(count: int, typed: str) -> str:
    """A number that is not on the list."""
    if count == 0:
        return _("Expected an address or a title, got “{typed}”.").format(typed=typed)
    sentence = ngettext(
        "Expected 1, got “{typed}”.",
        "Expected a number from 1 to {n}, got “{typed}”.",
        count,
    )
    return sentence.format(n=count, typed=typed)

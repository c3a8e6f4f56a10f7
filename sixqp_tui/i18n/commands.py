"""Commands of the text mode, and why a typed line is refused."""

from collections.abc import Sequence

from sixqp_protocol.messages import REACTIONS
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import listed, one_of, quoted, reaction


def command_purpose(word: str) -> str:
    return {
        # Translators: in each of these lines, what stands before the colon is typed and stays as it is
        "start": _("start: start the game"),
        "rematch": _("rematch: play another game with the same players"),
        "bot": _(
            "bot, or bot easy, medium, hard: seat a bot; during a game, bot NAME: let a bot play "
            "for someone who is away"
        ),
        "kick": _("kick NAME: remove a player or a bot"),
        "admit": _("admit: let players you removed come back, once a chair is open"),
        "variant": _("variant classic, tactic or draft (also called pro): choose the variant"),
        "limit": _("limit NUMBER or none: set how many heads end the game"),
        "limit-rule": _("limit-rule over or reach: end the game when a total goes over the limit, or reaches it"),
        "rounds": _("rounds NUMBER or none: set the largest number of rounds"),
        "seats": _("seats NUMBER: set the number of chairs"),
        "timer": _("timer SECONDS or none: set the time for each decision"),
        "round-pause": _("round-pause SECONDS or none: set the longest pause between rounds; 0: no pause"),
        "ready": _("ready: say that you are ready for the next round, or want another game"),
        "next": _("next: deal the next round now, without waiting"),
        "continue": _("continue: go on at this computer, or where somebody continues the table"),
        "alone": _("alone: play on though everybody else is gone"),
        "settings": _("settings: show the table's settings"),
        "name": _("name NAME: change your name"),
        "sit": _("sit NAME: take over the seat of a bot"),
        "wait": _("wait: watch, and take a seat for the next game"),
        "rest": _("rest: let the rest of your hand be picked for you"),
        "back": _("back: take your card back"),
        "table": _("table: show every face-up card"),
        "where": _("where NUMBER: show where that card would go now"),
        "coach": _("coach: show what each card in your hand would cost"),
        "hand": _("hand: show your cards, with their heads"),
        "hands": _("hands: show the cards that everybody has picked face up"),
        "seen": _("seen: show which cards have been seen this round, and which have not"),
        "tally": _("tally: show everybody's results at this table since it opened"),
        "scores": _("scores: show the heads of this round, and the totals"),
        "who": _("who: show who is here, and who has to decide now"),
        "log": _("log, or log NUMBER: show the last 10 events, or that many"),
        "invite": _("invite: show how others can join this table"),
        "rules": _("rules, or rules WORD: show the rules, or what they say about that word"),
        "page": _("page on or off: open or close the page for guests' phones"),
        "ssh": _("ssh on or off: open or close the way in for guests by ssh"),
        "phone": _("phone: play on your own phone, as the host"),
        "pause": _("pause: stop the clock and the game"),
        "resume": _("resume: continue after a pause"),
        "say": _("say TEXT, or /TEXT: say something to everybody here"),
        "react": _("react NUMBER: show everybody a reaction, {reactions}").format(reactions=reactions()),
        "help": _("help: show this list"),
        "quit": _("quit: leave the table"),
    }[word]


def reactions() -> str:
    return listed([f"{number} {reaction(code)}" for number, code in enumerate(REACTIONS, 1)], most=9)


def already_laid(card: int | None) -> str:
    if card:
        return _("You played {card}. Type back to take it back.").format(card=card)
    return _("You played a card. Type back to take it back.")


def expected_word(words: Sequence[str], typed: str) -> str:
    return _("Expected {words}, got {typed}.").format(words=one_of(words), typed=quoted(typed))


def table_line(number: int, title: str, seats: str, state: str, mark: str = "") -> str:
    sentence = _("{number}: “{title}”, {seats}, {state}")
    line = sentence.format(number=number, title=title, seats=seats, state=state)
    return f"{line}, {mark}" if mark else line


def table_seats(taken: int, seats: int, bots: int, variant: str) -> str:
    """Newcomers can take the seats of the `bots`."""
    if bots:
        sentence = ngettext(
            "{taken} of {seats} seated, {n} of them a bot, {variant}",
            "{taken} of {seats} seated, {n} of them bots, {variant}",
            bots,
        )
        return sentence.format(taken=taken, seats=seats, n=bots, variant=variant)
    sentence = ngettext("{taken} of {seats} seated, {variant}", "{taken} of {seats} seated, {variant}", taken)
    return sentence.format(taken=taken, seats=seats, variant=variant)

"""The prompts of the screens and the page: what the reader must do, or whom they wait for."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sixqp_protocol.messages import RoomNews
from sixqp_protocol.text import cells
from sixqp_tui.client.status import Connecting, Status
from sixqp_tui.engine.cards import HEADS
from sixqp_tui.engine.permissions import owns, seated
from sixqp_tui.engine.table import CardsWanted, DraftWanted, NextRoundWanted
from sixqp_tui.i18n import _, facts as facts_words, ngettext, table as table_words
from sixqp_tui.i18n.facts import LogEntry, turned_over
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.presentation import decision, presence
from sixqp_tui.presentation.view_model import ViewModel, seconds_left

# -- in a game --------------------------------------------------------------------------------------


def game_prompt(
    model: ViewModel, room: int, lifted: int | None = None, picked: int | None = None, sent: int | None = None
) -> str:
    """In at most `room` cells.

    `lifted` and `picked` are the selected card and row, `sent` a card on its way to the host. The reader's name,
    for a shared screen, is left out if it doesn't fit.
    """
    text = _game_prompt(model, room, lifted, picked, sent)
    fits = not model.who or cells(text) <= room
    return text if fits else _game_prompt(model._replace(who=""), room, lifted, picked, sent)


def _game_prompt(model: ViewModel, room: int, lifted: int | None, picked: int | None, sent: int | None) -> str:
    if model.recorded or model.paused or model.between_rounds:
        return score_prompt(model, room, model.may_say_ready)
    stood_in = facts_words.stood_in(model.shown.stood_in)
    match decision.situation(model.view):
        case decision.ChooseRow(card) if picked is None:
            return table_words.choose_a_row(card, model.who)
        case decision.ChooseRow(card, costs) if picked is not None:
            return table_words.take_this_row(card, picked, costs[picked], model.who)
        case decision.DraftCard():
            looked_at = lifted if lifted in model.table.deck else None
            return table_words.your_pick(looked_at, HEADS[looked_at] if looked_at else 0, model.who)
        case decision.ChooseCard():
            return _on_its_way(sent) if sent is not None else _choose_card(model, lifted, stood_in)
    return _others_decide(model, room, stood_in)


def _others_decide(model: ViewModel, room: int, stood_in: str) -> str:
    waiting = model.waiting_for(bots_last=True)
    match decision.situation(model.view):
        case decision.AnotherChoosesRow() if stood_in:
            return facts_words.after_stand_in(stood_in, _("{name} chooses a row").format(name=waiting[0]))
        case decision.AnotherChoosesRow(_name, card):
            return table_words.other_chooses_row(waiting[0], card)
        case decision.AnotherDrafts():
            return table_words.other_picks(waiting[0])
        case decision.CardLaid() if laid := model.laid_for_you:
            # Translators: {laid} is “Deep already played 28 for you”; at most 60 characters in all
            return _("{laid} · {key} takes it back").format(laid=laid, key="⌫")
        case decision.CardLaid() if stood_in:
            sentence = facts_words.after_stand_in(stood_in, table_words.waiting_for(waiting, 2) if waiting else "")
            return sentence if cells(sentence) <= room else stood_in
        case decision.CardLaid(card):
            return with_names(lambda most: _laid(card, waiting, most), len(waiting), room)
    return with_names(lambda most: table_words.waiting_for(waiting, most), len(waiting), room) if waiting else ""


def _choose_card(model: ViewModel, lifted: int | None, stood_in: str) -> str:
    if lifted is None:
        return _your_turn_after(stood_in) if stood_in else table_words.lift_a_card(model.who)
    if not model.hint:
        # Translators: {turn} is “Your turn”, or “Your turn, Alice”
        text = _("{turn}: press Enter to play {card}")
        return text.format(turn=table_words.your_turn(model.who), card=lifted)
    return _lands(decision.landing_hint(model.table.rows, lifted), model.who)


def score_prompt(model: ViewModel, room: int, may_say_ready: bool) -> str:
    """The prompt below the scores, in at most `room` cells."""
    if model.recorded:
        return recorded_prompt(model, room)
    if model.paused:
        return paused(model, room)
    table = model.table
    if model.over:
        return _("Enter: back to the result")
    if model.between_rounds:
        number, others = table.round + 1, model.not_ready()
        if may_say_ready:
            # Translators: the next round is dealt when everybody has pressed the key
            return _("Space: ready for round {number}").format(number=number)
        return with_names(lambda most: table_words.waiting_until_ready(number, others, most), len(others), room)
    names = model.awaited(bots_last=True)
    if model.round_just_over:
        return with_names(lambda most: _on_to_the_table(table.round, names, most), len(names), room)
    return with_names(lambda most: _back_to_table(names, most), len(names), room)


def recorded_prompt(model: ViewModel, room: int) -> str:
    table, waiting = model.table, model.awaited()
    match table.pending:
        case CardsWanted() if not table.chosen:
            return _("Turn {turn}: everybody chooses a card").format(turn=table.turn)
        case CardsWanted():
            return with_names(lambda most: table_words.waiting_for(waiting, most), len(waiting), room)
        case DraftWanted(seat):
            return table_words.other_picks(table.names[seat])
        case NextRoundWanted():
            # Translators: keys, and what they do
            return _("Space or →: on to round {number}").format(number=table.round + 1)
    if table.ended is not None:
        return _end_of_recording()
    return _("Turn {turn}: all cards are played").format(turn=table.turn) if table.choosing else ""


def recorded_caption(model: ViewModel) -> LogEntry | None:
    """The last event of a replay, during a turn or if it cost somebody heads."""
    table, last = model.table, model.shown.entries[-1] if model.shown.entries else None
    if not model.recorded or last is None or not table.rows or table.scores[table.round - 1 :]:
        return None
    if table.choosing:
        return last if last.tone == "cost" and not table.chosen else None
    if last.tone == "heading":
        return turned_over()
    return last


def paused(model: ViewModel, room: int) -> str:
    sentence, awaited = table_words.paused(model.pauser), model.awaited(bots_last=True)

    def with_next(most: int) -> str:
        # Translators: those who are to decide when a pause ends
        return _("{pause} · next: {names}").format(pause=sentence, names=listed(awaited, most))

    next_named = with_names(with_next, len(awaited), room) if awaited else sentence
    return next_named if cells(next_named) <= room else sentence


def unseen_prompt(model: ViewModel, must_decide: bool, now: float) -> str:
    """For a window too small for the game.

    `must_decide`: the reader has to, which the model doesn't say during an animation. `now` is on the clock of the
    model's deadline.
    """
    if model.paused or not model.playing:
        return ""
    left = None if model.deadline is None else seconds_left(model.deadline, now)
    if model.between_rounds:
        if left is None:
            return _("The next round starts when everybody is ready.")
        sentence = ngettext(
            "The next round starts in {n} second at the latest.",
            "The next round starts in {n} seconds at the latest.",
            left,
        )
        return sentence.format(n=left)
    return _unseen_turn(must_decide, left)


def with_names(say: Callable[[int], str], count: int, room: int) -> str:
    """The sentence with as many names as fit. `say` takes the number of names."""
    sentences = (say(most) for most in range(count, 2, -1))
    return next((sentence for sentence in sentences if cells(sentence) <= room), None) or say(2)


def _lands(hint: decision.LandingHint, who: str) -> str:
    if hint.row is None:
        return table_words.would_be_too_low(hint.card, who)
    if hint.heads is not None:
        return table_words.would_take(hint.card, hint.row, hint.heads, who)
    return table_words.would_append(hint.card, hint.row, hint.place, who)


# -- before a game ----------------------------------------------------------------------------------


class LobbyPrompt(NamedTuple):
    """`yours`: it asks the reader for something."""

    text: str
    yours: bool


def lobby_prompt(news: RoomNews | None, status: Status) -> LobbyPrompt:
    if news is None or isinstance(status, Connecting):
        return LobbyPrompt(_("Connecting to the table…"), False)
    if not owns(news):
        return LobbyPrompt(_prompt_guest(presence.host_name(news), presence.expected(news)), False)
    return LobbyPrompt(_owner_prompt(news), True)


def _owner_prompt(news: RoomNews) -> str:
    expected, people = presence.expected(news), seated(news.seats)
    if people >= 2 and (wishes := presence.wishes(news)):
        return _prompt_ready(wishes)
    if people < 2:
        if expected:
            return _("Waiting for {names}. Press b to seat a bot.").format(names=listed(expected))
        return _("Nobody else is here yet. Press b to seat a bot.")
    if expected:
        return _("Waiting for {names}. Press Enter to start anyway.").format(names=listed(expected))
    away = presence.away(news)
    return _prompt_away(away) if away else _prompt_start(people)


def _your_turn_after(stood_in: str) -> str:
    # Translators: {stood_in} is “A stand-in played 45 for you”; at most 57 characters in all
    return _("{stood_in} · your turn: choose a card").format(stood_in=stood_in)


def _unseen_turn(must_decide: bool, seconds: int | None) -> str:
    if not must_decide:
        return _("The game continues meanwhile.")
    if seconds is None:
        return _("It's your turn; the table is waiting for you.")
    sentence = ngettext(
        "It's your turn, and the clock is running: {n} second left.",
        "It's your turn, and the clock is running: {n} seconds left.",
        seconds,
    )
    return sentence.format(n=seconds)


def _on_its_way(card: int) -> str:
    # Translators: the card was played, and the table has not answered yet
    return _("Playing {card}…").format(card=card)


def _laid(card: int, waiting: Sequence[str], most: int = 3) -> str:
    if waiting:
        return _("You played {card} · waiting for {names}").format(card=card, names=listed(waiting, most))
    return _("You played {card}").format(card=card)


def _back_to_table(names: Sequence[str] = (), most: int = 3) -> str:
    if names:
        return _("Enter: back to the table · waiting for {names}").format(names=listed(names, most))
    return _("Enter: back to the table")


def _on_to_the_table(number: int, names: Sequence[str] = (), most: int = 3) -> str:
    if names:
        sentence = _("Enter: on to round {number} · waiting for {names}")
        return sentence.format(number=number, names=listed(names, most))
    return _("Enter: on to round {number}").format(number=number)


def _prompt_start(seated: int) -> str:
    sentence = ngettext("{n} is seated. Press Enter to start.", "{n} are seated. Press Enter to start.", seated)
    return sentence.format(n=seated)


def _prompt_ready(names: Sequence[str]) -> str:
    sentence = ngettext(
        "{names} wants to play. Press Enter to start.",
        "{names} want to play. Press Enter to start.",
        len(names),
    )
    return sentence.format(names=listed(names))


def _prompt_away(names: Sequence[str]) -> str:
    sentence = ngettext(
        "{names} is away. Press Enter to start anyway.",
        "{names} are away. Press Enter to start anyway.",
        len(names),
    )
    return sentence.format(names=listed(names))


def _prompt_guest(host: str | None, expected: Sequence[str]) -> str:
    # Translators: in the place of the host's name: “Waiting for the host to start.”
    who = host or _("the host")
    if expected:
        return _("Waiting for {names}. {who} starts the game.").format(names=listed(expected), who=who)
    return _("Waiting for {who} to start.").format(who=who)


# -- after a game -----------------------------------------------------------------------------------


def rematch_prompt(model: ViewModel, may_wish: bool, most: int = 10) -> str:
    """`most` players are named. `may_wish`: the reader is a guest and can ask for another game."""
    if model.recorded:
        return _end_of_recording()
    others = presence.wishes(model.news) if model.news else []
    if model.owner:
        if not others:
            return _("r: another game with the same players")
        return f"{wants_rematch(others, most)} · {_start_it()}"
    if model.you is not None and model.is_ready(model.you):
        starter = _("{name} starts it").format(name=model.host) if model.host else _("the host starts it")
        return f"{_you_want_rematch(others)} · {starter}"
    if not may_wish:
        if model.host:
            return _("{name} can start another game").format(name=model.host)
        return _("The host can start another game")
    if others:
        return f"{wants_rematch(others, most)} · {_wish_too()}"
    # Translators: r is the key to press
    if model.host:
        return _("Press r to ask {name} for another game").format(name=model.host)
    return _("Press r to ask for another game")


def _you_want_rematch(others: Sequence[str]) -> str:
    if not others:
        return _("You want another game")
    if len(others) == 1:
        return _("You and {name} want another game").format(name=others[0])
    sentence = ngettext("You and {n} other want another game", "You and {n} others want another game", len(others))
    return sentence.format(n=len(others))


def _start_it() -> str:
    # Translators: r is the key to press; it starts another game
    return _("press r to start")


def _wish_too() -> str:
    # Translators: r is the key to press
    return _("press r if you do too")


def wants_rematch(names: Sequence[str], most: int = 10) -> str:
    sentence = ngettext("{names} wants another game", "{names} want another game", len(names))
    return sentence.format(names=listed(names, most))


def _end_of_recording() -> str:
    # Translators: Home is the key
    return _("End of the game · Home: back to the start")

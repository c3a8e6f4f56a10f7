"""The events of a session as lines, and the prompt. No clock and no I/O."""

from collections.abc import Iterator, Sequence

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact
from sixqp_protocol.messages import RoomNews
from sixqp_tui.client.events import (
    Denied,
    Event,
    Facts,
    Moved,
    News,
    StatusChanged,
    Talk,
    Tallied,
    Welcomed,
)
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Connected, Reconnecting, Status
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.permissions import seated
from sixqp_tui.engine.table import CardsWanted, RowWanted
from sixqp_tui.i18n import _, console as console_words, lobby as lobby_words, ngettext, table as table_words
from sixqp_tui.i18n.console import waiting
from sixqp_tui.i18n.phrases import heads, listed, words_of
from sixqp_tui.plain import table_text
from sixqp_tui.presentation import continuing, decision, table_sentences
from sixqp_tui.presentation.feed import Feed, Step
from sixqp_tui.presentation.presence import changes, describe_change, is_played, own_seat
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.presentation.ways_in import is_reachable

Lines = Sequence[str]


class Narrator:
    """Turns the events of a session into lines.

    History is summed up, except for what happened during a lost connection. `join_line` leads others to a table
    opened here. `recorded`: a replay, where nothing is asked.
    """

    def __init__(self, session: StateSource, join_line: str | None = None, *, recorded: bool = False) -> None:
        self.feed = Feed(session, recorded=recorded)
        self._session, self._join_line = session, join_line
        self._title = session.state.title
        self._first, self._talk = session.state.news, session.state.talk

    @property
    def model(self) -> ViewModel:
        return self.feed.model

    def greet(self, now: float) -> Lines:
        lines = (*(self.tell(News(self._first), now) if self._first else ()), *map(_tell_talk, self._talk))
        behind = self.feed.behind or not self.model.shown.entries
        return lines if behind else (*lines, *describe_position(self.model))

    def tell(self, event: Event, now: float) -> Lines:
        """The lines for an event; `now` is in seconds of a steady clock."""
        before, behind, status = self.model, self.feed.behind, self.feed.status
        model = self.feed.hear(event, now)
        match event:
            case Facts(game=game):
                return self._tell_facts(before, behind and game == before.game)
            case Welcomed(welcome):
                self._title = welcome.title
            case News(news):
                return self._introduce(news) if before.news is None else tuple(_changes(before.news, news, model))
            case Tallied():
                return table_sentences.evening(model) if model.over else ()
            case Talk():
                return (_tell_talk(event),)
            case Denied(refused):
                return (table_sentences.refusal(refused.code, model),)
            case Moved():
                return (continuing.moved(event),)
            case StatusChanged(after):
                return _tell_status(status, after, model)
        return ()

    def _tell_facts(self, before: ViewModel, behind: bool) -> Lines:
        lines = [line for step in self.feed.steps for line in _tell_step(step)]
        if behind:
            return () if self.feed.behind else describe_position(self.model)
        same = self.model.moment == before.moment and not self.model.between_rounds
        return lines if same else (*lines, *lead_up(self.model))

    def _introduce(self, news: RoomNews) -> Lines:
        own = own_seat(news)
        return (
            _("You are at the table “{title}” as {name}.").format(title=self._title, name=own.name)
            if own
            else _("You are watching the table “{title}”.").format(title=self._title),
            *([console_words.others_join(line)] if is_reachable(line := self._join_line or "") else []),
            *([lobby_words.room_code(news.code)] if news.code else []),
            table_sentences.people(news.seats, news.you),
            table_sentences.settings(news),
            *table_sentences.evening(self.model),
            _("Type help for the list of commands."),
        )


def _tell_talk(event: Talk) -> str:
    text = words_of(event.said)
    if event.own:
        return _("You say: {text}").format(text=text)
    return _("{name} says: {text}").format(name=event.said.name, text=text)


def _tell_status(before: Status, after: Status, model: ViewModel) -> Lines:
    match before, after:
        case _, Reconnecting(_, 1):
            return (table_words.connection_lost(model.you is not None),)
        case Reconnecting(), Connected():
            return (_("The connection is back."),)
    return ()


# -- facts ------------------------------------------------------------------------------------------


def _tell_step(step: Step) -> Iterator[str]:
    fact, before, model = step
    entries = model.shown.entries
    if _is_worth_hearing(fact, model):
        yield from (one.sentence for one in entries[len(before.shown.entries) :])
    match fact:
        case facts.ChoiceTakenBack(seat) if seat == model.view.seat and before.view.laid:
            yield _("{card} is back in your hand.").format(card=before.view.laid)
        case facts.RoundEnded():
            yield model.round_story
            if model.table.round > 1:
                yield table_text.totals(model)
        case facts.GameEnded(reason) if reason != "abandoned":
            yield from table_text.final_ranks(model)
            yield from table_sentences.medal_sentences(model.medals())
            if not (model.owner or model.recorded):
                yield _rematch_of_guest(may_wish=model.you is not None)


def _is_worth_hearing(fact: Fact, model: ViewModel) -> bool:
    """Rows are printed before each turn, and each card when placed; the reveal only if a row must be chosen."""
    if isinstance(fact, facts.CardsRevealed):
        return isinstance(model.table.pending, RowWanted)
    return not isinstance(fact, facts.RowsStarted)


def lead_up(model: ViewModel) -> Lines:
    table = model.table
    if isinstance(table.pending, CardsWanted):
        held = (table_text.hand(model),) if table.turn == 1 and model.view.hand else ()
        return (*held, _("Turn {number} of 10.").format(number=table.turn), *table_text.row_ends(model))
    match decision.situation(model.view):
        case decision.ChooseRow(card, costs):
            return (
                _("Your {card} is too low. What each row costs: {costs}.").format(
                    card=card,
                    costs=", ".join(
                        _("row {row}: {heads}").format(row=row, heads=heads(cost))
                        for row, cost in enumerate(costs, 1)
                    ),
                ),
            )
        case decision.DraftCard():
            return (table_text.deck(model),)
    return ()


def tell_quiet_moment(model: ViewModel) -> Lines:
    if model.between_rounds:
        return (console_words.round_waits(model.table.round + 1, names),) if (names := model.not_ready()) else ()
    match decision.situation(model.view):
        case decision.CardLaid() if laid := model.laid_for_you:
            return (f"{laid}. {_take_back()}",)
        case decision.CardLaid(card) if model.laid_returns:
            first = model.table.round == model.table.turn == 1
            return (_laid(card, model.waiting_for(), first),)
        case decision.AnotherChoosesRow(_name, card):
            return (table_words.other_chooses_row(model.waiting_for()[0], card),)
    return ()


def describe_position(model: ViewModel) -> Lines:
    table = model.table
    if model.over:
        return (lobby_words.last_game(table),)
    if table.drafting:
        return (
            _("A game is in progress: round {number}, everybody is picking cards.").format(number=table.round),
            table_text.deck(model),
        )
    if not table.rows or not 1 <= table.turn <= HAND:
        return ()
    held = (table_text.hand(model),) if model.view.hand and table.turn > 1 else ()
    return (_("A game is in progress: round {number}.").format(number=table.round), *held, *lead_up(model))


# -- the room ---------------------------------------------------------------------------------------


def _changes(before: RoomNews, after: RoomNews, model: ViewModel) -> Iterator[str]:
    if before.code and after.code and after.code != before.code:
        yield lobby_words.new_code(after.code)
    yield from map(describe_change, changes(before, after))
    if before.settings != after.settings:
        yield table_sentences.settings(after)
    if before.watchers != after.watchers or before.watcher_names != after.watcher_names:
        yield table_sentences.watching(after)
    if before.paused != after.paused and after.phase == "playing":
        yield f"{table_words.paused(model.pauser)}." if after.paused else _("The game continues.")
    if before.saved != after.saved:
        yield table_words.saving(after.saved)
    for seat in after.ready if before.phase == after.phase and len(before.seats) == len(after.seats) else ():
        if seat not in before.ready and seat != after.you and not is_played(after.seats[seat]):
            sentence = _("{name} is ready.") if model.between_rounds else _("{name} wants to play a game.")
            yield sentence.format(name=after.seats[seat].name)


# -- the prompt -------------------------------------------------------------------------------------


def prompt(model: ViewModel) -> str:
    """Empty while nothing is asked."""
    if not model.online or model.news is None:
        return ""
    if model.may_say_ready:
        # Translators: ready is a word to type, and stays as it is
        return _("Type ready for round {number}: ").format(number=model.table.round + 1)
    if model.playing:
        return _ask_decision(model) if model.prompted else ""
    return _ask_owner(model, seated(model.chairs)) if model.owner else ""


def _ask_decision(model: ViewModel) -> str:
    match decision.situation(model.view):
        case decision.ChooseCard(hand):
            return _("Your card ({cards}): ").format(cards=" ".join(map(str, hand)))
        case decision.ChooseRow(_, costs) as choice:
            rows = listed([str(row + 1) for row in choice.cheapest])
            # Translators: {rows} is a list of row numbers, such as “1 and 3”; {heads} what each of them costs
            sentence = ngettext(
                "Which row do you take (1 to 4; {rows} costs least: {heads})? ",
                "Which row do you take (1 to 4; {rows} cost least: {heads})? ",
                len(choice.cheapest),
            )
            return sentence.format(rows=rows, heads=heads(min(costs)))
        case decision.DraftCard(number):
            return _("Your pick ({number} of 10): ").format(number=number)
    return ""


def _ask_owner(model: ViewModel, people: int) -> str:
    if model.over:
        return _("Another game, or quit (rematch, quit)? ")
    if people > 1:
        return ngettext(
            "{n} seated (start: begin, help: more): ",
            "{n} seated (start: begin, help: more): ",
            people,
        ).format(n=people)
    return _("Nobody else is here yet (bot: seat a bot, help: more): ")


def _laid(card: int, names: Sequence[str], first: bool) -> str:
    """The `first` time it explains how to take the card back."""
    sentences = [_("You played {card}.").format(card=card), waiting(names)]
    return " ".join([*sentences, _take_back()] if first else sentences)


def _take_back() -> str:
    # Translators: back is a word to type, and stays as it is
    return _("Type back to take it back.")


def _rematch_of_guest(may_wish: bool) -> str:
    if may_wish:
        # Translators: ready and quit are words to type, and stay as they are
        return _("The host can start another game. Type ready if you want one, or quit to leave.")
    return _("The host can start another game. Type quit to leave.")

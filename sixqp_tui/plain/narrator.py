"""The events of a session as lines. No clock and no I/O."""

from collections.abc import Iterator, Sequence

from sixqp_protocol import facts
from sixqp_protocol.messages import RoomNews, Said, Tally
from sixqp_tui.client.events import Denied, Event, Facts, Moved, StatusChanged
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Connected, Reconnecting, Status
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.table import CardsWanted, RowWanted
from sixqp_tui.i18n import _, lobby as lobby_words, table as table_words
from sixqp_tui.i18n.phrases import labelled, spoken, words_of, you
from sixqp_tui.plain import table_text
from sixqp_tui.presentation import continuing, prompts, table_sentences
from sixqp_tui.presentation.feed import Feed, Step
from sixqp_tui.presentation.presence import changes, is_played, own_seat
from sixqp_tui.presentation.view_model import ViewModel

Lines = Sequence[str]


class Narrator:
    """Turns the events of a session into lines.

    History is summed up, except for what happened during a lost connection. `join_line` leads others to the table.
    `recorded`: a replay.
    """

    def __init__(self, session: StateSource, join_line: str = "", *, recorded: bool = False) -> None:
        self.feed = Feed(session, recorded=recorded)
        self._session, self._join_line = session, join_line
        self._first, self._talk = session.state.news, session.state.talk

    @property
    def model(self) -> ViewModel:
        return self.feed.model

    def greet(self, now: float) -> Lines:
        lines = (*(self.tell(self._first, now) if self._first else ()), *map(self._tell_said, self._talk))
        behind = self.feed.behind or not self.model.shown.entries
        return lines if behind else (*lines, *describe_position(self.model))

    def tell(self, event: Event, now: float) -> Lines:
        """The lines for an event; `now` is in seconds of a steady clock."""
        before, behind, status = self.model, self.feed.behind, self.feed.status
        model = self.feed.hear(event, now)
        match event:
            case Facts(game=game):
                return self._tell_facts(before, behind and game == before.game)
            case RoomNews() as news:
                return self._introduce(news) if before.news is None else tuple(_changes(before.news, news, model))
            case Tally():
                return table_sentences.evening(model) if model.over else ()
            case Said() as said:
                return (self._tell_said(said),)
            case Denied(refused):
                return (f"{table_words.refused(refused.code)}.",)
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
        return lines if same else (*lines, *_lead_up(self.model))

    def _introduce(self, news: RoomNews) -> Lines:
        own, title = own_seat(news), self._session.state.title
        return (
            _("You are at the table “{title}” as {name}.").format(title=title, name=own.name)
            if own
            else _("You are watching the table “{title}”.").format(title=title),
            *table_text.room(self.model, self._join_line),
            _("Type help for the words that you can type."),
        )

    def _tell_said(self, said: Said) -> str:
        own = said.seat is not None and said.seat == self.model.you
        return labelled(you().capitalize(), words_of(said)) if own else spoken(said)


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
    if _is_worth_hearing(fact, model):
        yield from (one.sentence for one in model.shown.entries[len(before.shown.entries) :])
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


def _is_worth_hearing(fact: facts.Fact, model: ViewModel) -> bool:
    """Rows are printed before each turn, and each card when placed; the reveal only if a row must be chosen."""
    if isinstance(fact, facts.CardsRevealed):
        return isinstance(model.table.pending, RowWanted)
    return not isinstance(fact, facts.RowsStarted)


def _lead_up(model: ViewModel) -> Lines:
    """What somebody needs to know for the decision that is due now."""
    table = model.table
    if isinstance(table.pending, CardsWanted):
        shows_hand = table.turn == 1 and model.view.hand and not model.view.hands_open
        held = (table_text.hand(model),) if shows_hand else ()
        return (*held, _("Turn {number} of 10.").format(number=table.turn), *table_text.row_ends(model))
    return table_text.row_ends(model) if model.wanted == "row" else ()


def describe_position(model: ViewModel) -> Lines:
    table = model.table
    if model.over:
        return (lobby_words.last_game(table),)
    if not (table.drafting or (table.rows and 1 <= table.turn <= HAND)):
        return ()
    if table.round == 1 and table.turn <= 1 and not table.chosen:
        told = model.shown.entries if table.drafting else model.shown.entries[:1]
        return (*(entry.sentence for entry in told), *_lead_up(model))
    held = (table_text.hand(model),) if model.view.hand and table.turn > 1 else ()
    return (_("A game is in progress: round {number}.").format(number=table.round), *held, *_lead_up(model))


# -- the room ---------------------------------------------------------------------------------------


def _changes(before: RoomNews, after: RoomNews, model: ViewModel) -> Iterator[str]:
    if after.code_pauses > before.code_pauses:
        yield lobby_words.wrong_codes()
    yield from (change.sentence for change in changes(before, after))
    if before.settings != after.settings:
        yield table_sentences.settings(after)
    if before.watchers != after.watchers:
        yield table_sentences.watching(after)
    if before.paused != after.paused and after.phase == "playing":
        yield f"{prompts.pause_text(model)}." if after.paused else _("The game continues.")
    if before.saved != after.saved:
        yield table_words.saving(after.saved)
    for seat in after.ready if before.phase == after.phase and len(before.seats) == len(after.seats) else ():
        name = after.seats[seat].name
        if seat in before.ready or is_played(after.seats[seat]):
            continue
        if seat != after.you:
            yield _("{name} is ready.").format(name=name) if model.between_rounds else prompts.want_to_play([name])
        elif not model.between_rounds:
            yield prompts.ask(model).text

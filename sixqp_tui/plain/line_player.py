"""Playing line by line: events and typed lines go in, lines and requests come out. No clock, no I/O."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from sixqp_protocol.messages import AnyRequest, ChooseCard, CloseTable, Decision, Leave, Ready
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Closed
from sixqp_tui.i18n import _
from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.plain import commands, table_text
from sixqp_tui.plain.answer import Answer, Context, Question, shorten, tell
from sixqp_tui.plain.commands import is_number
from sixqp_tui.plain.narrator import Narrator, prompt, tell_quiet_moment
from sixqp_tui.presentation.chairs import ChairWait, bot_seats, knows_the_game
from sixqp_tui.presentation.presence import expected, others_here
from sixqp_tui.presentation.view_model import LAST_CARD_PAUSE, Moment, ViewModel

LAID = -1.0
"""In the place of a time: the last card of the round has been laid by itself."""
REMINDER = 15.0
"""So many seconds before a decision is made for the reader, the clock is told."""


class End(Enum):
    """What stands for the end of the typed lines."""

    TYPING = "typing"


class Outcome(NamedTuple):
    """How a table was left: the exit code, a sentence to print, and whether it is a complaint."""

    code: int
    sentence: str = ""
    complaint: bool = False


class Reminder(NamedTuple):
    """Something to be told of the clock, once for each decision, and for each pause between rounds."""

    moment: Moment
    round: int
    kind: str


QuietMoment = tuple[Moment, int | None, int, bool]


def _quiet_moment(model: ViewModel) -> QuietMoment:
    return model.moment, model.view.laid, model.table.round, model.may_say_ready


class LinePlayer:
    """Somebody who plays, hosts or watches by lines of text.

    `piped`: lines come from a pipe. Then a number waits until it is asked for, and the end of the lines until
    something is asked, or no game is going on; from a keyboard both count at once. `lays_last`: from a keyboard the
    last card of a round is laid by itself after a moment; a pipe has a number for every card.
    """

    def __init__(
        self, session: StateSource, context: Context, piped: bool = False, lays_last: bool = False
    ) -> None:
        self._session = session
        self._context = context
        self._narrator = Narrator(session, context.join_line)
        self._piped = piped
        self._question: Question | None = None
        self._unheard = False
        self._leaving: Outcome | None = None
        self._reminded: set[Reminder] = set()
        self._last_quiet: QuietMoment | None = None
        self._ready_for: tuple[int, int] | None = None
        self._lays_last = lays_last and not piped
        self._last_card: tuple[Moment, float] | None = None
        self._late, self._chair, self._unnamed = context.late, ChairWait(), context.unnamed

    @property
    def model(self) -> ViewModel:
        return self._narrator.model

    @property
    def prompt(self) -> str:
        """The one prompt that is due; "" while nothing is asked, or an answer is on its way."""
        if self._leaving or self._unheard:
            return ""
        if self._question:
            return self._question.prompt
        return "" if self._about_to_lay is not None else prompt(self.model)

    @property
    def outcome(self) -> Outcome | None:
        """How the table was left; None while the player is at it."""
        status = self._narrator.feed.status
        if not isinstance(status, Closed):
            return None
        code = 0 if status.reason is Farewell.CLOSED else 1
        return self._leaving or Outcome(code, errors_words.why_closed(status.reason), True)

    @property
    def leaving(self) -> Outcome | None:
        return self._leaving

    def greet(self, now: float) -> Sequence[str]:
        """What is told first."""
        return (*self._narrator.greet(now), *self._tell_latecomer(), *self._tell_expected())

    def hear(self, event: Event, now: float) -> Sequence[str]:
        """What is told of an event; `now` in seconds of any clock."""
        lines = self._narrator.tell(event, now)
        self._unheard = self._unheard and self.model.online
        return () if self._leaving else (*lines, *self._tell_latecomer(), *self._tell_expected())

    def _tell_latecomer(self) -> Sequence[str]:
        """What is possible for who found no chair, once."""
        if not self._late or not knows_the_game(self._session):
            return ()
        self._late, model = False, self.model
        bots = [bot.text for bot in bot_seats(model.news, model.view)]
        return _latecomer_told(bots, model.playing) if model.you is None else ()

    def _tell_expected(self) -> Sequence[str]:
        """Whom the table expects, once, to somebody whose name nobody had set: they may be one of them."""
        news = self.model.news
        if not self._unnamed or news is None:
            return ()
        self._unnamed, names = False, expected(news)
        offered = bool(names) and news.you is not None and not self.model.playing
        return (
            (
                _("This table expects {names}. If that's you, type name and that name.").format(
                    names=listed(names, 10)
                ),
            )
            if offered
            else ()
        )

    def claim_chair(self) -> AnyRequest | None:
        """What is to be asked of the table now for who waits for a chair."""
        standing = self.model.standing
        return (
            None
            if self._chair.has_ended(standing)
            else self._chair.request(standing, self._session.state.unanswered)
        )

    @property
    def reminds_at(self) -> float | None:
        """When the reader must hear how little time is left, by the clock of `hear`; None where they need not."""
        return min(self._reminders.values(), default=None)

    @property
    def _reminders(self) -> dict[Reminder, float]:
        """What is still to be told of the clock, and when: that the time bank runs, that little is left at all."""
        model = self.model
        if model.deadline is None or not (model.asked or model.may_say_ready):
            return {}
        at = {"last": model.deadline + model.bank - REMINDER}
        if model.bank:
            at["bank"] = model.deadline
        due = {Reminder(model.moment, model.table.round, kind): when for kind, when in at.items()}
        return {reminder: when for reminder, when in due.items() if reminder not in self._reminded}

    def say_ready(self) -> AnyRequest | None:
        """For whoever plays through a pipe, which cannot see a pause: ready for the next round, once."""
        pause = (self.model.game, self.model.table.round)
        if not self._piped or self._leaving or not self.model.may_say_ready or self._ready_for == pause:
            return None
        self._ready_for = pause
        return Ready()

    @property
    def _about_to_lay(self) -> int | None:
        """The last card of the round while it is about to be laid by itself; one that was taken back never is."""
        model = self.model
        if not self._lays_last or (self._last_card and self._last_card == (model.moment, LAID)):
            return None
        return model.only_card

    @property
    def lays_at(self) -> float | None:
        """When the last card of a round is to be laid by itself, by the clock of `hear`; None where none is."""
        if self._about_to_lay is None or self._last_card is None or self._leaving:
            return None
        moment, at = self._last_card
        return at if moment == self.model.moment else None

    def lay_last(self, now: float) -> Answer:
        """What follows when the clock has come to `lays_at`; before that nothing."""
        card, at = self._about_to_lay, self.lays_at
        if card is None or at is None or now < at:
            return Answer()
        self._last_card = (self.model.moment, LAID)
        return self._follow(
            Answer((_("Your last card is played for you: {card}.").format(card=card),), ChooseCard(card=card))
        )

    def tell_when_quiet(self, now: float) -> Sequence[str]:
        """What is told when nothing has come for a moment, and when the clock has come to `reminds_at`.

        A request counts as heard when the host has answered it and all that came with the answer was told.
        """
        model = self.model
        self._unheard = self._unheard and bool(self._session.state.unanswered)
        if self._about_to_lay is not None and (self._last_card is None or self._last_card[0] != model.moment):
            self._last_card = (model.moment, now + LAST_CARD_PAUSE)
        lines: list[str] = []
        if (here := _quiet_moment(model)) != self._last_quiet and not self._leaving:
            self._last_quiet, lines = here, list(tell_quiet_moment(model))
            lines += table_text.pause_left(model, now)
        for reminder, at in self._reminders.items():
            if at <= now:
                self._reminded = {old for old in self._reminded if old.moment == model.moment} | {reminder}
                lines += (
                    table_text.bank_runs(model) if reminder.kind == "bank" else table_text.last_call(model, now)
                )
        return tuple(lines)

    def accepts(self, typed: str | End) -> bool:
        """Whether this line is due now; if not, it is offered again after the next event."""
        if self._leaving:
            return False
        if self._unheard:
            return typed is End.TYPING and not self._piped
        if not self._piped or self._question:
            return True
        return self._may_leave if typed is End.TYPING else not is_number(typed.strip()) or self._accepts_numbers

    @property
    def _accepts_numbers(self) -> bool:
        model = self.model
        return model.asked is not None or model.over or model.you is None

    @property
    def _may_leave(self) -> bool:
        """Whether nothing more comes that a pipe's reader would want to read."""
        model = self.model
        return model.asked is not None or model.over or (model.you is not None and not model.playing)

    def take(self, typed: str | End, now: float) -> Answer:
        """What follows from a line that is accepted: lines to print, and a request to send."""
        context = self._context._replace(now=now)
        if typed is End.TYPING:
            return self._follow(self._leave_alone(context))
        line = typed.strip()
        if not line:
            return Answer()
        if self._question:
            return self._take_answer(self._question, line)
        return self._follow(commands.answer(self.model, line, context))

    def _take_answer(self, question: Question, line: str) -> Answer:
        chosen = question.answers.get(line.casefold())
        if chosen is None:
            return tell(commands_words.expected_word(list(question.answers), shorten(line)))
        self._question = None
        return self._follow(chosen)

    def _leave_alone(self, context: Context) -> Answer:
        """Leaving without a question: a table at which other people are is kept open (8.2)."""
        answer = commands.leave(self.model, "", context)
        answers = answer.question.answers if answer.question else {}
        others = self.model.news is not None and others_here(self.model.news) > 0
        return answers.get("yes") or answers.get("keep" if others else "close") or answer

    def _follow(self, answer: Answer) -> Answer:
        self._question = answer.question
        self._chair.waiting = self._chair.waiting or answer.waits
        if isinstance(answer.request, Decision):
            self._narrator.feed.await_decision()
        if isinstance(answer.request, Leave | CloseTable):
            self._leaving = Outcome(0)
        self._unheard = answer.request is not None and self.model.online
        return answer


def _latecomer_told(bots: Sequence[str], playing: bool) -> tuple[str, ...]:
    """Lines of text for somebody for whom there is no chair; `bots` with their heads."""
    begun = _("The game has begun: you're watching.") if playing else _("Every chair is taken: you're watching.")
    seats = _("Type sit NAME to take over from a bot: {bots}.").format(bots=listed(bots, 10)) if bots else ""
    wait = _("Type wait to get a seat before the next game.")
    return tuple(filter(None, (begun, seats, wait)))

"""Playing by lines: events and typed lines in, lines and requests out. No clock and no I/O."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from sixqp_protocol.messages import AnyRequest, CloseTable, Decision, Leave, Ready
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Closed
from sixqp_tui.i18n import _, commands as commands_words, errors as errors_words, lobby as lobby_words
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.i18n.typed_words import ANSWERS, english, local
from sixqp_tui.plain import commands, table_text
from sixqp_tui.plain.answer import Answer, Context, Question, shorten, tell
from sixqp_tui.plain.commands import is_number
from sixqp_tui.plain.narrator import Narrator, prompt, tell_quiet_moment
from sixqp_tui.presentation.chairs import ChairWait, bot_seats, knows_the_game
from sixqp_tui.presentation.draft_rest import DraftRest
from sixqp_tui.presentation.presence import expected, others_here
from sixqp_tui.presentation.view_model import Moment, ViewModel

REMINDER = 15.0
"""Seconds before the end of the reader's time."""


class End(Enum):
    TYPING = "typing"


class Outcome(NamedTuple):
    code: int
    sentence: str = ""
    complaint: bool = False


QuietMoment = tuple[Moment, int | None, int, bool]


def _quiet_moment(model: ViewModel) -> QuietMoment:
    return model.moment, model.view.laid, model.table.round, model.may_say_ready


class LinePlayer:
    """Somebody who plays, hosts or watches by lines of text.

    `piped`: lines come from a pipe, so a number waits for its prompt, and the end of input for a question or the
    end of the game.
    """

    def __init__(self, session: StateSource, context: Context, piped: bool = False) -> None:
        self._session = session
        self._context = context
        self._narrator = Narrator(session, context.join_line)
        self._piped = piped
        self._question: Question | None = None
        self._awaits_answer = False
        self.leaving: Outcome | None = None
        self._reminded_of: tuple[Moment, int] | None = None
        self._last_quiet: QuietMoment | None = None
        self._ready_for: tuple[int, int] | None = None
        self._late, self._chair, self._unnamed = context.late, ChairWait(), context.unnamed
        self._rest = DraftRest()
        self._evening = ""

    @property
    def model(self) -> ViewModel:
        return self._narrator.model

    @property
    def prompt(self) -> str:
        if self.leaving or self._awaits_answer:
            return ""
        if self._question:
            return self._question.prompt
        return "" if self._rest.is_on(self.model) else prompt(self.model)

    @property
    def outcome(self) -> Outcome | None:
        """None while the player is at the table."""
        status = self._narrator.feed.status
        if not isinstance(status, Closed):
            return None
        if status.reason is Farewell.ELSEWHERE and self._context.offers_host_seat():
            return Outcome(0, lobby_words.moved_to_phone())
        if status.reason is Farewell.CLOSED and self._context.evening and not self.leaving:
            return None
        code = 0 if status.reason is Farewell.CLOSED else 1
        return self.leaving or Outcome(code, errors_words.why_closed(status.reason), True)

    def greet(self, now: float) -> Sequence[str]:
        return (*self._narrator.greet(now), *self._tell_latecomer(), *self._tell_expected())

    def hear(self, event: Event, now: float) -> Sequence[str]:
        """The lines for an event; `now` is in seconds of a steady clock."""
        lines = self._narrator.tell(event, now)
        self._awaits_answer = self._awaits_answer and self.model.online
        told = (*self._tell_latecomer(), *self._tell_expected(), *self.tell_evening())
        return () if self.leaving else (*lines, *told)

    def tell_evening(self) -> Sequence[str]:
        """What is new about a table that doesn't answer, stands still or goes on elsewhere."""
        evening = self._context.evening
        before, self._evening = (
            self._evening,
            (evening.describe(True) or evening.describe_others(True)) if evening else "",
        )
        return (self._evening,) if self._evening not in ("", before) else ()

    def _tell_latecomer(self) -> Sequence[str]:
        if not self._late or not knows_the_game(self._session):
            return ()
        self._late, model = False, self.model
        bots = [bot.text for bot in bot_seats(model.news, model.view)]
        return _latecomer_lines(bots, model.playing) if model.you is None else ()

    def _tell_expected(self) -> Sequence[str]:
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
        standing = self.model.standing
        unanswered = self._session.state.unanswered
        return None if self._chair.has_ended(standing) else self._chair.request(standing, unanswered)

    @property
    def reminds_at(self) -> float | None:
        """When the reminder of the clock is due, once per decision and pause, on the clock of `hear`."""
        model = self.model
        if model.deadline is None or not (model.prompted or model.may_say_ready):
            return None
        return None if self._reminded_of == (model.moment, model.table.round) else model.deadline - REMINDER

    def say_ready(self) -> AnyRequest | None:
        """Ready for the next round, once, for a reader of a pipe, who can't see the pause."""
        pause = (self.model.game, self.model.table.round)
        if not self._piped or self.leaving or not self.model.may_say_ready or self._ready_for == pause:
            return None
        self._ready_for = pause
        return Ready()

    def pick_rest(self) -> AnyRequest | None:
        request = None if self.leaving else self._rest.request(self.model)
        if request:
            self._narrator.feed.await_decision()
        return request

    def tell_when_quiet(self, now: float) -> Sequence[str]:
        """For a quiet moment, and for `reminds_at`."""
        model = self.model
        self._awaits_answer = self._awaits_answer and bool(self._session.state.unanswered)
        lines: list[str] = []
        if (here := _quiet_moment(model)) != self._last_quiet and not self.leaving:
            self._last_quiet, lines = here, list(tell_quiet_moment(model))
            lines += table_text.pause_left(model, now)
        if (at := self.reminds_at) is not None and at <= now:
            self._reminded_of = (model.moment, model.table.round)
            lines += table_text.last_call(model, now)
        return tuple(lines)

    def accepts(self, typed: str | End) -> bool:
        """Whether to take this line now. If not, offer it again after the next event."""
        if self.leaving:
            return False
        if self._awaits_answer:
            return typed is End.TYPING and not self._piped
        if not self._piped or self._question:
            return True
        return self._may_leave if typed is End.TYPING else not is_number(typed.strip()) or self._accepts_numbers

    @property
    def _accepts_numbers(self) -> bool:
        model = self.model
        return model.prompted is not None or model.over or model.you is None

    @property
    def _may_leave(self) -> bool:
        model = self.model
        return model.prompted is not None or model.over or (model.you is not None and not model.playing)

    def take(self, typed: str | End, now: float) -> Answer:
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
        chosen = question.answers.get(english(line, ANSWERS))
        if chosen is None:
            words = [local(word, ANSWERS) for word in question.answers]
            return tell(commands_words.expected_word(words, shorten(line)))
        self._question = None
        return self._follow(chosen)

    def _leave_alone(self, context: Context) -> Answer:
        """Leave without a question; a table with other people stays open (8.2)."""
        answer = commands.leave(self.model, "", context)
        answers = answer.question.answers if answer.question else {}
        others = self.model.news is not None and others_here(self.model.news) > 0
        return answers.get("yes") or answers.get("keep" if others else "close") or answer

    def _follow(self, answer: Answer) -> Answer:
        self._question = answer.question
        self._chair.waiting = self._chair.waiting or answer.waits
        if answer.picks_rest and not self._rest.is_on(self.model):
            self._rest.switch(self.model)
        if isinstance(answer.request, Decision):
            self._narrator.feed.await_decision()
        if isinstance(answer.request, Leave | CloseTable):
            self.leaving = Outcome(0)
        self._awaits_answer = answer.request is not None and self.model.online
        return answer


def _latecomer_lines(bots: Sequence[str], playing: bool) -> tuple[str, ...]:
    begun = _("The game has begun: you're watching.") if playing else _("Every chair is taken: you're watching.")
    seats = _("Type sit NAME to take over from a bot: {bots}.").format(bots=listed(bots, 10)) if bots else ""
    wait = _("Type wait to get a seat before the next game.")
    return tuple(filter(None, (begun, seats, wait)))

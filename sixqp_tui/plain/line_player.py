"""A stay at a table, line by line: events and typed lines go in, lines and requests come out. No clock, no I/O."""

from enum import Enum
from typing import NamedTuple

from sixqp_protocol.messages import AnyRequest, CloseTable, Decision, Leave
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.plain import table_text, transcript
from sixqp_tui.plain.answer import Answer, Question
from sixqp_tui.plain.command_table import answer
from sixqp_tui.plain.commands import leave
from sixqp_tui.plain.knowledge import Known
from sixqp_tui.plain.narrator import Held, Teller
from sixqp_tui.plain.number_input import is_number, shortened
from sixqp_tui.plain.prompt import prompt

REMINDER = 15.0
"""So many seconds before a decision is made for the reader, the clock is told."""


class End(Enum):
    """What stands for the end of the typed lines."""

    TYPING = "typing"


class Reply(NamedTuple):
    """What follows from a typed line: lines to print, and a request to the table."""

    lines: tuple[str, ...] = ()
    request: AnyRequest | None = None


class Outcome(NamedTuple):
    """How a stay ended: the exit code, a sentence to print, and whether it is a complaint."""

    code: int
    sentence: str = ""
    complaint: bool = False


class Player:
    """Somebody who plays, hosts or watches by lines of text.

    `patient`: lines come from a pipe. Then a number waits until it is asked for, and the end of the lines until
    something is asked, or no game is going on; from a keyboard both count at once.
    """

    def __init__(
        self,
        held: Held,
        join_line: str | None = None,
        patient: bool = False,
        alone: bool = False,
        invitation: str | None = None,
    ) -> None:
        self._held = held
        self._teller = Teller(held, join_line, alone, invitation)
        self._patient = patient
        self._question: Question | None = None
        self._unheard = False
        self._leaving: Outcome | None = None
        self._reminded: object = None
        self._lulled: object = None

    @property
    def known(self) -> Known:
        """What has been told."""
        return self._teller.known

    @property
    def prompt(self) -> str:
        """The one prompt that is due; "" while nothing is asked, or an answer is on its way."""
        if self._leaving or self._unheard:
            return ""
        return self._question.prompt if self._question else prompt(self.known)

    @property
    def outcome(self) -> Outcome | None:
        """How the stay has ended; None while it goes on."""
        status = self.known.status
        if not isinstance(status, Closed):
            return None
        return self._leaving or Outcome(
            0 if status.reason is Farewell.CLOSED else 1, errors_words.why_closed(status.reason), True
        )

    @property
    def leaving(self) -> Outcome | None:
        """How it will have ended when the table confirms, or does not answer in time."""
        return self._leaving

    def arrived(self, now: float) -> tuple[str, ...]:
        """What is told first."""
        return tuple(self._teller.arrived(now))

    def heard(self, event: Event, now: float) -> tuple[str, ...]:
        """What is told of an event; `now` in seconds of any clock."""
        lines = self._teller.heard(event, now)
        self._unheard = self._unheard and isinstance(self.known.status, Connected)
        return () if self._leaving else tuple(lines)

    @property
    def reminds_at(self) -> float | None:
        """When the reader must hear how little time is left, by the clock of `heard`; None where they need not."""
        known = self.known
        if known.asked is None or known.deadline is None or self._reminded == known.moment:
            return None
        return known.deadline - REMINDER

    def lull(self, now: float) -> tuple[str, ...]:
        """What is told when nothing has come for a moment, and when the clock has come to `reminds_at`.

        A request counts as heard when the host has answered it and all that came with the answer was told.
        """
        known = self.known
        self._unheard = self._unheard and bool(self._held.unanswered)
        lines: tuple[str, ...] = ()
        if (here := (known.moment, known.view.laid)) != self._lulled and not self._leaving:
            self._lulled, lines = here, transcript.in_a_lull(known)
        at = self.reminds_at
        if at is None or now < at:
            return lines
        self._reminded = known.moment
        return (*lines, *table_text.time_left(known, now))

    def takes(self, typed: str | End) -> bool:
        """Whether this line is due now; if not, it is offered again after the next event."""
        if self._leaving:
            return False
        if self._unheard:
            return typed is End.TYPING and not self._patient
        if not self._patient or self._question:
            return True
        return self._may_leave if typed is End.TYPING else not is_number(typed.strip()) or self._takes_numbers

    @property
    def _takes_numbers(self) -> bool:
        known = self.known
        return known.asked is not None or known.over or known.you is None

    @property
    def _may_leave(self) -> bool:
        """Whether nothing more comes that a pipe's reader would want to read."""
        known = self.known
        return known.asked is not None or known.over or (known.you is not None and not known.playing)

    def typed(self, typed: str | End, now: float) -> Reply:
        """What follows from a line that `takes` takes."""
        if typed is End.TYPING:
            return self._follow(self._left_alone())
        line = typed.strip()
        if not line:
            return Reply()
        if self._question:
            return self._answered(self._question, line)
        return self._follow(answer(self.known, line, now))

    def _answered(self, question: Question, line: str) -> Reply:
        chosen = question.answers.get(line.casefold())
        if chosen is None:
            return Reply((commands_words.expected_word(list(question.answers), shortened(line)),))
        self._question = None
        return self._follow(chosen)

    def _left_alone(self) -> Answer:
        """Leaving without a question: a table at which other people are is kept open (8.2)."""
        answer = leave(self.known, "", 0.0)
        answers = answer.question.answers if answer.question else {}
        others = sum(seat.occupant == "person" and seat.here for seat in self.known.chairs) > 1
        return answers.get("yes") or answers.get("keep" if others else "close") or answer

    def _follow(self, following: Answer) -> Reply:
        self._question = following.question
        request = following.request
        if isinstance(request, Decision):
            self._teller.decided()
        if isinstance(request, Leave | CloseTable):
            self._leave(following)
        self._unheard = request is not None and isinstance(self.known.status, Connected)
        return Reply(following.lines, request)

    def _leave(self, following: Answer) -> None:
        keeps = following.keeps and self.known.join_line
        resumable = lobby_words.closed_in_mid_game() if following.resumable else ""
        self._leaving = Outcome(0, lobby_words.kept_open(keeps) if keeps else resumable)

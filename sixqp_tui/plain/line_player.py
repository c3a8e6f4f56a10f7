"""Playing by lines: events and typed lines in, lines and requests out. No clock and no I/O.

What is typed is a number that answers the question, or one of a few words, which are English in every language.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple, Protocol

from sixqp_protocol import messages
from sixqp_protocol.messages import AnyRequest, CloseTable, Decision, Leave, Ready
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.text import clean, clean_chat
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Closed
from sixqp_tui.engine.permissions import bar, withheld
from sixqp_tui.hosting.continuing import Evening
from sixqp_tui.i18n import _, errors as errors_words, lobby as lobby_words
from sixqp_tui.i18n.phrases import labelled, one_of, quoted
from sixqp_tui.i18n.table import refused
from sixqp_tui.joining.following import is_lost
from sixqp_tui.plain import table_text
from sixqp_tui.plain.narrator import Narrator
from sixqp_tui.presentation import continuing, prompts, table_sentences
from sixqp_tui.presentation.chairs import (
    ChairWait,
    bot_seats,
    free_chair,
    knows_the_game,
    removals,
    stand_ins,
    takeovers,
)
from sixqp_tui.presentation.presence import others_here
from sixqp_tui.presentation.view_model import Moment, ViewModel, lost_by_leaving

REMINDER = 15.0
"""Seconds before the end of the reader's time."""
MAX_DIGITS = 3
MAX_TYPED = 40
"""Cells of a typed line in a complaint about it."""


class End(Enum):
    TYPING = "typing"


class Outcome(NamedTuple):
    code: int
    sentence: str = ""
    complaint: bool = False


class Coach(Protocol):
    """Says in the background what each card would cost, and after the first question when another was better."""

    def advise(self) -> None: ...

    def hear(self, event: Event) -> None: ...


class Context(NamedTuple):
    """What a player by lines has besides the session.

    `join_line` leads others to the table. `alone`: the table is in this process. `late`: the reader wanted a chair,
    and none was free. `resume_line` resumes the reader's table, if it can be.
    """

    join_line: str = ""
    alone: bool = False
    late: bool = False
    resume_line: str | None = None
    evening: Evening | None = None
    coach: Coach | None = None


class Reply(NamedTuple):
    """What comes of a typed line. `then` is called after printing."""

    lines: Sequence[str] = ()
    request: AnyRequest | None = None
    then: Callable[[], None] | None = None


def tell(*lines: str) -> Reply:
    return Reply(lines)


def shorten(typed: str) -> str:
    return quoted(clean(typed, MAX_TYPED))


def is_number(typed: str) -> bool:
    return typed.isascii() and typed.isdigit()


class LinePlayer:
    """Somebody who plays, hosts or watches by lines of text.

    `piped`: lines come from a pipe, so a number waits for its question, and the end of input for a question or the
    end of the game.
    """

    def __init__(self, session: StateSource, context: Context, piped: bool = False) -> None:
        self._session, self._context, self._piped = session, context, piped
        self._narrator = Narrator(session, context.join_line)
        self._awaits_answer = False
        self.leaving: Outcome | None = None
        self._warned_of_leaving = False
        self._reminded_of: tuple[Moment, int] | None = None
        self._last_wait: object = None
        self._ready_for: tuple[int, int] | None = None
        self._late, self._chair = context.late, ChairWait()
        self._evening = ""

    @property
    def model(self) -> ViewModel:
        return self._narrator.model

    @property
    def prompt(self) -> str:
        """The question with what may be typed; empty while nothing is asked."""
        model = self.model
        if self.leaving or self._awaits_answer or not model.online or model.news is None:
            return ""
        asked = prompts.ask(model)
        if not asked.yours or (asked.choices and not model.prompted):
            return ""
        words = [word for word in ("start", "bot") if self._may(word)]
        return table_text.question(asked, [*words, "quit"])

    @property
    def outcome(self) -> Outcome | None:
        """None while the player is at the table."""
        status = self._narrator.feed.status
        if not isinstance(status, Closed):
            return None
        stays = status.reason in (Farewell.CLOSED, Farewell.ELSEWHERE)
        if stays and self._context.evening and not self.leaving:
            return None
        code = 0 if status.reason is Farewell.CLOSED else 1
        return self.leaving or Outcome(code, errors_words.why_closed(status.reason), True)

    # -- what is told -------------------------------------------------------------------------------

    def greet(self, now: float) -> Sequence[str]:
        return (*self._narrator.greet(now), *self._tell_latecomer())

    def hear(self, event: Event, now: float) -> Sequence[str]:
        """The lines for an event; `now` is in seconds of a steady clock."""
        lines = self._narrator.tell(event, now)
        self._awaits_answer = self._awaits_answer and self.model.online
        told = (*self._tell_latecomer(), *self.tell_evening())
        return () if self.leaving else (*lines, *told)

    def tell_evening(self) -> Sequence[str]:
        """What is new about a table that doesn't answer, stands still or goes on elsewhere."""
        evening, before = self._context.evening, self._evening
        self._evening = (evening.describe() or evening.describe_others()) if evening else ""
        if self._evening in ("", before):
            return ()
        words = "continue, sit" if self._elsewhere else "continue"
        return (f"{self._evening} ({words})" if self._may_continue else self._evening,)

    def _tell_latecomer(self) -> Sequence[str]:
        if not self._late or not knows_the_game(self._session):
            return ()
        self._late, model = False, self.model
        if model.you is not None:
            return ()
        why = _("The game has begun.") if model.playing else _("Every chair is taken.")
        watching = " ".join((why, _("You're watching.")))
        words = [*(f"sit {bot.name}" for bot in bot_seats(model.news, model.view)), "sit"]
        return (f"{watching} ({', '.join(words)})",)

    def tell_when_quiet(self, now: float) -> Sequence[str]:
        """For a quiet moment, and for `reminds_at`."""
        model, table = self.model, self.model.table
        self._awaits_answer = self._awaits_answer and bool(self._session.state.unanswered)
        lines: list[str] = []
        here = (model.moment, model.view.laid, model.table.round, model.may_say_ready, model.paused)
        if here != self._last_wait and not self.leaving:
            self._last_wait = here
            asked = prompts.ask(model)
            if model.playing and not (model.paused or table.drafting or asked.yours) and model.you is not None:
                lines.append(asked.text)
            if model.between_rounds:
                lines.append(prompts.time_left(model, now))
        if (at := self.reminds_at) is not None and at <= now:
            self._reminded_of = (model.moment, model.table.round)
            lines.append(prompts.time_left(model, now))
        return tuple(filter(None, lines))

    @property
    def reminds_at(self) -> float | None:
        """When the reminder of the clock is due, once per decision and pause, on the clock of `hear`."""
        model = self.model
        if model.deadline is None or not (model.prompted or model.may_say_ready):
            return None
        return None if self._reminded_of == (model.moment, model.table.round) else model.deadline - REMINDER

    # -- what is asked of the table without typing --------------------------------------------------

    def claim_chair(self) -> AnyRequest | None:
        standing = self.model.standing
        unanswered = self._session.state.unanswered
        return None if self._chair.has_ended(standing) else self._chair.request(standing, unanswered)

    def say_ready(self) -> AnyRequest | None:
        """Ready for the next round, once, for a reader of a pipe, who can't see the pause."""
        pause = (self.model.game, self.model.table.round)
        if not self._piped or self.leaving or not self.model.may_say_ready or self._ready_for == pause:
            return None
        self._ready_for = pause
        return Ready()

    # -- what is typed ------------------------------------------------------------------------------

    def accepts(self, typed: str | End) -> bool:
        """Whether to take this line now. If not, offer it again after the next event."""
        model = self.model
        if self.leaving:
            return False
        if self._awaits_answer:
            return typed is End.TYPING and not self._piped
        status = self._session.state.status
        if not self._piped or is_lost(status) or isinstance(status, Closed):  # a number was for a hand that is void
            return True
        if typed is End.TYPING:
            return model.prompted is not None or model.over or (model.you is not None and not model.playing)
        return not is_number(typed.strip()) or bool(self._numbers) or model.over or model.you is None

    @property
    def _numbers(self) -> tuple[int, ...]:
        """The numbers that answer the question; none while the news of a game are behind its facts."""
        return prompts.ask(self.model).choices if self.model.prompted else ()

    def take(self, typed: str | End, now: float) -> Reply:
        warned, self._warned_of_leaving = self._warned_of_leaving, False
        reply = self._leave(True) if typed is End.TYPING else self._answer(typed.strip(), warned, now)
        if isinstance(reply.request, Decision):
            self._narrator.feed.await_decision()
        if isinstance(reply.request, Leave | CloseTable):
            self.leaving = Outcome(0)
        self._awaits_answer = reply.request is not None and self.model.online
        return reply

    def _answer(self, line: str, warned: bool, now: float) -> Reply:
        word, _space, rest = line.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if not line:
            return Reply()
        if is_number(line):
            return self._decide(line)
        if word == "sit" and self._elsewhere:
            return Reply(then=self._elsewhere.sit_anew)
        if word in WITH_CHOICES:
            return self._choose(word, rest)
        match word:
            case "continue":
                return self._go_on(rest)
            case "table":
                evening = self._context.evening
                line = (evening.join_line or "") if evening else self._context.join_line
                return tell(*table_text.everything(self.model, line, now))
            case "say":
                text = clean_chat(rest)
                return Reply(request=messages.Say(text=text)) if text else tell(f"{refused(Refusal.EMPTY_TEXT)}.")
            case "coach" if self._context.coach:
                return Reply(then=self._context.coach.advise)
            case "quit":
                return self._leave(warned)
        unknown = _("Expected a number or a word, got {typed}.").format(typed=shorten(line))
        return tell(*self._help() if word == "help" else (unknown, *self._help()))

    def _decide(self, typed: str) -> Reply:
        model, number = self.model, int(typed) if len(typed) <= MAX_DIGITS else 0
        choices = self._numbers
        if number in choices:
            match model.prompted:
                case "row":
                    return Reply(request=messages.ChooseRow(row=number - 1))
                case "pick":
                    return Reply(request=messages.DraftCard(card=number))
            return Reply(request=messages.ChooseCard(card=number))
        if choices:
            expected = table_sentences.in_runs(choices)
            return tell(_("Expected {words}, got {typed}.").format(words=expected, typed=shorten(typed)))
        nothing = _("You have nothing to decide now.")
        return tell(" ".join(filter(None, (nothing, prompts.wait_text(model.waiting_for())))))

    def _choose(self, word: str, name: str) -> Reply:
        choices, model = self._choices(word), self.model
        if word == "sit" and not name and "" not in choices and model.you is None:
            self._chair.waiting = True
            return tell(lobby_words.will_sit())
        if request := next((each for key, each in choices.items() if key.casefold() == name.casefold()), None):
            forbidden = withheld(request, model.standing)
            return tell(f"{refused(forbidden.code)}.") if forbidden else Reply(request=request)
        if choices:
            expected = one_of([f"{word} {each}".strip() for each in choices])
            typed = shorten(f"{word} {name}")
            return tell(_("Expected {words}, got {typed}.").format(words=expected, typed=typed))
        if barred := bar(messages.TakeSeat if word == "sit" else messages.SetSeat, model.standing):
            return tell(f"{refused(barred.code)}.")
        full = word == "bot" and not model.playing
        return tell(_("Every chair is taken.") if full else _("Nobody here has that name."))

    def _choices(self, word: str) -> Mapping[str, AnyRequest]:
        """What may follow a word, with the request that it makes."""
        standing, chairs, playing = self.model.standing, self.model.chairs, self.model.playing
        seats: Mapping[int, AnyRequest] = {}
        match word:
            case "start":
                if standing.owner and not playing:
                    return {"": messages.Start()}
                late = withheld(messages.Ready(), standing) and withheld(messages.NextRound(), standing) is None
                return {"": messages.NextRound() if late else messages.Ready()}
            case "back":
                return {"": messages.TakeBack()}
            case "pause":
                return {"": messages.Pause()}
            case "bot" if not playing:
                kinds = [seat.occupant for seat in chairs]
                free = [kinds.index(kind) for kind in ("open", "expected") if kind in kinds]
                if not free:
                    return {}
                seat = partial(messages.SetSeat, seat=free[0], to="bot")
                return {"": seat(level="medium"), **{level: seat(level=level) for level in messages.LEVELS}}
            case "bot":
                seats = stand_ins(standing)
            case "remove":
                seats = removals(standing)
            case "sit":
                chair = free_chair(standing)
                return {**({"": chair} if chair else {}), **self._by_name(takeovers(standing))}
        return self._by_name(seats)

    def _by_name(self, seats: Mapping[int, AnyRequest]) -> Mapping[str, AnyRequest]:
        chairs = self.model.chairs
        return {chairs[seat].name: request for seat, request in seats.items() if chairs[seat].name}

    def _may(self, word: str) -> bool:
        standing = self.model.standing
        return any(withheld(each, standing) is None for each in self._choices(word).values())

    # -- a table whose computer is gone, and leaving ------------------------------------------------

    @property
    def _elsewhere(self) -> Evening | None:
        """The evening of a player whose seat another program has."""
        evening = self._context.evening
        return evening if evening and evening.is_elsewhere else None

    @property
    def _may_continue(self) -> bool:
        evening, standing = self._context.evening, self.model.standing
        if self._elsewhere:
            return True
        elsewhere = evening is not None and (bool(evening.offers) or evening.may_continue)
        return elsewhere or any(withheld(each, standing) is None for each in self._resumptions)

    @property
    def _resumptions(self) -> Sequence[AnyRequest]:
        stopped = [way.way for way in self.model.news.ways if way.problem] if self.model.news else []
        return (messages.Resume(), messages.PlayOn(), *(messages.SetWay(way=way, open=True) for way in stopped))

    def _go_on(self, name: str) -> Reply:
        """Resume, play on alone, open what has stopped, continue here, or go where somebody continues."""
        evening, standing = self._context.evening, self.model.standing
        offers = evening.offers if evening else ()
        if self._elsewhere:
            return Reply(then=self._elsewhere.take_back)
        if evening and (offers or evening.may_continue):
            called = [offer for offer in offers if offer.name.casefold() == name.casefold()]
            if called or (len(offers) == 1 and not name):
                return Reply(then=partial(evening.go, (called or offers)[0]))
            if not offers or name.casefold() == "here":
                return Reply(then=evening.continue_here)
            choices = {each.name: continuing.choice(each.name, each.here, each.rounds) for each in offers}
            return tell(
                *(labelled(f"continue {name}", choice) for name, choice in choices.items()), "continue here"
            )
        request = next((each for each in self._resumptions if withheld(each, standing) is None), None)
        return Reply(request=request) if request else tell(_("There is nothing to continue: the table answers."))

    def _leave(self, sure: bool) -> Reply:
        """Asks by a warning whether something would be lost; a table with other people stays open (8.2)."""
        model, alone = self.model, self._context.alone
        others = others_here(model.news) if model.news else 0
        lost = lost_by_leaving(model.view, model.news, alone=alone)
        if sure or lost is None or (lost == "table" and not model.playing and not others):
            closes = alone or (lost == "table" and not others)
            return Reply(request=CloseTable() if closes else Leave())
        self._warned_of_leaving = True
        lost = lost if others or lost != "table" else "own game"
        warnings = {
            "table": lobby_words.ask_hosting(others),
            "own game": lobby_words.ask_end_game(self._context.resume_line is not None),
            "game": lobby_words.ask_leave_game(),
        }
        again = _("Type quit again to leave.")
        return tell(f"{warnings[lost]} {again}")

    def _help(self) -> Sequence[str]:
        standing = self.model.standing
        possible = {
            "continue": self._may_continue,
            "say": not self._context.alone,
            "sit": standing.seat is None or self._elsewhere is not None,
            "coach": self._context.coach is not None,
            **{word: self._may(word) for word in WITH_CHOICES if word != "sit"},
        }
        number = (_("A number: your answer to the question"),) if self.model.prompted else ()
        return (*number, *(labelled(word, text) for word, text in _purposes().items() if possible.get(word, True)))


WITH_CHOICES = ("start", "bot", "remove", "sit", "back", "pause")
"""The words whose requests `LinePlayer._choices` lists."""


def _purposes() -> dict[str, str]:
    return {
        "start": _("start the game, say that you're ready, or deal the next round"),
        "bot": _("seat a bot: easy, medium or hard; in a game, let a stand-in play for the player you name"),
        "remove": _("remove the player or bot you name"),
        "sit": _("take over the seat of the bot you name, or wait for a seat"),
        "back": _("take your card back"),
        "pause": _("stop the clock and the game"),
        "continue": _(
            "continue after a pause, or when the table's computer doesn't answer; open the page or ssh again"
        ),
        "table": _("hear the cards, the scores, who is here and how others join"),
        "say": _("say the text that follows to everybody here"),
        "coach": _("hear what each of your cards would cost"),
        "quit": _("leave the table"),
    }

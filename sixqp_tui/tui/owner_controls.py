"""The owner's controls during a game, and taking over a bot's seat."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from msgspec.structs import replace

from sixqp_protocol.messages import SetRules, SetSeat
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.engine.permissions import Standing
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n.lobby import answer_cancel
from sixqp_tui.i18n.settings import format_seconds
from sixqp_tui.presentation.chairs import SeatRequest, removals, stand_ins, takeovers
from sixqp_tui.presentation.presence import seat_of
from sixqp_tui.tui.dialogs import Answer, Question, remove_question

CLOCKS: Final = (15, 30, 60, 90, 180, None)
"""The time limits to choose from; None is no clock."""
Request = TypeVar("Request", bound=SeatRequest)
Asker = Callable[[Question, Callable[[str | None], None]], object]
"""Shows a question and calls back with the answer."""


class OwnerControls:
    def __init__(self, session: PlayerSession, ask: Asker) -> None:
        self._session = session
        self._ask = ask

    def ask_needs(self) -> None:
        def answered(kind: str | None) -> None:
            if kind == "clock":
                self._ask_clock()
            elif kind == "bot":
                self._ask_seat(_("Who should a bot play for until they're back?"), stand_ins, self._session.request)
            elif kind == "kick":
                self._ask_seat(_("Who should be removed from this table?"), removals, self._confirm_removal)

        self._ask(Question(_("You're the host. What would you like to do?"), self._needs()), answered)

    def ask_seat_to_take(self) -> None:
        self._ask_seat(_("Whose seat would you like to take over?"), takeovers, self._session.request)

    def _needs(self) -> list[Answer]:
        answers = [
            Answer("stay", "escape", answer_cancel()),
            Answer("clock", "c", pgettext("answer", "change the time for each decision")),
        ]
        if stand_ins(self._session.state.standing):
            answers.append(Answer("bot", "b", pgettext("answer", "let a bot play for someone who is away")))
        if removals(self._session.state.standing):
            answers.append(Answer("kick", "x", pgettext("answer", "remove someone; a bot plays on")))
        return answers

    def _ask_clock(self) -> None:
        given = {"none" if seconds is None else str(seconds): seconds for seconds in CLOCKS}

        offered = (Answer(name, str(key), format_seconds(given[name])) for key, name in enumerate(given, 1))
        answers = [Answer("stay", "escape", answer_cancel()), *offered]

        def answered(name: str | None) -> None:
            if name in given:
                settings = replace(self._session.state.standing.settings, timer=given[name])
                self._session.request(SetRules(settings=settings))

        self._ask(Question(_("How long does each player have to decide?"), answers), answered)

    def _confirm_removal(self, removal: SeatRequest) -> None:
        """The removal only happens if the person still sits there."""
        name = self._session.state.standing.seats[removal.seat].name

        def answered(answer: str | None) -> None:
            at = seat_of(name, self._session.state.news)
            if answer == "kick" and at is not None:
                self._session.request(SetSeat(seat=at, to="kick"))

        self._ask(remove_question(name), answered)

    def _ask_seat(
        self,
        sentence: str,
        choices: Callable[[Standing], Mapping[int, Request]],
        then: Callable[[Request], object],
    ) -> None:
        standing = self._session.state.standing
        named = {standing.seats[seat].name: seat for seat in choices(standing)}

        offered = (Answer(str(at), str(key % 10), name) for key, (name, at) in enumerate(named.items(), 1))
        answers = [Answer("stay", "escape", answer_cancel()), *offered]

        def answered(at: str | None) -> None:
            left = choices(self._session.state.standing)
            if at not in (None, "stay") and int(at) in left:
                then(left[int(at)])

        self._ask(Question(sentence, answers), answered)

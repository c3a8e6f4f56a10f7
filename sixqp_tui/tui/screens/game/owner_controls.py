"""What the owner may do at the table while a game is played, and how a watcher takes a bot's seat."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from sixqp_protocol.messages import RoomNews, SeatNews, SetRules, SetSeat, TakeSeat
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n.lobby import answer_cancel
from sixqp_tui.i18n.settings import seconds_told
from sixqp_tui.presentation.presence import seat_of
from sixqp_tui.tui.dialogs.question import Answer, Question
from sixqp_tui.tui.dialogs.questions import remove_question
from sixqp_tui.tui.player_session import PlayerSession

CLOCKS: Final = (15, 30, 60, 90, 180, None)
ACTIONS: Final = ("pause", "resume", "preside", "sit")


def may(action: str, news: RoomNews | None, owner: bool) -> bool:
    """Whether one of the ACTIONS makes sense in a game now; `owner`: for the owner of the table."""
    if news is None:
        return False
    if action == "sit":
        return news.you is None and any(seat.occupant == "bot" for seat in news.seats)
    return owner and (action == "preside" or (news.paused == (action == "resume") and news.kept))


Asker = Callable[[Question, Callable[[str | None], None]], object]
"""Puts a question over the game, and calls back with the answer."""


class OwnerControls:
    """The clock, absent players and bots' seats, as questions."""

    def __init__(self, session: PlayerSession, ask: Asker) -> None:
        self._session = session
        self._ask = ask

    def ask_needs(self) -> None:
        """Ask what the table needs."""
        kinds = {"clock": self._ask_clock, "bot": self._ask_absent, "kick": self._ask_removal}
        self._ask(
            Question(lambda: _("You are the host. What does the table need?"), self._needs),
            lambda kind: kinds.get(kind or "", _do_nothing)(),
        )

    def ask_seat_to_take(self) -> None:
        """Ask whose seat is to be taken over."""
        self._ask_seat(
            lambda: _("Whose seat do you take over?"),
            lambda seat: seat.occupant == "bot",
            lambda seat: self._session.request(TakeSeat(seat=seat)),
        )

    def _needs(self) -> list[Answer]:
        absent, others = self._seats(_absent), self._seats(_removable)
        return [
            Answer("stay", "escape", answer_cancel()),
            Answer("clock", "c", pgettext("answer", "another time for each decision")),
            *([Answer("bot", "b", pgettext("answer", "a bot for somebody who is away"))] if absent else []),
            *([Answer("kick", "x", pgettext("answer", "somebody removed; a bot plays on"))] if others else []),
        ]

    def _ask_clock(self) -> None:
        given = {"none" if seconds is None else str(seconds): seconds for seconds in CLOCKS}

        def answers() -> list[Answer]:
            return [
                Answer("stay", "escape", answer_cancel()),
                *(Answer(name, str(key), seconds_told(given[name])) for key, name in enumerate(given, 1)),
            ]

        def answered(name: str | None) -> None:
            news = self._session.news
            if name in given and news is not None:
                self._session.request(SetRules(settings=replace(news.settings, timer=given[name])))

        self._ask(Question(lambda: _("How long does everybody have for a decision?"), answers), answered)

    def _ask_absent(self) -> None:
        self._ask_seat(
            lambda: _("For whom does a bot play until they come back?"),
            _absent,
            lambda seat: self._session.request(SetSeat(seat=seat, to="bot")),
        )

    def _ask_removal(self) -> None:
        self._ask_seat(lambda: _("Who is removed from this table?"), _removable, self._ask_again)

    def _ask_again(self, seat: int) -> None:
        """Removing somebody is asked about once more, by the name; it is done only while they still sit there."""
        news = self._session.news
        name = news.seats[seat].name if news else ""

        def answered(answer: str | None) -> None:
            at = seat_of(name, self._session.news)
            if answer == "kick" and at is not None:
                self._session.request(SetSeat(seat=at, to="kick"))

        self._ask(remove_question(name), answered)

    def _ask_seat(
        self, sentence: Callable[[], str], fits: Callable[[SeatNews], bool], then: Callable[[int], object]
    ) -> None:
        """Ask for one of the seats that fit, and act on it while it still does."""
        named = {seat.name: number for number, seat in self._seats(fits)}

        def answers() -> list[Answer]:
            return [
                Answer("stay", "escape", answer_cancel()),
                *(Answer(str(at), str(key % 10), name) for key, (name, at) in enumerate(named.items(), 1)),
            ]

        def answered(at: str | None) -> None:
            if at is not None and at != "stay" and int(at) in dict(self._seats(fits)):
                then(int(at))

        self._ask(Question(sentence, answers), answered)

    def _seats(self, fits: Callable[[SeatNews], bool]) -> Sequence[tuple[int, SeatNews]]:
        seats = self._session.news.seats if self._session.news else ()
        return [(number, seat) for number, seat in enumerate(seats) if fits(seat)]


def _absent(seat: SeatNews) -> bool:
    return seat.occupant == "person" and not seat.here and not seat.owner and seat.level is None


def _removable(seat: SeatNews) -> bool:
    return seat.occupant == "person" and not seat.owner


def _do_nothing() -> None:
    """Nothing was wanted."""

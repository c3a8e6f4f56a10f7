"""The table of a puzzle, for the screen and the text mode. Pure."""

from collections.abc import Callable

from sixqp_protocol.messages import AnyRequest, ChooseCard, SeatNews
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.view import View
from sixqp_tui.features.puzzles import words
from sixqp_tui.features.puzzles.series import PuzzleSeries
from sixqp_tui.i18n import console as console_words, ngettext, phrases
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel


def describe_table(view: View) -> str:
    table = view.table
    # Translators: {variant} is “classic”, “tactic” or “draft”
    sentence = ngettext(
        "{n} player · {variant} · turn {turn}/10", "{n} players · {variant} · turn {turn}/10", table.seats
    )
    return sentence.format(n=table.seats, variant=phrases.variant_name(table.rules.variant), turn=table.turn)


def gone_cards(view: View) -> tuple[int, ...]:
    table = view.table
    return tuple(sorted(table.seen.difference(*table.rows)))


def position_model(series: PuzzleSeries) -> ViewModel:
    stream = series.puzzle.position.stream(series.names)
    return ViewModel(Transcript(View(series.puzzle.position.seat)).after(stream))


def public_hands(model: ViewModel) -> tuple[str, ...]:
    """Of the others, where hands are public (5.2)."""
    hands = model.open_hands() if model.table.rules.variant == "draft" else ()
    return tuple(console_words.hand_of(each.name, each.cards) for each in hands if not each.own)


class PuzzleSession(RecordedSession):
    """The position as its seat knows it; after the answer, the most likely turn follows.

    `on_answer` receives the card that the player lays.
    """

    def __init__(self, series: PuzzleSeries, on_answer: Callable[[int], None] = lambda card: None) -> None:
        position, solution = series.puzzle.position, series.solution
        stream = position.stream(series.names)
        super().__init__(
            (*stream, *(solution.course.facts if solution else ())),
            [SeatNews(name, "bot", True) for name in series.names],
            title=words.title(),
            seat=position.seat,
            position=len(stream),
        )
        self._before_turn = len(stream)
        self._on_answer = on_answer

    @property
    def shows_turn(self) -> bool:
        return self.position > self._before_turn

    def show_turn(self) -> None:
        self.seek(len(self.facts))

    def show_position(self) -> None:
        self.seek(self._before_turn)

    def request(self, request: AnyRequest) -> int | None:
        if isinstance(request, ChooseCard):
            self._on_answer(request.card)
        return None

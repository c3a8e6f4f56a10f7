"""The screen of a game with a coach, for somebody who plays alone."""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from fractions import Fraction

from textual import work
from textual.binding import Binding

from sixqp_protocol.messages import Said
from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Decision
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.features.coach import advice
from sixqp_tui.features.coach.advice import CardCost, Coach, CoachLog, Silence, Weighed
from sixqp_tui.features.coach.coach_process import open_coach
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.openings import AtTable
from sixqp_tui.tui.theme.roles import GOLD, RED
from sixqp_tui.tui.widgets.game.hand import HandFigure

FULL = 50
"""Tenths of a head that fill the width of a card, as the costliest decisions of a round do."""


class CoachedScreen(GameScreen):
    """Weighs the cards of the hand on a key. From then on, the coach's notes on each turn are in the log.

    The screen never waits for the coach; a late answer is shown late, or not at all.
    """

    BINDINGS = [
        Binding(
            "b",
            "weigh",
            # Translators: ask the coach what each card would cost: a verb
            NC_("key", "coach"),
            tooltip=N_("Ask the coach what each card would cost, or hide it"),
        )
    ]

    def __init__(
        self, session: PlayerSession, preferences: Callable[[], Preferences], said: Sequence[Said], coach: Coach
    ) -> None:
        super().__init__(session, preferences, said, private=True)
        self._coach, self.coach_log = coach, CoachLog()
        self._unshown: tuple[Decision, int] | None = None
        self._weighed: Weighed | None = None
        self._silence = Silence()
        self._comments = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "weigh":
            return self._model.prompted == "card" and advice.choice(self.session) is not None
        return super().check_action(action, parameters)

    @property
    def _model(self) -> ViewModel:
        return super()._model._replace(notes=self.coach_log.lines(self.session.state.game))

    def hear(self, event: Event) -> None:
        if self._comments and (moment := advice.turned_over(event, self.session)):
            self._judge(moment, self.session.state.game)
        super().hear(event)

    def present(self) -> None:
        shown = self.timeline.transcript
        if self._unshown and self.timeline.frame is None and not shown.view.table.to_place:
            self.coach_log = self.coach_log.hear(*self._unshown, len(shown.entries))
            self._unshown = None
        super().present()
        due = self._due_bars
        figures = tuple(map(_figure, due.costs)) if due else ()
        # Translators: below the figures of the coach, such as +0.6, one for each card of the hand
        unit = _("heads more than the best card, on average")
        self.query_one(TablePane).show_figures(figures, unit)

    def action_weigh(self) -> None:
        if self._due_bars:
            self._weighed = None
            self.present()
        elif moment := advice.choice(self.session):
            self._comments = True
            self.pane.show_notice(_("The coach is thinking…"))
            self._weigh(moment, self.session.state.game)

    @property
    def _due_bars(self) -> Weighed | None:
        """What was weighed, if that is the choice to make now."""
        fits = self._weighed and self._weighed.fits(advice.choice(self.session), self.session.state.game)
        return self._weighed if fits and self._model.prompted == "card" else None

    @work(group="coach")
    async def _judge(self, moment: Moment, game: int) -> None:
        decision = await self._coach.judge(moment)
        if self._silence.begins(decision):
            self.app.notify(advice.cannot_answer(), markup=False)
        if decision and decision.cost and game == self.session.state.game:
            self._unshown = decision, game
            self.present()

    @work(group="coach")
    async def _weigh(self, moment: Moment, game: int) -> None:
        costs = await self._coach.weigh(moment)
        self._weighed = advice.weighed(moment, game, costs) if costs else None
        self.pane.clear_notice()
        if not costs:
            self.pane.show_notice(advice.cannot_answer())
        self.present()


def seat_coach(at: AtTable, stack: AsyncExitStack) -> AtTable:
    """Give a coach to the one person at a table of this process; it ends with the stack."""
    if at.keyboard is None:
        return at
    coach = open_coach(stack)

    def make_screen(
        session: PlayerSession, preferences: Callable[[], Preferences], said: Sequence[Said]
    ) -> CoachedScreen:
        return CoachedScreen(session, preferences, said, coach)

    return at._replace(game_screen=make_screen)


def _figure(cost: CardCost) -> HandFigure:
    return HandFigure(cost.text, RED if cost.more else GOLD, not cost.more, Fraction(cost.more, FULL))

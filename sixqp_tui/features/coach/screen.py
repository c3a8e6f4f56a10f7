"""The screen of a game with a coach, for somebody who plays alone."""

from contextlib import AsyncExitStack
from fractions import Fraction

from textual import work
from textual.binding import Binding

from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Tenths
from sixqp_tui.client.events import Event
from sixqp_tui.features.coach import advice
from sixqp_tui.features.coach.advice import CardCosts
from sixqp_tui.features.coach.coach import Coach, open_coach
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.stay import Stay
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

    def __init__(self, stay: Stay, coach: Coach) -> None:
        super().__init__(stay)
        self._coach = coach
        self._unshown: tuple[int, str] | None = None
        self._weighed: tuple[tuple[int, int, int], CardCosts] | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "weigh":
            return self.model.prompted == "card" and advice.choice(self.session) is not None
        return super().check_action(action, parameters)

    def hear(self, event: Event) -> None:
        if moment := self._coach.due(event, self.session):
            self._judge(moment, self.session.state.game)
        super().hear(event)

    def present(self) -> None:
        shown = self.timeline.transcript
        if self._unshown and self.timeline.frame is None and not shown.view.table.to_place:
            game, said = self._unshown
            self._unshown = None
            if game == self.session.state.game:
                self.note(LogEntry(said))
        super().present()
        figures = tuple(_figure(more) for _card, more in sorted(self._due_costs.items()))
        # Translators: below the figures of the coach, such as +0.6, one for each card of the hand
        unit = _("heads more than the best card, on average")
        self.query_one(TablePane).show_figures(figures, unit)

    def action_weigh(self) -> None:
        if self._due_costs:
            self._weighed = None
            self.present()
        elif moment := advice.choice(self.session):
            self._coach.comments = True
            self.pane.show_notice(_("The coach is thinking…"))
            self._weigh(moment)

    @property
    def _due_costs(self) -> CardCosts:
        """Those of the choice to make now, if they were weighed."""
        moment = advice.choice(self.session)
        if self._weighed is None or moment is None or self.model.prompted != "card":
            return {}
        weighed, costs = self._weighed
        return costs if weighed == self._turn_of(moment) else {}

    def _turn_of(self, moment: Moment) -> tuple[int, int, int]:
        return self.session.state.game, moment.view.table.round, moment.view.table.turn

    @work(group="coach")
    async def _judge(self, moment: Moment, game: int) -> None:
        if said := await self._coach.comment(moment):
            self._unshown = game, said
            self.present()

    @work(group="coach")
    async def _weigh(self, moment: Moment) -> None:
        turn = self._turn_of(moment)
        costs = await self._coach.weigh(moment)
        self._weighed = (turn, costs) if costs else None
        self.pane.clear_notice()
        if not costs:
            self.pane.show_notice(advice.cannot_answer())
        self.present()


def seat_coach(stay: Stay, stack: AsyncExitStack) -> None:
    """Give a coach to the one person at a table of this process; it ends with the stack."""
    coach = open_coach(stack)
    stay.make_screen = lambda stay: CoachedScreen(stay, coach)


def _figure(more: Tenths) -> HandFigure:
    return HandFigure(advice.cost_text(more), RED if more else GOLD, not more, Fraction(more, FULL))

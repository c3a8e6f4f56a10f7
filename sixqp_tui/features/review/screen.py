"""The review of a finished game: luck or skill, the costliest decisions, and the table at each."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import ProgressBar, Static

from sixqp_tui.analysis import words
from sixqp_tui.analysis.result import Decision, Review, SeatReview
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.rules import landing
from sixqp_tui.features.history import words as games_words
from sixqp_tui.features.history.games import record_of_ended
from sixqp_tui.features.history.record import GameRecord, session_of_record
from sixqp_tui.features.replay.screen import open_replay
from sixqp_tui.features.replay.what_if_screen import open_what_if
from sixqp_tui.features.review.export import export_beside
from sixqp_tui.features.review.review import position_of_decision
from sixqp_tui.features.review.review_run import make_review
from sixqp_tui.features.review.sheet import (
    COSTLIEST,
    NARROW,
    ROOMY,
    Decisions,
    balance_text,
    decision_lines,
    draft_text,
    options_text,
    reasons_text,
    table_heading,
)
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.background import OnProgress, run_in_background
from sixqp_tui.joining.failure import Failure, failures_shown
from sixqp_tui.presentation.chapters import Chapters, find_chapters
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.keys import BACK, EXPORT, WHAT_IF, close
from sixqp_tui.tui.scale import CARD_LINE, CARD_SMALL
from sixqp_tui.tui.widgets.common.page import Notice, Page
from sixqp_tui.tui.widgets.game.rows import TableRows, width_of


class ReviewScreen(Screen[None]):
    """Reviews a game in the background; leaving the screen stops the work.

    It first shows the decisions of `seat`, by default of the first person: the costliest, or `every` one. `make`
    blocks.
    """

    OF_PAST_GAMES: ClassVar = True
    """A table closes the screen when it needs its player."""
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (22, "-low"), (35, "-high")]
    DEFAULT_CSS = """
    ReviewScreen Page { align-horizontal: center; }
    ReviewScreen #working { align: center middle; height: 1fr; }
    ReviewScreen #working > * { width: 60; max-width: 95%; height: auto; }
    ReviewScreen #heading { color: $strong; text-style: bold; }
    ReviewScreen Bar { width: 1fr; }
    ReviewScreen #problem { display: none; height: 1fr; content-align: center middle; padding: 0 4; }
    ReviewScreen.-failed #problem { display: block; }
    ReviewScreen #sheet, ReviewScreen.-judged #working, ReviewScreen.-failed #working { display: none; }
    ReviewScreen.-judged #sheet { display: block; width: 100%; max-width: 140; height: 1fr; }
    #sheet Static { height: auto; padding-left: 2; }
    #sheet .heading { text-style: bold; color: $dim; }
    #sheet #balance, #sheet #options { text-wrap: nowrap; text-overflow: ellipsis; }
    #sheet Decisions, #sheet Decisions:focus { height: auto; max-height: 100%; padding: 0 0 0 2; }
    #sheet Horizontal, #sheet #table, #sheet #listed { height: auto; }
    #sheet #options { width: 1fr; }
    #sheet #reasons { height: 1fr; }
    #sheet #limits { display: none; color: $dim; }
    #sheet.-every #listed, #sheet.-every Decisions, #sheet.-every Decisions:focus { height: 1fr; }
    #sheet.-every #balance { display: none; }
    #sheet.-every #reasons { height: auto; }
    ReviewScreen.-high #sheet > * { margin-top: 1; }
    ReviewScreen.-high #sheet #balance, ReviewScreen.-high #sheet #limits { display: block; }
    """

    BINDINGS = [
        WHAT_IF,
        # Translators: from whose seat a game is reviewed: a noun
        Binding("s", "seat", NC_("key", "seat"), tooltip=N_("Show the next player's decisions")),
        EXPORT,
        Binding(
            "t",
            "every",
            # Translators: every decision of a player, and not only the costliest: a noun
            NC_("key", "all turns"),
            tooltip=N_("Show every decision, or only the costliest and the best"),
        ),
        replace(BACK, key="escape,q"),
    ]

    app = getters.app(BaseApp)
    page = getters.query_one(Page)
    heading = getters.query_one("#heading", Static)
    bar = getters.query_one(ProgressBar)
    notice = getters.query_one(Notice)
    listed = getters.query_one(Decisions)
    rows = getters.query_one(TableRows)

    def __init__(
        self,
        record: GameRecord,
        *,
        seat: int | None = None,
        every: bool = False,
        make: Callable[[GameRecord, OnProgress], Review] = make_review,
    ) -> None:
        super().__init__()
        self.record = record
        self.seat = _first_person(record) if seat is None else seat
        self.every = every
        self.review: Review | None = None
        self.selected = 0
        """Which of the listed decisions has its table shown."""
        self.make = make
        self._session = session_of_record(record, hands_open=False)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The costliest of the seat and its best one, or every one."""
        if self.review is None:
            return ()
        found = self.review.seats[self.seat]
        if self.every:
            return found.decisions
        return (*found.costliest(COSTLIEST), *filter(None, [found.most_saved]))

    @property
    def decision(self) -> Decision | None:
        return self.decisions[self.selected] if self.decisions else None

    @cached_property
    def _chapters(self) -> Chapters:
        return find_chapters(self.record.facts)

    def compose(self) -> ComposeResult:
        with Page(self._title, self._place):
            with Vertical(id="working"):
                yield Static(id="heading", markup=False)
                yield ProgressBar(total=1, show_eta=False)
            yield Static(id="problem", markup=False)
            with Vertical(id="sheet"):
                yield Static(id="balance")
                with Vertical(id="listed"):
                    yield Static(id="list-heading", classes="heading", markup=False)
                    yield Decisions()
                with Horizontal():
                    with Vertical(id="table"):
                        yield Static(id="table-heading", classes="heading", markup=False)
                        yield TableRows(id="rows")
                        yield Static(id="draft", markup=False)
                    yield Static(id="options")
                yield Static(id="reasons")
                yield Static(id="limits", markup=False)

    # -- what is found out ------------------------------------------------------------------------------------

    @work(group="review")
    async def on_mount(self) -> None:
        self.heading.update(_("Reading the game…"))
        try:
            review = await run_in_background(lambda report: self.make(self.record, report), self._show_progress)
        except Failure as failure:
            self.set_class(True, "-failed")
            self.query_one("#problem", Static).update(str(failure))
            return
        if self.app.is_running:  # the result may arrive while the app shuts down
            self.review = review
            self.set_class(True, "-judged")
            self.present()
            self.listed.focus()

    def _show_progress(self, done: int, tasks: int) -> None:
        self.heading.update(_("Reviewing the game: {done} of {tasks}").format(done=done, tasks=tasks))
        self.bar.update(total=tasks, progress=done)

    # -- what is shown ----------------------------------------------------------------------------------------

    def present(self) -> None:
        self.page.update_title()
        if self.review is not None:
            self._show_sheet(self.review, self.review.seats[self.seat], self.decision)
        self.refresh_bindings()

    def _show_sheet(self, review: Review, seat: SeatReview, decision: Decision | None) -> None:
        high = self.has_class("-high")
        self.query_one("#sheet").set_class(self.every, "-every")
        self._tell("balance", balance_text(review, self.seat, brief=not high) if seat.rounds else "")
        # Translators: headings in capitals; the key decisions are those that cost the most heads, and the best one
        self._tell("list-heading", _("ALL DECISIONS") if self.every else _("KEY DECISIONS"))
        lines = decision_lines(self.decisions, seat.most_saved, brief=not high)
        nothing = _("No round of this game was finished, so there is nothing to review.")
        self.listed.show(lines, self.selected, words.costliest_decisions(0) if review.tasks else nothing)
        self.query_one(Horizontal).visible = decision is not None
        if decision:
            self._show_table(decision)
            self._tell("options", options_text(decision, ROOMY if high else NARROW))
        self._tell("reasons", reasons_text(decision, seat.most_saved))
        self._tell("limits", words.limits(review))

    def _tell(self, part: str, text: Content | str) -> None:
        self.query_one(f"#{part}", Static).update(text)

    def _show_table(self, decision: Decision) -> None:
        """As the seat knew it when it decided."""
        if self._session.state.view.seat != decision.seat:
            self._session.look_from(decision.seat, hands_open=False)
        self._session.seek(self._position(decision))
        view = self._session.state.view
        picked, table = decision.kind == "pick", view.table
        size = CARD_SMALL if self.has_class("-high") else CARD_LINE
        too_low = dict(table.to_place).get(decision.seat, decision.made)
        self._tell("table-heading", table_heading(decision.kind, too_low))
        self.rows.display, self.query_one("#draft").display = not picked, picked
        self.rows.card_size, self.query_one("#table").styles.width = size, width_of(size)
        if picked:
            self._tell("draft", draft_text(view.hand, table.deck))
            return
        row = None if decision.kind == "row" else landing(table.rows, decision.made).row
        self.rows.rows, self.rows.landing = table.rows, (too_low if decision.kind == "row" else decision.made, row)
        self.rows.refresh()

    on_resize = present

    def _title(self) -> str:
        # Translators: {when} is the date and the time of the game, {table} the title of its table
        sentence = _("Review: {table}, {when}")
        return sentence.format(table=table_title(self.record.title), when=format_when(self.record.ended))

    def _place(self) -> str:
        decision, player = self.decision, self.record.players[self.seat]
        if decision is None:
            return words.seen_from(player.name)
        # Translators: {who} is “seen from Zoé”; what follows is left out where there is no room
        sentence = _("{who} · round {number} of {rounds}")
        rounds = len(self._chapters.rounds)
        return sentence.format(number=decision.round, rounds=rounds, who=words.seen_from(player.name))

    def _position(self, decision: Decision) -> int:
        return position_of_decision(decision, self.record.facts, self._chapters)

    # -- the keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "what_if":
            return self.decision is not None
        return self.review is not None or action not in ("seat", "export", "every")

    @on(Decisions.OptionHighlighted)
    def show_decision(self) -> None:
        at = self.listed.highlighted
        if at is not None and at != self.selected:
            self.selected = at
            self.present()

    @on(Decisions.OptionSelected)
    def replay(self) -> None:
        if session := self._session_from_decision():
            open_replay(self.app, session)

    def action_what_if(self) -> None:
        if session := self._session_from_decision():
            open_what_if(self.app, session)

    def _session_from_decision(self) -> RecordedSession | None:
        decision = self.decision
        if decision is None:
            return None
        position = self._position(decision)
        return session_of_record(self.record, seat=decision.seat, hands_open=False, position=position)

    def action_seat(self) -> None:
        self.seat, self.selected = (self.seat + 1) % len(self.record.players), 0
        self.present()

    def action_every(self) -> None:
        """The selected decision stays selected if it is listed."""
        shown, self.every = self.decision, not self.every
        self.selected = self.decisions.index(shown) if shown in self.decisions else 0
        self.present()

    @work(exclusive=True, group="export")
    async def action_export(self) -> None:
        if (review := self.review) is None:
            return
        with failures_shown(self.notice.show):
            path = await run_in_background(lambda _report: export_beside(self.record, review))
            self.app.notify(games_words.saved(path), markup=False)

    action_close = close

    def on_key(self) -> None:
        self.notice.clear()

    def on_click(self) -> None:
        self.notice.clear()


def open_review(app: BaseApp, record: GameRecord, seat: int | None) -> None:
    app.push_screen(ReviewScreen(record, seat=seat))


def review_finished_game(app: BaseApp, game: FinishedGame) -> None:
    with failures_shown(app.screen.query_one(Notice).show):
        open_review(app, record_of_ended(game), game.own)


def _first_person(record: GameRecord) -> int:
    return next((seat for seat, player in enumerate(record.players) if player.level is None), 0)

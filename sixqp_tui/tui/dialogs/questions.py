"""The questions that are asked before something is lost, done or trusted, each with its answers."""

from sixqp_protocol.refusals import Farewell
from sixqp_tui.i18n import words_alone, words_trust
from sixqp_tui.i18n import words_leaving as words
from sixqp_tui.i18n.words_closed import why_closed
from sixqp_tui.tui.dialogs.question import Answer, Question
from sixqp_tui.tui.lobby_permissions import owns
from sixqp_tui.tui.table_context import TableContext


def leave_question(context: TableContext) -> Question | None:
    """What is asked of somebody who leaves a table: `stay`, `leave`, `close` or `keep` (open).

    None where nothing would be lost.
    """
    news, in_mid_game = context.session.news, context.in_mid_game
    if news is None or context.closed:
        return None
    if context.hosting and owns(news):
        others = sum(seat.occupant == "person" and seat.here and not seat.owner for seat in news.seats)
        return Question(lambda: words.ask_hosting(others), lambda: _host_answers(context.in_mid_game))
    if context.keyboard:
        return Question(words_alone.ask_end_game, _keyboard_answers) if in_mid_game else None
    plays = news.you is not None and in_mid_game
    return Question(words.ask_leave_game, _player_answers) if plays else None


def remove_question(name: str) -> Question:
    """What is asked of the host before somebody is removed: `kick`, or anything else for nobody."""
    return Question(
        lambda: words.ask_kick(name),
        lambda: [Answer("no", "escape", words.answer_cancel()), Answer("kick", "x", words.answer_kick())],
    )


def return_question() -> Question:
    """The own seat was opened from elsewhere: `back` takes it here again, anything else leaves it there."""
    return Question(
        lambda: why_closed(Farewell.ELSEWHERE),
        lambda: [
            Answer("back", "enter", words.answer_come_back()),
            Answer("leave", "escape", words.answer_let_go()),
        ],
    )


def trust_question() -> Question:
    """A table shows another certificate than before: only `trust` goes on."""
    return Question(
        words_trust.ask_trust,
        lambda: [
            Answer("no", "escape", words_trust.answer_no()),
            Answer("trust", "t", words_trust.answer_trust()),
        ],
    )


def _host_answers(in_mid_game: bool) -> list[Answer]:
    return [
        Answer("stay", "escape", words.answer_stay()),
        Answer("keep", "k", words.answer_keep_open()),
        Answer("close", "c", words.answer_close(in_mid_game)),
    ]


def _keyboard_answers() -> list[Answer]:
    return [
        Answer("stay", "escape", words.answer_stay()),
        Answer("close", "l", words_alone.answer_end_game()),
    ]


def _player_answers() -> list[Answer]:
    return [Answer("stay", "escape", words.answer_stay()), Answer("leave", "l", words.answer_leave())]

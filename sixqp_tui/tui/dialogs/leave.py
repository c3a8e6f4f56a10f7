"""What is asked of somebody who leaves a table, and what each answer does."""

from sixqp_protocol.messages import CloseTable, Leave
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import pgettext
from sixqp_tui.tui.controller.phase import stage
from sixqp_tui.tui.controller.table_context import Sitting
from sixqp_tui.tui.dialogs.question import Answer, Ask
from sixqp_tui.tui.lobby_permissions import owns
from sixqp_tui.tui.services import Left


def question(sitting: Sitting) -> Ask | None:
    """What must be asked before this sitting ends; None where nothing would be lost."""
    news = sitting.session.news
    if news is None or sitting.closed:
        return None
    if sitting.hosting and owns(news):
        others = sum(seat.occupant == "person" and seat.here and not seat.owner for seat in news.seats)
        return Ask(lambda: lobby_words.ask_hosting(others), lambda: _hosts_answers(_in_mid_game(sitting)))
    playing = _in_mid_game(sitting)
    if sitting.keyboard:
        return Ask(lobby_words.ask_end_game, _keyboards_answers) if playing else None
    plays = news.you is not None and playing
    return Ask(lobby_words.ask_leave_game, _players_answers) if plays else None


def whether_to_remove(name: str) -> Ask:
    """What is asked of the host before somebody is removed."""
    return Ask(lambda: lobby_words.ask_kick(name), _kick_answers)


def leave(sitting: Sitting, answer: str) -> None:
    """Tell the table; `sitting.leaving` says how it ends once the table has confirmed."""
    kept = sitting.hosting if answer == "keep" else None
    kept_game = answer == "close" and not sitting.keyboard and _in_mid_game(sitting)
    sitting.leaving = Left(kept.join_line if kept else None, kept_game)
    if answer == "close" or sitting.keyboard:
        sitting.session.request(CloseTable())
    else:
        sitting.session.request(Leave())


def _in_mid_game(sitting: Sitting) -> bool:
    return stage(sitting.session.view, sitting.session.news) in ("draft", "table")


def _hosts_answers(in_mid_game: bool) -> list[Answer]:
    return [
        Answer("stay", "escape", lobby_words.answer_stay()),
        Answer("keep", "k", pgettext("answer", "leave, and keep the table open")),
        Answer("close", "c", lobby_words.answer_close(in_mid_game)),
    ]


def _keyboards_answers() -> list[Answer]:
    return [
        Answer("stay", "escape", lobby_words.answer_stay()),
        Answer("close", "l", pgettext("answer", "leave, and end the game")),
    ]


def _kick_answers() -> list[Answer]:
    return [Answer("no", "escape", lobby_words.answer_cancel()), Answer("kick", "x", pgettext("answer", "remove"))]


def _players_answers() -> list[Answer]:
    return [Answer("stay", "escape", lobby_words.answer_stay()), Answer("leave", "l", pgettext("answer", "leave"))]

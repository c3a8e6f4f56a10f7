"""What is asked of somebody who leaves a table, and what each answer does."""

from sixqp_tui.i18n import words_alone
from sixqp_tui.i18n import words_leaving as words
from sixqp_tui.presentation.presence import others_here
from sixqp_tui.presentation.view_model import is_playing, lost_by_leaving
from sixqp_tui.tui.controller.table_context import Sitting
from sixqp_tui.tui.dialogs.question import Answer, Ask
from sixqp_tui.tui.services import Left


def question(sitting: Sitting) -> Ask | None:
    """What must be asked before this sitting ends; None where nothing would be lost."""
    news = sitting.session.news
    if news is None or sitting.closed:
        return None
    hosting, alone = sitting.hosting is not None, sitting.keyboard is not None
    match lost_by_leaving(sitting.session.view, news, hosting=hosting, alone=alone):
        case "table":
            others = others_here(news)
            return Ask(lambda: words.ask_hosting(others), lambda: _hosts_answers(_in_mid_game(sitting)))
        case "own game":
            return Ask(words_alone.ask_end_game, _keyboards_answers)
        case "game":
            return Ask(words.ask_leave_game, _players_answers)
    return None


def whether_to_remove(name: str) -> Ask:
    """What is asked of the host before somebody is removed."""
    return Ask(lambda: words.ask_kick(name), _kick_answers)


def leave(sitting: Sitting, answer: str) -> None:
    """Tell the table; `sitting.leaving` says how it ends once the table has confirmed."""
    kept = sitting.hosting if answer == "keep" else None
    kept_game = answer == "close" and not sitting.keyboard and _in_mid_game(sitting)
    sitting.leaving = Left(kept.join_line if kept else None, kept_game)
    if answer == "close" or sitting.keyboard:
        sitting.session.close_table()
    else:
        sitting.session.leave()


def _in_mid_game(sitting: Sitting) -> bool:
    return is_playing(sitting.session.view, sitting.session.news)


def _hosts_answers(in_mid_game: bool) -> list[Answer]:
    return [
        Answer("stay", "escape", words.answer_stay()),
        Answer("keep", "k", words.answer_keep_open()),
        Answer("close", "c", words.answer_close(in_mid_game)),
    ]


def _keyboards_answers() -> list[Answer]:
    return [
        Answer("stay", "escape", words.answer_stay()),
        Answer("close", "l", words_alone.answer_end_game()),
    ]


def _kick_answers() -> list[Answer]:
    return [Answer("no", "escape", words.answer_cancel()), Answer("kick", "x", words.answer_kick())]


def _players_answers() -> list[Answer]:
    return [Answer("stay", "escape", words.answer_stay()), Answer("leave", "l", words.answer_leave())]

"""Another game: who would like one, and what that means for the reader."""

from sixqp_tui.i18n import _
from sixqp_tui.i18n import rematch as rematch_words
from sixqp_tui.i18n import replay as replay_words
from sixqp_tui.presentation import presence
from sixqp_tui.presentation.view_model import ViewModel


def rematch_prompt(model: ViewModel, may_wish: bool, most: int = 10) -> str:
    """What a key does for another game, and who wants one: `most` of them by name.

    `may_wish`: the reader, who is no owner, can say that they would like one too.
    """
    if model.recorded:
        return replay_words.at_end()
    others = presence.wishes(model.news) if model.news else []
    if model.owner:
        if not others:
            return _("r: another game with the same players")
        return f"{rematch_words.wants_rematch(others, most)} · {rematch_words.start_it()}"
    if model.you is not None and model.is_ready(model.you):
        return f"{rematch_words.you_want_rematch(others)} · {rematch_words.starts_it(model.host)}"
    if not may_wish:
        return rematch_words.rematch_is_theirs(model.host)
    if others:
        return f"{rematch_words.wants_rematch(others, most)} · {rematch_words.wish_too()}"
    return rematch_words.wish_rematch(model.host)

"""Why a request changed nothing: a sentence for every refusal of a host."""

from sixqp_protocol.refusals import Refusal
from sixqp_tui.i18n.catalog import gettext as _


def refused(code: Refusal) -> str:
    """Why a request changed nothing."""
    return _refusals()[code]


def _refusals() -> dict[Refusal, str]:
    return {
        Refusal.STALE: _("Too late: the table has moved on"),
        Refusal.NOT_ASKED: _("It is not your turn to do that"),
        Refusal.NOT_IN_HAND: _("That card is not in your hand"),
        Refusal.NO_SUCH_ROW: _("There is no such row"),
        Refusal.NOT_IN_DECK: _("Somebody has taken that card"),
        Refusal.ALREADY_CHOSEN: _("You have laid a card; Backspace takes it back"),
        Refusal.NOTHING_LAID: _("There is no card to take back"),
        Refusal.NOT_SEATED: _("You are watching; only players may do that"),
        Refusal.NOT_OWNER: _("Only the host of the table may do that"),
        Refusal.NOT_IN_LOBBY: _("That can be changed only between games"),
        Refusal.NOT_PLAYING: _("No game is being played"),
        Refusal.TOO_FEW_PLAYERS: _("A game needs at least two players"),
        Refusal.TABLE_FULL: _("Every chair is taken"),
        Refusal.BAD_RULES: _("No game can be played by these rules"),
        Refusal.NO_SUCH_SEAT: _("That chair is not as you saw it any more"),
        Refusal.PAUSED: _("The table pauses; wait until the host goes on"),
        Refusal.TOO_FAST: _("Not so fast: that was more than the table takes at once"),
        Refusal.EMPTY_TEXT: _("There was nothing to say in that"),
        Refusal.NOT_KEPT: _("The host's disk takes nothing: the table waits, and goes on when it does"),
    }

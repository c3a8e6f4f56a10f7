"""Why something cannot be asked for now, by the same codes that the host would give."""

from collections.abc import Callable

from sixqp_protocol.refusals import Refusal
from sixqp_tui.plain.knowledge import Known

Hurdle = Callable[[Known], Refusal | None]


def nothing(_known: Known) -> Refusal | None:
    """Everybody may, always."""
    return None


def game(known: Known) -> Refusal | None:
    """There must have been a game at least."""
    return None if known.table.names else Refusal.NOT_PLAYING


def playing(known: Known) -> Refusal | None:
    """A game must be going on."""
    return None if known.playing else Refusal.NOT_PLAYING


def player(known: Known) -> Refusal | None:
    """Only players of a game."""
    return Refusal.NOT_SEATED if known.you is None else playing(known)


def in_lobby(known: Known) -> Refusal | None:
    """Only between games, and only players."""
    if known.you is None:
        return Refusal.NOT_SEATED
    return Refusal.NOT_IN_LOBBY if known.playing else None


def owner(known: Known) -> Refusal | None:
    """Only the table's owner."""
    return None if known.owner else Refusal.NOT_OWNER


def opened_here(known: Known) -> Refusal | None:
    """Only at a table that was opened from here."""
    return None if known.invitation else Refusal.NOT_OWNER


def owner_in_lobby(known: Known) -> Refusal | None:
    """Only the table's owner, and only between games."""
    return owner(known) or in_lobby(known)


def enough_players(known: Known) -> Refusal | None:
    """Only the table's owner, when a game can begin."""
    return owner_in_lobby(known) or (Refusal.TOO_FEW_PLAYERS if known.seated < 2 else None)


def owner_playing(known: Known) -> Refusal | None:
    """Only the table's owner, and only during a game."""
    return owner(known) or playing(known)


def running(known: Known) -> Refusal | None:
    """The same, while the game does not pause."""
    return owner_playing(known) or (Refusal.PAUSED if known.paused else None)


def laid(known: Known) -> Refusal | None:
    """Only who has laid a card that can still come back."""
    return player(known) or (None if known.may_take_back else Refusal.NOTHING_LAID)


def watcher(known: Known) -> Refusal | None:
    """Only who looks on, at a table with bots."""
    return None if known.you is None and known.here("bot") else Refusal.NO_SUCH_SEAT


def paused(known: Known) -> Refusal | None:
    """Only the table's owner, while the game pauses."""
    return owner_playing(known) or (None if known.paused else Refusal.NOT_ASKED)

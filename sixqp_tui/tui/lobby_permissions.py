"""Who may do what before a game, as far as a screen can know: what it offers, and what it hides."""

from collections.abc import Sequence

from sixqp_protocol.messages import Level, RoomNews, SeatNews
from sixqp_tui.presentation.presence import is_owner, seated

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
OWNERS = ("start", "bot", "remove", "level", "variant", "settings", "rename_host")


def may(action: str, news: RoomNews | None, pointed: int) -> bool:
    """Whether an action of the lobby makes sense now, with this chair (from 0) pointed at."""
    if action not in (*OWNERS, "rename", "sit"):
        return True
    if news is None or pointed >= len(news.seats):
        return False
    chair = news.seats[pointed]
    if action == "rename":
        return news.you is not None and not is_owner(news)
    if action == "sit":
        return news.you is None and chair.occupant == "bot"
    return is_owner(news) and _fits(action, news, chair)


def _fits(action: str, news: RoomNews, chair: SeatNews) -> bool:
    match action:
        case "start":
            return seated(news) >= 2
        case "level":
            return chair.occupant == "bot"
        case "remove":
            return chair.occupant != "open" and not chair.owner
    return True


def level_after(level: Level | None) -> Level:
    """How a bot plays after one that plays so: better, and after the best worst."""
    return LEVELS[(LEVELS.index(level or "medium") + 1) % len(LEVELS)]


def bots_chair(seats: Sequence[SeatNews], pointed: int) -> int | None:
    """Where a bot goes: in place of somebody expected who is pointed at, else to the first open chair."""
    if pointed < len(seats) and seats[pointed].occupant == "expected":
        return pointed
    return next((number for number, seat in enumerate(seats) if seat.occupant == "open"), None)

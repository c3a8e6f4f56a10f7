"""Who may do what before a game, as far as a screen can know: what it offers, and what it hides."""

from collections.abc import Sequence

from sixqp_protocol.messages import Level, RoomNews, SeatNews

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
OWNERS = ("start", "bot", "remove", "level", "variant", "settings", "rename_host")


def owns(news: RoomNews | None) -> bool:
    """Whether the reader of this news is the table's owner."""
    return news is not None and news.you is not None and news.seats[news.you].owner


def seated(news: RoomNews) -> int:
    """How many chairs are taken."""
    return sum(seat.occupant in ("person", "bot") for seat in news.seats)


def own_name(news: RoomNews | None) -> str:
    """What the reader is called at the table; nothing for a watcher."""
    return news.seats[news.you].name if news and news.you is not None else ""


def seat_of(name: str, news: RoomNews | None) -> int | None:
    """Where the person of this name sits; the names at a table differ."""
    seats = news.seats if news else ()
    return next((at for at, seat in enumerate(seats) if seat.occupant == "person" and seat.name == name), None)


def may(action: str, news: RoomNews | None, pointed: int) -> bool:
    """Whether an action of the lobby makes sense now, with this chair (from 0) pointed at."""
    if action not in (*OWNERS, "rename", "sit"):
        return True
    if news is None or pointed >= len(news.seats):
        return False
    chair = news.seats[pointed]
    if action == "rename":
        return news.you is not None and not owns(news)
    if action == "sit":
        return news.you is None and chair.occupant == "bot"
    return owns(news) and _fits(action, news, chair)


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

"""What has changed in the room between two pieces of news, as lines."""

from sixqp_protocol.messages import RoomNews, SeatNews
from sixqp_protocol.refusals import Refusal
from sixqp_tui.i18n import _
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.phrases import level_name
from sixqp_tui.plain import table_text


def changes(before: RoomNews, after: RoomNews) -> list[str]:
    """Who came, left, dropped out or came back, what the table plays now, and whether it pauses."""
    lines = [*_people(before, after)]
    if before.settings != after.settings:
        lines.append(table_text.settings(after.settings))
    if before.watchers != after.watchers:
        lines.append(console_words.watching(after.watchers))
    if before.paused != after.paused and after.phase == "playing":
        why = table_words.paused() if after.kept else table_words.refused(Refusal.NOT_KEPT)
        lines.append(f"{why}." if after.paused else _("The game goes on."))
    return lines


def _people(before: RoomNews, after: RoomNews) -> list[str]:
    old, new = _seated(before), _seated(after)
    gone = [name for name in old if name not in new]
    lines = []
    for name, (at, seat) in new.items():
        if name in old:
            lines += _changed(old[name][1], seat, after)
        elif same := next((left for left in gone if old[left][0] == at), None):
            gone.remove(same)
            lines.append(_replaced(old[same][1], seat))
        else:
            lines.append(console_words.sits_down(_called(seat)))
    return lines + [console_words.has_left(name) for name in gone]


def _seated(news: RoomNews) -> dict[str, tuple[int, SeatNews]]:
    return {seat.name: (at, seat) for at, seat in enumerate(news.seats) if seat.occupant in ("person", "bot")}


def _called(seat: SeatNews) -> str:
    return console_words.person(seat.name, [console_words.role_bot(seat.level)] if seat.occupant == "bot" else [])


def _replaced(before: SeatNews, after: SeatNews) -> str:
    """A chair that bears another name: renamed, or a person in place of a bot."""
    if before.occupant == "bot" and after.occupant == "person":
        return console_words.takes_over(after.name, before.name)
    return console_words.renamed(before.name, after.name)


def _changed(before: SeatNews, after: SeatNews, news: RoomNews) -> list[str]:
    """What has become of somebody who was there before and still is."""
    if before.occupant == after.occupant == "bot":
        return (
            [console_words.bot_plays(after.name, level_name(after.level or "medium"))]
            if before.level != after.level
            else []
        )
    if _played_by_bot(before) != _played_by_bot(after):
        told = console_words.bot_plays_for if _played_by_bot(after) else console_words.is_back
        return [told(after.name)] if news.phase == "playing" else []
    if before.here == after.here or _played_by_bot(after):
        return []
    return [console_words.is_back(after.name) if after.here else console_words.is_away(after.name)]


def _played_by_bot(seat: SeatNews) -> bool:
    """Whether a bot decides for this chair; a person's level is that of the bot that plays meanwhile (8.2)."""
    return seat.occupant == "bot" or seat.level is not None

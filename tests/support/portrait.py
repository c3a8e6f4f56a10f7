"""What of a room outlives its process."""

from typing import Any

from sixqp_tui.host.room import Room


def portrait(room: Room) -> dict[str, Any]:
    """Everything of a room that outlives its process: what each reader has been let read, chairs, settings."""
    state = room.state
    readers: list[int | None] = [None, *range(state.play.game.table.seats)] if state.play else []
    streams = {reader: tuple(state.play.streams.of(reader)) for reader in readers} if state.play else {}
    chairs = [
        (chair.name, chair.person and (chair.person.key, chair.person.name),
         chair.bot and chair.bot.level,
         chair.owner, chair.expected_as, chair.played, chair.ready)
        for chair in state.seats.taken
    ]  # fmt: skip
    return {
        "streams": streams, "views": {reader: room.view(reader) for reader in readers},
        "game": state.play and (state.play.number, state.play.game), "chairs": chairs,
        "expected": state.seats.expected, "count": state.seats.count, "settings": state.settings,
        "phase": state.phase, "paused": state.paused, "finished": state.games_finished,
        "removed": [gone.key for gone in state.removed], "saw": [(each.key, at) for each, at in state.saw_hands],
        "tally": state.tally.lines(state.seats.taken),
    }  # fmt: skip

"""`--plain` at the door of a locked table: the room code is asked for, and asked for again."""

from contextlib import AsyncExitStack

from msgspec.structs import replace

from sixqp_protocol.room_code import code_of
from sixqp_tui.i18n import words_lock as words
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox
from sixqp_tui.runtime.endpoint import Place
from sixqp_tui.runtime.failure import CodeNeeded
from sixqp_tui.runtime.network_seat import Role, Seat


async def at_the_door(
    place: Place, name: str | None, role: Role, by: tuple[AsyncExitStack, Console, Inbox]
) -> Seat | None:
    """A seat at the table, until the stack is closed; None where its player gave up. Raises Failure.

    The end of the typed lines is no answer: then whatever kept the player out is the reason.
    """
    stack, console, inbox = by
    while True:
        try:
            return await stack.enter_async_context(Seat(place, name, role))
        except CodeNeeded as needed:
            console.show(words.wrong_code() if needed.wrong else words.is_locked())
            typed = await _typed(console, inbox)
            if typed is None:
                raise
            if not typed:
                return None
            place = replace(place, code=typed)


async def _typed(console: Console, inbox: Inbox) -> str | None:
    """The code that was typed; "" where its player gives up, None after the last line."""
    while True:
        console.ask(words.prompt_code())
        typed = await inbox.get()
        console.answered()
        if not isinstance(typed, str):
            return None
        if not typed.strip():
            return ""
        if code := code_of(typed):
            return code
        console.show(words.no_code())

"""The host of a table by lines opens and closes the ways in, and reads what becomes of it."""

from support.conversations import BackToBack
from support.plain import Listener
from support.screens import PAGE_OPEN, SSH_OPEN, FakeWays
from support.tables import OWNER, a_room, settings

from sixqp_tui.cli.plain import WaySwitch
from sixqp_tui.plain.answer import Context
from sixqp_tui.plain.commands import answer
from sixqp_tui.plain.console_session import Inbox, Notice
from sixqp_tui.plain.ways_in import way_commands


async def test_typed_commands_open_and_close_gateways_and_report_refusals() -> None:
    model = Listener(BackToBack(a_room(settings())), "Olga", OWNER).player.model
    inbox, ways = Inbox(), FakeWays()
    context = Context(commands=way_commands(WaySwitch(ways, inbox), ways.offer_host_seat))

    async def typed(line: str) -> tuple[str, ...]:
        """What is printed at once, and when it is done."""
        said = answer(model, line, context)
        if said.then is None:
            return said.lines
        said.then()
        done = await inbox.get()
        assert isinstance(done, Notice)
        return (*said.lines, *done.lines)

    assert await typed("phone") == ("Open the page first: type page on.",)
    opening, line, *_warning = await typed("page on")
    assert (opening, line) == ("Opening the page for phones…", f"Without the program: {PAGE_OPEN.line}")
    assert "type 042 917 within two minutes" in " ".join(await typed("phone"))
    assert f"Without the program: {SSH_OPEN.line}" in await typed("SSH on")
    assert await typed("page off") == ("Closing the page for phones…", "The page for phones was closed.")
    assert ways.open_ways == {"ssh"}
    ways.refusal = "Port 4669 is taken."
    assert (await typed("page on"))[1:] == (ways.refusal,)
    assert await typed("ssh") == ("Expected on or off, got nothing.",)
    assert "ssh on or off: open or close the way in for guests by ssh" in await typed("help")
    assert answer(model, "page on", Context()).lines[0].startswith("Expected a command")

"""The large screen of a hall."""

from features.hall.scenes import hall_news
from support.fake_session import FakeSession
from support.pilots import at_screen, settled, shown

from sixqp_tui.client.events import HallChanged
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.features.hall.screen import HallScreen


async def test_the_screen_follows_the_hall_from_the_seating_to_the_tables_and_reports_a_lost_connection() -> None:
    session = FakeSession(title="Friday league")
    async with at_screen(HallScreen(session, hall_news(1, 3))) as pilot:
        await settled(pilot)
        assert "WHERE YOU SIT" in shown(pilot) and "THE RANKING" not in shown(pilot)
        session.tell(HallChanged(hall_news(4, 3)))
        await settled(pilot)
        assert "THE RANKING" in shown(pilot) and "about 7 minutes left" in shown(pilot)
        await pilot.press("space")
        await settled(pilot)
        assert "deal 1 of 3, turn 4" in shown(pilot)
        session.set_status(Reconnecting(0.0, 1))
        await settled(pilot)
        assert "The connection to the hall is lost." in shown(pilot)

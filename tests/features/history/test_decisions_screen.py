"""The screen of what decisions cost leads to the positions."""

from support.past_games import FakeHistory, in_utc
from support.pilots import at_home, settled
from support.screens import FakeWorld

from sixqp_tui.features.history.decisions_screen import DecisionsScreen
from sixqp_tui.presentation.feature import Hook


async def test_a_weakness_opens_its_positions() -> None:
    history = FakeHistory(14)
    asked: list[tuple[object, ...]] = []
    hooks: dict[str, Hook] = {
        **history.hooks,
        "review_record": lambda _app, record, *where: asked.append((record.id, *where)),
    }
    with in_utc():
        async with at_home(FakeWorld(hooks=hooks)) as pilot:
            for key in ("s", "d"):
                await pilot.press(key)
                await settled(pilot)
                for worker in [each for each in pilot.app.workers if each.node is pilot.app.screen]:
                    await worker.wait()
                await settled(pilot)
            screen = pilot.app.screen
            assert isinstance(screen, DecisionsScreen) and screen.score
            assert screen.kind == screen.score.weakness == "sixth"
            assert {each.kind for each in screen.list.mistakes} == {"sixth"}
            first, second = screen.list.mistakes[:2]
            await pilot.press("down", "enter")
            await settled(pilot)
            for worker in [each for each in pilot.app.workers if each.node is screen]:
                await worker.wait()
            await settled(pilot)
            await pilot.press("k")
            await settled(pilot)
            assert asked == [(second.game, second.seat, (second.round, second.turn, "card"))]
            assert first.cost >= second.cost
            assert {each.kind for each in screen.list.mistakes} == {"too low"}

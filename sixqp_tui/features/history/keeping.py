"""The games that end in this process are kept."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sixqp_tui.client.finished_games import FinishedGame


def keep_finished_games() -> None:
    """Save each from now on."""
    from sixqp_tui.client import finished_games  # 10 ms at the first frame

    finished_games.subscribe(_keep)


async def _keep(game: "FinishedGame") -> None:
    from sixqp_tui.features.history.games import save_finished_game  # 20 ms at the first frame

    await save_finished_game(game)

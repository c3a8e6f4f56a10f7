"""What a level computes with is loaded only where a bot of that level plays."""

import subprocess
import sys

import pytest
from support.source import ROOT

pytestmark = pytest.mark.slow

SEARCHING = {
    "sixqp_tui.bots.hard",
    "sixqp_tui.bots.search.rollouts",
    "sixqp_tui.bots.search.heuristics",
    "sixqp_tui.bots.search.integer_rows",
    "sixqp_tui.bots.opponents.choice_model",
    "sixqp_tui.bots.opponents.model_playouts",
    "sixqp_tui.bots.opponents.hand_sampler",
}
LOADED = "; print(*sys.modules, sep='\\n')"


def loaded(code: str) -> set[str]:
    """The modules that are loaded after this code has run in a fresh process."""
    command = [sys.executable, "-c", f"import sys; {code}{LOADED}"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.split())


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_simpler_levels_load_no_search(level: str) -> None:
    names = loaded(f"from sixqp_tui.bots.bot import create_bot; create_bot({level!r})")
    assert f"sixqp_tui.bots.{level}" in names
    assert names.isdisjoint(SEARCHING)


def test_a_table_loads_no_search_before_a_hard_bot_plays() -> None:
    names = loaded("from sixqp_tui.bots.worker_process import BotProcesses; BotProcesses().bot('hard')")
    assert names.isdisjoint({*SEARCHING, "multiprocessing"})


def test_the_hard_level_loads_its_search() -> None:
    assert loaded("from sixqp_tui.bots.bot import create_bot; create_bot('hard')") >= SEARCHING

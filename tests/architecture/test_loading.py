"""What is loaded only when it is needed. What may be imported at all is an import contract (pyproject.toml)."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.source import ROOT

from sixqp_tui.store.paths import HOME_VARIABLE

LOAD_ENGINE = """
import importlib, pkgutil, sys
import sixqp_tui.engine as engine
for module in pkgutil.iter_modules(engine.__path__):
    importlib.import_module(f"sixqp_tui.engine.{module.name}")
print(*sys.modules, sep="\\n")
"""


def test_the_engine_loads_no_ui_event_loop_or_network() -> None:
    command = [sys.executable, "-c", LOAD_ENGINE]
    process = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {name.split(".")[0] for name in process.stdout.split()}
    assert "sixqp_tui" in loaded
    assert loaded.isdisjoint({"textual", "asyncio", "zeroconf", "socket", "ssl", "websockets", "cryptography"})


def test_a_table_loads_no_search_before_a_hard_bot_plays() -> None:
    code = "from sixqp_tui.bots.worker_process import BotProcesses; BotProcesses().bot('hard')"
    command = [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    assert {"sixqp_tui.bots.hard", "sixqp_tui.bots.opponents.hand_sampler", "multiprocessing"}.isdisjoint(loaded)


@pytest.mark.parametrize("word", ["--version", "history"])
def test_a_command_without_a_screen_loads_neither_ui_nor_network(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    command = [sys.executable, "-X", "importtime", "-m", "sixqp_tui", word]
    process = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {line.rpartition("|")[2].strip() for line in process.stderr.splitlines()}
    assert process.stdout.strip()
    assert "sixqp_tui.cli" in loaded
    assert {name.split(".")[0] for name in loaded}.isdisjoint({"textual", "zeroconf", "websockets", "cryptography"})

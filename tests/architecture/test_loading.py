"""What is loaded only when it is needed. What may be imported at all is an import contract (pyproject.toml)."""

import subprocess
import sys

import pytest
from support.source import ROOT

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_simple_option_loads_neither_ui_nor_network(option: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "sixqp_tui", option]
    process = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {line.rpartition("|")[2].strip() for line in process.stderr.splitlines()}
    assert process.stdout.strip()
    assert "sixqp_tui.cli" in loaded
    assert {name.split(".")[0] for name in loaded}.isdisjoint({"textual", "zeroconf", "websockets", "cryptography"})

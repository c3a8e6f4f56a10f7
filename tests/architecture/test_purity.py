"""What knows no clock, socket or screen, and what is loaded only when it is needed."""

import subprocess
import sys

import pytest
from support.source import ROOT, Module, imports, modules

SHELLS = {
    *(f"sixqp_tui/host/network/{name}.py" for name in ("server", "connection", "listener", "transport")),
    "sixqp_tui/host/bot_drivers.py",
    "sixqp_tui/host/durability/journal_writer.py",
}
PROTOCOLS = {
    "sixqp_tui.host.network.tls": {"ssl"},
    "sixqp_tui.host.network.websocket": {"ssl", "websockets"},
}
"""Modules without I/O that use the parts without I/O of these libraries."""
PLAIN_SHELLS = {f"sixqp_tui/plain/{name}.py" for name in ("console", "console_session")}
CLIENT = ("sanitize", "conversation", "events", "outbox", "status", "room_code")
SANS_IO = [
    *modules("protocol/sixqp_protocol", "sixqp_tui/engine"),
    *(module for module in modules("sixqp_tui") if module.where == "sixqp_tui/token_bucket.py"),
    *(module for module in modules("sixqp_tui/host") if module.where not in SHELLS),
    *(module for module in modules("sixqp_tui/plain") if module.where not in PLAIN_SHELLS),
    *(module for module in modules("sixqp_tui/client") if module.path.stem in CLIENT),
]
WORLD = {
    *("asyncio", "datetime", "os", "pathlib", "random", "secrets", "select", "socket", "ssl", "subprocess"),
    *("threading", "time", "uuid", "cryptography", "platformdirs", "textual", "websockets", "zeroconf"),
}
LOAD_ENGINE = """
import importlib, pkgutil, sys
import sixqp_tui.engine as engine
for module in pkgutil.iter_modules(engine.__path__):
    importlib.import_module(f"sixqp_tui.engine.{module.name}")
print(*sys.modules, sep="\\n")
"""


@pytest.mark.parametrize("module", SANS_IO, ids=lambda module: module.name)
def test_time_randomness_and_identity_are_arguments(module: Module) -> None:
    world = WORLD - PROTOCOLS.get(module.name, set())
    assert sorted(world & {name.split(".")[0] for name in imports(module)}) == []


def test_both_ends_have_their_sans_io_modules() -> None:
    names = {module.name for module in SANS_IO}
    assert names >= {f"sixqp_tui.client.{name}" for name in ("conversation", "events", "status")}
    assert names >= {f"sixqp_tui.host.{name}" for name in ("room", "gate", "effects", "setup")}


def test_only_the_codec_knows_messagepack() -> None:
    knowing = {module.name for module in modules("sixqp_tui", "protocol") if "msgpack" in set(imports(module))}
    assert knowing == {"sixqp_protocol.codec"}


def test_the_engine_loads_no_screen_loop_or_network() -> None:
    command = [sys.executable, "-c", LOAD_ENGINE]
    process = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {name.split(".")[0] for name in process.stdout.split()}
    assert "sixqp_tui" in loaded
    assert loaded.isdisjoint({"textual", "asyncio", "zeroconf", "socket", "ssl", "websockets", "cryptography"})


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_short_answer_loads_neither_screen_nor_network(option: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "sixqp_tui", option]
    process = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {line.rpartition("|")[2].strip() for line in process.stderr.splitlines()}
    assert process.stdout.strip()
    assert "sixqp_tui.cli" in loaded
    assert {name.split(".")[0] for name in loaded}.isdisjoint({"textual", "zeroconf", "websockets", "cryptography"})

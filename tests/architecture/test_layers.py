"""The arrows point down only, and siblings never import each other."""

import pytest
from support.source import Module, imports, modules

LINES = [
    {"sixqp_protocol"},
    {"sixqp_tui.engine", "sixqp_tui.token_bucket"},
    {"sixqp_tui.bots", "sixqp_tui.store", "sixqp_tui.discovery", "sixqp_tui.i18n"},
    {"sixqp_tui.host", "sixqp_tui.client"},
    {"sixqp_tui.presentation"},
    {"sixqp_tui.tui", "sixqp_tui.plain"},
    {"sixqp_tui.runtime", "sixqp_tui.arena"},
    {"sixqp_tui.diagnostics"},
    {"sixqp_tui.cli"},
    {"sixqp_tui.__main__"},
]
LEVEL = {room: level for level, rooms in enumerate(LINES) for room in rooms}
FORBIDDEN = {(f"sixqp_tui.{room}", "sixqp_tui.host") for room in ("presentation", "tui", "plain")}
VERSION = "sixqp_tui"

MODULES = modules("sixqp_tui", "protocol/sixqp_protocol")


def _room(name: str) -> str:
    parts = name.split(".")
    if parts[0] != "sixqp_tui":
        return parts[0]
    room = ".".join(parts[:2])
    return room if room in LEVEL else VERSION


def _allowed(room: str, imported: str) -> bool:
    if room == imported:
        return True
    if imported == VERSION:
        return room != "sixqp_protocol"
    return room != VERSION and LEVEL[imported] < LEVEL[room] and (room, imported) not in FORBIDDEN


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_imports_only_its_own_room_and_those_below(module: Module) -> None:
    room = _room(module.name)
    ours = {name for name in imports(module) if name.split(".")[0] in ("sixqp_tui", "sixqp_protocol")}
    assert sorted(name for name in ours if not _allowed(room, _room(name))) == []


def test_every_module_has_a_room() -> None:
    assert {module.name for module in MODULES if _room(module.name) == VERSION} == {VERSION}


def test_tests_and_data_are_never_imported() -> None:
    for module in MODULES:
        assert {"tests", "support", "vectors"}.isdisjoint(name.split(".")[0] for name in imports(module))


@pytest.mark.parametrize(
    ("room", "imported", "allowed"),
    [
        ("sixqp_tui.engine", "sixqp_protocol", True),
        ("sixqp_protocol", "sixqp_tui.engine", False),
        ("sixqp_protocol", "sixqp_tui", False),
        ("sixqp_tui.bots", "sixqp_tui.store", False),
        ("sixqp_tui.host", "sixqp_tui.client", False),
        ("sixqp_tui.client", "sixqp_tui.host", False),
        ("sixqp_tui.client", "sixqp_tui.tui", False),
        ("sixqp_tui.presentation", "sixqp_tui.client", True),
        ("sixqp_tui.presentation", "sixqp_tui.host", False),
        ("sixqp_tui.presentation", "sixqp_tui.tui", False),
        ("sixqp_tui.presentation", "sixqp_tui.plain", False),
        ("sixqp_tui.tui", "sixqp_tui.presentation", True),
        ("sixqp_tui.tui", "sixqp_tui.client", True),
        ("sixqp_tui.tui", "sixqp_tui.host", False),
        ("sixqp_tui.plain", "sixqp_tui.client", True),
        ("sixqp_tui.plain", "sixqp_tui.host", False),
        ("sixqp_tui.plain", "sixqp_tui.tui", False),
        ("sixqp_tui.cli", "sixqp_tui.plain", True),
        ("sixqp_tui.cli", "sixqp_tui.host", True),
        ("sixqp_tui.store", "sixqp_tui", True),
        ("sixqp_tui", "sixqp_tui.cli", False),
        ("sixqp_tui.__main__", "sixqp_tui.cli", True),
    ],
)
def test_the_arrows_themselves(room: str, imported: str, allowed: bool) -> None:
    assert _allowed(room, imported) is allowed

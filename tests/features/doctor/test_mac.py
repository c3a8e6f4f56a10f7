"""What macOS answers of its firewall and its neighbours, and what the doctor makes of it."""

from collections.abc import Sequence

import pytest
from support.recorded_systems import (
    MAC_APPS,
    MAC_APPS_OF_OTHERS,
    MAC_APPS_OLDER,
    MAC_BLOCKS_ALL,
    MAC_NEIGHBOURS,
    MAC_NO_ROUTE,
    MAC_OFF,
    MAC_ON,
    MAC_PYTHON,
    MAC_ROUTE,
)

from sixqp_tui.discovery.addresses import OwnAddress
from sixqp_tui.features.doctor import firewalls as mac_firewall, network as local_network
from sixqp_tui.features.doctor.network import Replies, Reply, app_name, read_gateway, read_neighbours

WIFI = OwnAddress("en0 en0", "192.168.1.20", 24)


@pytest.mark.parametrize(
    ("state", "apps", "code", "verdict"),
    [
        ("", "", "none_known", "ok"),
        (MAC_OFF, MAC_APPS.format("Block"), "off", "ok"),
        (MAC_BLOCKS_ALL, MAC_APPS.format("Allow"), "mac_blocks_all", "bad"),
        (MAC_ON, "", "mac", "note"),
        (MAC_ON, MAC_APPS_OF_OTHERS, "mac", "note"),
        (MAC_ON, MAC_APPS.format("Allow"), "mac_lets_in", "ok"),
        (MAC_ON, MAC_APPS_OLDER.format("Allow"), "mac_lets_in", "ok"),
        (MAC_ON, MAC_APPS.format("Block"), "mac_blocked", "bad"),
        (MAC_ON, MAC_APPS_OLDER.format("Block"), "mac_blocked", "bad"),
    ],
)
def test_the_firewall_is_judged_by_its_rule_for_this_python(state: str, apps: str, code: str, verdict: str) -> None:
    found = mac_firewall.judge_mac(state, apps, MAC_PYTHON)
    assert (found.code, found.verdict) == (code, verdict)


def test_the_unblock_command_names_python() -> None:
    found = mac_firewall.judge_mac(MAC_ON, MAC_APPS.format("Block"), MAC_PYTHON)
    assert list(mac_firewall.mac_commands(found)["unblock"]) == [
        f"sudo {mac_firewall.TOOL} --unblockapp {MAC_PYTHON}/Resources/Python.app"
    ]
    assert MAC_PYTHON not in str(found.report)


@pytest.mark.parametrize(
    ("refused", "gateway", "neighbours", "code"),
    [
        ([False], "answers", ["answers", "silent"], "allowed"),
        ([False], "answers", [], "allowed"),
        ([], None, [], "allowed"),
        ([True], "no_route", [], "denied"),
        ([True, False], "answers", ["answers"], "allowed"),
        ([False], "answers", ["no_route", "no_route"], "denied"),
        ([False], "answers", ["no_route", "silent"], "allowed"),
        ([False], None, ["no_route"], "allowed"),
    ],
)
def test_missing_routes_to_all_neighbours_mean_macos_denies_local_access(
    refused: Sequence[bool], gateway: Reply | None, neighbours: Sequence[Reply], code: str
) -> None:
    replies = Replies(refused, gateway, {f"192.168.1.{40 + n}": each for n, each in enumerate(neighbours)})
    assert local_network.judge(replies, "iTerm").code == code


def test_the_gateway_and_the_neighbours_are_parsed() -> None:
    assert (read_gateway(MAC_ROUTE), read_gateway(MAC_NO_ROUTE)) == ("192.168.1.1", None)
    assert read_neighbours(MAC_NEIGHBOURS, [WIFI]) == ["192.168.1.1", "192.168.1.41", "192.168.1.42"]


async def test_system_tools_are_asked_and_no_address_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed = {"route": MAC_ROUTE, "arp": MAC_NEIGHBOURS}
    monkeypatch.setattr(local_network, "output", lambda tool, *_rest: printed[tool])

    async def reply(address: str) -> Reply:
        return "answers" if address == "192.168.1.1" else "no_route"

    monkeypatch.setattr(local_network, "_reply", reply)
    monkeypatch.setattr(local_network, "_is_refused", lambda _address: False)
    found = await local_network.check_local_network([WIFI])
    assert (found.code, found.facts["no_route"], found.facts["gateway"]) == ("denied", 2, "answers")
    assert "192.168" not in str(found.report)


@pytest.mark.parametrize(
    ("program", "app"), [("iTerm.app", "iTerm"), ("vscode", "Visual Studio Code"), ("ghostty", "ghostty"), ("", "")]
)
def test_the_terminal_app_is_named_as_macos_names_it(program: str, app: str) -> None:
    assert app_name({"TERM_PROGRAM": program} if program else {}) == app

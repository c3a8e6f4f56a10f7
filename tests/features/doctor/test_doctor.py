"""The doctor: what it finds on this machine, what it says of it, and what a report gives away."""

import json
import platform
import subprocess
import sys
from dataclasses import replace
from ipaddress import ip_address
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from sixqp_tui.discovery.addresses import OwnAddress
from sixqp_tui.discovery.zeroconf_service import DiscoveryProblem
from sixqp_tui.features.doctor import (
    checks,
    command as doctor,
    firewalls,
    network as network_echo,
    terminal,
    words as doctor_words,
)
from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.network import MdnsHeard, MulticastHeard
from sixqp_tui.hosting.process import landlock, seccomp

WIFI = OwnAddress("wlan0 wlan0", "192.168.1.20", 24)
TUNNEL = OwnAddress("tun0 tun0", "10.8.0.2", 24)


def finding(found: tuple[Finding, ...], check: str) -> Finding:
    return next(each for each in found if each.check == check)


def said(each: Finding) -> str:
    facts = each.facts | each.private
    hints = chain.from_iterable(doctor_words.hints(each.check, each.code, facts).values())
    return "\n".join((doctor_words.describe(each.check, each.code, facts), *hints))


async def test_every_check_has_a_finding_and_a_sentence() -> None:
    found = await checks.run_checks(1.0)
    assert [each.check for each in found] == [
        *("system", "addresses", "multicast", "mdns", "broadcast", "port", "others", "firewall"),
        *(("local_network",) if sys.platform == "darwin" else ()),
        *("ssh_guests", "files", "terminal"),
    ]
    assert all(said(each) for each in found)
    own = [address for address, _interface in finding(found, "addresses").private.get("names", ())]
    assert all(ip_address(each) for each in own)
    report = json.dumps([each.report for each in found])
    assert not any(each in report for each in own)


@pytest.mark.parametrize(
    ("found", "verdict", "text"),
    [
        (MdnsHeard(1.23), "ok", "1.2 s"),
        (MdnsHeard(), "bad", "didn't come back"),
        (MdnsHeard(problem=DiscoveryProblem("open", "OSError: 192.168.1.20 is in use")), "bad", "in use"),
    ],
)
async def test_the_mdns_check_reports_what_was_heard(
    monkeypatch: pytest.MonkeyPatch, found: MdnsHeard, verdict: str, text: str
) -> None:
    async def mdns(_address: str, _seconds: float) -> MdnsHeard:
        return found

    monkeypatch.setattr(network_echo, "try_mdns", mdns)
    each = await checks.check_mdns("192.168.1.20", 1.0)
    assert each.verdict == verdict and text in said(each)
    assert "192.168" not in json.dumps(each.report)


@pytest.mark.parametrize(
    ("heard", "others", "code", "text"),
    [
        ((WIFI, TUNNEL), 3, "all", "3 other devices answered"),
        ((WIFI,), 0, "some", "on 1 of 2 networks; no other device answered"),
        ((), 0, "none", "didn't come back"),
    ],
)
async def test_multicast_is_reported_as_heard_or_not(
    monkeypatch: pytest.MonkeyPatch, heard: tuple[OwnAddress, ...], others: int, code: str, text: str
) -> None:
    async def multicast(own: tuple[OwnAddress, ...], _seconds: float) -> MulticastHeard:
        return MulticastHeard(own, heard, others)

    monkeypatch.setattr(network_echo, "try_multicast", multicast)
    each = await checks.check_multicast((WIFI, TUNNEL), 1.0)
    assert each.code == code and text in said(each)


async def test_a_missing_network_is_reported() -> None:
    findings = (
        await checks.check_multicast((), 0.01),
        await checks.check_broadcast((), 0.01),
        checks.check_addresses((), ()),
    )
    assert [each.verdict for each in findings] == ["bad"] * 3
    assert all("network" in said(each) for each in findings)


def test_the_address_that_others_see_is_reported() -> None:
    assert "192.168.1.20 (wlan0)" in said(checks.check_addresses((TUNNEL, WIFI), ("192.168.1.20", "10.8.0.2")))
    only = checks.check_addresses((TUNNEL,), ("10.8.0.2",))
    assert only.verdict == "note" and "tunnel" in said(only)


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ({}, 0),
        ({"mdns": "bad"}, 0),
        ({"broadcast": "bad"}, 0),
        ({"mdns": "bad", "broadcast": "bad"}, 1),
        ({"addresses": "bad"}, 1),
        ({"port": "bad"}, 1),
        ({"firewall": "bad"}, 1),
        ({"local_network": "bad"}, 1),
        ({"multicast": "bad", "others": "note", "terminal": "note"}, 0),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_the_exit_code_tells_whether_a_table_can_be_found(
    capsys: pytest.CaptureFixture[str], verdicts: dict[str, Any], code: int, as_json: bool
) -> None:
    well = {
        "addresses": Finding("addresses", "seen_as", private={"names": [("192.168.1.20", "wlan0")]}),
        "multicast": Finding("multicast", "all", facts={"networks": 1, "heard": 1, "others": 0}),
        "mdns": Finding("mdns", "found", facts={"milliseconds": 1200}),
        "broadcast": Finding("broadcast", "all", facts={"networks": 1, "answered": 1}),
        "port": Finding("port", "free", facts={"port": 4666, "asked": 1, "reached": 1, "udp": True}),
        "others": Finding("others", "nobody", facts={"tables": 0, "silent": 0}),
        "firewall": Finding("firewall", "mac"),
        "local_network": Finding("local_network", "allowed"),
        "terminal": Finding("terminal", "none"),
    }
    found = [replace(each, verdict=verdicts.get(check, "ok")) for check, each in well.items()]
    assert doctor.report(found, as_json) == code
    out = capsys.readouterr().out
    if as_json:
        assert json.loads(out)["findable"] is (code == 0) and "192.168" not in out
    else:
        assert ("can be found" in out) is (code == 0)


FIREWALLS = {
    **dict.fromkeys(("ufw", "firewalld", "nftables", "windows", "windows_public"), "open"),
    **dict.fromkeys(("mac_blocked", "windows_blocked"), "unblock"),
    **dict.fromkeys(("mac", "mac_blocks_all", "mac_lets_in", "windows_blocks_all", "windows_lets_in"), ""),
}


@pytest.mark.parametrize("code", [*FIREWALLS, "off", "none_known"])
def test_every_firewall_has_a_description_and_commands(code: str) -> None:
    each = Finding("firewall", code, "note", private={"programs": ["/p"], "public_networks": [1]})
    assert "{" not in doctor_words.describe("firewall", code, {})
    hints = doctor_words.hints("firewall", code, {})
    assert bool(hints) is (code in FIREWALLS and not code.endswith("lets_in"))
    assert bool(set(hints) & {kind for kind, typed in firewalls.commands(each).items() if typed}) is bool(
        FIREWALLS.get(code)
    )


def test_commands_to_type_are_never_wrapped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    blocked = Finding("firewall", "windows_blocked", "bad", {"blocked": 1}, {"programs": [r"C:\Zoé ∀\python.exe"]})
    doctor.report([blocked], as_json=False)
    lines = capsys.readouterr().out.splitlines()
    for command in (*firewalls.commands(blocked)["unblock"], *firewalls.commands(blocked)["open"]):
        assert f"  {command}" in lines


def test_ufw_is_detected_by_its_config_file(tmp_path: Path) -> None:
    ufw = tmp_path / "ufw.conf"
    assert firewalls.check_linux(ufw).code != "ufw"
    ufw.write_text("# x\nENABLED=yes\n")
    assert firewalls.check_linux(ufw).code == "ufw"


@pytest.mark.parametrize(
    ("known", "calls", "verdict", "text"),
    [
        (landlock.PORTS_SINCE, True, "ok", "away from everything but their table"),
        (landlock.PORTS_SINCE - 1, True, "note", "older than Linux 6.7"),
        (0, True, "note", "no Landlock"),
        (landlock.PORTS_SINCE, False, "note", "no seccomp"),
        (0, False, "note", "neither Landlock nor seccomp"),
    ],
)
def test_missing_kernel_features_for_ssh_guests_are_reported(
    known: int, calls: bool, verdict: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landlock, "version", lambda: known)
    monkeypatch.setattr(seccomp, "is_available", lambda: calls)
    found = checks.check_ssh_guests()
    assert found.verdict == verdict and text in said(found)


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux says what it has.")
def test_seccomp_is_available_where_the_system_reports_it() -> None:
    known = platform.machine() in ("x86_64", "aarch64")
    assert seccomp.is_available() == ("Seccomp_filters:" in Path("/proc/self/status").read_text() and known)


def test_a_console_that_cannot_draw_gets_a_plain_mode_hint() -> None:
    assert "--plain" in said(Finding("terminal", "legacy", "bad"))


def test_the_measured_signs_include_those_drawn() -> None:
    assert {"∀", "▀", "●"} <= set(terminal.SIGNS)


@pytest.mark.soak
@pytest.mark.terminal
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX's")
@pytest.mark.parametrize(("answers", "code"), [("2", "fits"), ("3", "wide_signs"), (None, "fits")])
def test_the_terminal_is_asked_how_wide_it_draws_signs(answers: str | None, code: str, tmp_path: Path) -> None:
    """The other end of a pseudo-terminal answers as a terminal would, or not at all."""
    import pexpect

    show = "from sixqp_tui.features.doctor.terminal import check_terminal; print(check_terminal().report)"
    child = pexpect.spawn(sys.executable, ["-c", show], dimensions=(24, 80), encoding="utf-8", timeout=20)
    if answers:
        for _sign in terminal.SIGNS:
            child.expect_exact("\x1b[6n")
            child.send(f"\x1b[1;{answers}R")
    child.expect(r"\{.*\}")
    assert f"'code': '{code}'" in child.after
    assert f"'measured': {answers is not None}" in child.after
    child.expect(pexpect.EOF)
    child.close()


@pytest.mark.soak
def test_the_command_ends_with_a_verdict(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sixqp_tui", "doctor", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == (0 if json.loads(done.stdout)["findable"] else 1)

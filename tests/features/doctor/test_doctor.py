"""The doctor: what it finds on this machine, and what it says of it."""

import asyncio
import errno
import subprocess
import sys
from collections.abc import Sequence
from ipaddress import ip_address

import pytest

from sixqp_tui.discovery.addresses import OwnAddress, known_networks
from sixqp_tui.features.doctor import checks, command as doctor, echo
from sixqp_tui.features.doctor.checks import Check, Finding, Verdict
from sixqp_tui.features.doctor.echo import Echo

WIFI = OwnAddress("wlan0 wlan0", "192.168.1.20", 24)
TUNNEL = OwnAddress("tun0 tun0", "10.8.0.2", 24)


async def test_every_check_has_a_finding_and_a_sentence() -> None:
    found = await checks.run_checks(1.0)
    assert [each.check for each in found] == ["addresses", "port", "multicast", "broadcast", "tables"]
    assert all(each.sentence for each in found)


@pytest.mark.parametrize(
    ("heard", "others", "verdict", "text"),
    [
        ((WIFI, TUNNEL), 3, "ok", "on 2 of 2 networks. 3 other devices answered"),
        ((WIFI,), 0, "ok", "on 1 of 2 networks. No other device answered"),
        ((), 0, "bad", "didn't come back"),
    ],
)
async def test_multicast_is_reported_as_heard_or_not(
    monkeypatch: pytest.MonkeyPatch, heard: tuple[OwnAddress, ...], others: int, verdict: str, text: str
) -> None:
    async def multicast(_own: Sequence[OwnAddress], _seconds: float) -> Echo:
        return Echo(frozenset(each.address for each in heard), others)

    monkeypatch.setattr(echo, "try_multicast", multicast)
    found = await checks.check_multicast((WIFI, TUNNEL), 1.0)
    assert found.verdict == verdict and text in found.sentence


async def test_a_system_that_refuses_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_own: Sequence[OwnAddress], _seconds: float) -> Echo:
        raise OSError(errno.EADDRINUSE, "already taken")

    monkeypatch.setattr(echo, "try_multicast", refuse)
    monkeypatch.setattr(echo, "try_broadcast", refuse)
    for found in (await checks.check_multicast((WIFI,), 0.01), await checks.check_broadcast((WIFI,), 0.01)):
        assert found.verdict == "bad" and "already taken" in found.sentence


async def test_a_missing_network_is_reported() -> None:
    findings = (
        await checks.check_multicast((), 0.01),
        await checks.check_broadcast((), 0.01),
        checks.check_addresses((), ()),
    )
    assert [each.verdict for each in findings] == ["bad"] * 3
    assert all("network" in each.sentence for each in findings)


async def test_only_what_this_machine_sent_itself_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    here = tuple(each for each in known_networks() if each.is_ipv4 and not ip_address(each.address).is_link_local)
    if not here:
        pytest.skip("missing: an IPv4 network")
    sent = await asyncio.gather(echo.try_multicast(here, 0.5), echo.try_broadcast(here, 0.5))
    monkeypatch.setattr(echo, "_ask_group", lambda _own, _said: None)
    monkeypatch.setattr(echo, "_tell_everybody", lambda _own, _said: None)
    unsent = await asyncio.gather(echo.try_multicast(here, 0.1), echo.try_broadcast(here, 0.1))
    assert all(each.heard <= {own.address for own in here} for each in sent)
    assert [each.heard for each in unsent] == [frozenset(), frozenset()]


def test_the_address_that_others_see_is_reported() -> None:
    found = checks.check_addresses((TUNNEL, WIFI), ("192.168.1.20", "10.8.0.2"))
    assert "192.168.1.20 (wlan0). Also announced: 10.8.0.2." in found.sentence
    only = checks.check_addresses((TUNNEL,), ("10.8.0.2",))
    assert only.verdict == "note" and "tunnel" in only.sentence


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_each_system_has_its_hint(system: str) -> None:
    others = {checks.hint(each) for each in ("linux", "darwin", "win32") if each != system}
    assert checks.hint(system) not in others


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ((), 0),
        (("multicast",), 0),
        (("broadcast",), 0),
        (("multicast", "broadcast"), 1),
        (("addresses",), 1),
        (("port",), 1),
        (("tables",), 0),
    ],
)
def test_the_exit_code_tells_whether_a_table_can_be_found(
    capsys: pytest.CaptureFixture[str], bad: tuple[Check, ...], code: int
) -> None:
    every: tuple[Check, ...] = ("addresses", "port", "multicast", "broadcast", "tables")
    verdicts: dict[Check, Verdict] = dict.fromkeys(bad, "bad")
    assert doctor.report([Finding(each, verdicts.get(each, "ok"), "So it is.") for each in every]) == code
    assert ("can be found" in capsys.readouterr().out) is (code == 0)


@pytest.mark.soak
def test_the_command_ends_with_a_verdict() -> None:
    command = [sys.executable, "-m", "sixqp_tui", "doctor", "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == (0 if "can be found" in done.stdout else 1)

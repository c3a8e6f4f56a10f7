"""The doctor: what it finds on this machine, and what it says of it."""

import asyncio
import errno
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from ipaddress import ip_address
from typing import Literal

import pytest

from sixqp_tui.discovery.addresses import OwnAddress, machine_addresses
from sixqp_tui.features.doctor import command as doctor
from sixqp_tui.features.doctor.command import Check, Echo, Finding

CHECKS: tuple[Check, ...] = ("addresses", "port", "multicast", "broadcast", "tables")
WIFI = OwnAddress("wlan0 wlan0", "192.168.1.20", 24)
TUNNEL = OwnAddress("tun0 tun0", "10.8.0.2", 24)


async def echo(heard: tuple[OwnAddress, ...] = (), others: int = 0, failure: OSError | None = None) -> Echo:
    """The answers to a test message."""
    if failure:
        raise failure
    return Echo(frozenset(each.address for each in heard), others)


@pytest.mark.parametrize(
    ("check", "networks", "came_back", "verdict", "text"),
    [
        ("multicast", 2, partial(echo, (WIFI, TUNNEL), 3), "ok", "on 2 of 2 networks. 3 other devices answered"),
        ("multicast", 2, partial(echo, (WIFI,)), "ok", "on 1 of 2 networks. No other device answered"),
        ("broadcast", 2, partial(echo, (WIFI,), 3), "ok", "on 1 of 2 networks."),
        ("broadcast", 2, echo, "bad", "didn't come back"),
        ("broadcast", 0, echo, "bad", "no IPv4 network"),
        ("multicast", 2, partial(echo, failure=OSError(errno.EADDRINUSE, "already taken")), "bad", "already taken"),
    ],
)
async def test_a_test_message_is_reported_as_heard_or_not(
    check: Literal["multicast", "broadcast"],
    networks: int,
    came_back: Callable[[], Awaitable[Echo]],
    verdict: str,
    text: str,
) -> None:
    found = await doctor.check_echo(check, (WIFI, TUNNEL)[:networks], came_back())
    assert found.verdict == verdict and text in found.sentence
    assert ("other device" in found.sentence) == (check == "multicast" and verdict == "ok")


async def test_only_what_this_machine_sent_itself_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    here = tuple(
        each for each in machine_addresses() if each.is_ipv4 and not ip_address(each.address).is_link_local
    )
    if not here:
        pytest.skip("missing: an IPv4 network")
    sent = await asyncio.gather(doctor.try_multicast(here, 0.5), doctor.try_broadcast(here, 0.5))
    monkeypatch.setattr(doctor, "_send", lambda *_: None)
    unsent = await asyncio.gather(doctor.try_multicast(here, 0.1), doctor.try_broadcast(here, 0.1))
    assert all(each.heard <= {own.address for own in here} for each in sent)
    assert [each.heard for each in unsent] == [frozenset(), frozenset()]


def test_the_address_that_others_see_is_reported() -> None:
    found = doctor.check_addresses((TUNNEL, WIFI), ("192.168.1.20", "10.8.0.2"))
    assert "192.168.1.20 (wlan0). Also announced: 10.8.0.2." in found.sentence
    only = doctor.check_addresses((TUNNEL,), ("10.8.0.2",))
    assert only.verdict == "note" and "tunnel" in only.sentence
    none = doctor.check_addresses((), ())
    assert none.verdict == "bad" and "no network address" in none.sentence


def test_each_system_has_its_hint() -> None:
    assert len(set(map(doctor.hint, ("linux", "darwin", "win32")))) == 3


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
    found = [Finding(check, "bad" if check in bad else "ok", "So it is.") for check in CHECKS]
    assert doctor.report(found) == code
    assert ("can be found" in capsys.readouterr().out) is (code == 0)


def test_the_command_says_what_each_check_found_and_ends_with_a_verdict() -> None:
    command = [sys.executable, "-m", "sixqp_tui", "doctor", "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == (0 if "can be found" in done.stdout else 1)
    assert re.findall(rf"^\w+ +({'|'.join(CHECKS)}) +\S", done.stdout, re.MULTILINE) == list(CHECKS)

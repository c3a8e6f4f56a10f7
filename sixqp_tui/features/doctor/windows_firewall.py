"""Windows Defender Firewall: on which networks it is on, and what its rules say of the Python that runs here.

It is asked by PowerShell through the firewall's own objects (INetFwPolicy2), which any user may read: they answer
in numbers, where `netsh` answers in the words of the system's language.
"""

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import Any, Final

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.system_tools import output

WITHIN: Final = 10.0
"""Seconds that PowerShell may take: it starts slowly, and there are hundreds of rules."""
SCRIPT: Final = r"""
$ErrorActionPreference = 'Stop';
$policy = New-Object -ComObject HNetCfg.FwPolicy2;
$now = [int]$policy.CurrentProfileTypes;
$profiles = @(foreach ($each in 1, 2, 4) { if ($now -band $each) { @{
  profile = $each; on = [bool]$policy.FirewallEnabled($each); shut = [bool]$policy.BlockAllInboundTraffic($each)
} } });
$rules = @(foreach ($rule in $policy.Rules) { if ($rule.Enabled -and $rule.Direction -eq 1 -and
  ($rule.ApplicationName -match 'py|sixqp' -or $rule.LocalPorts -match '\b4666\b')) { @{
  program = [string]$rule.ApplicationName; action = [int]$rule.Action; protocol = [int]$rule.Protocol;
  ports = [string]$rule.LocalPorts; profiles = [int]$rule.Profiles
} } });
$networks = @(Get-NetConnectionProfile -ErrorAction SilentlyContinue | ForEach-Object { @{
  index = [int]$_.InterfaceIndex; category = [int]$_.NetworkCategory
} });
$told = @{ profiles = $profiles; rules = $rules; networks = $networks };
$json = ConvertTo-Json -Compress -Depth 3 -InputObject $told;
[regex]::Replace($json, '[^ -~]', { param($found) '\u{0:x4}' -f [int][char]$found.Value })
""".strip().replace("\n", " ")
"""Prints JSON in ASCII alone, because a path may have letters that the code page of the console has not."""
_BLOCK, _ALLOW = 0, 1
_TCP, _UDP, _ANY_PROTOCOL = 6, 17, 256
_PUBLIC_NETWORK = 0
_PROFILES: Final = {1: "domain", 2: "private", 4: "public"}
_POLICY: Final = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"
_POLICY_KEYS: Final = {"DomainProfile": 1, "StandardProfile": 2, "PublicProfile": 4}
_MAX_PATH: Final = 32768
"""Most characters of a path on Windows."""
_OPEN: Final = (
    "netsh advfirewall firewall add rule name=sixqp dir=in action=allow protocol=TCP localport=4666",
    "netsh advfirewall firewall add rule name=sixqp dir=in action=allow protocol=UDP localport=4666,4667,5353",
)


@dataclass(frozen=True)
class Rule:
    """A rule for what comes in, that is switched on; its numbers are those of INetFwRule."""

    program: str
    action: int
    protocol: int
    ports: str
    profiles: int

    def is_for(self, program: str) -> bool:
        return bool(self.program) and PureWindowsPath(self.program) == PureWindowsPath(program)

    def speaks_of(self, protocol: int) -> bool:
        return self.protocol in (protocol, _ANY_PROTOCOL)

    def covers_port(self) -> bool:
        """Whether the port of a table is among its ports."""
        if self.ports in ("", "*"):
            return True
        ranges = (each.partition("-") for each in self.ports.replace(" ", "").split(","))
        return any(_within(DEFAULT_PORT, first, last or first) for first, _, last in ranges)


@dataclass(frozen=True)
class Answer:
    """What the firewall has told: where it is on, by kinds of network, and where it lets nothing in at all."""

    on: frozenset[int]
    shut: frozenset[int]
    rules: tuple[Rule, ...] = ()
    public_networks: tuple[int, ...] = ()


def check() -> Finding:
    """Ask the firewall; where PowerShell does not answer, the registry says at least whether it is on."""
    told = read_answer(output("powershell", "-NoProfile", "-NonInteractive", "-Command", SCRIPT, within=WITHIN))
    return judge(told or Answer(_on_by_registry(), frozenset()), own_programs())


def read_answer(printed: str) -> Answer | None:
    """What SCRIPT has printed; None where that is no answer."""
    with suppress(ValueError, KeyError, TypeError):
        told: dict[str, Any] = json.loads(printed)
        profiles = told["profiles"]
        return Answer(
            frozenset(each["profile"] for each in profiles if each["on"]),
            frozenset(each["profile"] for each in profiles if each["on"] and each["shut"]),
            tuple(Rule(**each) for each in told["rules"]),
            tuple(each["index"] for each in told["networks"] if each["category"] == _PUBLIC_NETWORK),
        )
    return None


def judge(told: Answer, own: Collection[str]) -> Finding:
    """What that means for these programs, which are the Python that runs here by all its names."""
    facts = {"on": [_PROFILES[each] for each in sorted(told.on)], "public_network": bool(told.public_networks)}
    private = {"public_networks": told.public_networks}
    if not told.on:
        return Finding("firewall", "off", "ok", facts)
    if told.shut:
        return Finding("firewall", "windows_blocks_all", "bad", facts)
    blocked = {
        rule.program
        for rule in told.rules
        if rule.action == _BLOCK and any(map(rule.is_for, own)) and any(rule.profiles & each for each in told.on)
    }
    if blocked:
        return Finding(
            "firewall", "windows_blocked", "bad", facts | {"blocked": len(blocked)}, {"programs": sorted(blocked)}
        )
    if all(_let_in(told.rules, own, protocol, each) for protocol in (_TCP, _UDP) for each in told.on):
        return Finding("firewall", "windows_lets_in", "ok", facts)
    return Finding("firewall", "windows_public" if told.public_networks else "windows", "note", facts, private)


def _let_in(rules: Sequence[Rule], own: Collection[str], protocol: int, profile: int) -> bool:
    """Whether a rule lets a table of ours be reached so, on networks of this kind."""
    return any(
        rule.action == _ALLOW
        and rule.profiles & profile
        and rule.speaks_of(protocol)
        and rule.covers_port()
        and (not rule.program or any(map(rule.is_for, own)))
        for rule in rules
    )


def commands(found: Finding) -> Mapping[str, Sequence[str]]:
    """What an administrator types to take away a block, to make a network private, or to open the port."""
    return {
        "unblock": [
            f'netsh advfirewall firewall delete rule name=all dir=in program="{each}"'
            for each in found.private.get("programs", ())
        ],
        "make_private": [
            f"Set-NetConnectionProfile -InterfaceIndex {each} -NetworkCategory Private"
            for each in found.private.get("public_networks", ())
        ],
        "open": _OPEN,
    }


def own_programs() -> frozenset[str]:
    """By which paths the firewall may know this program: a virtual environment starts the Python it is made of."""
    started = Path(sys.executable)
    paths = (started, Path(sys.base_prefix, started.name), *_running())
    return frozenset(str(each) for path in paths for each in (path, path.resolve()))


def _running() -> tuple[Path, ...]:
    """The program that this process runs, as the firewall sees it: Python from the store has another name."""
    if sys.platform != "win32":
        return ()
    import ctypes

    path = ctypes.create_unicode_buffer(_MAX_PATH)
    return (Path(path.value),) if ctypes.windll.kernel32.GetModuleFileNameW(None, path, _MAX_PATH) else ()


def _within(port: int, first: str, last: str) -> bool:
    return first.isdecimal() and last.isdecimal() and int(first) <= port <= int(last)


def _on_by_registry() -> frozenset[int]:
    if sys.platform != "win32":
        return frozenset()
    import winreg

    def is_on(key: str) -> bool:
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, rf"{_POLICY}\{key}") as opened:
            return bool(winreg.QueryValueEx(opened, "EnableFirewall")[0])
        return False

    return frozenset(profile for key, profile in _POLICY_KEYS.items() if is_on(key))

"""What the firewalls of Windows, macOS and Linux let in."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Final

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.features.doctor.finding import Finding

WITHIN = 5.0
"""Seconds that a tool may take."""


def output(*command: str, within: float = WITHIN) -> str:
    """Empty if the tool is missing, fails, or takes too long."""
    done = _run(command, within)
    return done.stdout if done is not None and done.returncode == 0 else ""


def succeeds(*command: str) -> bool:
    done = _run(command, WITHIN)
    return done is not None and done.returncode == 0


def _run(command: tuple[str, ...], within: float) -> "subprocess.CompletedProcess[str] | None":
    if shutil.which(command[0]) is None:
        return None
    with suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=within,
            check=False,
            creationflags=_creation_flags(),
        )
    return None


def _creation_flags() -> int:
    """A hidden console: a tool may change the modes of its console."""
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW
    return 0


TOOL = "/usr/libexec/ApplicationFirewall/socketfilterfw"
_APP = re.compile(r"^\d+\s*:\s*(/.*\S)\s*$")
_RULE = re.compile(r"^\(\s*(Allow|Block)\s+incoming connections\s*\)$")


def check_mac() -> Finding:
    return judge_mac(
        output(TOOL, "--getglobalstate"), output(TOOL, "--listapps"), str(Path(sys.base_prefix).resolve())
    )


def judge_mac(state: str, apps: str, python: str) -> Finding:
    if not state:
        return Finding("firewall", "none_known", "ok")
    if "State = 2" in state or "blocking all" in state.lower():
        return Finding("firewall", "mac_blocks_all", "bad")
    if "State = 1" not in state and "enabled" not in state.lower():
        return Finding("firewall", "off", "ok")
    rules = {app: rule for app, rule in _listed(apps) if PurePosixPath(app).is_relative_to(python)}
    blocked = [app for app, rule in rules.items() if rule == "Block"]
    if blocked:
        return Finding("firewall", "mac_blocked", "bad", {"blocked": len(blocked)}, {"programs": blocked})
    return Finding("firewall", "mac_lets_in" if rules else "mac", "ok" if rules else "note")


def mac_commands(found: Finding) -> Mapping[str, Sequence[str]]:
    programs = found.private.get("programs", ())
    return {"unblock": [f"sudo {TOOL} --unblockapp {shlex.quote(each)}" for each in programs]}


def _listed(apps: str) -> Iterator[tuple[str, str]]:
    app = ""
    for line in apps.splitlines():
        if named := _APP.match(line.strip()):
            app = named[1]
        elif app and (rule := _RULE.match(line.strip())):
            yield app, rule[1]
            app = ""


WINDOWS_WITHIN: Final = 10.0
"""Seconds; PowerShell starts slowly, and there are hundreds of rules."""
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
$answer = @{ profiles = $profiles; rules = $rules; networks = $networks };
$json = ConvertTo-Json -Compress -Depth 3 -InputObject $answer;
[regex]::Replace($json, '[^ -~]', { param($found) '\u{0:x4}' -f [int][char]$found.Value })
""".strip().replace("\n", " ")
"""Prints JSON in ASCII, because the code page of the console may lack letters of a path."""
_BLOCK, _ALLOW = 0, 1
_TCP, _UDP, _ANY_PROTOCOL = 6, 17, 256
_PUBLIC_NETWORK = 0
_PROFILES: Final = {1: "domain", 2: "private", 4: "public"}
_POLICY: Final = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"
_POLICY_KEYS: Final = {"DomainProfile": 1, "StandardProfile": 2, "PublicProfile": 4}
_MAX_PATH: Final = 32768
_OPEN: Final = (
    "netsh advfirewall firewall add rule name=sixqp dir=in action=allow protocol=TCP localport=4666",
    "netsh advfirewall firewall add rule name=sixqp dir=in action=allow protocol=UDP localport=4666,4667,5353",
)


@dataclass(frozen=True)
class Rule:
    """An enabled inbound rule; its numbers are those of INetFwRule."""

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
        if self.ports in ("", "*"):
            return True
        ranges = (each.partition("-") for each in self.ports.replace(" ", "").split(","))
        return any(_within(DEFAULT_PORT, first, last or first) for first, _, last in ranges)


@dataclass(frozen=True)
class Answer:
    """Where the firewall is on, by kind of network, and where it blocks everything."""

    on: frozenset[int]
    shut: frozenset[int]
    rules: tuple[Rule, ...] = ()
    public_networks: tuple[int, ...] = ()


def check_windows() -> Finding:
    answer = read_answer(
        output("powershell", "-NoProfile", "-NonInteractive", "-Command", SCRIPT, within=WINDOWS_WITHIN)
    )
    return judge_windows(answer or Answer(_on_by_registry(), frozenset()), own_programs())


def read_answer(printed: str) -> Answer | None:
    """None if that is no answer."""
    with suppress(ValueError, KeyError, TypeError):
        answer: dict[str, Any] = json.loads(printed)
        profiles = answer["profiles"]
        return Answer(
            frozenset(each["profile"] for each in profiles if each["on"]),
            frozenset(each["profile"] for each in profiles if each["on"] and each["shut"]),
            tuple(Rule(**each) for each in answer["rules"]),
            tuple(each["index"] for each in answer["networks"] if each["category"] == _PUBLIC_NETWORK),
        )
    return None


def judge_windows(answer: Answer, own: Collection[str]) -> Finding:
    """`own` are all paths of the Python that runs here."""
    facts = {"on": [_PROFILES[each] for each in sorted(answer.on)], "public_network": bool(answer.public_networks)}
    private = {"public_networks": answer.public_networks}
    if not answer.on:
        return Finding("firewall", "off", "ok", facts)
    if answer.shut:
        return Finding("firewall", "windows_blocks_all", "bad", facts)
    blocked = {
        rule.program
        for rule in answer.rules
        if rule.action == _BLOCK and any(map(rule.is_for, own)) and any(rule.profiles & each for each in answer.on)
    }
    if blocked:
        return Finding(
            "firewall", "windows_blocked", "bad", facts | {"blocked": len(blocked)}, {"programs": sorted(blocked)}
        )
    if all(_let_in(answer.rules, own, protocol, each) for protocol in (_TCP, _UDP) for each in answer.on):
        return Finding("firewall", "windows_lets_in", "ok", facts)
    return Finding("firewall", "windows_public" if answer.public_networks else "windows", "note", facts, private)


def _let_in(rules: Sequence[Rule], own: Collection[str], protocol: int, profile: int) -> bool:
    return any(
        rule.action == _ALLOW
        and rule.profiles & profile
        and rule.speaks_of(protocol)
        and rule.covers_port()
        and (not rule.program or any(map(rule.is_for, own)))
        for rule in rules
    )


def windows_commands(found: Finding) -> Mapping[str, Sequence[str]]:
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
    """Both Pythons: a virtual environment starts the one it was made from."""
    started = Path(sys.executable)
    paths = (started, Path(sys.base_prefix, started.name), *_running())
    return frozenset(str(each) for path in paths for each in (path, path.resolve()))


def _running() -> tuple[Path, ...]:
    """The program as the firewall sees it; Python from the store has another name."""
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


UFW = Path("/etc/ufw/ufw.conf")
_LINUX: Mapping[str, Sequence[str]] = {
    "ufw": ("sudo ufw allow 4666", "sudo ufw allow 5353/udp"),
    "firewalld": ("sudo firewall-cmd --add-port=4666/tcp --add-port=4666/udp --add-service=mdns",),
    "nftables": ("nft add rule inet filter input meta l4proto { tcp, udp } th dport 4666 accept",),
}


def check_firewall() -> Finding:
    return {"win32": check_windows, "darwin": check_mac}.get(sys.platform, check_linux)()


def commands(found: Finding) -> Mapping[str, Sequence[str]]:
    """By effect: `open` the port, `unblock` a program, `make_private` a network."""
    if found.check != "firewall":
        return {}
    if found.code.startswith("windows"):
        return windows_commands(found)
    if found.code.startswith("mac"):
        return mac_commands(found)
    return {"open": _LINUX.get(found.code, ())}


def check_linux(ufw: Path = UFW) -> Finding:
    if _enables_ufw(ufw):
        return Finding("firewall", "ufw", "note")
    if succeeds("firewall-cmd", "--state"):
        return Finding("firewall", "firewalld", "note")
    if _rules_that_drop():
        return Finding("firewall", "nftables", "note")
    return Finding("firewall", "none_known", "ok")


def _enables_ufw(path: Path) -> bool:
    try:
        lines = path.read_text(encoding="utf-8", errors="ignore").splitlines()
    except OSError:
        return False
    return any(line.strip().lower() == "enabled=yes" for line in lines)


def _rules_that_drop() -> bool:
    """Only root may read the rules."""
    rules = output("nft", "list", "ruleset")
    return any(word in rules for word in ("policy drop", " drop", " reject"))

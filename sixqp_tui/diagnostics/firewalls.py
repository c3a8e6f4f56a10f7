"""Which firewall runs on this machine, as far as its own tools and files tell a user."""

import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from sixqp_tui.diagnostics.finding import Finding

WITHIN = 5
"""Seconds that a firewall's own tool may take."""
UFW = Path("/etc/ufw/ufw.conf")
MAC = "/usr/libexec/ApplicationFirewall/socketfilterfw"
_WINDOWS_POLICY = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy"
_WINDOWS_PROFILES = {"StandardProfile": "private", "PublicProfile": "public", "DomainProfile": "domain"}


_ADD_RULE = "netsh advfirewall firewall add rule name=sixqp dir=in action=allow protocol={} localport=4666"
_WINDOWS_RULES = (_ADD_RULE.format("TCP"), _ADD_RULE.format("UDP"))
COMMANDS = {
    "ufw": ("sudo ufw allow 4666", "sudo ufw allow 5353/udp"),
    "firewalld": ("sudo firewall-cmd --add-port=4666/tcp --add-port=4666/udp --add-service=mdns",),
    "nftables": ("nft add rule inet filter input meta l4proto { tcp, udp } th dport 4666 accept",),
    "windows": _WINDOWS_RULES,
    "windows_public": _WINDOWS_RULES,
}
"""What lets a table's port in, by the `code` of what was found, as it is typed."""


def check_firewall() -> Finding:
    """What was found out; `code` names the firewall that is on, or says that none was found."""
    return {"win32": _windows, "darwin": _mac}.get(sys.platform, _linux)()


def _linux() -> Finding:
    if _ufw_is_on():
        return Finding("firewall", "ufw", "note")
    if _succeeds("firewall-cmd", "--state"):
        return Finding("firewall", "firewalld", "note")
    if _rules_that_drop():
        return Finding("firewall", "nftables", "note")
    return Finding("firewall", "none_known", "ok")


def _ufw_is_on() -> bool:
    try:
        lines = UFW.read_text(encoding="utf-8", errors="ignore").splitlines()
    except OSError:
        return False
    return any(line.strip().lower() == "enabled=yes" for line in lines)


def _rules_that_drop() -> bool:
    """Only root may read the rules; whoever is not learns nothing here."""
    rules = _output("nft", "list", "ruleset")
    return any(word in rules for word in ("policy drop", " drop", " reject"))


def _mac() -> Finding:
    state = _output(MAC, "--getglobalstate")
    if "State = 2" in state or "block all" in state.lower():
        return Finding("firewall", "mac_blocks_all", "note")
    if "State = 1" in state or "enabled" in state.lower():
        return Finding("firewall", "mac", "note")
    return Finding("firewall", "off" if state else "none_known", "ok")


def _windows() -> Finding:
    on = [name for key, name in _WINDOWS_PROFILES.items() if _profile_is_on(key)]
    category = _output("powershell", "-NoProfile", "-Command", "(Get-NetConnectionProfile).NetworkCategory").lower()
    facts = {"on": on, "public_network": "public" in category}
    if not on:
        return Finding("firewall", "off", "ok", facts)
    return Finding("firewall", "windows_public" if facts["public_network"] else "windows", "note", facts)


def _profile_is_on(key: str) -> bool:
    if sys.platform != "win32":
        return False
    import winreg

    with suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, rf"{_WINDOWS_POLICY}\{key}") as opened:
        return bool(winreg.QueryValueEx(opened, "EnableFirewall")[0])
    return False


def _succeeds(*command: str) -> bool:
    done = _done(*command)
    return done is not None and done.returncode == 0


def _output(*command: str) -> str:
    done = _done(*command)
    return done.stdout if done is not None and done.returncode == 0 else ""


def _done(*command: str) -> "subprocess.CompletedProcess[str] | None":
    """A tool of the system, run to its end; None where there is none, or it takes too long."""
    if shutil.which(command[0]) is None:
        return None
    with suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=WITHIN, check=False
        )
    return None

"""Which firewall runs on this machine, as far as its own tools and files tell a user, and what lets a table in."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from sixqp_tui.features.doctor import mac_firewall, windows_firewall
from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.system_tools import output, succeeds

UFW = Path("/etc/ufw/ufw.conf")
_LINUX: Mapping[str, Sequence[str]] = {
    "ufw": ("sudo ufw allow 4666", "sudo ufw allow 5353/udp"),
    "firewalld": ("sudo firewall-cmd --add-port=4666/tcp --add-port=4666/udp --add-service=mdns",),
    "nftables": ("nft add rule inet filter input meta l4proto { tcp, udp } th dport 4666 accept",),
}


def check_firewall() -> Finding:
    return {"win32": windows_firewall.check, "darwin": mac_firewall.check}.get(sys.platform, _linux)()


def commands(found: Finding) -> Mapping[str, Sequence[str]]:
    """The commands that let a table in, by what they do: `open` the port, `unblock` a program, `make_private`."""
    if found.check != "firewall":
        return {}
    if found.code.startswith("windows"):
        return windows_firewall.commands(found)
    if found.code.startswith("mac"):
        return mac_firewall.commands(found)
    return {"open": _LINUX.get(found.code, ())}


def _linux() -> Finding:
    if _ufw_is_on():
        return Finding("firewall", "ufw", "note")
    if succeeds("firewall-cmd", "--state"):
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
    rules = output("nft", "list", "ruleset")
    return any(word in rules for word in ("policy drop", " drop", " reject"))

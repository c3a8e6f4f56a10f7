"""The application firewall of macOS: whether it is on, and what it says of the Python that runs here."""

import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.system_tools import output

TOOL = "/usr/libexec/ApplicationFirewall/socketfilterfw"
_APP = re.compile(r"^\d+\s*:\s*(/.*\S)\s*$")
_RULE = re.compile(r"^\(\s*(Allow|Block)\s+incoming connections\s*\)$")


def check() -> Finding:
    return judge(output(TOOL, "--getglobalstate"), output(TOOL, "--listapps"), str(Path(sys.base_prefix).resolve()))


def judge(state: str, apps: str, python: str) -> Finding:
    """What the firewall's state and its list of apps say of a Python that is installed in this folder."""
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


def commands(found: Finding) -> Mapping[str, Sequence[str]]:
    """What lifts the blocks that were found."""
    programs = found.private.get("programs", ())
    return {"unblock": [f"sudo {TOOL} --unblockapp {shlex.quote(each)}" for each in programs]}


def _listed(apps: str) -> Iterator[tuple[str, str]]:
    """Each app of the list, and whether it is allowed or blocked, which stands in the line below."""
    app = ""
    for line in apps.splitlines():
        if named := _APP.match(line.strip()):
            app = named[1]
        elif app and (rule := _RULE.match(line.strip())):
            yield app, rule[1]
            app = ""

"""How far this kernel can confine the process of an ssh guest."""

from typing import Literal

from sixqp_tui.hosting.process import landlock, seccomp

Sandbox = Literal["full", "no_ports", "no_landlock", "no_seccomp", "none"]
"""What the kernel lacks, if anything; Python's own restrictions apply everywhere."""


def find_sandbox() -> Sandbox:
    known = landlock.version()
    if not seccomp.is_available():
        return "no_seccomp" if known else "none"
    if not known:
        return "no_landlock"
    return "full" if known >= landlock.PORTS_SINCE else "no_ports"

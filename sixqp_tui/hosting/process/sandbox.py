"""Whether this kernel can confine the process of an ssh guest."""

from sixqp_tui.hosting.process import landlock, seccomp


def kernel_confines() -> bool:
    """Python's own restrictions apply everywhere."""
    return seccomp.is_available() and landlock.version() >= landlock.PORTS_SINCE

"""Which language the system is set to: the locale's variables everywhere, then what each system has of its own."""

import re
import sys
from collections.abc import Callable, Mapping
from os import environ

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_CODE = re.compile(r"(?<![a-z])[a-z]{2,3}(?![a-z])", re.IGNORECASE)
MAC_PREFERENCES = ("defaults", "read", "-g", "AppleLanguages")


def system_language(variables: Mapping[str, str] = environ, platform: str = sys.platform) -> str:
    """The code of the language, such as `fr`; "" where none is set (POSIX calls that `C`)."""
    named = next((value for name in VARIABLES if (value := variables.get(name))), None)
    if named is not None:
        return _code(named)
    own: Callable[[], str] | None = {"win32": _of_windows, "darwin": _of_mac}.get(platform)
    return _code(own()) if own else ""


def _code(locale: str) -> str:
    """`fr` of `fr_FR.UTF-8`, of `fr-CA`, and of the first of a list of them."""
    found = _CODE.search(locale.partition(".")[0])
    return found.group().lower() if found else ""


def _of_windows() -> str:
    """The language of the Windows user interface. `locale.getlocale` tells of the C library instead."""
    import ctypes
    from locale import windows_locale

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  only Windows has it
    return windows_locale.get(kernel.GetUserDefaultUILanguage(), "")


def _of_mac() -> str:
    """The first of the preferred languages; terminals mostly set LANG, but not all of them do."""
    import subprocess

    try:
        return subprocess.run(MAC_PREFERENCES, capture_output=True, text=True, timeout=2, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""

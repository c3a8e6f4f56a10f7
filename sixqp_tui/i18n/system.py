"""The system's language, and the sign for heads that its terminal can show."""

import re
import sys
from collections.abc import Mapping, Sequence
from os import environ
from typing import TextIO

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
CHARACTERS = ("LC_ALL", "LC_CTYPE", "LANG")
WIDE = ("ja", "ko", "zh")
"""Languages whose terminals may give two cells to characters of ambiguous width."""
_CODE = re.compile(r"(?<![a-z])[a-z]{2,3}(?![a-z])")
MAC_PREFERENCES = ("defaults", "read", "-g", "AppleLanguages")


def system_language(
    variables: Mapping[str, str] = environ,
    platform: str = sys.platform,
    mac_preferences: Sequence[str] = MAC_PREFERENCES,
) -> str:
    """A code such as `fr`; "" if none is set (POSIX `C`)."""
    named = next((value for name in VARIABLES if (value := variables.get(name))), None)
    if named is not None:
        return _code(named)
    if platform == "win32":
        return _code(_of_windows())
    return _code(_of_mac(mac_preferences)) if platform == "darwin" else ""


def head_sign(variables: Mapping[str, str] = environ, stream: TextIO | None = sys.__stderr__) -> str:
    """A bull's head: ∀, or v where the terminal can't show that, or may show it in two cells (East Asian width).

    While screens are shown, standard output is not the terminal, so standard error tells the encoding.
    """
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "")
    shows = encoding.startswith("utf") and variables.get("LC_ALL") not in ("C", "POSIX")
    named = next((value for name in CHARACTERS if (value := variables.get(name))), "")
    return "∀" if shows and variables.get("TERM") != "linux" and _code(named) not in WIDE else "v"


def _code(locale: str) -> str:
    """`fr` for `fr_FR.UTF-8`, `fr-CA`, or a list of them."""
    found = _CODE.search(locale.partition(".")[0].lower())
    return found.group() if found else ""


def _of_windows() -> str:
    """The language of the Windows interface; `locale.getlocale` returns the C library's."""
    import ctypes
    from locale import windows_locale

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  only Windows has it
    return windows_locale.get(kernel.GetUserDefaultUILanguage(), "")


def _of_mac(command: Sequence[str]) -> str:
    import subprocess

    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=2, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""

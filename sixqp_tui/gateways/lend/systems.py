"""The systems that a bundle is made for, where their wheels can be had."""

from typing import Final, NamedTuple

from sixqp_tui.gateways.lend.bootstrap import System

PYTHONS: Final = ((3, 11), (3, 12), (3, 13), (3, 14))
"""The versions of Python that a bundle is made for."""
_GLIBC: Final = 28
"""The oldest C library of Linux, 2.28, that wheels are fetched for: that of Debian 10."""
_MANYLINUX: Final = (*(f"manylinux_2_{minor}" for minor in range(_GLIBC, 4, -1)), "manylinux2014", "manylinux1")


class _Kind(NamedTuple):
    label: str
    name: str
    machine: str
    version: tuple[int, int]
    platforms: tuple[str, ...]


SYSTEMS: Final = {
    "linux-x86_64": _Kind(
        "Linux x86-64", "linux", "x86_64", (2, _GLIBC), tuple(f"{each}_x86_64" for each in _MANYLINUX)
    ),
    "linux-aarch64": _Kind(
        "Linux ARM64", "linux", "aarch64", (2, _GLIBC), tuple(f"{each}_aarch64" for each in _MANYLINUX)
    ),
    "macos-arm64": _Kind("macOS, Apple silicon", "macos", "arm64", (12, 0), ("macosx_12_0_arm64",)),
    "macos-x86_64": _Kind("macOS, Intel", "macos", "x86_64", (12, 0), ("macosx_12_0_x86_64",)),
    "windows-amd64": _Kind("Windows", "windows", "amd64", (0, 0), ("win_amd64",)),
}
"""The oldest of each that wheels are fetched for, by the name that is typed, and what pip calls its platforms."""


class Target(NamedTuple):
    """One version of Python on one of the systems."""

    kind: str
    python: tuple[int, int]

    @property
    def system(self) -> System:
        """What wheels have to fit."""
        kind = SYSTEMS[self.kind]
        return System(self.python, kind.name, kind.machine, kind.version, "cp{}{}".format(*self.python))

    @property
    def label(self) -> str:
        return SYSTEMS[self.kind].label

    @property
    def pip_options(self) -> list[str]:
        """What tells pip to fetch for it."""
        platforms = [option for each in SYSTEMS[self.kind].platforms for option in ("--platform", each)]
        return [*platforms, "--implementation", "cp", "--python-version", "{}.{}".format(*self.python)]


TARGETS: Final = tuple(Target(kind, python) for kind in SYSTEMS for python in PYTHONS)
"""All of them."""


def label_of(system: System) -> str:
    """What people call a system, whether wheels can be fetched for it or not."""
    known = (kind.label for kind in SYSTEMS.values() if (kind.name, kind.machine) == (system.name, system.machine))
    return next(known, f"{system.name} {system.machine}")

"""A real LAN on one machine: Linux network namespaces as hosts, joined by a bridge as their switch."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self


def why_not() -> str | None:
    """Why no LAN of namespaces can be made here, or None where it can."""
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "the command ip (iproute2) is missing"
    probe = f"sixqp-probe-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", probe], capture_output=True, text=True, check=False)
    if made.returncode:
        return f"this machine makes no network namespaces: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "del", probe], check=True)
    return None


class Lan:
    """Hosts 1 to n, each with the address 10.97.x.k on the same switch; a context that leaves nothing behind."""

    def __init__(self, hosts: int) -> None:
        self._prefix = f"qp{os.getpid()}"
        self._switch = f"{self._prefix}-switch"
        self._hosts = hosts
        self._net = f"10.97.{os.getpid() % 250}"
        self._started: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        self._ip("netns", "add", self._switch)
        self._ip("-n", self._switch, "link", "add", "bridge", "type", "bridge", "mcast_snooping", "0")
        self._ip("-n", self._switch, "link", "set", "bridge", "up")
        for host in range(1, self._hosts + 1):
            self._plug_in(host)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for process in self._started:
            process.kill()
            process.communicate()
        for name in (self._switch, *map(self._name, range(1, self._hosts + 1))):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)

    def address(self, host: int) -> str:
        """The IPv4 address of a host."""
        return f"{self._net}.{host}"

    def start(self, host: int, command: Sequence[str], home: Path) -> subprocess.Popen[str]:
        """Start a command on a host, with a folder of its own for what it keeps."""
        process = subprocess.Popen(
            ["ip", "netns", "exec", self._name(host), *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "SIXQP_HOME": str(home)},
        )
        self._started.append(process)
        return process

    def cut(self, host: int) -> None:
        """Unplug a host's cable."""
        self._ip("-n", self._switch, "link", "set", f"port{host}", "down")

    def mend(self, host: int) -> None:
        """Plug a host's cable in again."""
        self._ip("-n", self._switch, "link", "set", f"port{host}", "up")

    def _plug_in(self, host: int) -> None:
        name = self._name(host)
        self._ip("netns", "add", name)
        self._ip(
            "-n", self._switch, "link", "add", f"port{host}", "type", "veth", "peer", "name", "eth0", "netns", name
        )
        self._ip("-n", self._switch, "link", "set", f"port{host}", "master", "bridge", "up")
        self._ip("-n", name, "link", "set", "lo", "up")
        self._ip("-n", name, "addr", "add", f"{self.address(host)}/24", "dev", "eth0")
        self._ip("-n", name, "link", "set", "eth0", "up", "multicast", "on")
        self._ip("-n", name, "route", "add", "224.0.0.0/4", "dev", "eth0")

    def _name(self, host: int) -> str:
        return f"{self._prefix}-{host}"

    def _ip(self, *arguments: str) -> None:
        subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)

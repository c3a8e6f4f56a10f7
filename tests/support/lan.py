"""A real LAN on one machine: Linux network namespaces as hosts, joined by a bridge as their switch."""

import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from ipaddress import ip_network
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

_number = count()
HOSTS = Path("/etc/netns")
"""Where ip looks for a `hosts` of a namespace."""
_CLONE_NEWNET = 0x40000000
"""Of unshare(2)."""


@cache
def why_not() -> str | None:
    """Why no LAN of namespaces can be made here, or None where it can."""
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    if os.geteuid() != 0:
        return "missing: root's rights, which network namespaces need"
    if shutil.which("ip") is None:
        return "missing: the command ip (Debian: iproute2)"
    probe = f"sixqp-probe-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", probe], capture_output=True, text=True, check=False)
    if made.returncode:
        return f"missing: network namespaces: {made.stderr.strip()}"
    subprocess.run(["ip", "netns", "del", probe], check=True)
    return None


def leave_the_network() -> None:
    """Put this process, and all that it starts, on a network of its own, where nobody else is.

    Tables are announced there, and looked for, as on any LAN; no name server can be asked. Nothing happens where
    no namespace can be made.
    """
    if why_not() or ctypes.CDLL(None).unshare(_CLONE_NEWNET):
        return
    commands = (
        "link set lo up",
        "link add lan0 type veth peer name nobody",
        "link set nobody up",
        "addr add 10.96.0.2/24 brd + dev lan0",
        "link set lan0 up multicast on",
        "route add 192.0.2.0/24 via 10.96.0.1",  # where a program looks which address is its own
    )
    subprocess.run(["ip", "-batch", "-"], input="\n".join(commands), text=True, check=True, capture_output=True)


class Lan:
    """Hosts 1 to n of a network without a router, on the same switch; a context that leaves nothing behind.

    `six` leaves them nothing but the link-local IPv6 addresses that they give themselves.
    """

    def __init__(self, hosts: int, six: bool = False) -> None:
        self._prefix = f"qp{os.getpid()}{next(_number)}"
        self._switch = f"{self._prefix}-switch"
        self._hosts = hosts
        self._six = six
        self.network = ip_network(f"10.97.{os.getpid() % 250}.0/24")
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
        self.end_all()
        self._kill_orphans()
        for name in (self._switch, *map(self._name, range(1, self._hosts + 1))):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
            shutil.rmtree(HOSTS / name, ignore_errors=True)

    def _kill_orphans(self) -> None:
        """End what programs on these hosts have started and left behind, such as a table that stays open."""
        for host in range(1, self._hosts + 1):
            self.kill(host)

    def kill(self, host: int) -> None:
        """End every program on a host at once."""
        listed = subprocess.run(
            ["ip", "netns", "pids", self._name(host)], check=False, capture_output=True, text=True
        )
        for pid in listed.stdout.split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)

    def end_all(self) -> None:
        """End every program that was started here and still runs."""
        for process in self._started:
            process.kill()
            process.communicate()
        self._started.clear()

    def address(self, host: int) -> str:
        """The IPv4 address of a host."""
        return str(self.network[host])

    def start(
        self, host: int, command: Sequence[str], home: Path, stdin: int = subprocess.DEVNULL
    ) -> subprocess.Popen[str]:
        """Start a command on a host, with a folder of its own for what it keeps."""
        process = subprocess.Popen(
            self.command(host, *command),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=stdin,
            text=True,
            env={**os.environ, "SIXQP_HOME": str(home)},
        )
        self._started.append(process)
        return process

    def command(self, host: int, *command: str) -> list[str]:
        """The command that runs this command on a host."""
        return ["ip", "netns", "exec", self._name(host), *command]

    def unplug(self, host: int) -> None:
        """End every program on a host at once, as when its plug is pulled, and take it off the switch."""
        self.cut(host)
        self.kill(host)

    def cut(self, host: int) -> None:
        self._ip("-n", self._switch, "link", "set", f"port{host}", "down")

    def mend(self, host: int) -> None:
        self._ip("-n", self._switch, "link", "set", f"port{host}", "up")

    def deafen(self, multicast: bool = False) -> None:
        """Let no multicast through the switch, as many guest networks do, or let it through again."""
        for host in range(1, self._hosts + 1):
            self._port(host, "mcast_flood", "on" if multicast else "off")

    def hush(self, quiet: bool = True) -> None:
        """Let neither multicast nor broadcast through the switch, as between two networks, or let both again."""
        self.deafen(multicast=not quiet)
        for host in range(1, self._hosts + 1):
            self._port(host, "bcast_flood", "off" if quiet else "on")
            if quiet:  # who is where would be asked by broadcast, which a router would answer
                self._know_each_other(host)

    def _know_each_other(self, host: int) -> None:
        for other in range(1, self._hosts + 1):
            if other != host:
                shown = self.shown(other, "-o", "link", "show", "eth0")
                address = shown.split("link/ether ")[1].split()[0]
                self.ip(host, "neigh", "replace", self.address(other), "lladdr", address, "dev", "eth0")

    def shown(self, host: int, *arguments: str) -> str:
        """What the command ip says on a host."""
        command = ["ip", "-n", self._name(host), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def ip(self, host: int, *arguments: str) -> None:
        self._ip("-n", self._name(host), *arguments)

    def move(self, host: int, address: str) -> None:
        """Give a host this address instead of all that it had on the switch."""
        self.ip(host, "addr", "flush", "dev", "eth0", "scope", "global")
        self.ip(host, "addr", "add", f"{address}/{self.network.prefixlen}", "brd", "+", "dev", "eth0")

    def second_network(self, host: int, name: str, address: str) -> None:
        """Give a host another interface, whose cable leads nowhere."""
        peer = ("peer", "name", f"loose{host}", "netns", self._switch)
        self.ip(host, "link", "add", name, "type", "veth", *peer)
        self._ip("-n", self._switch, "link", "set", f"loose{host}", "up")
        self.ip(host, "addr", "add", address, "dev", name)
        self.ip(host, "link", "set", name, "up", "multicast", "on")

    def resolve(self, host: int, name: str, address: str) -> None:
        """Let this name have this address on a host."""
        folder = HOSTS / self._name(host)
        folder.mkdir(parents=True)
        (folder / "hosts").write_text(f"127.0.0.1 localhost\n{address} {name}\n", "ascii")

    def _plug_in(self, host: int) -> None:
        self._ip("netns", "add", self._name(host))
        self.ip(host, "link", "set", "lo", "up")
        self.connect(host, "eth0", "" if self._six else f"{self.address(host)}/{self.network.prefixlen}")

    def connect(self, host: int, name: str, address: str) -> None:
        """Lay a cable from an interface of this name to the switch."""
        port = f"port{host}" if name == "eth0" else f"{name}{host}"
        peer = ("peer", "name", name, "netns", self._name(host))
        self._ip("-n", self._switch, "link", "add", port, "type", "veth", *peer)
        self._ip("-n", self._switch, "link", "set", port, "master", "bridge", "up")
        if address:
            self.ip(host, "addr", "add", address, "brd", "+", "dev", name)
        self.ip(host, "link", "set", name, "up", "multicast", "on")

    def _port(self, host: int, option: str, value: str) -> None:
        self._ip("-n", self._switch, "link", "set", f"port{host}", "type", "bridge_slave", option, value)

    def _name(self, host: int) -> str:
        return f"{self._prefix}-{host}"

    def _ip(self, *arguments: str) -> None:
        subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


def read_until(process: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    """The first printed line that has this."""
    assert process.stdout
    read = []
    for line in process.stdout:
        read.append(line)
        if found := re.search(pattern, line):
            return found
    raise AssertionError(f"{pattern} was never printed, but {read} {process.stderr and process.stderr.read()}")

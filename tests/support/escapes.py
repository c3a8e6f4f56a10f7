"""What a guest's process must never do, as `python escapes.py WALLS FOLDER PORT OTHER`: a line of JSON an attempt.

WALLS are those of `confinement` around the process: `none`, `python`, `calls` (Linux without Landlock), `kernel` or
`both`. In FOLDER are a `home` with files and a database, and an `empty` folder. A table listens at PORT of
127.0.0.1, and something else at OTHER.
"""

import asyncio
import ctypes
import dbm
import fcntl
import glob
import json
import logging
import mmap
import multiprocessing
import multiprocessing.shared_memory
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import ForkContext, ForkServerContext, SpawnContext
from pathlib import Path
from typing import Any

Attempt = Callable[[], object]
COMMAND = [sys.executable, "-c", ""]


def attempts(folder: Path, port: int, other: int, libc: Any, loop: asyncio.AbstractEventLoop) -> dict[str, Attempt]:
    return {
        **_reads(folder / "home"),
        **_writes(folder),
        **_processes(libc, loop),
        **_signals(libc),
        **_sockets(folder, port, other, libc, loop),
        **_kernel(libc),
    }


def _reads(home: Path) -> dict[str, Attempt]:
    secret, games = home / "table.code", home / "games.sqlite"

    def by_folder() -> None:
        folder = os.open(home, os.O_RDONLY | os.O_DIRECTORY)
        os.open("table.code", os.O_RDONLY, dir_fd=folder)

    def by_memory() -> None:
        mmap.mmap(os.open(secret, os.O_RDONLY), 0, access=mmap.ACCESS_READ)

    def by_going_there() -> None:
        os.chdir(home)
        Path("table.code").read_bytes()

    def by_query() -> None:
        sqlite3.connect(f"file:{games}?mode=ro", uri=True).execute("select 1 from games")

    return {
        "read a file": secret.read_bytes,
        "read by os.open": lambda: os.open(secret, os.O_RDONLY),
        "read by a folder's number": by_folder,
        "read by mmap": by_memory,
        "read through a link": (home.parent / "empty" / "link").read_bytes,
        "read the passwords": Path("/etc/passwd").read_bytes,
        "read the parent's environment": lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes(),
        "read the parent's memory": lambda: Path(f"/proc/{os.getppid()}/mem").open("rb"),
        "list a folder": lambda: os.listdir(home),  # noqa: PTH208
        "scan a folder": lambda: list(os.scandir(home)),
        "list by pathlib": lambda: list(home.iterdir()),
        "find by glob": lambda: _not_empty(glob.glob(f"{home}/*")),  # noqa: PTH207
        "walk": lambda: _not_empty(list(os.walk(home))),
        "change the folder and read": by_going_there,
        "query a database": lambda: sqlite3.connect(f"file:{games}?mode=ro", uri=True).execute(
            "select 1 from games"
        ),
        "import a file": lambda: _import_from(home),
    }


def _writes(folder: Path) -> dict[str, Attempt]:
    secret, new = folder / "home" / "table.code", folder / "empty"

    def fill(sign: int) -> None:
        with (new / "filled").open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, sign)

    def insert() -> None:
        with sqlite3.connect(new / "new.sqlite") as games:
            games.execute("create table games (id)")

    return {
        "write a file": lambda: (new / "written").write_bytes(b"x"),
        "append": lambda: secret.open("ab").write(b"x"),
        "update": lambda: secret.open("r+b"),
        "create by os.open": lambda: os.open(new / "created", os.O_CREAT | os.O_WRONLY),
        "empty by os.open": lambda: os.open(new / "emptied", os.O_CREAT | os.O_TRUNC),
        "reserve space": lambda: fill(8192),
        "truncate": lambda: os.truncate(secret, 1),
        "write a temporary file": lambda: tempfile.TemporaryFile(dir=new).write(b"x"),
        "write a log": lambda: logging.FileHandler(new / "log"),
        "write a database": insert,
        "write a database of keys": lambda: dbm.open(str(new / "keys"), "c"),
        "share memory": lambda: multiprocessing.shared_memory.SharedMemory(create=True, size=1).unlink(),
        "make a file in memory": lambda: os.memfd_create("x"),
        "make a folder": (new / "folder").mkdir,
        "make a pipe": lambda: os.mkfifo(new / "pipe"),
        "make a node": lambda: os.mknod(new / "node"),
        "make a link": lambda: (new / "soft").symlink_to(secret),
        "make a hard link": lambda: (new / "hard").hardlink_to(secret),
        "rename": lambda: (folder / "home" / "a").rename(folder / "home" / "b"),
        "remove": (folder / "home" / "c").unlink,
        "remove a folder": (folder / "home" / "d").rmdir,
        "change the mode": lambda: secret.chmod(0o600),
        "change the owner": lambda: os.chown(secret, os.getuid(), os.getgid()),
        "change the times": lambda: os.utime(secret, (0, 0)),
        "set an attribute": lambda: os.setxattr(secret, "user.a", b"x"),
        "remove an attribute": lambda: os.removexattr(folder / "home" / "e", "user.a"),
        "write in a thread": lambda: _in_thread(lambda: (new / "by a thread").write_bytes(b"x")),
        "open a terminal": os.openpty,
    }


def _processes(libc: Any, loop: asyncio.AbstractEventLoop) -> dict[str, Attempt]:
    def pool() -> None:
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            pool.submit(os.getpid).result(20)

    def start(context: SpawnContext | ForkContext | ForkServerContext) -> None:
        process = context.Process(target=os.getpid)
        process.start()
        process.join()

    async def by_asyncio() -> None:
        await (await asyncio.create_subprocess_exec(*COMMAND)).wait()

    def by_primitive() -> None:
        import _posixsubprocess
        from multiprocessing.util import spawnv_passfds

        assert _posixsubprocess
        os.waitpid(spawnv_passfds(sys.executable.encode(), COMMAND, ()), 0)

    return {
        "run": lambda: subprocess.run(COMMAND, check=True),
        "run by os.system": lambda: _succeeds(os.system("true")),
        "run by os.popen": lambda: os.popen("true").close(),
        "run by spawn": lambda: os.spawnv(os.P_WAIT, sys.executable, COMMAND),
        "run by posix_spawn": lambda: os.waitpid(os.posix_spawn(sys.executable, COMMAND, {}), 0),
        "run by posix_spawnp": lambda: os.waitpid(os.posix_spawnp("true", ["true"], os.environ), 0),
        "run by asyncio": lambda: loop.run_until_complete(by_asyncio()),
        "run by fork_exec": by_primitive,
        "run by multiprocessing's spawn": lambda: start(multiprocessing.get_context("spawn")),
        "run by multiprocessing's fork": lambda: start(multiprocessing.get_context("fork")),
        "run by multiprocessing's server": lambda: start(multiprocessing.get_context("forkserver")),
        "run by a pool": pool,
        "run in a thread": lambda: _in_thread(lambda: subprocess.run(COMMAND, check=True)),
        "fork": lambda: _child(os.fork()),
        "fork with a terminal": lambda: _child(os.forkpty()[0]),
        "fork by C": lambda: _child(_checked(libc.fork())),
        "fork by vfork's call": lambda: _child(_checked(libc.syscall(*_longs(57 if _x86() else 220, 17)))),
        "run by C": lambda: _succeeds(libc.system(b"true")),
        "become another program": lambda: os.execv("/bin/true", ["true"]),
        "become another program by C": lambda: _checked(libc.execv(b"/bin/true", (ctypes.c_char_p * 2)(b"true"))),
        "become a program in memory": lambda: _checked(
            libc.syscall(*_longs(322 if _x86() else 281, 0), b"", None, None, *_longs(0x1000))
        ),
    }


def _signals(libc: Any) -> dict[str, Attempt]:
    parent = os.getppid()
    return {
        "signal": lambda: os.kill(parent, 0),
        "signal a group": lambda: os.killpg(os.getpgid(parent), 0),
        "signal by C": lambda: _checked(libc.kill(parent, 0)),
        "signal by a pipe": lambda: fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, parent),
        "signal by a pipe of C": lambda: _checked(libc.fcntl(os.pipe()[0], 8, parent)),
        "signal by a descriptor": lambda: signal.pidfd_send_signal(os.pidfd_open(parent), 0),
        "watch a process": lambda: os.pidfd_open(parent),
        "set a priority": lambda: os.setpriority(os.PRIO_PROCESS, parent, 5),
        "set processors": lambda: os.sched_setaffinity(parent, os.sched_getaffinity(0)),
        "set limits": _set_limits,
        "trace a process": lambda: _checked(libc.ptrace(*_longs(16, parent, 0, 0))),
        "read another's memory": lambda: _checked(libc.process_vm_readv(*_longs(parent, 0, 0, 0, 0, 0))),
    }


def _sockets(folder: Path, port: int, other: int, libc: Any, loop: asyncio.AbstractEventLoop) -> dict[str, Attempt]:
    def tcp() -> socket.socket:
        return socket.socket(socket.AF_INET, socket.SOCK_STREAM)

    def udp() -> socket.socket:
        return socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def unix() -> socket.socket:
        return socket.socket(socket.AF_UNIX)

    def connect_for_datagrams() -> None:
        sock = udp()
        sock.connect(("127.0.0.1", port))
        sock.send(b"x")

    def pair() -> int:
        ends = (ctypes.c_int * 2)()
        _checked(libc.socketpair(1, 2, 0, ends))
        return ends[0]

    path, log = str(folder / "home" / "agent"), b"\1\0" + bytes(folder / "home" / "log") + b"\0"
    return {
        "connect to another port": lambda: tcp().connect(("127.0.0.1", other)),
        "connect to another port by asyncio": lambda: loop.run_until_complete(_connect("127.0.0.1", other)),
        "connect to another machine": lambda: tcp().connect(("127.0.0.2", port)),
        "connect by sending": lambda: tcp().sendto(b"x", 0x20000000, ("127.0.0.1", other)),
        "connect by sending a message": lambda: tcp().sendmsg([b"x"], [], 0x20000000, ("127.0.0.1", other)),
        "connect to a local socket": lambda: unix().connect(path),
        "connect a pair to a local socket": lambda: _checked(libc.connect(pair(), log, len(log))),
        "bind": lambda: tcp().bind(("127.0.0.1", 0)),
        "bind a local socket": lambda: unix().bind(str(folder / "empty" / "socket")),
        "bind a nameless socket": lambda: unix().bind(b"\0sixqp-escape"),
        "listen without bind": lambda: tcp().listen(),
        "serve": lambda: socket.create_server(("127.0.0.1", 0)),
        "send a datagram": lambda: udp().sendto(b"x", ("127.0.0.1", port)),
        "connect for datagrams": connect_for_datagrams,
        "broadcast": lambda: udp().setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1),
        "send raw packets": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
        "send frames": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
        "talk to the kernel": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0),
        "look up a name": lambda: socket.getaddrinfo("localhost", port),
        "look up a host": lambda: socket.gethostbyname("localhost"),
        "look up an address": lambda: _not_empty(socket.gethostbyaddr("127.0.0.1")),
    }


def _kernel(libc: Any) -> dict[str, Attempt]:
    return {
        "leave a namespace": lambda: _checked(libc.unshare(0x10000000)),
        "change the root": lambda: os.chroot("/"),
        "mount": lambda: _checked(libc.mount(b"none", b"/", None, 0x44000, None)),
        "name the machine": lambda: socket.sethostname(socket.gethostname()),
        "queue calls": lambda: _checked(libc.syscall(*_longs(425, 1), ctypes.create_string_buffer(120))),
        "load a program": lambda: _checked(libc.syscall(*_longs(321 if _x86() else 280, 0, 0, 0))),
        "keep a key": lambda: _checked(
            libc.syscall(*_longs(248 if _x86() else 217), b"user", b"sixqp", b"x", *_longs(1, -2))
        ),
        "type in a terminal": lambda: _checked(libc.ioctl(0, *_longs(0x5412), b"x")),
    }


# What may not happen at all without walls: it needs more rights, or ends the process.
NOT_WITHOUT_WALLS = frozenset(
    (
        "become another program",
        "become another program by C",
        "become a program in memory",
        "read the parent's memory",
        "set an attribute",
        "remove an attribute",
        "trace a process",
        "read another's memory",
        "connect by sending",
        "connect by sending a message",
        "send raw packets",
        "send frames",
        "look up an address",
        "leave a namespace",
        "change the root",
        "mount",
        "name the machine",
        "queue calls",
        "load a program",
        "keep a key",
        "type in a terminal",
        "share memory",
        "open a terminal",
        "fork with a terminal",
        "reserve space",
    )
)


def _not_empty(found: object) -> None:
    if not found:
        raise PermissionError("nothing was found")


def _succeeds(status: int) -> None:
    if status != 0:
        raise PermissionError(f"status {status}")


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _child(pid: int) -> None:
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def _longs(*values: int) -> list[ctypes.c_long]:
    return [ctypes.c_long(value) for value in values]


def _x86() -> bool:
    return os.uname().machine == "x86_64"


def _import_from(folder: Path) -> None:
    sys.path.insert(0, str(folder))
    try:
        __import__("planted_module")
    except ImportError as error:
        raise PermissionError from error
    finally:
        sys.path.pop(0)


def _set_limits() -> None:
    import resource

    resource.prlimit(os.getppid(), resource.RLIMIT_CORE, resource.prlimit(os.getppid(), resource.RLIMIT_CORE))


async def _connect(host: str, port: int) -> None:
    _reader, writer = await asyncio.open_connection(host, port)
    writer.close()


def _in_thread(attempt: Attempt) -> None:
    """Try it in a new thread, which inherits the walls."""
    errors: list[OSError] = []

    def run() -> None:
        try:
            attempt()
        except OSError as error:
            errors.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]


def _build(walls: str, port: int) -> None:
    from sixqp_tui.gateways.ssh import confinement
    from sixqp_tui.hosting.process import seccomp

    table = (("127.0.0.1", port),)
    readable = tuple(confinement.program_files())
    match walls:
        case "python":
            confinement.confine_by_python(readable, table)
        case "kernel":
            confinement.confine_by_kernel(readable, (port,))
        case "calls":
            seccomp.forbid_privileges()
            seccomp.restrict()
        case "both":
            confinement.confine(table)


def main(walls: str, folder: Path, port: int, other: int) -> None:
    libc, loop = ctypes.CDLL(None, use_errno=True), asyncio.new_event_loop()
    _build(walls, port)
    for name, attempt in attempts(folder, port, other, libc, loop).items():
        if walls == "none" and name in NOT_WITHOUT_WALLS:
            continue
        try:
            attempt()
            outcome = "done"
        except (OSError, sqlite3.Error) as error:
            outcome = f"refused: {error}"
        os.write(1, json.dumps((name, outcome)).encode() + b"\n")
    loop.run_until_complete(_connect("127.0.0.1", port))
    os.write(1, json.dumps(("reach the table", "done")).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))

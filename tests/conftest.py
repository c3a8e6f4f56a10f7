"""The tests read English, whatever the system speaks, unless they ask for another language."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from support import source
from support.lan import why_not

from sixqp_tui import i18n

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory. The tests wait for some thousand writings, and a disk takes 10 ms for each."""
ROOM = 256 * 2**20
"""Bytes that must be free there: ten times what the runs leave that pytest keeps."""


def pytest_configure() -> None:
    """Whatever is imported or started is compiled once, and waste is looked for now and then.

    A screen is many small parts, and so many tests are many more: looking through all of them as often as Python
    does by itself takes a third of the time. What tests write lies in memory, where there is room.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    gc.set_threshold(50_000, 20, 100)
    settings.register_profile("any machine", deadline=None)  # however busy it is: pytest-timeout ends what hangs
    settings.load_profile("any machine")
    if _holds_files(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def _holds_files(folder: Path) -> bool:
    """Whether what tests write, and the programs among it, may lie there."""
    if sys.platform == "win32" or not os.access(folder, os.W_OK | os.X_OK):
        return False
    state = os.statvfs(folder)
    return not state.f_flag & os.ST_NOEXEC and state.f_bavail * state.f_frsize >= ROOM


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three processes a core, since tests wait too, and four where slow ones wait for terminals and networks."""
    return (3 if config.getoption("markexpr") == "not slow" else 4) * (os.cpu_count() or 1)


def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """In a fresh clone the tests are compiled by one process, before several begin that would all do the same."""
    modules, asked = list(Path(__file__).parent.rglob("test_*.py")), list(config.invocation_params.args)
    compiled = 2 * sum(map(_is_compiled, modules)) >= len(modules)
    if compiled or config.cache is None or config.cache.get("sixqp/compiled", None) == asked:
        return
    collect = [sys.executable, "-m", "pytest", *asked, "-n0", "--collect-only", "-qq"]
    subprocess.run(collect, cwd=config.invocation_params.dir, stdout=subprocess.DEVNULL, check=False)
    config.cache.set("sixqp/compiled", asked)


def _is_compiled(module: Path) -> bool:
    return any((module.parent / "__pycache__").glob(f"{module.stem}.*.pyc"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests come first: none is alone at the end. What mostly waits is spread among what computes.

    What plays at a terminal or between hosts is slow too, and waits.
    """
    waiting = [item for item in items if any(map(item.get_closest_marker, ("terminal", "namespaces")))]
    for item in waiting:
        item.add_marker("slow")
    waits = set(waiting)
    slow = [item for item in items if item.get_closest_marker("slow") and item not in waits]
    fast = [item for item in items if not item.get_closest_marker("slow")]
    places = {item: at / len(part) for part in (waiting, slow) for at, item in enumerate(part)}
    items[:] = [*sorted(places, key=lambda item: places[item]), *fast]


def pytest_collection_finish() -> None:
    """What the collection has made stays until the end: no search for waste looks through it again."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A LAN of network namespaces is made where one can be made."""
    if item.get_closest_marker("namespaces") and (reason := why_not()):
        pytest.skip(reason)


@pytest.fixture(scope="session", autouse=True)
def system_of_no_language() -> Iterator[None]:
    """Programs that tests start find no language set."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LC_ALL", "C.UTF-8")
        yield


@pytest.fixture(scope="module", autouse=True)
def speaking_english() -> Iterator[None]:
    """No module of tests inherits a language from another one."""
    i18n.use("en")
    yield
    i18n.use("en")


@pytest.fixture(scope="module", autouse=True)
def trees_for_a_while() -> Iterator[None]:
    """The source that a module of tests looks at is kept in parts only while it does: so many slow all down."""
    yield
    source.forget()

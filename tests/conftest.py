"""The tests read English, whatever the system speaks, unless they ask for another language."""

import gc
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import source
from support.chromium import launched
from support.lan import leave_the_network, why_not

from sixqp_tui import i18n

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory. The tests wait for some thousand writings, and a disk takes 10 ms for each."""
ROOM = 256 * 2**20
"""Bytes that must be free there: ten times what the runs leave that pytest keeps."""

_ALL_SLOW = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.(slow|soak|terminal|namespaces)\b", re.MULTILINE)


def pytest_configure(config: pytest.Config) -> None:
    """Whatever is imported or started is compiled once, and waste is looked for now and then.

    A screen is many small parts, and so many tests are many more: looking through all of them as often as Python
    does by itself takes a third of the time. What tests write lies in memory, where there is room.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if _holds_files(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if config.getoption("numprocesses", None):  # others work for this process: no test runs here
        return
    from hypothesis import settings  # pytest rewrites what it cannot keep compiled, each time

    leave_the_network()
    gc.set_threshold(50_000, 20, 100)
    # No deadline, however busy the machine is: pytest-timeout ends what hangs. Benches try far more examples.
    settings.register_profile("any machine", deadline=None, max_examples=20 if _in_fast_lane(config) else 50)
    settings.load_profile("any machine")


def _in_fast_lane(config: pytest.Config) -> bool:
    return bool(config.getoption("markexpr") == "not slow")


def _holds_files(folder: Path) -> bool:
    """Whether what tests write, and the programs among it, may lie there."""
    if sys.platform == "win32" or not os.access(folder, os.W_OK | os.X_OK):
        return False
    state = os.statvfs(folder)
    return not state.f_flag & os.ST_NOEXEC and state.f_bavail * state.f_frsize >= ROOM


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two processes a core, since tests wait too; three for two cores in the fast lane, which waits less.

    Each imports and collects all tests for itself, which costs it as much as some hundred of them.
    """
    cores = os.cpu_count() or 1
    return (3 * cores + 1) // 2 if _in_fast_lane(config) else 2 * cores


def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """In a fresh clone one process compiles the tests, and this one makes Hypothesis' table of all characters.

    Otherwise each of the processes that begin now would do both for itself.
    """
    cache: pytest.Cache | None = getattr(config, "cache", None)  # `-p no:cacheprovider` leaves none
    modules, asked = list(Path(__file__).parent.rglob("test_*.py")), list(config.invocation_params.args)
    compiled = 2 * sum(map(_is_compiled, modules)) >= len(modules)
    if compiled or cache is None or cache.get("sixqp/compiled", None) == asked:
        return
    collect = [sys.executable, "-m", "pytest", *asked, "-n0", "--collect-only", "-qq"]
    with subprocess.Popen(collect, cwd=config.invocation_params.dir, stdout=subprocess.DEVNULL):
        from hypothesis import strategies  # pytest rewrites what it cannot keep compiled, each time

        strategies.text().validate()
    cache.set("sixqp/compiled", asked)


def _is_compiled(module: Path) -> bool:
    return any((module.parent / "__pycache__").glob(f"{module.stem}.*.pyc"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The fast lane doesn't import files that have only slow tests."""
    if not _in_fast_lane(config) or collection_path.suffix != ".py":
        return None
    return True if _ALL_SLOW.search(collection_path.read_text("utf-8")) else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Soaks are left out unless they are asked for, and the longest tests come first: none is alone at the end.

    What plays at a terminal or between hosts is slow too, and waits; so does what runs an app or a table in a loop.
    What mostly waits is spread among what computes. Soaks leave when the plugins have seen them: the one that
    writes pictures would delete those of tests that it doesn't know.
    """
    for item in items:
        if any(map(item.get_closest_marker, ("terminal", "namespaces", "soak"))):
            item.add_marker("slow")
    yield
    if not _asks_for_soaks(config):
        soaks, items[:] = _parted(items, lambda item: item.get_closest_marker("soak") is not None)
        config.hook.pytest_deselected(items=soaks)
    long, rest = _parted(items, _is_long)
    slow, fast = _parted(rest, lambda item: item.get_closest_marker("slow") is not None)
    items[:] = [part for each in (long, slow, fast) for part in _spread(*_parted(each, _waits))]


def _asks_for_soaks(config: pytest.Config) -> bool:
    """By `-m`, or because somebody names tests one by one."""
    return "soak" in config.getoption("markexpr") or any("::" in argument for argument in config.args)


def _is_long(item: pytest.Item) -> bool:
    """Between hosts, at a terminal and in a browser, most tests take several seconds; few others do."""
    played = any(map(item.get_closest_marker, ("terminal", "namespaces")))
    return played or "chromium_address" in getattr(item, "fixturenames", ())


def _waits(item: pytest.Item) -> bool:
    return any(map(item.get_closest_marker, ("terminal", "namespaces", "asyncio")))


def _parted(items: list[pytest.Item], is_first: Callable[[pytest.Item], bool]) -> tuple[list[pytest.Item], ...]:
    """Those of which something is so, and the others, in their order."""
    first = list(filter(is_first, items))
    chosen = set(first)
    return first, [item for item in items if item not in chosen]


def _spread(*parts: list[pytest.Item]) -> list[pytest.Item]:
    """Each part in its order, and evenly among the others."""
    places = {item: at / len(part) for part in parts for at, item in enumerate(part)}
    return sorted(places, key=lambda item: places[item])


def pytest_collection_finish() -> None:
    """What the collection has made stays until the end: no search for waste looks through it again."""
    if "textual" in sys.modules:
        from support import style_sheets  # which imports it

        style_sheets.keep_parsed()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A LAN of network namespaces is made where one can be made."""
    if item.get_closest_marker("namespaces") and (reason := why_not()):
        pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _missing:
        terminalreporter.section("tests that this machine cannot run, although SIXQP_TEST_EVERYTHING is set")
        terminalreporter.write("".join(f"{reason}\n" for reason in sorted(_missing)))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if _missing and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note_missing(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note_missing(report)


_missing: set[str] = set()


def _note_missing(report: pytest.TestReport | pytest.CollectReport) -> None:
    """With SIXQP_TEST_EVERYTHING set, as `.ci/run` sets it, a test must not be skipped for want of a program."""
    if report.skipped and os.environ.get("SIXQP_TEST_EVERYTHING") and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if reason.startswith("missing: "):
            _missing.add(reason)


@pytest.fixture(scope="session", autouse=True)
def system_of_no_language() -> Iterator[None]:
    """Programs that tests start find no language set."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LC_ALL", "C.UTF-8")
        yield


@pytest.fixture(autouse=True)
def speaking_english() -> Iterator[None]:
    """No test inherits a language from another one."""
    i18n.use("en")
    yield
    i18n.use("en")


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots of a table in this process take no time for a decision."""
    monkeypatch.setattr("sixqp_tui.hosting.journalled_room.draw_pause", lambda: 0.0)


@pytest.fixture(scope="session")
def chromium_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A browser that the tests of one process share: to start it takes longer than most of them."""
    with launched(tmp_path_factory.mktemp("chromium")) as address:
        yield address


@pytest.fixture(scope="module", autouse=True)
def trees_for_a_while() -> Iterator[None]:
    """The source that a module of tests looks at is kept in parts only while it does: this many slow all down."""
    yield
    source.forget()

"""The tests read English, whatever the system speaks, unless they ask for another language."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from support.chromium import launched
from support.lan import leave_the_network, why_not

from sixqp_tui import i18n

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory. The tests wait for some thousand writings, and a disk takes 10 ms for each."""
ROOM = 256 * 2**20
"""Bytes that must be free there: ten times what the runs leave that pytest keeps."""

# No language is set, and the terminal shows every sign: the program's modules ask when they are imported.
os.environ.update(LC_ALL="C.UTF-8", TERM="xterm-256color")
if isinstance(sys.__stderr__, TextIOWrapper):
    sys.__stderr__.reconfigure(encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "how many random runs each test of the simulation and the fuzzing makes"
    parser.addoption("--seeds", type=int, default=20, metavar="N", help=help)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "random_seed" in metafunc.fixturenames:
        metafunc.parametrize("random_seed", range(metafunc.config.getoption("seeds")))


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
    settings.register_profile("any machine", deadline=None, max_examples=20)
    settings.load_profile("any machine")


def _holds_files(folder: Path) -> bool:
    """Whether what tests write, and the programs among it, may lie there."""
    if sys.platform == "win32" or not os.access(folder, os.W_OK | os.X_OK):
        return False
    state = os.statvfs(folder)
    return not state.f_flag & os.ST_NOEXEC and state.f_bavail * state.f_frsize >= ROOM


def pytest_xdist_auto_num_workers() -> int:
    """Two processes a core, since tests wait too."""
    return 2 * (os.cpu_count() or 1)


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests come first: none is alone at the end."""
    items.sort(key=_is_long, reverse=True)


def _is_long(item: pytest.Item) -> bool:
    """Between hosts, at a terminal and in a browser, most tests take several seconds; few others do."""
    played = any(map(item.get_closest_marker, ("terminal", "namespaces")))
    return played or "chromium_address" in getattr(item, "fixturenames", ())


def pytest_collection_finish() -> None:
    """What the collection has made stays until the end: no search for waste looks through it again."""
    if "textual" in sys.modules:
        _share_style_sheets()
    gc.freeze()


def _share_style_sheets() -> None:
    """From now on, apps of this process share what Textual has parsed for one of them with the same colours."""
    from textual.css.model import RuleSet
    from textual.css.stylesheet import Stylesheet

    kept: dict[frozenset[tuple[str, str]], dict[tuple[Any, ...], list[RuleSet]]] = {}
    begin, set_variables = Stylesheet.__init__, Stylesheet.set_variables

    def share(sheet: Any) -> None:
        sheet._parse_cache = kept.setdefault(frozenset(sheet._variables.items()), {})  # noqa: SLF001 (Textual has no public cache)

    def begin_shared(sheet: Any, *, variables: dict[str, str] | None = None) -> None:
        begin(sheet, variables=variables)
        share(sheet)

    def set_shared(sheet: Any, variables: dict[str, str]) -> None:
        sheet._parse_cache = {}  # noqa: SLF001 (Textual clears it)
        set_variables(sheet, variables)
        share(sheet)

    Stylesheet.__init__, Stylesheet.set_variables = begin_shared, set_shared  # type: ignore[method-assign, assignment]


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

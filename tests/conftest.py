"""The tests read English, whatever the system speaks, unless they ask for another language."""

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings
from support import source
from support.lan import why_not

from sixqp_tui import i18n


def pytest_configure() -> None:
    """Whatever is imported or started is compiled once, and waste is looked for now and then.

    A screen is many small parts, and so many tests are many more: looking through all of them as often as Python
    does by itself takes a third of the time.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    gc.set_threshold(50_000, 20, 100)
    settings.register_profile("any machine", deadline=None)  # however busy it is: pytest-timeout ends what hangs
    settings.load_profile("any machine")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Three processes a core, since tests wait too, and four where slow ones wait for terminals and networks."""
    return (3 if config.getoption("markexpr") == "not slow" else 4) * (os.cpu_count() or 1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What plays at a terminal or between hosts is slow too. Slow tests come first: none is alone at the end."""
    for item in items:
        if any(map(item.get_closest_marker, ("terminal", "namespaces"))):
            item.add_marker("slow")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


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

"""The tests read English, whatever the system speaks, unless they ask for another language."""

from collections.abc import Iterator

import pytest

from sixqp_tui import i18n


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

"""Many small cases in one test."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Case = TypeVar("Case")


def for_each(
    cases: Iterable[Case], name: Callable[[Case], str]
) -> Callable[[Callable[[Case], None]], Callable[[], None]]:
    """Like `pytest.mark.parametrize`, but one test, since many cases take less time than a test for each would.

    The first case that fails is named below its error.
    """

    def decorate(check: Callable[[Case], None]) -> Callable[[], None]:
        def test() -> None:
            for case in cases:
                try:
                    check(case)
                except Exception as error:
                    error.add_note(f"in the case {name(case)}")
                    raise

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return decorate

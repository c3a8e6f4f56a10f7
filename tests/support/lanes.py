"""Which cases of a test run in which lane."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest


def with_soaks(cases: Iterable[Any], count: int = 1) -> list[Any]:
    """The first cases as they are, and the others as soaks. A case of several values is a tuple."""
    each = iter(cases)
    return [
        *islice(each, count),
        *(pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.soak) for case in each),
    ]

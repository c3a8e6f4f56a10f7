"""One finding of the doctor."""

import re
from dataclasses import dataclass, field
from typing import Any, Literal

_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-f]{0,4}:){2,}[0-9a-f:]*(?:%\w+)?", re.IGNORECASE)
Verdict = Literal["ok", "note", "bad"]


@dataclass(frozen=True)
class Finding:
    """`check` is what was examined, `code` the result.

    Anybody may read the `facts`; a report leaves out `private` ones, such as addresses and titles.
    """

    check: str
    code: str
    verdict: Verdict = "ok"
    facts: dict[str, Any] = field(default_factory=dict)
    private: dict[str, Any] = field(default_factory=dict)

    @property
    def report(self) -> dict[str, Any]:
        facts = {key: _masked(value) if isinstance(value, str) else value for key, value in self.facts.items()}
        return {"check": self.check, "code": self.code, "verdict": self.verdict, **facts}


def _masked(text: str) -> str:
    return _ADDRESS.sub("(address)", text)

"""One thing that the doctor has found out."""

from dataclasses import dataclass, field
from typing import Any, Literal

Verdict = Literal["ok", "note", "bad"]


@dataclass(frozen=True)
class Finding:
    """What was looked at (`check`), what came of it (`code`), and whether that is as it should be.

    `facts` may be read by anybody, `private` (addresses, titles) only by who sits here: a report leaves it out.
    """

    check: str
    code: str
    verdict: Verdict = "ok"
    facts: dict[str, Any] = field(default_factory=dict)
    private: dict[str, Any] = field(default_factory=dict)

    @property
    def report(self) -> dict[str, Any]:
        """The finding as it stands in a bug report."""
        return {"check": self.check, "code": self.code, "verdict": self.verdict, **self.facts}

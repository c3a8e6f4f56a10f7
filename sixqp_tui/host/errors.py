"""A request that changes nothing, and why."""

from sixqp_protocol.refusals import Refusal


class Denied(Exception):
    """The request is refused; `article` of the rules where one forbids it. Nothing has changed."""

    def __init__(self, code: Refusal, article: str | None = None) -> None:
        super().__init__(code.value)
        self.code = code
        self.article = article


def demand(condition: bool, code: Refusal) -> None:
    """Raise Denied with this code unless the condition holds."""
    if not condition:
        raise Denied(code)

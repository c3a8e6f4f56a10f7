"""What ends a command early: one sentence for the person, and the exit code."""


class Failure(Exception):
    """The command cannot be done. The text is the whole sentence; `code` the exit code, not zero."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code

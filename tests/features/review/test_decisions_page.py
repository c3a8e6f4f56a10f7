"""The page of what decisions cost says what the screen says."""

from html.parser import HTMLParser

from sixqp_tui.analysis.mistakes import GameCost
from sixqp_tui.features.history.decision_sheet import advice, trend
from sixqp_tui.features.history.decisions import DecisionScore, KindCost, Mistake, ReviewedGame
from sixqp_tui.features.review.report.decisions import decisions_page

GAMES = tuple(
    ReviewedGame(f"{number:012x}", number, GameCost(2, {"sixth": 10 * number}, {"sixth": 1}, 4))
    for number in range(12)
)
MISTAKE = Mistake("1" * 12, 1, 0, 2, 4, "sixth", 45, 23, 52)
SCORE = DecisionScore(
    GAMES, 0, 2.8, 0.9, (KindCost("sixth", 2.8, 0.9),), "sixth", True, 5, -1.5, (MISTAKE,)
)  # fmt: skip


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_shows_the_advice_the_curves_and_costliest_decisions() -> None:
    page = _Texts()
    page.feed(decisions_page(SCORE, "today"))
    assert advice(SCORE) in page.texts and trend(SCORE) in page.texts
    assert page.tags.count("svg") == 2 and "script" not in page.tags
    assert "2.8 ± 0.9" in page.texts and "5.2 heads" in page.texts
    assert any("round 2, turn 4 · 45, better 23" in text for text in page.texts)


def test_too_few_games_have_no_curve() -> None:
    page = _Texts()
    page.feed(decisions_page(DecisionScore(GAMES[:2], 0, 0.2, None, (KindCost("sixth", 0.2, None),)), "today"))
    assert "svg" not in page.tags

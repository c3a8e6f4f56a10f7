"""The scores say who is meant, and compare what can be compared."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

import pytest

from sixqp_protocol.text import cells
from sixqp_tui import i18n
from sixqp_tui.features.history.rating import Rating
from sixqp_tui.features.history.scores import MAX_BAR, score_lines
from sixqp_tui.features.history.statistics import (
    SURE,
    Companion,
    Count,
    CurvePoint,
    Lead,
    PersonDetails,
    PersonScore,
    Scores,
    Selection,
    SizeScore,
    Standings,
)
from sixqp_tui.features.history.summary import Evening, EveningLine
from sixqp_tui.presentation.spans import Line

COUNT = Count(games=12, wins=3, rounds=40, heads=280, best=0, worst=25, sixth=30, too_low=10)
NOTHING = Count(games=0, wins=0, rounds=1, heads=0, best=0, worst=0, sixth=0, too_low=0)


def person(key: str, name: str, own: bool = False, rating: Rating | None = None) -> PersonScore:
    return PersonScore(key, name, COUNT, own, rating)


ADA = person("aa" * 16, "Ada", own=True, rating=Rating(30.0, 4.0, 30))
OTHER_ADA = person("ab" * 16, "Ada", rating=Rating(20.0, 5.0, 29))
UNKNOWN_ADA = person("name:ada@k3f9", "Ada")
BOT = person("bot:hard", "Zoe", rating=Rating(15.0, 3.0, 40))


def text_of(lines: Iterable[Line]) -> list[str]:
    return ["".join(span.text for span in line).rstrip() for line in lines]


def below(heading: str, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines between this heading and the next one."""
    begin = text_of(lines).index(heading) + 1
    return tuple(takewhile(bool, lines[begin:]))


def bars(heading: str, lines: Sequence[Line]) -> list[tuple[str, int, str]]:
    """The label of each bar, its length in cells, and the text behind it."""
    return [
        (label.text.strip(), cells(bar.text.strip()), text.text.strip())
        for label, bar, text in below(heading, lines)
    ]


def test_namesakes_are_distinguished_and_bots_named_by_level() -> None:
    person, everybody = score_lines(Scores(12, (ADA, OTHER_ADA, UNKNOWN_ADA, BOT), None, ()), 76)
    names = [name.text.rstrip() for name, *_figures in below("EVERYBODY", everybody)[2:]]
    assert names == ["Ada (you)", "Ada (abababab)", "Ada (k3f9)", "bot (hard)"]
    assert person == ()


def test_only_players_with_enough_games_are_in_the_ratings() -> None:
    everybody = score_lines(Scores(12, (OTHER_ADA, BOT, ADA), None, ()), 76).everybody
    first, second, *note = below("RATING", everybody)
    assert "Listed after 30 games" in " ".join(text_of(note))
    assert [(label.text.strip(), label.ink, text.text.strip()) for label, _bar, text in (first, second)] == [
        ("Ada (you)", "gold", "30.0 ± 4.0"),
        ("bot (hard)", "ink", "15.0 ± 3.0"),
    ]
    assert [cells(bar.text.rstrip()) for _label, bar, _text in (first, second)] == [MAX_BAR, MAX_BAR // 2]


def test_a_persons_scores_show_row_reasons_and_missing_rating_games() -> None:
    curve = (CurvePoint("1" * 12, 1, 7.0, None),)
    companions = (Companion(BOT.person, BOT.name, 12, 9, 3), Companion(ADA.person, ADA.name, 4, 0, 4))
    sizes = (SizeScore(2, NOTHING), SizeScore(4, COUNT))
    details = PersonDetails(OTHER_ADA, (), sizes, companions, curve)
    person = score_lines(Scores(12, (ADA, OTHER_ADA, BOT), details, ()), 120).person
    title, *figures = text_of(person)
    assert title == "SCORES OF Ada (abababab)"
    assert any(line.startswith("Games") and line.endswith(" 3 of 12 games won (25 %)") for line in figures)
    assert any(line.startswith("Heads a round") and line.endswith(" 7.0") for line in figures)
    assert any(
        line.endswith(" 1.0 taken: 0.8 with a sixth card, 0.2 with a card that was too low") for line in figures
    )
    assert any(line.endswith(" 20.0 ± 5.0 (1 more game until it is reliable)") for line in figures)
    assert [length for _label, length, _text in bars("HEADS A ROUND BY NUMBER OF PLAYERS", person)] == [0, MAX_BAR]
    company = [(label, length) for label, length, _text in bars("HEAD TO HEAD", person)]
    assert company == [("bot (hard)", MAX_BAR * 3 // 4), ("Ada (you)", 0)]


@pytest.mark.parametrize("width", [40, 76])
def test_no_name_is_cut_off_beside_a_bar(width: int) -> None:
    companions = (Companion(BOT.person, "Maximilienne", 12, 9, 3), Companion(OTHER_ADA.person, "Ada", 4, 0, 4))
    details = PersonDetails(ADA, (), (), companions, ())
    text = text_of(score_lines(Scores(12, (ADA, OTHER_ADA, BOT), details, ()), width).person)
    assert all(any(line.startswith(name) for line in text) for name in ("bot (hard)", "Ada (abababab)"))


def test_french_scores_use_a_decimal_comma() -> None:
    details = PersonDetails(ADA, (), (SizeScore(4, COUNT),), (), ())
    with i18n.speaking("fr"):
        person, everybody = score_lines(Scores(12, (ADA, BOT), details, ()), 76)
    text = "\n".join(text_of((*person, *everybody)))
    assert "7,0" in text and "30,0 ± 4,0" in text and not re.search(r"\d\.\d", text)


def test_an_evening_shows_its_winner_and_each_players_wins() -> None:
    lines = (EveningLine("Ada", ADA.person, 3, 2, 9, 60), EveningLine("Zoe", BOT.person, 3, 1, 9, 50))
    evening = Evening("k3f9", "Ada's", 0, 1, ("1", "2", "3"), lines)
    shown = score_lines(Scores(3, (ADA, BOT), None, (evening,)), 76).everybody
    text, tally = text_of(below("LAST EVENINGS", shown))
    assert text.endswith("Ada's: 3 games, evening won by Ada (you)")
    assert tally == "  Games won: Ada (you) 2 and bot (hard) 1"


def test_a_lead_shows_its_certainty_and_a_chance_lead_is_not_shown() -> None:
    leads = (Lead(ADA.person, OTHER_ADA.person, 0.79, 10, 7, 3), Lead(ADA.person, BOT.person, 0.999, 0, 0, 0))
    standings = (Standings(None, 3, leads), Standings("draft", 2, ()))
    everybody = score_lines(Scores(12, (ADA, OTHER_ADA, BOT), None, (), standings), 120).everybody
    assert text_of(below("WHO IS AHEAD", everybody)) == [
        "Ada (you) is ahead of Ada (abababab): 7 chances in 10. Better place in 7 of 10 games together.",
        "Ada (you) is ahead of bot (hard): 9 chances in 10. They have never played together.",
    ]
    assert text_of(below("WHO IS AHEAD (draft)", everybody)) == ["Nobody is clearly ahead: it may be chance."]


def test_a_selection_without_games_says_so() -> None:
    person, everybody = score_lines(Scores(0, (), None, ()), 76, Selection(variant="draft"))
    assert (person, text_of(everybody)) == ((), ["No games match."])


def test_similar_or_uncertain_ratings_are_not_a_lead() -> None:
    sure = Rating(25.0, 4.0, 40).ahead_of
    assert sure(Rating(25.0, 4.0, 40)) == 0.5
    assert sure(Rating(15.0, 4.0, 40)) > 0.99
    assert sure(Rating(22.0, 12.0, 40)) < SURE < sure(Rating(22.0, 2.0, 40))

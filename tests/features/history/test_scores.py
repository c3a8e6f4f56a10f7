"""The scores say who is meant, and compare what can be compared."""

import pytest

from sixqp_tui import i18n
from sixqp_tui.features.history.rating import Rating
from sixqp_tui.features.history.scores import score_lines, score_sheet
from sixqp_tui.features.history.statistics import (
    SURE,
    Companion,
    Count,
    CurvePoint,
    Lead,
    PersonDetails,
    PersonScore,
    Scores,
    SizeScore,
    Standings,
)
from sixqp_tui.features.history.summary import Evening, EveningLine

COUNT = Count(games=12, wins=3, rounds=40, heads=280, best=0, worst=25, sixth=30, too_low=10)
NOTHING = Count(games=0, wins=0, rounds=1, heads=0, best=0, worst=0, sixth=0, too_low=0)


def person(key: str, name: str, own: bool = False, rating: Rating | None = None) -> PersonScore:
    return PersonScore(key, name, COUNT, own, rating)


ADA = person("aa" * 16, "Ada", own=True, rating=Rating(30.0, 4.0, 30))
OTHER_ADA = person("ab" * 16, "Ada", rating=Rating(20.0, 5.0, 29))
UNKNOWN_ADA = person("name:ada@k3f9", "Ada")
BOT = person("bot:hard", "Zoe", rating=Rating(15.0, 3.0, 40))


def test_namesakes_are_distinguished_and_bots_named_by_level() -> None:
    sheet = score_sheet(Scores(12, (ADA, OTHER_ADA, UNKNOWN_ADA, BOT), None, ()))
    assert [row.name for row in sheet.people] == ["Ada (you)", "Ada (abababab)", "Ada (k3f9)", "bot (hard)"]
    assert sheet.person is None


def test_only_players_with_enough_games_are_in_the_ratings() -> None:
    ratings = score_sheet(Scores(12, (OTHER_ADA, BOT, ADA), None, ())).ratings
    assert ratings and [(line.label, line.text, line.own) for line in ratings.bars] == [
        ("Ada (you)", "30.0 ± 4.0", True),
        ("bot (hard)", "15.0 ± 3.0", False),
    ]
    assert [line.share for line in ratings.bars] == [1.0, 0.5]


def test_a_persons_scores_show_row_reasons_and_missing_rating_games() -> None:
    curve = (CurvePoint("1" * 12, 1, 7.0, None),)
    companions = (Companion(BOT.person, BOT.name, 12, 9, 3), Companion(ADA.person, ADA.name, 4, 0, 4))
    sizes = (SizeScore(2, NOTHING), SizeScore(4, COUNT))
    details = PersonDetails(OTHER_ADA, (), sizes, companions, curve)
    sheet = score_sheet(Scores(12, (ADA, OTHER_ADA, BOT), details, ())).person
    assert sheet
    figures = dict(sheet.figures)
    assert figures["Games"] == "3 of 12 games won (25 %)" and figures["Heads a round"] == "7.0"
    assert figures["Rows a round"] == "1.0 taken: 0.8 with a sixth card, 0.2 with a card that was too low"
    assert figures["Rating"] == "20.0 ± 5.0 (1 more game until it is reliable)"
    players, company = sheet.groups
    assert [line.share for line in players.bars] == [0.0, 1.0]
    assert [(line.label, line.share) for line in company.bars] == [("bot (hard)", 0.75), ("Ada (you)", 0.0)]


@pytest.mark.parametrize("width", [40, 76])
def test_no_name_is_cut_off_beside_a_bar(width: int) -> None:
    companions = (Companion(BOT.person, "Maximilienne", 12, 9, 3), Companion(OTHER_ADA.person, "Ada", 4, 0, 4))
    details = PersonDetails(ADA, (), (), companions, ())
    shown = score_lines(score_sheet(Scores(12, (ADA, OTHER_ADA, BOT), details, ())), width)
    text = ["".join(span.text for span in line).strip() for line in shown.person]
    assert all(any(line.startswith(name) for line in text) for name in ("bot (hard)", "Ada (abababab)"))


def test_french_scores_use_a_decimal_comma() -> None:
    with i18n.speaking("fr"):
        sheet = score_sheet(Scores(12, (ADA, BOT), PersonDetails(ADA, (), (SizeScore(4, COUNT),), (), ()), ()))
    assert sheet.person and sheet.ratings
    figures = [figure.text for figure in sheet.person.figures]
    bars = [bar.text for group in (*sheet.person.groups, sheet.ratings) for bar in group.bars]
    text = " ".join((*figures, *bars, *(cell for row in sheet.people for cell in row.cells)))
    assert "7,0" in text and "30,0 ± 4,0" in text and "." not in text


def test_an_evening_shows_its_winner_and_each_players_wins() -> None:
    lines = (EveningLine("Ada", ADA.person, 3, 2, 9, 60), EveningLine("Zoe", BOT.person, 3, 1, 9, 50))
    evening = Evening("k3f9", "Ada's", 0, 1, ("1", "2", "3"), lines)
    (shown,) = score_sheet(Scores(3, (ADA, BOT), None, (evening,))).evenings
    assert shown.text.endswith("Ada's: 3 games, evening won by Ada (you)")
    assert shown.tally == "Games won: Ada (you) 2 and bot (hard) 1"


def test_a_lead_shows_its_certainty_and_a_chance_lead_is_not_shown() -> None:
    leads = (Lead(ADA.person, OTHER_ADA.person, 0.79, 10, 7, 3), Lead(ADA.person, BOT.person, 0.999, 0, 0, 0))
    standings = (Standings(None, 3, leads), Standings("draft", 2, ()))
    whole, draft = score_sheet(Scores(12, (ADA, OTHER_ADA, BOT), None, (), standings)).standings
    assert whole.sentences == (
        "Ada (you) is ahead of Ada (abababab): 7 chances in 10. Better place in 7 of 10 games together.",
        "Ada (you) is ahead of bot (hard): 9 chances in 10. They have never played together.",
    )
    assert draft == ("WHO IS AHEAD (draft)", ("Nobody is clearly ahead: it may be chance.",))


def test_similar_or_uncertain_ratings_are_not_a_lead() -> None:
    sure = Rating(25.0, 4.0, 40).ahead_of
    assert sure(Rating(25.0, 4.0, 40)) == 0.5
    assert sure(Rating(15.0, 4.0, 40)) > 0.99
    assert sure(Rating(22.0, 12.0, 40)) < SURE < sure(Rating(22.0, 2.0, 40))

"""What is counted is what the facts say, whoever is joined with whom, and however the games came."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from openskill.models import PlackettLuce
from support.games import EVENING, recorded

from sixqp_protocol.facts import RoundEnded, RowTaken, Variant
from sixqp_tui.engine.rules import ranks
from sixqp_tui.features.history import rating
from sixqp_tui.features.history.files import games_path, path_of, read_game
from sixqp_tui.features.history.games import consult, delete_games, save_game
from sixqp_tui.features.history.persons import own_keys
from sixqp_tui.features.history.record import GameRecord, Holder, Player
from sixqp_tui.features.history.statistics import Count, Scores, Selection, count_scores
from sixqp_tui.store import paths
from sixqp_tui.store.person_key import load_or_create

ADA, BEN, EVE = "aa" * 16, "bb" * 16, "ee" * 16
OWN = (ADA,)


def counted(joined: Mapping[str, str] | None = None, person: str | None = None) -> Scores:
    return consult(lambda index: count_scores(index, joined or {}, OWN, person))[0]


def a_game(number: int, *who: Player, variant: Variant = "classic", ended: int | None = None) -> GameRecord:
    at = EVENING + 600 * number if ended is None else ended
    seed = f"seed {number}"
    record = recorded(variant, len(who), rounds=1 + number % 2, seed=seed, number=number, ended=at, who=who)
    return save_game(record)


@pytest.fixture
def kept() -> list[GameRecord]:
    """Ada plays with everybody, now and then without a key at another table."""
    ada, ben, eve, bot = Player("Ada", ADA), Player("Ben", BEN), Player("Eve"), Player("Bo", level="hard")
    return [
        a_game(1, ada, ben),
        a_game(2, ben, ada, bot),
        a_game(3, ada, eve, bot, replace(bot, name="Bot")),
        a_game(4, eve, replace(ada, name="Ada L."), variant="tactic"),
        a_game(5, ben, bot),
    ]


def test_a_shared_seat_credits_each_player_for_the_rounds_they_played() -> None:
    """Zoe takes a bot's seat in round 2, and a bot plays on for Cleo, who leaves in it."""
    zoe = Player("Zoe", EVE, holders=(Holder("Hal", 1, 1, level="easy"), Holder("Zoe", 2, 5, EVE)))
    cleo = Player("Cleo", BEN, holders=(Holder("Cleo", 1, 1, BEN), Holder("Cleo", 2, 4, level="medium")))
    kept = save_game(recorded(players=3, rounds=4, who=(Player("Ada", ADA), zoe, cleo)))
    rounds = [fact.heads for fact in kept.facts if isinstance(fact, RoundEnded)]
    places = ranks(tuple(map(sum, zip(*rounds, strict=True))))
    scores = {each.person: each for each in counted().people}
    figures = {who: (each.count.rounds, each.count.heads, each.count.games) for who, each in scores.items()}
    assert figures == {
        ADA: (4, sum(heads[0] for heads in rounds), 1),
        EVE: (2, rounds[2][1] + rounds[3][1], 1),
        "bot:easy": (1, rounds[0][1], 0),
        BEN: (1, rounds[0][2], 0),
        "bot:medium": (2, rounds[2][2] + rounds[3][2], 1),
    }
    assert {who for who, each in scores.items() if each.rating} == {ADA, EVE, "bot:medium"}
    (game,) = consult(lambda index: index.games())[0]
    assert [(seat.name, seat.rank) for seat in game.seats] == [
        (name, place) for name, place in zip(("Ada", "Zoe", "Cleo"), places, strict=True)
    ]


def test_a_round_of_which_somebody_else_picked_cards_is_credited_to_nobody() -> None:
    """Zoe takes a bot's seat within the first draft; she played most of its cards."""
    zoe = Player("Zoe", EVE, holders=(Holder("Hal", 1, 1, level="easy"), Holder("Zoe", 1, 1, EVE, picks=4)))
    kept = save_game(recorded("draft", 2, rounds=2, who=(Player("Ada", ADA), zoe)))
    second = [fact.heads for fact in kept.facts if isinstance(fact, RoundEnded)][1]
    scores = {each.person: each for each in counted().people}
    assert (scores[EVE].count.rounds, scores[EVE].count.heads) == (1, second[1])
    assert scores[EVE].rating and "bot:easy" not in {who for who, each in scores.items() if each.count.rounds}


def naive(games: list[GameRecord], key: str, joined: Mapping[str, str]) -> Count:
    """The same, counted from the facts of each game alone."""
    rows: list[Count] = []
    for record in games:
        rounds = [fact.heads for fact in record.facts if isinstance(fact, RoundEnded)]
        places = ranks(tuple(map(sum, zip(*rounds, strict=True))))
        taken = [fact for fact in record.facts if isinstance(fact, RowTaken)]
        seats: list[Count] = []
        for seat, player in enumerate(record.players):
            level = f"bot:{player.level}" if player.level else f"name:{player.name.casefold()}@{record.table}"
            own = player.person or level
            if joined.get(own, own) == key:
                mine = [heads[seat] for heads in rounds]
                reasons = Counter(fact.too_low for fact in taken if fact.seat == seat)
                won = places[seat] == 1
                seats.append(
                    Count(1, won, len(mine), sum(mine), min(mine), max(mine), reasons[False], reasons[True])
                )
        if seats:
            several = sum(seats[1:], seats[0])
            rows.append(replace(several, games=1, wins=max(each.wins for each in seats)))
    total = rows[0]
    for row in rows[1:]:
        total += row
    return total


@pytest.mark.slow
@pytest.mark.parametrize("joined", [{}, {"name:eve@c0ffee00": BEN}], ids=["apart", "joined"])
def test_everybodys_counts_match_the_facts(kept: list[GameRecord], joined: dict[str, str]) -> None:
    scores = counted(joined)
    keys = {ADA, BEN, "bot:hard", "name:eve@c0ffee00"} - joined.keys()
    assert {each.person for each in scores.people} == keys
    assert scores.games == 5
    for each in scores.people:
        assert each.count == naive(kept, each.person, joined)


@pytest.mark.slow
def test_one_persons_scores_are_split_by_variant_size_and_company(kept: list[GameRecord]) -> None:
    details = counted().details
    assert details and details.score.own and details.score.name == "Ada L."
    assert [(each.variant, each.count.games) for each in details.variants] == [("classic", 3), ("tactic", 1)]
    assert [(each.players, each.count.games) for each in details.sizes] == [(2, 2), (3, 1), (4, 1)]
    assert sum((each.count for each in details.sizes[1:]), details.sizes[0].count) == details.score.count
    company = {each.person: each.games for each in details.companions}
    assert company == {BEN: 2, "bot:hard": 2, "name:eve@c0ffee00": 2}
    assert [point.game for point in details.curve] == [record.id for record in kept[:4]]
    ben = counted(person=BEN).details
    with_ada = next(each for each in ben.companions if each.person == ADA) if ben else None
    of_ben = next(each for each in details.companions if each.person == BEN)
    assert with_ada and (with_ada.ahead, with_ada.behind) == (of_ben.behind, of_ben.ahead)


@pytest.mark.slow
def test_your_own_games_count_under_each_of_your_keys(kept: list[GameRecord]) -> None:
    a_game(6, Player("Ada", "dd" * 16), Player("Ben", BEN))
    scores = consult(lambda index: count_scores(index, {"dd" * 16: EVE}, (*OWN, "dd" * 16)))[0]
    assert [each.count.games for each in scores.people if each.own] == [5]
    assert scores.details and len(scores.details.curve) == 5


@pytest.mark.slow
def test_a_person_without_games_has_no_details(kept: list[GameRecord]) -> None:
    assert counted(person="ff" * 16).details is None


@pytest.mark.slow
def test_rating_a_new_game_equals_rating_all_games_again(kept: list[GameRecord]) -> None:
    def told() -> list[tuple[str, object]]:
        return [(each.person, each.rating) for each in counted().people]

    before = told()
    a_game(6, Player("Ada", ADA), Player("Ben", BEN))
    one_by_one = told()
    assert one_by_one != before
    paths.data_path().joinpath("games.sqlite").unlink()
    assert told() == one_by_one


@pytest.mark.slow
def test_adding_or_deleting_a_past_game_changes_later_ratings(kept: list[GameRecord]) -> None:
    before = counted()
    past = a_game(7, Player("Ada", ADA), Player("Ben", BEN), ended=EVENING - 100_000)
    between = counted()
    assert between.people != before.people
    delete_games((past.id,))
    assert counted() == before


def test_concurrent_programs_rate_every_game_once(kept: list[GameRecord], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "BATCH", 1)  # programs only meet between batches of 200 games, which take seconds
    with ThreadPoolExecutor(4) as programs:
        found = [programs.submit(counted) for _program in range(8)]
        scores = [each.result() for each in found]
    paths.data_path().joinpath("games.sqlite").unlink()
    assert {str(each) for each in scores} == {str(counted())}


@pytest.mark.slow
def test_changing_the_joined_persons_rates_them_again(kept: list[GameRecord]) -> None:
    before = counted()
    assert counted({BEN: ADA}) != before
    assert counted() == before


@pytest.mark.slow
def test_thirty_games_earn_a_place_in_the_ratings() -> None:
    for number in range(1, 30):
        a_game(number, Player("Ada", ADA), Player("Ben", BEN))
    assert counted().ranked == ()
    a_game(30, Player("Ada", ADA), Player("Eve", EVE))
    (listed,) = counted().ranked
    assert listed.person == ADA and listed.rating and listed.rating.games == 30


def test_two_people_on_one_account_are_two_persons(home: Path) -> None:
    """Each program keeps the game, and knows the key of their account."""
    key = load_or_create(home)
    (home / "preferences.txt").write_text("name = Zoe\n", encoding="utf-8")
    a_game(1, Player("Zoe", key.id.hex()), Player("Eve", EVE))
    for _program in range(2):
        both = a_game(2, Player("Max", key.id.hex()), Player("Zoe", key.id.hex()), Player("Eve", EVE))
    assert read_game(path_of(games_path(), both.id)) == both
    scores = consult(lambda index: count_scores(index, {}, own_keys()))[0]
    assert {each.name: (each.count.games, each.own) for each in scores.people} == {
        "Zoe": (2, True), "Max": (1, False), "Eve": (2, False)
    }  # fmt: skip
    assert scores.details and {each.name: each.games for each in scores.details.companions} == {"Max": 1, "Eve": 2}


def test_a_game_of_two_bots_of_a_level_is_one_game_of_it() -> None:
    a_game(1, Player("Ada", ADA), Player("Bo", level="easy"), Player("Flo", level="easy"))
    scores = counted()
    assert {each.person: each.count.games for each in scores.people} == {ADA: 1, "bot:easy": 1}
    assert sum(each.count.wins for each in scores.people) == 1
    assert scores.details and [each.games for each in scores.details.companions] == [1]


@pytest.mark.slow
@given(st.lists(st.integers(0, 4), min_size=2, max_size=10))
def test_at_equal_ratings_a_better_place_gains_more_and_ties_gain_equally(heads: list[int]) -> None:
    places = ranks(tuple(heads))
    latest: dict[str, tuple[float, float]] = {}
    rating.rate_places(PlackettLuce(), 1, [(str(seat), rank) for seat, rank in enumerate(places)], latest)
    for seat, rank in enumerate(places):
        for other, behind in enumerate(places):
            mine, theirs = latest[str(seat)][0], latest[str(other)][0]
            assert mine == pytest.approx(theirs) if rank == behind else rank > behind or mine > theirs


@pytest.mark.slow
def test_ratings_of_equal_players_stay_within_their_95_percent_interval() -> None:
    rng, model, inside, games = Random(1), PlackettLuce(), 0, 60
    for _evening in range(25):
        latest: dict[str, tuple[float, float]] = {}
        for number in range(games):
            rating.rate_places(
                model, number, [(who, place) for place, who in enumerate(rng.sample("abcd", 4))], latest
            )
        inside += sum(abs(mu - 25) <= rating.WITHIN * sigma for mu, sigma in latest.values())
    assert 88 <= inside <= 99


def test_a_player_who_wins_all_games_ranks_above_the_loser() -> None:
    for number in range(1, 31):
        record = recorded(players=2, rounds=1, seed=f"seed {number}", number=number, ended=EVENING + number)
        totals = next(fact.totals for fact in record.facts if isinstance(fact, RoundEnded))
        winner, loser = Player("Ada", ADA), Player("Ben", BEN)
        save_game(replace(record, players=(winner, loser) if totals[0] < totals[1] else (loser, winner)))
    first, last = counted().ranked
    assert (first.person, last.person) == (ADA, BEN)
    assert first.rating and last.rating and first.rating.value - first.rating.within > last.rating.value
    (whole,) = counted().standings
    assert whole.listed == 2 and [(each.ahead, each.behind) for each in whole.leads] == [(ADA, BEN)]
    assert whole.leads[0].sure > 0.9
    assert (whole.leads[0].games, whole.leads[0].before, whole.leads[0].after) == (30, 29, 0)  # and one tie


@pytest.mark.slow
def test_games_against_bots_give_no_lead_among_people() -> None:
    """Ada has beaten Ben as often as he has beaten her; her wins against a bot alone say nothing about him."""
    ada, ben, bot = Player("Ada", ADA), Player("Ben", BEN), Player("Bo", level="easy")
    for number in range(1, 41):
        record = recorded(players=2, rounds=1, seed=f"seed {number}", number=number, ended=EVENING + number)
        totals = next(fact.totals for fact in record.facts if isinstance(fact, RoundEnded))
        first, second = (ada, ben) if number % 4 == 0 else (ben, ada) if number % 4 == 2 else (ada, bot)
        players = (first, second) if totals[0] < totals[1] else (second, first)
        save_game(replace(record, players=players))
    assert counted().standings == ()
    for number in range(41, 71):
        a_game(number, ada, ben)
    (whole,) = counted().standings
    assert whole.listed == 2 and all(each.games == 50 for each in whole.leads)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("selection", "games"),
    [
        (Selection("classic"), (1, 2, 3, 5)),
        (Selection(players=2), (1, 4, 5)),
        (Selection("classic", 2), (1, 5)),
        (Selection(people_only=True), (1, 4)),
        (Selection(since=EVENING + 1200, until=EVENING + 2400), (2, 3)),
    ],
    ids=["variant", "players", "both", "people only", "time"],
)
def test_a_selection_counts_only_its_games(
    kept: list[GameRecord], selection: Selection, games: tuple[int, ...]
) -> None:
    chosen = [record for record in kept if record.number in games]
    scores = consult(lambda index: count_scores(index, {}, OWN, selection=selection))[0]
    assert scores.games == len(games) and not scores.evenings and not scores.ranked
    for each in scores.people:
        assert each.count == naive(chosen, each.person, {})
    details = scores.details
    assert details and [point.game for point in details.curve] == [
        record.id for record in chosen if any(player.person == ADA for player in record.players)
    ]
    assert sum(each.games for each in details.companions) == sum(
        len({player.level or player.name for player in record.players}) - 1
        for record in chosen
        if any(player.person == ADA for player in record.players)
    )

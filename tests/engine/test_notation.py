"""The notation of a game (`SPEC.md`): what is written can be read again, and only a legal game can be read."""

from itertools import count
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from support.play import VARIANTS, played, stream, without_taken_back

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact, Rules
from sixqp_tui.engine import notation
from sixqp_tui.engine.game import Batch
from sixqp_tui.engine.notation import NotationError
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import Table

WORKED_EXAMPLE = """\
# The example of article 6
sixqp notation 1
rules classic over 66
player a Ada
player b Bo
player c Cid
player d Dot

round 1
rows 12 37 43 58
 1 a14 b15 c44 d61
 2 a21 b26 c30x1 d36
 3 a3<2 b9 c68 d83
"""
DRAFT = """\
sixqp notation 1
rules draft over none rounds 1
player a Ada
player b Bo
round 1
picks b 24 22 20 18 16 14 12 10 8 6
picks a 23 21 19 17 15 13 11 9 7 5
rows 1 2 3 4
1 b24 a23
"""
RULES = st.builds(
    Rules,
    variant=st.sampled_from(VARIANTS),
    limit=st.sampled_from([None, 1, 20, 66]),
    limit_rule=st.sampled_from(["over", "reach"]),
    rounds=st.sampled_from([1, 2]),
)
PLAYERS = st.integers(2, 10)
SEEDS = st.integers(0, 2**32).map(str)
FEW = settings(max_examples=20, deadline=None)


def test_6_the_worked_example_is_parsed() -> None:
    table = apply_facts(Table(), notation.parse(WORKED_EXAMPLE))
    assert table.rows == ((30, 36), (3, 9), (43, 44), (58, 61, 68, 83))
    assert table.heads == (1, 0, 6, 0)
    assert (table.names, table.turn) == (("Ada", "Bo", "Cid", "Dot"), 4)


def test_6_the_worked_example_is_written_as_it_was_parsed() -> None:
    assert notation.write(notation.parse(WORKED_EXAMPLE)) == WORKED_EXAMPLE.partition("\n")[2]


@FEW
@given(RULES, PLAYERS, SEEDS, st.booleans(), st.none() | st.integers(0, 200))
def test_a_game_whole_unfinished_or_given_up_is_parsed_as_it_was_played(
    rules: Rules, players: int, seed: str, stood_in: bool, decisions: int | None
) -> None:
    happened = played(rules, players, seed, *(() if decisions is None else (decisions,)))
    happened = _with_stand_ins(happened, Random(seed)) if stood_in else happened
    ended = isinstance(happened[-1], facts.GameEnded)
    for told in (happened, happened if ended else (*happened, facts.GameEnded("abandoned"))):
        assert notation.parse(notation.write(told)) == stream(without_taken_back(told), None)


def _with_stand_ins(whole: Batch, rng: Random) -> Batch:
    """The game with some decisions made by the stand-in, but none that was taken back."""
    marked: list[Fact] = []
    for fact in without_taken_back(whole):
        match fact:
            case facts.CardLaid(seat) | facts.CardDrafted(seat) if rng.random() < 0.3:
                marked.append(facts.StoodIn(seat))
            case facts.RowTaken(seat) if fact.too_low and rng.random() < 0.3:
                marked.append(facts.StoodIn(seat))
        marked.append(fact)
    return tuple(marked)


@pytest.mark.parametrize(
    ("text", "line", "replacement", "problem"),
    [
        (WORKED_EXAMPLE, 2, "sixqp notation 2", "expected sixqp notation 1, got sixqp notation 2"),
        (WORKED_EXAMPLE, 3, "rules poker over 66", 'expected rules, as in "rules classic over 66" or'),
        (WORKED_EXAMPLE, 3, "rules classic over none", "expected a limit, a number of rounds, or both"),
        (WORKED_EXAMPLE, 5, "player c Bo", "expected player b and a name, got player c Bo"),
        (WORKED_EXAMPLE, 5, "round 1", "expected player b and a name, got round 1"),
        (WORKED_EXAMPLE, 9, "round 2", "expected round 1, got round 2"),
        (WORKED_EXAMPLE, 10, "rows 12 37 43", "expected rows and four cards that start them, got rows 12 37 43"),
        (WORKED_EXAMPLE, 11, "2 a14 b15 c44 d61", "expected 1 and a card of every player, got 2 a14"),
        (WORKED_EXAMPLE, 11, "1 a14 b15 c44 e61", "expected a player from a to d, got e61"),
        (WORKED_EXAMPLE, 11, "1 a14 b15 c44", "expected a card of d, as in d14, got 1 a14 b15 c44"),
        (WORKED_EXAMPLE, 11, "1 a14 b15 c44 d61 a62", "expected every player once, got 1 a14 b15 c44 d61 a62"),
        (WORKED_EXAMPLE, 11, "1 a14 b15 c44 61", "expected a choice, as in a14, a30x1 or a3<2, got 61"),
        (
            WORKED_EXAMPLE,
            11,
            "1 a14 b15 c44 d105",
            "expected a card from 1 to 104 that is new in this round, got d105",
        ),
        (
            WORKED_EXAMPLE,
            11,
            "1 a14 b15 c44 d44",
            "expected a card from 1 to 104 that is new in this round, got d44",
        ),
        (WORKED_EXAMPLE, 11, "1 a14 b15 c44x3 d61", "expected c44, got c44x3"),
        (WORKED_EXAMPLE, 12, "2 a21 b26 c30 d36", "expected c30x1, got c30"),
        (WORKED_EXAMPLE, 12, "2 a3 b26 c30 d36", "expected the row that the 3 takes, as in a3<1, got a3"),
        (WORKED_EXAMPLE, 13, "heads 0 0 6 0 total 0 0 6 0", "expected 3 and a card of every player, got heads"),
        (WORKED_EXAMPLE, 13, "end abandoned\nend abandoned", "expected the end of the text, got end abandoned"),
        (DRAFT, 6, "rows 1 2 3 4", "expected picks of a player from a to b, got rows 1 2 3 4"),
        (DRAFT, 7, "picks b 23", "expected picks a, got picks b 23"),
        (DRAFT, 7, "picks a 24 21 19 17 15 13 11 9 7 5", "expected a card that is still in the deck, got 24"),
        (DRAFT, 7, "picks a 23 21 19 17 15 13 11 9 7 5 1", "expected 10 picks, got 11"),
        (DRAFT, 7, "picks a 23 x", "expected a card, as in 14, got x"),
        (DRAFT, 8, "rows 4 3 2 1", "expected rows 1 2 3 4, got rows 4 3 2 1"),
        (DRAFT, 9, "1 b24 a22", "expected a card of the hand 5 7 9 11 13 15 17 19 21 23, got a22"),
    ],
)
def test_an_error_reports_what_was_expected_where(text: str, line: int, replacement: str, problem: str) -> None:
    lines = text.splitlines()
    lines[line - 1] = replacement
    with pytest.raises(NotationError) as caught:
        notation.parse("\n".join(lines))
    found = caught.value.line
    assert str(caught.value).startswith(f"line {found}: {problem}")
    assert line <= found <= line + 1


@pytest.mark.parametrize("text", ["", "\n\n# nothing\n"])
def test_an_empty_text_is_rejected(text: str) -> None:
    with pytest.raises(NotationError, match=r"line \d: expected sixqp notation 1, got the end of the text"):
        notation.parse(text)


def test_an_eleventh_player_is_refused() -> None:
    players = "\n".join(f"player {letter} P" for letter in "abcdefghijk")
    with pytest.raises(NotationError, match="line 13: expected at most 10 players, got player k P"):
        notation.parse(f"sixqp notation 1\nrules classic over 66\n{players}\n")


def test_the_end_of_a_round_must_match_what_was_played() -> None:
    lines = notation.write(played(Rules(rounds=1, limit=None), 2, "heads")).splitlines()
    heads, end = next(number for number in count() if lines[number].startswith("heads")), len(lines) - 1
    for number, wrong in ((heads, "heads 1 2 total 3 4"), (end, "end limit"), (end, "round 2")):
        changed = [*lines[:number], wrong, *lines[number + 1 :]]
        with pytest.raises(NotationError, match=f"line {number + 1}: expected {lines[number]}, got {wrong}"):
            notation.parse("\n".join(changed))


def test_blanks_comments_and_line_ends_do_not_matter() -> None:
    text = WORKED_EXAMPLE.replace(" ", "   ").replace("\n", " \r\n\r\n  # a comment\r\n")
    assert notation.parse(text) == notation.parse(WORKED_EXAMPLE)


def test_a_name_is_sanitized_when_written_and_when_parsed() -> None:
    started = facts.GameStarted(Rules(), ("Ada\nend abandoned", "\x1b[31m"))
    (read,) = notation.parse(notation.write([started]))
    assert read == facts.GameStarted(Rules(), ("Ada end abandone", "[31m"))


@pytest.mark.parametrize("happened", [(), (facts.RoundBegan(1),)])
def test_facts_without_the_start_of_the_game_are_not_written(happened: Batch) -> None:
    with pytest.raises(ValueError, match="from GameStarted on"):
        notation.write(happened)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([WORKED_EXAMPLE, DRAFT]), st.randoms(use_true_random=False), st.integers(1, 4))
def test_a_modified_text_is_a_legal_game_or_rejected(text: str, rng: Random, changes: int) -> None:
    for _ in range(changes):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(["", "1", "<2", "x1", "*", " ", "\n", "b", text[:at][-9:]]) + text[at + 1 :]
    try:
        read = notation.parse(text)
    except NotationError:
        return
    apply_facts(Table(), read)
    assert notation.parse(notation.write(read)) == read

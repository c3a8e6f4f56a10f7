"""Nobody is sent what depends on cards that are hidden from them."""

from fuzzing.twins import compare_twins, played

TWINS = 3


def test_nobody_is_sent_anything_that_depends_on_hidden_cards(random_seed: int) -> None:
    """27 seeds have every number of players in each variant."""
    assert compare_twins(random_seed, TWINS) == TWINS


def test_the_games_cover_all_variants_sizes_and_roles() -> None:
    crowds = [played(seed).crowd for seed in (0, 4, 26)]
    tables = [next(step.table for step in crowd.tape if step.table.names) for crowd in crowds]
    assert {table.rules.variant for table in tables} == {"classic", "tactic", "draft"}
    assert [table.seats for table in tables] == [2, 3, 10]
    lines = [line for crowd in crowds for line in crowd.lines.values()]
    assert any(line.bot for line in lines)
    assert any(line.news and line.you is None for line in lines)

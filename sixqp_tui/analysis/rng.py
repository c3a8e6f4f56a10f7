"""Lots that are drawn from what a seat saw: the same in every record of a game, on every machine."""

from random import Random

from sixqp_tui.engine.view import View


def seeded_rng(view: View, purpose: str) -> Random:
    """Random numbers for this purpose, where a seat has this view."""
    table = view.table
    return Random(repr((purpose, table.rules.variant, table.seats, view.hand, table.rows, table.to_place)))

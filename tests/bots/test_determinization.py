"""The deals that a search tries agree with everything its seat has seen."""

from random import Random

import pytest
from support.play import VARIANTS, batches, stream

from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.bots.opponents.hand_sampler import HandSampler
from sixqp_tui.bots.search.rollouts import Determinizations
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, RowWanted
from sixqp_tui.engine.view import View


def moments(variant: Variant, players: int) -> list[tuple[Game, View]]:
    """The whole game and a seat's view at each moment of a round when that seat lays a card or takes a row."""
    found: list[tuple[Game, View]] = []
    seed = f"deals {variant} {players}"
    game, views = Game(seed), [View(seat) for seat in range(players)]
    for batch in batches(Rules(variant, limit=None, rounds=1), players, seed):
        game = game.after(batch)
        views = [view.after(stream(batch, view.seat)) for view in views]
        if isinstance(game.pending, CardsWanted | RowWanted):
            found.extend((game, view) for view in views if view.wanted)
    return found


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 10])
@pytest.mark.parametrize("deals", [Determinizations, HandSampler])
def test_a_sampled_deal_matches_everything_seen(
    deals: type[Determinizations | HandSampler], variant: Variant, players: int
) -> None:
    step = (7 if players == 2 else 90) if deals is HandSampler else 5
    for game, view in moments(variant, players)[::step]:
        drawn = deals(view, Random(1))
        hands = [drawn.next() for _ in range(3)][-1]
        dealt = [card for hand in hands for card in hand]
        revealed = {card for _, card in view.table.to_place}
        assert [len(hand) for hand in hands] == [len(view.hand)] * players
        assert sorted(hands[view.seat or 0]) == list(view.hand)
        assert len(set(dealt)) == len(dealt)
        assert set(dealt).isdisjoint(view.table.seen | revealed)
        if variant != "classic":
            assert sorted(dealt) == sorted((*view.hand, *view.unseen))
        if variant == "draft":
            held = [{*(hand or ()), laid} for hand, laid in zip(game.table.hands, game.table.laid, strict=True)]
            assert all(set(hand) <= known for hand, known in zip(hands, held, strict=True))

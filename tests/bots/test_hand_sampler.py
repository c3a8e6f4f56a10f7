"""Hands are drawn by how well they explain what was laid, and players by how they choose."""

from random import Random

from support.decisions import choose_card, choose_row, draft_card
from support.play import stream

from sixqp_protocol.facts import CardLaid, Rules, Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.bots.opponents.hand_sampler import TYPES, HandSampler, PlayerType
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import DraftWanted, RowWanted
from sixqp_tui.engine.view import View

STRONG, MEDIUM, EASY = TYPES[0], TYPES[1], TYPES[2]


def view_after(level: Level, turns: int, variant: Variant = "classic") -> tuple[Game, View]:
    """What seat 0 knows when this many turns of a round between two bots of this level are over."""
    bots = [create_bot(level, Random(seat)) for seat in range(2)]
    batch, game = Game.start(Rules(variant, limit=None, rounds=1), ("Ann", "Bob"), "sampled")
    views = [View(seat).after(stream(batch, seat)) for seat in range(2)]
    while game.table.turn <= turns:
        wanted = game.pending
        assert wanted is not None
        seat = wanted.seats[0]
        if isinstance(wanted, RowWanted):
            batch, game = choose_row(game, seat, bots[seat].row(views[seat]))
        elif isinstance(wanted, DraftWanted):
            batch, game = draft_card(game, seat, bots[seat].draft(views[seat]))
        else:
            batch, game = choose_card(game, seat, bots[seat].card(views[seat]))
        views = [view.after(stream(batch, view.seat)) for view in views]
    return game, views[0]


def drawn_types(view: View, deals: int) -> list[int]:
    """How often each type is drawn for the other player, over this many deals."""
    sampler, found = HandSampler(view, Random(1)), [0] * len(TYPES)
    for _ in range(deals):
        sampler.next()
        found[TYPES.index(sampler.draw_type())] += 1
    return found


def test_cards_that_would_have_been_laid_are_rarely_sampled() -> None:
    _, view = view_after("medium", 4)
    sampler, deals = HandSampler(view, Random(1)), 400
    held = dict.fromkeys(view.unseen, 0)
    for _ in range(deals):
        for card in sampler.next()[1]:
            held[card] += 1
    expected = deals * len(view.hand) / len(view.unseen)
    safe = {row[-1] + 1 for turn in view.table.turns for row in turn.rows if len(row) < 4} & held.keys()
    assert safe
    assert sum(held[card] for card in safe) < 0.7 * expected * len(safe)


def test_player_types_are_inferred_from_how_they_play() -> None:
    kinds: dict[Level, PlayerType] = {"medium": MEDIUM, "easy": EASY}
    for level, kind in kinds.items():
        _, view = view_after(level, 7)
        found = drawn_types(view, 200)
        assert max(range(len(TYPES)), key=found.__getitem__) == TYPES.index(kind)


def test_in_the_draft_known_hands_are_kept_and_types_still_inferred() -> None:
    game, view = view_after("easy", 6, "draft")
    sampler = HandSampler(view, Random(1))
    assert [sorted(hand) for hand in sampler.next()] == [list(hand or ()) for hand in game.table.hands]
    assert drawn_types(view, 200)[TYPES.index(STRONG)] < 100


def test_the_others_each_lay_one_card_from_their_hands() -> None:
    _, view = view_after("medium", 3)
    sampler = HandSampler(view, Random(1))
    hands = sampler.next()
    before = hands[1][:]
    ((card, seat),) = [divmod(play, 16) for play in sampler.lay(hands)]
    assert (seat, sorted((*hands[1], card))) == (1, sorted(before))


def test_an_opponents_face_down_card_changes_nothing() -> None:
    game, view = view_after("medium", 3)
    batch, _ = choose_card(game, 1, (game.table.hands[1] or ())[0])
    assert any(isinstance(fact, CardLaid) for fact in batch)
    after = view.after(stream(batch, 0))
    assert HandSampler(after, Random(1)).next() == HandSampler(view, Random(1)).next()

"""The game in a report: its result, its rounds and its turns."""

from collections.abc import Iterable, Sequence
from types import UnionType
from typing import NamedTuple

from msgspec.structs import replace

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact
from sixqp_tui.engine.cards import HAND, heads_of
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.rules import Effect, Rows, ranks, reaches_limit
from sixqp_tui.engine.table import Table
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review.report.curve import NARROW, WIDE, draw_curves
from sixqp_tui.features.review.report.markup import (
    Markup,
    card,
    column_head,
    element,
    framed_table,
    join,
    level,
    player_head,
    player_name,
    round_anchor,
    round_heading,
    rows,
    section,
    turn_anchor,
)
from sixqp_tui.i18n import _, ngettext, pgettext, phrases
from sixqp_tui.i18n.facts import LogEntry, tell, winning_seats
from sixqp_tui.presentation.medals import describe_medals, medals_of, read_game
from sixqp_tui.presentation.seat_signs import seat_sign

Happened = tuple[AnyFact, Table]
"""A fact, and the table before it."""


class Placement(NamedTuple):
    """`after` is the card's row (from 0) then, `taken` what it took."""

    seat: int
    card: int
    row: int
    after: tuple[int, ...]
    taken: tuple[int, ...]
    too_low: bool
    note: LogEntry


class Turn(NamedTuple):
    """The rows before it, the cards by seat, and the placements, lowest card first.

    `stood_in` are the sentences about stand-ins (8.1).
    """

    number: int
    rows: Rows
    cards: tuple[int, ...]
    placements: tuple[Placement, ...]
    stood_in: tuple[LogEntry, ...]


class Round(NamedTuple):
    """In a draft (5.2) with each seat's picks in order.

    `opening` are the sentences before the first turn.
    """

    number: int
    picks: tuple[tuple[int, ...], ...]
    opening: tuple[LogEntry, ...]
    turns: tuple[Turn, ...]
    last_rows: Rows

    def taken_by(self, seat: int, turn: Turn) -> tuple[int, ...] | None:
        """None if it took nothing."""
        return next((each.taken for each in turn.placements if each.seat == seat and each.taken), None)


def read_rounds(record: GameRecord) -> tuple[Table, tuple[Round, ...]]:
    """The last table, with the players at the end. Raises ImpossibleFact."""
    table, rounds, batch = Table(), [], list[Happened]()
    for fact in record.facts:
        if isinstance(fact, facts.RoundBegan):
            batch = []
        batch.append((fact, table))
        table = apply_fact(table, fact)
        if isinstance(fact, facts.GameStarted):
            table = replace(table, names=tuple(player.name for player in record.players))
        if isinstance(fact, facts.RoundEnded):
            rounds.append(_read_round(batch, table))
    return table, tuple(rounds)


def _read_round(batch: Sequence[Happened], after: Table) -> Round:
    picks = [fact for fact, _before in batch if isinstance(fact, facts.CardDrafted)]
    return Round(
        number=after.round,
        picks=tuple(tuple(pick.card for pick in picks if pick.seat == seat) for seat in range(after.seats)),
        opening=_notes((fact, before) for fact, before in batch if not before.rows),
        turns=tuple(
            _read_turn(fact, before, batch) for fact, before in batch if isinstance(fact, facts.CardsRevealed)
        ),
        last_rows=batch[-1][1].rows,
    )


def _notes(
    batch: Iterable[Happened],
    kinds: type[Fact] | UnionType = facts.DraftOpened | facts.RowsStarted | facts.StoodIn,
) -> tuple[LogEntry, ...]:
    notes = (tell(fact, before) for fact, before in batch if isinstance(fact, kinds))
    return tuple(dict.fromkeys(note for note in notes if note))


def _read_turn(revealed: facts.CardsRevealed, table: Table, batch: Iterable[Happened]) -> Turn:
    during = [(fact, before) for fact, before in batch if before.rows and before.turn == table.turn]
    placements = tuple(_placements(during))
    return Turn(table.turn, table.rows, revealed.cards, placements, _notes(during, facts.StoodIn))


def _placements(batch: Iterable[Happened]) -> Iterable[Placement]:
    for fact, before in batch:
        if not isinstance(fact, facts.CardPlaced | facts.RowTaken):
            continue
        note = tell(fact, before)
        assert note
        after = apply_fact(before, fact).rows[fact.row]
        taken, too_low = (fact.cards, fact.too_low) if isinstance(fact, facts.RowTaken) else ((), False)
        yield Placement(fact.seat, fact.card, fact.row, after, taken, too_low, note)


def result_section(record: GameRecord, table: Table) -> Markup:
    head = (
        column_head(pgettext("score sheet", "Rank")),
        column_head(pgettext("page", "Player"), class_="name"),
        column_head(pgettext("score sheet", "Total")),
        *(column_head(str(number)) for number in range(1, len(table.scores) + 1)),
    )
    places = sorted(enumerate(ranks(table.totals)), key=lambda place: place[1])
    lines = (_result_line(record, table, seat, rank) for seat, rank in places)
    # Translators: above the table of the result; a column a round follows the total
    caption = _("The total of each player, and the heads of each round")
    return section("result", _("Result"), framed_table(caption, head, lines, "scores"))


def _result_line(record: GameRecord, table: Table, seat: int, rank: int) -> Markup:
    player, total = record.players[seat], table.totals[seat]
    mark = element("small", level(player.level)) if player.level else ""
    return element(
        "tr",
        element("td", "–" if table.ended == "abandoned" else str(rank)),
        column_head(player_name(seat, player.name), mark, scope="row", class_="name"),
        element("td", element("strong", str(total)), class_="over" if reaches_limit(table.rules, total) else None),
        *(element("td", str(scores[seat])) for scores in table.scores),
        class_="first" if seat in winning_seats(table) else None,
    )


def medals_section(record: GameRecord, table: Table) -> Markup:
    _table, plays = read_game(record.facts)
    medals = describe_medals(medals_of(table, plays), [player.name for player in record.players])
    if not medals:
        return Markup("")
    items = (
        element(
            "li",
            element("strong", medal.title),
            " ",
            "" if medal.seat is None else element("span", seat_sign(medal.seat), class_=f"s{medal.seat + 1}"),
            " ",
            medal.sentence,
        )
        for medal in medals
    )
    return section("medals", _("Medals"), element("ul", *items))


def curves_section(table: Table) -> Markup:
    drawn = join(draw_curves(table, WIDE, "wide"), draw_curves(table, NARROW, "narrow"))
    return section("curves", _("Totals after each round"), element("figure", drawn))


def turns_section(table: Table, rounds: Iterable[Round]) -> Markup:
    return section("turns", _("Turn by turn"), _stage(), *(_round(table, each) for each in rounds))


def _stage() -> Markup:
    """The script shows one moment here."""
    buttons = [element("button", text, type="button", id=name) for name, text in _steps().items()]
    return element(
        "div",
        element(
            "div",
            element("select", id="moment", aria_label=_("Turn shown")),
            *buttons,
            class_="steps",
        ),
        element("p", id="sentence", aria_live="polite"),
        element("div", id="shown"),
        id="stage",
        role="group",
        # Translators: a part of a page, read aloud: buttons and a picture of the table
        aria_label=_("Step through the game"),
        hidden=True,
    )


def _round(table: Table, each: Round) -> Markup:
    # Translators: opens a list of the ten turns of a round
    sentence = ngettext("{n} turn as a list", "{n} turns as a list", len(each.turns))
    turns = element(
        "details",
        element("summary", sentence.format(n=len(each.turns))),
        *(_turn(table, each.number, turn) for turn in each.turns),
        # Translators: above the four rows of the table when a round is over
        element("h4", _("The rows at the end of the round")),
        rows(each.last_rows),
    )
    return element(
        "article",
        element("h3", round_heading(each.number)),
        *(element("p", note.sentence, ".") for note in each.opening),
        _picks(table, each) if any(each.picks) else "",
        _hands(table, each),
        turns,
        id=round_anchor(each.number),
        class_="round",
    )


def _picks(table: Table, each: Round) -> Markup:
    head = (
        column_head(pgettext("page", "Player"), class_="name"),
        *(column_head(str(n)) for n in range(1, HAND + 1)),
    )
    lines = (
        element("tr", player_head(table, seat), *(element("td", card(pick)) for pick in picks))
        for seat, picks in enumerate(each.picks)
    )
    # Translators: above a table with a player a line and their ten picks of the draft
    sentence = _("The draft of round {number}, pick by pick")
    return framed_table(sentence.format(number=each.number), head, lines, "picks")


def _hands(table: Table, each: Round) -> Markup:
    head = (
        column_head(pgettext("page", "Player"), class_="name"),
        *(column_head(str(turn.number)) for turn in each.turns),
        column_head(pgettext("score sheet", "Total")),
    )
    lines = (
        element(
            "tr",
            player_head(table, seat),
            *(_laid(turn.cards[seat], each.taken_by(seat, turn)) for turn in each.turns),
            element("td", element("strong", str(table.scores[each.number - 1][seat]))),
        )
        for seat in range(table.seats)
    )
    # Translators: above a table with a player a line and a turn a column; “+7” beside a card is heads
    sentence = _("The hands of round {number}, card by card in the order played, with the heads taken")
    return framed_table(sentence.format(number=each.number), head, lines, "hands")


def _laid(number: int, taken: Sequence[int] | None) -> Markup:
    cost = element("em", f"+{heads_of(taken)}") if taken else ""
    return element("td", card(number), cost)


def _turn(table: Table, number: int, turn: Turn) -> Markup:
    # Translators: a heading
    sentence = _("Round {number}, turn {turn}")
    return element(
        "section",
        element("h4", sentence.format(number=number, turn=turn.number)),
        rows(turn.rows),
        element(
            "ul",
            *(element("li", note.sentence, class_="aside") for note in turn.stood_in),
            *map(_placement, turn.placements),
            class_="plays",
        ),
        id=turn_anchor(number, turn.number),
        class_="turn",
    )


def _placement(each: Placement) -> Markup:
    """The row after it is for the script, which knows no rules."""
    effect = Effect.TOO_LOW if each.too_low else Effect.TAKES_FULL_ROW if each.taken else Effect.APPENDS
    sign = element("span", seat_sign(each.seat), class_=f"s{each.seat + 1}", aria_hidden="true")
    note = element("span", each.note.sentence, class_="note cost" if each.taken else "note")
    why = element("small", _article(effect.value)) if each.taken else ""
    taken = element("span", *map(card, each.taken), class_="taken") if each.taken else ""
    return element(
        "li",
        card(each.card),
        element("div", sign, " ", note, why, taken),
        data_row=each.row,
        data_cards=" ".join(map(str, each.after)),
        data_heads=heads_of(each.after),
        data_text=phrases.heads(heads_of(each.after)),
    )


def _article(number: str) -> str:
    # Translators: an article of the rules, such as 3.6, behind what happened; as short as can be
    return _("rule {number}").format(number=number)


def _steps() -> dict[str, str]:
    return {
        # Translators: the context “steps” is a button that steps through a game: as short as can be
        "turn-back": pgettext("steps", "◄◄ turn"),
        # Translators: the placing of one card
        "back": pgettext("steps", "◄ card"),
        "on": pgettext("steps", "card ►"),
        "turn-on": pgettext("steps", "turn ►►"),
    }

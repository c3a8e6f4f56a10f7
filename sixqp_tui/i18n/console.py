"""The game read aloud: short sentences, with commas where a voice pauses."""

from collections.abc import Sequence

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import cards, format_rounds, heads, level_name, listed, one_of, ordinal
from sixqp_tui.i18n.settings import describe_variant


def row_ends(row: int, end: int, count: int, cost: int) -> str:
    """A row at the start of a turn, the end first. `row` counts from 0."""
    full = count == 5
    sentence = (
        # Translators: read aloud: {card} is a number, {cards} “5 cards”, {heads} “6 heads”; a full row
        # has five cards
        _("Row {row} ends in {card}, {cards}, {heads}, full")
        if full
        else _("Row {row} ends in {card}, {cards}, {heads}")
    )
    return sentence.format(row=row + 1, card=end, cards=cards(count), heads=heads(cost))


def whole_row(row: int, held: Sequence[int], cost: int) -> str:
    """`row` counts from 0."""
    sentence = _("Row {row}: {numbers}. {cards}, {heads}")
    return sentence.format(row=row + 1, numbers=numbers(held), cards=cards(len(held)), heads=heads(cost))


def numbers(held: Sequence[int]) -> str:
    return ", ".join(map(str, held))


def card_with_heads(card: int, cost: int) -> str:
    return str(card) if cost == 1 else _("{card} with {heads}").format(card=card, heads=heads(cost))


def hand_of(name: str, held: Sequence[int]) -> str:
    # Translators: {cards} are numbers with commas, or “no card yet”
    return _("{name}: {cards}").format(name=name, cards=numbers(held) or _("no card yet"))


def waiting(names: Sequence[str]) -> str:
    return _("Waiting for {names}.").format(names=listed(names, 10))


def round_waits(number: int, names: Sequence[str]) -> str:
    return _("Round {number} is waiting for {names}.").format(number=number, names=listed(names, 10))


def totals(shares: Sequence[tuple[str, int]]) -> str:
    # Translators: {shares} is a list such as “Ann 12, Bo 20”
    return _("Totals: {shares}").format(shares=_shared(shares))


def totals_so_far(shares: Sequence[tuple[str, int]]) -> str:
    # Translators: {shares} is a list such as “Ann 12, Bo 20”; follows “This round so far: …”
    return _("Totals, including this round: {shares}").format(shares=_shared(shares))


def this_round(shares: Sequence[tuple[str, int]]) -> str:
    return _("This round so far: {shares}").format(shares=_shared(shares))


def _shared(shares: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in shares)


def ranked(rank: int, name: str, total: int) -> str:
    # Translators: a line of the final ranks: “1st: Ann, 12 heads”
    return _("{rank}: {name}, {heads}").format(rank=ordinal(rank), name=name, heads=heads(total))


def others_join(join_line: str) -> str:
    return _("Others can join with: {join_line}").format(join_line=join_line)


def chairs_free(free: int) -> str:
    return ngettext("{n} chair is free", "{n} chairs are free", free).format(n=free)


def person(name: str, marks: Sequence[str]) -> str:
    return f"{name} ({', '.join(marks)})" if marks else name


def the_game(rules: Rules, time: str) -> str:
    # Translators: {variant} is “classic: all 104 cards”; {ends} “when somebody has more than 66 heads”;
    # {time} “90 s a turn”
    sentence = _("Variant: {variant}. The game ends {ends}. {time}.")
    return sentence.format(variant=describe_variant(rules.variant), ends=_ends(rules), time=time.capitalize())


def _ends(rules: Rules) -> str:
    over = rules.limit_rule == "over"
    limit = _("when somebody has more than {heads}") if over else _("when somebody reaches {heads}")
    after = _("after {rounds}")
    ends = (
        limit.format(heads=heads(rules.limit)) if rules.limit else "",
        after.format(rounds=format_rounds(rules.rounds)) if rules.rounds else "",
    )
    return one_of([end for end in ends if end])


def role_bot(level: str | None) -> str:
    # Translators: read aloud after a name; {level} is easy, medium or hard
    return (
        pgettext("in a sentence", "bot, {level}").format(level=level_name(level))
        if level
        else pgettext("chair", "bot")
    )


def is_away(name: str) -> str:
    return _("{name} has lost the connection. Their seat is kept.").format(name=name)


def watching(count: int) -> str:
    if count == 0:
        return _("Nobody is watching now.")
    # Translators: people who watch without a seat
    return ngettext("{n} person is watching.", "{n} people are watching.", count).format(n=count)

"""What the review of a game says: what decisions cost, why, and what was luck."""

from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import decimal_point, heads, ordinal, rounds_told


def tenths(count: int) -> str:
    return f"{abs(count) // 10}{decimal_point()}{abs(count) % 10}"


def signed_tenths(count: int) -> str:
    """The same with its sign, where more or fewer heads are meant."""
    sign = "+" if count > 0 else "−" if count < 0 else ""
    return sign + tenths(count)


def heads_in_tenths(count: int) -> str:
    """So many heads, in tenths."""
    # Translators: {n} is a figure with one decimal, such as 4.3
    form = 1 if count == 10 else 0 if count < 20 else 2  # languages differ over what is one, and what is many
    return ngettext("{n} head", "{n} heads", form).format(n=tenths(count))


def in_deals(share: int, of: int) -> str:
    """In how many of the deals that were tried something happened."""
    if share == of:
        # Translators: inside a sentence, as “in 86 of 100 deals” is
        return ngettext("in {n} deal", "in all {n} deals", of).format(n=of)
    # Translators: inside a sentence: “in 86 of 100 deals”; a deal is one way in which the unseen cards may be dealt
    return ngettext("in {n} of {of} deal", "in {n} of {of} deals", of).format(n=share, of=of)


def title(table: str, when: str, rounds: int) -> str:
    # Translators: {table} is the title of a table, {when} a date and a time, {rounds} is “3 rounds”
    return _("Review: {table}, {when}, {rounds}").format(table=table, when=when, rounds=rounds_told(rounds))


def dearest_decisions(count: int) -> str:
    """Above the dearest decisions, of which there may be fewer than three."""
    if not count:
        return _("No decision cost anything that can be shown.")
    # Translators: above a list of decisions; dear: they cost heads
    return ngettext("The dearest decision:", "The dearest decisions:", count)


def all_decisions() -> str:
    return _("Every decision:")


def heads_by_turn() -> str:
    # Translators: above a table with a column for each of the ten turns of a round
    return _("What the decisions cost, turn by turn:")


def round_numbered(number: int) -> str:
    return _("round {number}").format(number=number)


def decision(where: str, instead: str, cost: str) -> str:
    # Translators: “round 2, turn 4: laid 45, better 23: 4.3 heads ± 0.5”
    return _("{where}: {instead}: {cost}").format(where=where, instead=instead, cost=cost)


def where(number: int, turn: int) -> str:
    return _("round {number}, turn {turn}").format(number=number, turn=turn)


def laid_instead(made: int, best: int) -> str:
    return _("laid {made}, better {best}").format(made=made, best=best)


def taken_instead(made: int, best: int) -> str:
    """The row that was taken, and the one that would have been better (rows from 0)."""
    return _("took row {made}, better row {best}").format(made=made + 1, best=best + 1)


def cost(count: int, error: int, exact: bool) -> str:
    """What a decision cost, in tenths, and how well that is known."""
    if exact:
        # Translators: {heads} is “2.0 heads”; nothing was estimated
        return _("{heads}, exact").format(heads=heads_in_tenths(count))
    # Translators: {heads} is “4.3 heads”, {error} its standard error
    return _("{heads} ± {error}").format(heads=heads_in_tenths(count), error=tenths(error))


def nothing_better() -> str:
    # Translators: of a decision in a game that is reviewed
    return _("nothing better was to be found")


def stand_in_decided() -> str:
    return _("The stand-in decided this, for a player who was away.")


# -- why a decision cost what it cost: of the card that was laid ----------------------------------------


def was_sixth(card: int, row: int, share: int, of: int) -> str:
    """It was the sixth card of a full row, and took it so often (rows from 0)."""
    sentence = _("The {card} was the sixth card of row {row}: {in_deals} nobody came before it.")
    return sentence.format(card=card, row=row + 1, in_deals=in_deals(share, of))


def was_filled(card: int, row: int, share: int, of: int, average: int) -> str:
    """Others came before it, and it was the sixth card of a row that had room (rows from 0)."""
    sentence = _(
        "Others came before the {card}: {in_deals} it was the sixth card of row {row}, with {heads} on average."
    )
    return sentence.format(card=card, row=row + 1, in_deals=in_deals(share, of), heads=heads_in_tenths(average))


def was_too_low(card: int, share: int, of: int, average: int) -> str:
    """It was lower than every end."""
    sentence = _("The {card} was lower than every row: {in_deals} it took one, with {heads} on average.")
    return sentence.format(card=card, in_deals=in_deals(share, of), heads=heads_in_tenths(average))


def was_safe(card: int, share: int, of: int) -> str:
    """It took nothing; what cost came later."""
    sentence = _("The {card} took nothing in its own turn {in_deals}, but the cards that stayed cost more later.")
    return sentence.format(card=card, in_deals=in_deals(share, of))


# -- of the card that would have been better ------------------------------------------------------------


def would_be_placed(card: int, row: int, place: int, share: int, of: int) -> str:
    """It would have found room (rows from 0)."""
    # Translators: {place} is an ordinal, such as 5th
    sentence = _("The {card} would have gone to row {row} as its {place} card, and {in_deals} taken nothing.")
    return sentence.format(card=card, row=row + 1, place=ordinal(place), in_deals=in_deals(share, of))


def would_be_spared_sixth(card: int, row: int, share: int, of: int) -> str:
    """It was the sixth of a row, and yet took nothing (rows from 0)."""
    sentence = _("The {card} was the sixth card of row {row}, but {in_deals} somebody came before it.")
    return sentence.format(card=card, row=row + 1, in_deals=in_deals(share, of))


def would_be_spared_low(card: int, share: int, of: int) -> str:
    """It was lower than every end, and yet took nothing."""
    sentence = _("The {card} was lower than every row, but {in_deals} a lower card came before it.")
    return sentence.format(card=card, in_deals=in_deals(share, of))


def would_take(card: int, row: int, share: int, of: int, average: int) -> str:
    """It would have taken a row too, and yet costs less in the end (rows from 0)."""
    sentence = _("The {card} would have taken row {row} {in_deals}, with {heads} on average: less in the end.")
    return sentence.format(card=card, row=row + 1, in_deals=in_deals(share, of), heads=heads_in_tenths(average))


def would_be_too_low(card: int, share: int, of: int, average: int) -> str:
    """It would have taken a row of its player's choice, and have been gone."""
    sentence = _("The {card} would have taken a row {in_deals}, with {heads} on average: less than it costs later.")
    return sentence.format(card=card, in_deals=in_deals(share, of), heads=heads_in_tenths(average))


# -- of a row -------------------------------------------------------------------------------------------


def row_was_dearer(made: int, made_heads: int, best: int, best_heads: int) -> str:
    """The row that was taken has more heads than the better one (rows from 0)."""
    sentence = _("Row {made} had {more}, row {best} had {fewer}.")
    return sentence.format(made=made + 1, more=heads(made_heads), best=best + 1, fewer=heads(best_heads))


def row_was_cheaper(made: int, made_heads: int, best: int, best_heads: int) -> str:
    """The better row has as many heads, or more, and yet costs less in the end (rows from 0)."""
    sentence = _("Row {best} had {more} and row {made} {fewer}, but what stayed on the table cost more later.")
    return sentence.format(made=made + 1, fewer=heads(made_heads), best=best + 1, more=heads(best_heads))


# -- luck or skill --------------------------------------------------------------------------------------


def par(count: int) -> str:
    # Translators: {heads} is a figure such as 41.9
    return _("par, what sensible play loses: {heads}").format(heads=tenths(count))


def par_of(average: int, luck: int) -> str:
    """What par is made of, in tenths."""
    # Translators: {average} is a figure such as 40.2, {luck} one with a sign such as +1.7; at most 40 letters
    sentence = _("average hands {average}, these {luck}")
    return sentence.format(average=tenths(average), luck=signed_tenths(luck))


def others_at_this_table(skill: int) -> str:
    # Translators: {heads} is a figure with a sign, such as +17.2
    return _("the others at this table: {heads}").format(heads=signed_tenths(skill))


def limits(deals: int, worth_percent: int, least: int) -> str:
    """How far a review can be trusted, in one line; `least` is in tenths."""
    # Translators: {part} is “65 %”
    sentence = _(
        "Judged by the strong bot over about {deals} deals a decision, which fit what could be seen. Each "
        "difference is shown at {part} of the bot's estimate, which is what such differences were worth in play; "
        "± is the standard error. Less than {least} heads is no evidence, and counts as nothing."
    )
    return sentence.format(deals=deals, part=f"{worth_percent} %", least=tenths(least))


def picks_are_not_judged() -> str:
    """What the review of a draft leaves out (5.2)."""
    return _("Picks of the draft are not judged: what was picked counts as if it had been dealt.")


def so_far(done: int, tasks: int) -> str:
    """A review that was stopped."""
    sentence = _("Stopped: {done} of {tasks} parts of the game were looked into. Only whole rounds are summed up.")
    return sentence.format(done=done, tasks=tasks)

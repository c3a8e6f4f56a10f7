"""The scores of all games as figures, bars and a curve, and as lines of text."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sixqp_protocol.text import cells
from sixqp_tui.analysis.words import signed_tenths
from sixqp_tui.features.history import words
from sixqp_tui.features.history.decision_sheet import decision_lines
from sixqp_tui.features.history.decisions import DecisionScore
from sixqp_tui.features.history.rating import MIN_GAMES, Rating
from sixqp_tui.features.history.statistics import (
    ALL_GAMES,
    Companion,
    Count,
    Lead,
    ParScore,
    PersonDetails,
    PersonScore,
    PlaceCount,
    Scores,
    Selection,
    Standings,
)
from sixqp_tui.features.history.summary import BOT, Evening, person_code
from sixqp_tui.i18n import _, console as console_words, ngettext, pgettext, phrases, tally as tally_words
from sixqp_tui.i18n.local_time import format_day, format_when
from sixqp_tui.i18n.phrases import decimal
from sixqp_tui.presentation.plot import averages, bar, columns
from sixqp_tui.presentation.spans import Line, Span, pad, wrap

MAX_COMPANY: Final = 8
"""Others with whom somebody is compared: those they played most with."""
MAX_TALLIED: Final = 6
"""Winners of an evening's games who are listed."""
CERTAINTY: Final = "95 %"


class Figure(NamedTuple):
    label: str
    text: str


class BarLine(NamedTuple):
    """`share` is from 0 to 1; `own`: the bar is about the selected person."""

    label: str
    text: str
    share: float
    own: bool = False


class BarGroup(NamedTuple):
    """Bars that are compared with each other; `note` explains their figures."""

    title: str
    bars: tuple[BarLine, ...]
    note: str = ""


class CurveShown(NamedTuple):
    """Heads per round of each game, oldest first."""

    title: str
    values: tuple[float, ...]


class PersonSheet(NamedTuple):
    title: str
    figures: tuple[Figure, ...]
    curve: CurveShown
    groups: tuple[BarGroup, ...]
    decisions: DecisionScore | None


class ScoreRow(NamedTuple):
    """`cells` belong to the columns of `_columns`."""

    name: str
    cells: tuple[str, ...]
    own: bool = False


class EveningShown(NamedTuple):
    """An evening on one line, and who won how many of its games."""

    text: str
    tally: str


class StandingShown(NamedTuple):
    """Who is ahead of whom, a sentence each; or that nobody is."""

    title: str
    sentences: tuple[str, ...]


class ScoreSheet(NamedTuple):
    """`note` says what is missing, and why; `ratings` are the figures behind the `standings`."""

    person: PersonSheet | None
    standings: tuple[StandingShown, ...]
    ratings: BarGroup | None
    people: tuple[ScoreRow, ...]
    evenings: tuple[EveningShown, ...]
    note: str = ""


def score_sheet(
    scores: Scores, selection: Selection = ALL_GAMES, *, with_bots: bool = True, with_ratings: bool = True
) -> ScoreSheet:
    details = scores.details
    called = _names(scores.people)
    shown = [each for each in scores.people if with_bots or not each.bot]
    ranked = [each for each in scores.ranked if with_bots or not each.bot]
    return ScoreSheet(
        _person(details, called, with_ratings) if details else None,
        tuple(_standing(each, called) for each in scores.standings),
        _ratings(ranked, called) if ranked and with_ratings else None,
        tuple(ScoreRow(called[each.person], _cells(each), each.own) for each in shown),
        tuple(_evening(each, called) for each in scores.evenings),
        _note(scores, selection),
    )


def _note(scores: Scores, selection: Selection) -> str:
    if not selection.everything:
        return _("Who is ahead, ratings and evenings count all games.")
    return (
        ""
        if scores.ranked
        else _("Ratings appear after {n} games. Before that, they mostly show luck.").format(n=MIN_GAMES)
    )


def person_called(person: str, name: str, own: bool = False) -> str:
    """A bot goes by its level, because its name changes from table to table."""
    if person.startswith(BOT):
        return console_words.person(pgettext("chair", "bot"), [phrases.level_name(person.removeprefix(BOT))])
    return console_words.person(name, [pgettext("chair", "you")] if own else [])


def _names(people: Sequence[PersonScore]) -> dict[str, str]:
    """Namesakes, except this user, get what tells them apart."""
    shared = {name for name, count in Counter(each.name for each in people if not each.bot).items() if count > 1}
    return {
        each.person: console_words.person(each.name, [person_code(each.person).rpartition("@")[2]])
        if each.name in shared and not (each.own or each.bot)
        else person_called(each.person, each.name, each.own)
        for each in people
    }


def _evening(evening: Evening, called: Mapping[str, str]) -> EveningShown:
    games, date = words.games_played(len(evening.games)), format_when(evening.ended)
    won = [(called[line.person], line.wins) for line in evening.lines if line.wins]
    tally, title = tally_words.summary(won, MAX_TALLIED), phrases.table_title(evening.title)
    if not evening.winners:
        return EveningShown(
            _("{date}  {title}: {games}").format(date=date, title=title, games=games),
            tally,
        )
    winners = phrases.listed([called[line.person] for line in evening.winners])
    return EveningShown(words.evening(date, title, games, winners), tally)


def _standing(standings: Standings, called: Mapping[str, str]) -> StandingShown:
    # Translators: a heading in capitals: who is the stronger player
    title = _("WHO IS AHEAD")
    if standings.variant:
        # Translators: {title} is “WHO IS AHEAD”, {variant} “draft”
        title = _("{title} ({variant})").format(title=title, variant=phrases.variant_name(standings.variant))
    if not standings.leads:
        return StandingShown(title, (_("Nobody is clearly ahead: it may be chance."),))
    return StandingShown(title, tuple(_lead(each, called) for each in standings.leads))


def _lead(lead: Lead, called: Mapping[str, str]) -> str:
    names = {"ahead": called[lead.ahead], "behind": called[lead.behind]}
    # Translators: {n} is from 7 to 9
    sure = _("{ahead} is ahead of {behind}: {n} chances in 10.").format(**names, n=min(9, int(10 * lead.sure)))
    if not lead.games:
        return sure + " " + _("They have never played together.")
    # Translators: of {n} games in which both played, the one who is ahead finished before the other in {before}
    why = ngettext(
        "Better place in {before} of {n} game together.",
        "Better place in {before} of {n} games together.",
        lead.games,
    ).format(before=lead.before, n=lead.games)
    return f"{sure} {why}"


def _person(details: PersonDetails, called: Mapping[str, str], with_rating: bool) -> PersonSheet:
    score, count = details.score, details.score.count
    groups = (
        _means(
            _("HEADS A ROUND BY VARIANT"),
            [(phrases.variant_name(each.variant), each.count) for each in details.variants],
        ),
        _means(
            _("HEADS A ROUND BY NUMBER OF PLAYERS"),
            [(words.players(each.players), each.count) for each in details.sizes],
        ),
        BarGroup(words.company(), tuple(_company(each, called) for each in details.companions[:MAX_COMPANY])),
    )
    # Translators: a label of at most 18 letters, and so are the next ones; what stands beside it is a number or two
    label = pgettext("scores", "Games")
    return PersonSheet(
        # Translators: a heading; {name} is a player
        _("SCORES OF {name}").format(name=called[score.person]),
        (
            Figure(label, words.won_of(count.wins, count.games)),
            Figure(pgettext("scores", "Heads a round"), phrases.decimal(count.mean)),
            Figure(pgettext("scores", "Best and worst"), f"{count.best} · {count.worst}"),
            Figure(pgettext("scores", "Rows a round"), _taken(count)),
            *_place(details.places),
            *_par(score.par),
            *(_rating(score.rating) if with_rating else ()),
        ),
        # Translators: a heading: a curve over all games follows, the oldest on the left
        CurveShown(_("HEADS A ROUND, GAME BY GAME"), tuple(point.mean for point in details.curve)),
        tuple(group for group in groups if group.bars),
        details.decisions,
    )


def _place(places: Sequence[PlaceCount]) -> Iterator[Figure]:
    if games := sum(each.games for each in places):
        mean = phrases.decimal(sum(each.place * each.games for each in places) / games)
        last = sum(each.last for each in places)
        listed = " · ".join(f"{phrases.ordinal(each.place)} {each.games}" for each in places)
        # Translators: {mean} is an average place; {listed} is “1st 12 · 2nd 9”, how often each place was taken
        text = ngettext(
            "{mean} on average ({listed}); last {n} time", "{mean} on average ({listed}); last {n} times", last
        )
        yield Figure(pgettext("scores", "Place"), text.format(mean=mean, listed=listed, n=last))


def _par(par: ParScore | None) -> Iterator[Figure]:
    if par:
        heads = phrases.decimal(abs(par.mean))
        # Translators: par is what sensible play would lose with the same hands
        text = _("{n} heads a round above par") if par.mean > 0 else _("{n} heads a round below par")
        yield Figure(pgettext("scores", "Par"), text.format(n=heads))


def _taken(count: Count) -> str:
    rows = (count.sixth + count.too_low, count.sixth, count.too_low)
    return words.taken(*(phrases.decimal(each / count.rounds) for each in rows))


def _rating(rating: Rating | None) -> Iterator[Figure]:
    if rating is not None:
        missing = "" if rating.listed else f" ({_not_rated_yet(rating.games, MIN_GAMES)})"
        yield Figure(pgettext("scores", "Rating"), _format_rating(rating) + missing)


def _format_rating(rating: Rating) -> str:
    return words.rating(phrases.decimal(rating.value), phrases.decimal(rating.within))


def _means(title: str, parts: Sequence[tuple[str, Count]]) -> BarGroup:
    highest = max((count.mean for _label, count in parts), default=0.0)

    def line(label: str, count: Count) -> BarLine:
        share = count.mean / highest if highest else 0.0
        return BarLine(label, f"{phrases.decimal(count.mean):>4}  {words.won_of(count.wins, count.games)}", share)

    return BarGroup(title, tuple(line(*part) for part in parts))


def _company(companion: Companion, called: Mapping[str, str]) -> BarLine:
    share = companion.ahead / companion.games
    level = companion.games - companion.ahead - companion.behind
    # Translators: of {n} games together, {ahead} with a better place than the other, {behind} with a worse one
    text = ngettext("{ahead} to {behind} in {n} game", "{ahead} to {behind} in {n} games", companion.games)
    standing = text.format(ahead=companion.ahead, behind=companion.behind, n=companion.games)
    if level:
        # Translators: after “5 to 3 in 9 games”: this many with equal places
        standing += ", " + pgettext("games", "{n} level").format(n=level)
    return BarLine(called[companion.person], f"{standing} · {format_day(companion.last)}", share)


def _ratings(people: Sequence[PersonScore], called: Mapping[str, str]) -> BarGroup:
    ranked = [(each, each.rating) for each in people if each.rating]
    lowest = min(0.0, *(rating.value for _each, rating in ranked))
    room = max(1.0, *(rating.value for _each, rating in ranked)) - lowest
    bars = (
        BarLine(called[each.person], _format_rating(rating), (rating.value - lowest) / room, each.own)
        for each, rating in ranked
    )
    # Translators: {certainty} is “95 %”; the rating has the name of its method, Plackett-Luce, which stays as it is
    sentence = _(
        "Everybody starts at 25 (Plackett-Luce); ± covers {certainty}. Listed after {least} games; bots by level."
    )
    return BarGroup(_("RATING"), tuple(bars), sentence.format(certainty=CERTAINTY, least=MIN_GAMES))


def _cells(score: PersonScore) -> tuple[str, ...]:
    count = score.count
    return (
        str(count.games),
        str(count.wins),
        phrases.decimal(count.mean),
        str(count.best),
        str(count.worst),
        phrases.decimal(count.sixth / count.rounds),
        phrases.decimal(count.too_low / count.rounds),
        "" if score.place is None else phrases.decimal(score.place),
        "" if score.par is None else signed_tenths(round(10 * score.par.mean)),
    )


def _not_rated_yet(games: int, least: int) -> str:
    left = least - games
    return ngettext("{n} more game until it is reliable", "{n} more games until it is reliable", left).format(
        n=left
    )


MAX_BAR: Final = 24
"""Cells."""
MIN_BAR: Final = 6
"""Cells of a full bar, however long the rest of the line is."""
CURVE_HEIGHT: Final = 5
"""Lines of a curve in a small window."""
SCALE: Final = 5
"""Cells before a curve."""
INDENT: Final = 2
MIN_NAME: Final = 10
"""Cells of a name in a narrow list."""


class ScoreLines(NamedTuple):
    person: tuple[Line, ...]
    everybody: tuple[Line, ...]


def score_lines(sheet: ScoreSheet, width: int, curve_height: int = CURVE_HEIGHT) -> ScoreLines:
    if not sheet.people:
        return ScoreLines((), tuple(_sentence(words.nobody_yet(), width, "ink")))
    person = _person_lines(sheet.person, width, curve_height) if sheet.person else ()
    return ScoreLines(_trimmed(person), _trimmed(_everybody(sheet, width)))


def _trimmed(lines: Iterator[Line] | tuple[()]) -> tuple[Line, ...]:
    kept = tuple(lines)
    return kept[1:] if kept and not kept[0] else kept


def _heading_lines(title: str) -> Iterator[Line]:
    yield ()
    yield (Span(title, "strong", bold=True),)


def _sentence(sentence: str, width: int, ink: str) -> Iterator[Line]:
    for line in wrap(sentence, width):
        yield (Span(line, ink),)


def _person_lines(person: PersonSheet, width: int, curve_height: int) -> Iterator[Line]:
    yield (Span(person.title, "gold", bold=True),)
    yield ()
    longest = max(cells(figure.label) for figure in person.figures) + 2
    for figure in person.figures:
        text = wrap(figure.text, width - longest)
        for at, part in enumerate(text):
            yield Span(pad("" if at else figure.label, longest), "dim"), Span(part)
    if len(person.curve.values) > 1:
        yield from _curve_lines(person.curve, width, curve_height)
    if person.decisions:
        yield from _heading_lines(_("WHAT YOUR DECISIONS COST"))
        yield from decision_lines(person.decisions, width, curve_height)
    for group in person.groups:
        yield from _bars(group, width)


def _curve_lines(curve: CurveShown, width: int, height: int) -> Iterator[Line]:
    yield from _heading_lines(curve.title)
    values = averages(curve.values, width - SCALE - 2)
    highest = max(*values, 0.1)
    lines = columns(values, highest, height)
    for at, line in enumerate(lines):
        scale = decimal(highest) if at == 0 else "0" if at == len(lines) - 1 else ""
        yield Span(f"{scale:>{SCALE}}  ", "dim"), Span(line, "gold")


def _bars(group: BarGroup, width: int) -> Iterator[Line]:
    yield from _heading_lines(group.title)
    widest = max(cells(each.text) for each in group.bars)
    longest = max(cells(each.label) for each in group.bars)
    above = longest > width - widest - MIN_BAR - 4
    longest = 0 if above else longest
    room = max(MIN_BAR, min(MAX_BAR, width - longest - widest - 4))
    for each in group.bars:
        ink = "gold" if each.own else "ink"
        if above:
            yield (Span(pad(each.label, width).rstrip(), ink),)
        yield (
            Span(pad("" if above else each.label, longest + 2), ink),
            Span(pad(bar(each.share, room), room), "gold" if each.own else "green"),
            Span(f"  {each.text}", ink),
        )
    if group.note:
        yield from _sentence(group.note, width, "dim")


def _everybody(sheet: ScoreSheet, width: int) -> Iterator[Line]:
    for standing in sheet.standings:
        yield from _heading_lines(standing.title)
        for sentence in standing.sentences:
            yield from _sentence(sentence, width, "ink")
    if sheet.ratings:
        yield from _bars(sheet.ratings, width)
    yield from _people(sheet.people, width)
    if sheet.evenings:
        yield from _heading_lines(_("LAST EVENINGS"))
        for evening in sheet.evenings:
            yield from _sentence(evening.text, width, "ink")
            for line in wrap(evening.tally, width - INDENT):
                yield Span(" " * INDENT), Span(line, "dim")
    if sheet.note:
        yield ()
        yield from _sentence(sheet.note, width, "dim")


def _people(people: Sequence[ScoreRow], width: int) -> Iterator[Line]:
    heads = _columns()
    widest = [max(map(cells, column)) for column in zip(heads, *(row.cells for row in people), strict=True)]
    longest = max(cells(row.name) for row in people)
    if longest + sum(widest) + len(widest) > width or not any(row.cells[-1] for row in people):
        widest = widest[:-OPTIONAL]
    gap = 2 if longest + sum(widest) + 2 * len(widest) <= width else 1
    name = max(MIN_NAME, min(longest, width - sum(widest) - gap * len(widest)))
    yield from _heading_lines(words.everybody())
    above = "".join(_above(at, widest, gap) for at in range(len(widest)))
    yield (Span(" " * name + above.rstrip(), "dim"),)
    yield (
        Span(" " * name),
        *(Span(f"{head:>{room + gap}}", "dim") for head, room in zip(heads, widest, strict=False)),
    )
    for row in people:
        ink = "gold" if row.own else "ink"
        figures = (f"{cell:>{room + gap}}" for cell, room in zip(row.cells, widest, strict=False))
        yield Span(pad(row.name, name), ink), *(Span(figure, ink) for figure in figures)


def _above(at: int, widest: Sequence[int], gap: int) -> str:
    room = widest[at] + gap
    # Translators: above the columns “mean”, “best” and “worst”: at most 15 letters
    heads = pgettext("score columns", "heads a round")
    # Translators: rows taken a round, above the columns “6th” and “low”: at most 7 letters
    titles = {2: (3, heads), 5: (2, pgettext("score columns", "rows"))}
    covered = next((first for first, (count, _title) in titles.items() if first < at < first + count), None)
    if covered is not None:
        return ""
    if at not in titles:
        return " " * room
    count, title = titles[at]
    return title.rjust(sum(widest[at : at + count]) + gap * count)


OPTIONAL: Final = 2
"""The last columns, which need a wide window and a reviewed game."""


def _columns() -> tuple[str, ...]:
    """Headings of at most 6 letters."""
    return (
        # Translators: the context “score column” is the head of a column of numbers, at most 6 letters
        pgettext("score column", "games"),
        pgettext("score column", "won"),
        # Translators: heads a round, on average
        pgettext("score column", "mean"),
        # Translators: heads of the best round
        pgettext("score column", "best"),
        # Translators: heads of the worst round
        pgettext("score column", "worst"),
        # Translators: rows taken a round by a sixth card
        pgettext("score column", "6th"),
        # Translators: rows taken a round with a card that was too low
        pgettext("score column", "low"),
        # Translators: the place at the end of a game, on average
        pgettext("score column", "place"),
        # Translators: heads a round above or below what sensible play would lose with the same hands
        pgettext("score column", "par"),
    )

"""What remains of all games, in words: the headings and sentences of scores, and of a list of games."""

from sixqp_tui.i18n import _, ngettext, pgettext


def everybody() -> str:
    # Translators: a heading: a list of all who have played follows
    return _("EVERYBODY")


def nobody_yet() -> str:
    return _("No games yet. Every game you finish will be kept here.")


def games_played(count: int) -> str:
    return ngettext("{n} game", "{n} games", count).format(n=count)


def won_of(wins: int, games: int) -> str:
    """How many games somebody has won."""
    share = f"{100 * wins / games:.0f}" if games else "0"
    # Translators: {share} is percent, as in “12 of 40 games won (30 %)”
    sentence = ngettext("{wins} of {n} game won ({share} %)", "{wins} of {n} games won ({share} %)", games)
    return sentence.format(wins=wins, n=games, share=share)


def taken(rows: str, sixth: str, too_low: str) -> str:
    """How many rows somebody takes a round, and why."""
    # Translators: rows taken a round, such as “1.2 taken: 0.8 with a sixth card, 0.4 with a card that was too low”
    sentence = _("{rows} taken: {sixth} with a sixth card, {too_low} with a card that was too low")
    return sentence.format(rows=rows, sixth=sixth, too_low=too_low)


def rating(value: str, within: str) -> str:
    return f"{value} ± {within}"


def company() -> str:
    # Translators: a heading: those with whom somebody has played, and how often they were ahead of them
    return _("AHEAD OF THE OTHERS")


def evening(date: str, title: str, games: str, winners: str) -> str:
    # Translators: {games} is “3 games”, {winners} are the names of who has won the evening
    return _("{date}  {title}: {games}, evening won by {winners}").format(
        date=date, title=title, games=games, winners=winners
    )


def players(count: int) -> str:
    return ngettext("{n} player", "{n} players", count).format(n=count)


def given_up() -> str:
    # Translators: of a game: it was given up, and nobody has won it
    return pgettext("game", "given up")

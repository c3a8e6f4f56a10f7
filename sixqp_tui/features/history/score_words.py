"""What remains of all games, in words: the headings and sentences of scores, and of a list of games."""

from sixqp_tui.i18n import _, ngettext, pgettext


def heading(name: str) -> str:
    # Translators: a heading; {name} is a player
    return _("SCORES OF {name}").format(name=name)


def everybody() -> str:
    # Translators: a heading: a list of all who have played follows
    return _("EVERYBODY")


def nobody_yet() -> str:
    return _("No game has been kept yet: every game that you play to its end will be.")


def games_played(count: int) -> str:
    return ngettext("{n} game", "{n} games", count).format(n=count)


def won_of(wins: int, games: int) -> str:
    """How many games somebody has won."""
    share = f"{100 * wins / games:.0f}" if games else "0"
    # Translators: {share} is percent, as in “12 of 40 games won (30 %)”
    sentence = ngettext("{wins} of {n} game won ({share} %)", "{wins} of {n} games won ({share} %)", games)
    return sentence.format(wins=wins, n=games, share=share)


def label_games() -> str:
    # Translators: a label of at most 18 letters, and so are the next ones; what stands beside it is a number or two
    return pgettext("scores", "Games")


def label_mean() -> str:
    return pgettext("scores", "Heads a round")


def label_best() -> str:
    return pgettext("scores", "Best and worst")


def label_taken() -> str:
    return pgettext("scores", "Rows a round")


def label_rating() -> str:
    return pgettext("scores", "Rating")


def taken(rows: str, sixth: str, too_low: str) -> str:
    """How many rows somebody takes a round, and why."""
    # Translators: rows taken a round, such as “1.2: 0.8 by a sixth card, 0.4 with a card too low”
    sentence = _("{rows}: {sixth} by a sixth card, {too_low} with a card too low")
    return sentence.format(rows=rows, sixth=sixth, too_low=too_low)


def rating(value: str, within: str) -> str:
    return f"{value} ± {within}"


def not_rated_yet(games: int, least: int) -> str:
    """How many games are missing until somebody has a place in the list."""
    left = least - games
    return ngettext("{n} more game until it says something", "{n} more games until it says something", left).format(
        n=left
    )


def curve() -> str:
    # Translators: a heading: a curve over all games follows, the oldest on the left
    return _("HEADS A ROUND, GAME BY GAME")


def by_variant() -> str:
    return _("HEADS A ROUND BY VARIANT")


def by_players() -> str:
    return _("HEADS A ROUND BY NUMBER OF PLAYERS")


def company() -> str:
    # Translators: a heading: those with whom somebody has played, and how often they were ahead of them
    return _("AHEAD OF THE OTHERS")


def ratings() -> str:
    return _("RATING")


def rating_meaning(certainty: str, least: int) -> str:
    """What the figures of the ratings mean."""
    # Translators: {certainty} is “95 %”; the rating has the name of its method, Plackett-Luce, which stays as it is
    sentence = _(
        "Everybody begins at 25 (Plackett-Luce); ± holds {certainty}. "
        "Listed from {least} games on; bots by their level."
    )
    return sentence.format(certainty=certainty, least=least)


def nobody_rated_yet(least: int) -> str:
    return _("Ratings are listed when somebody has played {n} games: fewer say how lucky they were.").format(
        n=least
    )


def all_games_only() -> str:
    return _("Ratings and evenings count all games.")


def evenings() -> str:
    """Above the last evenings."""
    return _("LAST EVENINGS")


def evening(date: str, title: str, games: str, winners: str) -> str:
    # Translators: {games} is “3 games”, {winners} are the names of who has won the evening
    return _("{date}  {title}: {games}, the evening goes to {winners}").format(
        date=date, title=title, games=games, winners=winners
    )


def evening_without_winner(date: str, title: str, games: str) -> str:
    return _("{date}  {title}: {games}").format(date=date, title=title, games=games)


def evening_won(title: str, games: str, winners: str) -> str:
    # Translators: {title} is a table, {games} is “3 games”, {winners} are names
    return _("{title} · {games}, the evening goes to {winners}").format(title=title, games=games, winners=winners)


def evening_games(title: str, games: str) -> str:
    return f"{title} · {games}"


def players(count: int) -> str:
    return ngettext("{n} player", "{n} players", count).format(n=count)


def ahead_of(ahead: int, games: int) -> str:
    return ngettext("{ahead} of {n} game", "{ahead} of {n} games", games).format(ahead=ahead, n=games)


def columns() -> tuple[str, ...]:
    """The heads of the columns of everybody: at most 6 letters each."""
    return (
        # Translators: the context “score column” is the head of a column of numbers, at most 6 letters
        pgettext("score column", "games"),
        pgettext("score column", "won"),
        # Translators: heads a round
        pgettext("score column", "heads"),
        # Translators: heads of the best round
        pgettext("score column", "best"),
        # Translators: heads of the worst round
        pgettext("score column", "worst"),
        # Translators: rows taken a round by a sixth card
        pgettext("score column", "6th"),
        # Translators: rows taken a round with a card that was too low
        pgettext("score column", "low"),
    )


def given_up() -> str:
    # Translators: of a game: it was given up, and nobody has won it
    return pgettext("game", "given up")

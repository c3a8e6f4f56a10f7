"""The words behind the keys at the foot of the screens, and what the help says of them."""

from collections.abc import Callable

from sixqp_tui.i18n import _, pgettext


def word(code: str, short: bool = False) -> str:
    """The word behind a key, by the code that its binding is described by; an unknown code as it is.

    `short`: for a line on which the words would not all fit.
    """
    said = (_SHORT.get(code) if short else None) or _WORDS.get(code)
    return said() if said else code


def sentence(code: str) -> str:
    return _SENTENCES[code]()


def has_word(code: str) -> bool:
    """Whether the key of this code has a word of its own, not only a sentence."""
    return code in _WORDS


def gesture(code: str) -> str:
    return _GESTURES[code]()


def is_known(code: str) -> bool:
    return code in _SENTENCES


_WORDS: dict[str, Callable[[], str]] = {
    # Translators: the context “key” is one or two short words behind a key at the foot of the screen, such
    # as “a address”
    "address": lambda: pgettext("key", "address"),
    # Translators: the scores of all games that were played: a noun
    "all scores": lambda: pgettext("key, all games", "scores"),
    # Translators: every decision of a player, and not only the dearest: a noun
    "all turns": lambda: pgettext("key", "all turns"),
    "alone": lambda: pgettext("key", "play alone"),
    # Translators: from whose seat a game is reviewed: a noun
    "another seat": lambda: pgettext("key", "another seat"),
    "apply": lambda: pgettext("key", "apply"),
    # Translators: several people play around one keyboard
    "around": lambda: pgettext("key", "one keyboard"),
    # Translators: go to an article of the rules: a noun
    "go to article": lambda: pgettext("key", "article"),
    "back": lambda: pgettext("key", "back"),
    "bot": lambda: pgettext("key", "bot"),
    "chat": lambda: pgettext("key", "chat"),
    "copy": lambda: pgettext("key", "copy"),
    "with code": lambda: pgettext("key", "room code"),
    # Translators: all games of this table since it opened: a noun
    "evening": lambda: pgettext("key", "evening"),
    # Translators: lift a card of the hand, before it is laid
    "choose": lambda: pgettext("key", "lift"),
    # Translators: make a chair free: a verb
    "clear": lambda: pgettext("key", "clear"),
    "close": lambda: pgettext("key", "close"),
    # Translators: copy the line that guests type
    "copy line": lambda: pgettext("key", "copy"),
    # Translators: those whom the host has removed may come again: a verb
    "let in": lambda: pgettext("key", "let in"),
    # Translators: do what the line of the menu says that is pointed at: a verb
    "do": lambda: pgettext("key, a line of the menu", "choose"),
    # Translators: delete a game that is over: a verb
    "delete": lambda: pgettext("key", "delete"),
    # Translators: go to the moment of a game at which the most heads were taken
    "dearest": lambda: pgettext("key", "dearest"),
    # Translators: one of those that a review lists: a noun
    "decision": lambda: pgettext("key", "decision"),
    "done": lambda: pgettext("key", "done"),
    # Translators: write a game as a file to give away: a verb
    "export": lambda: pgettext("key", "export"),
    # Translators: the list of the games that were played: a noun
    "games": lambda: pgettext("key", "games"),
    "go on": lambda: pgettext("key", "go on"),
    # Translators: go to a place of a recorded game, whose round and turn are typed: a verb
    "go to": lambda: pgettext("key", "go to"),
    "help": lambda: pgettext("key", "help"),
    # Translators: open a table: a verb
    "host": lambda: pgettext("key", "host"),
    "invite": lambda: pgettext("key", "invite"),
    "join": lambda: pgettext("key", "join"),
    # Translators: go on with a review that was stopped: a verb
    "judge on": lambda: pgettext("key, a review", "go on"),
    # Translators: put the lifted card face down on the table
    "lay": lambda: pgettext("key", "lay"),
    "leave": lambda: pgettext("key", "leave"),
    # Translators: how well a bot plays
    "level": lambda: pgettext("key", "level"),
    "lobby": lambda: pgettext("key", "lobby"),
    # Translators: what has happened in the game so far: a noun
    "log": lambda: pgettext("key", "log"),
    # Translators: go from card to card of the open deck
    "look": lambda: pgettext("key", "look"),
    "name": lambda: pgettext("key", "name"),
    # Translators: the next place where something was found
    "next found": lambda: pgettext("key, what was looked for", "next"),
    # Translators: every player's cards, shown to who looks at a game that is over: a noun
    "open hands": lambda: pgettext("key", "hands"),
    "open the table": lambda: pgettext("key", "open the table"),
    "other page": lambda: pgettext("key", "line or QR code"),
    # Translators: another player, whose scores are shown: a noun
    "other person": lambda: pgettext("key", "player"),
    # Translators: games of how many players the scores count: a noun
    "players of scores": lambda: pgettext("key", "players"),
    # Translators: delete all games that are older than some days: a verb
    "prune": lambda: pgettext("key", "delete old"),
    # Translators: from which seat a recorded game is looked at: a noun
    "other seat": lambda: pgettext("key", "seat"),
    # Translators: point at another line of the log that tells why heads were taken: a noun
    "other reason": lambda: pgettext("key", "reason"),
    # Translators: go to another turn, another round of a recorded game: nouns
    "other round": lambda: pgettext("key", "round"),
    "other turn": lambda: pgettext("key", "turn"),
    "pause": lambda: pgettext("key", "pause"),
    # Translators: a card of the open deck goes into the hand
    "pick": lambda: pgettext("key, a card of the deck", "take"),
    # Translators: what only the host may do: a noun
    "preside": lambda: pgettext("key, at the table", "host"),
    # Translators: let the film of a recorded game run, or stand still: a verb
    # Translators: the next puzzle
    "next puzzle": lambda: pgettext("key", "next puzzle"),
    # Translators: begin with the puzzles that were found
    "begin puzzles": lambda: pgettext("key", "begin"),
    # Translators: puzzles from the player's own games: a noun
    "own puzzles": lambda: pgettext("key, puzzles", "own puzzles"),
    # Translators: the puzzles of the day, which everybody has: a noun
    "daily puzzles": lambda: pgettext("key, puzzles", "of the day"),
    "play": lambda: pgettext("key, a recorded game", "play"),
    "puzzles": lambda: pgettext("key", "puzzles"),
    # Translators: show how the turn of a puzzle goes
    "show turn": lambda: pgettext("key", "the turn"),
    "preferences": lambda: pgettext("key", "preferences"),
    "quit": lambda: pgettext("key", "quit"),
    # Translators: deal the next round now, whoever is ready
    "next round": lambda: pgettext("key", "next round"),
    # Translators: ready for the next round
    "ready": lambda: pgettext("key", "ready"),
    # Translators: show a quick reaction, such as “Well played!”: a verb
    "react": lambda: pgettext("key", "react"),
    # Translators: what was said before can be read again, by scrolling
    "read before": lambda: pgettext("key", "before"),
    # Translators: show one of the quick reactions: a verb
    "show a reaction": lambda: pgettext("key", "show"),
    # Translators: look for tables anew
    "refresh": lambda: pgettext("key", "refresh"),
    "rematch": lambda: pgettext("key", "rematch"),
    # Translators: look at the game again that has just been played: a verb
    "replay": lambda: pgettext("key", "replay"),
    # Translators: look at a game again from a decision on: a verb
    "replay from here": lambda: pgettext("key", "replay from here"),
    # Translators: what the decisions in the game that has just been played cost: a noun
    "review": lambda: pgettext("key", "review"),
    # Translators: end a pause
    "resume": lambda: pgettext("key", "resume"),
    # Translators: go on with a table whose game was not finished
    "resume table": lambda: pgettext("key", "go on"),
    "row": lambda: pgettext("key", "row"),
    # Translators: the lessons: the one before, the same again, the next one, leave one out
    "lesson before": lambda: pgettext("key, a lesson", "before"),
    "lesson again": lambda: pgettext("key, a lesson", "again"),
    "next lesson": lambda: pgettext("key, a lesson", "on"),
    "skip lesson": lambda: pgettext("key, a lesson", "skip"),
    "rules": lambda: pgettext("key", "rules"),
    "scroll": lambda: pgettext("key", "scroll"),
    # Translators: find something by typing a word of it: a verb
    "search": lambda: pgettext("key", "find"),
    # Translators: the score sheet
    "scores": lambda: pgettext("key", "scores"),
    # Translators: the cards that have been seen this round
    "seen": lambda: pgettext("key", "cards"),
    # Translators: the settings of a table: a noun
    "setup": lambda: pgettext("key", "setup"),
    "sit down": lambda: pgettext("key", "sit down"),
    # Translators: how fast the film of a recorded game runs: a noun
    "speed": lambda: pgettext("key", "speed"),
    "start": lambda: pgettext("key", "start"),
    # Translators: look into a game no further: a verb
    "stop judging": lambda: pgettext("key", "stop"),
    # Translators: one thing that happened in a game, forth or back: a noun
    "step": lambda: pgettext("key", "step"),
    # Translators: a whole row, with its heads
    "take": lambda: pgettext("key, a row", "take"),
    # Translators: open a way into the table, or close it: a verb
    "switch way": lambda: pgettext("key", "open or close"),
    # Translators: from the scores to the table
    "table": lambda: pgettext("key", "table"),
    "take a seat": lambda: pgettext("key", "sit down"),
    "take back": lambda: pgettext("key", "take back"),
    "variant": lambda: pgettext("key", "variant"),
    # Translators: games of which variant the scores count: a noun
    "variant of scores": lambda: pgettext("key", "variant"),
    # Translators: say that one would like the next game to begin
    "want a game": lambda: pgettext("key", "ready"),
    # Translators: look on without a seat: a verb
    "watch": lambda: pgettext("key", "watch"),
    # Translators: ask the coach what each card would cost: a verb
    "weigh": lambda: pgettext("key", "coach"),
    # Translators: by which rule something happened
    "why": lambda: pgettext("key", "why"),
    # Translators: how guests come who do not have the program: a noun
    "ways in": lambda: pgettext("key", "ways in"),
}
_SHORT: dict[str, Callable[[], str]] = {
    # Translators: the context “key, short” is the same word for a narrow window, at most eight letters
    "alone": lambda: pgettext("key, short", "alone"),
    "another seat": lambda: pgettext("key, short", "seat"),
    "around": lambda: pgettext("key, short", "keyboard"),
    "chat": lambda: pgettext("key, short", "chat"),
    "clear": lambda: pgettext("key, short", "clear"),
    "host": lambda: pgettext("key, short", "host"),
    "leave": lambda: pgettext("key, short", "leave"),
    "preferences": lambda: pgettext("key, short", "prefs"),
    "next round": lambda: pgettext("key, short", "next"),
    "refresh": lambda: pgettext("key, short", "refresh"),
    "replay from here": lambda: pgettext("key, short", "replay"),
    "seen": lambda: pgettext("key, short", "cards"),
    "setup": lambda: pgettext("key, short", "setup"),
    "start": lambda: pgettext("key, short", "start"),
    "watch": lambda: pgettext("key, short", "watch"),
}
_SENTENCES: dict[str, Callable[[], str]] = {
    "address": lambda: _("Type the address of a table that is not listed"),
    "all scores": lambda: _("What remains of all games: wins, heads, ratings"),
    "all turns": lambda: _("Show every decision, or the three dearest again"),
    "alone": lambda: _("Play alone against bots, at once"),
    "another seat": lambda: _("Show the decisions of the next player"),
    "apply": lambda: _("Let what the lines say count"),
    "around": lambda: _("Play around this keyboard, handing it from one to the next"),
    "go to article": lambda: _("Go to an article, by its number"),
    "back": lambda: _("Back, and nothing changes"),
    "bot": lambda: _("Put a bot on the chair pointed at, or on a free one"),
    "change": lambda: _("Change the value of the line"),
    "chat": lambda: _("Say something to everybody, and read all that was said"),
    "choose": lambda: _("Lift a card: the one beside, or the one of that number"),
    "clear": lambda: _("Clear the chair pointed at"),
    "let in": lambda: _("Open the chair also to those whom you have removed"),
    "close": lambda: _("Back to where you came from"),
    "copy": lambda: _("Copy the invitation, where the terminal lets programs"),
    "copy line": lambda: _("Copy the line that guests type"),
    "with code": lambda: _("Put the room code into the invitation, or take it out"),
    "commands": lambda: _("Find a command by its name"),
    "do": lambda: _("Do what the line pointed at says"),
    "delete": lambda: _("Delete the game pointed at; you are asked first"),
    "done": lambda: _("Accept what was typed"),
    "ends": lambda: _("To the first line or the last"),
    "evening": lambda: _("What was played since the table opened, and who looks on"),
    "export": lambda: _("Write the game as one file that any browser shows"),
    "games": lambda: _("The games that you have played, by evening"),
    "decision": lambda: _("Show the next decision, or the one before"),
    "dearest": lambda: _("Show the row that cost the most heads"),
    "from the start": lambda: _("To the beginning of the game"),
    "go on": lambda: _("On to the next round"),
    "go to": lambda: _("Go to a round, or to a turn of it"),
    "help": lambda: _("What every key does here"),
    "host": lambda: _("Open a table and sit down at it"),
    "invite": lambda: _("Show a whole room the line to type, and a QR code"),
    "join": lambda: _("Sit down at the table pointed at"),
    "judge on": lambda: _("Look into the rest of the game"),
    "lay": lambda: _("Lay the lifted card face down"),
    "learn": lambda: _("Learn the game in a few short lessons"),
    "leave": lambda: _("Leave the table"),
    "lesson before": lambda: _("To the lesson before"),
    "lesson again": lambda: _("Begin this lesson anew"),
    "next lesson": lambda: _("On to the next lesson, when this one is done"),
    "skip lesson": lambda: _("Leave this lesson out, and go on to the next"),
    "leave at once": lambda: _("Leave, also while you are typing"),
    "level": lambda: _("Let the bot pointed at play better, or worse again"),
    "lobby": lambda: _("Back to the lobby of the table"),
    "log": lambda: _("Read all that has happened in the game"),
    "look": lambda: _("Point at another card of the deck"),
    "move": lambda: _("Point at another line"),
    "name": lambda: _("Change your name at the table"),
    "next field": lambda: _("Go to another line"),
    "next found": lambda: _("To the next article that was found (N: the one before)"),
    "next puzzle": lambda: _("Go on to the next puzzle"),
    "begin puzzles": lambda: _("Begin with the puzzles that were found by now"),
    "own puzzles": lambda: _("Find the best card in positions of your own games"),
    "daily puzzles": lambda: _("Go to the puzzles of the day, which everybody has"),
    "open hands": lambda: _("Open the hands of all players, or hide them again"),
    "open the table": lambda: _("Open the table as the lines say"),
    "other page": lambda: _("From the line to type to the QR code, and back"),
    "other reason": lambda: _("Point at another line that tells why"),
    "other round": lambda: _("To the round before, or to the next one"),
    "other seat": lambda: _("See the game from the next seat, or as a watcher"),
    "other turn": lambda: _("To the turn before, or to the next one"),
    "page": lambda: _("A page up or down"),
    "other person": lambda: _("The scores of the player before, or of the next one"),
    "players of scores": lambda: _("Count the games of another number of players alone"),
    "prune": lambda: _("Delete old games; you are asked first"),
    "read again": lambda: _("Read the games anew"),
    "pause": lambda: _("Stop the game and its clock for everybody"),
    "pick": lambda: _("Take the card pointed at"),
    "play": lambda: _("Let the film of the game run, or stand still"),
    "puzzles": lambda: _("Find the best card: five positions a day, and more"),
    "show turn": lambda: _("Show how the turn goes, or the position again"),
    "point": lambda: _("Point at another chair"),
    "preferences": lambda: _("Language, pace, hint, bell, colours: for you alone"),
    "preside": lambda: _("For the host: clock, a bot for who is away, removal"),
    "quit": lambda: _("Leave; you are asked first if something would be lost"),
    "next round": lambda: _("Deal the next round now, whoever is ready"),
    "ready": lambda: _("Say that you are ready for the next round"),
    "react": lambda: _("Show everybody a quick reaction, by its digit"),
    "read before": lambda: _("Read what was said before"),
    "show a reaction": lambda: _("Show this reaction at your name for a moment"),
    "refresh": lambda: _("Look for tables anew"),
    "variant of scores": lambda: _("Count the games of another variant alone"),
    "rematch": lambda: _("Another game with the same players, or the wish for one"),
    "replay": lambda: _("Look at this game again, with all hands open"),
    "replay from here": lambda: _("Look at the game again from this decision on"),
    "review": lambda: _("Luck or skill, and which decisions of this game were dear"),
    "resume": lambda: _("Let the game and its clock go on"),
    "resume table": lambda: _("Go on with your table whose game is not over"),
    "row": lambda: _("Light one of the four rows"),
    "rules": lambda: _("The rules of the game, with an example and a search"),
    "scroll": lambda: _("Scroll"),
    "scores": lambda: _("See the scores of all rounds, or the table again"),
    "search": lambda: _("Find an article by typing a word of it"),
    "seen": lambda: _("See which cards of this round have been played"),
    "setup": lambda: _("Change what is played at this table"),
    "sit down": lambda: _("Take over the chair of the bot pointed at"),
    "speed": lambda: _("Let the film run faster, or more slowly"),
    "start": lambda: _("Begin the game with everybody who is seated"),
    "step": lambda: _("Show the next thing that happened, or the one before"),
    "stay": lambda: _("Give up going to a table"),
    "stop judging": lambda: _("Look into the game no further, and show what was found out"),
    "stay here": lambda: _("Answer nothing; all stays as it is"),
    "switch way": lambda: _("Open the way in that is pointed at, or close it"),
    "to the end": lambda: _("To the end of the game"),
    "take": lambda: _("Take the row that is lit"),
    "table": lambda: _("Look at the table"),
    "take a seat": lambda: _("Take over the seat of a bot"),
    "take back": lambda: _("Take your card back, until the last player has chosen"),
    "variant": lambda: _("The next variant of the game"),
    "want a game": lambda: _("Tell the host that you would like to play"),
    "watch": lambda: _("Look on at the table pointed at, without a seat"),
    "weigh": lambda: _("Ask the coach what each card would cost, or no longer"),
    "why": lambda: _("Read the article of the rules behind the line pointed at"),
    "ways in": lambda: _("Let guests in who have no program"),
}
_GESTURES: dict[str, Callable[[], str]] = {
    "click a card": lambda: _("Pointing tells about a card, a click lifts it, a second one lays it"),
    "click an article": lambda: _("A click on a heading goes to its article"),
    "click a reason": lambda: _("A click on why somebody took a row shows the article of the rules"),
    "click a chair": lambda: _("A click points at a chair, a second one changes it"),
    "click a decision": lambda: _("A click shows a decision, a second one the game from there"),
    "click a key": lambda: _("A click on a key at the foot presses it"),
    "click a line": lambda: _("A click on a line of the menu does what it says"),
    "click a reaction": lambda: _("A click on a reaction shows it"),
    "click a row": lambda: _("Pointing tells what a row costs, a click lights it, a second one takes it"),
    "click a game": lambda: _("A click points at a game, a second one shows it again"),
    "click a table": lambda: _("A click points at a table, a second one sits you down"),
    "click a value": lambda: _("A click on a value takes the next one, left of it the one before"),
    "click the deck": lambda: _("Pointing tells about a card, a click goes to it, a second one takes it"),
    "click the film": lambda: _("A click on the bar goes there, the wheel goes step by step"),
    "click the settings": lambda: _("A click on the settings changes them"),
}


def key_name(key: str) -> str:
    return {"enter": "⏎", "escape": "Esc"}.get(key, key)

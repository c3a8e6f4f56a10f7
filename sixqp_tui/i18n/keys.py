"""The words for keys, at the foot of the screens and in the help."""

from collections.abc import Callable

from sixqp_tui.i18n import _, pgettext


def word(code: str, short: bool = False) -> str:
    """The word for a key by the code of its binding; an unknown code itself.

    `short`: for a line without enough room.
    """
    text = (_SHORT.get(code) if short else None) or _WORDS.get(code)
    return text() if text else code


def sentence(code: str) -> str:
    return _SENTENCES[code]()


def has_word(code: str) -> bool:
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
    # Translators: every decision of a player, and not only the costliest: a noun
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
    # Translators: lift a card of the hand, before it is played
    "choose": lambda: pgettext("key", "lift"),
    # Translators: make a chair free: a verb
    "clear": lambda: pgettext("key", "clear"),
    "close": lambda: pgettext("key", "close"),
    # Translators: copy the line that guests type
    "copy line": lambda: pgettext("key", "copy"),
    # Translators: those whom the host has removed may come again: a verb
    "let in": lambda: pgettext("key", "let in"),
    # Translators: do what the selected line of the menu says: a verb
    "do": lambda: pgettext("key, a line of the menu", "choose"),
    # Translators: delete a game that is over: a verb
    "delete": lambda: pgettext("key", "delete"),
    # Translators: go to the moment of a game at which the most heads were taken
    "dearest": lambda: pgettext("key", "worst"),
    # Translators: one of those that a review lists: a noun
    "decision": lambda: pgettext("key", "decision"),
    "done": lambda: pgettext("key", "done"),
    # Translators: write a game as a file to give away: a verb
    "export": lambda: pgettext("key", "export"),
    # Translators: the list of the games that were played: a noun
    "games": lambda: pgettext("key", "games"),
    "go on": lambda: pgettext("key", "continue"),
    # Translators: go to a place of a recorded game, whose round and turn are typed: a verb
    "go to": lambda: pgettext("key", "go to"),
    "help": lambda: pgettext("key", "help"),
    # Translators: open a table: a verb
    "host": lambda: pgettext("key", "host"),
    "invite": lambda: pgettext("key", "invite"),
    "join": lambda: pgettext("key", "join"),
    # Translators: continue a review that was stopped: a verb
    "judge on": lambda: pgettext("key, a review", "continue"),
    # Translators: play the lifted card, face down on the table: a verb
    "lay": lambda: pgettext("key", "play"),
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
    # Translators: every player's cards, shown in a game that is over: a noun
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
    # Translators: select another line of the log that tells why heads were taken: a noun
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
    "own puzzles": lambda: pgettext("key, puzzles", "your games"),
    # Translators: the puzzles of the day, which everybody has: a noun
    "daily puzzles": lambda: pgettext("key, puzzles", "daily"),
    "play": lambda: pgettext("key, a recorded game", "play"),
    "puzzles": lambda: pgettext("key", "puzzles"),
    # Translators: show how the turn of a puzzle goes
    "show turn": lambda: pgettext("key", "the turn"),
    "preferences": lambda: pgettext("key", "preferences"),
    "quit": lambda: pgettext("key", "quit"),
    # Translators: deal the next round now, without waiting
    "next round": lambda: pgettext("key", "next round"),
    # Translators: ready for the next round
    "ready": lambda: pgettext("key", "ready"),
    # Translators: show a quick reaction, such as “Well played!”: a verb
    "react": lambda: pgettext("key", "react"),
    # Translators: read older messages again, by scrolling
    "read before": lambda: pgettext("key", "older"),
    # Translators: show one of the quick reactions: a verb
    "show a reaction": lambda: pgettext("key", "show"),
    # Translators: look for tables again
    "refresh": lambda: pgettext("key", "refresh"),
    "rematch": lambda: pgettext("key", "rematch"),
    # Translators: watch the game again that has just been played: a verb
    "replay": lambda: pgettext("key", "replay"),
    # Translators: watch a game again from a decision on: a verb
    "replay from here": lambda: pgettext("key", "replay from here"),
    # Translators: what the decisions in the game that has just been played cost: a noun
    "review": lambda: pgettext("key", "review"),
    # Translators: end a pause
    "resume": lambda: pgettext("key", "resume"),
    # Translators: continue with the next round, or with a table whose game was not finished
    "resume table": lambda: pgettext("key", "continue"),
    "row": lambda: pgettext("key", "row"),
    # Translators: the lessons: the one before, the same again, the next one, leave one out
    "lesson before": lambda: pgettext("key, a lesson", "back"),
    "lesson again": lambda: pgettext("key, a lesson", "again"),
    "next lesson": lambda: pgettext("key, a lesson", "next"),
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
    # Translators: how fast a replay runs: a noun
    "speed": lambda: pgettext("key", "speed"),
    "start": lambda: pgettext("key", "start"),
    # Translators: stop the review of a game: a verb
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
    # Translators: watch without a seat: a verb
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
    "address": lambda: _("Type the address of a table that isn't listed"),
    "all scores": lambda: _("Show the scores of all games: wins, heads, ratings"),
    "all turns": lambda: _("Show every decision, or only the three costliest"),
    "alone": lambda: _("Play alone against bots, right away"),
    "another seat": lambda: _("Show the next player's decisions"),
    "apply": lambda: _("Apply"),
    "around": lambda: _("Play together on one keyboard, passing it around"),
    "go to article": lambda: _("Go to an article by its number"),
    "back": lambda: _("Go back without changing anything"),
    "bot": lambda: _("Seat a bot on the selected chair, or on a free one"),
    "change": lambda: _("Change the value on this line"),
    "chat": lambda: _("Chat with everybody, and read the chat so far"),
    "choose": lambda: _("Lift the next card, or the card with that number"),
    "clear": lambda: _("Clear the selected chair"),
    "let in": lambda: _("Open this chair to players you removed, too"),
    "close": lambda: _("Go back to where you came from"),
    "copy": lambda: _("Copy the invitation, if your terminal allows it"),
    "copy line": lambda: _("Copy the line for guests to type"),
    "with code": lambda: _("Put the room code in the invitation, or take it out"),
    "commands": lambda: _("Find a command by its name"),
    "do": lambda: _("Do what the selected line says"),
    "delete": lambda: _("Delete the selected game (asks first)"),
    "done": lambda: _("Confirm what you typed"),
    "ends": lambda: _("Go to the first line or the last"),
    "evening": lambda: _("Show what was played at this table, and who is watching"),
    "export": lambda: _("Save the game as one file that any browser can open"),
    "games": lambda: _("List the games you've played, by evening"),
    "decision": lambda: _("Show the next decision, or the previous one"),
    "dearest": lambda: _("Show the row that cost the most heads"),
    "from the start": lambda: _("Go to the beginning of the game"),
    "go on": lambda: _("Continue with the next round"),
    "go to": lambda: _("Go to a round, or to one of its turns"),
    "help": lambda: _("Show what every key does here"),
    "host": lambda: _("Open a table and sit down at it"),
    "invite": lambda: _("Show the whole room the line to type, and a QR code"),
    "join": lambda: _("Sit down at the selected table"),
    "judge on": lambda: _("Review the rest of the game"),
    "lay": lambda: _("Play the lifted card face down"),
    "learn": lambda: _("Learn the game in a few short lessons"),
    "leave": lambda: _("Leave the table"),
    "lesson before": lambda: _("Go to the previous lesson"),
    "lesson again": lambda: _("Start this lesson again"),
    "next lesson": lambda: _("Go to the next lesson when this one is done"),
    "skip lesson": lambda: _("Skip this lesson and go to the next"),
    "leave at once": lambda: _("Leave at once, even while typing"),
    "level": lambda: _("Make the selected bot play better, or worse"),
    "lobby": lambda: _("Go back to the table's lobby"),
    "log": lambda: _("Read everything that has happened in the game"),
    "look": lambda: _("Select another card of the deck"),
    "move": lambda: _("Select another line"),
    "name": lambda: _("Change your name at the table"),
    "next field": lambda: _("Go to another line"),
    "next found": lambda: _("Go to the next article found (N: the previous one)"),
    "next puzzle": lambda: _("Go to the next puzzle"),
    "begin puzzles": lambda: _("Begin with the puzzles found so far"),
    "own puzzles": lambda: _("Find the best card in positions from your own games"),
    "daily puzzles": lambda: _("Go to the puzzles of the day, the same for everybody"),
    "open hands": lambda: _("Show all players' hands, or hide them again"),
    "open the table": lambda: _("Open the table with these settings"),
    "other page": lambda: _("Switch between the line to type and the QR code"),
    "other reason": lambda: _("Select another line that says why"),
    "other round": lambda: _("Go to the previous round, or to the next one"),
    "other seat": lambda: _("See the game from the next seat, or as a watcher"),
    "other turn": lambda: _("Go to the previous turn, or to the next one"),
    "page": lambda: _("Scroll a page up or down"),
    "other person": lambda: _("Show the scores of the previous player, or the next one"),
    "players of scores": lambda: _("Count only games with another number of players"),
    "prune": lambda: _("Delete old games (asks first)"),
    "read again": lambda: _("Read the games again"),
    "pause": lambda: _("Pause the game and its clock for everybody"),
    "pick": lambda: _("Take the selected card"),
    "play": lambda: _("Play or pause the replay"),
    "puzzles": lambda: _("Find the best card: five positions a day, and more"),
    "show turn": lambda: _("Show how the turn goes, or the position again"),
    "point": lambda: _("Select another chair"),
    "preferences": lambda: _("Set language, pace, hint, bell and colours, just for you"),
    "preside": lambda: _("Host: set the clock, let a bot fill in, remove someone"),
    "quit": lambda: _("Leave (asks first if anything would be lost)"),
    "next round": lambda: _("Deal the next round now, without waiting"),
    "ready": lambda: _("Say that you're ready for the next round"),
    "react": lambda: _("Show everybody a quick reaction, by its number"),
    "read before": lambda: _("Read older messages"),
    "show a reaction": lambda: _("Show this reaction beside your name for a moment"),
    "refresh": lambda: _("Look for tables again"),
    "variant of scores": lambda: _("Count only games of another variant"),
    "rematch": lambda: _("Start another game with the same players, or ask for one"),
    "replay": lambda: _("Replay this game with all hands open"),
    "replay from here": lambda: _("Replay the game from this decision on"),
    "review": lambda: _("See what was luck or skill, and your costliest decisions"),
    "resume": lambda: _("Resume the game and its clock"),
    "resume table": lambda: _("Continue your unfinished table"),
    "row": lambda: _("Select one of the four rows"),
    "rules": lambda: _("Read the rules of the game, with an example and a search"),
    "scroll": lambda: _("Scroll"),
    "scores": lambda: _("See the scores of all rounds, or the table again"),
    "search": lambda: _("Find an article by typing a word of it"),
    "seen": lambda: _("See which cards of this round have been played"),
    "setup": lambda: _("Change the settings of this table"),
    "sit down": lambda: _("Take over the selected bot's chair"),
    "speed": lambda: _("Play faster or slower"),
    "start": lambda: _("Start the game with everybody who is seated"),
    "step": lambda: _("Show what happened next, or just before"),
    "stay": lambda: _("Stop joining"),
    "stop judging": lambda: _("Stop the review, and show what was found"),
    "stay here": lambda: _("Cancel; nothing changes"),
    "switch way": lambda: _("Open or close the selected way in"),
    "to the end": lambda: _("Go to the end of the game"),
    "take": lambda: _("Take the selected row"),
    "table": lambda: _("Look at the table"),
    "take a seat": lambda: _("Take over a bot's seat"),
    "take back": lambda: _("Take your card back, until the last player has chosen"),
    "variant": lambda: _("Switch to the next variant of the game"),
    "want a game": lambda: _("Tell the host that you'd like to play"),
    "watch": lambda: _("Watch the selected table"),
    "weigh": lambda: _("Show or hide what the coach thinks each card would cost"),
    "why": lambda: _("Read the rule behind the selected line"),
    "ways in": lambda: _("Let in guests who don't have the program"),
}
_GESTURES: dict[str, Callable[[], str]] = {
    "click a card": lambda: _("Hover for a card's details, click to lift it, click again to play it"),
    "click an article": lambda: _("Click a heading to go to its article"),
    "click a reason": lambda: _("Click the reason why a player took a row to see the rule"),
    "click a chair": lambda: _("Click a chair to select it, click again to change it"),
    "click a decision": lambda: _("Click a decision to show it, click again to replay from there"),
    "click a key": lambda: _("Click a key at the bottom to press it"),
    "click a line": lambda: _("Click a line of the menu to do what it says"),
    "click a reaction": lambda: _("Click a reaction to show it"),
    "click a row": lambda: _("Hover to see what a row costs, click to select it, click again to take it"),
    "click a game": lambda: _("Click a game to select it, click again to replay it"),
    "click a table": lambda: _("Click a table to select it, click again to sit down"),
    "click a value": lambda: _("Click a value for the next one, or left of it for the previous one"),
    "click the deck": lambda: _("Hover for a card's details, click to select it, click again to take it"),
    "click the film": lambda: _("Click the bar to go there; the wheel goes step by step"),
    "click the settings": lambda: _("Click the settings to change them"),
}


def key_name(key: str) -> str:
    return {"enter": "⏎", "escape": "Esc"}.get(key, key)

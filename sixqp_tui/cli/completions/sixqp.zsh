#compdef sixqp

# Usage:
# 1) Copy this to a file named _sixqp (e.g. ~/.local/share/zsh_completion/_sixqp).
# 2) Add the following line to your .zshrc:
#    fpath=(~/.local/share/zsh_completion $fpath)
# See also: https://github.com/zsh-users/zsh-completions/blob/master/zsh-completions-howto.org


_shtab_sixqp_commands() {
  local _commands=(
    arena:'let bots play each other, without a screen, and print the results'
    challenge:'play the deal of the day against the same bots as everybody else, and compare'
    completion:'print the completions of commands for bash, zsh or fish'
    doctor:'check whether tables can be found from this machine, and what is in the way'
    export:'write a finished game to a file, to share it'
    hall:'run one evening at many tables, with one ranking'
    history:'list your finished games, or delete old ones'
    host:'open a table on this LAN and play at it'
    import:'add a game file that somebody gave you to your history'
    join:'join a table on this LAN, or watch it'
    learn:'learn the game at the table, in a few short lessons'
    lend:'lend the program to guests on this LAN who do not have it'
    local:'play together on one keyboard, passing it around'
    persons:'list everybody you have played with, and merge players who are the same person'
    play:'play alone against bots, at once, without a network'
    puzzles:'find the best card: five puzzles a day, the same for everybody, and more'
    replay:'replay a finished game'
    review:'review a finished game: what was luck, and which decisions were costly'
    scores:'show your results and everybody else'"'"'s: games, heads, rows taken, ratings, evenings'
    serve:'open a table without a player or a screen (a dedicated host)'
  )
  _describe 'sixqp commands' _commands
}

_shtab_sixqp_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "(- : *)--version[print the version and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_defaults_added=0

_shtab_sixqp_arena_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--variant[classic (default), tactic (cards 1 to 10n\+4 only) or draft (pro\: everybody picks ten)]:VARIANT:(classic tactic draft pro)"
  "--seed[any text\: the same seed deals the same cards, and all players are told]:SEED:"
  "--players[number of players, 2 to 10 (default 4)]:N:"
  "--precision[play until the first level\'s share of wins is known to within \± N percent (default 5)]:N:"
  "--rounds[play this many rounds instead (with --precision\: at most)\; every deal is played in all seatings]:N:"
  "--deals[number of deals a hard or expert bot tries for each decision (default 100)\: repeatable on any machine]:N:"
  "--thinking[instead of --deals\: milliseconds it may think about each decision (at a table\: 200, expert 300)]:N:"
  "--jobs[number of processes to use (default\: one per core)]:N:"
  "--json[print the figures as one line of JSON]"
  "--csv[print the figures as CSV]"
  "(*)::easy, medium, hard or expert, one per player\; the last one fills the other seats (default\: hard medium):"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_arena_defaults_added=0

_shtab_sixqp_challenge_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--new[draw a new challenge with these settings, and give its code to others]"
  "--variant[classic (default), tactic (cards 1 to 10n\+4 only) or draft (pro\: everybody picks ten)]:VARIANT:(classic tactic draft pro)"
  "--level[how well the bots play\: easy, medium (default), hard or expert]:LEVEL:(easy medium hard expert)"
  "--players[with --new\: number of players, 2 to 10 (default 4)]:N:"
  "--results[don\'t play\; only list the results]"
  "--share[print your result in one line for your friends, without giving anything away]"
  "--exchange[exchange results with others on this network who do the same now, or with the one at ADDRESS, until Ctrl-C]:ADDRESS:"
  "--name[your name at the table (at most 16 characters)]:NAME:"
  "--plain[play in plain text, line by line, without a screen\: for screen readers and pipes]"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
  ":code of another challenge that somebody gave you (default\: the deal of the day):"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_challenge_defaults_added=0

_shtab_sixqp_completion_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  ":the shell\; for tables or games, the names that its completions suggest:(bash zsh fish tables games)"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_completion_defaults_added=0

_shtab_sixqp_doctor_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--json[print the findings as JSON for a bug report, without addresses or names]"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_doctor_defaults_added=0

_shtab_sixqp_export_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--json[write the whole game in protocol terms, every card dealt and played\; \`sixqp import\` reads it]"
  "--csv[write the scores of the game as CSV, for spreadsheets]"
  "--notation[write the game as text that people can read, one line for each turn]"
  "--html[write a self-contained page for any browser\: result, curves, every turn, the review]"
  {-o,--output}"[file to write, or folder for it (default\: a page goes to the current folder, all else is printed)]:FILE:_files"
  "--no-review[leave the review out of the page]"
  "--force[replace a file that already exists]"
  ":number of the game (1, the default, is the newest), the beginning of its id, or a file:_sixqp_games"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_export_defaults_added=0

_shtab_sixqp_hall_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--name[the name that players find the hall by]:NAME:"
  "--tables-of[seats of each table, 2 to 10 (default 4)]:N:"
  "--rounds[rounds of the hall (default 4)]:N:"
  "--duplicate[compare each hand with the same hand at the other tables (default)]"
  "--plain-scores[count heads only]"
  "--variant[classic (default), tactic (cards 1 to 10n\+4 only) or draft (pro\: everybody picks ten)]:VARIANT:(classic tactic draft pro)"
  "--timer[time for each decision, in seconds (default 90), or none]:SECONDS:"
  "--port[TCP port (default 4666, or the next free one)]:PORT:"
  "--page[let guests play from a phone, on a web page at PORT (default 4669, or the next free one)]:PORT:(on off)"
  "--page-tls[serve that page over TLS, with a self-signed certificate that browsers warn about (default off)]:on|off:(on off)"
  "--ssh[let guests play by ssh, without the program, on PORT (default 4668, or the next free one)]:PORT:(on off)"
  "--lock[ask players for a room code before they register\: CODE, or one made for you]:CODE:(on off)"
  "--resume[continue the newest hall, or the one of this name, where it left off]:NAME:"
  "--screen[show the ranking, the tables and the seating of this hall, or of the newest one on this machine]:TITLE:"
  "--format[with export\: the format (default csv)]:format:(csv json html)"
  ":export\: print the results of the newest hall, or of the one with --resume NAME, and stop:(export)"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_hall_defaults_added=0

_shtab_sixqp_history_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--all[list all games, not only the newest]"
  "--json[print all games as one line of JSON]"
  "--prune[delete old games for good (asks first)]"
  "--delete[delete this game for good (asks first)\: its number or id]:GAME:"
  "--older-than[with --prune\: delete the games that ended more than N days ago]:N:"
  "--yes[with --prune or --delete\: do not ask]"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--ascii[draw with plain ASCII characters only]"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_history_defaults_added=0

_shtab_sixqp_host_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--title[title of the table (at most 24 characters)]:TITLE:"
  "--name[your name at the table (at most 16 characters)]:NAME:"
  "--port[TCP port (default 4666, or the next free one)]:PORT:"
  "--game[length of a game\: quick (1 round, about 3 min with 4 players), short (to 33 heads, 7 min) or full (to 66, 14 min, the default)\; --limit and --rounds change it]:quick|short|full:(quick short full)"
  "--variant[classic (default), tactic (cards 1 to 10n\+4 only) or draft (pro\: everybody picks ten)]:VARIANT:(classic tactic draft pro)"
  "--limit[number of heads that ends the game (default 66), or none]:LIMIT:"
  "--limit-rule[end the game when a total goes over the limit (over, the default) or reaches it (reach)]:LIMIT-RULE:(over reach)"
  "--rounds[largest number of rounds\; without --limit, only this ends the game]:ROUNDS:"
  "--seats[number of chairs at the table, 2 to 10 (default 10)]:SEATS:"
  "--bots[number of bots seated from the start, 0 to 9]:BOTS:"
  "--level[how well the bots play\: easy, medium (default), hard or expert]:LEVEL:(easy medium hard expert)"
  "--bot-pause[longest time a bot may think, in seconds, 0 to 10 (default 2)]:SECONDS:"
  "--timer[time for each decision, in seconds (default 90), or none]:SECONDS:"
  "--bank[extra time each player has for the whole game, in seconds (default 0)]:SECONDS:"
  "--round-pause[longest pause between rounds, in seconds (default 60, or none without a clock)\; none\: until everybody is ready\; 0\: no pause]:SECONDS:"
  "--cards-seen[show the cards already seen this round\: on (default) or off]:on|off:(on off)"
  "--stake[what the loser does, shown all evening, such as \"Loser washes up\", or none]:STAKE:"
  "--lock[ask newcomers for a room code\: CODE (4 to 16 letters and digits), or one made for you]:CODE:(on off)"
  "--seed[any text\: the same seed deals the same cards, and all players are told]:SEED:"
  "--page[let guests play from a phone, on a web page at PORT (default 4669, or the next free one)]:PORT:(on off)"
  "--page-tls[serve that page over TLS, with a self-signed certificate that browsers warn about (default off)]:on|off:(on off)"
  "--ssh[let guests play by ssh, without the program, on PORT (default 4668, or the next free one)]:PORT:(on off)"
  "--config[file with names and settings (default\: config.txt, if there is one)]:FILE:_files"
  "--resume[continue an unfinished table\: the newest, or the one with this title or id]:TABLE:"
  "--no-successor[let no other player\'s machine host the table when this one is gone]"
  "--plain[play in plain text, line by line, without a screen\: for screen readers and pipes]"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_host_defaults_added=0

_shtab_sixqp_import_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "(*):file written by \`sixqp export --json\`, here or elsewhere:_files"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_import_defaults_added=0

_shtab_sixqp_join_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--name[your name at the table (at most 16 characters)]:NAME:"
  "--level[how well the bots play\: easy, medium (default), hard or expert]:LEVEL:"
  "--code[room code of a locked table\; ask its host for it]:CODE:"
  "--watch[watch without a seat]"
  "--bot[let a bot play, without a screen, until the game ends]"
  "--json[with --watch\: print each public fact of the game as one line of JSON]"
  "--plain[play in plain text, line by line, without a screen\: for screen readers and pipes]"
  "--trust-new[accept a new certificate from the table at this address]"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
  ":title of the table, HOST\[\:PORT\] or a sixqp\:\/\/ invitation (default\: show the list of tables):_sixqp_tables"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_join_defaults_added=0

_shtab_sixqp_learn_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--plain[learn in plain text, line by line]"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
  ":number of a lesson, or a lesson file (default\: where you left off):"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_learn_defaults_added=0

_shtab_sixqp_lend_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--port[TCP port (default 4670, or the next free one)]:PORT:"
  "--prepare[download what other systems need from the Internet, with pip, and exit]"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_lend_defaults_added=0

_shtab_sixqp_local_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--players[who plays, in this order\: names separated by commas, also \`bot NAME LEVEL\` (default\: config.txt)]:NAMES:"
  "--title[title of the table (at most 24 characters)]:TITLE:"
  "--game[length of a game\: quick (1 round, about 3 min with 4 players), short (to 33 heads, 7 min) or full (to 66, 14 min, the default)\; --limit and --rounds change it]:quick|short|full:(quick short full)"
  "--variant[classic (default), tactic (cards 1 to 10n\+4 only) or draft (pro\: everybody picks ten)]:VARIANT:(classic tactic draft pro)"
  "--limit[number of heads that ends the game (default 66), or none]:LIMIT:"
  "--limit-rule[end the game when a total goes over the limit (over, the default) or reaches it (reach)]:LIMIT-RULE:(over reach)"
  "--rounds[largest number of rounds\; without --limit, only this ends the game]:ROUNDS:"
  "--seats[number of chairs at the table, 2 to 10 (default 10)]:SEATS:"
  "--bots[number of bots, including the named ones (default\: only those)]:BOTS:"
  "--bot-pause[longest time a bot may think, in seconds, 0 to 10 (default 2)]:SECONDS:"
  "--timer[time for each decision, in seconds, or none (default)]:SECONDS:"
  "--bank[extra time each player has for the whole game, in seconds (default 0)]:SECONDS:"
  "--round-pause[longest pause between rounds, in seconds (default 60, or none without a clock)\; none\: until everybody is ready\; 0\: no pause]:SECONDS:"
  "--cards-seen[show the cards already seen this round\: on (default) or off]:on|off:(on off)"
  "--seed[any text\: the same seed deals the same cards, and all players are told]:SEED:"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
  "--level[how well the bots play\: easy, medium (default), hard or expert\; give several for a mix, as in easy,hard]:LEVEL:(easy medium hard expert)"
  "--config[file with names and settings (default\: config.txt, if there is one)]:FILE:_files"
  "--resume[continue an unfinished table\: the newest, or the one with this title or id]:TABLE:"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_local_defaults_added=0

_shtab_sixqp_persons_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--join[treat these two as one person, by name or as listed]:('PERSON', 'PERSON'):"
  "--separate[separate the players who were merged with this person]:PERSON:"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_persons_defaults_added=0

_shtab_sixqp_play_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--name[your name at the table (at most 16 characters)]:NAME:"
  "--title[title of the table (at most 24 characters)]:TITLE:"
  "--game[length of a game\: quick (1 round, about 3 min with 4 players), short (to 33 heads, 7 min) or full (to 66, 14 min, the default)\; --limit and --rounds change it]:quick|short|full:(quick short full)"
  "--variant[classic (default), tactic (cards 1 to 10n\+4 only) or draft (pro\: everybody picks ten)]:VARIANT:(classic tactic draft pro)"
  "--limit[number of heads that ends the game (default 66), or none]:LIMIT:"
  "--limit-rule[end the game when a total goes over the limit (over, the default) or reaches it (reach)]:LIMIT-RULE:(over reach)"
  "--rounds[largest number of rounds\; without --limit, only this ends the game]:ROUNDS:"
  "--seats[number of chairs at the table, 2 to 10 (default 10)]:SEATS:"
  "--bots[number of bots (default 3, or the ones named in config.txt)]:BOTS:"
  "--bot-pause[longest time a bot may think, in seconds, 0 to 10 (default 2)]:SECONDS:"
  "--timer[time for each decision, in seconds, or none (default)]:SECONDS:"
  "--bank[extra time each player has for the whole game, in seconds (default 0)]:SECONDS:"
  "--round-pause[longest pause between rounds, in seconds (default 60, or none without a clock)\; none\: until everybody is ready\; 0\: no pause]:SECONDS:"
  "--cards-seen[show the cards already seen this round\: on (default) or off]:on|off:(on off)"
  "--seed[any text\: the same seed deals the same cards, and all players are told]:SEED:"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
  "--level[how well the bots play\: easy, medium (default), hard or expert\; give several for a mix, as in easy,hard]:LEVEL:(easy medium hard expert)"
  "--config[file with names and settings (default\: config.txt, if there is one)]:FILE:_files"
  "--resume[continue an unfinished table\: the newest, or the one with this title or id]:TABLE:"
  "--plain[play in plain text, line by line, without a screen\: for screen readers and pipes]"
  "--coach[let a coach tell you after a turn if another card was clearly better (b\: before it, too)]"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_play_defaults_added=0

_shtab_sixqp_puzzles_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--own[use positions from your own games\: they are searched for first, and kept]"
  "--endless[start endless puzzles at once, instead of the five of the day]"
  "--about[show only puzzles on this theme\: too-low, sixth-card, counting, last-three, tactic, draft]:THEME:"
  "--strength[show only puzzles of this difficulty\: 1 easy, 2 medium, 3 hard]:N:"
  "--share[print today\'s five in one line for your friends, without giving anything away]"
  "--plain[ask in plain text, line by line]"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_puzzles_defaults_added=0

_shtab_sixqp_replay_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--seat[see what this player saw, by name or number\; none\: a watcher (default\: your seat, all hands open)]:PLAYER:"
  "--from[start at this round, or at a turn of it, such as 3.5]:ROUND[.TURN]:"
  "--plain[show the game in plain text, line by line\; Enter continues, and a pipe gets everything at once]"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
  ":number of the game (1, the default, is the newest), the beginning of its id, or a file:_sixqp_games"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_replay_defaults_added=0

_shtab_sixqp_review_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--seat[show only this player\'s decisions]:NAME:"
  "--turns[show every decision, turn by turn, not only the three costliest]"
  "--deals[number of deals to try for each decision (default 200)]:N:"
  "--jobs[number of processes to use (default\: one per core)]:N:"
  "--json[print the review as one line of JSON]"
  "--evening[sum up luck and skill of the whole evening on which the game was played]"
  "--plain[print plain text instead of opening a screen (always so into a pipe)]"
  "--pace[how slowly each turn is shown]:off|slow|normal|fast:(off slow normal fast)"
  "--hint[show where a lifted card would land]:on|off:(on off)"
  "--bell[ring the terminal\'s bell when it is your turn]:on|off:(on off)"
  "--catastrophe-bell[ring it when a row of 10 heads or more is taken]:on|off:(on off)"
  "--last-card[play the last card of a round for you after a moment]:on|off:(on off)"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--be-known[let other players\' programs recognise you]:on|off:(on off)"
  "--ascii[draw with plain ASCII characters only]"
  ":number of the game (1, the default, is the newest), the beginning of its id, or a file:_sixqp_games"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_review_defaults_added=0

_shtab_sixqp_scores_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--json[print the scores as one line of JSON]"
  "--csv[print everybody\'s scores as CSV]"
  "--html[write what your decisions cost to a page for any browser, in the current folder]"
  "--month[count only the games of this month, such as 2026-11]:MONTH:"
  "--people-only[count only games without bots]"
  "--bots[list the bots too, and not only people]"
  "--ratings[show the ratings as figures too, and not only who is ahead]"
  "--review[first review your games that aren\'t reviewed yet\; Ctrl-C stops, and what is done stays]"
  "--theme[choose the colours]:felt|dark|contrast|light:(felt dark contrast light)"
  "--ascii[draw with plain ASCII characters only]"
  ":whose scores to show, by name or as listed by \`sixqp persons\` (default\: yours):"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_scores_defaults_added=0

_shtab_sixqp_serve_options=(
  "(- : *)"{-h,--help}"[show this help message and exit]"
  "--lang[language\: en or fr (default\: your preference, else the system\'s)]:en|fr:(en fr)"
  "--title[title of the table (at most 24 characters)]:TITLE:"
  "--name[your name at the table (at most 16 characters)]:NAME:"
  "--port[TCP port (default 4666, or the next free one)]:PORT:"
  "--game[length of a game\: quick (1 round, about 3 min with 4 players), short (to 33 heads, 7 min) or full (to 66, 14 min, the default)\; --limit and --rounds change it]:quick|short|full:(quick short full)"
  "--variant[classic (default), tactic (cards 1 to 10n\+4 only) or draft (pro\: everybody picks ten)]:VARIANT:(classic tactic draft pro)"
  "--limit[number of heads that ends the game (default 66), or none]:LIMIT:"
  "--limit-rule[end the game when a total goes over the limit (over, the default) or reaches it (reach)]:LIMIT-RULE:(over reach)"
  "--rounds[largest number of rounds\; without --limit, only this ends the game]:ROUNDS:"
  "--seats[number of chairs at the table, 2 to 10 (default 10)]:SEATS:"
  "--bots[number of bots seated from the start, 0 to 9]:BOTS:"
  "--level[how well the bots play\: easy, medium (default), hard or expert]:LEVEL:(easy medium hard expert)"
  "--bot-pause[longest time a bot may think, in seconds, 0 to 10 (default 2)]:SECONDS:"
  "--timer[time for each decision, in seconds (default 90), or none]:SECONDS:"
  "--bank[extra time each player has for the whole game, in seconds (default 0)]:SECONDS:"
  "--round-pause[longest pause between rounds, in seconds (default 60, or none without a clock)\; none\: until everybody is ready\; 0\: no pause]:SECONDS:"
  "--cards-seen[show the cards already seen this round\: on (default) or off]:on|off:(on off)"
  "--stake[what the loser does, shown all evening, such as \"Loser washes up\", or none]:STAKE:"
  "--lock[ask newcomers for a room code\: CODE (4 to 16 letters and digits), or one made for you]:CODE:(on off)"
  "--seed[any text\: the same seed deals the same cards, and all players are told]:SEED:"
  "--page[let guests play from a phone, on a web page at PORT (default 4669, or the next free one)]:PORT:(on off)"
  "--page-tls[serve that page over TLS, with a self-signed certificate that browsers warn about (default off)]:on|off:(on off)"
  "--ssh[let guests play by ssh, without the program, on PORT (default 4668, or the next free one)]:PORT:(on off)"
  "--config[file with names and settings (default\: config.txt, if there is one)]:FILE:_files"
  "--resume[continue an unfinished table\: the newest, or the one with this title or id]:TABLE:"
  "--no-successor[let no other player\'s machine host the table when this one is gone]"
  "--start-with[start as soon as this many players are seated (default\: all of --seats)]:N:"
  "--standby-for[take over the table with this title, which another machine serves, if that machine is gone]:TITLE:"
  "--once[exit with code 0 after one game, once its players have the result, or a minute later]"
  "--for[open tables for this hall\: its name, HOST\[\:PORT\] or a sixqp\:\/\/ invitation]:TABLE:"
  "--code[with --for\: the code that the hall\'s organiser reads you]:CODE:"
  "--tables[with --for\: open at most N tables, 1 to 200 (default\: 6 for each core)]:N:"
)

# guard to ensure default positional specs are added only once per session
_shtab_sixqp_serve_defaults_added=0


_shtab_sixqp() {
  local context state line curcontext="$curcontext" one_or_more='(*)' remainder='(-)*:' default='*::: :->sixqp'

  # Add default positional/remainder specs only if none exist, and only once per session
  if (( ! _shtab_sixqp_defaults_added )); then
    if (( ${_shtab_sixqp_options[(I)${(q)one_or_more}*]} +          ${_shtab_sixqp_options[(I)${(q)remainder}*]} +          ${_shtab_sixqp_options[(I)${(q)default}]} == 0 )); then
      _shtab_sixqp_options+=(': :_shtab_sixqp_commands' '*::: :->sixqp')
    fi
    _shtab_sixqp_defaults_added=1
  fi
  _arguments -C -s $_shtab_sixqp_options

  case $state in
    sixqp)
      words=($line[1] "${words[@]}")
      (( CURRENT += 1 ))
      curcontext="${curcontext%:*:*}:_shtab_sixqp-$line[1]:"
      case $line[1] in
        arena) _arguments -C -s $_shtab_sixqp_arena_options ;;
        challenge) _arguments -C -s $_shtab_sixqp_challenge_options ;;
        completion) _arguments -C -s $_shtab_sixqp_completion_options ;;
        doctor) _arguments -C -s $_shtab_sixqp_doctor_options ;;
        export) _arguments -C -s $_shtab_sixqp_export_options ;;
        hall) _arguments -C -s $_shtab_sixqp_hall_options ;;
        history) _arguments -C -s $_shtab_sixqp_history_options ;;
        host) _arguments -C -s $_shtab_sixqp_host_options ;;
        import) _arguments -C -s $_shtab_sixqp_import_options ;;
        join) _arguments -C -s $_shtab_sixqp_join_options ;;
        learn) _arguments -C -s $_shtab_sixqp_learn_options ;;
        lend) _arguments -C -s $_shtab_sixqp_lend_options ;;
        local) _arguments -C -s $_shtab_sixqp_local_options ;;
        persons) _arguments -C -s $_shtab_sixqp_persons_options ;;
        play) _arguments -C -s $_shtab_sixqp_play_options ;;
        puzzles) _arguments -C -s $_shtab_sixqp_puzzles_options ;;
        replay) _arguments -C -s $_shtab_sixqp_replay_options ;;
        review) _arguments -C -s $_shtab_sixqp_review_options ;;
        scores) _arguments -C -s $_shtab_sixqp_scores_options ;;
        serve) _arguments -C -s $_shtab_sixqp_serve_options ;;
      esac
  esac
}

# Custom Preamble

_sixqp_names() {
  local name about
  local -a names
  while IFS=$'\t' read -r name about; do
    names+=("${name//:/\\:}:$about")
  done < <(sixqp completion $1 2>/dev/null)
  _describe -V -t $1 $1 names
}
_sixqp_tables() { _sixqp_names tables; }
_sixqp_games() { _sixqp_names games; _files; }

# End Custom Preamble


typeset -A opt_args

if [[ $zsh_eval_context[-1] == eval ]]; then
  # eval/source/. command, register function for later
  compdef _shtab_sixqp -N sixqp
else
  # autoload from fpath, call function directly
  _shtab_sixqp "$@"
fi

# Usage:
# 1) Copy this to somewhere (e.g. ~/.local/share/bash_completion/sixqp).
# 2) Add the following line to your .bashrc:
#    source ~/.local/share/bash_completion/sixqp
# See also: https://github.com/scop/bash-completion/blob/main/doc/configuration.md

_shtab_sixqp_subparsers=(join host play local learn serve lend completion puzzles challenge hall replay history scores persons import export review doctor arena)

_shtab_sixqp_join_option_strings=(-h --help --lang --name --level --code --watch --bot --json --plain --trust-new --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii)
_shtab_sixqp_host_option_strings=(-h --help --lang --title --name --port --game --variant --limit --limit-rule --rounds --seats --bots --level --bot-pause --timer --bank --round-pause --cards-seen --stake --lock --seed --page --page-tls --ssh --config --resume --no-successor --plain --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii)
_shtab_sixqp_play_option_strings=(-h --help --lang --name --title --game --variant --limit --limit-rule --rounds --seats --bots --bot-pause --timer --bank --round-pause --cards-seen --seed --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii --level --config --resume --plain --coach)
_shtab_sixqp_local_option_strings=(-h --help --lang --players --title --game --variant --limit --limit-rule --rounds --seats --bots --bot-pause --timer --bank --round-pause --cards-seen --seed --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii --level --config --resume)
_shtab_sixqp_learn_option_strings=(-h --help --lang --plain --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii)
_shtab_sixqp_serve_option_strings=(-h --help --lang --title --name --port --game --variant --limit --limit-rule --rounds --seats --bots --level --bot-pause --timer --bank --round-pause --cards-seen --stake --lock --seed --page --page-tls --ssh --config --resume --no-successor --start-with --standby-for --once --for --code --tables)
_shtab_sixqp_lend_option_strings=(-h --help --lang --port --prepare)
_shtab_sixqp_completion_option_strings=(-h --help --lang)
_shtab_sixqp_puzzles_option_strings=(-h --help --lang --own --endless --about --strength --share --plain --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii)
_shtab_sixqp_challenge_option_strings=(-h --help --lang --new --variant --level --players --results --share --exchange --name --plain --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii)
_shtab_sixqp_hall_option_strings=(-h --help --lang --name --tables-of --rounds --duplicate --plain-scores --variant --timer --port --page --page-tls --ssh --lock --resume --screen --format)
_shtab_sixqp_replay_option_strings=(-h --help --lang --seat --from --plain --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii)
_shtab_sixqp_history_option_strings=(-h --help --lang --all --json --prune --delete --older-than --yes --theme --ascii)
_shtab_sixqp_scores_option_strings=(-h --help --lang --json --csv --html --month --people-only --bots --ratings --review --theme --ascii)
_shtab_sixqp_persons_option_strings=(-h --help --lang --join --separate)
_shtab_sixqp_import_option_strings=(-h --help --lang)
_shtab_sixqp_export_option_strings=(-h --help --lang --json --csv --notation --html -o --output --no-review --force)
_shtab_sixqp_review_option_strings=(-h --help --lang --seat --turns --deals --jobs --json --evening --plain --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii)
_shtab_sixqp_doctor_option_strings=(-h --help --lang --json)
_shtab_sixqp_arena_option_strings=(-h --help --lang --variant --seed --players --precision --rounds --deals --thinking --jobs --json --csv)
_shtab_sixqp_option_strings=(-h --help --version --lang --pace --hint --bell --catastrophe-bell --last-card --theme --be-known --ascii)

_shtab_sixqp_join_pos_0_COMPGEN=_sixqp_tables
_shtab_sixqp_host___config_COMPGEN=_shtab_compgen_files
_shtab_sixqp_play___config_COMPGEN=_shtab_compgen_files
_shtab_sixqp_local___config_COMPGEN=_shtab_compgen_files
_shtab_sixqp_serve___config_COMPGEN=_shtab_compgen_files
_shtab_sixqp_replay_pos_0_COMPGEN=_sixqp_games
_shtab_sixqp_import_pos_0_COMPGEN=_shtab_compgen_files
_shtab_sixqp_export_pos_0_COMPGEN=_sixqp_games
_shtab_sixqp_export__o_COMPGEN=_shtab_compgen_files
_shtab_sixqp_export___output_COMPGEN=_shtab_compgen_files
_shtab_sixqp_review_pos_0_COMPGEN=_sixqp_games

_shtab_sixqp_join___lang_choices=(en fr)
_shtab_sixqp_join___pace_choices=(off slow normal fast)
_shtab_sixqp_join___hint_choices=(on off)
_shtab_sixqp_join___bell_choices=(on off)
_shtab_sixqp_join___catastrophe_bell_choices=(on off)
_shtab_sixqp_join___last_card_choices=(on off)
_shtab_sixqp_join___theme_choices=(felt dark contrast light)
_shtab_sixqp_join___be_known_choices=(on off)
_shtab_sixqp_host___lang_choices=(en fr)
_shtab_sixqp_host___game_choices=(quick short full)
_shtab_sixqp_host___variant_choices=(classic tactic draft pro)
_shtab_sixqp_host___limit_rule_choices=(over reach)
_shtab_sixqp_host___level_choices=(easy medium hard expert)
_shtab_sixqp_host___cards_seen_choices=(on off)
_shtab_sixqp_host___lock_choices=(on off)
_shtab_sixqp_host___page_choices=(on off)
_shtab_sixqp_host___page_tls_choices=(on off)
_shtab_sixqp_host___ssh_choices=(on off)
_shtab_sixqp_host___pace_choices=(off slow normal fast)
_shtab_sixqp_host___hint_choices=(on off)
_shtab_sixqp_host___bell_choices=(on off)
_shtab_sixqp_host___catastrophe_bell_choices=(on off)
_shtab_sixqp_host___last_card_choices=(on off)
_shtab_sixqp_host___theme_choices=(felt dark contrast light)
_shtab_sixqp_host___be_known_choices=(on off)
_shtab_sixqp_play___lang_choices=(en fr)
_shtab_sixqp_play___game_choices=(quick short full)
_shtab_sixqp_play___variant_choices=(classic tactic draft pro)
_shtab_sixqp_play___limit_rule_choices=(over reach)
_shtab_sixqp_play___cards_seen_choices=(on off)
_shtab_sixqp_play___pace_choices=(off slow normal fast)
_shtab_sixqp_play___hint_choices=(on off)
_shtab_sixqp_play___bell_choices=(on off)
_shtab_sixqp_play___catastrophe_bell_choices=(on off)
_shtab_sixqp_play___last_card_choices=(on off)
_shtab_sixqp_play___theme_choices=(felt dark contrast light)
_shtab_sixqp_play___be_known_choices=(on off)
_shtab_sixqp_play___level_choices=(easy medium hard expert)
_shtab_sixqp_local___lang_choices=(en fr)
_shtab_sixqp_local___game_choices=(quick short full)
_shtab_sixqp_local___variant_choices=(classic tactic draft pro)
_shtab_sixqp_local___limit_rule_choices=(over reach)
_shtab_sixqp_local___cards_seen_choices=(on off)
_shtab_sixqp_local___pace_choices=(off slow normal fast)
_shtab_sixqp_local___hint_choices=(on off)
_shtab_sixqp_local___bell_choices=(on off)
_shtab_sixqp_local___catastrophe_bell_choices=(on off)
_shtab_sixqp_local___last_card_choices=(on off)
_shtab_sixqp_local___theme_choices=(felt dark contrast light)
_shtab_sixqp_local___be_known_choices=(on off)
_shtab_sixqp_local___level_choices=(easy medium hard expert)
_shtab_sixqp_learn___lang_choices=(en fr)
_shtab_sixqp_learn___pace_choices=(off slow normal fast)
_shtab_sixqp_learn___hint_choices=(on off)
_shtab_sixqp_learn___bell_choices=(on off)
_shtab_sixqp_learn___catastrophe_bell_choices=(on off)
_shtab_sixqp_learn___last_card_choices=(on off)
_shtab_sixqp_learn___theme_choices=(felt dark contrast light)
_shtab_sixqp_learn___be_known_choices=(on off)
_shtab_sixqp_serve___lang_choices=(en fr)
_shtab_sixqp_serve___game_choices=(quick short full)
_shtab_sixqp_serve___variant_choices=(classic tactic draft pro)
_shtab_sixqp_serve___limit_rule_choices=(over reach)
_shtab_sixqp_serve___level_choices=(easy medium hard expert)
_shtab_sixqp_serve___cards_seen_choices=(on off)
_shtab_sixqp_serve___lock_choices=(on off)
_shtab_sixqp_serve___page_choices=(on off)
_shtab_sixqp_serve___page_tls_choices=(on off)
_shtab_sixqp_serve___ssh_choices=(on off)
_shtab_sixqp_lend___lang_choices=(en fr)
_shtab_sixqp_completion_pos_0_choices=(bash zsh fish tables games)
_shtab_sixqp_completion___lang_choices=(en fr)
_shtab_sixqp_puzzles___lang_choices=(en fr)
_shtab_sixqp_puzzles___pace_choices=(off slow normal fast)
_shtab_sixqp_puzzles___hint_choices=(on off)
_shtab_sixqp_puzzles___bell_choices=(on off)
_shtab_sixqp_puzzles___catastrophe_bell_choices=(on off)
_shtab_sixqp_puzzles___last_card_choices=(on off)
_shtab_sixqp_puzzles___theme_choices=(felt dark contrast light)
_shtab_sixqp_puzzles___be_known_choices=(on off)
_shtab_sixqp_challenge___lang_choices=(en fr)
_shtab_sixqp_challenge___variant_choices=(classic tactic draft pro)
_shtab_sixqp_challenge___level_choices=(easy medium hard expert)
_shtab_sixqp_challenge___pace_choices=(off slow normal fast)
_shtab_sixqp_challenge___hint_choices=(on off)
_shtab_sixqp_challenge___bell_choices=(on off)
_shtab_sixqp_challenge___catastrophe_bell_choices=(on off)
_shtab_sixqp_challenge___last_card_choices=(on off)
_shtab_sixqp_challenge___theme_choices=(felt dark contrast light)
_shtab_sixqp_challenge___be_known_choices=(on off)
_shtab_sixqp_hall_pos_0_choices=(export)
_shtab_sixqp_hall___lang_choices=(en fr)
_shtab_sixqp_hall___variant_choices=(classic tactic draft pro)
_shtab_sixqp_hall___page_choices=(on off)
_shtab_sixqp_hall___page_tls_choices=(on off)
_shtab_sixqp_hall___ssh_choices=(on off)
_shtab_sixqp_hall___lock_choices=(on off)
_shtab_sixqp_hall___format_choices=(csv json html)
_shtab_sixqp_replay___lang_choices=(en fr)
_shtab_sixqp_replay___pace_choices=(off slow normal fast)
_shtab_sixqp_replay___hint_choices=(on off)
_shtab_sixqp_replay___bell_choices=(on off)
_shtab_sixqp_replay___catastrophe_bell_choices=(on off)
_shtab_sixqp_replay___last_card_choices=(on off)
_shtab_sixqp_replay___theme_choices=(felt dark contrast light)
_shtab_sixqp_replay___be_known_choices=(on off)
_shtab_sixqp_history___lang_choices=(en fr)
_shtab_sixqp_history___theme_choices=(felt dark contrast light)
_shtab_sixqp_scores___lang_choices=(en fr)
_shtab_sixqp_scores___theme_choices=(felt dark contrast light)
_shtab_sixqp_persons___lang_choices=(en fr)
_shtab_sixqp_import___lang_choices=(en fr)
_shtab_sixqp_export___lang_choices=(en fr)
_shtab_sixqp_review___lang_choices=(en fr)
_shtab_sixqp_review___pace_choices=(off slow normal fast)
_shtab_sixqp_review___hint_choices=(on off)
_shtab_sixqp_review___bell_choices=(on off)
_shtab_sixqp_review___catastrophe_bell_choices=(on off)
_shtab_sixqp_review___last_card_choices=(on off)
_shtab_sixqp_review___theme_choices=(felt dark contrast light)
_shtab_sixqp_review___be_known_choices=(on off)
_shtab_sixqp_doctor___lang_choices=(en fr)
_shtab_sixqp_arena___lang_choices=(en fr)
_shtab_sixqp_arena___variant_choices=(classic tactic draft pro)
_shtab_sixqp_pos_0_choices=(join host play local learn serve lend completion puzzles challenge hall replay history scores persons import export review doctor arena)
_shtab_sixqp___lang_choices=(en fr)
_shtab_sixqp___pace_choices=(off slow normal fast)
_shtab_sixqp___hint_choices=(on off)
_shtab_sixqp___bell_choices=(on off)
_shtab_sixqp___catastrophe_bell_choices=(on off)
_shtab_sixqp___last_card_choices=(on off)
_shtab_sixqp___theme_choices=(felt dark contrast light)
_shtab_sixqp___be_known_choices=(on off)

_shtab_sixqp_join__h_nargs=0
_shtab_sixqp_join___help_nargs=0
_shtab_sixqp_join___watch_nargs=0
_shtab_sixqp_join___bot_nargs=0
_shtab_sixqp_join___json_nargs=0
_shtab_sixqp_join___plain_nargs=0
_shtab_sixqp_join___trust_new_nargs=0
_shtab_sixqp_join___ascii_nargs=0
_shtab_sixqp_host__h_nargs=0
_shtab_sixqp_host___help_nargs=0
_shtab_sixqp_host___lock_nargs='?'
_shtab_sixqp_host___page_nargs='?'
_shtab_sixqp_host___page_tls_nargs='?'
_shtab_sixqp_host___ssh_nargs='?'
_shtab_sixqp_host___resume_nargs='?'
_shtab_sixqp_host___no_successor_nargs=0
_shtab_sixqp_host___plain_nargs=0
_shtab_sixqp_host___ascii_nargs=0
_shtab_sixqp_play__h_nargs=0
_shtab_sixqp_play___help_nargs=0
_shtab_sixqp_play___ascii_nargs=0
_shtab_sixqp_play___resume_nargs='?'
_shtab_sixqp_play___plain_nargs=0
_shtab_sixqp_play___coach_nargs=0
_shtab_sixqp_local__h_nargs=0
_shtab_sixqp_local___help_nargs=0
_shtab_sixqp_local___ascii_nargs=0
_shtab_sixqp_local___resume_nargs='?'
_shtab_sixqp_learn__h_nargs=0
_shtab_sixqp_learn___help_nargs=0
_shtab_sixqp_learn___plain_nargs=0
_shtab_sixqp_learn___ascii_nargs=0
_shtab_sixqp_serve__h_nargs=0
_shtab_sixqp_serve___help_nargs=0
_shtab_sixqp_serve___lock_nargs='?'
_shtab_sixqp_serve___page_nargs='?'
_shtab_sixqp_serve___page_tls_nargs='?'
_shtab_sixqp_serve___ssh_nargs='?'
_shtab_sixqp_serve___resume_nargs='?'
_shtab_sixqp_serve___no_successor_nargs=0
_shtab_sixqp_serve___once_nargs=0
_shtab_sixqp_lend__h_nargs=0
_shtab_sixqp_lend___help_nargs=0
_shtab_sixqp_lend___prepare_nargs=0
_shtab_sixqp_completion__h_nargs=0
_shtab_sixqp_completion___help_nargs=0
_shtab_sixqp_puzzles__h_nargs=0
_shtab_sixqp_puzzles___help_nargs=0
_shtab_sixqp_puzzles___own_nargs=0
_shtab_sixqp_puzzles___endless_nargs=0
_shtab_sixqp_puzzles___share_nargs=0
_shtab_sixqp_puzzles___plain_nargs=0
_shtab_sixqp_puzzles___ascii_nargs=0
_shtab_sixqp_challenge__h_nargs=0
_shtab_sixqp_challenge___help_nargs=0
_shtab_sixqp_challenge___new_nargs=0
_shtab_sixqp_challenge___results_nargs=0
_shtab_sixqp_challenge___share_nargs=0
_shtab_sixqp_challenge___exchange_nargs='?'
_shtab_sixqp_challenge___plain_nargs=0
_shtab_sixqp_challenge___ascii_nargs=0
_shtab_sixqp_hall__h_nargs=0
_shtab_sixqp_hall___help_nargs=0
_shtab_sixqp_hall___duplicate_nargs=0
_shtab_sixqp_hall___plain_scores_nargs=0
_shtab_sixqp_hall___page_nargs='?'
_shtab_sixqp_hall___page_tls_nargs='?'
_shtab_sixqp_hall___ssh_nargs='?'
_shtab_sixqp_hall___lock_nargs='?'
_shtab_sixqp_hall___resume_nargs='?'
_shtab_sixqp_hall___screen_nargs='?'
_shtab_sixqp_replay__h_nargs=0
_shtab_sixqp_replay___help_nargs=0
_shtab_sixqp_replay___plain_nargs=0
_shtab_sixqp_replay___ascii_nargs=0
_shtab_sixqp_history__h_nargs=0
_shtab_sixqp_history___help_nargs=0
_shtab_sixqp_history___all_nargs=0
_shtab_sixqp_history___json_nargs=0
_shtab_sixqp_history___prune_nargs=0
_shtab_sixqp_history___yes_nargs=0
_shtab_sixqp_history___ascii_nargs=0
_shtab_sixqp_scores__h_nargs=0
_shtab_sixqp_scores___help_nargs=0
_shtab_sixqp_scores___json_nargs=0
_shtab_sixqp_scores___csv_nargs=0
_shtab_sixqp_scores___html_nargs=0
_shtab_sixqp_scores___people_only_nargs=0
_shtab_sixqp_scores___bots_nargs=0
_shtab_sixqp_scores___ratings_nargs=0
_shtab_sixqp_scores___review_nargs=0
_shtab_sixqp_scores___ascii_nargs=0
_shtab_sixqp_persons__h_nargs=0
_shtab_sixqp_persons___help_nargs=0
_shtab_sixqp_persons___join_nargs=2
_shtab_sixqp_import_pos_0_nargs=+
_shtab_sixqp_import__h_nargs=0
_shtab_sixqp_import___help_nargs=0
_shtab_sixqp_export__h_nargs=0
_shtab_sixqp_export___help_nargs=0
_shtab_sixqp_export___json_nargs=0
_shtab_sixqp_export___csv_nargs=0
_shtab_sixqp_export___notation_nargs=0
_shtab_sixqp_export___html_nargs=0
_shtab_sixqp_export___no_review_nargs=0
_shtab_sixqp_export___force_nargs=0
_shtab_sixqp_review__h_nargs=0
_shtab_sixqp_review___help_nargs=0
_shtab_sixqp_review___turns_nargs=0
_shtab_sixqp_review___json_nargs=0
_shtab_sixqp_review___evening_nargs=0
_shtab_sixqp_review___plain_nargs=0
_shtab_sixqp_review___ascii_nargs=0
_shtab_sixqp_doctor__h_nargs=0
_shtab_sixqp_doctor___help_nargs=0
_shtab_sixqp_doctor___json_nargs=0
_shtab_sixqp_arena_pos_0_nargs='*'
_shtab_sixqp_arena__h_nargs=0
_shtab_sixqp_arena___help_nargs=0
_shtab_sixqp_arena___json_nargs=0
_shtab_sixqp_arena___csv_nargs=0
_shtab_sixqp_pos_0_nargs=A...
_shtab_sixqp__h_nargs=0
_shtab_sixqp___help_nargs=0
_shtab_sixqp___version_nargs=0
_shtab_sixqp___ascii_nargs=0


# Custom Preamble

_sixqp_names() {
  local name about typed
  typed=${2#[\"\']}
  typed=${typed//\\/}
  while IFS=$'\t' read -r name about; do
    [[ ${name,,} == "${typed,,}"* ]] && printf '%q\n' "$name"
  done < <(sixqp completion "$1" 2>/dev/null)
}
_sixqp_tables() { _sixqp_names tables "$1"; }
_sixqp_games() { _sixqp_names games "$1"; compgen -f -- "$1"; }

# End Custom Preamble

# $1=COMP_WORDS[1]
_shtab_compgen_files() {
  compgen -f -- $1  # files
}

# $1=COMP_WORDS[1]
_shtab_compgen_dirs() {
  compgen -d -- $1  # recurse into subdirs
}

# $1=COMP_WORDS[1]
_shtab_replace_nonword() {
  echo "${1//[^[:word:]]/_}"
}

# set default values (called for the initial parser & any subparsers)
_set_parser_defaults() {
  local subparsers_var="${prefix}_subparsers[@]"
  sub_parsers=${!subparsers_var-}

  local current_option_strings_var="${prefix}_option_strings[@]"
  current_option_strings=${!current_option_strings_var}

  completed_positional_actions=0

  _set_new_action "pos_$completed_positional_actions" true
}

# $1=action identifier
# $2=positional action (bool)
# set all identifiers for an action's parameters
_set_new_action() {
  current_action="${prefix}_$(_shtab_replace_nonword $1)"

  local current_action_compgen_var=${current_action}_COMPGEN
  current_action_compgen="${!current_action_compgen_var-}"

  local current_action_choices_var="${current_action}_choices[@]"
  current_action_choices="${!current_action_choices_var-}"

  local current_action_nargs_var="${current_action}_nargs"
  if [ -n "${!current_action_nargs_var-}" ]; then
    current_action_nargs="${!current_action_nargs_var}"
  else
    current_action_nargs=1
  fi

  current_action_args_start_index=$(( $word_index + 1 - $pos_only ))

  current_action_is_positional=$2
}

# Notes:
# `COMPREPLY`: what will be rendered after completion is triggered
# `completing_word`: currently typed word to generate completions for
# `${!var}`: evaluates the content of `var` and expand its content as a variable
#     hello="world"
#     x="hello"
#     ${!x} -> ${hello} -> "world"
_shtab_sixqp() {
  local completing_word="${COMP_WORDS[COMP_CWORD]}"
  local previous_word="${COMP_WORDS[COMP_CWORD-1]}"
  local completed_positional_actions
  local current_action
  local current_action_args_start_index
  local current_action_choices
  local current_action_compgen
  local current_action_is_positional
  local current_action_nargs
  local current_option_strings
  local sub_parsers
  COMPREPLY=()

  local prefix=_shtab_sixqp
  local word_index=0
  local pos_only=0 # "--" delimiter not encountered yet
  _set_parser_defaults
  word_index=1

  # determine what arguments are appropriate for the current state
  # of the arg parser
  while [ $word_index -ne $COMP_CWORD ]; do
    local this_word="${COMP_WORDS[$word_index]}"

    if [[ $pos_only = 1 || " $this_word " != " -- " ]]; then
      if [[ -n $sub_parsers && " ${sub_parsers[@]} " == *" $this_word "* ]]; then
        # valid subcommand: add it to the prefix & reset the current action
        prefix="${prefix}_$(_shtab_replace_nonword $this_word)"
        _set_parser_defaults
      fi

      if [[ " ${current_option_strings[@]} " == *" $this_word "* ]]; then
        # a new action should be acquired (due to recognised option string or
        # no more input expected from current action);
        # the next positional action can fill in here
        _set_new_action $this_word false
      fi

      if [[ "$current_action_nargs" != "*" ]] && \
         [[ "$current_action_nargs" != "+" ]] && \
         [[ "$current_action_nargs" != "?" ]] && \
         [[ "$current_action_nargs" != *"..." ]] && \
         (( $word_index + 1 - $current_action_args_start_index - $pos_only >= \
            $current_action_nargs )); then
        $current_action_is_positional && let "completed_positional_actions += 1"
        _set_new_action "pos_$completed_positional_actions" true
      fi
    else
      pos_only=1 # "--" delimiter encountered
    fi

    let "word_index+=1"
  done

  # Generate the completions

  COMPREPLY=()
  if [[ $pos_only = 0 && "$completing_word" == -* &&
        ( -z "$current_action_compgen" || "$current_action_is_positional" = true ) ]]; then
    # optional argument started: use option strings
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
      compgen -W "${current_option_strings[*]}" -- "$completing_word")
  elif [[ "$previous_word" =~ ^[0-9\&]*[\<\>]\>?$ ]]; then
    # handle redirection operators
    compopt -o filenames 2>/dev/null || : # bash>=4
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$completing_word")
  else
    # use choices & compgen
    local action_compgen_word="$completing_word"
    # handle tab-completing in the middle of a line (#248 <- #116)
    [[ -n "$current_action_compgen" && "$completing_word" == -* ]] && action_compgen_word=""
    [ -n "$current_action_compgen" ] && {
      [[ "$current_action_compgen" =~ _(file|dir|glob|FILE|DIR|GLOB)|File|Dir|Glob ]] &&
        compopt -o filenames 2>/dev/null || : # bash>=4
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
        "$current_action_compgen" "$action_compgen_word")
    }
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
      compgen -W "${current_action_choices[*]}" -- "$completing_word")
  fi

  if [[ ${#COMPREPLY[@]} = 0 ]]; then
    # native fallback matches are not necessarily filenames (e.g. variables)
    compopt +o filenames 2>/dev/null || : # bash>=4
  fi

  return 0
}

complete -o bashdefault -F _shtab_sixqp sixqp

"""Generates the completions and the man pages from the command line's parser: `python -m tools.shell_files`."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from sixqp_tui import __version__, i18n
from sixqp_tui.cli.parser import complete_parser, published_game
from sixqp_tui.store.options import OPTIONS

ROOT = Path(__file__).resolve().parents[1]
COMPLETIONS = ROOT / "sixqp_tui" / "cli" / "completions"
PAGES = ROOT / "docs" / "man"

TABLES = {"bash": "_sixqp_tables", "zsh": "_sixqp_tables", "fish": "(sixqp completion tables 2>/dev/null)"}
GAMES = {"bash": "_sixqp_games", "zsh": "_sixqp_games", "fish": "(sixqp completion games 2>/dev/null)"}
# A title may have spaces, so bash gets it quoted; `$1` is what was typed of it.
_BASH = """
_sixqp_names() {
  local name about typed
  typed=${2#[\\"\\']}
  typed=${typed//\\\\/}
  while IFS=$'\\t' read -r name about; do
    [[ ${name,,} == "${typed,,}"* ]] && printf '%q\\n' "$name"
  done < <(sixqp completion "$1" 2>/dev/null)
}
_sixqp_tables() { _sixqp_names tables "$1"; }
_sixqp_games() { _sixqp_names games "$1"; compgen -f -- "$1"; }
"""
_ZSH = """
_sixqp_names() {
  local name about
  local -a names
  while IFS=$'\\t' read -r name about; do
    names+=("${name//:/\\\\:}:$about")
  done < <(sixqp completion $1 2>/dev/null)
  _describe -V -t $1 $1 names
}
_sixqp_tables() { _sixqp_names tables; }
_sixqp_games() { _sixqp_names games; _files; }
"""
PREAMBLES = {"bash": _BASH, "zsh": _ZSH}
MANUALS = {"en": "Games Manual", "fr": "Manuel des jeux"}


def main() -> int:
    """Write all files again."""
    COMPLETIONS.mkdir(exist_ok=True)
    PAGES.mkdir(exist_ok=True)
    i18n.use("en")
    for shell in ("bash", "zsh", "fish"):
        text = shtab.complete(_completed(), shell, preamble=PREAMBLES)  # type: ignore[arg-type]
        text = "".join(f"{line.rstrip()}\n" for line in text.splitlines() if "AUTOMATICALLY" not in line)
        (COMPLETIONS / f"sixqp.{shell}").write_text(text, encoding="utf-8")
    for language, suffix in (("en", "6"), ("fr", "fr.6")):
        i18n.use(language)
        with i18n.standard_library_too():
            (PAGES / f"sixqp.{suffix}").write_text(_page(language), encoding="utf-8")
    return 0


def _completed() -> argparse.ArgumentParser:
    """The parser; its arguments know the words that may follow them."""
    parser = complete_parser()
    for command, action in _actions(parser, ""):
        # Where several words are possible, the help has them instead of a name.
        named = action.metavar.split("|") if isinstance(action.metavar, str) and "|" in action.metavar else ()
        option = action.option_strings[-1].removeprefix("--") if action.option_strings else ""
        words = named or (OPTIONS[option].words if option in OPTIONS and command != "join" else ())
        if words and not action.choices:
            action.choices = tuple(words)
        if action.dest == "target":
            action.complete = TABLES  # type: ignore[attr-defined]
        if action.dest == "game" and not action.option_strings:
            action.complete = GAMES  # type: ignore[attr-defined]
        if action.dest in ("config", "files", "output"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    return parser


def _actions(parser: argparse.ArgumentParser, command: str) -> Iterator[tuple[str, argparse.Action]]:
    for action in parser._actions:  # noqa: SLF001 (argparse has no public list of arguments; shtab reads it too)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 (likewise)
            for name, sub in action.choices.items():
                yield from _actions(sub, name)
        elif action.nargs != 0:
            yield command, action


def _page(language: str) -> str:
    parser = complete_parser()
    parser.epilog = published_game()
    page = Manpage(parser)
    page.section, page.date, page.source, page.manual = 6, "", f"sixqp {__version__}", MANUALS[language]
    page.description = (parser.description or "").partition(". ")[0]
    text = str(page).replace(".SH COMMENTS\n", ".SH NOTES\n")
    if language == "fr":
        text = text.replace(".SH NAME\n", ".SH NOM\n")
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


if __name__ == "__main__":
    sys.exit(main())

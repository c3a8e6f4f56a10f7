"""The completions and man pages of the Debian package: `python -m tools.release.shell_files FOLDER`.

They come from the command line's parser; the variable COLUMNS sets the width of the man pages' paragraphs.
"""

import gzip
import sys
from pathlib import Path
from typing import Final

import shtab
from argparse_manpage.manpage import Manpage

from sixqp_tui import __version__, i18n
from sixqp_tui.cli.parser import complete_parser, published_game

COMPLETIONS: Final = {
    "bash": "bash-completion/completions/sixqp",
    "zsh": "zsh/vendor-completions/_sixqp",
    "fish": "fish/vendor_completions.d/sixqp.fish",
}
"""Where each shell looks below `/usr/share`."""
PAGES: Final = {"en": "man/man6/sixqp.6.gz", "fr": "man/fr/man6/sixqp.6.gz"}
MANUALS: Final = {"en": "Games Manual", "fr": "Manuel des jeux"}


def main() -> None:
    """Write them into the folder, as they are below `/usr/share`."""
    folder = Path(sys.argv[1])
    for language, page in PAGES.items():
        _write(folder / page, gzip.compress(_man_page(language).encode(), mtime=0))
    i18n.use("en")
    for shell, path in COMPLETIONS.items():
        _write(folder / path, shtab.complete(complete_parser(), shell).encode())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(data)


def _man_page(language: str) -> str:
    i18n.use(language)
    parser = complete_parser()
    parser.epilog = published_game()
    page = Manpage(parser)
    page.section, page.date, page.source, page.manual = 6, "", f"sixqp {__version__}", MANUALS[language]
    page.description = (parser.description or "").partition(". ")[0]
    return str(page)


if __name__ == "__main__":
    main()

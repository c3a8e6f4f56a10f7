"""Keeps what is translated beside what the source says.

`python tools/translations.py update`   after a sentence was added, changed or taken away: every `.po` follows
`python tools/translations.py compile`  after a `.po` was translated: the `.mo` that the program reads
`python tools/translations.py add de`   begins a language, once it has its line in `i18n/catalog.py`
"""

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "sixqp_tui" / "i18n" / "locale"
CATALOGS = ["--domain=sixqp", "-d", str(LOCALE)]


def babel(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "babel.messages.frontend", "--quiet", *arguments], cwd=ROOT, check=True)


def extract(template: Path) -> None:
    """Write the sentences of the source into a template; what `# Translators:` says stays in the source."""
    how = ("--no-wrap", "--no-location", "--sort-by-file")
    babel(
        "extract",
        "--keyword=NC_:1c,2",
        *how,
        "--mapping-file=tools/babel.cfg",
        f"--output-file={template}",
        "sixqp_tui",
    )


def update(template: Path) -> None:
    """Bring every language up to date; what has no translation yet stays empty."""
    extract(template)
    how = ("--no-wrap", "--no-fuzzy-matching", "--ignore-obsolete", "--ignore-pot-creation-date")
    babel("update", *CATALOGS, f"--input-file={template}", *how)


def add(template: Path, language: str) -> None:
    """Begin this language."""
    extract(template)
    babel("init", *CATALOGS, f"--input-file={template}", f"--locale={language}", "--no-wrap")


def main() -> None:
    """Run the command that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["update", "compile", "add"])
    parser.add_argument("language", nargs="?", help="the code of the language to add, such as de")
    given = parser.parse_args()
    if (given.command == "add") != bool(given.language):
        parser.error("add needs the code of a language, and nothing else takes one")
    with TemporaryDirectory() as folder:
        template = Path(folder, "sixqp.pot")
        match given.command:
            case "update":
                update(template)
            case "compile":
                babel("compile", *CATALOGS, "--statistics")
            case "add":
                add(template, given.language)


if __name__ == "__main__":
    main()

"""Recipes of packaging systems for a built release: `python -m tools.release.recipes --downloads ADDRESS`.

The templates in `recipes/` become files in `dist/recipes/`, with the version and the hashes of the built files.
`ADDRESS` is where the release's files will be; a recipe can't do without it.
"""

import argparse
import base64
import hashlib
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from sixqp_tui import __version__
from sixqp_tui.gateways.lend.archive import FILE

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = Path(__file__).with_name("recipes")
FILES: Mapping[str, str] = {
    "sixqp.rb": "homebrew/sixqp.rb",
    "scoop.json": "scoop/sixqp.json",
    "PKGBUILD": "aur/PKGBUILD",
    "SRCINFO": "aur/.SRCINFO",
    "package.nix": "nix/package.nix",
    "flatpak.json": "flatpak/sixqp.json",
}
"""Where each template's recipe goes."""
_VALUE = re.compile(r"@([A-Z_0-9]+)@")


def recipes(values: Mapping[str, str]) -> dict[str, str]:
    """The text of each recipe by its path. Raises KeyError if a value is missing."""
    return {
        path: _VALUE.sub(lambda found: values[found[1]], (TEMPLATES / name).read_text(encoding="utf-8"))
        for name, path in FILES.items()
    }


def values_of(release: Path, downloads: str, maintainer: str, app_id: str) -> dict[str, str]:
    """What the templates need to know of a built release. Raises OSError."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    values = {
        "VERSION": __version__,
        "HOMEPAGE": urls["Repository"],
        "DOWNLOADS": downloads.rstrip("/"),
        "MAINTAINER": maintainer,
        "APP_ID": app_id,
    }
    for key, name in (("PYZ", FILE), ("SDIST", f"sixqp-{__version__}.tar.gz")):
        digest = hashlib.sha256((release / name).read_bytes())
        values[f"{key}_SHA256"] = digest.hexdigest()
        values[f"{key}_SRI"] = f"sha256-{base64.b64encode(digest.digest()).decode()}"
    return values


def main() -> int:
    """Write all recipes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", type=Path, default=Path("dist"), metavar="FOLDER")
    parser.add_argument("--downloads", required=True, metavar="ADDRESS", help="where the release's files will be")
    parser.add_argument("--maintainer", default="NAME <ADDRESS>", help="who answers for the recipes")
    parser.add_argument("--app-id", default="APP.ID", help="the Flatpak's id")
    parsed = parser.parse_args()
    try:
        values = values_of(parsed.release, parsed.downloads, parsed.maintainer, parsed.app_id)
    except OSError as error:
        print(
            f"recipes: {error.filename}: {error.strerror}. Build the release first: nox -s release", file=sys.stderr
        )
        return 1
    for path, text in recipes(values).items():
        target = parsed.release / "recipes" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())

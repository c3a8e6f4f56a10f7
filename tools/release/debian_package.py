"""The Debian package: `sixqp.pyz` with its man pages, completions and menu entry."""

import gzip
import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

REVISION = "1"
_CONTROL = """\
Package: sixqp
Version: {version}
Section: games
Priority: optional
Architecture: all
Depends: python3 (>= 3.11)
Installed-Size: {kilobytes}
Maintainer: {maintainer}
Description: 6 qui prend! (6 nimmt!, Take 6) for LAN parties, in the terminal
 A card game for 2 to 10 players. One player hosts a table, the others find it
 on the local network. You can also play alone against bots, around one
 keyboard, from a phone, by ssh, and as lines of text.
"""
_MENU_ENTRY = """\
[Desktop Entry]
Type=Application
Name=sixqp
GenericName=Card game
GenericName[fr]=Jeu de cartes
Comment=6 qui prend! for LAN parties
Comment[fr]=6 qui prend ! en réseau local
Exec=/usr/games/sixqp
Terminal=true
Categories=Game;CardGame;
Keywords=6 nimmt;Take 6;6 qui prend;
"""
MAINTAINER = "The sixqp developers <sixqp@localhost>"
"""The publisher of the package puts a name and an address here."""


def debian_version(version: str) -> str:
    return f"{version}-{REVISION}"


def write_package(
    path: Path, bundle: Path, share: Path, changes: str, licences: str, version: str, built: int
) -> None:
    """Write the package; needs `dpkg-deb`. `share` has the completions and man pages, as below `/usr/share`.

    The same arguments give the same bytes. Raises CalledProcessError and OSError.
    """
    root = path.with_suffix(".root")
    files = {
        "usr/games/sixqp": bundle.read_bytes(),
        "usr/share/applications/sixqp.desktop": _MENU_ENTRY.encode(),
        **{f"usr/share/{each.relative_to(share).as_posix()}": each.read_bytes() for each in _files(share)},
        "usr/share/doc/sixqp/copyright": licences.encode(),
        "usr/share/doc/sixqp/NEWS.gz": _gzip(changes.encode()),
        "usr/share/doc/sixqp/changelog.Debian.gz": _gzip(_debian_changes(version, built).encode()),
    }
    control = {"version": debian_version(version), "maintainer": MAINTAINER}
    kilobytes = sum(-(-len(data) // 1024) for data in files.values())
    files["DEBIAN/control"] = _CONTROL.format(**control, kilobytes=kilobytes).encode()
    for name, data in files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        target.chmod(0o755 if name == "usr/games/sixqp" else 0o644)
    for each in (*root.rglob("*"), root):
        if each.is_dir():
            each.chmod(0o755)
        os.utime(each, (built, built))
    # Nearly all of it are wheels, which are compressed already.
    command = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(root), str(path)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(built)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    shutil.rmtree(root)


def _files(folder: Path) -> list[Path]:
    return sorted(each for each in folder.rglob("*") if each.is_file())


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _debian_changes(version: str, built: int) -> str:
    moment = f"{datetime.fromtimestamp(built, UTC):%a, %d %b %Y %H:%M:%S} +0000"
    return (
        f"sixqp ({debian_version(version)}) stable; urgency=medium\n\n"
        f"  * Version {version}; its changes are in NEWS.gz.\n\n -- {MAINTAINER}  {moment}\n"
    )

"""Makes `sixqp.pyz`: the program as one file, which `python3 sixqp.pyz` starts without pip and without a network.

`python tools/make_pyz.py --prepare`         fetches the wheels of all systems into `wheels/` first, by pip
`python tools/make_pyz.py --wheels FOLDER`   takes them from here; what is installed comes along
"""

import argparse
import hashlib
import sys
from pathlib import Path

from sixqp_tui.gateways.lend.archive import FILE, collect, systems_served, write_bundle
from sixqp_tui.gateways.lend.wheels import fetch, requirements


def main() -> int:
    """Make the file, and tell for which systems it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheels", type=Path, default=Path("wheels"), metavar="FOLDER")
    parser.add_argument("--output", type=Path, default=Path(FILE), metavar="FILE")
    parser.add_argument("--prepare", action="store_true", help="fetch what the folder has not, by pip")
    parsed = parser.parse_args()
    needed = requirements()
    if parsed.prepare:
        for target, reason in fetch(parsed.wheels, needed):
            print(target.label, "{}.{}".format(*target.python), reason or "ok", flush=True)
    wheels = collect(parsed.wheels, needed)
    write_bundle(parsed.output, wheels, needed)
    print(*systems_served(list(wheels), needed), sep="\n")
    data = parsed.output.read_bytes()
    print(f"{parsed.output}  {len(data) / 2**20:.1f} MiB  SHA-256 {hashlib.sha256(data).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

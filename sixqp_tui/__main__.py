"""`python -m sixqp_tui` is the command `sixqp`."""

import sys

from sixqp_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())

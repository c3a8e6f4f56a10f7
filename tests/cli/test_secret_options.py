"""Room codes and seeds: on the command line they are overwritten, and on standard input nobody sees them."""

import shutil
import subprocess

import pytest
from support.tables import options

from sixqp_tui.hosting.table_process import launch_table

CODE, SEED = "k7w3qgzz", "correct horse"
needs_ps = pytest.mark.skipif(shutil.which("ps") is None, reason="missing: ps (Debian: procps)")
"""Windows has none, and shows a command line to its own user alone."""


def processes() -> str:
    return subprocess.run(["ps", "-A", "-ww", "-o", "args="], capture_output=True, text=True, check=True).stdout


@needs_ps
async def test_the_table_process_started_by_host_hides_code_and_seed() -> None:
    code, seed = "m8x4rh22", "battery staple"  # what no other test types, whose processes are seen here too
    table = await launch_table(options("Salon", "Olga", port=0, lock=code, seed=seed))
    try:
        assert code not in processes() and seed not in processes()
    finally:
        table.process.terminate()
        table.process.wait()

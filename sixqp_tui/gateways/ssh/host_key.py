"""The host key of this installation's ssh gateway."""

from pathlib import Path
from typing import Final

import asyncssh

from sixqp_tui.store.files import hold_lock, read_or_create, restrict_permissions

FILE: Final = "ssh-key.pem"
MAX_BYTES: Final = 16 * 1024
"""A key takes four hundred."""


def load_or_create(folder: Path) -> asyncssh.SSHKey:
    """Created if none can be read. Only the user can read it. Raises OSError."""
    path = folder / FILE
    with hold_lock(path.with_suffix(".lock"), path):
        key = read_or_create(path, MAX_BYTES, asyncssh.import_private_key, _create)
        restrict_permissions(path)
    return key


def _create() -> bytes:
    return asyncssh.generate_private_key("ssh-ed25519").export_private_key()

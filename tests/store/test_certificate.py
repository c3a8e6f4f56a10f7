"""The certificate of an installation."""

import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from sixqp_tui.store.certificate import FILE, load_or_create, server_context

END = b"-----END PRIVATE KEY-----\n"


def test_a_certificate_is_made_once(tmp_path: Path) -> None:
    first = load_or_create(tmp_path / "new" / "folder")
    assert load_or_create(tmp_path / "new" / "folder") == first
    assert len(bytes.fromhex(first.fingerprint)) == 32
    assert {path.name for path in first.path.parent.iterdir()} <= {FILE, "certificate.lock"}
    server_context(first)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_key_and_its_new_folder_are_readable_by_the_user_only(tmp_path: Path) -> None:
    path = load_or_create(tmp_path / "page").path
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)] == [0o600, 0o700]


@pytest.mark.parametrize("damage", ["empty", "no certificate", "another key", "a locked key"])
def test_a_damaged_certificate_is_replaced(tmp_path: Path, damage: str) -> None:
    one, other = (load_or_create(tmp_path / name).path for name in "ab")
    key, certificate = one.read_bytes().split(END)
    locked = serialization.load_pem_private_key(key + END, None).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"secret"),
    )
    damaged = {
        "empty": b"",
        "no certificate": b"not a certificate",
        "another key": key + END + other.read_bytes().split(END)[1],
        "a locked key": locked + certificate,
    }
    one.write_bytes(damaged[damage])
    server_context(load_or_create(tmp_path / "a"))
    assert one.with_name(f"{FILE}.bad").read_bytes() == damaged[damage]

"""The certificate of an installation."""

import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from sixqp_tui.store.certificate import FILE, load_or_create, server_context


def test_a_certificate_is_made_once(tmp_path: Path) -> None:
    first = load_or_create(tmp_path / "new" / "folder")
    assert load_or_create(tmp_path / "new" / "folder") == first
    assert len(bytes.fromhex(first.fingerprint)) == 32
    assert [path.name for path in first.path.parent.iterdir()] == [FILE]
    server_context(first)


def test_two_installations_have_different_certificates(tmp_path: Path) -> None:
    assert load_or_create(tmp_path / "a").fingerprint != load_or_create(tmp_path / "b").fingerprint


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_key_and_its_new_folder_are_readable_by_the_user_only(tmp_path: Path) -> None:
    path = load_or_create(tmp_path / "page").path
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)] == [0o600, 0o700]


@pytest.mark.parametrize("broken", [b"", b"not a certificate"])
def test_a_broken_certificate_is_replaced(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / FILE).write_bytes(broken)
    server_context(load_or_create(tmp_path))


def test_a_certificate_with_another_key_is_replaced(tmp_path: Path) -> None:
    one, other = (load_or_create(tmp_path / name).path for name in "ab")
    end = b"-----END PRIVATE KEY-----\n"
    one.write_bytes(one.read_bytes().partition(end)[0] + end + other.read_bytes().partition(end)[2])
    server_context(load_or_create(tmp_path / "a"))


def test_a_certificate_with_a_locked_key_is_replaced(tmp_path: Path) -> None:
    path = load_or_create(tmp_path).path
    pem = path.read_bytes()
    locked = serialization.load_pem_private_key(pem, None).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"secret"),
    )
    path.write_bytes(locked + pem.partition(b"-----END PRIVATE KEY-----\n")[2])
    server_context(load_or_create(tmp_path))

"""The ssh gateway's host key: kept, private, and checked when read."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from sixqp_protocol.messages import WayNews
from sixqp_tui.gateways.ssh.host_key import FILE, load_or_create
from sixqp_tui.presentation.ways_in import way_in

PUBLIC = "AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43


def test_the_key_is_kept_and_private(tmp_path: Path) -> None:
    key = load_or_create(tmp_path)
    assert load_or_create(tmp_path) == key
    if os.name == "posix":
        (tmp_path / FILE).chmod(0o644)
        assert load_or_create(tmp_path) == key
        assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="missing: OpenSSH (Debian: openssh-client)")
def test_the_fingerprint_matches_openssh(tmp_path: Path) -> None:
    key = load_or_create(tmp_path)
    output = subprocess.run(["ssh-keygen", "-lf", tmp_path / FILE], capture_output=True, text=True, check=True)
    assert key.get_fingerprint() in output.stdout


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="missing: OpenSSH (Debian: openssh-client)")
def test_the_shown_command_makes_openssh_forget_another_hosts_key(tmp_path: Path) -> None:
    known, way = tmp_path / "known_hosts", way_in(WayNews("ssh", 4668), "192.0.2.7")
    host = shlex.split(way.forget)[-1]
    known.write_text(f"{host} ssh-ed25519 {PUBLIC}\n[192.0.2.99]:4668 ssh-ed25519 {PUBLIC}\n")
    assert f"@{host.partition(']')[0].lstrip('[')}" in way.line
    subprocess.run([*shlex.split(way.forget), "-f", known], capture_output=True, check=True)
    assert known.read_text() == f"[192.0.2.99]:4668 ssh-ed25519 {PUBLIC}\n"


def test_an_unreadable_key_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no key")
    key = load_or_create(tmp_path)
    assert load_or_create(tmp_path) == key
    assert (tmp_path / f"{FILE}.bad").read_bytes() == b"no key"

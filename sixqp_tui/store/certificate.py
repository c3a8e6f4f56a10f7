"""The certificate by which this installation's tables are recognised: self-signed, made once, kept."""

import os
import secrets
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.private_files import move_aside, read_private, restrict_permissions

FILE = "certificate.pem"
LARGEST = 64 * 1024
"""Bytes. A key and a certificate take two thousand."""
_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sixqp")])
_FROM = datetime(2020, 1, 1, tzinfo=UTC)
"""Before any clock that a player's machine may show, so that a wrong one refuses nothing."""
_TO = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""No date of expiry: clients trust the pin, and a date would only lock out players whose clock is wrong."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where key and certificate lie (one PEM file, for its user only), and the SHA-256 of the certificate (DER)."""

    path: Path
    fingerprint: str


def load_or_create(folder: Path) -> Certificate:
    """The certificate of this installation; made, with its folder, if there is none that can be read.

    Of two processes that make one at the same moment, both end up with the same. One that cannot be read is set
    aside. A key that others could read, such as a copied one, is the user's alone again. Raises OSError.
    """
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _keep(path)
    try:
        fingerprint = _fingerprint(path)
        restrict_permissions(path)
    except ValueError:
        move_aside(path)
        _keep(path)
        fingerprint = _fingerprint(path)
    return Certificate(path, fingerprint)


def server_context(certificate: Certificate) -> ssl.SSLContext:
    """What a server listens with: TLS 1.3, by this certificate. Raises OSError, of which ssl.SSLError is one."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(certificate.path)
    return context


def _fingerprint(path: Path) -> str:
    """Of the certificate at this path. Raises ValueError unless the key beside it is its own, and unlocked."""
    pem = read_private(path, LARGEST)
    certificate = x509.load_pem_x509_certificate(pem)
    try:
        key = serialization.load_pem_private_key(pem, password=None)
    except TypeError as locked:
        raise ValueError("the key asks for a password") from locked
    if key.public_key() != certificate.public_key():
        raise ValueError("the key is not that of the certificate")
    return sha256(certificate.public_bytes(serialization.Encoding.DER)).hexdigest()


def _keep(path: Path) -> None:
    """Put a new one there; where another was quicker, that one stays."""
    fresh = path.with_name(f"{path.stem}.{secrets.token_hex(4)}.pem")
    try:
        write_atomically(fresh, _made(), private=True)
        _place(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def _place(fresh: Path, path: Path) -> None:
    try:
        os.link(fresh, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        fresh.replace(path)


def _made() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_NAME)
        .issuer_name(_NAME)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_TO)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)

"""The self-signed certificate of this installation's tables, created once."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from sixqp_tui.store.files import hold_lock, read_or_create, restrict_permissions
from sixqp_tui.store.paths import create_private_folder

FILE = "certificate.pem"
MAX_BYTES = 64 * 1024
"""A key and a certificate take two thousand."""
_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sixqp")])
_FROM = datetime(2020, 1, 1, tzinfo=UTC)
"""Earlier than any wrong clock."""
_TO = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""Never: clients trust the pin, and an expiry date would only lock out players with a wrong clock."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The path of the PEM file with key and certificate, and the certificate's SHA-256 (DER)."""

    path: Path
    fingerprint: str


def load_or_create(folder: Path) -> Certificate:
    """Created if none can be read. A key that others could read becomes private. Raises OSError."""
    path = folder / FILE
    create_private_folder(folder)
    with hold_lock(path.with_suffix(".lock"), path):
        fingerprint = read_or_create(path, MAX_BYTES, _fingerprint, _make)
        restrict_permissions(path)
    return Certificate(path, fingerprint)


def server_context(certificate: Certificate) -> ssl.SSLContext:
    """TLS 1.3 with this certificate. Raises OSError, which includes ssl.SSLError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(certificate.path)
    return context


def _fingerprint(pem: bytes) -> str:
    """Raises ValueError unless the key is unencrypted and belongs to the certificate."""
    certificate = x509.load_pem_x509_certificate(pem)
    try:
        key = serialization.load_pem_private_key(pem, password=None)
    except TypeError as locked:
        raise ValueError("the key asks for a password") from locked
    if key.public_key() != certificate.public_key():
        raise ValueError("the key is not that of the certificate")
    return sha256(certificate.public_bytes(serialization.Encoding.DER)).hexdigest()


def _make() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    builder = (
        x509.CertificateBuilder()
        .subject_name(_NAME)
        .issuer_name(_NAME)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_TO)
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

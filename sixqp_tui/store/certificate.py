"""The self-signed certificate of this installation's tables, created once.

A page has its own certificate: browsers check its addresses, and accept none that is valid for years.
"""

import re
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from sixqp_tui.store.files import (
    move_aside,
    read_private,
    restrict_permissions,
    write_atomically,
    write_unless_there,
)
from sixqp_tui.store.paths import create_private_folder

FILE = "certificate.pem"
MAX_BYTES = 64 * 1024
"""A key and a certificate take two thousand."""
_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sixqp")])
_PLAIN = re.compile(r"[0-9A-Za-z]([0-9A-Za-z-]*[0-9A-Za-z])?(\.[0-9A-Za-z]([0-9A-Za-z-]*[0-9A-Za-z])?)*")
"""A host name that a certificate may contain."""
_FROM = datetime(2020, 1, 1, tzinfo=UTC)
"""Earlier than any wrong clock."""
_TO = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""Never: clients trust the pin, and an expiry date would only lock out players with a wrong clock."""
_PAGE_BEFORE = timedelta(days=2)
"""How slow a phone's clock may be."""
_PAGE_VALID = timedelta(days=397)
"""About as long as browsers accept."""
_PAGE_MIN = timedelta(days=30)
"""A certificate that expires sooner is replaced, so that none expires during an evening."""


class Site(NamedTuple):
    """A page: the hosts at which browsers reach it, and the current time."""

    hosts: tuple[str, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class Certificate:
    """The path of the PEM file with key and certificate, and the certificate's SHA-256 (DER)."""

    path: Path
    fingerprint: str


def load_or_create(folder: Path, site: Site | None = None) -> Certificate:
    """Created if none can be read.

    Raises OSError. A site's certificate is replaced if it lacks a host or expires soon. Two processes that create
    one at the same time get the same. An unreadable one is moved aside, and a key that others could read becomes
    private.
    """
    path = folder / FILE
    create_private_folder(folder)
    if not path.exists():
        write_unless_there(path, _make(site))
    try:
        if site and not _serves(path, site):
            write_atomically(path, _make(site), private=True)
        fingerprint = _fingerprint(path)
        restrict_permissions(path)
    except ValueError:
        move_aside(path)
        write_unless_there(path, _make(site))
        fingerprint = _fingerprint(path)
    return Certificate(path, fingerprint)


def server_context(certificate: Certificate) -> ssl.SSLContext:
    """TLS 1.3 with this certificate. Raises OSError, which includes ssl.SSLError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(certificate.path)
    return context


def _fingerprint(path: Path) -> str:
    """Raises ValueError unless the key is unencrypted and belongs to the certificate."""
    pem = read_private(path, MAX_BYTES)
    certificate = x509.load_pem_x509_certificate(pem)
    try:
        key = serialization.load_pem_private_key(pem, password=None)
    except TypeError as locked:
        raise ValueError("the key asks for a password") from locked
    if key.public_key() != certificate.public_key():
        raise ValueError("the key is not that of the certificate")
    return sha256(certificate.public_bytes(serialization.Encoding.DER)).hexdigest()


def _serves(path: Path, site: Site) -> bool:
    """Whether the certificate fits the site. Raises ValueError if it can't be read."""
    certificate = x509.load_pem_x509_certificate(read_private(path, MAX_BYTES))
    try:
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    ends = certificate.not_valid_after_utc
    return set(_names(site)) <= set(named) and certificate.not_valid_before_utc <= site.now <= ends - _PAGE_MIN


def _names(site: Site) -> list[x509.GeneralName]:
    names: list[x509.GeneralName] = []
    for host in site.hosts:
        try:
            address = ip_address(host)
        except ValueError:
            names += [x509.DNSName(host.lower())] if _PLAIN.fullmatch(host) else []
        else:
            names += [] if "%" in host else [x509.IPAddress(address)]
    return names


def _make(site: Site | None) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    builder = (
        x509.CertificateBuilder()
        .subject_name(_NAME)
        .issuer_name(_NAME)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(site.now - _PAGE_BEFORE if site else _FROM)
        .not_valid_after(site.now - _PAGE_BEFORE + _PAGE_VALID if site else _TO)
    )
    if site:
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        builder = builder.add_extension(x509.SubjectAlternativeName(_names(site)), critical=False)
        builder = builder.add_extension(usage, critical=False)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

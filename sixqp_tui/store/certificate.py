"""The certificate by which this installation's tables are recognised: self-signed, made once, kept.

That of a page is another one. A browser looks for the addresses in it, and takes none that is valid for years.
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

from sixqp_tui.store.atomic_write import write_atomically, write_unless_there
from sixqp_tui.store.private_files import move_aside, read_private, restrict_permissions

FILE = "certificate.pem"
MAX_BYTES = 64 * 1024
"""Bytes. A key and a certificate take two thousand."""
_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sixqp")])
_PLAIN = re.compile(r"[0-9A-Za-z]([0-9A-Za-z-]*[0-9A-Za-z])?(\.[0-9A-Za-z]([0-9A-Za-z-]*[0-9A-Za-z])?)*")
"""A name that may stand in a certificate."""
_FROM = datetime(2020, 1, 1, tzinfo=UTC)
"""Before any clock that a player's machine may show, so that a wrong one refuses nothing."""
_TO = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""No date of expiry: clients trust the pin, and a date would only lock out players whose clock is wrong."""
_PAGE_BEFORE = timedelta(days=2)
"""A phone's clock may be late by so much."""
_PAGE_VALID = timedelta(days=397)
"""As long as browsers take a certificate for, with some days to spare."""
_PAGE_MIN = timedelta(days=30)
"""One that is valid for less than this is made anew, so that none ends in the middle of an evening."""


class Site(NamedTuple):
    """A page: the names and addresses by which browsers reach it, and what time it is."""

    hosts: tuple[str, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where key and certificate lie (one PEM file, for its user only), and the SHA-256 of the certificate (DER)."""

    path: Path
    fingerprint: str


def load_or_create(folder: Path, site: Site | None = None) -> Certificate:
    """The certificate of this installation, or of a `site`; made, with its folder, if none can be read.

    That of a site is made anew where it misses one of its hosts, or ends soon.

    Of two processes that make one at the same moment, both end up with the same. One that cannot be read is set
    aside. A key that others could read, such as a copied one, is the user's alone again. Raises OSError.
    """
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
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
    """What a server listens with: TLS 1.3, by this certificate. Raises OSError, of which ssl.SSLError is one."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(certificate.path)
    return context


def _fingerprint(path: Path) -> str:
    """Of the certificate at this path. Raises ValueError unless the key beside it is its own, and unlocked."""
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
    """Whether the certificate at this path is one for this site. Raises ValueError where it cannot be read."""
    certificate = x509.load_pem_x509_certificate(read_private(path, MAX_BYTES))
    try:
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    ends = certificate.not_valid_after_utc
    return set(_names(site)) <= set(named) and certificate.not_valid_before_utc <= site.now <= ends - _PAGE_MIN


def _names(site: Site) -> list[x509.GeneralName]:
    """The hosts as a certificate has them; an address that means something on one link only stays out."""
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

"""What describes the contents of a release: the bill of materials, the licences and the release notes."""

import re
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import zip_longest

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from tools.release.wheels import Wheel

_HEADING = re.compile(r"^## (?P<version>\S+) — (?P<date>.+)$", re.MULTILINE)
UNRELEASED = "unreleased"
PROGRAM = "sixqp"


def _projects(wheels: Iterable[Wheel]) -> dict[str, list[Wheel]]:
    found: dict[str, list[Wheel]] = {}
    for wheel in wheels:
        found.setdefault(wheel.project, []).append(wheel)
    return dict(sorted(found.items()))


def licence_of(wheel: Wheel) -> str:
    """The SPDX expression or the name in the metadata, else its classifiers."""
    metadata = wheel.metadata
    stated = str(metadata["License-Expression"] or metadata["License"] or "").strip()
    if stated and "\n" not in stated:
        return stated
    classifiers = [str(each) for each in metadata.get_all("Classifier", []) if str(each).startswith("License ::")]
    return ", ".join(each.rpartition(" :: ")[2] for each in classifiers)


def bill_of_materials(wheels: Sequence[Wheel], built: int) -> str:
    """A CycloneDX document in JSON, of a release that was built at `built`, in seconds since 1970.

    A component is a project in one version; its properties name each of its wheels with its SHA-256.
    """
    components = {project: _component(group) for project, group in _projects(wheels).items()}
    program = components.pop(PROGRAM)
    program.type = ComponentType.APPLICATION
    everything = ",".join(wheel.digest for wheel in wheels)
    bom = Bom(
        components=components.values(),
        serial_number=uuid.uuid5(uuid.NAMESPACE_OID, everything),
        metadata=BomMetaData(component=program, timestamp=datetime.fromtimestamp(built, UTC)),
    )
    bom.register_dependency(program, components.values())
    return JsonV1Dot6(bom).output_as_string(indent=1) + "\n"


def _component(group: Sequence[Wheel]) -> Component:
    first = group[0]
    licence = licence_of(first)
    return Component(
        name=first.project,
        version=first.version,
        type=ComponentType.LIBRARY,
        bom_ref=f"{first.project}=={first.version}",
        purl=PackageURL("pypi", name=first.project, version=first.version),
        licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=first.digest)] if len(group) == 1 else [],
        properties=[Property(name=f"sixqp:wheel:{wheel.file}", value=f"sha256:{wheel.digest}") for wheel in group],
    )


class NoLicence(Exception):
    """A bundled project has neither a licence's text nor its name."""


def licences(wheels: Sequence[Wheel]) -> str:
    """The licences of the program and of everything bundled, one after the other. Raises NoLicence."""
    parts = [
        "sixqp.pyz and the Debian package contain these projects. Each is under its own licence, which follows.\n"
    ]
    for project, group in _projects(wheels).items():
        named = licence_of(group[0])
        texts = {text: name for wheel in group for name, text in wheel.licence_texts().items()}
        if not named and not texts:
            raise NoLicence(f"Expected a licence in {group[0].file}, found neither a text nor a name.")
        title = f"{project} {group[0].version}" + (f" · {named}" if named else "")
        parts.append(f"{'=' * 100}\n{title}\n{'=' * 100}\n")
        parts += [f"{name}\n\n{text.strip()}\n" for text, name in texts.items()]
        if not texts:
            parts.append("The project's wheel has no text of its licence.\n")
    return "\n".join(parts)


class NoNotes(Exception):
    """The list of changes has nothing, or no date, for a version."""


def release_notes(changes: str, version: str) -> tuple[str, str]:
    """The date of a version, or `unreleased`, and what changed in it. Raises NoNotes."""
    headings = [*_HEADING.finditer(changes)]
    for heading, following in zip_longest(headings, headings[1:]):
        if heading["version"] == version:
            body = changes[heading.end() : following.start() if following else len(changes)]
            return heading["date"].strip(), f"# sixqp {version}\n\n{body.strip()}\n"
    raise NoNotes(f"Expected a heading “## {version} — DATE” in NOTES.md, found none.")

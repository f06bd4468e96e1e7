"""Contact points of a file, in two formats that can be combined.

The format of Grafana 10.4 has receivers: `{name, receivers: [{uid, type, settings}]}`. The flat
format has one: `{name, type, settings}`. Flat entries with the same name form a contact point.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from vedette.alerting.contacts.model import IntegrationDraft
from vedette.alerting.transfer.provision.organizations import org_of
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import DocumentMapping


class FilePoint(msgspec.Struct, frozen=True):
    """One entry of `contactPoints`. Integrations of the flat format can have no uid yet."""

    org_id: int
    name: str
    drafts: tuple[IntegrationDraft, ...]
    line: int


def read_point(entry: Entry) -> FilePoint:
    """Raises `DocumentError`."""
    name, org_id = entry.required("name"), org_of(entry)
    if not entry.has("receivers") and entry.has("type"):
        return FilePoint(org_id, name, (_draft(entry, name),), entry.line)
    value, _ = entry.value("receivers")
    if not isinstance(value, list | None):
        raise entry.wrong("receivers", "a list")
    if not value:
        entry.report.warn(f"The contact point {name!r} has no receivers.", entry.line)
    drafts = []
    for index, item in enumerate(value or ()):
        if not isinstance(item, DocumentMapping):
            raise entry.wrong(f"receivers[{index}]", "a mapping")
        receiver = Entry(item, entry.report)
        try:
            draft = _draft(receiver, name)
            if not draft.uid:
                raise DocumentError(
                    "uid is missing. It identifies the receiver when the file is read again.",
                    receiver.line,
                )
        except DocumentError as error:
            raise DocumentError(f"receivers[{index}]: {error.message}", error.line) from error
        receiver.close()
        drafts.append(draft)
    return FilePoint(org_id, name, tuple(drafts), entry.line)


def merged(points: Sequence[FilePoint]) -> Sequence[FilePoint]:
    """Return each contact point of a file once, with a uid for every integration.

    A generated uid is the same whenever the file is read.
    """
    found: dict[tuple[int, str], FilePoint] = {}
    for point in points:
        first = found.setdefault((point.org_id, point.name), point)
        if first is not point:
            found[point.org_id, point.name] = replace(first, drafts=(*first.drafts, *point.drafts))
    return [replace(point, drafts=_with_uids(point)) for point in found.values()]


def _draft(entry: Entry, name: str) -> IntegrationDraft:
    secrets = entry.mapping("secureSettings")
    return IntegrationDraft(
        name=name,
        type=entry.required("type"),
        settings=dict(entry.mapping("settings")),
        uid=entry.text("uid").strip(),
        disable_resolve=entry.flag("disableResolveMessage"),
        secrets=_as_written(secrets),
    )


def _as_written(secrets: DocumentMapping) -> Mapping[str, str]:
    for key, value in secrets.items():
        if isinstance(value, DocumentMapping | list):
            raise DocumentError(f"secureSettings.{key} must be text.", secrets.lines[key])
    return {key: secrets.written[key] for key, value in secrets.items() if value is not None}


def _with_uids(point: FilePoint) -> tuple[IntegrationDraft, ...]:
    made = []
    for index, draft in enumerate(point.drafts):
        before = sum(each.type == draft.type for each in point.drafts[:index])
        text = f"{point.name}\x00{draft.type}\x00{before}"
        generated = "f" + blake2b(text.encode(), digest_size=7).hexdigest()
        made.append(replace(draft, uid=draft.uid or generated))
    return tuple(made)

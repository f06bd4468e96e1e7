"""Applies provisioning files as a new server does, in a temporary database."""

import asyncio
import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from vedette.app.build import App, build
from vedette.crypto.passwords import PasswordHashes
from vedette.dashboards.provision.kind import DashboardsKind
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.errors import VedetteError
from vedette.provisioning.document import read_document
from vedette.provisioning.expansion import AS_WRITTEN, expand
from vedette.provisioning.files import read_text
from vedette.provisioning.problems import DocumentError, Problem, Report
from vedette.provisioning.values import DocumentMapping, Value
from vedette.server.sections import ALL_SECTIONS
from vedette.settings import load

_MOST_ORGS = 1_000
_ORG_IDS = frozenset({"orgId", "orgID", "org_id"})
_ORG_NAMES = frozenset({"orgName", "org_name"})


class Orgs(msgspec.Struct):
    """Organizations in provisioning files. They belong to the server, so all of them exist."""

    last_id: int = 1
    names: set[str] = msgspec.field(default_factory=set)

    def note(self, file: Path, environ: Mapping[str, str]) -> None:
        """Add the organizations of a file. An unreadable file contains none."""
        try:
            document = read_document(read_text(file), environ, Report(""), AS_WRITTEN, "providers")
            found = [
                (key, expand(str(value), environ, Report(""), 1))
                for key, value in _pairs(document)
                if key in _ORG_NAMES | _ORG_IDS and value is not None
            ]
        except DocumentError:
            return
        for key, text in found:
            if key in _ORG_NAMES and text:
                self.names.add(text)
            elif key in _ORG_IDS and text.isdecimal():
                self.last_id = max(self.last_id, min(int(text), _MOST_ORGS))


def rehearse(directory: Path, orgs: Orgs) -> list[Problem]:
    """Return the problems that a new server with these organizations finds.

    Files that it ignores are warnings. Nothing is logged or stored.
    """
    silent = logging.NullHandler()  # Without a handler, warnings are printed.
    logging.getLogger().addHandler(silent)
    try:
        with TemporaryDirectory() as data:
            return asyncio.run(_rehearse(directory, Path(data), orgs))
    finally:
        logging.getLogger().removeHandler(silent)


async def _rehearse(directory: Path, data: Path, orgs: Orgs) -> list[Problem]:
    words = (
        f"paths.data={data}",
        f"paths.provisioning={directory}",
        f"security.secret_key={secrets.token_urlsafe(32)}",
        "tour.enabled=false",
    )
    settings = load(ALL_SECTIONS, overrides=words)
    async with build(settings, passwords=PasswordHashes(1024, 1)) as app:
        await _make_orgs(app, orgs)
        problems: list[Problem] = []
        for kind in app.provisioning.kinds:
            try:
                await kind.sync(force=True)
            except VedetteError as error:
                problems.append(Problem(f"{kind.name}/", None, error.public))
                continue
            names = _paths(kind) if isinstance(kind, DashboardsKind) else {}
            problems += [
                msgspec.structs.replace(each, file=names.get(each.file, each.file))
                for each in kind.problems
            ]
        await app.provisioning.name_unread()
        for unread in app.provisioning.unread:
            problems.append(Problem(unread.file, None, unread.message, "warning"))
        return problems


async def _make_orgs(app: App, orgs: Orgs) -> None:
    now = app.clock.now_ms()
    async with app.database.transaction() as tx:
        store = OrgStore(tx)
        there = {name for _, name in await store.all()}
        new = sorted(orgs.names - there)
        new += [f"Organization {number}" for number in range(len(new) + 2, orgs.last_id + 1)]
        for name in new:
            await store.create(name, now)


def _paths(kind: DashboardsKind) -> Mapping[str, str]:
    """Return the path of each dashboard by its name in the provisioning status."""
    return {
        f"{provider.name}/{path}": str(provider.path / path)
        for provider, memory in kind.memories.items()
        for path in memory.files
    }


def _pairs(value: Value) -> Iterator[tuple[str, Value]]:
    items: Sequence[Value] = value if isinstance(value, list) else []
    if isinstance(value, DocumentMapping):
        yield from value.items()
        items = list(value.values())
    for item in items:
        yield from _pairs(item)

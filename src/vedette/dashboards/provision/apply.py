"""Writes the dashboards of one provider's files, a few files per transaction."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from vedette.dashboards.body import Body
from vedette.dashboards.model import ROOT, Dashboard, Folder, Provenance
from vedette.dashboards.provision.providers import MAX_FOLDER_DEPTH, Provider
from vedette.dashboards.provision.scan import DashboardFile, DashboardFileContent
from vedette.dashboards.service.importing import DefaultSource
from vedette.dashboards.service.writer import DashboardWriter
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Tx
from vedette.kernel.ids import new_uid

BY = "provisioning"


class DashboardFileRefused(Exception):
    """One file was refused; the other files of its batch are still written."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class FileTitleTaken(DashboardFileRefused):
    def __init__(self, message: str, dashboard_id: int, holder_id: int) -> None:
        """`dashboard_id` is the dashboard that the file would change, 0 for a new one."""
        super().__init__(message)
        self.dashboard_id = dashboard_id
        self.holder_id = holder_id


class FileOutcome(msgspec.Struct, frozen=True):
    uid: str
    changed: bool
    warning: str = ""


class Others(msgspec.Struct, frozen=True):
    """The state of all files at the time when one of them is applied."""

    providers: frozenset[str]
    declared: Mapping[str, str]
    """The current uid in each file of this provider, by path."""

    def claim(self, provider: Provider, file: DashboardFile, existing: Dashboard) -> bool:
        """Return whether another existing file created this dashboard, which then stays its
        owner."""
        origin = existing.provenance
        if origin is None or (origin.provider, origin.path) == (provider.name, file.path):
            return False
        if origin.provider != provider.name:
            return origin.provider in self.providers
        return self.declared.get(origin.path) == existing.uid


class Applier:
    def __init__(self, writer: DashboardWriter, default_source: DefaultSource) -> None:
        self.writer = writer
        self.default_source = default_source

    async def file(
        self,
        tx: Tx,
        provider: Provider,
        file: DashboardFile,
        content: DashboardFileContent,
        others: Others,
    ) -> FileOutcome:
        """Create or update the dashboard of a file, unless its checksum is unchanged.

        Raises `DashboardFileRefused` if the uid or the title belongs to another file.
        """
        store = DashboardStore(tx)
        mine = await store.by_file(provider.org_id, provider.name, file.path)
        named = None
        if content.body.uid:
            named = await store.by_uid(provider.org_id, content.body.uid)
        existing = named or mine
        if existing and others.claim(provider, file, existing):
            raise DashboardFileRefused(_taken(existing))
        folder_uid = await self._folder(tx, provider, file)
        origin = _origin(provider, file, content)
        if existing and existing.provenance == origin and existing.folder_uid == folder_uid:
            return FileOutcome(existing.uid, changed=False)
        body, warning = await self._body(provider, content)
        if existing and _same_content(existing, origin) and existing.folder_uid == folder_uid:
            await self._leave(tx, mine, existing, others)
            await store.mark(provider.org_id, existing.id, origin)
            return FileOutcome(existing.uid, changed=True, warning=warning)
        holder = await store.by_title(provider.org_id, folder_uid, body.title)
        if holder and (existing is None or holder.id != existing.id):
            raise FileTitleTaken(
                f"The folder already has a dashboard with the title {body.title!r}"
                f" (uid {holder.uid}).",
                existing.id if existing else 0,
                holder.id,
            )
        await self._leave(tx, mine, existing, others)
        written = await self.writer.put(
            tx,
            provider.org_id,
            existing,
            replace(body, uid=body.uid or (existing.uid if existing else "")),
            folder_uid=folder_uid,
            by=BY,
            message=f"Provisioned from {file.path}",
            provenance=origin,
        )
        return FileOutcome(written.uid, changed=True, warning=warning)

    async def _leave(
        self, tx: Tx, mine: Dashboard | None, existing: Dashboard | None, others: Others
    ) -> None:
        """Delete the dashboard that the file created with its previous uid.

        If another file has that uid, it takes over the dashboard with its history.
        """
        if mine is None or existing is None or mine.id == existing.id:
            return
        await remove(tx, [mine], keep=mine.uid in others.declared.values())

    async def _body(self, provider: Provider, content: DashboardFileContent) -> tuple[Body, str]:
        values, missing = dict(provider.inputs), list[str]()
        for declared in content.inputs:
            if declared.name in values:
                continue
            if declared.type != "datasource":
                values[declared.name] = declared.default
                continue
            uid = await self.default_source(provider.org_id, declared.plugin_id)
            if uid is None:
                missing.append(f"{declared.name} ({declared.plugin_id})")
            else:
                values[declared.name] = uid
        warning = f"No data source for {', '.join(missing)}." if missing else ""
        return content.filled(values), warning

    async def _folder(self, tx: Tx, provider: Provider, file: DashboardFile) -> str:
        titles = provider.folder_of(file.directories)
        if len(titles) > MAX_FOLDER_DEPTH:
            raise DashboardFileRefused(
                f"The directory is nested more than {MAX_FOLDER_DEPTH} levels deep."
            )
        store, parent = FolderStore(tx), None
        if provider.folder_uid and not titles:
            found = await store.by_uid(provider.org_id, provider.folder_uid)
            if found is None:
                raise DashboardFileRefused(
                    f"There is no folder with the uid {provider.folder_uid}."
                )
            return found.uid
        for index, title in enumerate(titles):
            uid = provider.folder_uid if index == len(titles) - 1 else ""
            parent = await self._ensure(tx, provider.org_id, parent, title.strip(), uid)
        return parent.uid if parent else ROOT

    async def _ensure(
        self, tx: Tx, org_id: int, parent: Folder | None, title: str, uid: str
    ) -> Folder:
        """Return the folder with the uid, else that with the title below `parent`, else a new
        one."""
        store = FolderStore(tx)
        found = await store.by_uid(org_id, uid) if uid else None
        found = found or await store.by_title(org_id, parent.uid if parent else ROOT, title)
        if found:
            return found
        now, uid = self.writer.clock.now_ms(), uid or new_uid()
        folder = Folder(
            id=0,
            org_id=org_id,
            uid=uid,
            parent_uid=parent.uid if parent else ROOT,
            path=f"{parent.path if parent else '/'}{uid}/",
            title=title,
            version=1,
            created=now,
            created_by=BY,
            updated=now,
            updated_by=BY,
            provisioned_by=None,
        )
        return replace(folder, id=await store.insert(folder))


def _origin(provider: Provider, file: DashboardFile, content: DashboardFileContent) -> Provenance:
    return Provenance(
        provider.name,
        file.path,
        content.checksum,
        editable=provider.allow_ui_updates,
        is_kept=provider.disable_deletion,
    )


def _taken(existing: Dashboard) -> str:
    origin = existing.provenance
    assert origin is not None
    return (
        f"The uid {existing.uid} belongs to {origin.path} of the provider {origin.provider}. "
        "The first file takes precedence."
    )


def _same_content(existing: Dashboard, origin: Provenance) -> bool:
    before = existing.provenance
    return before is not None and before.checksum == origin.checksum


async def remove(tx: Tx, gone: Sequence[Dashboard], *, keep: bool) -> None:
    """Delete dashboards whose files are gone; with `keep` they only lose their provenance."""
    store = DashboardStore(tx)
    for dashboard in gone:
        if keep:
            await store.mark(dashboard.org_id, dashboard.id, None)
        else:
            await store.delete(dashboard.org_id, dashboard.id)

"""Data sources on both databases, with a plugin that tests steer."""

from types import SimpleNamespace

import msgspec
import pytest

from vedette.access.evaluator import RolePermissions
from vedette.crypto.vault import Vault
from vedette.datasources.calls import SourceCalls
from vedette.datasources.connections import Connections
from vedette.datasources.provision import DataSourceFiles
from vedette.datasources.provision.files import READING
from vedette.datasources.service import DataSources
from vedette.datasources.writer import SourceWriter
from vedette.kernel.clock import SystemClock
from vedette.kernel.principal import Principal
from vedette.kernel.secret import Secret
from vedette.outbound.client import Outbound
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings
from vedette.plugins.errors import UnknownPlugin
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.engine import Provisioning
from vedette.provisioning.file_kind import FileKind
from vedette.provisioning.files import Root
from vedette.sdk import DataSourcePlugin, Health, Manifest, PluginKind, ProxyRoute

ADMIN = Principal("user", 1, 1, "Admin", login="ann")
VIEWER = Principal("user", 2, 1, "Viewer", login="vic")
STRANGER = Principal("user", 3, 2, "Admin")


class Settings(msgspec.Struct, rename="camel"):
    time_interval: str = "15s"
    limit: int = 10


class Opened:
    """A source of the plugin `test`; remembers how it was opened and whether it was closed."""

    def __init__(self, connection, host):
        self.connection, self.host, self.is_closed = connection, host, False

    async def query(self, queries, caller):
        return []

    async def check(self):
        async with self.host.http.request("GET", "/healthy") as response:
            return Health(response.status == 200, f"Answered {response.status}.")

    async def resource(self, method, path, params, body, caller):
        return {
            "method": method,
            "path": path,
            "params": params,
            "body": body.decode(),
            "headers": dict(caller.forwarded_headers),
        }

    async def aclose(self):
        self.is_closed = True


class Registry:
    def __init__(self):
        self.opened = []
        self.failure = None

    def manifest(self, plugin_id):
        if plugin_id not in ("test", "alias-of-test"):
            raise UnknownPlugin(f"No plugin {plugin_id} is installed.")
        return Manifest(
            "test",
            PluginKind.DATASOURCE,
            "Test",
            "1.0.0",
            ">=1,<2",
            public_settings=("derivedFields",),
        )

    def datasource(self, plugin_id):
        self.manifest(plugin_id)
        routes = (
            ProxyRoute("GET", "api/v1/labels"),
            ProxyRoute("GET", "api/v1/label/*/values"),
            ProxyRoute("POST", "api/v1/query"),
            ProxyRoute("POST", "api/v1/admin", "datasources:write"),
        )
        return DataSourcePlugin(Settings, self._open, routes)

    async def _open(self, connection, host):
        if self.failure:
            raise self.failure
        self.opened.append(Opened(connection, host))
        return self.opened[-1]


@pytest.fixture
async def room(database):
    """Everything of the domain, built by hand as the application does it."""
    async with database.transaction() as tx:
        for number in (1, 2):
            await tx.execute(
                "INSERT INTO org (id, name, created, updated) VALUES (:id, :name, 0, 0)"
                " ON CONFLICT DO NOTHING",
                {"id": number, "name": f"org {number}"},
            )
    clock, permissions, registry = SystemClock(), RolePermissions(), Registry()
    writer = SourceWriter(Vault(Secret("k" * 40), clock), clock, registry)
    egress = Egress(EgressSettings(), loopback_by_default=True)
    outbound = Outbound(DataproxySettings(), egress, clock)
    connections = Connections(
        database, writer, registry, outbound, clock, own_cookies=("vedette_session",)
    )
    yield SimpleNamespace(
        database=database,
        writer=writer,
        registry=registry,
        outbound=outbound,
        connections=connections,
        service=DataSources(database, permissions, writer, registry, 5_000),
        calls=SourceCalls(connections, permissions),
        permissions=permissions,
    )
    await connections.aclose()


class QuickClock(SystemClock):
    async def sleep(self, seconds):
        pass


@pytest.fixture
def files(room, tmp_path):
    directory = tmp_path / "datasources"
    directory.mkdir()
    environ = {"PASSWORD": "hunter2", "PORT": "9090"}
    kind = FileKind(
        DataSourceFiles(room.writer, PluginRegistry()),
        [Root(tmp_path)],
        room.database,
        QuickClock(),
        environ,
        reading=READING,
    )
    engine = Provisioning(lambda: [kind], room.database, QuickClock())

    class Files:
        async def apply(self, **texts):
            for name, text in texts.items():
                file = directory / f"{name}.yaml"
                if text is None:
                    file.unlink()
                else:
                    file.write_text(text)
            statuses = await engine.reload("datasources")
            return {status.file.split("/")[1]: status for status in statuses}

    return Files()

"""The servers around all clusters: source, receiver, database, and the links between them."""

from contextlib import suppress
from pathlib import Path

from tests.fixtures.postgres import free_port
from tests.reliability.rig.collector import Collector
from tests.reliability.rig.instance import Instance
from tests.reliability.rig.loop import Load, RigLoop
from tests.reliability.rig.origins import Origins
from tests.reliability.rig.postgres import RigPostgres
from tests.reliability.rig.proxy import Link
from tests.reliability.rig.script import Script
from tests.reliability.rig.simulator import Simulator

ADMIN_PASSWORD = "admin-of-the-rig"
LEASE = 3
CONCURRENT_DELIVERIES = 4
SETTINGS = (
    f"cfg:security.admin_password={ADMIN_PASSWORD}",
    f"cfg:security.secret_key={'k' * 40}",
    "cfg:egress.allow_loopback=true",
    "cfg:unified_alerting.min_interval=1s",
    f"cfg:unified_alerting.lease={LEASE}s",
    f"cfg:unified_alerting.concurrent_deliveries={CONCURRENT_DELIVERIES}",
    "cfg:dataproxy.timeout=5",
    "cfg:unified_alerting.evaluation_timeout=5s",
    "cfg:database.max_open_conn=10",
    "cfg:database.max_idle_conn=10",
)


class Rig:
    """Lives for a test run, with changing clusters. It can use a given `postgres`."""

    def __init__(self, directory: Path, seed: int, postgres: RigPostgres | None = None) -> None:
        self.directory = directory
        self.seed = seed
        self.loop = RigLoop()
        self.origins = Origins()
        self.script = Script(seed)
        self.simulator = Simulator(self.script, self.loop, self.origins).start()
        self.collector = Collector(self.loop, self.origins, directory / "collector.jsonl").start()
        self.postgres = postgres or RigPostgres()
        self._links: list[Link] = []
        self._template = ""

    def link(self, port: int) -> Link:
        """Create a link to a server of this machine."""
        link = Link(("127.0.0.1", port), self.loop, self.origins).start()
        self._links.append(link)
        return link

    def load(self) -> Load:
        return Load(self.loop)

    def template(self) -> str:
        """Return a migrated database with its administrator, created once."""
        if not self._template:
            name = self.postgres.create()
            directory = self.directory / "template"
            directory.mkdir(exist_ok=True)
            settings = [*SETTINGS, f"cfg:database.url={self.database_url(name)}"]
            first = Instance("first", free_port(), settings, directory, self.origins)
            first.start()
            try:
                first.terminate()
            finally:
                first.close()
            self._template = name
        return self._template

    def database_url(self, name: str, port: int | None = None) -> str:
        return f"postgres://vedette:secret@127.0.0.1:{port or self.postgres.port}/{name}"

    def close(self) -> None:
        for link in self._links:
            link.close()
        self.simulator.close()
        self.collector.close()
        with suppress(Exception):
            self.postgres.close()
        self.loop.close()

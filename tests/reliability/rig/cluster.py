"""Instances that share one database, and their resources."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.fixtures.postgres import free_port
from tests.reliability.rig import bodies
from tests.reliability.rig.bodies import Way
from tests.reliability.rig.http import Reply, ask
from tests.reliability.rig.instance import Instance
from tests.reliability.rig.proxy import Link
from tests.reliability.rig.rig import ADMIN_PASSWORD, SETTINGS, Rig
from tests.reliability.rig.scene import Scene

EVERYONE = "everyone"
_numbers = count(1)


@dataclass
class Cluster:
    """Each instance has its own link to the database; the source and the receiver are behind the
    links `source` and `sink` of the cluster."""

    rig: Rig
    name: str
    size: int = 3
    settings: Sequence[str] = ()
    redis: str = ""
    """The address of Redis as host:port with its password; empty for none."""
    is_migrated: bool = True
    instances: list[Instance] = field(default_factory=list)
    database_links: dict[str, Link] = field(default_factory=dict)
    scenes: dict[str, Scene] = field(default_factory=dict)
    session: str = ""

    def __post_init__(self) -> None:
        rig = self.rig
        self.number = next(_numbers)
        self.directory: Path = rig.directory / f"{self.number}-{self.name}"
        self.directory.mkdir()
        template = rig.template() if self.is_migrated else "template0"
        self.database = rig.postgres.create(template)
        self.source = rig.link(rig.simulator.port)
        self.sink = rig.link(rig.collector.port)
        for number in range(self.size):
            self.add_instance(f"{self.name}-{chr(ord('a') + number)}")

    def add_instance(self, name: str, **environ: str) -> Instance:
        link = self.rig.link(self.rig.postgres.port)
        self.database_links[name] = link
        url = self.rig.database_url(self.database, link.port)
        settings = [*SETTINGS, f"cfg:database.url={url}", *self.settings]
        provisioning = self.directory / "provisioning"
        provisioning.mkdir(exist_ok=True)
        settings.append(f"cfg:paths.provisioning={provisioning}")
        one = Instance(name, free_port(), settings, self.directory, self.rig.origins, environ)
        self.instances.append(one)
        return one

    def start(self) -> "Cluster":
        try:
            for one in self.instances:
                one.launch()
            for one in self.instances:
                one.wait_until_listening()
            self.sign_in()
            self.add_receiver(EVERYONE, self.everyone)
        except BaseException:
            self.stop()
            raise
        return self

    def sign_in(self) -> None:
        credentials = {"user": "admin", "password": ADMIN_PASSWORD}
        reply = ask("POST", f"{self.live().url}/login", credentials)
        assert reply.status == 200, reply.text
        self.session = reply.headers["set-cookie"]

    def live(self) -> Instance:
        return next(one for one in self.instances if one.is_running)

    def api(
        self,
        method: str,
        path: str,
        body: Any = None,
        at: Instance | None = None,
        timeout: float = 10.0,
    ) -> Reply:
        """Send a request as the administrator, to any running instance."""
        one = at or self.live()
        headers = {"Cookie": self.session, "Origin": one.url}
        return ask(method, one.url + path, body, headers, timeout)

    def want(self, method: str, path: str, body: Any = None) -> Any:
        """Return the response of a request that must succeed."""
        reply = self.api(method, path, body)
        assert 200 <= reply.status < 300, f"{method} {path}: {reply.status} {reply.text[:2000]}"
        return reply.json() if reply.text else None

    def rows(self, statement: str) -> list[Any]:
        return self.rig.postgres.execute(statement, self.database)

    def add_source(self, uid: str, link: Link | None = None) -> str:
        url = f"http://{(link or self.source).address}/{uid}"
        body = {"name": uid, "uid": uid, "type": "prometheus", "access": "proxy", "url": url}
        body["jsonData"] = {"httpMethod": "POST", "timeInterval": "1s"}
        self.want("POST", "/api/datasources", body)
        return uid

    def scene(
        self,
        name: str,
        rules: int | Iterable[str] = 1,
        series: int = 1,
        way: Way | None = None,
        source: str = "",
        mail: str = "",
    ) -> "Scene":
        """Create rules `NAME-0`, `NAME-1`... with series `s0`, `s1`..., notified through a webhook
        of their own or by mail."""
        if not source:
            source = f"{name}-source"
            self.add_source(source)
        names = [f"{name}-{at}" for at in range(rules)] if isinstance(rules, int) else list(rules)
        hook = f"{self.number}/{name}"
        made = Scene(self, name, names, series, way or Way(), source, hook, mail)
        self.scenes[name] = made
        made.set_up()
        return made

    def write_policies(self, **root: Any) -> None:
        routes = [
            bodies.route(scene.name, scene.receiver, scene.way)
            for scene in self.scenes.values()
            if scene.receiver
        ]
        body = {**bodies.policies(EVERYONE, routes), **root}
        self.want("PUT", "/api/v1/provisioning/policies", body)

    @property
    def everyone(self) -> str:
        """The hook that gets the notifications that no scene gets."""
        return f"{self.number}/{EVERYONE}"

    def add_receiver(self, name: str, hook: str) -> None:
        url = f"http://{self.sink.address}/hook/{hook}"
        point = bodies.webhook(name, url)
        self.want("POST", "/api/v1/provisioning/contact-points", point)

    def health(self, one: Instance) -> Reply:
        return one.get("/api/health", timeout=20)

    def metrics(self, name: str) -> Mapping[str, float]:
        """Return the sum of a metric over the running instances, by its labels as text."""
        total: dict[str, float] = {}
        for one in self.instances:
            if not one.is_running:
                continue
            for key, value in one.metrics().items():
                if key.partition("{")[0] == name:
                    total[key] = total.get(key, 0.0) + value
        return total

    def stop(self) -> None:
        for one in self.instances:
            one.close()
        for link in [*self.database_links.values(), self.source, self.sink]:
            link.close()

    def settle(self, seconds: float) -> None:
        time.sleep(seconds)

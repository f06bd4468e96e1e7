"""A real Alertmanager takes our alerts and learns when they end."""

import urllib.request

import msgspec
from tests.fixtures.collector import collector, delivered

from vedette.kernel.clock import SystemClock
from vedette.sdk.receiver_testing import alert
from vedette_plugins.receivers.alertmanager.receiver import PLUGIN


async def test_a_real_alertmanager_takes_them(alertmanager_server):
    def held():
        url = f"{alertmanager_server.url}/api/v2/alerts?filter=alertname%3DHandedOn"
        with urllib.request.urlopen(url, timeout=5) as reply:
            return msgspec.json.decode(reply.read())

    now = SystemClock().now()
    firing = msgspec.structs.replace(alert("HandedOn", **{"k8s.pod": "a"}), starts_at=now)
    over = msgspec.structs.replace(firing, status="resolved", ends_at=now)
    async with collector(clock=SystemClock()) as found:
        await delivered(PLUGIN, {"url": alertmanager_server.url}, found, firing)
        (taken,) = held()
        assert taken["labels"] == {"alertname": "HandedOn", "k8s_pod": "a"}
        assert taken["status"]["state"] in ("active", "unprocessed")
        await delivered(PLUGIN, {"url": alertmanager_server.url}, found, over)
        assert held() == []

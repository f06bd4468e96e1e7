"""Clients with a policy of the test's choice."""

import ssl

import pytest
from tests.fixtures.http_server import Authority

from vedette.kernel.clock import SystemClock
from vedette.outbound.client import ClientOptions, Outbound
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings


@pytest.fixture
async def make_client():
    clients = []

    def make(url, *, egress=None, dataproxy=None, by_default=True, own_ports=None, **options):
        outbound = Outbound(
            DataproxySettings(**(dataproxy or {})),
            Egress(
                EgressSettings(**(egress or {})),
                loopback_by_default=by_default,
                own_ports=own_ports,
            ),
            SystemClock(),
        )
        client = outbound.client(ClientOptions("data source prom", "prometheus", url, **options))
        clients.append(client)
        return client

    yield make
    for client in clients:
        await client.aclose()


@pytest.fixture(scope="session")
def authority():
    return Authority()


@pytest.fixture
def server_tls(authority, tmp_path):
    def make(host, *, ask_client=False):
        cert, key = authority.issue(host)
        file = tmp_path / "server.pem"
        file.write_text(cert + key)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        if ask_client:
            context.load_verify_locations(cadata=authority.pem)
            context.verify_mode = ssl.CERT_REQUIRED
        return context

    return make

"""Requests go where the operator wants them to, and nowhere else."""

from ipaddress import ip_address

import pytest

from vedette.kernel.own_ports import OwnPorts
from vedette.outbound.errors import EgressRefused
from vedette.outbound.policy import Egress
from vedette.outbound.settings import EgressSettings
from vedette.settings import SettingsError


def allowed(host, ip=None, port=9090, *, trusted=False, shared=False, own=(), **settings):
    egress = Egress(
        EgressSettings(**settings), loopback_by_default=not shared, own_ports=OwnPorts(own)
    )
    try:
        egress.check(host, ip_address(ip or host), port, is_trusted=trusted)
    except EgressRefused:
        return False
    return True


METADATA = [
    "169.254.169.254",
    "169.254.170.2",
    "fe80::1",
    "fd00:ec2::254",
    "100.100.100.200",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "::169.254.169.254",
]
LOOPBACK = ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::", "64:ff9b::7f00:1"]
PRIVATE = ["10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fd12::1", "::ffff:10.0.0.1"]
PUBLIC = ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"]
NOWHERE = ["224.0.0.1", "255.255.255.255", "240.0.0.1", "ff02::1"]


@pytest.mark.parametrize("ip", METADATA + NOWHERE)
@pytest.mark.parametrize("trusted", [True, False])
def test_metadata_and_addresses_of_no_server_are_refused_to_everyone(ip, trusted):
    """Proves T01."""
    assert not allowed(ip, trusted=trusted)


@pytest.mark.parametrize("ip", METADATA[:5])
def test_unless_a_rule_allows_them(ip):
    assert allowed(ip, allow=(ip,))


@pytest.mark.parametrize("ip", LOOPBACK)
def test_loopback_is_for_operators_files_and_for_single_machines(ip):
    assert allowed(ip, shared=True, trusted=True)
    assert allowed(ip, shared=False)
    assert not allowed(ip, shared=True)
    assert allowed(ip, shared=True, allow_loopback="true")
    assert not allowed(ip, shared=False, allow_loopback="false")


@pytest.mark.parametrize("ip", PRIVATE)
def test_private_networks_can_be_closed_to_sources_made_by_api(ip):
    assert allowed(ip)
    assert not allowed(ip, allow_private=False)
    assert allowed(ip, allow_private=False, trusted=True)


@pytest.mark.parametrize("ip", PUBLIC)
def test_the_rest_of_the_world_is_open_unless_only_named_hosts_are(ip):
    assert allowed("prom.example.org", ip)
    assert not allowed("prom.example.org", ip, only_allowed=True)
    assert allowed("prom.example.org", ip, only_allowed=True, allow=("*.example.org",))


def test_rules_name_hosts_patterns_addresses_and_networks():
    assert not allowed("a.example.org", "93.184.216.34", deny=("*.example.org",))
    assert allowed("example.org", "93.184.216.34", deny=("*.example.org",))
    assert not allowed("a.other", "93.184.216.34", deny=("93.184.0.0/16",))
    assert not allowed("a.other", "::ffff:5db8:d822", deny=("93.184.0.0/16",))
    assert not allowed("a.other", "93.184.216.34", deny=("a.other",), allow=("a.other",))


@pytest.mark.parametrize("rule", ["10.0.0.0/99", "http://x", "*", "a b"])
def test_a_rule_that_means_nothing_ends_the_start(rule):
    with pytest.raises(SettingsError, match=r"\[egress\] allow: expected"):
        Egress(EgressSettings(allow=(rule,)), loopback_by_default=True)


@pytest.mark.parametrize("ip", LOOPBACK)
def test_our_own_listener_is_refused_even_where_it_is_allowed(ip):
    """Proves T07."""
    assert not allowed(ip, port=3000, trusted=True, own=(3000,), allow=(ip,))
    assert allowed(ip, port=3001, trusted=True, own=(3000,))


def test_another_machine_on_the_same_port_is_not_us():
    assert allowed("93.184.216.34", port=3000, own=(3000,))

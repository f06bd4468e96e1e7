"""Fixtures that every kind of test shares."""

import pytest
from hypothesis import HealthCheck, settings

# The same examples in each run, and none of them measured by a clock: machines differ.
settings.register_profile(
    "suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")

pytest_plugins = [
    "tests.fixtures.postgres",
    "tests.fixtures.mariadb",
    "tests.fixtures.database",
    "tests.fixtures.app",
    "tests.fixtures.prometheus",
    "tests.fixtures.alertmanager",
    "tests.fixtures.redis",
    "tests.fixtures.browser",
    "tests.fixtures.node",
    "tests.fixtures.monitored",
    "tests.fixtures.stores",
    "tests.fixtures.shop",
]

_WHOLE_SYSTEMS = ("tests/e2e/", "tests/reliability/", "tests/contract/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test over browsers and servers that failed runs once more; the summary counts reruns."""
    for item in items:
        if item.nodeid.startswith(_WHOLE_SYSTEMS):
            item.add_marker(pytest.mark.flaky(reruns=1))

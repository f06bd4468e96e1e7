"""Fixtures that every kind of test shares."""

import os

import pytest
from hypothesis import HealthCheck, settings

# The same examples in each run, and none of them measured by a clock: machines differ.
settings.register_profile(
    "suite", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")

# Hundreds of servers are started, each of which would compile all modules anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

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
    "tests.fixtures.said",
    "tests.fixtures.wrong_start",
]

_WHOLE_SYSTEMS = ("tests/e2e/", "tests/reliability/")
_BROWSER_FOR_MINUTES = "tests/e2e/test_public_dashboards.py"
_WITHOUT_BROWSER = "tests/contract/"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The processes of a run share the files, each of which stays in one of them. The file that
    takes longest has no other browser beside it, and is not what all wait for in the end.

    A test over browsers and servers that failed runs again, twice at most; the summary counts it.
    """
    items.sort(key=_place)
    for item in items:
        if _place(item):
            item.add_marker(pytest.mark.flaky(reruns=2))


def _place(item: pytest.Item) -> int:
    if item.nodeid.startswith(_WITHOUT_BROWSER):
        return 3
    if item.nodeid.startswith(_BROWSER_FOR_MINUTES):
        return 2
    return 1 if item.nodeid.startswith(_WHOLE_SYSTEMS) else 0

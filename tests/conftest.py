"""Fixtures that every kind of test shares."""

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

"""One running product for the tests that need a real socket."""

from collections.abc import Iterator

import pytest
from tests.fixtures.browser import Product, start_product, wait_until_healthy

SECRET_KEY = "key-canary-" + "k" * 32
PASSWORD = "password-canary-8127"


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    data = tmp_path_factory.mktemp("security") / "data"
    data.mkdir()
    started = start_product(
        data,
        f"cfg:security.admin_password={PASSWORD}",
        f"cfg:security.secret_key={SECRET_KEY}",
        "cfg:tour.enabled=false",
        "cfg:log.level=info",
    )
    wait_until_healthy(started.url.rstrip("/"))
    yield started
    assert started.stop() == 0


@pytest.fixture(scope="session")
def secrets_of_the_product() -> tuple[str, ...]:
    return PASSWORD, SECRET_KEY

"""The rig for one test run, and clusters of instances around it."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.postgres import binaries
from tests.reliability.rig.rig import Rig

SHORT_SEED = 20261121
_HERE = Path(__file__).parent


def is_long(config: pytest.Config) -> bool:
    return "chaos" in str(config.getoption("-m"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the long forms unless `make chaos` selects them.

    There a failure counts at its first time, and only a machine that was too slow gets another
    attempt. The short forms share the machine with all other tests and are retried.
    """
    if is_long(config):
        again = pytest.mark.flaky(reruns=1, only_rerun=["RigOverloaded"])
        for item in items:
            if item.path.is_relative_to(_HERE):
                item.add_marker(again, append=False)
        return
    left = [item for item in items if item.get_closest_marker("chaos")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """Return `VEDETTE_CHAOS_SEED`, or a new seed for the long forms; the short forms have a fixed
    seed."""
    given = os.environ.get("VEDETTE_CHAOS_SEED")
    return int(given) if given else random.randrange(10**9) if is_long(pytestconfig) else SHORT_SEED


@pytest.fixture(scope="session")
def rig(
    tmp_path_factory: pytest.TempPathFactory, seed: int, say: Callable[[str], None]
) -> Iterator[Rig]:
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed (Debian package postgresql)")
    directory: Path = tmp_path_factory.mktemp("rig")
    made = Rig(directory, seed)
    say(f"Faults by seed {seed}; the same again: VEDETTE_CHAOS_SEED={seed}")
    yield made
    made.close()
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture
def make_cluster(rig: Rig, request: pytest.FixtureRequest) -> Iterator[Callable[..., Cluster]]:
    """Create and start clusters that end with the test."""
    made: list[Cluster] = []

    def make(name: str, size: int = 3, **options: object) -> Cluster:
        cluster = Cluster(rig, name, size, **options)
        made.append(cluster)
        return cluster.start()

    yield make
    for cluster in made:
        cluster.stop()

"""`python -m tests.shop`: the shop's stores on this machine, with live traffic until Ctrl-C."""

import tempfile
from contextlib import suppress
from pathlib import Path

from tests.fixtures.prometheus import available
from tests.fixtures.shop import running_shop
from tests.fixtures.stores import missing
from tests.shop.fill import go_on


def main() -> None:
    if reason := missing("loki", "tempo") or available():
        raise SystemExit(reason)
    with (
        tempfile.TemporaryDirectory(prefix="shop-") as directory,
        suppress(KeyboardInterrupt),
        running_shop(Path(directory)) as shop,
    ):
        print(f"Prometheus {shop.prometheus}\nLoki       {shop.loki}")  # noqa: T201
        print(f"Tempo      {shop.tempo} (OTLP over HTTP: {shop.otlp})", flush=True)  # noqa: T201
        go_on(shop)


if __name__ == "__main__":
    main()

"""Write what is generated from the code: the references of settings and errors, the commented
vedette.ini, and the access matrix that is reviewed by its diff."""

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from tests.api.access.test_matrix import REVIEWED, matrix
from tests.fixtures.app import clients_of, start

from scripts.errors import page as errors_page
from vedette.db.settings import DatabaseSettings
from vedette.server.sections import ALL_SECTIONS
from vedette.settings.document import ini_text, markdown


async def reviewed_matrix() -> str:
    with tempfile.TemporaryDirectory() as directory:
        async with AsyncExitStack() as stack:
            app = await start(stack, DatabaseSettings(), Path(directory))
            return await matrix(await clients_of(app))


def main() -> None:
    Path("vedette.ini").write_text(ini_text(ALL_SECTIONS))
    Path("docs/reference").mkdir(parents=True, exist_ok=True)
    Path("docs/reference/configuration.md").write_text(markdown(ALL_SECTIONS))
    Path("docs/reference/errors.md").write_text(errors_page())
    REVIEWED.write_text(asyncio.run(reviewed_matrix()))


if __name__ == "__main__":
    main()

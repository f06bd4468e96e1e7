"""Writes the types of the HTTP API for the user interface, from the OpenAPI document that the
server generates. `--check` compares instead, and exits with 1 where the committed file is old."""

import asyncio
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

import orjson
from tests.fixtures.app import start

from vedette.db.settings import DatabaseSettings
from vedette.web.openapi import document

_ROOT = Path(__file__).parents[1]
_TYPES = _ROOT / "ui/src/kernel/apiTypes.ts"
_GENERATOR = _ROOT / "ui/openapi/node_modules/.bin/openapi-typescript"
_PRETTIER = _ROOT / "ui/node_modules/.bin/prettier"
_HEADER = """/**
 * Types of the server's HTTP API, generated from its OpenAPI document: `make docs` rewrites them.
 */
"""


async def openapi() -> bytes:
    """Return the OpenAPI document with its schemas alone, as JSON."""
    with tempfile.TemporaryDirectory() as directory:
        async with AsyncExitStack() as stack:
            app = await start(stack, DatabaseSettings(), Path(directory))
            described = dict(document(app.routes, "", ""))
    # Paths would make the file six times as long, and titles repeat the names.
    schemas = {
        name: {key: value for key, value in schema.items() if key != "title"}
        for name, schema in described["components"]["schemas"].items()
    }
    return orjson.dumps({**described, "paths": {}, "components": {"schemas": schemas}})


def types(description: bytes) -> str:
    """Return TypeScript with one exported type for each schema."""
    with tempfile.TemporaryDirectory() as directory:
        source, made = Path(directory) / "openapi.json", Path(directory) / "types.ts"
        source.write_bytes(description)
        _run(
            _GENERATOR, source, "--output", made, "--root-types", "--root-types-no-schema-prefix",
            "--default-non-nullable=false", "--empty-objects-unknown", "--alphabetize",
        )  # fmt: skip
        _, _, text = made.read_text().partition("*/\n\n")
        made.write_text(_HEADER + text)
        _run(_PRETTIER, "--config", _ROOT / "ui/.prettierrc.json", "--write", made)
        return made.read_text()


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    made = types(asyncio.run(openapi()))
    if "--check" not in sys.argv:
        _TYPES.write_text(made)
    elif _TYPES.read_text() != made:
        sys.exit("ui/src/kernel/apiTypes.ts is out of date; run `make docs`.")


if __name__ == "__main__":
    main()

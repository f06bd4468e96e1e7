"""`vedette admin rotate-secret-key`: encrypts all stored secrets with the current `secret_key`."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from vedette.app.sealed_columns import SEALED_COLUMNS
from vedette.app.secrets import secret_key_fallbacks, secret_key_of
from vedette.cli.config import read
from vedette.crypto.rotation import Rotation, RotationReport
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.server.sections.process import PathsSettings


def rotate(config: str | None, overrides: Sequence[str], *, dry_run: bool) -> int:
    report = asyncio.run(_rotate(config, overrides, dry_run=dry_run))
    print("Dry run: nothing was changed." if dry_run else "The rotation is complete.")
    print(f"Data keys encrypted with the current secret_key: {report.data_keys}")
    print(f"Secrets re-encrypted: {report.secrets}")
    print(f"Secrets that the current secret_key decrypts: {report.verified}")
    if report.unreadable:
        print(
            "vedette: Secrets that no key decrypts, left unchanged: "
            f"{len(report.unreadable)}. Add their key to [security] secret_key_fallbacks and "
            "run the command again, or enter the secrets again:",
            *report.unreadable,
            sep="\n  ",
            file=sys.stderr,
        )
    return 1 if report.unreadable else 0


async def _rotate(config: str | None, overrides: Sequence[str], *, dry_run: bool) -> RotationReport:
    settings, clock = read(config, overrides), SystemClock()
    data = Path(settings[PathsSettings].data)
    secret_key, _ = secret_key_of(settings)
    database = await open_database(settings[DatabaseSettings], data, clock)
    try:
        rotation = Rotation(
            database, clock, secret_key, secret_key_fallbacks(settings), SEALED_COLUMNS
        )
        return await rotation.run(dry_run=dry_run)
    finally:
        await database.aclose()

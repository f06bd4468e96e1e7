"""Fixtures of the tests in this folder."""

from tests.api.provisioning.alerting_files import app, directory

__all__ = ["app", "directory"]

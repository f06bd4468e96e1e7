"""Fixtures of the tests in this folder."""

from tests.unit.provisioning.words import instance

__all__ = ["instance"]

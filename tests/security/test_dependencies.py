"""What the product is built from is fixed, and builds hold no credentials."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_PINNED = re.compile(r"^[A-Za-z0-9._\[\]-]+==[^\s;]+")
_LOCKS = ("ui/package-lock.json", "ui/openapi/package-lock.json")


@pytest.mark.parametrize("name", ["runtime", "build", "development"])
def test_every_python_package_is_locked_with_its_hash(name: str) -> None:
    """T70: A package that was changed after it was locked is not installed."""
    text = (ROOT / f"requirements/{name}.txt").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert lines
    for line in lines:
        assert _PINNED.match(line), line[:80]
        assert "--hash=sha256:" in line, line[:80]


@pytest.mark.parametrize(("name", "fewest"), [(_LOCKS[0], 51), (_LOCKS[1], 20)])
def test_every_javascript_package_is_locked_with_its_hash(name: str, fewest: int) -> None:
    """T70: A package that was changed after it was locked is not installed."""
    lock = json.loads((ROOT / name).read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert len(packages) >= fewest
    assert [name for name, entry in packages.items() if not entry.get("integrity")] == []


@pytest.mark.parametrize("name", ["requirements/runtime.txt", "requirements/build.txt",
                                  "requirements/development.txt", *_LOCKS,
                                  "pyproject.toml", "Containerfile", "compose.yaml"])  # fmt: skip
def test_what_builds_read_holds_no_address_with_credentials(name: str) -> None:
    """CVE-2024-8986: No login for a registry or a repository gets into a build."""
    text = (ROOT / name).read_text()
    assert re.findall(r"https?://[^\s\"'/@]+:[^\s\"'/@]+@", text) == []
    assert "resolved" not in text or name not in _LOCKS

"""Container files name what the repository and the settings really have."""

import fnmatch
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from vedette.server.sections import ALL_SECTIONS
from vedette.settings import load

ROOT = Path(__file__).parents[3]
CONTAINERFILE = (ROOT / "Containerfile").read_text()
IMAGE = ROOT / "deploy/image.ini"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
FILLED = {"POSTGRES_PASSWORD": "p4ss", "VEDETTE_SECRET_KEY": "k" * 40}


def copied() -> list[str]:
    """What the image takes from the repository."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", CONTAINERFILE, re.MULTILINE)
    return [source for line in lines for source in line.split()[:-1]]


def environment() -> dict[str, str]:
    asked = COMPOSE["services"]["vedette"]["environment"].items()
    return {
        name: re.sub(r"\$\{(\w+)(:-)?[^}]*\}", lambda at: "" if at[2] else FILLED[at[1]], value)
        for name, value in asked
    }


def test_everything_that_an_image_copies_is_there() -> None:
    assert copied()
    assert [source for source in copied() if not (ROOT / source).exists()] == []


def test_an_image_takes_nothing_that_was_built_or_installed_on_the_host() -> None:
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line]
    left_out = [rule for rule in rules if not rule.startswith(("!", "#"))]
    assert left_out[0] == "*"
    for path in ("ui/node_modules", "src/vedette/server/static", "src/vedette/__pycache__"):
        patterns = [rule.removeprefix("**/") for rule in left_out[1:]]
        assert any(fnmatch.fnmatch(path, each) or path.endswith(each) for each in patterns)
    let_in = {rule[1:] for rule in rules if rule.startswith("!")}
    assert {source.split("/")[0] for source in copied()} <= let_in


def test_the_environment_of_the_containers_is_known_and_good() -> None:
    settings = load(ALL_SECTIONS, defaults_file=IMAGE, environ=environment())
    assert settings.warnings == ()
    shown = {(one.section, one.key): one.text for one in settings.shown()}
    assert shown["database", "type"] == "postgres"
    for directory in ("data", "logs", "plugins"):
        assert shown["paths", directory].startswith("/var/lib/vedette")


def test_paths_that_somebody_brings_along_win_over_the_image_s(tmp_path: Path) -> None:
    """Such as the variables and the file of a container that ran Grafana."""
    assert "ENV" not in CONTAINERFILE, "variables of an image hide files and GF_ variables"
    file = tmp_path / "grafana.ini"
    file.write_text("[paths]\nlogs = /var/log/grafana\n")
    settings = load(
        ALL_SECTIONS,
        config_file=file,
        defaults_file=IMAGE,
        environ={"GF_PATHS_DATA": "/var/lib/grafana"},
    )
    shown = {one.key: one.text for one in settings.shown() if one.section == "paths"}
    assert (shown["data"], shown["logs"]) == ("/var/lib/grafana", "/var/log/grafana")
    assert shown["provisioning"] == "/etc/vedette/provisioning"


def test_an_image_is_asked_for_its_health_as_its_settings_say() -> None:
    assert 'CMD ["vedette", "health"]' in CONTAINERFILE


def test_an_image_runs_as_a_user_that_is_not_root() -> None:
    users = re.findall(r"^USER (.+)$", CONTAINERFILE, re.MULTILINE)
    made = re.findall(r"useradd .*--uid (\d+)", CONTAINERFILE)
    assert users == made != []


@pytest.mark.parametrize("service", COMPOSE["services"])
def test_directories_that_are_mounted_exist(service: str) -> None:
    for volume in COMPOSE["services"][service].get("volumes", ()):
        source = volume.split(":")[0]
        assert source in COMPOSE["volumes"] or (ROOT / source).is_dir()

"""What a start may load: everything else waits until somebody needs it."""

import pkgutil
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import vedette
import vedette_plugins

_HEAVY = ("numpy", "aiohttp", "asyncpg", "aiosmtplib", "websockets", "vedette_plugins")
_OF_USE = ("vedette.querying.expressions.engine", "vedette.querying.expressions.frames")
_OF_TEXTS = ("vedette.gotemplate", "vedette.alerting.templates.rule_templates", "re2", "zoneinfo")
_OF_FILES = (
    "yaml",
    "vedette.provisioning.kind",
    "vedette.alerting.transfer.provision",
    "vedette.dashboards.provision",
    "vedette.datasources.provision",
    "vedette.alerting.transfer.export.documents",
    "vedette.alerting.transfer.export.formats",
)


def test_a_start_loads_nothing_that_only_a_query_a_rule_a_message_or_a_file_needs():
    code = (
        "import sys; import vedette.cli.serve; heavy = tuple(sys.argv[1:]);"
        "print([name for name in sys.modules if name in heavy or name.startswith(heavy)])"
    )
    command = [sys.executable, "-c", code, *_HEAVY, *_OF_USE, *_OF_TEXTS, *_OF_FILES]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", done.stdout


def test_the_records_of_the_alerting_that_a_start_defines_are_structs():
    """A dataclass takes a millisecond to define, at each start; a few show less than they hold."""
    code = (
        "import sys; import vedette.cli.serve;"
        "modules = [each for name, each in sys.modules.items() if name.startswith("
        "('vedette.alerting', 'vedette.cluster'))];"
        "print(*sorted({kind.__qualname__ for module in modules for kind in vars(module).values()"
        " if isinstance(kind, type) and '__dataclass_fields__' in vars(kind)"
        " and kind.__module__ == module.__name__}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"_Flight"}, done.stdout


_PARTS = ("alerting", "contacts", "dashboards", "delivery", "explore", "identity", "interface")
_OF_PARTS = (
    *(f"vedette.app.{part}" for part in (*_PARTS, "live", "operation", "sources")),
    *("vedette.alerting.rules", "vedette.alerting.delivery", "vedette.alerting.evaluation"),
    *("vedette.dashboards.api", "vedette.datasources.service", "vedette.explore.service"),
    *("vedette.identity.api", "vedette.querying.service", "vedette.live", "vedette.plugins"),
    *("prometheus_client", "importlib.metadata", "redis", "argon2", "cryptography"),
)
_MOST_OWN_MODULES = 160
_UNTIL_HEALTHY = """
import asyncio, sys
import vedette.cli.main, vedette.cli.serve
from vedette.app.build import build
from vedette.cli.config import read
async def main():
    async with build(read(None, sys.argv[1:])) as app:
        messages = []
        async def send(message):
            messages.append(message)
        headers = {"headers": [], "query_string": b"", "client": None}
        request = {"type": "http", "method": "GET", "path": "/api/health", **headers}
        await app.application(request, None, send)
        print(messages[0]["status"], *sys.modules)
asyncio.run(main())
"""


def modules_of_a_healthy_server(data: Path) -> list[str]:
    """Names of what a second start has imported when it is healthy."""
    words = [f"cfg:paths.data={data}", "cfg:security.admin_password=password-of-the-test"]
    command = [sys.executable, "-c", _UNTIL_HEALTHY, *words, "cfg:tour.enabled=false"]
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        status, *names = done.stdout.split()
        assert status == "200", done.stderr
    return names


def test_a_server_is_healthy_before_it_loads_what_only_requests_and_services_need(
    tmp_path: Path,
) -> None:
    names = modules_of_a_healthy_server(tmp_path)
    heavy = (*_OF_PARTS, *_HEAVY, *_OF_USE, *_OF_TEXTS, *_OF_FILES)
    below = tuple(f"{name}." for name in heavy)
    assert [name for name in names if name in heavy or name.startswith(below)] == []
    own = [name for name in names if name.partition(".")[0] == "vedette"]
    assert len(own) <= _MOST_OWN_MODULES, own


def test_every_module_can_be_imported() -> None:
    """An import at the first use fails in front of a user, unless a test has made it before."""
    for package in (vedette, vedette_plugins):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(".__main__"):
                import_module(module.name)


def test_an_assembled_server_has_read_no_template_yet(tmp_path):
    """The default texts take as long to read as the database to open."""
    code = (
        "import asyncio, sys\n"
        "from vedette.app.build import build\n"
        "from vedette.cli.config import read\n"
        "async def main():\n"
        "    async with build(read(None, sys.argv[1:])):\n"
        "        print([name for name in sys.modules if name.startswith('vedette.gotemplate')"
        " or name == 'yaml'])\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", code, f"cfg:paths.data={tmp_path}"]
    command += ["cfg:security.admin_password=password-of-the-test"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_a_server_that_cannot_load_a_part_ends_with_the_error(tmp_path: Path) -> None:
    """A process without a part of its modules is not left running, healthy as it may look."""
    code = (
        "import sys; sys.modules['vedette.app.alerting'] = None\n"
        "from vedette.cli.main import main; sys.exit(main(['serve', *sys.argv[1:]]))"
    )
    words = [f"cfg:paths.data={tmp_path}", "cfg:security.admin_password=password-of-the-test"]
    words += ["cfg:server.http_addr=127.0.0.1", "cfg:server.http_port=0"]
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert done.returncode != 0
    assert "vedette.app.alerting" in done.stderr


def test_settings_are_checked_once(tmp_path):
    """A start reads certificates and looks up addresses a single time."""
    code = (
        "import sys\n"
        "from vedette.app import checks\n"
        "checks._CHECKS += (lambda settings: print('checked', flush=True),)\n"
        "from vedette.cli.main import main\n"
        "sys.exit(main(['serve', *sys.argv[1:]]))\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-c", code, f"cfg:paths.data={tmp_path}"]
        command += ["cfg:server.http_addr=127.0.0.1", f"cfg:server.http_port={port}"]
        command += ["cfg:security.admin_password=password-of-the-test"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "the port is in use" in done.stderr, done.stderr
    assert done.stdout.count("checked") == 1, done.stdout

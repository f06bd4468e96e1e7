"""The `vedette` command. Sub-commands are in their own modules, which are imported on use, so that
`vedette serve` starts quickly."""

import argparse
import gc
import sys
from collections.abc import Callable, Sequence

from vedette import __version__
from vedette.cli.signals import Hangups
from vedette.kernel.errors import VedetteError
from vedette.settings import SettingsError

Command = Callable[[argparse.Namespace], int]


def main(words: Sequence[str] | None = None) -> int:
    arguments = _parser().parse_args(words)
    command: Command = arguments.command
    try:
        return command(arguments)
    except SettingsError as error:
        print(f"vedette: {error}", file=sys.stderr)
        return 1
    except VedetteError as error:
        print(f"vedette: {error.public}", file=sys.stderr)
        return 1
    except OSError as error:
        what = (
            "A system call failed"
            if error.filename is None
            else (f"{error.filename} cannot be used")
        )
        print(f"vedette: {what}: {error.strerror or error}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="vedette", description="Dashboards and alerting over metrics, logs, traces and SQL."
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"vedette {__version__}",
        help="print the version and end",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    serve = _with_config(commands.add_parser("serve", help="start the server"))
    serve.set_defaults(command=_serve)

    health = commands.add_parser(
        "health", help="check the running server; exit 1 if it is not healthy"
    )
    _with_config(health).set_defaults(command=_health)

    database = commands.add_parser("db", help="upgrade, inspect, back up or restore the database")
    steps = database.add_subparsers(metavar="STEP", required=True, dest="step")
    for name, text in (("upgrade", "apply pending migrations"), ("status", "list migrations")):
        _with_config(steps.add_parser(name, help=text)).set_defaults(command=_database)
    for name, text in (("backup", "write every row to FILE"), ("restore", "restore from FILE")):
        step = steps.add_parser(name, help=text)
        step.add_argument("file", metavar="FILE", type=_file)
        _with_config(step).set_defaults(command=_database)

    provision = commands.add_parser("provision", help="check provisioning files")
    checks = provision.add_subparsers(metavar="STEP", required=True)
    check = checks.add_parser(
        "check", help="check files without a server; exit 1 if there are errors"
    )
    check.add_argument("path", metavar="PATH")
    check.set_defaults(command=_provision_check)

    alerts = commands.add_parser("alerts", help="test or import alert rules")
    works = alerts.add_subparsers(metavar="STEP", required=True)
    tests = works.add_parser("test", help="run alert rule tests; exit 1 if one fails")
    tests.add_argument("files", metavar="FILE", nargs="+")
    tests.add_argument(
        "--promtool",
        metavar="PATH",
        default="",
        help="promtool program for unit tests of Prometheus rules",
    )
    tests.set_defaults(command=_alert_tests)
    _add_imports(
        works.add_parser("import", help="convert rules of other systems to provisioning files")
    )

    config = commands.add_parser("config", help="check or show the configuration")
    looks = config.add_subparsers(metavar="STEP", required=True, dest="step")
    check = looks.add_parser("check", help="check for errors and settings without effect")
    check.add_argument("--strict", action="store_true", help="exit 2 if there are warnings")
    show = looks.add_parser("show", help="print every value")
    for look in (check, show):
        _with_config(look).set_defaults(command=_config, strict=False)

    admin = commands.add_parser("admin", help="manage accounts and secrets without login")
    works = admin.add_subparsers(metavar="STEP", required=True)
    reset = works.add_parser(
        "reset-password", help="reset the password of a user and print it once"
    )
    reset.add_argument("login", metavar="LOGIN")
    _with_config(reset).set_defaults(command=_reset_password)
    rotate = works.add_parser(
        "rotate-secret-key", help="encrypt stored secrets with the current secret_key"
    )
    rotate.add_argument(
        "--dry-run", action="store_true", help="count and verify secrets without changing them"
    )
    _with_config(rotate).set_defaults(command=_rotate_secret_key)
    return parser


def _add_imports(imports: argparse.ArgumentParser) -> None:
    sources = imports.add_subparsers(metavar="SYSTEM", required=True)
    rules = sources.add_parser("prometheus", help="rule files of Prometheus, Mimir or Loki")
    rules.add_argument("files", metavar="FILE", nargs="+")
    rules.add_argument(
        "--datasource", metavar="UID", required=True, help="data source that the rules query"
    )
    rules.add_argument(
        "--target", metavar="UID", default="", help="data source that recording rules write to"
    )
    rules.add_argument("--folder", metavar="TITLE", default="", help="a/b: b below a")
    rules.add_argument(
        "--interval",
        metavar="TIME",
        default="1m",
        help="evaluation interval of groups without an interval",
    )
    rules.add_argument(
        "--query-offset",
        metavar="TIME",
        default="1m",
        help="offset of the queried range into the past",
    )
    rules.add_argument("--paused", action="store_true", help="create the rules paused")
    rules.add_argument(
        "--promtool",
        metavar="PATH",
        default="",
        help="promtool program that checks expressions as PromQL",
    )
    rules.set_defaults(command=_import_prometheus)
    whole = sources.add_parser("alertmanager", help="Alertmanager configuration")
    whole.add_argument("file", metavar="FILE")
    whole.add_argument(
        "--plugins", metavar="DIR", default="", help="directory of additional receiver plugins"
    )
    whole.set_defaults(command=_import_alertmanager)
    for each in (rules, whole):
        each.add_argument(
            "--output",
            "-o",
            metavar="FILE",
            default="-",
            help="output file; default: standard output",
        )


def _with_config(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--config", metavar="FILE", help="configuration file in INI, YAML or JSON")
    parser.add_argument(
        "overrides",
        metavar="cfg:SECTION.KEY=VALUE",
        nargs="*",
        default=[],
        help="settings that take precedence over file and environment",
    )
    return parser


def _file(word: str) -> str:
    """Refuse a setting where a file is expected."""
    if word.startswith("cfg:"):
        raise argparse.ArgumentTypeError("specify the file before the settings")
    return word


def _serve(arguments: argparse.Namespace) -> int:
    gc.disable()  # A start creates no garbage; `serve` enables the collector afterwards.
    gc.set_threshold(10_000, 20, 20)  # A collection stops everything: keep it short.
    hangups = Hangups()  # Installed early, because the default action ends the process.
    from vedette.cli.serve import serve

    return serve(arguments.config, arguments.overrides, hangups)


def _health(arguments: argparse.Namespace) -> int:
    from vedette.cli.health import ask

    return ask(arguments.config, arguments.overrides)


def _database(arguments: argparse.Namespace) -> int:
    from vedette.cli.database import run

    file = getattr(arguments, "file", "")
    return run(arguments.step, file, arguments.config, arguments.overrides)


def _provision_check(arguments: argparse.Namespace) -> int:
    from vedette.cli.provision import check

    return check(arguments.path)


def _alert_tests(arguments: argparse.Namespace) -> int:
    from vedette.cli.alert_tests import test

    return test(arguments.files, arguments.promtool)


def _import_prometheus(arguments: argparse.Namespace) -> int:
    from vedette.cli.alert_imports import import_prometheus

    return import_prometheus(
        arguments.files,
        arguments.datasource,
        arguments.folder,
        arguments.interval,
        arguments.query_offset,
        arguments.target,
        arguments.paused,
        arguments.output,
        arguments.promtool,
    )


def _import_alertmanager(arguments: argparse.Namespace) -> int:
    from vedette.cli.alert_imports import import_alertmanager

    return import_alertmanager(arguments.file, arguments.output, arguments.plugins)


def _config(arguments: argparse.Namespace) -> int:
    from vedette.cli.config import run

    return run(arguments.step, arguments.config, arguments.overrides, strict=arguments.strict)


def _reset_password(arguments: argparse.Namespace) -> int:
    from vedette.cli.accounts import reset_password

    return reset_password(arguments.login, arguments.config, arguments.overrides)


def _rotate_secret_key(arguments: argparse.Namespace) -> int:
    from vedette.cli.secret_keys import rotate

    return rotate(arguments.config, arguments.overrides, dry_run=arguments.dry_run)


if __name__ == "__main__":
    sys.exit(main())

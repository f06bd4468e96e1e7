"""`vedette provision check PATH`: names every mistake in provisioning files, without a server."""

import os
import sys
from pathlib import Path

from vedette.dashboards.provision.checks import check_dashboard, provider_checker
from vedette.dashboards.provision.folders import FolderReconciler
from vedette.datasources.provision.files import read_content
from vedette.kernel.clock import SystemClock
from vedette.provisioning import checks


def check(path: str) -> int:
    environ = dict(os.environ)
    checkers = {
        "datasources": checks.parsing_checker(read_content, environ),
        "folders": checks.parsing_checker(FolderReconciler(SystemClock()).parse, environ),
        "dashboards": provider_checker(environ),
        "providers": provider_checker(environ),
    }
    problems = checks.check(Path(path), checkers, check_dashboard)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print("No problems found.")
    return 1 if any(problem.severity == "error" for problem in problems) else 0

"""Write the reference of error codes from the error classes and the places that raise them."""

import ast
import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import vedette
import vedette_plugins
from vedette.kernel.errors import VedetteError

_LIMIT = 3
_HEAD = """\
# Errors

This page is generated from the code by `make docs`. It lists all errors that the server reports
deliberately. In a response of the API, `messageId` is the code, `message` is one sentence, and
`requestId` is also in the log line of the request. In the messages below, `<...>` stands for a
value.
"""
_START = """
## Start and configuration

A start that fails, and every command of `vedette` that fails, prints `vedette: ` and the message to
standard error and exits with status 1. `vedette config check` finds errors of the configuration
without a start.
"""
_API = """
## API

| Status | What to do |
|---|---|
"""
_CODES = """\
At most three messages are shown for each code. An error whose code has no messages here has the
message of its cause.
"""
_TODO: Mapping[int, str] = {
    400: "Correct the request as the message says.",
    401: "Sign in again, or check the token or password.",
    403: "Use an account with the permission. Change a provisioned object in its file.",
    404: "Check the address, uid or name. You also need the permission to read the object.",
    408: "Send the request faster, or check the network.",
    409: "Choose another name or uid, or reload the object and repeat the change.",
    412: "Reload the object, apply the change again and save.",
    413: "Reduce the request or the result, or raise the limit that the message names.",
    414: "Shorten the address; send long queries as POST.",
    422: "Correct the settings or the query as the message says.",
    426: "Connect with a WebSocket client.",
    429: "Wait for the time in the header `Retry-After`, then repeat the request.",
    431: "Send fewer or smaller headers and cookies.",
    499: "Nothing: the client disconnected before the response.",
    500: "Find the log line with this `requestId`. For commands, correct what the message names.",
    502: "Check the address, login and health of the other server.",
    503: "Wait for the time in the header `Retry-After`; `/api/health` names the cause.",
    504: "Shorten the range of the query, or raise its time-out.",
}
_START_MODULES = (
    "vedette.settings",
    "vedette.server.bind",
    "vedette.server.tls",
    "vedette.server.lifecycle",
    "vedette.db",
    "vedette.crypto",
    "vedette.cli",
    "vedette.app",
)
_START_CODES = ("settings.", "server.cannot", "server.service", "database.", "crypto.")


def modules() -> Iterator[ModuleType]:
    """Import and yield all modules of the server and of the built-in plugins."""
    for package in (vedette, vedette_plugins):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if ".tests" not in found.name and not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def classes(base: type[VedetteError] = VedetteError) -> Iterator[type[VedetteError]]:
    """Yield all subclasses of `base` that belong to the product."""
    for each in base.__subclasses__():
        if each.__module__.split(".")[0] in ("vedette", "vedette_plugins"):
            yield each
            yield from classes(each)


def _messages(node: ast.expr | None) -> Iterator[str]:
    """Yield the texts that an argument can have, with `<name>` for each value in it."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(
                part.value
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
                else _placeholder(part)
                for part in values
            )
        case ast.IfExp(body=body, orelse=orelse):
            yield from _messages(body)
            yield from _messages(orelse)


def _placeholder(part: ast.expr) -> str:
    names = [each.id for each in ast.walk(part) if isinstance(each, ast.Name)]
    attributes = [each.attr for each in ast.walk(part) if isinstance(each, ast.Attribute)]
    chosen = next((name for name in (*attributes, *names) if name.islower()), "value")
    return f"<{chosen.strip('_').replace('_', ' ')}>"


def _raised(module: ModuleType) -> Iterator[tuple[type[VedetteError], str]]:
    """Yield the error classes and messages that occur in the source of a module."""
    if module.__file__ is None:
        return
    for node in ast.walk(ast.parse(Path(module.__file__).read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            error = getattr(module, node.func.id, None)
            if isinstance(error, type) and issubclass(error, VedetteError):
                for text in _messages(node.args[0]):
                    yield error, text
        if isinstance(node, ast.ClassDef):
            error = getattr(module, node.name, None)
            if isinstance(error, type) and issubclass(error, VedetteError):
                for call in ast.walk(node):
                    if (
                        isinstance(call, ast.Call)
                        and isinstance(call.func, ast.Attribute)
                        and call.func.attr == "__init__"
                        and call.args
                    ):
                        for text in _messages(call.args[0]):
                            yield error, text


def _order(text: str) -> tuple[bool, int, str]:
    """Sort complete sentences first, then short texts."""
    return not text.endswith("."), len(text), text


def page() -> str:
    """Return the Markdown page of all errors."""
    messages: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module in list(modules()):
        is_start = module.__name__.startswith(_START_MODULES)
        for error, text in _raised(module):
            sentence = " ".join(text.replace("`", "'").replace("|", "/").split())
            if hasattr(error, "code") and " " in sentence:
                messages["start" if is_start else "api"][error.code].add(sentence)
    statuses: dict[str, set[int]] = defaultdict(set)
    for error in classes():
        if hasattr(error, "code") and hasattr(error, "status"):
            statuses[error.code].add(error.status)
    lines = [_HEAD, _START, "| Code | Messages |", "|---|---|"]
    for code in sorted(messages["start"]):
        if code.startswith(_START_CODES):
            shown = "<br>".join(f"`{text}`" for text in sorted(messages["start"][code], key=_order))
            lines.append(f"| `{code}` | {shown} |")
    lines.append(_API.rstrip("\n"))
    used = sorted({status for found in statuses.values() for status in found})
    lines += [f"| {status} | {_TODO[status]} |" for status in used]
    lines += ["", _CODES, "| Code | Status | Messages |", "|---|---|---|"]
    for code, found in sorted(statuses.items()):
        texts = sorted(messages["api"][code] | messages["start"][code], key=_order)
        shown = "<br>".join(f"`{text}`" for text in texts[:_LIMIT])
        lines.append(f"| `{code}` | {', '.join(map(str, sorted(found)))} | {shown} |")
    lines.append("")
    return "\n".join(lines).replace("\n\n\n", "\n\n")

"""Template functions that use the address of this server."""

import json
from collections.abc import Mapping
from urllib.parse import quote, urlsplit

from vedette.gotemplate import CallError, Function


def link_functions(root_url: str) -> Mapping[str, Function]:
    """`root_url` is the server's public address."""
    path = urlsplit(root_url).path.rstrip("/")
    return {
        "externalURL": Function(lambda: root_url),
        "pathPrefix": Function(lambda: path),
        "graphLink": Function(lambda text: _explore(text, is_table=False), ("string",)),
        "tableLink": Function(lambda text: _explore(text, is_table=True), ("string",)),
    }


def _explore(text: str, *, is_table: bool) -> str:
    """Return the path of the explore page for `{"expr": "up", "datasource": "prometheus"}`."""
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        raise CallError('expected JSON such as {"expr": "up", "datasource": "name"}') from None
    if not isinstance(asked, dict):
        raise CallError("expected a JSON object with expr and datasource")
    source = str(asked.get("datasource", ""))
    query = {
        "datasource": source,
        "expr": str(asked.get("expr", "")),
        "instant": is_table,
        "range": not is_table,
    }
    left = json.dumps(["now-1h", "now", source, query], separators=(",", ":"), ensure_ascii=False)
    return f"/explore?left={quote(left, safe='')}"

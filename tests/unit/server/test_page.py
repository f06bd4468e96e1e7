"""The files of the user interface."""

from pathlib import Path

import pytest

from vedette.server.page import IndexPage, NoSuchFile
from vedette.web.call import Call
from vedette.web.headers import HeaderPolicy


async def _no_boot(call: Call) -> dict[str, object]:
    return {}


async def _nothing() -> dict[str, object]:
    return {"type": "http.disconnect"}


def _asks(path: str, **headers: str) -> Call:
    sent = [
        (name.replace("_", "-").encode(), value.encode("latin-1"))
        for name, value in headers.items()
    ]
    scope = {"type": "http", "method": "GET", "path": path, "headers": sent, "query_string": b""}
    return Call(scope, _nothing, {"path": path}, "request-of-a-test")


@pytest.fixture
def page(tmp_path: Path) -> IndexPage:
    built = tmp_path / "static"
    (built / "assets" / "fonts").mkdir(parents=True)
    (built / "index.html").write_text("<title>Vedette</title>")
    (built / "assets" / "app-1a2b.js").write_text("export {};")
    (built / "assets" / "fonts" / "text.woff2").write_bytes(b"wOF2")
    (built / "logo.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("hunter2")
    (built / "assets" / "secret.txt").symlink_to(tmp_path / "secret.txt")
    (built / "assets" / "outside").symlink_to(tmp_path)
    return IndexPage(built, _no_boot, HeaderPolicy(), "")


@pytest.mark.parametrize(
    ("path", "content_type", "kept"),
    [
        ("/assets/app-1a2b.js", "application/javascript", "immutable"),
        ("/assets/fonts/text.woff2", "font/woff2", "immutable"),
        ("/logo.svg", "image/svg+xml", "max-age=3600"),
    ],
)
async def test_built_files_are_served_with_their_type(
    page: IndexPage, path: str, content_type: str, kept: str
) -> None:
    answer = await page(_asks(path))
    assert answer.status == 200
    assert answer.content_type == content_type
    assert kept in answer.headers["Cache-Control"]


async def test_a_browser_that_has_a_file_gets_it_no_second_time(page: IndexPage) -> None:
    first = await page(_asks("/logo.svg", accept_encoding="gzip"))
    again = await page(
        _asks("/logo.svg", accept_encoding="gzip", if_none_match=first.headers["ETag"])
    )
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize("path", ["/assets/secret.txt", "/assets/outside/secret.txt"])
async def test_links_are_not_followed(page: IndexPage, path: str) -> None:
    """Proves T15."""
    with pytest.raises(NoSuchFile):
        await page(_asks(path))


async def test_search_engines_are_asked_to_leave(page: IndexPage) -> None:
    answer = await page(_asks("/robots.txt"))
    assert (answer.status, answer.content_type) == (200, "text/plain; charset=utf-8")
    assert answer.body == b"User-agent: *\nDisallow: /\n"


async def test_browsers_look_up_no_host_that_a_page_merely_names(page: IndexPage) -> None:
    answer = await page(_asks("/"))
    assert answer.headers["X-DNS-Prefetch-Control"] == "off"

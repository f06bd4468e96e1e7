"""Paths are sent as they are, over a raw socket: clients would tidy them up."""

import random
import socket
from urllib.parse import urlsplit

import orjson
import pytest
from tests.fixtures.browser import Product

CHROME = b"<title>Vedette</title>"
TARGETS = (
    "etc/passwd",
    "proc/self/environ",
    "vedette.ini",
    "vedette.db",
    "src/vedette/app/build.py",
)
UPS = (
    "../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%252f", "%252e%252e%252f", "..\\", "..%5c",
    "..%255c", "....//", "..;/", ".%2e/", "..%c0%af", "..%ef%bc%8f", "..%00/", "%uff0e%uff0e/",
    "/./../", "..//",
)  # fmt: skip
PREFIXES = (
    "/public/plugins/prometheus/", "/public/plugins/timeseries/", "/public/plugins/text/ui/",
    "/public/", "/public/build/", "/assets/", "/api/plugins/text/", "/static/", "/",
    "/api/datasources/proxy/1/", "/api/datasources/proxy/uid/x/", "/api/plugins/", "/avatar/",
)  # fmt: skip
ODD = (
    "//etc/passwd", "/\\etc\\passwd", "/%2fetc/passwd", "/file:///etc/passwd", "/assets/%00",
    "/assets", "/assets/", "/assets//index.html", "/assets/.", "/assets/./",
    "/public/..%2findex.html%00.js", "/assets/index.html/..",
    "/public/plugins/alertlist/#/../..//../../../../etc/passwd", "/%", "/%zz", "/%00", "/?%00",
    "/" + "a/" * 3_000,
    "/api/" + "../" * 500, "/assets/" + "%2e" * 2_000,
)  # fmt: skip


def ask(product: Product, path: str | bytes, method: str = "GET", head: bytes = b"") -> bytes:
    address = urlsplit(product.url)
    raw = path if isinstance(path, bytes) else path.encode()
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        request = b"%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n"
        connection.sendall(request % (method.encode(), raw, head))
        return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    pieces = []
    while piece := connection.recv(65536):
        pieces.append(piece)
    return b"".join(pieces)


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def expect_no_file(path: str | bytes, answer: bytes) -> None:
    """The user interface's own page, or an error as JSON: never what is on the disk."""
    head, _, body = answer.partition(b"\r\n\r\n")
    status = status_of(answer)
    assert status in (200, 400, 401, 404, 405), (path, answer[:300])
    for trace in (b"root:x:", b"HOME=", b"SQLite format", b"http_port =", b"import ", b"[server]"):
        assert trace not in body, (path, answer[:300])
    if status == 200:
        assert CHROME in body, (path, answer[:300])
        return
    assert b"x-request-id" in head.lower(), path
    assert orjson.loads(body)["message"], path


@pytest.mark.parametrize("prefix", PREFIXES)
def test_no_way_up_leads_to_a_file(product: Product, prefix: str) -> None:
    """Proves T15, CVE-2021-43798, CVE-2021-43813, CVE-2021-43815."""
    for number, up in enumerate(UPS):
        for depth in (1, 8):
            path = prefix + up * depth + TARGETS[(number + depth) % len(TARGETS)]
            expect_no_file(path, ask(product, path))


@pytest.mark.parametrize("path", ODD, ids=lambda path: path[:40])
def test_odd_paths_get_the_page_or_an_error(product: Product, path: str) -> None:
    expect_no_file(path, ask(product, path))


def test_a_thousand_random_paths_find_nothing_but_pages_and_errors(product: Product) -> None:
    """Proves T15."""
    chance = random.Random(15)
    pieces = [*UPS, *PREFIXES, *TARGETS, "%", "%0", "\\", "//", ";", "?", "#", "*", "|", "~", "."]
    for _ in range(1_000):
        path = "/" + "".join(chance.choices(pieces, k=chance.randint(1, 7)))
        expect_no_file(path, ask(product, path.replace(" ", "")))


def test_a_link_or_a_file_outside_the_build_is_never_served(product: Product) -> None:
    """Proves T15."""
    for path in ("/index.html.bak", "/__init__.py", "/page.py", "/../page.py", "/plugin.json"):
        expect_no_file(path, ask(product, path))


@pytest.mark.parametrize(
    "raw",
    [
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /login HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /login HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"GET / HTTP/1.1\r\nA: b\r\n folded: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nBad Header: x\r\n\r\n",
    ],
)
def test_what_is_not_http_is_refused_as_json(product: Product, raw: bytes) -> None:
    """Proves T68."""
    address = urlsplit(product.url)
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        head, _, body = read_all(connection).partition(b"\r\n\r\n")
    assert 400 <= status_of(head) < 500, head
    problem = orjson.loads(body)
    assert problem["message"]
    assert problem["requestId"].encode() in head


@pytest.mark.parametrize("start", [b"GET /", b"GET / HTTP/1.1\r\nX-A: "])
def test_an_endless_head_is_cut_off(product: Product, start: bytes) -> None:
    address = urlsplit(product.url)
    sent = 0
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall(start)
        try:
            while sent < 64 * 1024 * 1024:
                sent += connection.send(b"a" * 65536)
        except OSError:
            pass
    assert sent < 16 * 1024 * 1024


def test_absolute_addresses_in_the_request_line_stay_here(product: Product) -> None:
    answer = ask(product, "http://evil.test/api/health")
    assert status_of(answer) == 200
    assert b"evil.test" not in answer


def test_the_log_of_all_this_has_no_traceback(product: Product) -> None:
    expect_no_file("/api/none%0d%0aforged=1", ask(product, "/api/none%0d%0aforged=1"))
    printed = product.printed.read_text().splitlines()
    assert not [line for line in printed if "Traceback" in line or line.startswith("forged=1")]

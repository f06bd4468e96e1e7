"""Server features for receivers: HTTP clients under the egress policy, templates, and mail."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from vedette.kernel.clock import Clock
from vedette.kernel.secret import Secret
from vedette.outbound.address import parse_address
from vedette.outbound.client import ClientOptions, Outbound, SourceClient
from vedette.outbound.tls import TlsOptions
from vedette.sdk import (
    HttpClient,
    HttpOptions,
    HttpResponse,
    MailServer,
    ReceiverHost,
    Texts,
    WebSocket,
)

_Pairs = Mapping[str, str] | list[tuple[str, str]]


class Lender:
    """Creates a `ReceiverHost` for each receiver."""

    def __init__(self, outbound: Outbound, clock: Clock, texts: Texts, mail: MailServer) -> None:
        self._outbound = outbound
        self._clock = clock
        self._texts = texts
        self._mail = mail

    def lend(
        self, name: str, kind: str, *, is_trusted: bool
    ) -> tuple[ReceiverHost, list[SourceClient]]:
        """`name` is that of the target in errors. Close the created clients after use."""

        def client_options(options: HttpOptions, base: str) -> ClientOptions:
            address = parse_address(base)
            return ClientOptions(
                name=name,
                kind=kind,
                url=base,
                is_trusted=is_trusted,
                user=options.user or address.user,
                password=Secret(options.password) if options.user else address.password,
                headers=options.headers,
                tls=TlsOptions(
                    ca=options.ca_certificate,
                    client_cert=options.client_certificate,
                    client_key=Secret(options.client_key),
                    skip_verify=options.skip_verify,
                ),
                timeout=options.timeout,
                has_secret_path=True,
            )

        return self._host(kind, is_trusted, client_options, ())

    def lend_as(self, source: ClientOptions) -> tuple[ReceiverHost, list[SourceClient]]:
        """Connect to the server of `source` with its login, headers and certificates, regardless of
        the receiver's own settings."""
        logins = [value.rpartition(" ")[2] for value in source.headers.values()]
        hidden = (source.password.reveal(), *source.headers.values(), *logins)
        return self._host(
            source.kind, source.is_trusted, lambda _, base: replace(source, url=base), hidden
        )

    def _host(
        self,
        kind: str,
        is_trusted: bool,
        client_options: Callable[[HttpOptions, str], ClientOptions],
        hidden: Sequence[str],
    ) -> tuple[ReceiverHost, list[SourceClient]]:
        opened: list[SourceClient] = []

        def http(options: HttpOptions) -> HttpClient:
            base, query, ending = _split(options.url)
            client = self._outbound.client(client_options(options, base))
            opened.append(client)
            return _BaseUrlClient(client, query, ending)

        host = ReceiverHost(
            clock=self._clock,
            http=http,
            network=self._outbound.network(is_trusted=is_trusted),
            log=logging.getLogger(f"vedette.receiver.{kind}"),
            texts=self._texts,
            mail=self._mail,
            hidden=hidden,
        )
        return host, opened


class _BaseUrlClient:
    """A client whose base URL can have a query and a trailing slash, as webhooks do."""

    def __init__(self, client: SourceClient, query: list[tuple[str, str]], ending: str) -> None:
        self._client = client
        self._query = query
        self._ending = ending

    def request(
        self,
        method: str,
        url: str,
        *,
        params: _Pairs | None = None,
        form: _Pairs | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> AbstractAsyncContextManager[HttpResponse]:
        target, pairs = self._target(url, params)
        return self._client.request(
            method, target, params=pairs, form=form, body=body, headers=headers, timeout=timeout
        )

    def websocket(
        self,
        url: str,
        *,
        params: _Pairs | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AbstractAsyncContextManager[WebSocket]:
        target, pairs = self._target(url, params)
        return self._client.websocket(target, params=pairs, headers=headers)

    def _target(self, url: str, params: _Pairs | None) -> tuple[str, list[tuple[str, str]]]:
        given = list(params.items() if isinstance(params, Mapping) else params or ())
        if url.startswith(("http://", "https://")):
            base, query, ending = _split(url)
            return base + ending, [*query, *given]
        return url or self._ending, [*self._query, *given]


def _split(url: str) -> tuple[str, list[tuple[str, str]], str]:
    """Return the URL without its query and trailing slash, the query, and the slash."""
    head, _, query = url.strip().partition("#")[0].partition("?")
    has_path = len(urlsplit(head).path) > 1 if "://" in head else False
    ending = "/" if head.endswith("/") and has_path else ""
    return head, parse_qsl(query, keep_blank_values=True), ending

"""Access tokens by client credentials (RFC 6749, section 4.4)."""

import secrets
from base64 import b64encode
from contextlib import suppress
from urllib.parse import quote_plus

from vedette.sdk import Delivery, HttpOptions, ReceiverHost, Undeliverable
from vedette.sdk.receiver_http import Endpoint, HttpAnswer
from vedette_plugins.receivers.webhook.settings import OAuth2

_USUAL_SECONDS = 300.0
_EARLY = 30.0
"""Seconds before its expiry at which a token is no longer used."""


class Tokens:
    """Requests a token when the last one has expired."""

    def __init__(self, settings: OAuth2, host: ReceiverHost) -> None:
        tls = settings.tls_config
        options = HttpOptions(
            url=settings.token_url,
            skip_verify=tls.insecure_skip_verify,
            ca_certificate=tls.ca_certificate,
            client_certificate=tls.client_certificate,
            client_key=tls.client_key,
        )
        self._endpoint = Endpoint(host, "The token server", options, (settings.client_secret,))
        self._settings = settings
        self._clock = host.clock
        self._token = ""
        self._until = 0.0

    async def token(self, delivery: Delivery) -> str:
        """Raises `Undeliverable` or `TryLater`."""
        if not self._token or self._clock.monotonic() >= self._until:
            reply = (await self._request(delivery)).object()
            token, seconds = reply.get("access_token"), reply.get("expires_in")
            if not isinstance(token, str) or not token:
                raise Undeliverable("The token server answered without an access token.")
            self._token = token
            self._until = self._clock.monotonic() + _lasting(seconds) - _EARLY
        return self._token

    def forget(self) -> None:
        self._token = ""

    async def _request(self, delivery: Delivery) -> HttpAnswer:
        """Request a token. The client authenticates with basic auth, or in the form if that is
        rejected."""
        settings = self._settings
        form = {"grant_type": "client_credentials", **settings.endpoint_params}
        if settings.scopes:
            form["scope"] = " ".join(settings.scopes)
        pair = f"{quote_plus(settings.client_id)}:{quote_plus(settings.client_secret)}"
        basic = {"Authorization": f"Basic {b64encode(pair.encode()).decode()}"}
        # Never identical: a server must not return an expired token again.
        part = f"token-{secrets.token_hex(8)}"
        answer = await self._endpoint.exchange(delivery, form=form, headers=basic, part=part)
        if answer.status in (400, 401):
            own = {"client_id": settings.client_id, "client_secret": settings.client_secret}
            part += "-form"
            answer = await self._endpoint.exchange(delivery, form={**form, **own}, part=part)
        self._endpoint.check(answer)
        return answer


def _lasting(seconds: object) -> float:
    """Return the lifetime. Some servers send the number as a string, or an invalid value."""
    with suppress(ValueError, TypeError):
        found = float(seconds)  # type: ignore[arg-type]
        return found if found >= 0 else _USUAL_SECONDS
    return _USUAL_SECONDS

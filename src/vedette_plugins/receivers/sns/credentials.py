"""Credentials for requests: access keys, or those of an assumed role."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode, urlsplit

from vedette.sdk import Delivery, HttpOptions, ReceiverHost, TryLater, Undeliverable
from vedette.sdk.receiver_http import Endpoint, HttpAnswer
from vedette_plugins.receivers.sns.settings import Sigv4
from vedette_plugins.receivers.sns.signing import Credentials, Scope, signed_headers

_FORM = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"}
_LATER = re.compile(r"Throttl|RequestLimitExceeded|ServiceUnavailable|InternalFailure|KMSThrottl")
_EXPIRED = frozenset({"ExpiredToken", "ExpiredTokenException"})
_EARLY = timedelta(minutes=1)


class AwsApi:
    """An AWS service that is called with signed form requests."""

    def __init__(
        self, host: ReceiverHost, name: str, url: str, scope: Scope, hidden: tuple[str, ...]
    ) -> None:
        self._endpoint = Endpoint(host, name, HttpOptions(url), hidden)
        parts = urlsplit(url)
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        name = (parts.hostname or "").lower()
        self._host = name if parts.port in (None, usual) else f"{name}:{parts.port}"
        self._path = parts.path or "/"
        self._scope = scope
        self._clock = host.clock

    async def post(
        self,
        delivery: Delivery,
        form: Mapping[str, str],
        credentials: Credentials,
        part: str = "",
    ) -> HttpAnswer:
        """Raises `Undeliverable` or `TryLater`, depending on the error code of AWS."""
        body = urlencode(form).encode()
        headers = signed_headers(
            credentials,
            self._scope,
            self._clock.now().astimezone(UTC),
            method="POST",
            host=self._host,
            path=self._path,
            body=body,
            headers=_FORM,
        )
        answer = await self._endpoint.exchange(delivery, body, headers=headers, part=part)
        if answer.status < 400:
            self._endpoint.check(answer)
            return answer
        code, words = element(answer, "Code"), element(answer, "Message")
        if not code:
            self._endpoint.check(answer)
        said = self._endpoint.shown(f"{code}: {words}"[:200].rstrip(".: "))
        sentence = f"{self._endpoint.name} answered {answer.status}: {said}."
        if answer.status in (408, 429) or answer.status >= 500:
            raise TryLater(sentence, self._endpoint.pause(answer), upstreamStatus=answer.status)
        if code in _EXPIRED or _LATER.search(code):
            raise TryLater(sentence, awsCode=code, upstreamStatus=answer.status)
        raise Undeliverable(sentence, awsCode=code, upstreamStatus=answer.status)


class Role:
    """Credentials of an assumed role, cached until shortly before they expire."""

    def __init__(self, settings: Sigv4, scope: Scope, host: ReceiverHost, suffix: str) -> None:
        url = f"https://sts.{scope.region}.{suffix}/"
        secrets = (settings.secret_key, settings.access_key)
        self._api = AwsApi(host, "AWS STS", url, Scope(scope.region, "sts"), secrets)
        self._settings = settings
        self._clock = host.clock
        self._held: Credentials | None = None
        self._until = datetime.min.replace(tzinfo=UTC)

    async def credentials(self, delivery: Delivery, own: Credentials) -> Credentials:
        """Raises `Undeliverable` or `TryLater`."""
        if self._held is None or self._clock.now() >= self._until:
            form = {
                "Action": "AssumeRole",
                "Version": "2011-06-15",
                "RoleArn": self._settings.role_arn,
                "RoleSessionName": "vedette",
            }
            if self._settings.external_id:
                form["ExternalId"] = self._settings.external_id
            answer = await self._api.post(delivery, form, own, part="role")
            access, secret = element(answer, "AccessKeyId"), element(answer, "SecretAccessKey")
            if not access or not secret:
                raise TryLater("AWS STS answered without credentials.")
            self._held = Credentials(access, secret, element(answer, "SessionToken"))
            self._until = self._end(element(answer, "Expiration")) - _EARLY
        return self._held

    def forget(self) -> None:
        self._held = None

    def _end(self, text: str) -> datetime:
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            return self._clock.now() + timedelta(minutes=15)


def element(answer: HttpAnswer, name: str) -> str:
    """Return the text of an element of a small XML response."""
    found = re.search(rf"<{name}>([^<]*)</{name}>", answer.body.decode(errors="replace"))
    return found[1] if found else ""

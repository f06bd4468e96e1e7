"""Opens, updates and resolves issues in Jira."""

import re
from collections.abc import Mapping
from datetime import timedelta

from vedette.sdk import (
    BadRequest,
    Delivery,
    HttpOptions,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    TerraformNames,
    parse_duration,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint
from vedette.sdk.receiver_text import (
    DEFAULT_MESSAGE,
    DEFAULT_TITLE,
    cut_runes,
    one_line,
    stable_key,
)
from vedette_plugins.receivers.jira.issues import Issue, Issues, document, quoted
from vedette_plugins.receivers.jira.settings import FIELDS, JiraSettings
from vedette_plugins.receivers.jira.transfer import SECTIONS

_MOST_SUMMARY = 255
_MOST_DESCRIPTION = 32_767
_MOST_LABEL = 255


class Jira:
    def __init__(
        self, settings: JiraSettings, reopen_minutes: int | None, host: ReceiverHost
    ) -> None:
        headers = {"Authorization": f"Bearer {settings.api_token}"} if settings.api_token else {}
        options = HttpOptions(
            settings.api_url.rstrip("/"), settings.user, settings.password, headers
        )
        hidden = (settings.user, settings.password, settings.api_token)
        self._is_api_3 = options.url.endswith("/3")
        self._issues = Issues(Endpoint(host, "Jira", options, hidden), is_api_3=self._is_api_3)
        self._settings = settings
        self._reopen_minutes = reopen_minutes
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        issue = await self._issues.find(delivery, self._query(message))
        if issue is None and not message.firing:
            return Receipt("Nothing was sent: Jira has no open issue for these alerts.")
        fields = await self._fields(message)
        if issue is None:
            key = await self._issues.create(delivery, fields)
            return Receipt(f"Jira's issue {key} is open.", key)
        return await self._change(message, delivery, issue, fields)

    async def _change(
        self, message: Message, delivery: Delivery, issue: Issue, fields: Mapping[str, object]
    ) -> Receipt:
        settings = self._settings
        fixed = {"project", "issuetype", "labels"}
        changed = {name: value for name, value in fields.items() if name not in fixed}
        await self._issues.change(delivery, issue.key, changed)
        done = f"Jira's issue {issue.key} is changed"
        if message.firing and issue.is_done and settings.reopen_transition:
            await self._issues.move(delivery, issue.key, settings.reopen_transition)
            done = f"Jira's issue {issue.key} is open again"
        elif not message.firing and not issue.is_done and settings.resolve_transition:
            await self._issues.move(delivery, issue.key, settings.resolve_transition)
            done = f"Jira's issue {issue.key} is resolved"
        return Receipt(f"{done}.", issue.key)

    def _query(self, message: Message) -> str:
        """Return editable issues of this group, open ones first."""
        settings = self._settings
        key = stable_key(message)
        conditions = [f"project = {quoted(settings.project)}"]
        if settings.dedup_key_field:
            conditions.append(f"cf[{settings.dedup_key_field}] ~ {quoted(key)}")
        else:
            conditions.append(f"labels = {quoted(_label(key))}")
        if settings.wont_fix_resolution:
            resolution = quoted(settings.wont_fix_resolution)
            conditions.append(f"(resolution is EMPTY OR resolution != {resolution})")
        if not settings.reopen_transition:
            conditions.append("statusCategory != Done")
        elif self._reopen_minutes is not None:
            conditions.append(
                f"(resolutiondate is EMPTY OR resolutiondate >= -{self._reopen_minutes}m)"
            )
        return f"{' AND '.join(conditions)} ORDER BY status ASC, resolutiondate DESC"

    async def _fields(self, message: Message) -> Mapping[str, object]:
        settings = self._settings
        summary = await self._texts.text(
            settings.summary or DEFAULT_TITLE, message, otherwise=plain_title
        )
        text = await self._texts.text(
            settings.description or DEFAULT_MESSAGE, message, otherwise=plain_text
        )
        text = cut_runes(text, _MOST_DESCRIPTION)
        key = stable_key(message)
        labels = [await self._line(each, message) for each in settings.labels]
        labels = [cut_runes(re.sub(r"\s+", "_", each), _MOST_LABEL) for each in labels if each]
        fields: dict[str, object] = {
            "project": {"key": settings.project},
            "issuetype": {"name": settings.issue_type},
            "summary": cut_runes(" ".join(summary.split()), _MOST_SUMMARY),
            "description": document(text) if self._is_api_3 else text,
            "labels": labels if settings.dedup_key_field else [*labels, _label(key)],
        }
        if settings.dedup_key_field:
            fields[f"customfield_{settings.dedup_key_field}"] = key
        if priority := await self._line(settings.priority, message):
            fields["priority"] = {"name": priority}
        for name, value in settings.fields.items():
            fields[name] = await self._line(value, message) if isinstance(value, str) else value
        return fields

    async def _line(self, template: str, message: Message) -> str:
        return await one_line(self._texts, template, message)


def _label(key: str) -> str:
    return f"ALERT{{{key}}}"


def open_jira(settings: JiraSettings, host: ReceiverHost) -> Receiver:
    for what, value in (("project", settings.project), ("issue type", settings.issue_type)):
        if not value.strip():
            raise BadRequest(f"Jira needs the {what} of the issues to open.")
    if bool(settings.api_token) == bool(settings.user and settings.password):
        raise BadRequest("Jira needs either a user with a password, or a token.")
    if settings.dedup_key_field and not settings.dedup_key_field.isdigit():
        raise BadRequest(
            "Jira's dedup_key_field must be the number of a custom field, such as 10042."
        )
    return Jira(settings, _minutes(settings.reopen_duration), host)


def _minutes(text: str) -> int | None:
    if not text.strip():
        return None
    try:
        duration = parse_duration(text.strip())
    except ValueError as error:
        raise BadRequest(f"Jira's reopen_duration {text[:50]!r} is no duration like 2h.") from error
    return max(1, duration // timedelta(minutes=1))


PLUGIN = ReceiverPlugin(
    settings=JiraSettings,
    fields=FIELDS,
    open=open_jira,
    terraform=TerraformNames(maps=frozenset({"fields"})),
    alertmanager=SECTIONS,
)

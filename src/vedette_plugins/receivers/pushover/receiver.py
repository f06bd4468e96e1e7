"""Sends push messages to phones through Pushover."""

import msgspec

from vedette.sdk import (
    BadRequest,
    Delivery,
    HttpOptions,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    SettingField,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint, multipart
from vedette.sdk.receiver_text import (
    DEFAULT_MESSAGE,
    DEFAULT_TITLE,
    alerts_url,
    cut_html,
    cut_runes,
    plain_html,
)
from vedette_plugins.receivers.pushover.transfer import SECTIONS

API = "https://api.pushover.net/1/messages.json"
_MOST_TITLE = 250
_MOST_TEXT = 1_024
_MAX_IMAGE_BYTES = 5_242_880
_EMERGENCY = 2


class PushoverSettings(msgspec.Struct, frozen=True):
    api_token: str = msgspec.field(default="", name="apiToken")
    user_key: str = msgspec.field(default="", name="userKey")
    device: str = ""
    priority: int = 0
    ok_priority: int = msgspec.field(default=0, name="okPriority")
    retry: int = 60
    expire: int = 3600
    sound: str = ""
    ok_sound: str = msgspec.field(default="", name="okSound")
    title: str = ""
    message: str = ""
    upload_image: bool = msgspec.field(default=True, name="uploadImage")


FIELDS = (
    SettingField(
        "apiToken", "API token", help="Token of an application.", required=True, secret=True
    ),
    SettingField("userKey", "User key", help="Key of a user or group.", required=True, secret=True),
    SettingField("title", "Title", template=True, default=DEFAULT_TITLE),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
    SettingField(
        "priority",
        "Priority",
        help="-2 (silent) to 2 (repeated until somebody acknowledges it).",
        kind="number",
        default="0",
    ),
    SettingField("okPriority", "Priority when resolved", kind="number", default="0"),
    SettingField(
        "retry",
        "Repeat after",
        help="Seconds, at least 30, for priority 2.",
        kind="number",
        default="60",
        advanced=True,
    ),
    SettingField(
        "expire",
        "Repeat until",
        help="Seconds, at most 10,800, for priority 2.",
        kind="number",
        default="3600",
        advanced=True,
    ),
    SettingField(
        "device",
        "Devices",
        help="Device names, separated by commas. Default: all devices.",
        advanced=True,
        secret=False,
    ),
    SettingField("sound", "Sound", advanced=True, secret=False),
    SettingField("okSound", "Sound when resolved", advanced=True, secret=False),
    SettingField("uploadImage", "Attach an image", kind="switch", default="true", advanced=True),
)


class Pushover:
    def __init__(self, settings: PushoverSettings, host: ReceiverHost) -> None:
        hidden = (settings.api_token, settings.user_key)
        self._endpoint = Endpoint(host, "Pushover", HttpOptions(url=API), hidden)
        self._settings = settings
        self.accepts_images = settings.upload_image
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        fields = list((await self._fields(message)).items())
        files = []
        image = next((alert.image for alert in message.alerts if alert.image), None)
        if image and self._settings.upload_image and len(image) <= _MAX_IMAGE_BYTES:
            files.append(("attachment", "image.png", "image/png", image))
        body, kind = multipart(fields, files, boundary=f"vedette-{delivery.key}")
        answer = await self._endpoint.send(delivery, body, headers={"Content-Type": kind})
        return Receipt(
            f"Pushover answered {answer.status}.", str(answer.object().get("request", ""))
        )

    async def _fields(self, message: Message) -> dict[str, str]:
        settings, texts = self._settings, self._texts
        title = await texts.text(settings.title or DEFAULT_TITLE, message, otherwise=plain_title)
        text = await texts.text(
            settings.message or DEFAULT_MESSAGE, message, otherwise=plain_html, html=True
        )
        text = cut_html(text.strip(), _MOST_TEXT, count_markup=True)
        priority = settings.priority if message.firing else settings.ok_priority
        fields = {
            "token": settings.api_token,
            "user": settings.user_key,
            "title": cut_runes(title, _MOST_TITLE),
            "message": text or cut_runes(title, _MOST_TEXT),
            "url": alerts_url(message),
            "url_title": "Show alert rules",
            "priority": str(priority),
            "html": "1",
            "device": settings.device.replace(" ", ""),
            "sound": settings.sound if message.firing else settings.ok_sound,
        }
        if priority == _EMERGENCY:
            fields |= {"retry": str(settings.retry), "expire": str(settings.expire)}
        return {name: value for name, value in fields.items() if value}


def open_pushover(settings: PushoverSettings, host: ReceiverHost) -> Receiver:
    if not settings.api_token.strip() or not settings.user_key.strip():
        raise BadRequest("Pushover needs the token of an application and the key of a user.")
    for priority in (settings.priority, settings.ok_priority):
        if not -2 <= priority <= _EMERGENCY:
            raise BadRequest("Pushover's priorities are numbers from -2 to 2.")
    if _EMERGENCY in (settings.priority, settings.ok_priority):
        if settings.retry < 30:
            raise BadRequest("The retry interval of Pushover must be at least 30 seconds.")
        if not 0 < settings.expire <= 10_800:
            raise BadRequest("The expiry of Pushover must be at most 10,800 seconds.")
    return Pushover(settings, host)


PLUGIN = ReceiverPlugin(
    settings=PushoverSettings,
    fields=FIELDS,
    open=open_pushover,
    alertmanager=SECTIONS,
)

"""Uploads images as files into the thread of a message, through Slack's three API calls.

They need the scope `files:write`.
"""

from collections.abc import Sequence
from functools import cached_property
from urllib.parse import urlsplit

from vedette.sdk import Delivery, HttpOptions, ReceiverHost, Undeliverable
from vedette.sdk.receiver_http import Endpoint

_SLACK, _FILES = "https://slack.com", "https://files.slack.com"
_MOST = 5


class Uploads:
    """`api` is the client that posts messages; files are announced through it.

    Other clients are created with the first image: an egress policy that blocks the upload host
    does not affect messages.
    """

    def __init__(self, host: ReceiverHost, api: HttpOptions, token: str) -> None:
        url = api.url.rpartition("/")[0]
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        self._origin = _FILES if origin == _SLACK else origin
        self._host = host
        self._options = HttpOptions(url=url, headers=api.headers)
        self._token = token

    @cached_property
    def _api(self) -> Endpoint:
        return Endpoint(self._host, "Slack", self._options, (self._token,))

    @cached_property
    def _files(self) -> Endpoint:
        return Endpoint(self._host, "Slack", HttpOptions(url=self._origin), (self._token,))

    async def send(
        self, delivery: Delivery, images: Sequence[bytes], channel: str, thread: str
    ) -> int:
        """Upload images and return how many were accepted.

        Raises `TryLater` or `Undeliverable` if none was.
        """
        files = [
            {"id": await self._upload(delivery, place, image), "title": "Graph"}
            for place, image in enumerate(images[:_MOST])
        ]
        done = await self._api.post_json(
            delivery,
            {"files": files, "channel_id": channel, "thread_ts": thread},
            path="files.completeUploadExternal",
            part="files",
        )
        if done.object().get("ok") is not True:
            raise Undeliverable("Slack did not add the image to the thread.")
        return len(files)

    async def _upload(self, delivery: Delivery, place: int, image: bytes) -> str:
        """Upload an image and return the id of its file."""
        form = {"filename": f"graph{place}.png", "length": str(len(image)), "alt_txt": "Graph"}
        answer = await self._api.send(
            delivery, path="files.getUploadURLExternal", form=form, part=f"file{place}"
        )
        reply = answer.object()
        url = str(reply.get("upload_url", ""))
        if reply.get("ok") is not True or not url.startswith(f"{self._origin}/"):
            raise Undeliverable("Slack did not return an upload URL for the image.")
        await self._files.send(
            delivery,
            image,
            path=url.removeprefix(f"{self._origin}/"),
            headers={"Content-Type": "application/octet-stream"},
            part=f"content{place}",
        )
        return str(reply.get("file_id", ""))

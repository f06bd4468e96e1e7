"""Rendered images and where they are stored."""

from datetime import timedelta

from vedette.kernel.secret import Secret
from vedette.settings import Section, setting


class ImageStorageSettings(
    Section,
    name="external_image_storage",
    aliases=("external image storage",),
    acted_on=False,
):
    """Storage of rendered images that several instances share."""

    provider: str = setting(
        "", "Kind of storage.", choices=("", "s3", "webdav", "gcs", "azure_blob", "local")
    )


class S3Settings(Section, name="external_image_storage.s3", acted_on=False):
    """Images in S3 or a store that speaks like it."""

    endpoint: str = setting("", "Address of the store; empty for AWS.")
    path_style_access: bool = setting(False, "Put the bucket's name into the path.")
    bucket_url: str = setting("", "Address of the bucket, instead of name and region.")
    bucket: str = setting("", "Name of the bucket.", aliases=("external_image_storage:bucket",))
    region: str = setting("", "Its region.", aliases=("external_image_storage:region",))
    path: str = setting("", "Start of every name.")
    access_key: Secret = setting(
        Secret(""), "Access key.", aliases=("external_image_storage:access_key",)
    )
    secret_key: Secret = setting(
        Secret(""), "Secret key.", aliases=("external_image_storage:secret_key",)
    )


class WebdavSettings(Section, name="external_image_storage.webdav", acted_on=False):
    """Images on a WebDAV server."""

    url: str = setting("", "Address.")
    username: str = setting("", "User.")
    password: Secret = setting(Secret(""), "Password.")
    public_url: str = setting("", "Public address.")


class GcsSettings(Section, name="external_image_storage.gcs", acted_on=False):
    """Images in Google Cloud Storage."""

    key_file: str = setting("", "File of the key.")
    bucket: str = setting("", "Name of the bucket.")
    path: str = setting("", "Start of every name.")
    enable_signed_urls: bool = setting(False, "Sign addresses.")
    signed_url_expiration: timedelta = setting(timedelta(days=7), "How long those are valid.")


class AzureBlobSettings(Section, name="external_image_storage.azure_blob", acted_on=False):
    """Images in Azure Blob Storage."""

    account_name: str = setting("", "Account.")
    account_key: Secret = setting(Secret(""), "Its key.")
    container_name: str = setting("", "Container.")
    sas_token_expiration_days: int = setting(
        -1, "How long addresses are valid; -1 for unsigned ones.", unit="days", at_least=-1
    )


class LocalImagesSettings(Section, name="external_image_storage.local", acted_on=False):
    """Images in our own data directory."""


class RenderingSettings(Section, name="rendering", acted_on=False):
    """Images of dashboards and panels."""

    server_url: str = setting("", "Address of a separate renderer.")
    callback_url: str = setting("", "Our address as the renderer sees it.")
    renderer_token: Secret = setting(Secret("-"), "Shared secret of both.")
    concurrent_render_request_limit: int = setting(30, "Maximum concurrent renderings.", at_least=1)
    render_key_lifetime: timedelta = setting(timedelta(minutes=5), "Time limit of a rendering.")
    default_image_width: int = setting(1000, "Width.", unit="pixels", at_least=1)
    default_image_height: int = setting(500, "Height.", unit="pixels", at_least=1)
    default_image_scale: float = setting(1.0, "Pixels for one of the page.", at_least=0.1)


SECTIONS: tuple[type[Section], ...] = (
    ImageStorageSettings,
    S3Settings,
    WebdavSettings,
    GcsSettings,
    AzureBlobSettings,
    LocalImagesSettings,
    RenderingSettings,
)

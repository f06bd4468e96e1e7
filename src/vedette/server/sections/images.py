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
    """Configures the storage of rendered images that several instances share."""

    provider: str = setting(
        "", "Type of image storage.", choices=("", "s3", "webdav", "gcs", "azure_blob", "local")
    )


class S3Settings(Section, name="external_image_storage.s3", acted_on=False):
    """Configures image storage in S3 or in an S3-compatible store."""

    endpoint: str = setting("", "Endpoint of the store. Leave empty for AWS.")
    path_style_access: bool = setting(
        False, "Use path-style addresses, with the bucket name in the path."
    )
    bucket_url: str = setting("", "Address of the bucket, used instead of name and region.")
    bucket: str = setting("", "Name of the bucket.", aliases=("external_image_storage:bucket",))
    region: str = setting("", "Region of the bucket.", aliases=("external_image_storage:region",))
    path: str = setting("", "Prefix of all object names.")
    access_key: Secret = setting(
        Secret(""), "Access key ID.", aliases=("external_image_storage:access_key",)
    )
    secret_key: Secret = setting(
        Secret(""), "Secret access key.", aliases=("external_image_storage:secret_key",)
    )


class WebdavSettings(Section, name="external_image_storage.webdav", acted_on=False):
    """Configures image storage on a WebDAV server."""

    url: str = setting("", "Address to which images are uploaded.")
    username: str = setting("", "User name for the server.")
    password: Secret = setting(Secret(""), "Password for the server.")
    public_url: str = setting("", "Public address from which images are downloaded.")


class GcsSettings(Section, name="external_image_storage.gcs", acted_on=False):
    """Configures image storage in Google Cloud Storage."""

    key_file: str = setting("", "Path of the service account's key file.")
    bucket: str = setting("", "Name of the bucket.")
    path: str = setting("", "Prefix of all object names.")
    enable_signed_urls: bool = setting(False, "Create signed URLs.")
    signed_url_expiration: timedelta = setting(timedelta(days=7), "Validity of signed URLs.")


class AzureBlobSettings(Section, name="external_image_storage.azure_blob", acted_on=False):
    """Configures image storage in Azure Blob Storage."""

    account_name: str = setting("", "Name of the storage account.")
    account_key: Secret = setting(Secret(""), "Key of the storage account.")
    container_name: str = setting("", "Name of the container.")
    sas_token_expiration_days: int = setting(
        -1, "Validity of SAS tokens. -1 uses URLs without a token.", unit="days", at_least=-1
    )


class LocalImagesSettings(Section, name="external_image_storage.local", acted_on=False):
    """Configures image storage in the data directory."""


class RenderingSettings(Section, name="rendering", acted_on=False):
    """Configures the rendering of dashboards and panels as images."""

    server_url: str = setting("", "Address of the rendering service.")
    callback_url: str = setting("", "Address of this server as seen from the rendering service.")
    renderer_token: Secret = setting(
        Secret("-"), "Shared secret of the server and the rendering service."
    )
    concurrent_render_request_limit: int = setting(
        30, "Maximum number of concurrent renderings.", at_least=1
    )
    render_key_lifetime: timedelta = setting(
        timedelta(minutes=5), "Maximum duration of a rendering."
    )
    default_image_width: int = setting(1000, "Default width of images.", unit="pixels", at_least=1)
    default_image_height: int = setting(500, "Default height of images.", unit="pixels", at_least=1)
    default_image_scale: float = setting(1.0, "Default device pixel ratio of images.", at_least=0.1)


SECTIONS: tuple[type[Section], ...] = (
    ImageStorageSettings,
    S3Settings,
    WebdavSettings,
    GcsSettings,
    AzureBlobSettings,
    LocalImagesSettings,
    RenderingSettings,
)

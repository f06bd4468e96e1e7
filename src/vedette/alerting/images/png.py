"""Renders a graph as PNG with the given fonts.

System fonts are used for characters that these fonts lack. Searching a thousand of them takes a
fifth of a second, which happens only for such characters.
"""

from pathlib import Path

import resvg_py

from vedette.alerting.images.graph import Graph
from vedette.alerting.images.svg import svg

WIDTH, HEIGHT, SCALE = 600, 320, 2
"""Size in CSS pixels as shown in a mail, and image pixels per CSS pixel."""


def png(
    graph: Graph, fonts: Path, width: int = WIDTH, height: int = HEIGHT, scale: int = SCALE
) -> bytes:
    """Return an image of `width * scale` by `height * scale` pixels.

    Raises `FileNotFoundError` if the folder `fonts` contains none.
    """
    own = [str(each) for each in sorted(fonts.glob("*.ttf"))]
    if not own:
        raise FileNotFoundError(f"{fonts} contains no fonts.")
    return resvg_py.svg_to_bytes(
        svg_string=svg(graph, width, height),
        width=width * scale,
        height=height * scale,
        font_files=own,
        font_family="Geist",
        sans_serif_family="Geist",
    )

"""A graph as a PNG file, whose fonts are given.

The machine's own, where there are any, show what those have no letters for. To look among a
thousand of them costs a fifth of a second, and milliseconds where every letter is known.
"""

from pathlib import Path

import resvg_py

from vedette.alerting.images.graph import Graph
from vedette.alerting.images.svg import svg

WIDTH, HEIGHT, SCALE = 600, 320, 2
"""What a mail shows, in pixels of a page, and how many of the picture's go into one."""


def png(
    graph: Graph, fonts: Path, width: int = WIDTH, height: int = HEIGHT, scale: int = SCALE
) -> bytes:
    """`width * scale` by `height * scale` pixels.

    Raises `FileNotFoundError` where the folder `fonts` holds none.
    """
    own = [str(each) for each in sorted(fonts.glob("*.ttf"))]
    if not own:
        raise FileNotFoundError(f"{fonts} holds no fonts.")
    return resvg_py.svg_to_bytes(
        svg_string=svg(graph, width, height),
        width=width * scale,
        height=height * scale,
        font_files=own,
        font_family="Geist",
        sans_serif_family="Geist",
    )

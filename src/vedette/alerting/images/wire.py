"""Encoding of a graph for the rendering process."""

import msgspec

from vedette.alerting.images.graph import Graph

encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Graph)

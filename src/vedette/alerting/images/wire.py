"""How a graph gets to the process that draws it."""

import msgspec

from vedette.alerting.images.graph import Graph

encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Graph)

"""The instrument as a Jupyter widget: Attentoscope(attributes={"experiment": "context-lookup", "seed": 7})."""

import anywidget
import traitlets


class Attentoscope(anywidget.AnyWidget):
    _esm = "https://example.org/attentoscope/anywidget.mjs"
    attributes = traitlets.Dict({"experiment": "context-lookup"}).tag(sync=True)
    link = traitlets.Unicode("").tag(sync=True)  # the configuration as the reader has left it

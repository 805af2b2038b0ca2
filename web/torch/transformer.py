def transformer(settings, source_words, target_words, longest_source, longest_target):
    """An encoder, a decoder, or both, depending on the settings."""
    return Transformer(settings, source_words, target_words, longest_source, longest_target)


class MultiHeadAttention(nn.Module):
    """Attention with N heads of width d.

      q = x Wq,  k = y Wk,  v = y Wv             head n has the columns n d ... of each
      e = q k^T / sqrt(d)    a = softmax(e)      [B, N, T, S]
      c = (a v of all heads, concatenated) Wo    [B, T, D]
    """

    def __init__(self, settings):
        super().__init__()
        D, self.heads = settings["dModel"], settings["heads"]
        self.scale = 1 / D if settings["scale"] == "inverse" else 1 / math.sqrt(D // self.heads)
        self.query, self.key, self.value, self.out = (nn.Linear(D, D) for _ in range(4))
        self.on = torch.ones(self.heads)  # 0 for a head that is switched off
        self.weights = None  # of the last forward pass
        self.held, self.without = {}, ()  # weights that replace rows, by (head, row), and hidden keys

    def forward(self, x, y, visible=None):
        """x [B, T, D] gives the queries, y [B, S, D] keys and values; `visible` [T, S] is True where a key is visible."""
        q, k, v = (self.split(z) for z in (self.query(x), self.key(y), self.value(y)))
        scores = q @ k.transpose(-2, -1) * self.scale
        if visible is not None:
            scores = scores.masked_fill(~visible, -torch.inf)
        weights = scores.softmax(-1).clone()
        if self.held or self.without:
            T, S = weights.shape[2:]
            visible = torch.ones(T, S) > 0 if visible is None else visible
            places = {(head, row): visible[row] for head in range(self.heads) for row in range(T)}
            replace = hold(self.held, self.without, places, S)
            for head, row in places:
                weights[:, head, row] = replace(weights[:, head, row], (head, row))
        self.weights = weights.detach()
        context = (weights @ v) * self.on[:, None, None]
        return self.out(context.transpose(1, 2).flatten(2))

    def split(self, z):
        """[B, T, D] -> [B, N, T, d]"""
        return z.unflatten(-1, (self.heads, -1)).transpose(1, 2)


class FeedForward(nn.Module):
    """f(x W1 + b1) W2 + b2, the same at each position."""

    def __init__(self, settings):
        super().__init__()
        D = settings["dModel"]
        self.inner = nn.Linear(D, settings["feedForward"] * D)
        self.outer = nn.Linear(settings["feedForward"] * D, D)
        self.activation = nn.GELU(approximate="tanh") if settings["activation"] == "gelu" else nn.ReLU()

    def forward(self, x):
        return self.outer(self.activation(self.inner(x)))


class Layer(nn.Module):
    def __init__(self, settings, has_cross_attention):
        super().__init__()
        D = settings["dModel"]
        self.before = settings["norm"] == "before"
        self.own = MultiHeadAttention(settings)
        self.norm_self = nn.LayerNorm(D)
        if has_cross_attention:
            self.cross = MultiHeadAttention(settings)
            self.norm_cross = nn.LayerNorm(D)
        self.feed = FeedForward(settings)
        self.norm_feed = nn.LayerNorm(D)
        self.dropout = nn.Dropout(settings["dropout"])

    def forward(self, x, visible, memory=None):
        """x [B, T, D]; `memory` [B, S, D] is the output of the encoder, for the cross-attention of a decoder."""
        x = self.add(x, self.norm_self, lambda x: self.own(x, x, visible))
        if memory is not None:
            x = self.add(x, self.norm_cross, lambda x: self.cross(x, memory))
        return self.add(x, self.norm_feed, self.feed)

    def add(self, x, norm, sublayer):
        """The residual connection around a sublayer, with layer norm before or after it."""
        if self.before:
            return x + self.dropout(sublayer(norm(x)))
        return norm(x + self.dropout(sublayer(x)))


class Side(nn.Module):
    """An encoder or a decoder: embedding, positions, layers."""

    def __init__(self, settings, words, longest, causal, has_cross_attention=False):
        super().__init__()
        D = settings["dModel"]
        self.causal = causal
        self.embedding_scale = math.sqrt(D) if settings["tiedEmbeddings"] else 1
        self.positions = settings["positions"]
        self.words = nn.Embedding(words, D)
        if self.positions == "learned":
            self.places = nn.Embedding(longest, D)
        self.layers = nn.ModuleList(Layer(settings, has_cross_attention) for _ in range(settings["layers"]))
        self.norm = nn.LayerNorm(D) if settings["norm"] == "before" else nn.Identity()
        self.dropout = nn.Dropout(settings["dropout"])

    def forward(self, tokens, memory=None):
        T = tokens.shape[1]
        x = self.words(tokens) * self.embedding_scale
        if self.positions == "learned":
            x = x + self.places.weight[:T]
        if self.positions == "sinusoidal":
            x = x + sinusoidal_positions(T, x.shape[-1])
        x = self.dropout(x)
        visible = torch.ones(T, T, dtype=torch.bool).tril() if self.causal else None
        for layer in self.layers:
            x = layer(x, visible, memory)
        return self.norm(x)


def sinusoidal_positions(steps, width):
    """P[t, 2i] = sin(t / 10000^(2i/D)), P[t, 2i + 1] = cos(t / 10000^(2i/D)): [T, D]"""
    pair = torch.arange(width) // 2 * 2
    angle = torch.arange(steps)[:, None] * torch.exp(-math.log(10000.0) * pair / width)
    return torch.where(torch.arange(width) % 2 == 0, angle.sin(), angle.cos())


class Transformer(nn.Module):
    def __init__(self, settings, source_words, target_words, longest_source, longest_target):
        super().__init__()
        self.kind = settings["kind"]
        self.reads, self.writes = self.kind != "decoder", self.kind != "encoder"
        if self.reads:
            self.encoder = Side(settings, source_words, longest_source, causal=settings["causalEncoder"])
        if self.writes:
            self.decoder = Side(settings, target_words, longest_target, causal=True, has_cross_attention=self.reads)
        self.readout = nn.Linear(settings["dModel"], target_words)
        if settings["tiedEmbeddings"]:
            self.readout.weight = (self.decoder if self.writes else self.encoder).words.weight
        for attention, head in (divmod(off, settings["heads"]) for off in settings["disabledHeads"]):
            self.attentions()[attention].on[head] = 0

    def attentions(self):
        """List the self-attention of the encoder, then self- and cross-attention of the decoder, each by layer."""
        encoder_self = [layer.own for layer in self.encoder.layers] if self.reads else []
        decoder_self = [layer.own for layer in self.decoder.layers] if self.writes else []
        decoder_cross = [layer.cross for layer in self.decoder.layers] if self.reads and self.writes else []
        return encoder_self + decoder_self + decoder_cross

    def forward(self, source=None, before=None, held=None, without=()):
        """Logits [B, T, V] of the tokens after `before` [B, T]; of an encoder alone, one output for each input token.

        `held` = {(layer, head, row): weights [S]} replaces rows of attention; layers are counted through attentions().
        `without` = [s] hides positions of the source, or of the only sequence.
        """
        attentions = self.attentions()
        require(all(layer in range(len(attentions)) for layer, *_ in held or {}), "held: there is no such layer.")
        for layer, attention in enumerate(attentions):
            attention.held = {place[1:]: weights for place, weights in (held or {}).items() if place[0] == layer}
            sees_target = self.reads and self.writes and layer * 3 // len(attentions) == 1
            attention.without = () if sees_target else without
        memory = self.encoder(source) if self.reads else None
        return self.readout(self.decoder(before, memory) if self.writes else memory)


def rename_tensors(tensors):
    state = {}
    for name, tensor in tensors.items():
        name = re.sub(r"\.(\d+)\.", r".layers.\1.", name).replace(".self.", ".own.")
        part, _, kind = name.rpartition(".")
        at, _, last = part.rpartition(".")
        if last == "in" and at.endswith(".cross"):  # q is separate from k and v
            state[f"{at}.query.{kind}"] = tensor
        elif last == "in":
            for role, piece in zip(("query", "key", "value"), tensor.chunk(3, -1)):
                state[f"{at}.{role}.{kind}"] = piece
        elif last == "memory":
            for role, piece in zip(("key", "value"), tensor.chunk(2, -1)):
                state[f"{at}.{role}.{kind}"] = piece
        else:
            state[name] = tensor
    if "readout.weight" not in state:  # tied to the embedding
        side = "decoder" if "decoder.words.weight" in state else "encoder"
        state["readout.weight"] = state[f"{side}.words.weight"].T
    return state

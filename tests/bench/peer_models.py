"""The models of the experiments in PyTorch, written for speed: whole batches, fused kernels, nothing in a loop that can stand before it.

Parameters have the names and layouts of our weight files: a matrix is [in, out], so PyTorch's layers get its transpose.
A function of `peers` takes the parameters, the settings and a batch of a run, and returns the mean loss of each network.
"""

import functools
import math

import torch
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


def select(p, prefix):
    return {name[len(prefix) :]: value for name, value in p.items() if name.startswith(prefix)}


def dense(p, name, x):
    return F.linear(x, p[f"{name}.weight"].T, p[f"{name}.bias"])


def recurrent_weights(p, name):
    """Weights as nn.LSTM and nn.GRU have them; of the second bias only the candidate of a GRU uses a part."""
    bias = p[f"{name}.bias"]
    second = torch.zeros_like(bias)
    if f"{name}.bias_hidden" in p:
        candidate = p[f"{name}.bias_hidden"]
        second = F.pad(candidate, (len(bias) - len(candidate), 0))
    return [p[f"{name}.weight_input"].T, p[f"{name}.weight_hidden"].T, bias, second]


def run_layer(cell, x, state, weights, bidirectional=False, lengths=None):
    """nn.RNN, nn.GRU or nn.LSTM over x [T, B, E], packed if lengths differ, the longest first: outputs [T, B, K] and the last states."""
    run = {"rnn": torch.rnn_tanh, "gru": torch.gru, "lstm": torch.lstm}[cell]
    start, common = state if cell == "lstm" else state[0], (weights, True, 1, 0.0, True, bidirectional)
    if lengths is None or lengths[-1] == len(x):
        output, *last = run(x, start, *common, False)
        return output, last
    packed = pack_padded_sequence(x, lengths)
    output, *last = run(packed.data, packed.batch_sizes, start, *common)
    return pad_packed_sequence(packed._replace(data=output))[0], last


def mean_token_loss(logits, target, weight):
    """Mean cross-entropy at the tokens with a weight of 1."""
    return F.cross_entropy(logits.flatten(0, -2), target.flatten(), reduction="none") @ weight.flatten() / weight.sum()


def translate(p, settings, batch):
    """A recurrent encoder and decoder with attention; sentences are packed, and attention is one product where it follows the steps."""
    cell, score = settings["cell"], settings["score"]
    if score == "own" or settings["locality"] != "global" or settings["inputFeeding"] or settings["fault"] != "none" or settings["dropout"]:
        raise NotImplementedError
    lengths, order = batch["mask"].sum(1).long().sort(descending=True)
    source, before, target, weight = (batch[name][:, order] for name in ("source", "before", "target", "weight"))
    source = source[: int(lengths[0])]
    target_length = int(weight.sum(0).max())
    target, weight = target[:target_length], weight[:target_length]

    both = "encoder.backward.bias" in p
    weights = recurrent_weights(p, "encoder.forward") + (recurrent_weights(p, "encoder.backward") if both else [])
    x = F.embedding(source, p["source.weight"])
    zeros = [x.new_zeros(1 + both, x.shape[1], weights[1].shape[1])] * (1 + (cell == "lstm"))
    h, last = run_layer(cell, x, zeros, weights, both, lengths)
    h, state = h.transpose(0, 1), last  # [B, S, K]
    if both:
        ends = [end.transpose(0, 1).flatten(1) for end in last]
        state = [dense(p, name, end).tanh()[None] for name, end in zip(("bridge", "bridge_cell"), ends)]

    padding = torch.arange(h.shape[1]) >= lengths[:, None]
    additive = score in ("additive", "concat")
    keys = h @ p["attention.key"] if additive else h  # the same at all steps

    def attend(z):
        """Contexts [B, T, K] of decoder states [B, T, H]."""
        q = z @ p["attention.query"] if "attention.query" in p else z
        if additive:
            scores = (q[:, :, None] + keys[:, None]).tanh() @ p["attention.v"]
        else:
            scores = q @ keys.transpose(1, 2)
        return scores.masked_fill(padding[:, None], -math.inf).softmax(-1) @ h

    y = F.embedding(before[:target_length], p["target.weight"])
    weights = recurrent_weights(p, "decoder")
    if score == "additive":  # attention precedes the step
        step = {"rnn": torch.rnn_tanh_cell, "gru": torch.gru_cell, "lstm": torch.lstm_cell}[cell]
        state, outputs = [part[0] for part in state], []
        for word in y:
            context = attend(state[0][:, None])[:, 0]
            after = step(torch.cat([word, context], 1), state if cell == "lstm" else state[0], *weights)
            state = after if cell == "lstm" else [after]
            outputs.append(torch.cat([state[0], context, word], 1))
        o = torch.stack(outputs)
    else:
        o, _ = run_layer(cell, y, state, weights)
        if score != "none":
            context = attend(o.transpose(0, 1)).transpose(0, 1)
            o = dense(p, "combine", torch.cat([context, o], -1)).tanh()
    return [mean_token_loss(dense(p, "readout", o), target, weight)]


def attend_heads(q, k, v, heads, scale, mask):
    """Multi-head attention of q [B, T, D] to k and v [B, S, D]; mask is added to the scores."""
    q, k, v = (part.unflatten(-1, (heads, -1)).transpose(1, 2) for part in (q * scale, k, v))
    scores = q @ k.transpose(2, 3)
    weights = (scores if mask is None else scores + mask).softmax(-1)
    return (weights @ v).transpose(1, 2).flatten(2)


def transform(p, settings, tokens, mask, memory=None, memory_mask=None):
    """The layers of an encoder or a decoder, over tokens [B, T]."""
    width, heads = settings["dModel"], settings["heads"]
    scale = 1 / width if settings["scale"] == "inverse" else (width // heads) ** -0.5
    activate = (lambda x: F.gelu(x, approximate="tanh")) if settings["activation"] == "gelu" else F.relu

    def norm(name, x):
        return F.layer_norm(x, [width], p[f"{name}.weight"], p[f"{name}.bias"])

    def attend_self(name, x):
        parts = dense(p, f"{name}.in", x).chunk(3, -1)
        return dense(p, f"{name}.out", attend_heads(*parts, heads, scale, mask))

    def attend_memory(name, x):
        parts = dense(p, f"{name}.memory", memory).chunk(2, -1)
        return dense(p, f"{name}.out", attend_heads(dense(p, f"{name}.in", x), *parts, heads, scale, memory_mask))

    def feed(name, x):
        return dense(p, f"{name}.outer", activate(dense(p, f"{name}.inner", x)))

    sublayers = {"self": attend_self, **({} if memory is None else {"cross": attend_memory}), "feed": feed}
    before = settings["norm"] == "before"
    x = F.embedding(tokens, p["words.weight"]) * (math.sqrt(width) if settings["tiedEmbeddings"] else 1)
    if settings["positions"] == "learned":
        x = x + p["places.weight"][: x.shape[1]]
    elif settings["positions"] == "sinusoidal":
        x = x + sinusoidal_positions(x.shape[1], width)
    for layer in range(settings["layers"]):
        for name, sublayer in sublayers.items():
            path = f"{layer}.{name}"
            if before:
                x = x + sublayer(path, norm(f"{layer}.norm_{name}", x))
            else:
                x = norm(f"{layer}.norm_{name}", x + sublayer(path, x))
    return norm("norm", x) if before else x


@functools.lru_cache
def sinusoidal_positions(steps, width):
    angle = torch.arange(steps)[:, None] * 10000.0 ** -(torch.arange(0, width, 2) / width)
    return torch.stack([angle.sin(), angle.cos()], 2).flatten(1)


@functools.lru_cache
def causal_mask(steps):
    return torch.full((steps, steps), -math.inf).triu(1)


def run_transformer(p, settings, batch):
    """An encoder, a decoder or both; sentences are padded to the longest of the batch."""
    if settings["disabledHeads"] or settings.get("dropout"):
        raise NotImplementedError
    target, weight = batch["target"], batch.get("weight", torch.ones(batch["target"].shape))
    target_length = int(weight.sum(0).nonzero().max()) + 1
    memory = padding = None
    if "source" in batch:
        real = batch["source mask"]
        source_length = int(real.sum(1).max())
        padding = (real[:, None, None, :source_length] - 1) * 1e30
        mask = padding + causal_mask(source_length) if settings["causalEncoder"] else padding
        memory = transform(select(p, "encoder."), settings, batch["source"][:, :source_length], mask)
    x = memory
    if "before" in batch:
        before = batch["before"][:, :target_length]
        x = transform(select(p, "decoder."), settings, before, causal_mask(before.shape[1]), memory, padding)
    words = p["decoder.words.weight" if "before" in batch else "encoder.words.weight"]
    readout = words if settings["tiedEmbeddings"] else p["readout.weight"].T
    logits = F.linear(x, readout, p["readout.bias"])
    return [mean_token_loss(logits, *(part[:, : x.shape[1]] for part in (target, weight)))]


def model_language(p, settings, batch):
    return run_transformer(p, {**language_settings, **settings}, batch)


language_settings = {"norm": "before", "activation": "gelu", "scale": "inverse-sqrt", "tiedEmbeddings": True}


def read_step_by_step(p, x):
    """The machine reader: an LSTM that attends to its earlier states before each step; x [T, B, E], states [T, B, H]."""
    weights = recurrent_weights(p, "reader")
    summary = memory = x.new_zeros(x.shape[1], len(p["reader.look.summary"]))
    queries = x @ p["reader.look.word"]
    hidden, cells, keys = [], [], []
    for word, query in zip(x, queries):
        if hidden:
            query = query + summary @ p["reader.look.summary"]
            scores = (query[:, None] + torch.stack(keys, 1)).tanh() @ p["reader.look.v"]
            looks = scores.softmax(-1)[:, None]
            summary = (looks @ torch.stack(hidden, 1))[:, 0]
            memory = (looks @ torch.stack(cells, 1))[:, 0]
        h, c = torch.lstm_cell(word, (summary, memory), *weights)
        hidden.append(h)
        cells.append(c)
        keys.append(h @ p["reader.look.state"])
    return torch.stack(hidden)


def classify_sentences(p, settings, batch):
    """Recurrent networks with pooling; where padding has no weight, sentences are cut at the longest."""
    if settings["l2"] or settings["dropout"] or settings["recurrentDropout"]:
        raise NotImplementedError
    lengths = batch["mask"].sum(1).long()
    networks = [("model", settings["pooling"], settings["cell"])]
    if settings["baseline"] != "none":
        other = settings["baselineCell"]
        networks.append(("baseline", settings["baseline"], settings["cell"] if other == "same" else other))
    return [
        classify(select(p, f"{name}."), pooling, cell, settings["maskPadding"], batch["source"], lengths, batch["target"])
        for name, pooling, cell in networks
    ]


def classify(p, pooling, cell, masked, words, lengths, target):
    skips_padding = pooling == "last" or (masked and pooling != "last-padded")
    ends = lengths if skips_padding else torch.full_like(lengths, len(words))
    x = F.embedding(words[: int(ends.max())], p["words.weight"])
    if cell == "transformer":
        raise NotImplementedError
    if cell == "lstmn":
        h = read_step_by_step(p, x)
    else:
        weights = recurrent_weights(p, "reader")
        zeros = [x.new_zeros(1, x.shape[1], weights[1].shape[1])] * (1 + (cell == "lstm"))
        h, _ = run_layer(cell, x, zeros, weights)
    if pooling in ("last", "last-padded"):
        context = h[ends - 1, torch.arange(len(ends))]
    else:
        scores = h.new_zeros(h.shape[:2])
        if pooling == "article":
            scores = ((h @ p["pooling.weight"])[..., 0] + p["pooling.bias"][: len(h), None]).tanh()
        if pooling == "additive":
            scores = (F.linear(h, p["pooling.weight"].T, p["pooling.bias"]).tanh() @ p["pooling.v"])[..., 0]
        padding = torch.arange(len(h))[:, None] >= ends
        context = (scores.masked_fill(padding, -math.inf).softmax(0)[..., None] * h).sum(0)
    return F.binary_cross_entropy_with_logits(dense(p, "verdict", context), target)


def caption(p, settings, batch):
    """A convolutional encoder, and a decoder with additive attention to the regions."""
    if settings["attention"] != "soft" or settings["gate"] or settings["cell"] != "gru":
        raise NotImplementedError
    length = int(batch["weight"].sum(0).max())
    before, target, weight = (batch[name][:length] for name in ("before", "target", "weight"))
    return [mean_token_loss(caption_logits(p, batch["picture"], before), target, weight)]


def caption_logits(p, picture, before):
    """Logits [T, B, V] after the words before [T, B]."""

    def convolve(x, name, **options):
        return F.conv2d(x, p[f"encoder.{name}.weight"].permute(3, 2, 0, 1), p[f"encoder.{name}.bias"], **options)

    patch = len(p["encoder.patches.weight"])
    x = convolve(convolve(picture.permute(0, 3, 1, 2), "patches", stride=patch).relu(), "surroundings", padding=1)
    a = x.flatten(2).transpose(1, 2) + p["encoder.places.weight"]  # [B, L, D]
    keys = F.linear(a, p["attention.key"].T, p["attention.bias"])
    words = F.embedding(before, p["words.weight"])
    weights = recurrent_weights(p, "decoder")
    h = dense(p, "start", a.mean(1)).tanh() if "start.weight" in p else a.new_zeros(len(a), weights[1].shape[1])
    outputs = []
    for word in words:
        scores = ((h @ p["attention.query"])[:, None] + keys).tanh() @ p["attention.v"]
        z = (scores.softmax(-1)[:, None] @ a)[:, 0]
        h = torch.gru_cell(torch.cat([word, z], 1), h, *weights)
        outputs.append(torch.cat([h, z], 1))
    return dense(p, "readout", dense(p, "deep", torch.stack(outputs)) + words)


def draw(p, settings, batch):
    """DRAW, and its baseline without windows."""
    noise = torch.stack(read_samples(batch, "gaussian sample")).split(settings["glimpses"])
    networks = ["draw", *(["baseline"] if "baseline.first_canvas" in p else [])]
    return [draw_bound(select(p, f"{name}."), batch["picture"], own) for name, own in zip(networks, noise)]


def read_samples(batch, kind):
    """Random numbers in the order of their use; their names are kind/operation."""
    names = [name for name in batch if name.startswith(f"{kind}/")]
    return [batch[name] for name in sorted(names, key=lambda name: int(name.partition("/")[2]))]


def draw_bound(p, x, noise):
    """Mean bound in nats of pictures x [B, R, C], with noise [T, B, Z]; without the weights of a window all pixels are read or written."""
    side = x.shape[1]
    pixels = torch.arange(1, side + 1)

    def window(raw, grid):
        """Filters along x and y [B, grid, R], and gamma."""
        center = (side + 1) / 2 * (raw[:, :2] + 1)
        variance, stride, gamma = raw[:, 2:].exp().T
        mean = center[:, :, None] + offsets[grid] * ((side - 1) / (grid - 1) * stride)[:, None, None]
        fx, fy = (-((pixels - mean[..., None]) ** 2) / (2 * variance)[:, None, None, None]).softmax(-1).unbind(1)
        return fx, fy, gamma[:, None, None]

    def first(name):
        return p[name].expand(len(x), -1)

    read_inputs = len(p["encoder.weight_input"]) - len(p["encoder.first_state"])
    read_grid, write_grid = math.isqrt(read_inputs // 2), math.isqrt(p["write.weight"].shape[1])
    offsets = {grid: torch.arange(1, grid + 1) - grid / 2 - 0.5 for grid in (read_grid, write_grid)}
    encoder, decoder = recurrent_weights(p, "encoder"), recurrent_weights(p, "decoder")
    codes = torch.cat([p["mean.weight"], p["log_sigma.weight"]], 1).T, torch.cat([p["mean.bias"], p["log_sigma.bias"]])
    e = first("encoder.first_state"), first("encoder.first_cell")
    d = first("decoder.first_state"), first("decoder.first_cell")
    canvas = first("first_canvas").view_as(x)
    means, log_sigmas = [], []
    for epsilon in noise:
        seen = torch.stack([x, x - canvas.sigmoid()], 1)
        if "read_window.weight" in p:
            fx, fy, gamma = window(dense(p, "read_window", d[0]), read_grid)
            rows = (gamma * fy @ seen.transpose(1, 2).flatten(2)).view(-1, 2 * read_grid, side)  # of both pictures at once
            seen = (rows @ fx.transpose(1, 2)).view(-1, read_grid, 2, read_grid).transpose(1, 2)
        e = torch.lstm_cell(torch.cat([seen.flatten(1), d[0]], 1), e, *encoder)
        mean, log_sigma = F.linear(e[0], *codes).chunk(2, 1)
        d = torch.lstm_cell(mean + log_sigma.exp() * epsilon, d, *decoder)
        stroke = dense(p, "write", d[0]).unflatten(1, (write_grid, write_grid))
        if "write_window.weight" in p:
            fx, fy, gamma = window(dense(p, "write_window", d[0]), write_grid)
            stroke = fy.transpose(1, 2) @ stroke @ fx / gamma
        canvas = canvas + stroke
        means.append(mean)
        log_sigmas.append(log_sigma)
    mean, log_sigma = torch.stack(means), torch.stack(log_sigmas)
    divergence = (mean**2 + (2 * log_sigma).exp() - 1 - 2 * log_sigma).sum() / 2
    return (F.binary_cross_entropy_with_logits(canvas, x, reduction="sum") + divergence) / len(x)


def glimpse(p, settings, batch):
    """Glimpses at sampled places, which learn by REINFORCE, and the baseline at given places."""
    if settings["classifyAt"] != "every" or not settings["rewardTrainsState"]:
        raise NotImplementedError
    noise = read_samples(batch, "gaussian place")
    masks = read_samples(batch, "dropout")
    if settings["dropout"] and not masks:
        raise NotImplementedError
    losses = []
    for name, target, samples in (("glimpse", "target", settings["samples"]), ("baseline", "baseline target", 1)):
        own = select(p, f"{name}.")
        if own:
            chooses, targets = "where.weight" in own, batch[target]
            places = None if chooses else batch["baseline places"]
            own_masks, masks = masks[: len(targets)], masks[len(targets) :]
            common = settings, batch["picture"], targets, samples, batch["sigma"]
            error, pull = glimpse_loss(own, *common, noise if chooses else None, places, own_masks)
            losses.append(error + (pull - pull.detach()) if chooses else error)
    return losses


def glimpse_loss(p, settings, picture, target, samples, sigma, noise, places, masks=()):
    """Mean error, and the term whose gradient is REINFORCE's, for the targets [T, B * samples]; noise [T - 1] of [B * samples, 2] or places [T, B, 2]; masks of dropout, if any."""
    side, cells = picture.shape[1], settings["patchSize"]
    widths = 2.0 ** torch.arange(settings["scales"])[:, None, None]
    pixels, corners = torch.arange(side), torch.arange(cells)[:, None] - cells / 2
    picture = picture.repeat_interleave(samples, 0)[:, None]
    weights = recurrent_weights(p, "core")

    def filters(place):
        """How much of each pixel lies in each cell, [B, 2, scales, cells, R]."""
        low = ((place + 1) / 2 * side)[..., None, None, None] + corners * widths
        return (torch.minimum(low + widths, pixels + 1) - torch.maximum(low, pixels)).clamp(min=0) / widths

    place, state = picture.new_zeros(len(picture), 2), [picture.new_zeros(len(picture), len(p["core.weight_hidden"]))] * 2
    hidden, pulls = [], []
    for t in range(len(target)):
        if places is not None:
            place = places[t].clamp(-1, 1)
        elif t > 0:
            mean = dense(p, "where", state[0]).tanh()
            drawn = (mean + sigma * noise[t - 1]).detach()
            place = drawn.clamp(-1, 1)
            pulls.append(((drawn - mean) ** 2).sum(1))
        fx, fy = filters(place).unbind(1)
        seen = (fy @ picture @ fx.transpose(2, 3)).flatten(1)
        features = dense(p, "what", seen * masks[t] if masks else seen).relu()
        state = torch.lstm_cell((dense(p, "join", features) + place @ p["place"]).relu(), state, *weights)
        hidden.append(state[0])
    logits = dense(p, "readout", torch.stack(hidden))
    surprises = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none").view_as(target)
    if not pulls:
        return surprises.mean(), 0
    earned = -surprises[1:].detach().flip(0).cumsum(0).flip(0).unflatten(1, (-1, samples))
    gain = (samples * earned - earned.sum(2, keepdim=True)) / (samples - 1)
    pull = (gain.flatten(1) * torch.stack(pulls)).sum() / (2 * sigma**2 * surprises.numel())
    return surprises.mean(), pull


def read_graph(p, settings, batch):
    """Attention over the edges of graphs; each node has some."""
    if not settings["selfLoops"]:
        raise NotImplementedError
    logits = graph_logits(p, settings["mechanism"], *(batch[name] for name in ("attribute", "value", "edges")))
    return [mean_token_loss(logits, batch["target"], batch["query mask"])]


def graph_logits(p, mechanism, attribute, value, edges):
    h = F.embedding(attribute, p["attributes.weight"]) + F.embedding(value, p["values.weight"])
    score = p["attention.query" if mechanism == "gat" else "attention.score"]
    heads = len(score)

    def split(x):
        return x.view(*x.shape[:2], heads, -1).transpose(1, 2)  # [B, heads, N, d]

    if mechanism == "gat":
        seen = split(h @ p["attention.weight"])
        asked, told = seen @ score[..., None], seen @ p["attention.key"][..., None]
        scores = F.leaky_relu(asked + told.transpose(2, 3), 0.2)
    else:
        seen = split(h @ p["attention.key_weight"])
        sums = split(h @ p["attention.query_weight"])[:, :, :, None] + seen[:, :, None]
        sums = F.leaky_relu(sums, 0.2) if mechanism == "gatv2" else sums
        scores = sums @ score[0] if heads == 1 else torch.einsum("bntsd,nd->bnts", sums, score)
    weights = scores.masked_fill(edges[:, None] == 0, -math.inf).softmax(-1)
    return dense(p, "readout", (weights @ seen).transpose(1, 2).flatten(2))


def gate_features(p, settings, batch):
    x, target = batch["values"], batch["target"]
    attention = gate_logits(select(p, "attention."), x)
    plain = dense(p, "baseline.readout", dense(p, "baseline.hidden", x).relu())
    return [F.binary_cross_entropy_with_logits(logits, target) for logits in (attention, plain)]


def gate_logits(p, x):
    return dense(p, "readout", dense(p, "gate", x).softmax(-1) * x)


def look_up_context(p, settings, batch):
    gated = F.embedding(batch["context"], p["attention.weight"]) * batch["values"]
    return [F.mse_loss(dense(p, "linear", gated), batch["target"])]


peers = {
    "caption": caption,
    "context-lookup": look_up_context,
    "draw": draw,
    "feature-attention": gate_features,
    "glimpse": glimpse,
    "graph-attention": read_graph,
    "language-model": model_language,
    "self-attention": run_transformer,
    "sentiment": classify_sentences,
    "translation": translate,
}

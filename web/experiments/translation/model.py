"""An encoder reads a sentence; a decoder writes its translation word by word and attends to the states of the encoder.

  h[s] = encoder(E x[s])                        from one end, or from both ends: h = [forward; backward]

Bahdanau's order, of the additive score: attend, then step
  c[t] = sum_s a[t, s] h[s]                     query z[t-1]
  z[t] = decoder([E y[t-1]; c[t]], z[t-1])      o[t] = [z[t]; c[t]; E y[t-1]]

Luong's order, of the other scores: step, then attend
  z[t] = decoder(E y[t-1], z[t-1])              with input feeding decoder([E y[t-1]; o[t-1]], z[t-1])
  c[t] = sum_s a[t, s] h[s]                     query z[t]
  o[t] = tanh(C [c[t]; z[t]] + b)

Hard attention: c[t] = h[s] of the largest a[t, s]; in training a sample from a.
Without attention o[t] = z[t]. Then p(y[t]) = softmax(W o[t] + b).

x [B, S] source   y [B, T] target   h [B, S, K]   z [B, H]   a [B, T, S]; sentences of a batch are of one length
Bahdanau, Cho & Bengio 2015, https://arxiv.org/abs/1409.0473
Luong, Pham & Manning 2015, https://arxiv.org/abs/1508.04025
"""
import json
import struct
import sys

import torch
from torch import nn

START, END = 1, 2
CELLS = {"rnn": (nn.RNN, nn.RNNCell), "gru": (nn.GRU, nn.GRUCell), "lstm": (nn.LSTM, nn.LSTMCell)}


class Attention(nn.Module):
    """Attention of the decoder state z [B, H] to the encoder states h [B, S, K].

      dot       e[s] = z . h[s]
      general   e[s] = z W . h[s]
      concat    e[s] = v . tanh(z W + h[s] U)       additive is the same, before the step
      own       e[s] = own_score of q = z and k = h[s], defined below; it counts positions from 1

      global    a = softmax(e)
      local-m   the same over |s - t| <= D only, 0 elsewhere
      local-p   p = S sigmoid(v . tanh(z W)), a = softmax(e over |s - p| <= D) * exp(-(s - p)^2 / 2 (D/2)^2)
    """

    def __init__(self, settings, hidden, width, letters):
        super().__init__()
        for name, shape in letters.items():
            setattr(self, name, nn.Parameter(torch.empty(shape)))
        self.own = settings["score"] == "own"
        self.locality, self.window, self.fault = settings["locality"], settings["window"], settings["fault"]
        score, self.hard = settings["score"], settings["attention"] == "hard"
        self.has_mlp = score in ("concat", "additive")
        self.query = self.key = nn.Identity()
        if score == "general":
            self.query = nn.Linear(hidden, width, bias=False)
        if self.has_mlp:
            self.query = nn.Linear(hidden, hidden, bias=False)
            self.key = nn.Linear(width, hidden, bias=False)
            self.v = nn.Linear(hidden, 1, bias=False)
        if self.locality == "local-p":
            self.place = nn.Linear(hidden, hidden, bias=False)
            self.place_v = nn.Linear(hidden, 1, bias=False)
        if self.hard:
            self.register_buffer("baseline", torch.zeros(3))  # the moving average of the rewards

    def scores(self, z, h, t):
        query, keys = self.query(z), self.key(h)  # [B, .], [B, S, .]
        if self.fault == "no-source":
            keys = torch.zeros_like(keys)
        if self.own:
            positions = torch.arange(1.0, h.shape[1] + 1)[:, None]
            sizes = torch.tensor([[t + 1.0], [h.shape[1]], [h.shape[2]]])
            scores = own_score(self, query[:, None], keys, sizes[0], positions, sizes[1], sizes[2])
            return scores.expand(*h.shape[:2], 1).squeeze(-1)
        if not self.has_mlp:
            return (keys @ query[:, :, None]).squeeze(-1)
        sums = query[:, None] + keys
        return self.v(sums if self.fault == "no-tanh" else sums.tanh()).squeeze(-1)

    def forward(self, z, h, t, replace):
        """The context c [B, K] of step t and the weights a [B, S], after replace() has changed them."""
        scores = self.scores(z, h, t)
        if self.locality == "global":
            weights = scores.softmax(-1)
        else:
            S = h.shape[1]
            center = torch.full((len(z), 1), float(t))
            if self.locality == "local-p":
                center = S * self.place_v(self.place(z).tanh()).sigmoid()
            distance = torch.arange(S) - center  # [B, S]
            weights = scores.masked_fill(distance.abs() > self.window, -torch.inf).softmax(-1)
            weights = weights.nan_to_num(0)  # an empty window has no weights
            if self.locality == "local-p":
                weights = weights * torch.exp(-(distance**2) / (2 * (self.window / 2) ** 2))
        weights = replace(weights, t)
        used = nn.functional.one_hot(weights.argmax(-1), h.shape[1]).to(h) if self.hard else weights
        return (used[:, None] @ h).squeeze(1), weights


class Translator(nn.Module):
    def __init__(self, settings, source_words, target_words, longest, own):
        super().__init__()
        E, H, score = settings["embedding"], settings["hidden"], settings["score"]
        self.bidirectional = settings["bidirectional"]
        self.has_attention = score != "none"
        self.attends_before_step = score == "additive"
        self.feeds_input = settings["inputFeeding"] and self.has_attention and not self.attends_before_step
        self.padded_length = longest if settings["fault"] == "no-mask" else 0
        # Whether z and h are compared without a matrix.
        requires_same_width = own["requiresSameWidth"] if score == "own" else score == "dot"
        K = 2 * H if self.bidirectional and not requires_same_width else H
        rnn, cell = CELLS[settings["cell"]]
        self.has_cell = settings["cell"] == "lstm"

        self.source = nn.Embedding(source_words, E)
        self.target = nn.Embedding(target_words, E)
        self.forward_rnn = rnn(E, K - K // 2 if self.bidirectional else K, batch_first=True)
        if self.bidirectional:
            self.backward_rnn = rnn(E, K // 2, batch_first=True)
            self.bridge = nn.Linear(K, H)
            if self.has_cell:
                self.bridge_cell = nn.Linear(K, H)
        self.decoder = cell(E + (K if self.attends_before_step else H if self.feeds_input else 0), H)
        if self.has_attention:
            self.attention = Attention(settings, H, K, own.get("letters", {}))
            if not self.attends_before_step:
                self.combine = nn.Linear(K + H, H)
        self.readout = nn.Linear(H + K + E if self.attends_before_step else H, target_words)
        self.dropout = nn.Dropout(settings["dropout"])

    def run_rnn(self, rnn, x):
        """States [B, S, .], and the last of them: the state, and the cell if there is one."""
        h, last = rnn(x)
        return h, [part[0] for part in (last if self.has_cell else (last,))]

    def encode(self, source):
        """States h [B, S, K], and the decoder's initial state, with its cell and input feeding if it has them."""
        x = self.dropout(self.source(source))
        h, start = self.run_rnn(self.forward_rnn, x)
        if self.bidirectional:
            h_backward, start_backward = self.run_rnn(self.backward_rnn, x.flip(1))
            h = torch.cat([h, h_backward.flip(1)], -1)
            ends = [torch.cat(pair, -1) for pair in zip(start, start_backward)]
            bridges = [self.bridge, self.bridge_cell] if self.has_cell else [self.bridge]
            start = [bridge(end).tanh() for bridge, end in zip(bridges, ends)]
        if self.padded_length:  # padding is not masked: at padding, the forward state repeats and the backward state is 0
            padding = h[:, -1:].clone()
            padding[..., self.forward_rnn.hidden_size :] = 0
            h = torch.cat([h, padding.expand(-1, self.padded_length - h.shape[1], -1)], 1)
        if self.feeds_input:
            start.append(torch.zeros_like(start[0]))
        return h, start

    def step(self, word, t, h, state, replace):
        """After `word` [B]: logits [B, V] of the next word, weights [B, S], the state after the step."""
        y = self.dropout(self.target(word))
        weights = h.new_zeros(h.shape[:2])
        inputs = [y]
        if self.attends_before_step:
            context, weights = self.attention(state[0], h, t, replace)
            inputs.append(context)
        if self.feeds_input:
            inputs.append(state[-1])
        before = (state[0], state[1]) if self.has_cell else state[0]
        after = self.decoder(torch.cat(inputs, -1), before)
        state = list(after) if self.has_cell else [after]
        z = o = state[0]
        if self.attends_before_step:
            o = torch.cat([z, context, y], -1)
        elif self.has_attention:
            context, weights = self.attention(z, h, t, replace)
            o = self.combine(torch.cat([context, z], -1)).tanh()
        if self.feeds_input:
            state.append(o)
        return self.readout(self.dropout(o)), weights, state

    def hold(self, held, without, source, rows):
        S = source.shape[1] if self.has_attention else 0
        return hold(held, without, rows, S, S and self.attention.locality != "global")

    def forward(self, source, before, held=None, without=()):
        """Teacher forcing: logits [B, T, V] and weights [B, T, S] after the words `before` [B, T] of a target.

        `held` = {t: weights [S]} replaces rows of the attention, `without` = [s] hides positions;
        the outputs are computed from the changed weights.
        """
        replace = self.hold(held, without, source, before.shape[1])
        h, state = self.encode(source)
        logits, weights = [], []
        for t, word in enumerate(before.unbind(1)):
            step_logits, step_weights, state = self.step(word, t, h, state, replace)
            logits.append(step_logits)
            weights.append(step_weights[:, : source.shape[1]])
        return torch.stack(logits, 1), torch.stack(weights, 1)

    def translate(self, source, width, most, held=None, without=()):
        """The best translation [T] of one source [1, S] by beam search; width 1 is greedy decoding."""
        replace = self.hold(held, without, source, most)
        h, start = self.encode(source)

        def step(words, t, state):
            return self.step(words, t, h.expand(len(words), -1, -1), state, replace)

        return beam_search(step, start, width, most)


def build(run):
    words = len(run["sourceWords"]), len(run["targetWords"])
    return Translator(run["parameters"], *words, run["longest"], run.get("ownScore", {}))


def predict(model, example, held=None, without=()):
    source = torch.tensor([[RUN["sourceWords"].index(word) for word in example["source"]]])
    translation = model.translate(source, RUN["parameters"]["beam"], len(example["output"]), held, without)
    held_rows = {t: held[t] for t in held or {} if t < len(translation)}
    logits, weights = model(source, torch.tensor([[START] + translation[:-1]]), held_rows, without)
    likely = logits.softmax(-1).topk(min(5, logits.shape[-1])).values
    return {"output": torch.tensor(translation), "probabilities": likely, "weights": weights}


def compute_losses(model, batch):
    """Summed cross-entropy of some sentences [T, B], grouped by length because the model has no padding mask."""
    source, before, target, weight = (batch[name].T for name in ("source", "before", "target", "weight"))
    lengths, total = batch["mask"].sum(1), 0
    for length in lengths.unique().int().tolist():
        rows = lengths == length
        logits, _ = model(source[rows, :length], before[rows])
        total = total + sum_token_losses(logits, target[rows], weight[rows])
    return [total]


def count_targets(batch):
    return batch["weight"].sum()


def rename_tensors(tensors):
    state = dict(tensors)
    rename_recurrent(state, "encoder.forward", "forward_rnn", "_l0")
    if "encoder.backward.bias" in state:
        rename_recurrent(state, "encoder.backward", "backward_rnn", "_l0")
    rename_recurrent(state, "decoder", "decoder", "")
    excluded = ["baseline", *RUN.get("ownScore", {}).get("letters", {})]
    layers = [name for name in state if name.startswith("attention.") and name[len("attention.") :] not in excluded]
    for name in layers:
        weight = state.pop(name)
        state[f"{name}.weight"] = weight if weight.dim() == 2 else weight[:, None]
    return state


def describe(example):
    return " ".join(example["source"])


def show(output):
    return " ".join(RUN["targetWords"][word] for word in output)

"""A recurrent network reads a sentence word by word and says whether it is good or bad.

  x[t] = E[w[t]]                     the embedding of each word
  h[t] = cell(x[t], h[t-1])          the hidden state after t words
  c    = sum_t a[t] h[t]             pooling: one vector for the whole sentence
  p    = sigmoid(c . w + b)

The settings differ in how they compute a:

  last-padded   all on the last state, after padding         last   all on the state after the last real word
  mean          the same for all words
  article       e[t] = tanh(h[t] . w + b[t])                 a = softmax(e)
  additive      e[t] = v . tanh(h[t] W + b)                  a = softmax(e)

The cell "lstmn" (Cheng, Dong & Lapata 2016) keeps all its states, and attends to them before each step:

  a[t, s] = softmax over s < t of v . tanh(W x[t] + Z h~[t-1] + U h[s])
  h~[t], c~[t] = sum_s a[t, s] h[s], sum_s a[t, s] c[s]      in place of h[t-1], c[t-1]

w [B, T] words, padded with 0   h [B, T, H]   e, a [B, T]   c [B, H]   p [B]
"""
import json
import struct
import sys

import torch
from torch import nn

CELLS = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}


class MachineReader(nn.Module):
    """Is called like nn.LSTM, but returns the attention weights [B, T, T] in place of the last states."""

    def __init__(self, inputs, hidden, batch_first=True):
        super().__init__()
        self.replace = lambda weights, t: weights  # changes the weights of word t
        self.cell = nn.LSTMCell(inputs, hidden)
        sizes = {"word": (inputs, hidden), "summary": (hidden, hidden), "state": (hidden, hidden), "v": (hidden,)}
        self.look = nn.ParameterDict({name: nn.Parameter(0.1 * torch.randn(size)) for name, size in sizes.items()})

    def forward(self, x):
        B, T, _ = x.shape
        summary = memory = x.new_zeros(B, self.cell.hidden_size)
        hidden, cells, keys = [], [], []
        attention = x.new_zeros(B, T, T)
        for t in range(T):
            if t > 0:
                query = x[:, t] @ self.look["word"] + summary @ self.look["summary"]
                scores = torch.tanh(query[:, None] + torch.stack(keys, 1)) @ self.look["v"]
                weights = self.replace(scores.softmax(-1), t)[:, None]
                attention[:, t, :t] = weights[:, 0]
                summary = (weights @ torch.stack(hidden, 1))[:, 0]
                memory = (weights @ torch.stack(cells, 1))[:, 0]
            h, c = self.cell(x[:, t], (summary, memory))
            hidden.append(h)
            cells.append(c)
            keys.append(h @ self.look["state"])
        return torch.stack(hidden, 1), attention


class CausalReader(nn.Module):
    """One layer of a transformer (Vaswani et al. 2017): each word attends to itself and earlier words."""

    def __init__(self, inputs, length, width):
        super().__init__()
        self.enter = nn.Linear(inputs, width)
        self.places = nn.Embedding(length, width)
        self.layer = nn.TransformerEncoderLayer(width, 1, width, dropout=0, batch_first=True, norm_first=True)
        self.norm = nn.LayerNorm(width)

    def forward(self, x):
        T = x.shape[1]
        later = torch.ones(T, T, dtype=torch.bool).triu(1)
        return self.norm(self.layer(self.enter(x) + self.places.weight[:T], src_mask=later)), None


CELLS["lstmn"] = MachineReader


class Pooling(nn.Module):
    """Weights a [B, T] for states h [B, T, H]."""

    def __init__(self, kind, masked, hidden, length):
        super().__init__()
        self.kind, self.masked = kind, masked
        if kind == "article":
            self.weight = nn.Parameter(torch.randn(hidden, 1))
            self.bias = nn.Parameter(torch.zeros(length))
        if kind == "additive":
            self.weight = nn.Parameter(torch.randn(hidden, hidden))
            self.bias = nn.Parameter(torch.zeros(hidden))
            self.v = nn.Parameter(torch.randn(hidden, 1))

    def forward(self, h, real):
        """`real` [B, T] is True at words and False at padding."""
        T = h.shape[1]
        if self.kind == "last-padded":
            return nn.functional.one_hot(torch.full((len(h),), T - 1), T).float()
        if self.kind == "last":
            return nn.functional.one_hot(real.sum(-1) - 1, T).float()
        if self.kind == "mean":
            scores = torch.zeros(h.shape[:2])
        if self.kind == "article":
            scores = torch.tanh((h @ self.weight).squeeze(-1) + self.bias)
        if self.kind == "additive":
            scores = (torch.tanh(h @ self.weight + self.bias) @ self.v).squeeze(-1)
        if self.masked:  # otherwise padding gets weight, too
            scores = scores.masked_fill(~real, -torch.inf)
        return scores.softmax(-1)


class SentenceClassifier(nn.Module):
    def __init__(self, words, length, pooling, cell, settings, is_baseline):
        super().__init__()
        hidden = settings["hidden"]
        self.words = nn.Embedding(words, settings["embedding"])
        if cell == "transformer":
            self.reader = CausalReader(settings["embedding"], length, hidden)
        else:
            self.reader = CELLS[cell](settings["embedding"], hidden, batch_first=True)
        self.pooling = Pooling(pooling, settings["maskPadding"], hidden, length)
        self.verdict = nn.Linear(hidden, 1)
        self.has_attention = pooling in ("article", "additive")
        self.holds_intra_attention = cell == "lstmn" and not is_baseline  # only the model's intra-attention can be held

    def forward(self, words, real, held=None, without=()):
        """Logits [B] and weights [B, T]; `held` = {0: weights [T]} replaces the weights, `without` = [t] hides words."""
        length = int(real.sum(-1).min())
        has_weights = self.has_attention or self.holds_intra_attention
        replace = hold(held, without, int(self.has_attention), length if has_weights else 0)
        if self.holds_intra_attention:
            self.reader.replace = replace
        h, _ = self.reader(self.words(words))  # [B, T, H]
        weights = self.pooling(h, real)  # [B, T]
        if self.has_attention:
            weights = replace(weights, 0)
        context = (weights[:, :, None] * h).sum(1)  # [B, H]
        return self.verdict(context).squeeze(-1), weights


def build(run):
    """One network, or two that learn from the same sentences."""
    settings = run["parameters"]
    kinds = {"model": settings["pooling"], "baseline": settings["baseline"]}
    cell, other = settings["cell"], settings["baselineCell"]
    cells = {"model": cell, "baseline": cell if other == "same" else other}
    sizes = len(run["sourceWords"]), run["longest"]
    return nn.ModuleDict(
        {
            name: SentenceClassifier(*sizes, kind, cells[name], settings, name == "baseline")
            for name, kind in kinds.items()
            if kind != "none"
        }
    )


def predict(model, example, held=None, without=()):
    word_ids = {word: i for i, word in enumerate(RUN["sourceWords"])}
    sentence = [word_ids.get(word, 1) for word in example["source"]]  # 1 stands for all unknown words
    words = torch.zeros(1, RUN["longest"], dtype=torch.long)
    words[0, : len(sentence)] = torch.tensor(sentence)
    real = torch.arange(RUN["longest"])[None] < len(sentence)
    edits = lambda name: (held, without) if name == "model" else (None, without if model[name].has_attention else ())
    logits, weights = zip(*(network(words, real, *edits(name)) for name, network in model.items()))
    return {"output": torch.cat(logits).sigmoid(), "weights": torch.cat(weights)[:, : len(sentence)]}


def compute_losses(model, batch):
    """Summed cross-entropy of each network on some sentences."""
    words, real, target = batch["source"].T, batch["mask"] > 0, batch["target"][:, 0]
    loss = nn.functional.binary_cross_entropy_with_logits
    return [loss(network(words, real)[0], target, reduction="sum") for network in model.values()]


def count_targets(batch):
    return len(batch["target"])


def rename_causal(state, reader):
    state[f"{reader}.layer.self_attn.in_proj_weight"] = state.pop(f"{reader}.qkv.weight").T
    state[f"{reader}.layer.self_attn.in_proj_bias"] = state.pop(f"{reader}.qkv.bias")
    parts = {"in": "enter", "out": "layer.self_attn.out_proj", "norm_self": "layer.norm1", "norm_feed": "layer.norm2",
             "feed.inner": "layer.linear1", "feed.outer": "layer.linear2"}
    for old, new in parts.items():
        for kind in ("weight", "bias"):
            state[f"{reader}.{new}.{kind}"] = state.pop(f"{reader}.{old}.{kind}")


def rename_tensors(tensors):
    state = dict(tensors)
    for name in {name.split(".")[0] for name in tensors}:
        if f"{name}.reader.qkv.weight" in state:
            rename_causal(state, f"{name}.reader")
            continue
        stepwise = f"{name}.reader.look.v" in state  # False for a layer that runs all steps at once
        new, layer = (".cell", "") if stepwise else ("", "_l0")
        rename_recurrent(state, f"{name}.reader", f"{name}.reader{new}", layer)
    return state


def describe(example):
    return " ".join(example["source"])


def show(output):
    return "probability that this is good: " + ", ".join(f"{p:.6f}" for p in output)

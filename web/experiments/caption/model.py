"""A picture is cut into regions; a decoder writes a caption, and attends to the regions before each word.

  a = conv2(relu(conv1(picture))) + P           annotations: a vector for each of L regions
  h[0] = tanh(I mean(a) + b)                    or zeros
  e[i] = v . tanh(W h[t-1] + U a[i] + b)        alpha = softmax(e)
  z[t] = sum_i alpha[i] a[i]                    soft: all regions; perhaps times beta = sigmoid(g . h[t-1] + c)
  z[t] = a[i] of the largest alpha              hard: one region; in training a sample from alpha
  h[t] = cell([E y[t-1]; z[t]], h[t-1])
  p(y[t]) = softmax(R (E y[t-1] + O [h[t]; z[t]] + b) + c)

picture [B, side, side, 3]   a [B, L, D]   alpha [B, L]   y [B, T]   h [B, H]
Xu et al. 2015, https://arxiv.org/abs/1502.03044
"""
import json
import struct
import sys

import torch
from torch import nn

START, END = 1, 2
CELLS = {"gru": nn.GRUCell, "lstm": nn.LSTMCell}


class Encoder(nn.Module):
    def __init__(self, features, patch, regions):
        super().__init__()
        self.patches = nn.Conv2d(3, features, patch, stride=patch)
        self.surroundings = nn.Conv2d(features, features, 3, padding=1)
        self.places = nn.Parameter(torch.zeros(regions, features))

    def forward(self, picture):
        """Annotations [B, L, D], row by row of the picture."""
        features = self.surroundings(self.patches(picture.permute(0, 3, 1, 2)).relu())
        return features.flatten(2).transpose(1, 2) + self.places


class Attention(nn.Module):
    def __init__(self, hidden, features, hard, gated):
        super().__init__()
        self.hard = hard
        self.query = nn.Linear(hidden, features, bias=False)
        self.key = nn.Linear(features, features)
        self.v = nn.Linear(features, 1, bias=False)
        self.gate = nn.Linear(hidden, 1) if gated else None
        if hard:
            self.register_buffer("baseline", torch.zeros(3))  # the moving average of the rewards

    def forward(self, h, a, t, replace):
        """The context z [B, D] and the weights [B, L] of step t, after replace() has changed them."""
        weights = self.v((self.query(h)[:, None] + self.key(a)).tanh()).squeeze(-1).softmax(-1)
        weights = replace(weights, t)
        used = nn.functional.one_hot(weights.argmax(-1), a.shape[1]).to(a) if self.hard else weights
        z = (used[:, None] @ a).squeeze(1)
        return (z if self.gate is None else self.gate(h).sigmoid() * z), weights


class Captioner(nn.Module):
    def __init__(self, settings, words, patch, regions):
        super().__init__()
        D, E, H = settings["features"], settings["embedding"], settings["hidden"]
        attention = settings["attention"]
        self.encoder = Encoder(D, patch, regions)
        self.words = nn.Embedding(words, E)
        self.has_cell = settings["cell"] == "lstm"
        if settings["initialState"] == "mean":
            self.start = nn.Linear(D, H)
            if self.has_cell:
                self.start_cell = nn.Linear(D, H)
        self.starts_from_mean = settings["initialState"] == "mean"
        self.has_attention = attention != "none"
        context = D if self.has_attention else 0
        if self.has_attention:
            self.attention = Attention(H, D, attention == "hard", attention == "soft" and settings["gate"])
        self.decoder = CELLS[settings["cell"]](E + context, H)
        self.deep = nn.Linear(H + context, E)
        self.readout = nn.Linear(E, words)

    def initial_state(self, a):
        """The initial state of the decoder, and its cell if it has one."""
        if not self.starts_from_mean:
            return [a.new_zeros(len(a), self.decoder.hidden_size)] * (2 if self.has_cell else 1)
        starts = [self.start, self.start_cell] if self.has_cell else [self.start]
        return [start(a.mean(1)).tanh() for start in starts]

    def step(self, word, t, a, state, replace):
        """After `word` [B]: logits [B, V] of the next word, weights [B, L], the state after the step."""
        inputs, weights = [self.words(word)], a.new_zeros(a.shape[:2])
        contexts = []
        if self.has_attention:
            z, weights = self.attention(state[0], a, t, replace)
            contexts = [z]
        after = self.decoder(torch.cat(inputs + contexts, -1), tuple(state) if self.has_cell else state[0])
        state = list(after) if self.has_cell else [after]
        return self.readout(inputs[0] + self.deep(torch.cat([state[0]] + contexts, -1))), weights, state

    def hold(self, held, without, a, rows):
        return hold(held, without, rows, a.shape[1] if self.has_attention else 0)

    def forward(self, picture, before, held=None, without=()):
        """Logits [B, T, V] and weights [B, T, L] after the words `before` [B, T] of a caption.

        `held` = {t: weights [L]} replaces rows of the attention, `without` = [i] hides regions;
        the outputs are computed from the changed weights.
        """
        a = self.encoder(picture)
        replace = self.hold(held, without, a, before.shape[1])
        state, logits, weights = self.initial_state(a), [], []
        for t, word in enumerate(before.unbind(1)):
            step_logits, step_weights, state = self.step(word, t, a, state, replace)
            logits.append(step_logits)
            weights.append(step_weights)
        return torch.stack(logits, 1), torch.stack(weights, 1)

    def caption(self, picture, width, most, held=None, without=()):
        """The best caption [T] of one picture [1, ...] by beam search; width 1 is greedy decoding."""
        a = self.encoder(picture)
        replace = self.hold(held, without, a, most)

        def step(words, t, state):
            return self.step(words, t, a.expand(len(words), -1, -1), state, replace)

        return beam_search(step, self.initial_state(a), width, most)


def build(run):
    patch = run["shapes"]["encoder.patches.weight"][0]
    regions = run["shapes"]["encoder.places.weight"][0]
    return Captioner(run["parameters"], len(run["targetWords"]), patch, regions)


def predict(model, example, held=None, without=()):
    side = round((len(example["values"]) / 3) ** 0.5)
    picture = torch.tensor(example["values"]).reshape(1, side, side, 3)
    caption = model.caption(picture, RUN["parameters"]["beam"], len(example["output"]), held, without)
    held_rows = {t: held[t] for t in held or {} if t < len(caption)}
    logits, weights = model(picture, torch.tensor([[START] + caption[:-1]]), held_rows, without)
    likely = logits.softmax(-1).topk(min(5, logits.shape[-1])).values
    return {"output": torch.tensor(caption), "probabilities": likely, "weights": weights}


def compute_losses(model, batch):
    """Summed cross-entropy of the captions [T, B] of some pictures."""
    before, target, weight = (batch[name].T for name in ("before", "target", "weight"))
    logits, _ = model(batch["picture"], before)
    return [sum_token_losses(logits, target, weight)]


def count_targets(batch):
    return batch["weight"].sum()


def rename_tensors(tensors):
    state = dict(tensors)
    rename_recurrent(state, "decoder", "decoder", "")
    for part in ("patches", "surroundings"):  # the file has the axes [rows, columns, in, out]
        state[f"encoder.{part}.weight"] = state[f"encoder.{part}.weight"].permute(3, 2, 0, 1)
    state["encoder.places"] = state.pop("encoder.places.weight")
    if "attention.key" in state:
        for part in ("query", "key"):
            state[f"attention.{part}.weight"] = state.pop(f"attention.{part}")
        state["attention.key.bias"] = state.pop("attention.bias")
        state["attention.v.weight"] = state.pop("attention.v")[:, None]
    return state


def describe(example):
    return f"a picture of {len(example['values']) // 3} pixels"


def show(output):
    return " ".join(RUN["targetWords"][word] for word in output)

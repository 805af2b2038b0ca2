#!/usr/bin/env python3
"""Computes encoder-decoder models with PyTorch, sentence by sentence, without padding and without batches.

  python3 tests/golden/make_translation.py

writes tests/golden/translation.safetensors. Weights are rounded to float32; everything else is computed in float64 and
rounded once. Weights are saved in our layout (wasm/nn/recurrent.hpp, wasm/models/encoder_decoder.hpp).
"""
import numpy as np
import torch
from torch import nn

from vectors import rounded, save, write

torch.manual_seed(5)
SOURCES = [[3, 7, 4, 8, 5, 2], [6, 2], [5, 3, 3, 2]]
TARGETS = [[1, 4, 6, 3, 3], [1, 5, 5, 4, 6], [1, 3, 4, 0, 2]]  # the previous token of each step
SOURCE_WORDS, TARGET_WORDS, E, H, D = 9, 7, 4, 6, 2
S, T = max(map(len, SOURCES)), len(TARGETS[0])


class Translator(nn.Module):
    """Processes one sentence at a time; `trace` collects scores and weights [T, S] and window centers [T]."""

    CELLS = {"rnn": (nn.RNN, nn.RNNCell), "gru": (nn.GRU, nn.GRUCell), "lstm": (nn.LSTM, nn.LSTMCell)}

    def __init__(self, cell, score, reach="global", both=True, feeding=False):
        super().__init__()
        self.kind, self.score, self.reach, self.both, self.feeding = cell, score, reach, both, feeding
        each = H // 2 if both and score == "dot" else H
        width = each * (2 if both else 1)
        long, single = self.CELLS[cell]
        self.read, self.say = nn.Embedding(SOURCE_WORDS, E), nn.Embedding(TARGET_WORDS, E)
        self.encoder = long(E, each, bidirectional=both)
        if both:
            self.bridges = nn.ModuleList(nn.Linear(width, H) for _ in range(2 if cell == "lstm" else 1))
        self.decoder = single(E + (width if score == "additive" else H if feeding else 0), H)
        if score == "general":
            self.between = nn.Linear(width, H, bias=False)  # h ↦ W h, to be multiplied with the query
        if score == "concat":
            self.hidden, self.judge = nn.Linear(H + width, H, bias=False), nn.Linear(H, 1, bias=False)
        if score == "additive":
            self.w, self.u = nn.Linear(H, H, bias=False), nn.Linear(width, H, bias=False)
            self.judge = nn.Linear(H, 1, bias=False)
        if reach == "local-p":
            self.place = nn.Sequential(nn.Linear(H, H, bias=False), nn.Tanh(), nn.Linear(H, 1, bias=False), nn.Sigmoid())
        if score not in ("none", "additive"):
            self.attentional = nn.Sequential(nn.Linear(width + H, H), nn.Tanh())
        self.out = nn.Linear(H + width + E if score == "additive" else H, TARGET_WORDS)
        rounded(self, 0.5)
        if cell == "gru":  # the input bias is used for r and z
            with torch.no_grad():
                for name, p in self.named_parameters():
                    if "bias_hh" in name:
                        p[: 2 * p.numel() // 3] = 0

    def score_of(self, query, h):
        if self.score == "dot":
            return query @ h
        if self.score == "general":
            return query @ self.between(h)
        if self.score == "concat":
            return self.judge(torch.tanh(self.hidden(torch.cat([query, h]))))[0]
        return self.judge(torch.tanh(self.w(query) + self.u(h)))[0]

    def look(self, query, states, t, trace):
        n = len(states)
        scores = [self.score_of(query, h) for h in states]
        center = t if self.reach == "local-m" else None
        if self.reach == "local-p":
            center = n * self.place(query)[0]
            trace["position"].append(center)
        seen = [s for s in range(n) if self.reach == "global" or abs(s - float(center)) <= D]
        weights = [torch.zeros(()) for _ in range(n)]
        for s in seen:
            weights[s] = scores[s].exp() / sum(scores[r].exp() for r in seen)
            if self.reach == "local-p":
                weights[s] = weights[s] * torch.exp(-((s - center) ** 2) / (2 * (D / 2) ** 2))
        trace["scores"].append(torch.stack(scores))
        trace["weights"].append(torch.stack(weights))
        return sum(w * h for w, h in zip(weights, states))

    def forward(self, source, before, trace):
        states, last = self.encoder(self.read(torch.tensor(source)))
        last = last if self.kind == "lstm" else (last,)
        start = [part.reshape(-1) for part in last]
        if self.both:
            start = [torch.tanh(bridge(part)) for bridge, part in zip(self.bridges, start)]
        start = [part[None] for part in start]
        fed, logits = torch.zeros(H), []
        for t, token in enumerate(before):
            word = self.say(torch.tensor(token))
            if self.score == "additive":
                fed = self.look(start[0][0], states, t, trace)
            x = torch.cat([word, fed]) if self.feeding or self.score == "additive" else word
            after = self.decoder(x[None], tuple(start) if self.kind == "lstm" else start[0])
            start = list(after) if self.kind == "lstm" else [after]
            z = start[0][0]
            if self.score == "none":
                logits.append(self.out(z))
            elif self.score == "additive":
                logits.append(self.out(torch.cat([z, fed, word])))
            else:
                fed = self.attentional(torch.cat([self.look(z, states, t, trace), z]))
                logits.append(self.out(fed))
        return torch.stack(logits)

    def cell_weights(self, name, w, u, b, b_h):
        save(f"{name}.weight_input", w.T)
        save(f"{name}.weight_hidden", u.T)
        if self.kind == "gru":
            save(f"{name}.bias", b)
            save(f"{name}.bias_hidden", b_h[-len(b_h) // 3 :])
        else:
            with torch.no_grad():  # a single bias
                b.copy_((b + b_h).float())
                b_h.zero_()
            save(f"{name}.bias", b)

    def save_weights(self, case):
        save(f"{case}.source.weight", self.read.weight)
        save(f"{case}.target.weight", self.say.weight)
        for name, suffix in (("forward", ""), ("backward", "_reverse"))[: 2 if self.both else 1]:
            parts = (getattr(self.encoder, f"{p}_l0{suffix}") for p in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
            self.cell_weights(f"{case}.encoder.{name}", *parts)
        d = self.decoder
        self.cell_weights(f"{case}.decoder", d.weight_ih, d.weight_hh, d.bias_ih, d.bias_hh)
        layers = {"readout": self.out}
        if self.both:
            layers |= dict(zip(("bridge", "bridge_cell"), self.bridges))
        if hasattr(self, "attentional"):
            layers["combine"] = self.attentional[0]
        for name, layer in layers.items():
            save(f"{case}.{name}.weight", layer.weight.T)
            save(f"{case}.{name}.bias", layer.bias)
        plain = {}
        if self.score == "general":
            plain["query"] = self.between.weight
        if self.score == "concat":
            plain["query"], plain["key"] = self.hidden.weight[:, :H].T, self.hidden.weight[:, H:].T
        if self.score == "additive":
            plain["query"], plain["key"] = self.w.weight.T, self.u.weight.T
        if hasattr(self, "judge"):
            plain["v"] = self.judge.weight[0]
        if self.reach == "local-p":
            plain["place"], plain["place_v"] = self.place[0].weight.T, self.place[2].weight.T
        for name, tensor in plain.items():
            save(f"{case}.attention.{name}", tensor)


def case(name, *args, **kwargs):
    model = Translator(*args, **kwargs)
    model.save_weights(name)
    logits, weights, scores, position = [], np.zeros((3, T, S)), np.zeros((3, T, S)), []
    for b, (source, before) in enumerate(zip(SOURCES, TARGETS)):
        trace = {"scores": [], "weights": [], "position": []}
        logits.append(model(source, before, trace))
        if trace["weights"]:
            weights[b, :, : len(source)] = torch.stack(trace["weights"]).detach()
            scores[b, :, : len(source)] = torch.stack(trace["scores"]).detach()
        position.append([float(p) for p in trace["position"]])
    save(f"{name}.logits", torch.stack(logits, 1))
    if model.score != "none":
        save(f"{name}.weights", weights)
        save(f"{name}.scores", scores)
    if model.reach == "local-p":
        save(f"{name}.position", position)


save("x", [[row[s] if s < len(row) else 0 for row in SOURCES] for s in range(S)], "<i4")
save("mask", [[float(s < len(row)) for s in range(S)] for row in SOURCES])
save("y", np.array(TARGETS).T, "<i4")
case("gru_additive", "gru", "additive")
case("lstm_general", "lstm", "general", both=False)
case("rnn_dot", "rnn", "dot", both=False)
case("gru_dot_both", "gru", "dot")
case("gru_concat_feeding", "gru", "concat", feeding=True)
case("lstm_concat_both", "lstm", "concat")
case("gru_general_local_m", "gru", "general", reach="local-m")
case("gru_dot_local_p", "gru", "dot", reach="local-p", both=False)
case("rnn_additive_local_p", "rnn", "additive", reach="local-p")
case("lstm_none", "lstm", "none")

write("translation")

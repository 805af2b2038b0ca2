#!/usr/bin/env python3
"""Computes captioning models with PyTorch, image by image: logits, weights, loss and all gradients.

  python3 tests/golden/make_caption.py

writes tests/golden/caption.safetensors. Weights are rounded to float32; everything else is computed in float64 and
rounded once. Weights and gradients are saved in our layout (wasm/nn/recurrent.hpp, wasm/models/captioner.hpp).
"""
import numpy as np
import torch
from torch import nn

from vectors import rounded, save, write

torch.manual_seed(8)
SIDE, PATCH, V, D, E, H = 6, 2, 7, 4, 3, 5
CELLS = SIDE // PATCH
PICTURES = torch.rand(2, SIDE, SIDE, 3).float().double()
BEFORE = [[1, 4, 6, 3], [1, 5, 0, 0]]
TARGETS = [[4, 6, 3, 2], [5, 2, 0, 0]]
LENGTHS = [4, 2]
EVEN = 0.25


class Captioner(nn.Module):
    """"Show, attend and tell", equations 1 to 7; `trace` collects scores and weights of each step."""

    def __init__(self, cell, looking, knows=True, gate=False):
        super().__init__()
        self.kind, self.looking, self.knows = cell, looking, knows
        self.patches, self.around = nn.Conv2d(3, D, PATCH, PATCH), nn.Conv2d(D, D, 3, padding=1)
        self.places = nn.Parameter(torch.zeros(CELLS * CELLS, D))
        self.say = nn.Embedding(V, E)
        context = 0 if looking == "none" else D
        self.cell = {"gru": nn.GRUCell, "lstm": nn.LSTMCell}[cell](E + context, H)
        if knows:
            self.starts = nn.ModuleList(nn.Linear(D, H) for _ in range(2 if cell == "lstm" else 1))
        if context:
            self.w, self.u = nn.Linear(H, D, bias=False), nn.Linear(D, D)
            self.v = nn.Linear(D, 1, bias=False)
        self.gate = nn.Linear(H, 1) if gate else None
        self.deep_h, self.deep_z = nn.Linear(H, E), nn.Linear(context, E, bias=False) if context else None
        self.out = nn.Linear(E, V)
        rounded(self, 0.6)
        with torch.no_grad():
            if cell == "gru":  # the input bias is used for r and z
                self.cell.bias_hh[: 2 * H] = 0
            else:  # a single bias
                self.cell.bias_ih.copy_((self.cell.bias_ih + self.cell.bias_hh).float())
                self.cell.bias_hh.zero_()

    def forward(self, picture, before, trace):
        features = self.around(torch.relu(self.patches(picture.permute(2, 0, 1)[None])))[0]
        a = features.permute(1, 2, 0).reshape(-1, D) + self.places
        state = [torch.tanh(s(a.mean(0))) for s in self.starts] if self.knows else [torch.zeros(H)] * 2
        state = state if self.kind == "lstm" else state[:1]
        logits = []
        for word in before:
            y = self.say(torch.tensor(word))
            x = y
            if self.looking != "none":
                e = self.v(torch.tanh(self.w(state[0]) + self.u(a)))[:, 0]
                alpha = torch.softmax(e, 0)
                trace["scores"].append(e)
                trace["weights"].append(alpha)
                z = alpha @ a if self.looking == "soft" else a[alpha.argmax()]
                if self.gate:
                    beta = torch.sigmoid(self.gate(state[0]))
                    trace["gate"].append(beta)
                    z = beta * z
                x = torch.cat([y, z])
            after = self.cell(x[None], tuple(s[None] for s in state) if self.kind == "lstm" else state[0][None])
            state = [s[0] for s in (after if self.kind == "lstm" else (after,))]
            deep = self.deep_h(state[0]) + (self.deep_z(z) if self.deep_z else 0)
            logits.append(self.out(y + deep))
        return torch.stack(logits)

    def ours(self, of):
        """Tensors or their gradients, under our names and in our layout."""
        c = self.cell
        names = {
            "encoder.patches.weight": of(self.patches.weight).permute(2, 3, 1, 0),
            "encoder.patches.bias": of(self.patches.bias),
            "encoder.surroundings.weight": of(self.around.weight).permute(2, 3, 1, 0),
            "encoder.surroundings.bias": of(self.around.bias),
            "encoder.places.weight": of(self.places),
            "words.weight": of(self.say.weight),
            "decoder.weight_input": of(c.weight_ih).T,
            "decoder.weight_hidden": of(c.weight_hh).T,
            "decoder.bias": of(c.bias_ih),
            "deep.bias": of(self.deep_h.bias),
            "readout.weight": of(self.out.weight).T,
            "readout.bias": of(self.out.bias),
        }
        if self.kind == "gru":
            names["decoder.bias_hidden"] = of(c.bias_hh)[2 * H :]
        for name, layer in zip(("start", "start_cell"), self.starts if self.knows else ()):
            names |= {f"{name}.weight": of(layer.weight).T, f"{name}.bias": of(layer.bias)}
        deep = [of(self.deep_h.weight).T]
        if self.looking != "none":
            deep.append(of(self.deep_z.weight).T)
            names["attention.query"], names["attention.key"] = of(self.w.weight).T, of(self.u.weight).T
            names["attention.bias"], names["attention.v"] = of(self.u.bias), of(self.v.weight)[0]
        names["deep.weight"] = torch.cat(deep)
        if self.gate:
            names |= {"attention.gate.weight": of(self.gate.weight).T, "attention.gate.bias": of(self.gate.bias)}
        return names


def case(name, *args, **kwargs):
    model = Captioner(*args, **kwargs)
    logits, maps, surprise, penalty = [], {"scores": [], "weights": [], "gate": []}, 0, 0
    for picture, before, target, length in zip(PICTURES, BEFORE, TARGETS, LENGTHS):
        trace = {key: [] for key in maps}
        logits.append(model(picture, before, trace))
        surprise = surprise + nn.functional.cross_entropy(logits[-1][:length], torch.tensor(target[:length]), reduction="sum")
        if model.looking == "soft":
            penalty = penalty + ((1 - torch.stack(trace["weights"][:length]).sum(0)) ** 2).sum()
        for key, values in maps.items():
            values += [torch.stack(trace[key])] if trace[key] else []
    loss = surprise / sum(LENGTHS) + EVEN * penalty / len(PICTURES)
    loss.backward()
    for key, tensor in model.ours(lambda p: p.detach()).items():
        save(f"{name}.{key}", tensor)
    if model.looking != "hard":
        for key, tensor in model.ours(lambda p: torch.zeros_like(p) if p.grad is None else p.grad).items():
            save(f"{name}.d.{key}", tensor)
    save(f"{name}.logits", torch.stack(logits, 1))
    save(f"{name}.loss", [loss.item()])
    for key, values in maps.items():
        if values:
            save(f"{name}.{key}", torch.stack(values).squeeze(-1) if key == "gate" else torch.stack(values))


save("picture", PICTURES)
save("before", np.array(BEFORE).T, "<i4")
save("target", np.array(TARGETS).T, "<i4")
save("weight", [[float(t < n) for n in LENGTHS] for t in range(4)])
save("mask", [[float(t < n) for t in range(4)] for n in LENGTHS])
case("gru_soft", "gru", "soft")
case("lstm_soft_gated", "lstm", "soft", knows=False, gate=True)
case("gru_soft_gated", "gru", "soft", gate=True)
case("lstm_none", "lstm", "none")
case("gru_hard", "gru", "hard", knows=False)

write("caption")

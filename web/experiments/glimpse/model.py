"""A network that looks at a few places of a picture, one after the other, and says what is there.

  p[m] = mean of the picture over squares of 2^m pixels, N x N of them around the place l
  g    = relu(relu(p A + a) C + c + l D)      a glimpse: what was seen, and where
  h    = LSTM(g, h)
  l    = tanh(h W + b)                        where to look next; the first place is the center
  y    = h V + v                              what it answers now

x [B, R, R]   l [B, 2] from -1 to 1, across and down   p [B, M, N, N]   h [B, H]   y [B, T, C]

In training dropout hides some cells of a glimpse. A place is drawn around tanh(h W + b) with a standard deviation
that falls from `sigma` to `finalSigma`, and learns by REINFORCE: the log-likelihood of the answers from that glimpse on is its
reward.
"""
import json
import struct
import sys

import torch
from torch import nn

SIDE = 24


def shares(place, cells, width, extent):
    """How much of each pixel lies in each cell, [B, cells, extent], along one axis."""
    low = ((place.clamp(-1, 1) + 1) / 2 * extent)[:, None, None] + (torch.arange(cells)[:, None] - cells / 2) * width
    pixel = torch.arange(extent)
    return (torch.minimum(low + width, pixel + 1) - torch.maximum(low, pixel)).clamp(min=0) / width


class Glimpses(nn.Module):
    def __init__(self, features, hidden, classes, cells, widths, glimpses, chooses_places, settings):
        super().__init__()
        self.state_gets_gradient = settings["rewardTrainsState"]  # whether the gradient of the places reaches the state
        self.cells, self.widths, self.glimpses = cells, widths, glimpses
        self.what = nn.Linear(len(widths) * cells**2, features)
        self.join = nn.Linear(features, features)
        self.dropout = nn.Dropout(settings["dropout"])
        self.place = nn.Parameter(torch.zeros(2, features))
        self.core = nn.LSTMCell(features, hidden)
        if chooses_places:
            self.where = nn.Linear(hidden, 2)
        self.readout = nn.Linear(hidden, classes)

    def read_patches(self, x, place):
        """The patches [B, M, N, N] that the network sees at a place."""
        filters = [[shares(place[:, axis], self.cells, width, x.shape[-1]) for width in self.widths] for axis in (0, 1)]
        return torch.stack([fy @ x @ fx.transpose(1, 2) for fx, fy in zip(*filters)], 1)

    def fovea(self, x, place):
        """The share of each pixel in the first patch [B, R, R]."""
        fx, fy = (shares(place[:, axis], self.cells, self.widths[0], x.shape[-1]).mean(1) for axis in (0, 1))
        return fy[:, :, None] * fx[:, None]

    def forward(self, x, noise=None, sigma=0.0, fixed_places=None, held=None):
        """Answers as logits [B, T, C], places [B, T, 2], and the means of the places [B, T - 1, 2].

        Noise [T - 1, B, 2] scatters the places; a network that does not choose its places gets them [T, B, 2].
        `held` = {t: place [2]} replaces places; the outputs are computed from the changed places."""
        held = hold_coordinates(held, range(self.glimpses), [(-1, 1)] * 2)
        place = torch.zeros(len(x), 2) if fixed_places is None else fixed_places[0]
        state, answers, places, means = None, [], [], []
        for t in range(self.glimpses):
            if t > 0 and fixed_places is None:
                means.append(self.where(state[0] if self.state_gets_gradient else state[0].detach()).tanh())
                sample = means[-1] if noise is None else means[-1] + sigma * noise[t - 1]
                place = sample.clamp(-1, 1).detach()
            elif t > 0:
                place = fixed_places[t]
            if t in held:
                place = held[t].expand(len(x), 2)
            features = self.what(self.dropout(self.read_patches(x, place).flatten(1))).relu()
            state = self.core((self.join(features) + place @ self.place).relu(), state)
            answers.append(self.readout(state[0]))
            places.append(place)
        return torch.stack(answers, 1), torch.stack(places, 1), means


def build(run):
    """The network, and its baseline if there is one."""
    settings = run["parameters"]
    networks = {}
    for name in dict.fromkeys(tensor.split(".")[0] for tensor in run["shapes"]):
        inputs, features = run["shapes"][f"{name}.what.weight"]
        hidden, classes = run["shapes"][f"{name}.readout.weight"]
        cells, glimpses, widths = settings["patchSize"], settings["glimpses"], [2**m for m in range(settings["scales"])]
        if name == "baseline" and settings["baseline"] == "coarse":
            glimpses, widths = 1, [SIDE // cells]
        chooses_places = f"{name}.where.weight" in run["shapes"]
        networks[name] = Glimpses(features, hidden, classes, cells, widths, glimpses, chooses_places, settings)
    return nn.ModuleDict(networks)


def predict(model, example, held=None):
    """In the values of an example, the places of a baseline with fixed places follow the picture."""
    values, network = torch.tensor(example["values"]), model["glimpse"]
    x, fixed_places = values[: SIDE**2].reshape(1, SIDE, SIDE), values[SIDE**2 :].reshape(-1, 1, 2)
    answers, places, _ = network(x, held=held)
    labels = [answers[0].argmax(-1)]
    if "baseline" in model:
        labels.append(model["baseline"](x, fixed_places=fixed_places if len(fixed_places) else None)[0][0].argmax(-1))
    weights = torch.cat([network.fovea(x, place) for place in places.transpose(0, 1)])
    likely = answers[0].softmax(-1).sort(-1, descending=True).values[:, :5]
    return {"output": torch.cat(labels), "probabilities": likely, "weights": weights}


def compute_losses(model, batch):
    """Cross-entropy of the answers of each network. REINFORCE changes only the gradient, not the value."""
    settings, x, all_errors = RUN["parameters"], batch["picture"], []
    every, sigma = settings["classifyAt"] == "every", batch["sigma"]
    names = sorted((key for key in batch if key.startswith("gaussian place/")), key=lambda key: int(key.split("/")[1]))
    for name, network in model.items():
        samples, prefix = (settings["samples"], "") if name == "glimpse" else (1, "baseline ")
        noise = [batch[key] for key in names] if name == "glimpse" else None
        answers, _, means = network(x.repeat_interleave(samples, 0), noise, sigma, batch.get(f"{prefix}places"))
        target = batch[f"{prefix}target"].T
        surprises = nn.functional.cross_entropy(answers.flatten(0, 1), target.flatten(), reduction="none").view_as(target)
        scored_steps = surprises.shape[1] if every else 1
        total = (surprises if every else surprises[:, -1]).sum()
        for t, mean in enumerate(means, 1):
            reward = -(surprises[:, t:] if every else surprises[:, -1:]).sum(1).detach().view(-1, samples)
            advantage = (samples * reward - reward.sum(1, keepdim=True)) / (samples - 1)
            place = (mean + sigma * noise[t - 1]).detach()
            surrogate = (advantage.flatten() * ((place - mean) ** 2).sum(1)).sum() / (2 * sigma.squeeze() ** 2)
            total = total + surrogate - surrogate.detach()
        all_errors.append(total / (scored_steps * samples))
    return all_errors


def count_targets(batch):
    return len(batch["picture"])


def rename_tensors(tensors):
    state = dict(tensors)
    for name in {name.split(".")[0] for name in tensors}:
        rename_recurrent(state, f"{name}.core", f"{name}.core", "")
    return state


def describe(example):
    return "a picture of a glyph among dots"


def show(output):
    return ", ".join(RUN["targetWords"][int(glyph)] for glyph in output)

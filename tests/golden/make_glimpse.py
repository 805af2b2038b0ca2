#!/usr/bin/env python3
"""Computes a recurrent model of visual attention for given noise, with PyTorch's LSTMCell.

  python3 tests/golden/make_glimpse.py

writes tests/golden/glimpse.safetensors. Weights are saved in our layout (wasm/models/glimpse_network.hpp). The sensor
uses another method than ours: the mean of the image over each square comes from a summed-area table at real-valued
corners (Crow 1984).
"""
import torch
from torch.distributions import Normal
from torch.nn.functional import cross_entropy, pad

from vectors import save_with_gradients, draw, lstm_cell, save, write

torch.manual_seed(11)
BATCH, SAMPLES, ROWS, COLUMNS = 2, 3, 9, 12
CELLS, WIDTH, SCALES = 4, 1, 3
T, F, H, C, SIGMA = 3, 5, 4, 3, 0.35
R = BATCH * SAMPLES


def sums_at(table, y, x):
    """The integral of an image from its corner to (y, x), which may lie outside: bilinear between whole pixels."""
    y, x = y.clamp(0, table.shape[0] - 1), x.clamp(0, table.shape[1] - 1)
    top, left = y.floor().long().clamp(max=table.shape[0] - 2), x.floor().long().clamp(max=table.shape[1] - 2)
    v, u = (y - top)[:, None], (x - left)[None]
    at = lambda i, j: table[(top + i)[:, None], (left + j)[None]]
    return (1 - v) * ((1 - u) * at(0, 0) + u * at(0, 1)) + v * ((1 - u) * at(1, 0) + u * at(1, 1))


def sensor(picture, place):
    """Patches [SCALES, CELLS, CELLS] of one image around (x, y)."""
    table = pad(picture.cumsum(0).cumsum(1), (1, 0, 1, 0))
    x, y = (place.clamp(-1, 1) + 1) / 2 * torch.tensor([COLUMNS, ROWS])
    patches = []
    for scale in range(SCALES):
        width = WIDTH * 2**scale
        edges = (torch.arange(CELLS + 1) - CELLS / 2) * width
        integral = sums_at(table, y + edges, x + edges)
        patches.append(integral.diff(dim=0).diff(dim=1) / width**2)
    return torch.stack(patches)


pictures = torch.rand(BATCH, ROWS, COLUMNS).float().double().requires_grad_()
save("picture", pictures)

# The sensor alone, at places inside, at the edges and beyond them; SAMPLES consecutive rows for each image.
places = torch.tensor([[0.0, 0.0], [0.31, -0.77], [1.0, -1.0], [-0.95, 0.4], [1.7, -3.0], [0.5, 0.25]]).float().double()
seen = torch.stack([sensor(pictures[r // SAMPLES], places[r]) for r in range(R)])
save("sensor.places", places)
save_with_gradients("sensor", seen, torch.randn_like(seen).float().double(), {"picture": pictures})

noise = draw("noise", T - 1, R, 2, spread=1).detach()
labels = torch.tensor([2, 0])
save("target", labels.repeat_interleave(SAMPLES).repeat(T, 1), "<i4")
save("sigma", [SIGMA])
SIGMA = torch.tensor(SIGMA).float().double()


def run(name, every, detached):
    p = {}

    def own(leaf, *shape, spread=0.6):
        p[leaf] = draw(f"{name}.{leaf}", *shape, spread=spread)
        return p[leaf]

    own("what.weight", SCALES * CELLS**2, F)
    own("what.bias", F)
    own("join.weight", F, F)
    own("join.bias", F)
    own("place", 2, F)
    own("core.weight_input", F, 4 * H)
    own("core.weight_hidden", H, 4 * H)
    own("core.bias", 4 * H)
    own("where.weight", H, 2)
    own("where.bias", 2)
    own("readout.weight", H, C)
    own("readout.bias", C)
    state = (torch.zeros(R, H), torch.zeros(R, H))
    place = torch.zeros(R, 2)
    fixed = pictures.detach()
    surprises, likely, answers = [], [], []
    for t in range(T):
        if t > 0:
            asked = state[0].detach() if detached else state[0]
            policy = Normal(torch.tanh(asked @ p["where.weight"] + p["where.bias"]), SIGMA)
            drawn = (policy.mean + SIGMA * noise[t - 1]).detach()
            likely.append(policy.log_prob(drawn).sum(1))
            place = drawn.clamp(-1, 1)
            save(f"{name}.mean.{t}", policy.mean)
        patches = torch.stack([sensor(fixed[r // SAMPLES], place[r]) for r in range(R)])
        save(f"{name}.place.{t}", place)
        save(f"{name}.patches.{t}", patches)
        what = torch.relu(patches.flatten(1) @ p["what.weight"] + p["what.bias"])
        glimpse = torch.relu(what @ p["join.weight"] + p["join.bias"] + place @ p["place"])
        state = lstm_cell(glimpse, state, *(p[f"core.{leaf}"] for leaf in ("weight_input", "weight_hidden", "bias")))
        answers.append(state[0] @ p["readout.weight"] + p["readout.bias"])
        surprises.append(cross_entropy(answers[-1], labels.repeat_interleave(SAMPLES), reduction="none"))
    save(f"{name}.logits", torch.stack(answers))
    asked = range(T) if every else [T - 1]
    loss = torch.stack([surprises[t] for t in asked]).mean()
    save(f"{name}.loss", loss.reshape(1))
    for t in range(1, T):
        earned = -sum(surprises[u] for u in asked if u >= t).detach()
        groups = earned.reshape(BATCH, SAMPLES)
        others = (groups.sum(1, keepdim=True) - groups) / (SAMPLES - 1)
        advantage = (groups - others).flatten()
        loss = loss - (advantage * likely[t - 1]).mean() / len(asked)
    loss.backward()
    for leaf, tensor in p.items():
        save(f"{name}.d.{leaf}", tensor.grad)


run("every", True, False)
run("published", False, True)

write("glimpse")

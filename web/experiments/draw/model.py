"""DRAW copies a picture in several steps: it reads a part, and adds a stroke to a canvas.

  x'   = x - sigmoid(c)                       the remaining error
  r    = read(x, x', d)                       through a window, or all pixels of both
  e    = LSTM([r, d], e)                      the encoder
  z    ~ N(m, s^2)     m = e Wm + bm          log s = e Ws + bs
  d    = LSTM(z, d)                           the decoder
  c    = c + write(d)                         through a window, or all pixels

A window is a grid of N x N Gaussian filters, (gx, gy, s^2, stride, gamma) = its center, variance, stride and intensity.

x, x', c [B, R, C]   e, d [B, H]   z [B, Z]
"""
import json
import struct
import sys

import torch
from torch import nn


class Memory(nn.LSTMCell):
    """An LSTM whose first state is learned."""

    def __init__(self, inputs, hidden):
        super().__init__(inputs, hidden)
        self.first_state = nn.Parameter(torch.zeros(hidden))
        self.first_cell = nn.Parameter(torch.zeros(hidden))

    def start(self, batch):
        return self.first_state.expand(batch, -1), self.first_cell.expand(batch, -1)


def filters(center, variance, stride, n, extent):
    """n Gaussian filters [B, n, extent] along one axis; pixels are counted from 1."""
    i = torch.arange(1, n + 1)
    mean = center[:, None] + (i - n / 2 - 0.5) * stride[:, None]
    away = torch.arange(1, extent + 1) - mean[:, :, None]
    return (-(away**2) / (2 * variance[:, None, None])).softmax(-1)


class Draw(nn.Module):
    def __init__(self, side, hidden, latent, steps, read_grid, write_grid):
        """A grid of 0 means no window: the network reads or writes all pixels."""
        super().__init__()
        self.side, self.steps, self.read_grid, self.write_grid = side, steps, read_grid, write_grid
        pixels = side * side
        self.encoder = Memory(2 * (read_grid**2 or pixels) + hidden, hidden)
        self.decoder = Memory(latent, hidden)
        self.first_canvas = nn.Parameter(torch.full((pixels,), -4.0))
        self.mean, self.log_sigma = nn.Linear(hidden, latent), nn.Linear(hidden, latent)
        if read_grid:
            self.read_window = nn.Linear(hidden, 5)
        if write_grid:
            self.write_window = nn.Linear(hidden, 5)
        self.write = nn.Linear(hidden, write_grid**2 or pixels)

    def window(self, raw, n, held):
        """Filters along x and y, and gamma."""
        x, y, variance, stride, gamma = torch.cat([raw[:, :2], raw[:, 2:].exp()], 1).T
        stride = (self.side - 1) / (n - 1) * stride
        x, y = ((self.side + 1) / 2 * (center + 1) for center in (x, y))
        if held is not None:
            x, y, variance, stride, gamma = held[:, None].expand(-1, len(raw))
        return filters(x, variance, stride, n, self.side), filters(y, variance, stride, n, self.side), gamma[:, None, None]

    def read(self, x, error, d, held):
        """The patch that the network reads, and the share of each pixel in the patch [B, R, C]."""
        if not self.read_grid:
            return torch.cat([x.flatten(1), error.flatten(1)], 1), torch.full_like(x, 1 / x[0].numel())
        fx, fy, gamma = self.window(self.read_window(d), self.read_grid, held)
        patches = [(gamma * fy @ picture @ fx.transpose(1, 2)).flatten(1) for picture in (x, error)]
        return torch.cat(patches, 1), fy.mean(1)[:, :, None] * fx.mean(1)[:, None]

    def stroke(self, d, held=None):
        patch = self.write(d)
        if not self.write_grid:
            return patch.unflatten(1, (self.side, self.side))
        fx, fy, gamma = self.window(self.write_window(d), self.write_grid, held)
        return fy.transpose(1, 2) @ patch.unflatten(1, (self.write_grid, self.write_grid)) @ fx / gamma

    def forward(self, x, noise=None, held=None):
        """The canvas in logits, the read weights [B, T, R, C], and the KL divergence of the latent numbers in nats [B].

        Noise [T, B, Z] is optional; by default it is sampled in training, and 0 otherwise.
        `held` = {("read" or "write", t): (gx, gy, s^2, stride, gamma)} replaces windows."""
        windows = [(at, t) for at in ("read", "write") if hasattr(self, f"{at}_window") for t in range(self.steps)]
        far, size = 2 * self.side, (1e-4, 1e4)
        held = hold_coordinates(held, windows, [(-far, far), (-far, far), size, (0, far), size])
        if noise is None:
            noise = (torch.randn if self.training else torch.zeros)(self.steps, len(x), self.mean.out_features)
        e, d = self.encoder.start(len(x)), self.decoder.start(len(x))
        canvas = self.first_canvas.expand(len(x), -1).unflatten(1, (self.side, self.side))
        read_weights, divergence = [], torch.zeros(len(x))
        for t, epsilon in enumerate(noise):
            r, step_weights = self.read(x, x - canvas.sigmoid(), d[0], held.get(("read", t)))
            e = self.encoder(torch.cat([r, d[0]], 1), e)
            mean, log_sigma = self.mean(e[0]), self.log_sigma(e[0])
            d = self.decoder(mean + log_sigma.exp() * epsilon, d)
            canvas = canvas + self.stroke(d[0], held.get(("write", t)))
            read_weights.append(step_weights)
            divergence = divergence + (mean**2 + (2 * log_sigma).exp() - 1 - 2 * log_sigma).sum(1) / 2
        return canvas, torch.stack(read_weights, 1), divergence

    def generate(self, z):
        """Pictures generated from latent numbers z [T, B, Z]."""
        d = self.decoder.start(z.shape[1])
        canvas = self.first_canvas.expand(z.shape[1], -1).unflatten(1, (self.side, self.side))
        for each in z:
            d = self.decoder(each, d)
            canvas = canvas + self.stroke(d[0])
        return canvas.sigmoid()


def build(run):
    """The network, and its baseline without windows if there is one."""
    settings = run["parameters"]
    networks = {}
    for name in dict.fromkeys(tensor.split(".")[0] for tensor in run["shapes"]):
        pixels = run["shapes"][f"{name}.first_canvas"][0]
        grids = [
            settings[f"{side}Grid"] if settings[f"{side}Window"] and name == "draw" else 0 for side in ("read", "write")
        ]
        sizes = run["shapes"][f"{name}.mean.weight"]
        networks[name] = Draw(round(pixels**0.5), *sizes, settings["glimpses"], *grids)
    return nn.ModuleDict(networks)


def predict(model, example, held=None):
    side = model["draw"].side
    x = torch.tensor(example["values"]).reshape(1, side, side)
    canvases, read_weights, _ = zip(*(network(x, held=held if name == "draw" else None) for name, network in model.items()))
    return {"output": torch.cat(canvases).sigmoid().flatten(), "weights": read_weights[0]}


def compute_losses(model, batch):
    """Variational bound in nats, summed over some pictures, of each network with its own noise."""
    x = batch["picture"]
    names = sorted((key for key in batch if key.startswith("gaussian sample/")), key=lambda key: int(key.split("/")[1]))
    bounds = []
    for i, network in enumerate(model.values()):
        noise = torch.stack([batch[key] for key in names[i * network.steps : (i + 1) * network.steps]])
        canvas, _, divergence = network(x, noise)
        reconstruction = nn.functional.binary_cross_entropy_with_logits(canvas, x, reduction="sum")
        bounds.append(reconstruction + divergence.sum())
    return bounds


def count_targets(batch):
    return len(batch["picture"])


def rename_tensors(tensors):
    state = dict(tensors)
    for name in {name.split(".")[0] for name in tensors}:
        for part in ("encoder", "decoder"):
            rename_recurrent(state, f"{name}.{part}", f"{name}.{part}", "")
    return state


def describe(example):
    return f"a picture with {sum(example['values']):.0f} pixels of ink"


def show(output):
    inks = torch.tensor(output).unflatten(0, (-1, 400)).sum(1)
    return "copied with " + ", ".join(f"{ink:.3f}" for ink in inks)

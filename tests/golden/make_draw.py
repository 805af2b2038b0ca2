#!/usr/bin/env python3
"""Computes DRAW for two images and given noise, with PyTorch's LSTMCell and the equations of the paper.

  python3 tests/golden/make_draw.py

writes tests/golden/draw.safetensors. Weights are saved in our layout (wasm/models/draw.hpp). "read.write" is the model
with both windows; "all" in a name means reading or writing without attention.
"""
import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from vectors import draw, lstm_cell, save, write

torch.manual_seed(5)
BATCH, ROWS, COLUMNS, H, Z, T, READ, WRITE = 2, 6, 7, 5, 2, 3, 3, 2

x = torch.rand(BATCH, ROWS, COLUMNS).float().double()
save("x", x)
noise = draw("noise", T, BATCH, Z, spread=1).detach()


def filters(center, variance, stride, n, extent):
    """Equations 19, 20, 25, 26; pixels are counted from 1."""
    i = torch.arange(1, n + 1)
    mean = center[:, None] + (i - n / 2 - 0.5) * stride[:, None]
    f = torch.exp(-((torch.arange(1, extent + 1) - mean[:, :, None]) ** 2) / (2 * variance[:, None, None]))
    return f / f.sum(-1, keepdim=True)


def window(raw, n):
    """Equations 21 to 24."""
    gx, gy, log_variance, log_stride, log_gamma = raw.T
    stride = (max(ROWS, COLUMNS) - 1) / (n - 1) * log_stride.exp()
    gx, gy, variance = (COLUMNS + 1) / 2 * (gx + 1), (ROWS + 1) / 2 * (gy + 1), log_variance.exp()
    gamma = log_gamma.exp()
    return (torch.stack([gx, gy, variance, stride, gamma], 1), filters(gx, variance, stride, n, COLUMNS),
            filters(gy, variance, stride, n, ROWS), gamma[:, None, None])


def run(name, reads, writes):
    p = {}

    def own(leaf, *shape, spread=0.4):
        p[leaf] = draw(f"{name}.{leaf}", *shape, spread=spread)

    seen = 2 * READ**2 if reads else 2 * ROWS * COLUMNS
    for part, inputs in (("encoder", seen + H), ("decoder", Z)):
        own(f"{part}.weight_input", inputs, 4 * H)
        own(f"{part}.weight_hidden", H, 4 * H)
        own(f"{part}.bias", 4 * H)
        own(f"{part}.first_state", H)
        own(f"{part}.first_cell", H)
    own("first_canvas", ROWS * COLUMNS)
    sizes = {"mean": Z, "log_sigma": Z, "write": WRITE**2 if writes else ROWS * COLUMNS}
    sizes |= {"read_window": 5} if reads else {}
    sizes |= {"write_window": 5} if writes else {}
    for layer, width in sizes.items():
        own(f"{layer}.weight", H, width)
        own(f"{layer}.bias", width)

    def linear(layer, state):
        return state @ p[f"{layer}.weight"] + p[f"{layer}.bias"]

    def first(part):
        return tuple(p[f"{part}.first_{kind}"].expand(BATCH, H) for kind in ("state", "cell"))

    def step(part, x, state):
        return lstm_cell(x, state, *(p[f"{part}.{leaf}"] for leaf in ("weight_input", "weight_hidden", "bias")))

    e, d = first("encoder"), first("decoder")
    canvas = p["first_canvas"].expand(BATCH, -1).reshape(BATCH, ROWS, COLUMNS)
    divergence = 0
    for t in range(T):
        error = x - torch.sigmoid(canvas)
        if reads:
            box, fx, fy, gamma = window(linear("read_window", d[0]), READ)
            save(f"{name}.read_window.{t}", box)
            r = [(gamma * fy @ picture @ fx.transpose(1, 2)).flatten(1) for picture in (x, error)]
        else:
            r = [x.flatten(1), error.flatten(1)]
        e = step("encoder", torch.cat([*r, d[0]], 1), e)
        mean, log_sigma = linear("mean", e[0]), linear("log_sigma", e[0])
        z = mean + log_sigma.exp() * noise[t]
        divergence += (mean**2 + (2 * log_sigma).exp() - 2 * log_sigma - 1).sum() / 2 / BATCH
        d = step("decoder", z, d)
        if writes:
            box, fx, fy, gamma = window(linear("write_window", d[0]), WRITE)
            save(f"{name}.write_window.{t}", box)
            patch = linear("write", d[0]).reshape(BATCH, WRITE, WRITE)
            canvas = canvas + fy.transpose(1, 2) @ patch @ fx / gamma
        else:
            canvas = canvas + linear("write", d[0]).reshape(canvas.shape)
        save(f"{name}.canvas.{t}", canvas)
        save(f"{name}.latent.{t}", z)
    reconstruction = binary_cross_entropy_with_logits(canvas, x, reduction="sum") / BATCH
    save(f"{name}.reconstruction", reconstruction.reshape(1))
    save(f"{name}.divergence", divergence.reshape(1))
    (reconstruction + divergence).backward()
    for leaf, tensor in p.items():
        save(f"{name}.d.{leaf}", tensor.grad)


for reads in (True, False):
    for writes in (True, False):
        run(f"{'read' if reads else 'all'}.{'write' if writes else 'all'}", reads, writes)

write("draw")

#!/usr/bin/env python3
"""Computes PyTorch's RNN, GRU and LSTM.

  python3 tests/golden/make_recurrent.py

writes tests/golden/recurrent.safetensors. Weights and gradients are saved in our layout (wasm/nn/recurrent.hpp).
"""
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from vectors import draw, save, write

torch.manual_seed(11)
T, B, D, H = 6, 4, 3, 5
LENGTHS = torch.tensor([6, 1, 4, 2])


def create_layer(name, kind):
    """A bidirectional PyTorch module, its parameters, saved in our layout, and functions that convert their gradients."""
    module = kind(D, H, bidirectional=True)
    leaves = {}
    for direction, suffix in (("there", ""), ("back", "_reverse")):
        w, u, b, b_h = (getattr(module, f"{p}_l0{suffix}") for p in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
        with torch.no_grad():
            for p in (w, u, b, b_h):
                p.copy_((torch.randn(p.shape) * 0.5).float())
            b_h[: 2 * H if name == "gru" else None] = 0  # the input bias serves for both
        leaves |= {
            f"{direction}.input": (w, lambda t: t.T),
            f"{direction}.hidden": (u, lambda t: t.T),
            f"{direction}.bias": (b, lambda t: t),
        }
        if name == "gru":
            leaves[f"{direction}.bias_hidden"] = (b_h, lambda t: t[2 * H :])
    for leaf, (tensor, convert) in leaves.items():
        save(f"{name}.{leaf}", convert(tensor))
    return module, leaves


def save_results(name, y, leaves):
    """Saves the output, and the gradients of its dot product with a saved random tensor."""
    dy = torch.randn(y.shape).float().double()
    save(f"{name}.y", y)
    save(f"{name}.dy", dy)
    gradients = torch.autograd.grad(y, [tensor for tensor, _ in leaves.values()], dy)
    for (leaf, (_, convert)), gradient in zip(leaves.items(), gradients):
        save(f"{name}.d{leaf}", convert(gradient))


def run_padded(module, x, state):
    """Runs a packed batch. Padded steps repeat the last state, or in the backward direction the first, as our layer does."""
    packed, last = module(pack_padded_sequence(x, LENGTHS, enforce_sorted=False), state)
    states, _ = pad_packed_sequence(packed)
    ends, starts = (s[0] if isinstance(s, tuple) else s for s in (last, state))
    real = torch.arange(T)[:, None] < LENGTHS
    return torch.where(real[:, :, None], states, torch.cat([ends[0], starts[1]], -1))


x = draw("x", T, B, D)
save("mask", (torch.arange(T) < LENGTHS[:, None]).double())
h0, c0 = draw("h0", B, H, spread=0.7), draw("c0", B, H, spread=0.7)

for name, kind in (("rnn", torch.nn.RNN), ("gru", torch.nn.GRU), ("lstm", torch.nn.LSTM)):
    module, weights = create_layer(name, kind)
    initial = {"h0": h0, "c0": c0} if name == "lstm" else {"h0": h0}
    state = tuple(s[None].expand(2, B, H) for s in initial.values())
    state = state if name == "lstm" else state[0]
    leaves = {leaf: (tensor, lambda t: t) for leaf, tensor in {"x": x, **initial}.items()} | weights
    save_results(f"{name}.whole", module(x, state)[0], leaves)
    save_results(f"{name}.lengths", run_padded(module, x, state), leaves)
    if name == "lstm":
        forward = {leaf: pair for leaf, pair in leaves.items() if not leaf.startswith("back")}
        save_results("lstm.cell", module(x, state)[1][1][0], forward)

write("recurrent")

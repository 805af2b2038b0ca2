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


def layer(name, kind, gates, directions=("there",)):
    """A PyTorch module whose parameters are saved in our layout, and functions that convert its gradients to ours."""
    module = kind(D, H, bidirectional=len(directions) == 2)
    leaves = {}
    for direction, suffix in zip(directions, ("", "_reverse")):
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
    prefix = name + (".single" if len(directions) == 1 else ".pair")
    for leaf, (tensor, ours) in leaves.items():
        save(f"{prefix}.{leaf}", ours(tensor))
    return module, leaves


def outcome(name, y, leaves):
    """Saves the output, and the gradients of its dot product with a saved random tensor."""
    dy = torch.randn(y.shape).float().double()
    save(f"{name}.y", y)
    save(f"{name}.dy", dy)
    gradients = torch.autograd.grad(y, [tensor for tensor, _ in leaves.values()], dy)
    for (leaf, (_, ours)), gradient in zip(leaves.items(), gradients):
        save(f"{name}.d{leaf}", ours(gradient))


def run_padded(module, x, state):
    """Runs a packed batch. Padded steps repeat the last state, or in the backward direction the first, as our layer does."""
    packed, last = module(pack_padded_sequence(x, LENGTHS, enforce_sorted=False), state)
    states, _ = pad_packed_sequence(packed)
    ends, starts = (s[0] if isinstance(s, tuple) else s for s in (last, state))
    kept = torch.cat([ends[0], starts[1]], -1) if module.bidirectional else ends[0]
    real = torch.arange(T)[:, None] < LENGTHS
    return torch.where(real[:, :, None], states, kept)


x = draw("x", T, B, D)
save("mask", (torch.arange(T) < LENGTHS[:, None]).double())
h0, c0 = draw("h0", B, H, spread=0.7), draw("c0", B, H, spread=0.7)

for name, kind, gates in (("rnn", torch.nn.RNN, 1), ("gru", torch.nn.GRU, 3), ("lstm", torch.nn.LSTM, 4)):
    single, weights = layer(name, kind, gates)
    pair, pair_weights = layer(name, kind, gates, ("there", "back"))
    given = {"x": (x, lambda t: t)}
    started = given | {"h0": (h0, lambda t: t)} | ({"c0": (c0, lambda t: t)} if name == "lstm" else {})

    def state(directions):
        h, c = (s[None].expand(directions, B, H) for s in (h0, c0))
        return (h, c) if name == "lstm" else h

    outcome(f"{name}.zero", single(x)[0], given | weights)
    outcome(f"{name}.started", single(x, state(1))[0], started | weights)
    outcome(f"{name}.lengths", run_padded(single, x, state(1)), started | weights)
    outcome(f"{name}.both", pair(x, state(2))[0], started | pair_weights)
    outcome(f"{name}.both_lengths", run_padded(pair, x, state(2)), started | pair_weights)
    if name == "lstm":
        outcome("lstm.cell", single(x, state(1))[1][1][0], started | weights)

write("recurrent")

#!/usr/bin/env python3
"""Computes a long short-term memory-network (Cheng, Dong & Lapata 2016, equations 3 to 10) with PyTorch's LSTMCell.

  python3 tests/golden/make_machine_reader.py

writes tests/golden/machine_reader.safetensors. Weights and gradients are saved in our layout
(wasm/models/machine_reader.hpp).
"""
from functools import partial

import torch

from vectors import save_with_gradients, draw, lstm_cell, save, write

torch.manual_seed(23)
draw = partial(draw, spread=0.7)
T, B, D, H = 6, 4, 3, 5
LENGTHS = torch.tensor([6, 1, 4, 2])

leaves = {
    "x": draw("x", T, B, D, spread=1.0),
    "weight_input": draw("weight_input", D, 4 * H),
    "weight_hidden": draw("weight_hidden", H, 4 * H),
    "bias": draw("bias", 4 * H),
    "look.word": draw("look.word", D, H),
    "look.summary": draw("look.summary", H, H),
    "look.state": draw("look.state", H, H),
    "look.v": draw("look.v", H, spread=1.5),
}
real = torch.arange(T) < LENGTHS[:, None]
save("mask", real.double())


def cell(x, h, c):
    return lstm_cell(x, (h, c), leaves["weight_input"], leaves["weight_hidden"], leaves["bias"])


def read(padded):
    hidden_tape, memory_tape = [], []  # the tapes H and C of the paper
    summary = torch.zeros(B, H)  # of the previous step
    maps = torch.zeros(T, B, T)
    for t, x in enumerate(leaves["x"]):
        if t == 0:
            h, c = cell(x, summary, torch.zeros(B, H))
        else:
            earlier, memories = torch.stack(hidden_tape, 1), torch.stack(memory_tape, 1)  # [B, t, H]
            queries = x @ leaves["look.word"] + summary @ leaves["look.summary"]
            scores = torch.tanh(queries[:, None] + earlier @ leaves["look.state"]) @ leaves["look.v"]
            weights = torch.softmax(scores, 1)
            maps[t, :, :t] = weights
            summary = torch.einsum("bs,bsh->bh", weights, earlier)
            memory = torch.einsum("bs,bsh->bh", weights, memories)
            h, c = cell(x, summary, memory)
            if padded:
                here = real[:, t, None]
                h, c = torch.where(here, h, hidden_tape[-1]), torch.where(here, c, memory_tape[-1])
        hidden_tape.append(h)
        memory_tape.append(c)
    return torch.stack(hidden_tape), maps


for name, padded in (("all", False), ("lengths", True)):
    y, maps = read(padded)
    save(f"{name}.weights", maps)
    save_with_gradients(name, y, torch.randn(y.shape).float().double(), leaves)

write("machine_reader")

#!/usr/bin/env python3
"""Computes outputs, loss and gradients of the two networks of feature attention with PyTorch.

  python3 tests/golden/make_feature_attention.py

writes tests/golden/feature_attention.safetensors. Tensors are named as in the core: <model>.<parameter>, with
d<model>.<parameter> for the gradient of <model>.loss.
"""
from functools import partial

import torch
from torch.nn import functional

from vectors import draw, save, write

torch.manual_seed(13)
draw = partial(draw, spread=0.7)


def close(model, logits, parameters):
    save(f"{model}.logits", logits)
    loss = save(f"{model}.loss", functional.binary_cross_entropy_with_logits(logits, t)[None])
    save(f"{model}.probabilities", torch.sigmoid(logits))
    for name, gradient in zip(parameters, torch.autograd.grad(loss, list(parameters.values()))):
        save(f"d{model}.{name}", gradient)


batch, features, hidden = 9, 6, 11
x = draw("x", batch, features, spread=1.5).detach()
t = save("t", (torch.rand(batch, 1) < 0.5).double())

p = {
    "gate.weight": draw("attention.gate.weight", features, features),
    "gate.bias": draw("attention.gate.bias", features),
    "readout.weight": draw("attention.readout.weight", features, 1),
    "readout.bias": draw("attention.readout.bias", 1),
}
e = save("attention.scores", functional.linear(x, p["gate.weight"].T, p["gate.bias"]))
a = save("attention.weights", functional.softmax(e, dim=1))
close("attention", functional.linear(a * x, p["readout.weight"].T, p["readout.bias"]), p)

p = {
    "hidden.weight": draw("baseline.hidden.weight", features, hidden),
    "hidden.bias": draw("baseline.hidden.bias", hidden),
    "readout.weight": draw("baseline.readout.weight", hidden, 1),
    "readout.bias": draw("baseline.readout.bias", 1),
}
h = save("baseline.hidden", functional.relu(functional.linear(x, p["hidden.weight"].T, p["hidden.bias"])))
close("baseline", functional.linear(h, p["readout.weight"].T, p["readout.bias"]), p)

write("feature_attention")

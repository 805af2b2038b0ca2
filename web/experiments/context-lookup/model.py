"""A context selects attention weights; a linear layer reads the weighted input.

  a = E[c]                 the row of the context in a table
  z = a * x                the weighted input
  y = w . z + b

c [B] contexts   x [B, L] numbers   E [C, L]   w [L]   y [B]
"""
import json
import struct
import sys

import torch
from torch import nn


class ContextLookup(nn.Module):
    def __init__(self, contexts, length):
        super().__init__()
        self.attention = nn.Embedding(contexts, length)
        self.linear = nn.Linear(length, 1)

    def forward(self, context, x, held=None, without=()):
        """y; `held` = {0: weights [L]} replaces the effective weights, `without` hides positions."""
        return (self.hold(context, held, without)[0] * x).sum(-1) + self.linear.bias

    def weights(self, context, held=None, without=()):
        """Effective weights |a * w|, normalized to a sum of 1."""
        return self.hold(context, held, without)[1]

    def hold(self, context, held, without):
        """a * w and its effective weights. Held weights keep the sum of |a * w|; where they differ, a * w is positive."""
        products = self.attention(context) * self.linear.weight[0]
        size = products.abs().sum(-1, keepdim=True)
        learned = products.abs() / size
        weights = hold(held, without, 1, learned.shape[1])(learned, 0)
        return torch.where(weights.isclose(learned), products, (1 if held else products.sign()) * weights * size), weights


def build(run):
    settings = run["parameters"]
    return ContextLookup(settings["contexts"], settings["sequenceLength"])


def predict(model, example, held=None, without=()):
    context = torch.tensor([example["row"]])
    output = model(context, torch.tensor([example["values"]]), held, without)
    return {"output": output, "weights": model.weights(context, held, without)}


def compute_losses(model, batch):
    """Summed squared error of some examples."""
    prediction = model(batch["context"], batch["values"])
    return [nn.functional.mse_loss(prediction, batch["target"][:, 0], reduction="sum")]


def count_targets(batch):
    return len(batch["target"])


def rename_tensors(tensors):
    return dict(tensors)


def describe(example):
    return f"context {example['row']}, x = {example['values']}"


def show(output):
    return f"y = {output[0]:.6f}"

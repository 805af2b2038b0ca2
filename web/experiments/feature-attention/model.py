"""Attention over features, and a plain network of equal size beside it: how likely is the answer yes?

  attention   e = x W + b            the score of each feature
              a = softmax(e)         the weights, with a sum of 1
              p = sigmoid((a * x) . w + c)

  plain       h = relu(x W + b)      p = sigmoid(h . w + c)

x [B, D] features   e, a [B, D]   h [B, H]   p [B]
"""
import json
import struct
import sys

import torch
from torch import nn


class FeatureAttention(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.gate = nn.Linear(features, features)
        self.readout = nn.Linear(features, 1)

    def forward(self, x, held=None, without=()):
        """Logits [B] and weights [B, D]; `held` = {0: weights [D]} replaces the weights, `without` hides features."""
        weights = hold(held, without, 1, x.shape[1])(self.gate(x).softmax(-1), 0)
        return self.readout(weights * x).squeeze(-1), weights


class PlainNetwork(nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.hidden = nn.Linear(features, hidden)
        self.readout = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.readout(self.hidden(x).relu()).squeeze(-1)


def build(run):
    features, hidden = run["shapes"]["baseline.hidden.weight"]
    return nn.ModuleDict({"attention": FeatureAttention(features), "baseline": PlainNetwork(features, hidden)})


def predict(model, example, held=None, without=()):
    x = torch.tensor([example["values"]])
    logit, weights = model["attention"](x, held, without)
    return {"output": torch.cat([logit, model["baseline"](x)]).sigmoid(), "weights": weights}


def compute_losses(model, batch):
    """Summed cross-entropy of each network on some examples."""
    x, target = batch["values"], batch["target"][:, 0]
    logits = [model["attention"](x)[0], model["baseline"](x)]
    return [nn.functional.binary_cross_entropy_with_logits(logit, target, reduction="sum") for logit in logits]


def count_targets(batch):
    return len(batch["target"])


def rename_tensors(tensors):
    return dict(tensors)


def describe(example):
    return f"x = {example['values']}"


def show(output):
    return f"attention says yes with probability {output[0]:.6f}, the plain network with {output[1]:.6f}"

"""A small language model: a decoder reads a text and predicts each next token.

  x[t] = E w[t] + P[t]                           embedding and position
  x <- x + self(norm(x)), s <= t                 each token attends to itself and earlier ones
  x <- x + f(norm(x))                            and passes a feed-forward network
  logits = E norm(x) + b                         tied: E is scaled by sqrt(D) as input

w [B, T] tokens   x [B, T, D]   scores, weights [B, N, T, T]   N heads of d = D / N columns
Radford et al. 2018, "Improving language understanding by generative pre-training"
"""
import json
import math
import re
import struct
import sys

import torch
from torch import nn


def build(run):
    settings = {**run["parameters"], "kind": "decoder", "norm": "before", "activation": "gelu", "scale": "inverse-sqrt", "tiedEmbeddings": True}
    words = len(run["targetWords"])
    return transformer(settings, 0, words, 0, run["parameters"]["context"])


def predict(model, example, held=None, without=()):
    before = torch.tensor(example["values"]).long()[None]
    logits = model(before=before, held=held, without=without)[0]
    likely = logits.softmax(-1).topk(min(5, logits.shape[-1])).values
    weights = torch.stack([attention.weights for attention in model.attentions()], 1)  # [1, layers, N, T, T]
    return {"output": logits.argmax(-1), "probabilities": likely, "weights": weights}


def write(model, tokens, temperature=0.7):
    """Continues some tokens [T] until the context is full; temperature 0 takes the most probable token each time."""
    while len(tokens) < RUN["parameters"]["context"]:
        logits = model(before=tokens[None])[0, -1]
        logits[:2] = -torch.inf  # neither padding nor the unknown token
        best = logits.argmax() if temperature == 0 else (logits / temperature).softmax(-1).multinomial(1)[0]
        tokens = torch.cat([tokens, best[None]])
    return tokens


def compute_losses(model, batch):
    """Summed cross-entropy of some windows [B, T]."""
    target = batch["target"]
    return [sum_token_losses(model(before=batch["before"]), target, torch.ones_like(target))]


def count_targets(batch):
    return torch.tensor(float(batch["target"].numel()))


def describe(example):
    return "".join(RUN["targetWords"][int(token)] for token in example["values"])


def show(output):
    return "".join(RUN["targetWords"][token] for token in output)

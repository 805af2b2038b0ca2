"""A transformer: every token attends to all others, then passes a feed-forward network.

  encoder           h = self(x)                  each position attends to all, or only to earlier ones
  decoder           z = self(y), s <= t          one sequence of source and target; causal
  encoder-decoder   h = self(x)                  the source is read,
                    z = cross(self(y), h)        the target is written with attention to h

  x[t] = E w[t] + P[t]                           embedding and position
  x <- x + f(norm(x))   or   x <- norm(x + f(x))     for each sublayer f: self, cross, feed-forward
  logits = W x + b                               tied: W = E, and E is scaled by sqrt(D) as input

w [B, T] tokens   x, y, z, h [B, T, D]   scores, weights [B, N, T, S]   N heads of d = D / N columns
Vaswani et al. 2017, "Attention is all you need", https://arxiv.org/abs/1706.03762
"""
import json
import math
import re
import struct
import sys

import torch
from torch import nn

START, END, UNKNOWN = 1, 2, 3


def build(run):
    words = len(run["sourceWords"]), len(run["targetWords"])
    return transformer(run["parameters"], *words, run["longest"], run["longestAnswer"])


def shift_of_target():
    """A decoder alone has one vocabulary: the words of the answer follow those of the source."""
    alone = RUN["parameters"]["kind"] == "decoder"
    return len(RUN["sourceWords"]) if alone and RUN["targetWords"] != RUN["sourceWords"] else 0


def answer(model, source, most, held=None, without=()):
    """The greedy answer [T] of at most `most` words, and its logits [T, V]."""
    hold({}, without, 0, len(source))
    if not model.writes:  # an encoder gives the answer in its last rows
        logits = model(source[None], held=held, without=without)[0, -most:]
        return logits.argmax(-1), logits
    shift, tokens = shift_of_target(), []
    while len(tokens) < most and END not in tokens:
        before = [START] + [word + shift for word in tokens]
        before = torch.tensor((before + [END] * most)[:most])  # padded, so that all rows exist
        if not model.reads:  # a decoder alone reads the source as a prefix
            before = torch.cat([source, before])
        logits = model(source[None], before[None], held, without)[0, -most:]
        best = logits[len(tokens)].argmax().item()
        tokens.append(best - shift if best >= shift else UNKNOWN)
    return torch.tensor(tokens), logits[: len(tokens)]


def predict(model, example, held=None, without=()):
    source = torch.tensor([RUN["sourceWords"].index(word) for word in example["source"]])
    tokens, logits = answer(model, source, len(example["output"]), held, without)
    likely = logits.softmax(-1).topk(min(5, logits.shape[-1])).values
    answering = model.attentions()[-RUN["parameters"]["layers"] :]
    weights = torch.stack([attention.weights for attention in answering], 1)  # [1, layers, N, T, S]
    left = len(example["output"]) - len(tokens)
    T, S = weights.shape[-2] - left, weights.shape[-1] - (0 if model.reads else left)
    return {"output": tokens, "probabilities": likely, "weights": weights[..., :T, :S]}


def compute_losses(model, batch):
    """Summed cross-entropy of some sentences [B, T], grouped by length because the model has no padding mask."""
    target, weight = batch["target"], batch["weight"]
    masks = batch.get("source mask", torch.ones_like(weight))
    lengths, total = masks.sum(1), 0
    for length in lengths.unique().int().tolist():
        rows = lengths == length
        source = batch["source"][rows, :length] if "source" in batch else None
        logits = model(source, batch["before"][rows] if "before" in batch else None)
        target_length = logits.shape[1]
        total = total + sum_token_losses(logits, target[rows, :target_length], weight[rows, :target_length])
    return [total]


def count_targets(batch):
    return batch["weight"].sum()


def describe(example):
    return " ".join(example["source"])


def show(output):
    return " ".join(RUN["targetWords"][word + shift_of_target()] for word in output)

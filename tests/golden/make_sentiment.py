#!/usr/bin/env python3
"""Computes sentence classifiers with PyTorch's embedding and LSTM, and poolings written here.

  python3 tests/golden/make_sentiment.py

writes tests/golden/sentiment.safetensors. Weights are saved in our layout (wasm/models/sentence_classifier.hpp).
"""
from functools import partial

import torch

from vectors import draw, save, write

torch.manual_seed(5)
draw = partial(draw, spread=0.6)
B, T, V, D, H = 5, 7, 9, 4, 6
LENGTHS = torch.tensor([7, 1, 4, 6, 2])

real = torch.arange(T) < LENGTHS[:, None]
words = torch.randint(1, V, (B, T)) * real  # padding is word 0
save("words", words.T, "<i4")
save("mask", real.double())

table = draw("m.words.weight", V, D)
lstm = torch.nn.LSTM(D, H, batch_first=True)
with torch.no_grad():
    lstm.weight_ih_l0.copy_(draw("m.reader.weight_input", D, 4 * H).T)
    lstm.weight_hh_l0.copy_(draw("m.reader.weight_hidden", H, 4 * H).T)
    lstm.bias_ih_l0.copy_(draw("m.reader.bias", 4 * H))
    lstm.bias_hh_l0.zero_()
verdict_weight, verdict_bias = draw("m.verdict.weight", H, 1), draw("m.verdict.bias", 1)
article_weight, article_bias = draw("article.weight", H, 1), draw("article.bias", T)
additive_weight, additive_bias, additive_v = draw("additive.weight", H, H), draw("additive.bias", H), draw("additive.v", H, 1)

states = lstm(table[words])[0]


def last():
    return torch.stack([states[b, length - 1] for b, length in enumerate(LENGTHS)])


def pool(name, scores, masked):
    weights = torch.softmax(scores.masked_fill(~real, float("-inf")) if masked else scores, -1)
    save(f"{name}.scores", scores[:, None])
    save(f"{name}.weights", weights[:, None])
    return (weights[:, :, None] * states).sum(1)


contexts = {"last-padded": states[:, -1], "last": last()}
for suffix, masked in (("", False), (".masked", True)):
    contexts["mean" + suffix] = pool("mean" + suffix, torch.zeros(B, T), masked)
    contexts["article" + suffix] = pool(
        "article" + suffix, torch.tanh((states @ article_weight)[:, :, 0] + article_bias), masked)
    contexts["additive" + suffix] = pool(
        "additive" + suffix, (torch.tanh(states @ additive_weight + additive_bias) @ additive_v)[:, :, 0], masked)
for name, context in contexts.items():
    save(f"{name}.context", context)
    save(f"{name}.logit", context @ verdict_weight + verdict_bias)

write("sentiment")

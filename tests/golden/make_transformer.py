#!/usr/bin/env python3
"""Computes PyTorch's nn.TransformerEncoder, nn.TransformerDecoder and their nn.MultiheadAttention, with padding and
causal masks.

  python3 tests/golden/make_transformer.py

writes tests/golden/transformer.safetensors. Weights are rounded to float32; everything else is computed in float64 and
rounded once. Weights are saved under our names and in our layout (wasm/models/transformer.hpp): transposed, and in
cross-attention q separate from k and v.
"""
from functools import partial
import math

import torch
from torch import nn

from vectors import rounded, save, write

torch.manual_seed(6)
B, S, T, D, HEADS, HIDDEN, LAYERS = 3, 5, 4, 12, 3, 10, 2
SOURCE_WORDS, TARGET_WORDS = 9, 7
LENGTHS, TARGET_LENGTHS = [5, 2, 1], [4, 3, 1]
rounded = partial(rounded, spread=0.4)


def save_linear(name, weight, bias):
    save(name + ".weight", weight.T)
    save(name + ".bias", bias)


def save_heads(name, heads, cross=False):
    w, b = heads.in_proj_weight, heads.in_proj_bias
    if cross:
        save_linear(name + ".in", w[:D], b[:D])
        save_linear(name + ".memory", w[D:], b[D:])
    else:
        save_linear(name + ".in", w, b)
    save_linear(name + ".out", heads.out_proj.weight, heads.out_proj.bias)


def save_norm(name, norm):
    save(name + ".weight", norm.weight)
    save(name + ".bias", norm.bias)


def save_side(name, words, places, stack, cross):
    save(name + ".words.weight", words.weight)
    if places is not None:
        save(name + ".places.weight", places.weight)
    for i, layer in enumerate(stack.layers):
        at = f"{name}.{i}"
        save_heads(at + ".self", layer.self_attn)
        save_norm(at + ".norm_self", layer.norm1)
        if cross:
            save_heads(at + ".cross", layer.multihead_attn, cross=True)
            save_norm(at + ".norm_cross", layer.norm2)
        save_norm(at + ".norm_feed", layer.norm3 if cross else layer.norm2)
        save_linear(at + ".feed.inner", layer.linear1.weight, layer.linear1.bias)
        save_linear(at + ".feed.outer", layer.linear2.weight, layer.linear2.bias)
    if stack.norm is not None:
        save_norm(name + ".norm", stack.norm)


def watch(heads, name):
    """Saves the weights of each head [B, N, T, S], which the layer itself discards."""
    forward = heads.forward

    def watched(*arguments, **options):
        out, weights = forward(*arguments, **{**options, "need_weights": True, "average_attn_weights": False})
        save(name, weights)
        return out, weights

    heads.forward = watched


def waves(steps):
    table = torch.zeros(steps, D)
    for t in range(steps):
        for d in range(D):
            angle = t / 10000 ** ((d - d % 2) / D)
            table[t, d] = math.cos(angle) if d % 2 else math.sin(angle)
    return table


def padded(lengths, steps):
    return torch.tensor([[t >= length for t in range(steps)] for length in lengths])


def gelu(x):
    return nn.functional.gelu(x, approximate="tanh")


x = torch.randint(3, SOURCE_WORDS, (B, S))
y = torch.randint(3, TARGET_WORDS, (B, T))
x_padding, y_padding = padded(LENGTHS, S), padded(TARGET_LENGTHS, T)
x[x_padding], y[y_padding] = 0, 0
save("x", x, "<i4")
save("y", y, "<i4")
save("x.mask", (~x_padding).double())
save("y.mask", (~y_padding).double())


def case(name, kind, before, activation, positions):
    options = dict(dropout=0.0, activation=activation, batch_first=True, norm_first=before)
    norm = lambda: nn.LayerNorm(D) if before else None
    sizes = (D, HEADS, HIDDEN)

    def embed(side, words, ids, steps):
        table = rounded(nn.Embedding(words, D))
        places = rounded(nn.Embedding(steps, D)) if positions == "learned" else None
        added = places.weight if places else waves(steps) if positions == "sinusoidal" else 0
        return table, places, table(ids) + added

    later = nn.Transformer.generate_square_subsequent_mask(T)
    if kind != "decoder":
        words, places, states = embed("encoder", SOURCE_WORDS, x, S)
        encoder = rounded(nn.TransformerEncoder(nn.TransformerEncoderLayer(*sizes, **options), LAYERS, norm()))
        for i, layer in enumerate(encoder.layers):
            watch(layer.self_attn, f"{name}.weights.encoder.{i}")
        save_side(name + ".encoder", words, places, encoder, False)
        states = memory = encoder(states, src_key_padding_mask=x_padding)
    if kind == "decoder":  # PyTorch calls it an encoder with a causal mask
        words, places, states = embed("decoder", TARGET_WORDS, y, T)
        decoder = rounded(nn.TransformerEncoder(nn.TransformerEncoderLayer(*sizes, **options), LAYERS, norm()))
        for i, layer in enumerate(decoder.layers):
            watch(layer.self_attn, f"{name}.weights.decoder.{i}")
        save_side(name + ".decoder", words, places, decoder, False)
        states = decoder(states, mask=later, src_key_padding_mask=y_padding)
    if kind == "encoder-decoder":
        words, places, states = embed("decoder", TARGET_WORDS, y, T)
        decoder = rounded(nn.TransformerDecoder(nn.TransformerDecoderLayer(*sizes, **options), LAYERS, norm()))
        for i, layer in enumerate(decoder.layers):
            watch(layer.self_attn, f"{name}.weights.decoder.{i}")
            watch(layer.multihead_attn, f"{name}.weights.cross.{i}")
        save_side(name + ".decoder", words, places, decoder, True)
        states = decoder(states, memory, tgt_mask=later, tgt_key_padding_mask=y_padding,
                         memory_key_padding_mask=x_padding)
    readout = rounded(nn.Linear(D, TARGET_WORDS))
    save_linear(name + ".readout", readout.weight, readout.bias)
    save(name + ".states", states)
    save(name + ".logits", readout(states))


case("encoder_after", "encoder", False, "relu", "sinusoidal")
case("encoder_before", "encoder", True, gelu, "none")
case("decoder_before", "decoder", True, "relu", "learned")
case("decoder_after", "decoder", False, gelu, "sinusoidal")
case("both_before", "encoder-decoder", True, "relu", "sinusoidal")
case("both_after", "encoder-decoder", False, gelu, "learned")

write("transformer")

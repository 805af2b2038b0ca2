"""Attention on a graph: every node attends to its neighbors, and predicts a value.

  h = A[attribute] + V[value]
  GAT     e = LeakyReLU(a1 . W h + a2 . W h')       values W h'
  GATv2   e = a . LeakyReLU(W1 h + W2 h')           values W2 h'; "gatv2-linear": without LeakyReLU
  weights = softmax(e) over the neighbors h' of h
  y = (weighted sum of the values, heads concatenated) R + b

attribute, value [B, n]   edges [B, n, n] 1 where a node (row) sees another   weights [B, n, n] mean of the heads   y [B, n, C]
"""
import json
import struct
import sys

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, mechanism, width, heads):
        super().__init__()
        square, vectors = (width, width), (heads, width // heads)
        shapes = {"weight": square, "query": vectors, "key": vectors}
        if mechanism != "gat":
            shapes = {"query_weight": square, "key_weight": square, "score": vectors}
        for name, shape in shapes.items():
            self.register_parameter(name, nn.Parameter(torch.zeros(shape)))
        self.mechanism, self.heads = mechanism, heads

    def forward(self, h, edges, held, without):
        split_heads = lambda x: x.unflatten(-1, (self.heads, -1)).transpose(1, 2)  # [B, n, H] to [B, N, n, H/N]
        leaky = lambda x: nn.functional.leaky_relu(x, 0.2)
        if self.mechanism == "gat":
            values = split_heads(h @ self.weight)
            query_scores, key_scores = (torch.einsum("bntd,nd->bnt", values, vector) for vector in (self.query, self.key))
            scores = leaky(query_scores[..., None] + key_scores[:, :, None])
        else:
            values = split_heads(h @ self.key_weight)
            hidden = split_heads(h @ self.query_weight)[:, :, :, None] + values[:, :, None]
            hidden = leaky(hidden) if self.mechanism == "gatv2" else hidden
            scores = torch.einsum("bntsd,nd->bnts", hidden, self.score)
        mask = edges[:, None] > 0
        # A node without edges has no weights.
        weights = scores.masked_fill(~mask, -1e30).softmax(-1) * mask
        n = edges.shape[1]
        replace = hold(held, without, dict(enumerate((edges > 0).all(0))), n)
        for node in range(n) if held or without else ():
            weights[:, :, node] = replace(weights[:, :, node], node)
        return (weights @ values).transpose(1, 2).flatten(2), weights.mean(1)


class GraphNetwork(nn.Module):
    def __init__(self, mechanism, kinds, width, heads):
        super().__init__()
        self.attributes = nn.Embedding(kinds, width)
        self.values = nn.Embedding(kinds + 1, width)  # the last row: no value
        self.attention = Attention(mechanism, width, heads)
        self.readout = nn.Linear(width, kinds)

    def forward(self, attribute, value, edges, held=None, without=()):
        """Logits and weights; `held` = {node: weights [n]} replaces a node's weights in all heads, `without` hides nodes."""
        context, weights = self.attention(self.attributes(attribute) + self.values(value), edges, held, without)
        return self.readout(context), weights


def build(run):
    settings = run["parameters"]
    return GraphNetwork(settings["mechanism"], settings["kinds"], settings["width"], settings["heads"])


def predict(model, example, held=None, without=()):
    nodes = [label.split(" ") for label in example["source"]]
    attribute = torch.tensor([[RUN["sourceWords"].index(name) for name, _ in nodes]])
    value = torch.tensor([[RUN["targetWords"].index(word) for _, word in nodes]])
    edges = torch.eye(len(nodes))[None] * RUN["parameters"]["selfLoops"]
    for edge in filter(None, example["edges"].split(", ")):
        one, other = edge.split("-")
        edges[0, int(one) - 1, int(other) - 1] = 1
    is_query = value[0] == RUN["targetWords"].index("?")
    queries = is_query.nonzero().flatten().tolist()  # the nodes that are rows of the map
    rows = {queries[row] if row in range(len(queries)) else f"{row} of a query": held[row] for row in held or {}}
    logits, weights = model(attribute, value, edges, rows, without)
    likely = logits[0, is_query].softmax(-1).topk(5).values
    return {"output": logits[0, is_query].argmax(-1), "probabilities": likely, "weights": weights[0, is_query]}


def compute_losses(model, batch):
    """Summed cross-entropy at the query nodes."""
    logits, _ = model(batch["attribute"], batch["value"], batch["edges"])
    return [sum_token_losses(logits, batch["target"], batch["query mask"])]


def count_targets(batch):
    return batch["query mask"].sum()


def rename_tensors(tensors):
    return dict(tensors)


def describe(example):
    return f"nodes {', '.join(example['source'])}"


def show(output):
    return "those that are asked say " + " ".join(RUN["targetWords"][value] for value in output)

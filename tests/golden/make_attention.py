#!/usr/bin/env python3
"""Computes every attention mechanism with PyTorch and numpy, each written from its paper.

  python3 tests/golden/make_attention.py

writes tests/golden/attention.safetensors (sequences), multi_head.safetensors (several heads), picture_attention.safetensors (captions and DRAW) and graph_attention.safetensors. A case "name" holds
name.<leaf> for each input, name.y = (scores, weights, context), concatenated, with name.shapes, name.dy (zero for the
scores) and name.d<leaf>, the gradient of Σ dy·y.
"""
import numpy as np
import torch

from vectors import save_with_gradients, draw, save, write

torch.manual_seed(11)


def given(name, values):
    tensor = torch.tensor(values, dtype=torch.float64)
    save(name, tensor)
    return tensor


def outcome(name, attention, **leaves):
    scores, weights, context = attention
    shapes = [list(part.shape) + [0] * (4 - part.dim()) for part in attention]
    save(f"{name}.shapes", np.array(shapes))
    y = torch.cat([part.flatten() for part in attention])[None]
    dy = torch.randn(y.shape).float().double()
    dy[:, : scores.numel()] = 0
    save_with_gradients(name, y, dy, leaves)


def outcome_of(name, y, **leaves):
    save_with_gradients(name, y, torch.randn(y.shape).float().double(), leaves)


def softmax(e, mask=None):
    """Masked positions get exactly 0, also in rows that are masked completely."""
    if mask is None:
        return torch.softmax(e, -1)
    mask = mask.expand_as(e)
    return torch.softmax(e.masked_fill(mask == 0, -1e300), -1) * mask


MASK = [[1, 1, 1, 0, 0], [0, 1, 0, 1, 1], [1, 0, 0, 0, 0]]  # padding at the end, holes, all but one
EMPTY = [[1, 1, 1, 1, 0], [0, 0, 0, 0, 0], [0, 1, 1, 0, 0]]  # with an example in which everything is masked

# Feature gate.
for name, batch, features in [("feature_gate", 3, 5), ("feature_gate_one", 1, 1), ("feature_gate_257", 257, 2)]:
    x, w, b = draw(f"{name}.x", batch, features), draw(f"{name}.w", features, features), draw(f"{name}.b", features)
    e = torch.einsum("bi,ij->bj", x, w) + b
    a = softmax(e)
    leaves = {"x": x} if features == 1 else {"x": x, "w": w, "b": b}
    outcome(name, (e, a, a * x), **leaves)

# Attention pooling.
for name, mask, first in [("pooling", None, "b"), ("pooling_mask", MASK, "b"), ("pooling_time_first", MASK, "t")]:
    h = draw(f"{name}.h", *((3, 5, 4) if first == "b" else (5, 3, 4)))
    w, b = draw(f"{name}.w", 4, 1), draw(f"{name}.b", 5)
    mask = mask and given(f"{name}.mask", mask)
    e = torch.tanh(torch.einsum(f"{'bs' if first == 'b' else 'sb'}h,ho->bs", h, w) + b)
    a = softmax(e, mask)
    c = torch.einsum(f"bs,{'bs' if first == 'b' else 'sb'}h->bh", a, h)
    outcome(name, (e[:, None], a[:, None], c[:, None] if first == "b" else c[None]), h=h, w=w, b=b)

# Scores between queries and keys, softmax, context. Letters: b batch, t query, s position.
BATCH_FIRST, TIME_FIRST = ("bt", "bs"), ("tb", "sb")


def attend(name, score, layout=BATCH_FIRST, batch=3, queries=4, positions=5, width=6, key_width=6, mask=None,
           local=None, spread=1.0, **parameters):
    """score(q, k, parameters) returns e [b, t, s] for batch-first q and k; local(q, e, mask, parameters) the weights."""
    T, S = layout
    turn = (lambda x: x) if layout == BATCH_FIRST else (lambda x: x.transpose(0, 1))
    q = draw(f"{name}.q", *((batch, queries) if T == "bt" else (queries, batch)), width, spread=spread)
    k = draw(f"{name}.k", *((batch, positions) if S == "bs" else (positions, batch)), key_width, spread=spread)
    v = draw(f"{name}.v", *((batch, positions) if S == "bs" else (positions, batch)), 3)
    p = {letter: draw(f"{name}.{letter}", *shape) for letter, shape in parameters.items()}
    mask = mask and given(f"{name}.mask", mask)
    seen = None if mask is None else mask[:, None]
    e = score(turn(q), turn(k), p)
    a = local(turn(q), e, seen, p) if local else softmax(e, seen)
    c = torch.einsum(f"bts,{S}h->{T}h", a, v)
    leaves = {"q": q, "k": k, "v": v, **p}
    if local is None and e.shape[-1] == 1:
        leaves = {"v": v}
    outcome(name, (e, a, c), **{leaf: x for leaf, x in leaves.items() if x.requires_grad and depends(a, c, x)})


def depends(a, c, x):
    return torch.autograd.grad(a.sum() + c.sum(), x, retain_graph=True, allow_unused=True)[0] is not None


def dot(q, k, p):
    return torch.einsum("bth,bsh->bts", q, k)


def general(q, k, p):
    return torch.einsum("bth,hk,bsk->bts", q, p["w"], k)


def concat(q, k, p):
    pairs = torch.cat([q[:, :, None].expand(-1, -1, k.shape[1], -1), k[:, None].expand(-1, q.shape[1], -1, -1)], -1)
    return torch.tanh(pairs @ p["w"]) @ p["z"]


def additive(q, k, p):
    return (torch.tanh((q @ p["w"])[:, :, None] + (k @ p["u"])[:, None]) * p["z"]).sum(-1)


def location(q, k, p):
    return q @ p["w"]


attend("dot", dot)
attend("dot_mask", dot, mask=MASK)
attend("dot_empty", dot, mask=EMPTY)
attend("dot_time_first", dot, TIME_FIRST, mask=MASK)
attend("dot_large", dot, spread=5)
attend("dot_tiny", dot, spread=1e-6)
attend("dot_one", dot, batch=1, queries=1, positions=1)
attend("dot_257", dot, batch=257, queries=1, positions=2, width=1, key_width=1)
attend("general", general, key_width=7, w=(6, 7))
attend("general_time_first", general, TIME_FIRST, key_width=7, mask=MASK, w=(6, 7))
attend("concat", concat, key_width=7, w=(13, 8), z=(8,))
attend("concat_time_first", concat, TIME_FIRST, key_width=7, mask=EMPTY, w=(13, 8), z=(8,))
attend("additive", additive, key_width=7, w=(6, 8), u=(7, 8), z=(8,))
attend("additive_mask", additive, key_width=7, mask=EMPTY, w=(6, 8), u=(7, 8), z=(8,))
attend("additive_step", additive, TIME_FIRST, queries=1, key_width=7, mask=MASK, w=(6, 8), u=(7, 8), z=(8,))
attend("location", location, w=(6, 5))
attend("location_time_first", location, TIME_FIRST, mask=MASK, w=(6, 5))

# Local attention: reach D = 2, so σ = 1.
positions = torch.arange(5.0)


def monotonic(first):
    def weights(q, e, mask, p):
        window = ((positions - (first + torch.arange(float(e.shape[1])))[:, None]).abs() <= 2).double()[None]
        return softmax(e, window.expand_as(e) if mask is None else window * mask)
    return weights


def predictive(q, e, mask, p):
    n = 5.0 if mask is None else mask.sum(-1)
    centre = n * torch.sigmoid(torch.tanh(q @ p["w"]) @ p["z"])[..., 0]
    away = positions - centre[..., None]
    window = (away.abs() <= 2).double()
    a = softmax(e, window if mask is None else window * mask)
    return a * torch.exp(-away**2 / 2)


attend("local_monotonic", dot, local=monotonic(0))
attend("local_monotonic_step", dot, TIME_FIRST, queries=1, mask=MASK, local=monotonic(3))
attend("local_predictive", dot, local=predictive, w=(6, 8), z=(8, 1))
attend("local_predictive_mask", dot, mask=MASK, local=predictive, w=(6, 8), z=(8, 1))
attend("local_predictive_time_first", dot, TIME_FIRST, mask=EMPTY, local=predictive, w=(6, 8), z=(8, 1))


# Scaled dot product, one head.
def scaled(factor):
    return lambda q, k, p: torch.einsum("bth,bsh->bts", q, k) * factor


def causal(q, e, mask, p):
    past = torch.ones(e.shape[1:]).tril()[None]
    return softmax(e, past.expand_as(e) if mask is None else past * mask)


attend("scaled_dot", scaled(6**-0.5))
attend("scaled_dot_by_width", scaled(1 / 6), mask=EMPTY)
attend("scaled_dot_causal", scaled(6**-0.5), mask=MASK, local=causal)
attend("scaled_dot_time_first", scaled(6**-0.5), TIME_FIRST, mask=EMPTY)

# Mean pooling and additive pooling. Their random numbers do not change those drawn below.
with torch.random.fork_rng():
    for name, mask, first in [("", None, "b"), ("_mask", MASK, "b"), ("_time_first", MASK, "t")]:
        for kind in ("mean_pooling", "additive_pooling"):
            h = draw(f"{kind}{name}.h", *((3, 5, 4) if first == "b" else (5, 3, 4)))
            seen = mask and given(f"{kind}{name}.mask", mask)
            states = h if first == "b" else h.transpose(0, 1)
            leaves = {"h": h}
            e = torch.zeros(3, 5)
            if kind == "additive_pooling":
                leaves |= {leaf: draw(f"{kind}{name}.{leaf}", *shape) for leaf, shape in
                           {"w": (4, 6), "b": (6,), "z": (6, 1)}.items()}
                e = (torch.tanh(states @ leaves["w"] + leaves["b"]) @ leaves["z"])[:, :, 0]
            a = softmax(e, seen)
            c = torch.einsum("bs,bsh->bh", a, states)
            outcome(kind + name, (e[:, None], a[:, None], c[:, None] if first == "b" else c[None]), **leaves)

# Causal attention with different numbers of queries and keys, by F.scaled_dot_product_attention: is_causal aligns the
# first query and the first key (upper left), a boolean mask aligns the last ones (lower right), 1 = visible.
def torch_attention(q, k, v, **how):
    public = getattr(torch.nn.functional, "scaled_dot_product_attention", None)  # since PyTorch 2
    return public(q, k, v, **how) if public else torch.nn.functional._scaled_dot_product_attention(q, k, v, **how)[0]


with torch.random.fork_rng():
    for name, queries, positions in [("one", 1, 4), ("wide", 2, 5), ("tall", 5, 3)]:
        for align, diagonal in [("start", 0), ("end", positions - queries)]:
            case = f"causal_{align}_{name}"
            q, k, v = draw(f"{case}.q", 2, queries, 6), draw(f"{case}.k", 2, positions, 6), draw(f"{case}.v", 2, positions, 3)
            seen = torch.ones(queries, positions).tril(diagonal) == 1
            how = {"is_causal": True} if align == "start" else {"attn_mask": seen}
            # A row that is masked completely is NaN in some versions of PyTorch, 0 in others, and 0 here.
            c = torch_attention(q, k, v, **how).nan_to_num(0)
            e = dot(q, k, {}) * 6**-0.5
            a = softmax(e, seen[None])
            assert torch.allclose(a @ v, c)
            outcome(case, (e, a, a @ v), q=q, k=k, v=v)

write("attention")


# Multi-head attention by nn.MultiheadAttention; our weights are the transposes of PyTorch's.
def multi_head(name, cross=False, time_first=False, mask=None, causal=False, batch=2, queries=4, heads=3, width=6):
    steps = 5 if cross else queries
    layer = torch.nn.MultiheadAttention(width, heads, batch_first=not time_first)
    x = draw(f"{name}.x", *((queries, batch) if time_first else (batch, queries)), width)
    y = draw(f"{name}.memory", *((steps, batch) if time_first else (batch, steps)), width) if cross else x
    if cross:
        parts = {"wq": draw(f"{name}.wq", width, width), "wkv": draw(f"{name}.wkv", width, 2 * width),
                 "bq": draw(f"{name}.bq", width), "bkv": draw(f"{name}.bkv", 2 * width)}
        w, b = torch.cat([parts["wq"], parts["wkv"]], 1), torch.cat([parts["bq"], parts["bkv"]])
    else:
        parts = {"w": draw(f"{name}.w", width, 3 * width), "b": draw(f"{name}.b", 3 * width)}
        w, b = parts["w"], parts["b"]
    o, ob = draw(f"{name}.o", width, width), draw(f"{name}.ob", width)
    mask = mask and given(f"{name}.mask", mask)
    names = {"in_proj_weight": w.t(), "in_proj_bias": b, "out_proj.weight": o.t(), "out_proj.bias": ob}
    future = torch.ones(queries, steps).triu(1) == 1 if causal else None
    hidden = None if mask is None else mask == 0
    context, weights = torch.nn.utils.stateless.functional_call(
        layer, names, (x, y, y), dict(key_padding_mask=hidden, attn_mask=future, average_attn_weights=False))
    q, k = x @ w[:, :width] + b[:width], y @ w[:, width : 2 * width] + b[width : 2 * width]
    letters = ("tbnd", "sbnd") if time_first else ("btnd", "bsnd")
    apart = lambda z: z.reshape(*z.shape[:2], heads, width // heads)
    scores = torch.einsum(f"{letters[0]},{letters[1]}->bnts", apart(q), apart(k)) / (width // heads) ** 0.5
    leaves = {"x": x, **({"memory": y} if cross else {}), **parts, "o": o, "ob": ob}
    outcome(name, (scores.detach(), weights, context), **leaves)


multi_head("multi_head")
multi_head("multi_head_causal", causal=True)
multi_head("multi_head_mask", mask=[[1, 1, 0, 1], [1, 0, 0, 0]])
multi_head("multi_head_both", mask=[[1, 1, 0, 1], [1, 0, 0, 0]], causal=True)
multi_head("multi_head_time_first", time_first=True, mask=[[1, 1, 1, 0], [1, 0, 0, 1]])
multi_head("multi_head_cross", cross=True, mask=[[1, 1, 0, 1, 0], [0, 0, 0, 0, 1]])
multi_head("multi_head_cross_time_first", cross=True, time_first=True)
multi_head("multi_head_one", batch=1, queries=1)
multi_head("multi_head_257", batch=257, queries=2, heads=1, width=2)

write("multi_head")

# Show, attend and tell: soft attention with the doubly stochastic penalty; the loss of hard attention.
for name, first in [("soft", "b"), ("soft_time_first", "t")]:
    b, t, i = 2, 3, 6
    order = (lambda x: x) if first == "b" else (lambda x: x.transpose(0, 1))
    h = draw(f"{name}.h", *((b, t) if first == "b" else (t, b)), 5)
    a = draw(f"{name}.a", *((b, i) if first == "b" else (i, b)), 4)
    w, u, bias, z = (draw(f"{name}.{x}", *s) for x, s in [("w", (5, 7)), ("u", (4, 7)), ("b", (7,)), ("z", (7,))])
    e = torch.tanh((order(a) @ u + bias)[:, None] + (order(h) @ w)[:, :, None]) @ z
    alpha = softmax(e)
    outcome(name, (e, alpha, order(torch.einsum("bti,bid->btd", alpha, order(a)))), h=h, a=a, w=w, u=u, b=bias, z=z)

w, mask = draw("doubly_stochastic.w", 2, 3, 4), given("doubly_stochastic.mask", [[1, 1, 0, 1], [1, 0, 0, 1]])
outcome_of("doubly_stochastic", (((1 - w.sum(1)) ** 2 * mask).sum() / 2)[None], w=w)

x, reward = draw("reinforce.x", 4, 2, 5), draw("reinforce.reward", 4)
place = torch.randint(0, 5, (4, 2))
save("reinforce.choice", torch.nn.functional.one_hot(place, 5).double())
drawn = given("reinforce.sampled", [[1, 1], [0, 1], [1, 0], [1, 1]])
baseline = given("reinforce.baseline", [0.25, 0.25, 1])
categorical = torch.distributions.Categorical(logits=x)
gain = (reward.detach() - baseline[0])[:, None] * categorical.log_prob(place) * drawn
outcome_of("reinforce", (-(2 * gain + 0.3 * categorical.entropy()).sum() / 4)[None], x=x)


# DRAW, equations 19 to 29, positions counted from 1.
def draw_filters(parameters, n, rows, columns):
    gx, gy, log_variance, log_stride, log_gamma = parameters.unbind(-1)
    gx, gy = (columns + 1) / 2 * (gx + 1), (rows + 1) / 2 * (gy + 1)
    stride = (max(rows, columns) - 1) / (n - 1) * log_stride.exp() if n > 1 else 0 * gx
    variance, gamma = log_variance.exp(), log_gamma.exp()

    def bank(centre, extent):
        out = []
        for i in range(1, n + 1):
            mean = centre + (i - n / 2 - 0.5) * stride
            bell = torch.exp(-((torch.arange(1.0, extent + 1) - mean[:, None]) ** 2) / (2 * variance[:, None]))
            out.append(bell / bell.sum(-1, keepdim=True))
        return torch.stack(out, 1)

    return torch.stack([gx, gy, variance, stride, gamma], -1), bank(gx, columns), bank(gy, rows)


for name, batch, n, rows, columns in [("draw_read", 2, 3, 5, 7), ("draw_read_one", 1, 1, 4, 4)]:
    h, w, b = draw(f"{name}.h", batch, 4), draw(f"{name}.w", 4, 5, spread=0.3), draw(f"{name}.b", 5, spread=0.3)
    x, error = draw(f"{name}.x", batch, rows, columns), draw(f"{name}.error", batch, rows, columns)
    window, fx, fy = draw_filters(h @ w + b, n, rows, columns)
    read = lambda image: window[:, 4, None, None] * (fy @ image @ fx.transpose(1, 2))
    glimpse = torch.cat([read(x).flatten(1), read(error).flatten(1)], 1)
    outcome(name, (window, fx, glimpse), h=h, w=w, b=b, x=x, error=error)

h, w, b = draw("draw_write.h", 2, 4), draw("draw_write.w", 4, 5, spread=0.3), draw("draw_write.b", 5, spread=0.3)
pw, pb = draw("draw_write.pw", 4, 9), draw("draw_write.pb", 9)
window, fx, fy = draw_filters(h @ w + b, 3, 5, 7)
patch = (h @ pw + pb).reshape(2, 3, 3)
outcome("draw_write", (window, fy, fy.transpose(1, 2) @ patch @ fx / window[:, 4, None, None]), h=h, w=w, b=b, pw=pw, pb=pb)

write("picture_attention")

# Graph attention, written as in the papers: with the vectors of both nodes concatenated. A node of the last graph has no
# neighbor, not even itself.
GRAPH = [[[1, 1, 0, 0, 1], [0, 1, 1, 0, 0], [1, 1, 1, 1, 1], [0, 0, 0, 1, 0], [1, 0, 0, 1, 1]],
         [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 0, 0], [1, 0, 1, 1, 0], [0, 1, 1, 1, 1]]]


def graph(name, version, heads, time_first=False, edges=None, width=6, features=4):
    order = (lambda x: x.transpose(0, 1)) if time_first else (lambda x: x)
    h = draw(f"{name}.h", *((5, 2) if time_first else (2, 5)), features, spread=0.4)
    leaves = {"h": h, "w": draw(f"{name}.w", features, width)}
    if version == 2:
        leaves["u"] = draw(f"{name}.u", features, width)
    leaves |= {letter: draw(f"{name}.{letter}", heads, width // heads) for letter in ("p", "r")[: 3 - version]}
    edges = None if edges is None else given(f"{name}.mask", edges)
    leak = torch.nn.LeakyReLU(0.2)
    queries, keys = ((order(h) @ leaves[letter]).unflatten(-1, (heads, -1)) for letter in ("w", "u" if version == 2 else "w"))
    pairs = torch.cat([queries[:, :, None].expand(-1, -1, 5, -1, -1), keys[:, None].expand(-1, 5, -1, -1, -1)], -1)
    if version == 1:
        scores = leak((pairs * torch.cat([leaves["p"], leaves["r"]], -1)).sum(-1))
    else:
        both = torch.cat([torch.eye(width // heads)] * 2)  # [W1 W2] of a concatenation is a sum
        scores = (leak(pairs @ both) * leaves["p"]).sum(-1)
    scores = scores.permute(0, 3, 1, 2)
    weights = softmax(scores, None if edges is None else edges[:, None])
    context = torch.einsum("bnij,bjnw->binw", weights, keys).flatten(2)
    outcome(name, (scores, weights, order(context)), **leaves)


for version, name in [(1, "gat"), (2, "gatv2")]:
    graph(name, version, 1)
    graph(f"{name}_edges", version, 1, edges=GRAPH)
    graph(f"{name}_heads", version, 3, edges=GRAPH)
    graph(f"{name}_time_first", version, 2, time_first=True, edges=GRAPH)

write("graph_attention")

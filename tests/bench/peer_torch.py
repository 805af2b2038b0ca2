"""The workloads in PyTorch on one thread, with the numbers that engines/torch.js has written to a folder.

Usage: peer_torch.py FOLDER. Every line on standard input is a command, every answer one line:
  run N     trains N further steps and prints the seconds that they took
  loss      prints the loss on the held-out rows
  about     prints the BLAS library and its speed: {"text", "gflops"}
FOLDER/workload.json contains kind, batch, batches, dims and the arrays; each array is a file of little-endian 32-bit numbers.
"""

import json
import math
import sys
import time
from pathlib import Path

import torch
from torch.nn import functional as F

torch.set_num_threads(1)
torch.set_flush_denormal(True)

folder = Path(sys.argv[1])
work = json.loads((folder / "workload.json").read_text())
dims = work["dims"]


def read(entry):
    dtype = {"f32": torch.float32, "i32": torch.int32}[entry["type"]]
    numbers = torch.frombuffer(bytearray((folder / entry["file"]).read_bytes()), dtype=dtype).reshape(entry["shape"])
    return numbers.long() if dtype == torch.int32 else numbers


parameters = {name: read(entry).requires_grad_() for name, entry in work["parameters"].items()}
data = {name: read(entry) for name, entry in work["data"].items()}
held_out = {name: read(entry) for name, entry in work["heldOut"].items()}


def context_gate(p, x, c, y):
    return F.mse_loss((F.embedding(c, p["emb"]) * x) @ p["w"] + p["b"], y[:, None])


def feature_gate(p, x, y):
    weights = torch.softmax(x @ p["wa"] + p["ba"], -1)
    return F.binary_cross_entropy_with_logits((weights * x) @ p["w"] + p["b"], y[:, None])


def lstm(inputs, w, u, b):
    """nn.LSTM of PyTorch: its own kernels, with the second bias at zero."""
    hidden = u.shape[0]
    state = (torch.zeros(1, inputs.shape[1], hidden), torch.zeros(1, inputs.shape[1], hidden))
    return state, [w.T, u.T, b, torch.zeros_like(b)]


def run_lstm(inputs, state, weights):
    output, h, c = torch.lstm(inputs, state, weights, True, 1, 0.0, True, False, False)
    return output, (h, c)


def sentiment(p, x, y):
    inputs = F.embedding(x.T, p["emb"])
    h, _ = run_lstm(inputs, *lstm(inputs, p["W"], p["U"], p["bl"]))
    scores = torch.tanh(h @ p["aw"] + p["ab"][:, None, None])
    context = (torch.softmax(scores, 0) * h).sum(0)
    return F.binary_cross_entropy_with_logits(context @ p["w"] + p["b"], y[:, None])


def translation(p, x, yin, y):
    inputs = F.embedding(x.T, p["embs"])
    source, state = run_lstm(inputs, *lstm(inputs, p["We"], p["Ue"], p["be"]))
    inputs = F.embedding(yin.T, p["embt"])
    _, weights = lstm(inputs, p["Wd"], p["Ud"], p["bd"])
    target, _ = run_lstm(inputs, state, weights)
    source, target = source.transpose(0, 1), target.transpose(0, 1)
    weights = torch.softmax((target @ p["Wa"]) @ source.transpose(1, 2), -1)
    both = torch.cat([weights @ source, target], -1)
    logits = torch.tanh(both @ p["Wc"] + p["bc"]) @ p["Wo"] + p["bo"]
    return F.cross_entropy(logits.flatten(0, 1), y.flatten())


def transformer(p, x, y):
    rows, length = x.shape
    width, heads = dims["width"], dims["heads"]
    h = F.embedding(x, p["emb"]) + p["pos"]
    for layer in range(dims["layers"]):
        own = {name.split(".")[1]: value for name, value in p.items() if name.startswith(f"l{layer}.")}
        parts = (h @ own["wqkv"] + own["bqkv"]).split(width, -1)
        q, k, v = (part.reshape(rows, length, heads, -1).transpose(1, 2) for part in parts)
        weights = torch.softmax(q @ k.transpose(2, 3) / math.sqrt(width / heads), -1)
        context = (weights @ v).transpose(1, 2).reshape(rows, length, width)
        h = F.layer_norm(h + context @ own["wo"] + own["bo"], [width], own["g1"], own["h1"])
        inner = torch.relu(h @ own["w1"] + own["b1"])
        h = F.layer_norm(h + inner @ own["w2"] + own["b2"], [width], own["g2"], own["h2"])
    logits = h @ p["wout"] + p["bout"]
    return F.cross_entropy(logits.flatten(0, 1), y.flatten())


def captions(p, picture, yin, y):
    def convolved(x, name, **where):
        return F.conv2d(x, p[f"encoder.{name}.weight"].permute(3, 2, 0, 1), p[f"encoder.{name}.bias"], **where)

    x = convolved(torch.relu(convolved(picture.permute(0, 3, 1, 2), "patches", stride=4)), "surroundings", padding=1)
    a = x.flatten(2).transpose(1, 2) + p["encoder.places.weight"]
    keys = a @ p["attention.key"] + p["attention.bias"]
    words = F.embedding(yin.T, p["words.weight"])
    h = torch.tanh(a.mean(1) @ p["start.weight"] + p["start.bias"])
    within, around = p["decoder.weight_hidden"].T, p["decoder.weight_input"].T
    bias_hidden = torch.cat([torch.zeros(2 * h.shape[1]), p["decoder.bias_hidden"]])
    seen = []
    for word in words:
        scores = torch.tanh((h @ p["attention.query"])[:, None] + keys) @ p["attention.v"]
        z = (torch.softmax(scores, -1)[:, None] @ a)[:, 0]
        h = torch.gru_cell(torch.cat([word, z], -1), h, around, within, p["decoder.bias"], bias_hidden)
        seen.append(torch.cat([h, z], -1))
    deep = torch.stack(seen) @ p["deep.weight"] + p["deep.bias"] + words
    return F.cross_entropy((deep @ p["readout.weight"] + p["readout.bias"]).flatten(0, 1), y.T.flatten())


def drawings(p, y, noise):
    p = {name.removeprefix("draw."): value for name, value in p.items()}
    side, grid = dims["side"], dims["grid"]
    offsets = torch.arange(1, grid + 1) - grid / 2 - 0.5
    pixels = torch.arange(1, side + 1)

    def dense(x, name):
        return x @ p[f"{name}.weight"] + p[f"{name}.bias"]

    def cell(name, x, h, c):
        bias = p[f"{name}.bias"]
        return torch.lstm_cell(
            x, (h, c), p[f"{name}.weight_input"].T, p[f"{name}.weight_hidden"].T, bias, torch.zeros_like(bias)
        )

    def window(raw):
        center = (side + 1) / 2 * (raw[:, :2] + 1)
        variance, stride, gamma = raw[:, 2:].exp().T
        mean = center[:, :, None] + offsets * ((side - 1) / (grid - 1) * stride)[:, None, None]
        away = (pixels - mean[..., None]) ** 2 / (2 * variance)[:, None, None, None]
        fx, fy = (-away).softmax(-1).unbind(1)
        return fx, fy, gamma[:, None, None]

    def first(name):
        return p[name].expand(len(y), -1)

    e, ec = first("encoder.first_state"), first("encoder.first_cell")
    d, dc = first("decoder.first_state"), first("decoder.first_cell")
    canvas = first("first_canvas").unflatten(1, (side, side))
    divergence = 0
    for epsilon in noise.transpose(0, 1):
        fx, fy, gamma = window(dense(d, "read_window"))
        both = torch.stack([y, y - torch.sigmoid(canvas)], 1)
        seen = gamma[:, None] * (fy[:, None] @ both @ fx[:, None].transpose(2, 3))
        e, ec = cell("encoder", torch.cat([seen.flatten(1), d], 1), e, ec)
        mean, log_sigma = dense(e, "mean"), dense(e, "log_sigma")
        sigma = log_sigma.exp()
        d, dc = cell("decoder", mean + sigma * epsilon, d, dc)
        fx, fy, gamma = window(dense(d, "write_window"))
        canvas = canvas + fy.transpose(1, 2) @ dense(d, "write").unflatten(1, (grid, grid)) @ fx / gamma
        divergence = divergence + (mean**2 + sigma**2 - 1 - 2 * log_sigma).sum() / 2
    return (F.binary_cross_entropy_with_logits(canvas, y, reduction="sum") + divergence) / len(y)


def machine_reader(p, x, mask, y):
    p = {name.removeprefix("reader."): value for name, value in p.items()}
    bias = p["reader.bias"]
    weights = p["reader.weight_input"].T, p["reader.weight_hidden"].T, bias, torch.zeros_like(bias)
    summary = memory = torch.zeros(len(y), dims["hidden"])
    hidden, cells, keys = [], [], []
    for t, word in enumerate(F.embedding(x.T, p["words.weight"])):
        if t > 0:
            asked = word @ p["reader.look.word"] + summary @ p["reader.look.summary"]
            scores = torch.tanh(asked[:, None] + torch.stack(keys, 1)) @ p["reader.look.v"]
            looks = torch.softmax(scores, -1)[:, None]
            summary = (looks @ torch.stack(hidden, 1))[:, 0]
            memory = (looks @ torch.stack(cells, 1))[:, 0]
        h, c = torch.lstm_cell(word, (summary, memory), *weights)
        hidden.append(h)
        cells.append(c)
        keys.append(h @ p["reader.look.state"])
    context = (mask[:, :, None] * torch.stack(hidden, 1)).sum(1) / mask.sum(1, keepdim=True)
    return F.binary_cross_entropy_with_logits(context @ p["verdict.weight"] + p["verdict.bias"], y[:, None])


def glimpses(p, picture, noise, y):
    p = {name.removeprefix("glimpse."): value for name, value in p.items()}
    side, cells, samples, sigma = dims["side"], dims["cells"], dims["samples"], dims["sigma"]
    pixel, corners = torch.arange(side), torch.arange(cells)[:, None] - cells / 2
    picture = picture.repeat_interleave(samples, 0)
    target = y.transpose(1, 2).flatten(0, 1)  # [rows, glimpses]
    noise = noise.unflatten(2, (samples, 2)).transpose(1, 2).flatten(0, 1)

    def dense(x, name):
        return x @ p[f"{name}.weight"] + p[f"{name}.bias"]

    def filters(at, width):
        low = ((at + 1) / 2 * side)[:, None, None] + corners * width
        return (torch.minimum(low + width, pixel + 1) - torch.maximum(low, pixel)).clamp(min=0) / width

    bias = p["core.bias"]
    weights = p["core.weight_input"].T, p["core.weight_hidden"].T, bias, torch.zeros_like(bias)
    h = c = torch.zeros(len(picture), dims["hidden"])
    place, answers, pulls = torch.zeros(len(picture), 2), [], []
    for t in range(dims["glimpses"]):
        if t > 0:
            mean = torch.tanh(dense(h, "where"))
            drawn = (mean + sigma * noise[:, t - 1]).detach()
            place = drawn.clamp(-1, 1)
            pulls.append(((drawn - mean) ** 2).sum(1))
        widths = [2**scale for scale in range(dims["scales"])]
        patches = [filters(place[:, 1], w) @ picture @ filters(place[:, 0], w).transpose(1, 2) for w in widths]
        seen = torch.relu(dense(torch.stack(patches, 1).flatten(1), "what"))
        h, c = torch.lstm_cell(torch.relu(dense(seen, "join") + place @ p["place"]), (h, c), *weights)
        answers.append(dense(h, "readout"))
    logits = torch.stack(answers, 1)
    surprises = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none").view_as(target)
    earned = -surprises[:, 1:].detach().flip(1).cumsum(1).flip(1).unflatten(0, (-1, samples))
    gain = (samples * earned - earned.sum(1, keepdim=True)) / (samples - 1)
    pull = (gain.flatten(0, 1) * torch.stack(pulls, 1)).sum() / (2 * sigma**2)
    return surprises.mean() + pull / surprises.numel()


def graphs(p, attribute, value, edges, mask, y):
    h = F.embedding(attribute, p["attributes.weight"]) + F.embedding(value, p["values.weight"])
    seen = h @ p["attention.key_weight"]
    both = (h @ p["attention.query_weight"])[:, :, None] + seen[:, None]
    scores = F.leaky_relu(both, 0.2) @ p["attention.score"][0]
    weights = torch.softmax(scores.masked_fill(edges == 0, -math.inf), -1)
    logits = weights @ seen @ p["readout.weight"] + p["readout.bias"]
    errors = F.cross_entropy(logits.flatten(0, 1), y.flatten(), reduction="none")
    return (errors * mask.flatten()).sum() / mask.sum()


model = {
    "W1": context_gate,
    "W2": feature_gate,
    "W3": sentiment,
    "W4": translation,
    "W5": transformer,
    "W6": captions,
    "W7": drawings,
    "W8": machine_reader,
    "W9": glimpses,
    "W10": graphs,
}[work["kind"]]
adam = work["adam"]
optimiser = torch.optim.Adam(
    parameters.values(), lr=adam["rate"], betas=(adam["beta1"], adam["beta2"]), eps=adam["epsilon"], foreach=True
)
rows = work["batch"]
batches = [{name: values[k * rows : (k + 1) * rows] for name, values in data.items()} for k in range(work["batches"])]
done = 0


def about():
    """Reports the BLAS library, because PyTorch is tens of times slower without an optimized one."""
    a = torch.randn(512, 512)
    best = math.inf
    for _ in range(12):
        start = time.perf_counter()
        a @ a
        best = min(best, time.perf_counter() - start)
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []
    files = {line.split()[-1] for line in lines if line.endswith(".so") or ".so." in line}
    named = sorted(Path(file) for file in files if any(part in Path(file).name.lower() for part in ("blas", "mkl")))
    libraries = ["/".join(path.parts[-2:]) for path in named]
    speed = 2 * 512**3 / best / 1e9
    text = f"PyTorch {torch.__version__}, 1 thread, products by {', '.join(libraries) or 'unknown'}, {speed:.0f} GFLOP/s on 512 × 512 × 512"
    return json.dumps({"text": text, "gflops": speed})


for line in sys.stdin:
    command, *rest = line.split()
    if command == "about":
        print(about(), flush=True)
        continue
    if command == "loss":
        with torch.no_grad():
            print(model(parameters, **held_out).item(), flush=True)
        continue
    start = time.perf_counter()
    for _ in range(int(rest[0])):
        optimiser.zero_grad(set_to_none=True)
        model(parameters, **batches[done % len(batches)]).backward()
        optimiser.step()
        done += 1
    print(time.perf_counter() - start, flush=True)

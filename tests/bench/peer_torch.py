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

import peer_models as models
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
    return sum(models.look_up_context(p, {}, {"values": x, "context": c, "target": y[:, None]}))


def feature_gate(p, x, y):
    return F.binary_cross_entropy_with_logits(models.gate_logits(models.select(p, "attention."), x), y[:, None])


def sentiment(p, x, y):
    lengths = torch.full([len(x)], x.shape[1])
    return models.classify(models.select(p, "reader."), "article", "lstm", False, x.T, lengths, y[:, None])


def translation(p, x, yin, y):
    settings = {"cell": "lstm", "score": "general", "locality": "global"}
    settings |= {"inputFeeding": False, "fault": "none", "dropout": 0}
    mask, weight = torch.ones(x.shape), torch.ones(y.T.shape)
    batch = {"mask": mask, "source": x.T, "before": yin.T, "target": y.T, "weight": weight}
    return sum(models.translate(p, settings, batch))


def transformer(p, x, y):
    settings = {"dModel": dims["width"], "heads": dims["heads"], "layers": dims["layers"]}
    settings |= {"scale": "inverse-sqrt", "activation": "relu", "norm": "after"}
    settings |= {"tiedEmbeddings": False, "positions": "learned"}
    h = models.transform(models.select(p, "encoder."), settings, x, None)
    return F.cross_entropy(models.dense(p, "readout", h).flatten(0, 1), y.flatten())


def captions(p, picture, yin, y):
    return F.cross_entropy(models.caption_logits(p, picture, yin.T).flatten(0, 1), y.T.flatten())


def drawings(p, y, noise):
    return models.draw_bound(models.select(p, "draw."), y, noise.transpose(0, 1))


def machine_reader(p, x, mask, y):
    lengths = mask.sum(1).long()
    return models.classify(models.select(p, "reader."), "mean", "lstmn", True, x.T, lengths, y[:, None])


def glimpses(p, picture, noise, y):
    samples = dims["samples"]
    noise = noise.unflatten(2, (samples, 2)).transpose(0, 1).flatten(1, 2)
    settings = {"patchSize": dims["cells"], "scales": dims["scales"]}
    target = y.transpose(0, 1).flatten(1)
    return sum(
        models.glimpse_loss(models.select(p, "glimpse."), settings, picture, target, samples, dims["sigma"], noise, None)
    )


def graphs(p, attribute, value, edges, mask, y):
    return models.mean_token_loss(models.graph_logits(p, "gatv2", attribute, value, edges), y, mask)


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
optimizer = torch.optim.Adam(
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
        optimizer.zero_grad(set_to_none=True)
        model(parameters, **batches[done % len(batches)]).backward()
        optimizer.step()
        done += 1
    print(time.perf_counter() - start, flush=True)

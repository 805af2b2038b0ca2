"""Trains in PyTorch with the files of scope.pytorch({training: true}): as the exported file does, and as peer_models.py does.

Usage: peer_training.py THREADS NAME SHAPES. Reads NAME.py, NAME.safetensors and NAME-training.safetensors; SHAPES is a JSON object,
the shapes of all tensors of a whole batch. The file splits batches into micro-batches for several processes; here each batch is
whole, as in one process. Prints JSON: {"exported": seconds of each step, "peer": the same or null if peer_models.py lacks the
settings, "losses": of each step and network of the peer}.
"""

import json
import sys
import time

import torch
from peer_models import peers

threads, name, shapes = int(sys.argv[1]), sys.argv[2], json.loads(sys.argv[3])
torch.set_num_threads(threads)
torch.set_flush_denormal(True)

space = {"__name__": "saved"}
exec(compile(open(name + ".py").read(), name, "exec"), space)
run, weights, training = space["RUN"], name + ".safetensors", name + "-training.safetensors"


def whole(parts):
    """Concatenates micro-batches into one batch, with zeros as padding of shorter ones."""

    def joined(tensors, shape):
        axis = next((i for i, all in enumerate(shape) if all == sum(one.shape[i] for one in tensors)), None)
        if axis is None:  # shared by all micro-batches
            return tensors[0]
        batch = tensors[0].new_zeros(shape)
        for place, one in zip(batch.split([one.shape[axis] for one in tensors], axis), tensors):
            place[tuple(slice(extent) for extent in one.shape)] = one
        return batch

    return {key: joined([part[key] for part in parts], shapes.get(key, ())) for key in parts[0]}


batches = [(rate, whole(parts)) for rate, parts in space["read_batches"](space["read_safetensors"](training))]


def time_exported():
    space["read_batches"] = lambda _: [(rate, [batch]) for rate, batch in batches]
    torch.set_num_threads = lambda _: None  # the file asks for one
    stamps = []
    space["print"] = lambda text, *_, **__: stamps.append(time.perf_counter()) if text.startswith("step") else None
    torch.save = lambda *_: None
    space["train"](weights, training)
    return [after - before for before, after in zip(stamps, stamps[1:])]


def time_peer():
    p = {key: tensor.requires_grad_() for key, tensor in space["read_safetensors"](weights).items()}
    settings = run["optimizer"]
    adam = torch.optim.Adam(
        p.values(), betas=(settings["beta1"], settings["beta2"]), eps=settings["epsilon"], foreach=True
    )
    model, seconds, losses = peers[run["experiment"]], [], []
    for rate, batch in batches:
        start = time.perf_counter()
        adam.param_groups[0]["lr"] = rate
        adam.zero_grad(set_to_none=True)
        step_losses = model(p, run["parameters"], batch)
        sum(step_losses).backward()
        if settings["clip"]:  # each network by itself
            networks = {key.split(".")[0] for key in p} if len(step_losses) > 1 else [""]
            for network in networks:
                own = [tensor for key, tensor in p.items() if key.startswith(network)]
                torch.nn.utils.clip_grad_norm_(own, settings["clip"])
        adam.step()
        losses.append([loss.item() for loss in step_losses])
        seconds.append(time.perf_counter() - start)
    return {"peer": seconds[1:], "losses": losses}


exported = time_exported()
try:
    peer = time_peer()
except NotImplementedError:
    peer = {"peer": None, "losses": []}
print(json.dumps({"exported": exported, **peer}))

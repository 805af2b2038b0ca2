"""Repeats the beginning of a run in PyTorch: the model of a saved Python file, its first weights, and the batches.

  python3 repeat.py name...      reads name.py, name.safetensors, name.json; prints a list of losses for each
"""
import json
import sys

import torch
from torch import nn

torch.set_num_threads(1)  # small models


def tensor(given):
    return torch.tensor(given["data"]).reshape(given["shape"])


def of_pairs(run, model, given):
    """Cross-entropy of the words that count. Sources are read by length, for the models know no padding."""
    T_first = run["experiment"] == "translation"
    words = {name: tensor(given[name]) for name in ("source", "before", "target", "weight") if name in given}
    if T_first:
        words = {name: x.transpose(0, 1) for name, x in words.items()}
    target, weight = words["target"], words["weight"]
    lengths = tensor(given["mask" if T_first else "source mask"]).sum(1) if "source" in words else torch.zeros(len(target))
    total = 0
    for length in lengths.unique().int().tolist():
        rows = lengths == length
        source = words["source"][rows, :length] if "source" in words else None
        before = words["before"][rows] if "before" in words else None
        said = model(source, before)
        logits = said[0] if T_first else said
        kept = logits.shape[1]
        errors = nn.functional.cross_entropy(logits.flatten(0, 1), target[rows, :kept].flatten().long(), reduction="none")
        total = total + (errors * weight[rows, :kept].flatten()).sum()
    return [total / weight.sum()]


def of_sentences(run, model, given):
    words, real = tensor(given["source"]).transpose(0, 1), tensor(given["mask"]) > 0
    wanted = tensor(given["target"])[:, 0].float()
    return [nn.functional.binary_cross_entropy_with_logits(net(words, real)[0], wanted) for net in model.values()]


def of_features(run, model, given):
    x, wanted = tensor(given["values"]), tensor(given["target"])[:, 0].float()
    logits = model["attention"](x)[0], model["rival"](x)
    return [nn.functional.binary_cross_entropy_with_logits(logit, wanted) for logit in logits]


def of_contexts(run, model, given):
    said = model(tensor(given["context"]), tensor(given["values"]))
    return [nn.functional.mse_loss(said, tensor(given["target"])[:, 0].float())]


def of_pictures(run, model, given):
    """Nats per picture, of each network with its own noise."""
    x = tensor(given["picture"])
    places = sorted((key for key in given if key.startswith("gaussian sample/")), key=lambda key: int(key.split("/")[1]))
    losses = []
    for i, network in enumerate(model.values()):
        noise = torch.stack([tensor(given[key]) for key in places[i * network.steps : (i + 1) * network.steps]])
        canvas, _, divergence = network(x, noise)
        left = nn.functional.binary_cross_entropy_with_logits(canvas, x, reduction="sum") / len(x)
        losses.append(left + divergence.mean())
    return losses


def of_captions(run, model, given):
    before, target, weight = (tensor(given[name]).transpose(0, 1) for name in ("before", "target", "weight"))
    logits, _ = model(tensor(given["picture"]), before)
    errors = nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten().long(), reduction="none")
    return [(errors * weight.flatten()).sum() / weight.sum()]


def of_graphs(run, model, given):
    attribute, value, target = (tensor(given[name]).long() for name in ("attribute", "value", "target"))
    logits, _ = model(attribute, value, tensor(given["edges"]))
    errors = nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none")
    asked = tensor(given["asked"]).flatten()
    return [(errors * asked).sum() / asked.sum()]


def of_glimpses(run, model, given):
    """Cross-entropy of the answers; REINFORCE adds nothing to the number, only to its gradient."""
    settings, x, losses = run["parameters"], tensor(given["picture"]), []
    samples, every, sigma = settings["samples"], settings["asked"] == "every", tensor(given["sigma"])
    for name, network in model.items():
        prefix, count = ("", samples) if name == "glimpse" else ("rival ", 1)
        places = sorted((key for key in given if key.startswith("gaussian place/")), key=lambda key: int(key.split("/")[1]))
        noise = [tensor(given[key]) for key in places] if not prefix else None
        told = tensor(given[f"{prefix}places"]) if f"{prefix}places" in given else None
        if not settings["stateLearns"] and not prefix:
            network.where.register_forward_pre_hook(lambda _, inputs: (inputs[0].detach(),))
        answers, _, means = network(x.repeat_interleave(count, 0), noise, sigma, told)
        target = tensor(given[f"{prefix}target"]).transpose(0, 1).long()
        surprises = nn.functional.cross_entropy(answers.flatten(0, 1), target.flatten(), reduction="none").view_as(target)
        if not every:
            surprises = surprises * (torch.arange(surprises.shape[1]) == surprises.shape[1] - 1)
        asked = surprises.shape[1] if every else 1
        loss = surprises.sum(1).mean() / asked
        for t, mean in enumerate(means, 1):
            earned = -surprises[:, t:].sum(1).detach().view(-1, count)
            gain = (count * earned - earned.sum(1, keepdim=True)) / (count - 1)
            drawn = (mean + sigma * noise[t - 1]).detach()
            pull = (gain.flatten() * ((drawn - mean) ** 2).sum(1)).mean() / (2 * sigma**2 * asked)
            loss = loss + (pull - pull.detach()).squeeze()
        losses.append(loss)
    return losses


LOSSES = {
    "translation": of_pairs,
    "self-attention": of_pairs,
    "sentiment": of_sentences,
    "feature-attention": of_features,
    "context-lookup": of_contexts,
    "draw": of_pictures,
    "caption": of_captions,
    "graph-attention": of_graphs,
    "glimpse": of_glimpses,
}


def drop(model, masks):
    """Lets dropout multiply with these masks, one after the other."""
    left = iter(masks)

    class Given(nn.Module):
        def forward(self, x):
            return x * tensor(next(left)).reshape(x.shape)

    for module in list(model.modules()):
        if isinstance(getattr(module, "dropout", None), nn.Module):
            module.dropout = Given()


def repeated(name):
    space = {"__name__": "saved"}
    exec(compile(open(name + ".py").read(), name, "exec"), space)
    run, model = space["RUN"], space["load"](name + ".safetensors").train()
    steps = space["optimiser"](model)
    settings, all_losses = run["optimiser"], []
    twins = list(model.values()) if isinstance(model, nn.ModuleDict) else [model]
    for batch in json.load(open(name + ".json")):
        given = batch["tensors"]
        if masks := [given[key] for key in given if key.startswith("dropout")]:
            drop(model, masks)
        losses = LOSSES[run["experiment"]](run, model, given)
        steps.zero_grad()
        decay = sum(settings["l2"] * (twin.words.weight**2).sum() for twin in twins) if settings["l2"] else 0
        (sum(losses) + decay).backward()
        for twin in twins if settings["clip"] else []:
            nn.utils.clip_grad_norm_(twin.parameters(), settings["clip"])
        steps.param_groups[0]["lr"] = batch["learningRate"]
        steps.step()
        all_losses.append([loss.item() for loss in losses])
    return all_losses


print(json.dumps([repeated(name) for name in sys.argv[1:]]))

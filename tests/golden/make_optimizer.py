#!/usr/bin/env python3
"""Computes Adam, schedules of the learning rate and clipping of gradients with PyTorch.

  python3 tests/golden/make_optimizer.py

writes tests/golden/optimizer.safetensors.
"""
import numpy as np
import torch

from vectors import draw, save, write

torch.manual_seed(7)

# Adam: ten steps with fixed gradients; the values after each step and the state after the last.
start, gradients = draw("optimizer.start", 3, 5), draw("optimizer.gradients", 10, 3, 5)
for name, make in {
    "adam": lambda p: torch.optim.Adam(p, lr=0.01),
    "adam_other": lambda p: torch.optim.Adam(p, lr=0.02, betas=(0.8, 0.9), eps=1e-3),
    "adam_l2": lambda p: torch.optim.Adam(p, lr=0.01, weight_decay=0.2),
}.items():
    parameter = torch.nn.Parameter(start.detach().clone())
    optimizer = make([parameter])
    values = []
    for gradient in gradients.detach():
        parameter.grad = gradient.clone()
        optimizer.step()
        values.append(parameter.detach().clone())
    save(f"{name}.values", torch.stack(values))
    for key, tensor in optimizer.state[parameter].items():
        if tensor is not None and torch.as_tensor(tensor).dim() > 0:
            save(f"{name}.{key}", tensor)

# Schedules of 39 steps, ten of them warm-up: the rate of steps 0 … 39 for a base rate of 0.3, at least a tenth of it.
schedulers = torch.optim.lr_scheduler
for name, make in {
    "cosine": lambda o: schedulers.CosineAnnealingLR(o, 39, eta_min=0.03),
    "linear": lambda o: schedulers.SequentialLR(
        o, [schedulers.LinearLR(o, 0.1, 1, 9), schedulers.LinearLR(o, 1, 0, 29)], [9]),
}.items():
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.3)
    scheduler = make(optimizer)
    rates = []
    for _ in range(40):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    save(f"schedule.{name}", np.maximum(rates, 0.03))

# Clipping by the norm of two tensors, once with and once without effect.
for name, limit in {"clip": 0.7, "clip_wide": 70.0}.items():
    pair = [torch.nn.Parameter(torch.zeros(4, 3)), torch.nn.Parameter(torch.zeros(5))]
    pair[0].grad, pair[1].grad = draw(f"{name}.a", 4, 3).detach().clone(), draw(f"{name}.b", 5).detach().clone()
    save(f"{name}.norm", torch.nn.utils.clip_grad_norm_(pair, limit)[None])
    save(f"{name}.clipped_a", pair[0].grad)
    save(f"{name}.clipped_b", pair[1].grad)

write("optimizer")

#!/usr/bin/env python3
"""Computes the operations, losses, Adam and schedules with PyTorch.

  python3 tests/golden/make_ops.py

writes tests/golden/ops.safetensors.
"""
import numpy as np
import torch
import torch.nn.functional as F

from vectors import draw, save, write

torch.manual_seed(7)


def outcome(name, y, **leaves):
    """Saves the output, and the gradients of its dot product with a saved random tensor."""
    dy = torch.randn(y.shape).float().double()
    save(f"{name}.y", y)
    save(f"{name}.dy", dy)
    for leaf, gradient in zip(leaves, torch.autograd.grad(y, list(leaves.values()), dy)):
        save(f"{name}.d{leaf}", gradient)


# Activations, from -12 to 12 and at random.
x = torch.cat([torch.linspace(-12, 12, 97), torch.randn(160)]).float().double().requires_grad_()
save("activation.x", x)
outcome("tanh", torch.tanh(x), x=x)
outcome("sigmoid", torch.sigmoid(x), x=x)
outcome("relu", torch.relu(x), x=x)
outcome("gelu", F.gelu(x, approximate="tanh"), x=x)

x, gamma, beta = draw("layer_norm.x", 3, 2, 7, spread=3), draw("layer_norm.gamma", 7), draw("layer_norm.beta", 7)
outcome("layer_norm", F.layer_norm(x, (7,), gamma, beta), x=x, gamma=gamma, beta=beta)

# Softmax: plain, padded, causal, both; some rows see a single position.
x = draw("softmax.x", 2, 2, 5, 5, spread=4)
padding = torch.tensor([[1, 1, 0, 1, 0], [1, 0, 0, 0, 0]])
save("softmax.padding", padding.double())
hidden = padding[:, None, None, :] == 0
future = torch.ones(5, 5).triu(1) == 1
outcome("softmax", torch.softmax(x, -1), x=x)
outcome("softmax_padding", torch.softmax(x.masked_fill(hidden, -torch.inf), -1), x=x)
outcome("softmax_causal", torch.softmax(x.masked_fill(future, -torch.inf), -1), x=x)
outcome("softmax_both", torch.softmax(x.masked_fill(hidden | future, -torch.inf), -1), x=x)
outcome("log_softmax", torch.log_softmax(x, -1), x=x)

table, ids = draw("embedding.table", 6, 3), torch.tensor([[0, 5, 2, 2], [1, 2, 5, 0]])
save("embedding.ids", ids)
outcome("embedding", F.embedding(ids, table), table=table)

# Losses; -100 is a masked row in PyTorch, weight 0 here.
x, target = draw("cross_entropy.x", 9, 5, spread=3), torch.tensor([0, 4, 2, 2, 1, 3, 0, 4, 1])
save("cross_entropy.target", target)
mask = torch.tensor([1, 1, 0, 1, 1, 0, 0, 1, 1])
save("cross_entropy.mask", mask.double())
weight = torch.rand(9).float().double()
save("cross_entropy.weight", weight)
outcome("cross_entropy", F.cross_entropy(x, target)[None], x=x)
outcome("cross_entropy_masked", F.cross_entropy(x, target.masked_fill(mask == 0, -100))[None], x=x)
rows = F.cross_entropy(x, target, reduction="none")
outcome("cross_entropy_weighted", ((rows * weight).sum() / weight.sum())[None], x=x)
save("cross_entropy.p", torch.softmax(x, -1))

x = draw("binary_cross_entropy.x", 7, 3, spread=6)
target = torch.rand(7, 3).float().double()
save("binary_cross_entropy.target", target)
outcome("binary_cross_entropy", F.binary_cross_entropy_with_logits(x, target)[None], x=x)
save("binary_cross_entropy.p", torch.sigmoid(x))

x, target = draw("mean_squared_error.x", 4, 3), draw("mean_squared_error.target", 4, 3)
outcome("mean_squared_error", F.mse_loss(x, target)[None], x=x, target=target)

mean, log_sigma = draw("gaussian_kl.mean", 2, 3, 4), draw("gaussian_kl.log_sigma", 2, 3, 4)
normal, standard = torch.distributions.Normal(mean, log_sigma.exp()), torch.distributions.Normal(0.0, 1.0)
kl = torch.distributions.kl_divergence(normal, standard).sum(-1).mean()
outcome("gaussian_kl", kl[None], mean=mean, log_sigma=log_sigma)

a, b = draw("matmul.a", 2, 3, 4, 5), draw("matmul.b", 2, 3, 5, 6)
outcome("matmul", a @ b, a=a, b=b)

# Adam: ten steps with fixed gradients; the values after each step and the state after the last.
start, gradients = draw("optimiser.start", 3, 5), draw("optimiser.gradients", 10, 3, 5)
for name, make in {
    "adam": lambda p: torch.optim.Adam(p, lr=0.01),
    "adam_other": lambda p: torch.optim.Adam(p, lr=0.02, betas=(0.8, 0.9), eps=1e-3),
    "adam_l2": lambda p: torch.optim.Adam(p, lr=0.01, weight_decay=0.2),
}.items():
    parameter = torch.nn.Parameter(start.detach().clone())
    optimiser = make([parameter])
    values = []
    for gradient in gradients.detach():
        parameter.grad = gradient.clone()
        optimiser.step()
        values.append(parameter.detach().clone())
    save(f"{name}.values", torch.stack(values))
    for key, tensor in optimiser.state[parameter].items():
        if tensor is not None and torch.as_tensor(tensor).dim() > 0:
            save(f"{name}.{key}", tensor)

# Schedules of 39 steps, ten of them warm-up: the rate of steps 0 … 39 for a base rate of 0.3, at least a tenth of it.
schedulers = torch.optim.lr_scheduler
for name, make in {
    "cosine": lambda o: schedulers.CosineAnnealingLR(o, 39, eta_min=0.03),
    "linear": lambda o: schedulers.SequentialLR(
        o, [schedulers.LinearLR(o, 0.1, 1, 9), schedulers.LinearLR(o, 1, 0, 29)], [9]),
}.items():
    optimiser = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.3)
    scheduler = make(optimiser)
    rates = []
    for _ in range(40):
        rates.append(optimiser.param_groups[0]["lr"])
        optimiser.step()
        scheduler.step()
    save(f"schedule.{name}", np.maximum(rates, 0.03))

# Clipping by the norm of two tensors, once with and once without effect.
for name, limit in {"clip": 0.7, "clip_wide": 70.0}.items():
    pair = [torch.nn.Parameter(torch.zeros(4, 3)), torch.nn.Parameter(torch.zeros(5))]
    pair[0].grad, pair[1].grad = draw(f"{name}.a", 4, 3).detach().clone(), draw(f"{name}.b", 5).detach().clone()
    save(f"{name}.norm", torch.nn.utils.clip_grad_norm_(pair, limit)[None])
    save(f"{name}.clipped_a", pair[0].grad)
    save(f"{name}.clipped_b", pair[1].grad)

# Sinusoidal positions by the formula of the paper.
waves = torch.zeros(37, 9)
for t in range(37):
    for d in range(9):
        angle = torch.tensor(t / 10000 ** ((d - d % 2) / 9))
        waves[t, d] = torch.cos(angle) if d % 2 else torch.sin(angle)
save("positions", waves)

write("ops")

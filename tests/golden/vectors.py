"""What the scripts share that compute golden vectors: tensors that are saved under names, and their file.

Inputs are rounded to float32; everything else is computed in float64 and rounded once.
"""
from pathlib import Path

import numpy as np
import torch

from make_safetensors import COMPACT, entry, safetensors

torch.set_default_dtype(torch.float64)
tensors = {}


def save(name, tensor, kind="<f4"):
    """Saves numbers; integer tensors of PyTorch and NumPy as "<i4"."""
    assert name not in tensors, name
    array = np.asarray(tensor.detach() if isinstance(tensor, torch.Tensor) else tensor)
    integers = not isinstance(tensor, list) and array.dtype.kind == "i"
    tensors[name] = array.astype("<i4" if integers else kind)
    return tensor


def draw(name, *shape, spread=1.0):
    """A random leaf tensor, rounded to float32."""
    return save(name, (torch.randn(*shape) * spread).float().double()).requires_grad_()


def save_with_gradients(name, y, dy, leaves):
    """Saves an output and the gradients of Σ dy·y."""
    save(f"{name}.y", y)
    save(f"{name}.dy", dy)
    for leaf, gradient in zip(leaves, torch.autograd.grad(y, list(leaves.values()), dy)):
        save(f"{name}.d{leaf}", torch.where(gradient.abs() < 1e-13, 0.0, gradient))  # zero but for rounding


def rounded(module, spread):
    """Normal weights, rounded to float32."""
    with torch.no_grad():
        for p in module.parameters():
            p.copy_((torch.randn(p.shape) * spread).float())
    return module


def lstm_cell(x, state, weight_input, weight_hidden, bias):
    """A step of PyTorch's own LSTM cell, with weights in our layout."""
    return torch._VF.lstm_cell(x, state, weight_input.T, weight_hidden.T, bias, torch.zeros_like(bias))


def write(topic):
    """Writes the tensors that were saved since the last file."""
    header, data = {}, b""
    for name, array in tensors.items():
        raw = array.tobytes()
        header[name] = entry("I32" if array.dtype.kind == "i" else "F32", list(array.shape), len(data), len(data) + len(raw))
        data += raw
    path = Path(__file__).with_name(f"{topic}.safetensors")
    path.write_bytes(safetensors(header, data, **COMPACT))
    print(path.name, len(tensors), "tensors,", path.stat().st_size, "bytes")
    tensors.clear()

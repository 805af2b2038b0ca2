"""Continues runs in PyTorch: python3 continue_training.py name... reads name.py and its two files, and trains in one process."""
import sys

from torch import nn


class FixedDropout(nn.Module):
    """Dropout with the masks that the page has drawn, one after the other."""

    def __init__(self, masks):
        super().__init__()
        self.masks = masks

    def forward(self, x):
        return x * next(self.masks).reshape(x.shape)


def with_masks(compute_losses):
    def wrapped(model, given):
        masks = iter([given[name] for name in given if name.startswith("dropout")])
        for module in list(model.modules()):
            if isinstance(getattr(module, "dropout", None), nn.Module):
                module.dropout = FixedDropout(masks) if any(name.startswith("dropout") for name in given) else nn.Identity()
        return compute_losses(model, given)

    return wrapped


for name in sys.argv[1:]:
    space = {"__name__": "saved"}
    exec(compile(open(name + ".py").read(), name, "exec"), space)
    space["compute_losses"] = with_masks(space["compute_losses"])
    space["train"](f"{name}.safetensors", f"{name}-training.safetensors")

def hold(weights, held, place, partial=False):
    """Attention weights [..., S], or in their stead those that the caller holds at this place: {place: weights}.

    Held weights are divided by their sum; where rows may be partial, only if it is above 1. Padding gets no weight.
    """
    if place not in (held or {}):
        return weights
    row = torch.as_tensor(held[place], dtype=weights.dtype)
    row = row / (row.sum().clamp(min=1) if partial else row.sum())
    return nn.functional.pad(row, (0, weights.shape[-1] - len(row))).expand_as(weights)

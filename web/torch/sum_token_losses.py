def sum_token_losses(logits, target, weight):
    """Weighted sum of the cross-entropies of all words; logits [B, T, V], target and weight [B, T]."""
    return (nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none") * weight.flatten()).sum()

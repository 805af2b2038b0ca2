def hold(held, without, rows, positions, partial=False):
    """Check `held` and `without`, and return replace(weights [..., S], row), which returns the weights to use for a row.

    Positions in `without` get no weight. `held` = {row: weights} replaces rows. Rows are divided by their sum; if `partial`,
    held rows only if their sum is above 1. rows = {row: visible [S]}, or the number of rows; a held row may end after its last
    visible position.
    """
    if isinstance(rows, int):
        rows = dict.fromkeys(range(rows), torch.ones(positions) > 0)
    require(positions or not (held or without), "This model has no attention weights.")
    hides = not without or set(without) < set(range(positions))
    require(hides, f"without must have some, but not all, of the positions 0 to {positions - 1}.")
    held_rows = {}
    for row, weights in (held or {}).items():
        require(row in rows, f"held: there is no row {row}.")
        weights, visible = torch.as_tensor(weights, dtype=torch.float32), rows[row]
        S, n = len(visible), weights.numel()
        fits = weights.shape == (n,) and n <= S and not visible[n:].any() and not weights[~visible[:n]].any()
        fits = fits and (weights >= 0).all() and 0 < weights.sum() < torch.inf
        require(fits, f"held: row {row} must have {S} weights of at least 0, some above 0, and 0 where it does not see.")
        held_rows[row] = weights / (weights.sum().clamp(min=1) if partial else weights.sum())

    def replace(weights, row):
        S = weights.shape[-1]
        if without:
            weights = weights * weights.new_tensor([s not in without for s in range(S)])
            weights = (weights / weights.sum(-1, keepdim=True)).nan_to_num(0)
        if row in held_rows:
            weights = nn.functional.pad(held_rows[row].to(weights), (0, S - len(held_rows[row]))).expand_as(weights)
        return weights

    return replace


def require(holds, message):
    if not holds:
        raise ValueError(message)

def rename_recurrent(state, old, new, layer):
    """Rename the tensors of a recurrent layer. PyTorch's second bias is 0 except for the candidate n of a GRU."""
    state[f"{new}.weight_ih{layer}"] = state.pop(f"{old}.weight_input").T
    state[f"{new}.weight_hh{layer}"] = state.pop(f"{old}.weight_hidden").T
    state[f"{new}.bias_ih{layer}"] = bias = state.pop(f"{old}.bias")
    second = torch.zeros_like(bias)
    if f"{old}.bias_hidden" in state:
        candidate = state.pop(f"{old}.bias_hidden")
        second[-len(candidate) :] = candidate
    state[f"{new}.bias_hh{layer}"] = second

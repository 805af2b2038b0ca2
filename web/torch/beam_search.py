def beam_search(step, state, width, max_length):
    """Return the best words [T] after a state, by a beam search of this width; width 1 is greedy decoding.

    step(words [B], t, state) returns logits [B, V] of the next words, the weights, and the next state.
    """
    open_beams, finished = [(0.0, [])], []  # (log probability, words)
    words = [START]
    for t in range(max_length):
        if not open_beams or (finished and max(finished)[0] >= open_beams[0][0]):
            break
        logits, _, state = step(torch.tensor(words), t, state)
        log_probabilities = torch.tensor([p for p, _ in open_beams])[:, None] + logits.log_softmax(-1)
        best = log_probabilities.flatten().topk(min(width - len(finished), log_probabilities.numel()))
        extended, rows = [], []
        for p, place in zip(best.values.tolist(), best.indices.tolist()):
            row, word = divmod(place, logits.shape[1])
            candidate = (p, open_beams[row][1] + [word])
            if word == END:
                finished.append(candidate)
            else:
                extended.append(candidate)
                rows.append(row)
        open_beams, words = extended, [candidate[-1] for _, candidate in extended]
        state = [part[rows] for part in state]
    return max(finished or open_beams)[1]

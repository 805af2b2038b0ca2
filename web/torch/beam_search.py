def beam_search(step, state, width, most):
    """The best words [T] after a state, by a beam search of this width; width 1 is greedy decoding.

    step(words [B], t, state) returns logits [B, V] of the next words, the weights, and the next state.
    """
    opened, ended = [(0.0, [])], []  # (log probability, words)
    words = [START]
    for t in range(most):
        if not opened or (ended and max(ended)[0] >= opened[0][0]):
            break
        logits, _, state = step(torch.tensor(words), t, state)
        chances = torch.tensor([p for p, _ in opened])[:, None] + logits.log_softmax(-1)
        best = chances.flatten().topk(min(width - len(ended), chances.numel()))
        following, rows = [], []
        for p, place in zip(best.values.tolist(), best.indices.tolist()):
            row, word = divmod(place, logits.shape[1])
            said = (p, opened[row][1] + [word])
            if word == END:
                ended.append(said)
            else:
                following.append(said)
                rows.append(row)
        opened, words = following, [said[-1] for _, said in following]
        state = [part[rows] for part in state]
    return max(ended or opened)[1]

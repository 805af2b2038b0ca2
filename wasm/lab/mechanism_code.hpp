// Every mechanism once more, as a reader of NumPy or PyTorch would write it, to be copied with the reader's own numbers.
// What begins with `np.` is in both; PyTorch's code has `torch.` in its place. `softmax(x, seen)` and `visible(mask, batch)`
// stand above (web/element/calculator/code.js).
#pragma once

#include "lab/settings.hpp"

namespace attento::code {

inline constexpr Text kContextGate = R"(
def attend(table, context, value):
    weights = table[context]
    return dict(scores=weights, weights=weights, context=weights * value)
)";

inline constexpr Text kFeatureGate = R"(
def attend(value, weight, bias=0, temperature=1):
    scores = value @ weight + bias
    weights = softmax(scores / temperature)
    return dict(scores=scores, weights=weights, context=weights * value)
)";

inline constexpr Text kPooling = R"(
def attend(value, weight, bias=0, mask=None, temperature=1):
    scores = np.tanh((value @ weight)[..., 0] + bias)[:, None]
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)";

inline constexpr Text kMeanPooling = R"(
def attend(value, mask=None, temperature=1):
    scores = 0 * value[:, None, :, 0]
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)";

inline constexpr Text kAdditivePooling = R"(
def attend(value, weight, bias, v, mask=None, temperature=1):
    scores = (np.tanh(value @ weight + bias) @ v)[:, None, :, 0]
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)";

inline constexpr Text kDot = R"(
def attend(query, key, value=None, mask=None, temperature=1):
    scores = np.einsum('bth,bsh->bts', query, key)
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)";

inline constexpr Text kGeneral = R"(
def attend(query, key, weight, value=None, mask=None, temperature=1):
    scores = np.einsum('bth,hk,bsk->bts', query, weight, key)
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)";

inline constexpr Text kConcat = R"(
def attend(query, key, weight, v, value=None, mask=None, temperature=1):
    width = query.shape[-1]
    hidden = np.tanh((query @ weight[:width])[:, :, None] + (key @ weight[width:])[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)";

inline constexpr Text kAdditive = R"(
def attend(query, key, weight, keyWeight, v, value=None, mask=None, temperature=1):
    hidden = np.tanh((query @ weight)[:, :, None] + (key @ keyWeight)[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)";

inline constexpr Text kLocation = R"(
def attend(query, weight, value, mask=None, temperature=1):
    scores = query @ weight
    weights = softmax(scores / temperature, visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)";

inline constexpr Text kLocalM = R"(
def attend(scores, value, mask=None, reach=2, temperature=1):
    steps, sources = scores.shape[1:]
    near = abs(np.arange(sources) - np.arange(steps)[:, None]) <= reach
    weights = softmax(scores / temperature, near & visible(mask, len(scores)))
    return dict(scores=scores, weights=weights, context=weights @ value)
)";

inline constexpr Text kLocalP = R"(
def attend(query, scores, value, weight, v, mask=None, reach=2, temperature=1):
    seen = visible(mask, len(scores))
    length = scores.shape[-1] if mask is None else seen.sum(-1)
    position = length / (1 + np.exp(-(np.tanh(query @ weight) @ v)[..., 0]))
    away = np.arange(scores.shape[-1]) - position[..., None]
    alike = softmax(scores / temperature, (abs(away) <= reach) & seen)
    weights = alike * np.exp(-away**2 / (2 * (reach / 2) ** 2))
    return dict(scores=scores, weights=weights, context=weights @ value, position=position)
)";

inline constexpr Text kScaledDot = R"(
def attend(query, key, value=None, mask=None, scale=0, causal=False, temperature=1):
    scores = np.einsum('bth,bsh->bts', query, key) * (scale or query.shape[-1] ** -0.5)
    steps, sources = scores.shape[1:]
    past = np.arange(sources) <= np.arange(steps)[:, None]
    weights = softmax(scores / temperature, visible(mask, len(scores)) & (past | (not causal)))
    return dict(scores=scores, weights=weights, context=weights @ (key if value is None else value))
)";

inline constexpr Text kMultiHead = R"(
def attend(query, queryWeight, keyWeight, valueWeight, outputWeight, memory=None, queryBias=0, keyBias=0,
           valueBias=0, outputBias=0, mask=None, heads=1, scale=0, causal=False, temperature=1):
    memory = query if memory is None else memory

    def split(x):  # [B, T, D] to [B, N, T, D/N]
        return x.reshape(x.shape[0], x.shape[1], heads, -1).swapaxes(1, 2)

    q = split(query @ queryWeight + queryBias)
    k = split(memory @ keyWeight + keyBias)
    v = split(memory @ valueWeight + valueBias)
    scores = q @ k.swapaxes(2, 3) * (scale or q.shape[-1] ** -0.5)
    steps, sources = scores.shape[2:]
    past = np.arange(sources) <= np.arange(steps)[:, None]
    weights = softmax(scores / temperature, visible(mask, len(scores))[:, None] & (past | (not causal)))
    mixed = (weights @ v).swapaxes(1, 2).reshape(query.shape)
    return dict(scores=scores, weights=weights, context=mixed @ outputWeight + outputBias)
)";

inline constexpr Text kSoft = R"(
def attend(query, annotations, weight, keyWeight, v, bias=0, temperature=1):
    hidden = np.tanh((query @ weight)[:, :, None] + (annotations @ keyWeight + bias)[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature)
    return dict(scores=scores, weights=weights, context=weights @ annotations)
)";

inline constexpr Text kHard = R"(
def attend(query, annotations, weight, keyWeight, v, bias=0, temperature=1, choice=None):
    hidden = np.tanh((query @ weight)[:, :, None] + (annotations @ keyWeight + bias)[:, None])
    scores = hidden @ v
    weights = softmax(scores / temperature)
    if choice is None:
        choice = np.eye(weights.shape[-1])[weights.argmax(-1)]
    return dict(scores=scores, weights=weights, context=choice @ annotations, choice=choice)
)";

// Two entries begin with it.
#define ATTENTO_DRAW_WINDOW                                                                             \
  "\n"                                                                                                  \
  "def draw_window(raw, grid, rows, columns):\n"                                                        \
  "    spread = (max(rows, columns) - 1) / (grid - 1) if grid > 1 else 0\n"                             \
  "    x = (columns + 1) / 2 * (raw[:, 0] + 1)\n"                                                       \
  "    y = (rows + 1) / 2 * (raw[:, 1] + 1)\n"                                                          \
  "    return np.stack([x, y, np.exp(raw[:, 2]), spread * np.exp(raw[:, 3]), np.exp(raw[:, 4])], -1)\n" \
  "\n"                                                                                                  \
  "\n"                                                                                                  \
  "def filters(window, axis, grid, extent):\n"                                                          \
  "    mean = window[:, axis, None] + (np.arange(1, grid + 1) - grid / 2 - 0.5) * window[:, 3, None]\n" \
  "    away = np.arange(1, extent + 1) - mean[..., None]\n"                                             \
  "    return softmax(-away**2 / (2 * window[:, 2, None, None]))\n"                                     \
  "\n"

inline constexpr Text kDrawRead = ATTENTO_DRAW_WINDOW R"(
def attend(state, weight, bias, picture, error=None, grid=5):
    batch, rows, columns = picture.shape
    window = draw_window(state @ weight + bias, grid, rows, columns)
    x = filters(window, 0, grid, columns)
    y = filters(window, 1, grid, rows)
    patches = [window[:, 4, None, None] * y @ p @ x.swapaxes(1, 2) for p in (picture, picture if error is None else error)]
    return dict(window=window, filtersX=x, filtersY=y, context=np.stack(patches, 1).reshape(batch, -1))
)";

inline constexpr Text kDrawWrite = ATTENTO_DRAW_WINDOW R"(
def attend(state, weight, bias, patchWeight, patchBias, canvas, grid=5):
    batch, rows, columns = canvas.shape
    window = draw_window(state @ weight + bias, grid, rows, columns)
    x = filters(window, 0, grid, columns)
    y = filters(window, 1, grid, rows)
    patch = (state @ patchWeight + patchBias).reshape(batch, grid, grid)
    context = y.swapaxes(1, 2) @ patch @ x / window[:, 4, None, None]
    return dict(window=window, filtersX=x, filtersY=y, context=context)
)";

#undef ATTENTO_DRAW_WINDOW

}  // namespace attento::code

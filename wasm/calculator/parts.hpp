// Papers, inputs, options and formula lines that several mechanisms share.
#pragma once

#include "attention/global.hpp"
#include "attention/scores.hpp"
#include "calculator/formula_lines.hpp"
#include "calculator/mechanism.hpp"
#include "ops/scaled_dot_attention.hpp"

namespace attento::calculator {

inline constexpr Text kLuong =
    "Luong, Pham & Manning 2015, Effective approaches to attention-based neural machine translation";
inline constexpr Text kBahdanau =
    "Bahdanau, Cho & Bengio 2015, Neural machine translation by jointly learning to align and translate";
inline constexpr Text kVaswani = "Vaswani et al. 2017, Attention is all you need";
inline constexpr Text kXu =
    "Xu et al. 2015, Show, attend and tell: neural image caption generation with visual attention";
inline constexpr Text kGregor = "Gregor et al. 2015, DRAW: a recurrent neural network for image generation";
inline constexpr Text kMnih = "Mnih, Heess, Graves & Kavukcuoglu 2014, Recurrent models of visual attention";

inline constexpr MechanismInput kQuery{"query", "B T H", "the queries, one row for each output step"};
inline constexpr MechanismInput kKey{"key", "B S K", "the keys, one row for each source position"};
inline constexpr MechanismInput kValue{"value", "B S M", "the values; the keys if absent", true};
inline constexpr MechanismInput kPadding{
    "mask", "B S", "1 or true where a position is visible, 0 or false where it must get no weight", true};
inline constexpr MechanismInput kMask{.name = kPadding.name,
                                      .shape = kPadding.shape,
                                      .help = kPadding.help,
                                      .optional = true,
                                      .alternative_shapes = {"T S", "B T S"}};
inline constexpr MechanismInput kEdges{
    .name = kPadding.name,
    .shape = "B T S",
    .help = "1 where a node attends to another; if absent, every node attends to all",
    .optional = true,
    .alternative_shapes = {"T S", "B S"}};

inline constexpr MechanismInput kState{"query", "B T H", "the decoder's previous state"};
inline constexpr MechanismInput kAnnotations{"annotations", "B L D",
                                             "one row for each region of the picture"};
inline constexpr MechanismInput kQueryWeight{"weight", "H A", "W"};
inline constexpr MechanismInput kRegionWeight{"keyWeight", "D A", "U"};
inline constexpr MechanismInput kRegionBias{"bias", "A", "b", true};
inline constexpr MechanismInput kV{"v", "A", "v"};

inline constexpr Range kCounts{1, 64};

inline constexpr Setting kLocalWindow = real("window", "Window D", {0.5, 1000, 0.5}, "2",
                                             "How far the window extends to either side.", "positions");
inline constexpr Setting kScale =
    real("scale", "Scale", {0, 1000, 0.01}, "0",
         "The factor of the scores; 0 stands for one over the square root of d.");
inline constexpr Setting kCausal =
    boolean("causal", "Causal", "false", "Query t sees positions up to t only.");
inline constexpr Setting kAlign = choice(
    "align", "Align", "start",
    "For causal attention with T queries and S keys. With start, query t sees keys up to t (upper left "
    "corner, like is_causal of PyTorch); with end, up to S − T + t (lower right corner: the last queries "
    "of a key cache).",
    {{"start", "start: first query, first key"}, {"end", "end: last query, last key"}});
inline constexpr Setting kHeads =
    integer("heads", "Heads N", kCounts, "1", "Number of heads. The width must be a multiple of it.");
inline constexpr Setting kSample =
    boolean("sample", "Sample", "false", "Draw a position by the weights instead of taking the largest.");
inline constexpr Setting kSeed = integer("seed", "Seed", {0, 4294967295.0}, "7", "Seed of the draw.");
inline constexpr Setting kGrid = integer("grid", "Grid N", kCounts, "5", "Filters along each axis.");
inline constexpr Setting kScales =
    integer("scales", "Scales M", {1, 8}, "3",
            "Number of patches; the cells of each are twice as wide as those of the previous one.");
inline constexpr Setting kTemperature =
    real("temperature", "Temperature τ", {0.01, 1000, 0.05}, "1",
         "Divides the scores before the softmax: below 1 it sharpens, above it softens.");

/// The lines that replace the name "softmax". They have the shape of the previous line; the sum lacks its last axis.
inline constexpr FormulaLine kSoftmax[] = {
    {"masked", "", "m_s = e_s / \\tau \\;|\\; {-\\infty}"},
    {"shifted", "", "d_s = m_s - \\max\\, m"},
    {"exponentials", "", "u_s = e^{d_s}"},
    {"sum", "", "Z = \\sum_s u_s"},
};

inline constexpr FormulaLine kWeights{"weights", "B T S", "a_s = u_s / Z"};
inline constexpr FormulaLine kContext{"context", "B T M", "c = \\sum_s a_s v_s"};
inline constexpr FormulaLine kPooled{"weights", "B 1 S", "a_s = u_s / Z"};
inline constexpr FormulaLine kPooledContext{"context", "B 1 H", "c = \\sum_s a_s h_s"};
inline constexpr FormulaLine kRegions{"weights", "B T L", "\\alpha_i = u_i / Z"};
inline constexpr FormulaLine kFiltersX{
    "filtersX", "B N C",
    "F_{x, i a} = \\frac{1}{Z} \\exp\\left(-\\frac{(a - \\mu_i)^2}{2 \\sigma^2}\\right)"};
inline constexpr FormulaLine kFiltersY{
    "filtersY", "B N R",
    "F_{y, i a} = \\frac{1}{Z} \\exp\\left(-\\frac{(a - \\mu_i)^2}{2 \\sigma^2}\\right)"};

/// Python helpers of the two mechanisms of DRAW.
inline constexpr Text kDrawWindow = R"(
def draw_window(raw, grid, rows, columns):
    spread = (max(rows, columns) - 1) / (grid - 1) if grid > 1 else 0
    x = (columns + 1) / 2 * (raw[:, 0] + 1)
    y = (rows + 1) / 2 * (raw[:, 1] + 1)
    return np.stack([x, y, np.exp(raw[:, 2]), spread * np.exp(raw[:, 3]), np.exp(raw[:, 4])], -1)


def filters(window, axis, grid, extent):
    mean = window[:, axis, None] + (np.arange(1, grid + 1) - grid / 2 - 0.5) * window[:, 3, None]
    away = np.arange(1, extent + 1) - mean[..., None]
    return softmax(-away**2 / (2 * window[:, 2, None, None]))

)";

/// Python helpers of the two mechanisms on graphs.
inline constexpr Text kSplitHeads = R"(
def split(x, heads):  # [B, T, D] to [B, N, T, D/N]
    return x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)


def join(x):  # and back
    x = x.swapaxes(1, 2)
    return x.reshape(*x.shape[:2], -1)

)";

/// Reshapes an input from [D] to [N, D/N].
inline Node split_heads(Tape<float>& tape, const MechanismArguments& arguments, const char* name) {
  const Shape shape = tape.shape(arguments[name]);
  const int heads = arguments.options.integer("heads");
  Tape<float>::require(shape.last() % heads == 0, name, shape,
                       "a multiple of the heads, " + std::to_string(heads));
  return tape.reshape(arguments[name], {heads, shape.last() / heads});
}

/// Returns the outputs of global attention with the given scores.
inline Outputs collect_global_outputs(Tape<float>& tape, const MechanismArguments& arguments, Node scores) {
  const Node values = arguments.node_or("value", "key");
  return collect_outputs(tape, arguments, global(tape, scores, values, arguments["mask"]), values);
}

/// The outputs of global attention with a score of kScores; `weight` and `key_weight` project queries and keys.
inline Outputs collect_score_outputs(Tape<float>& tape, const MechanismArguments& arguments,
                                     NamedChoice<kScores<float>> score, Node weight = {},
                                     Node key_weight = {}) {
  const Node queries = score->queries ? score->queries(tape, arguments["query"], weight) : arguments["query"];
  const Node keys = score->keys ? score->keys(tape, arguments["key"], key_weight) : arguments["key"];
  Outputs outputs = collect_global_outputs(
      tape, arguments, score->scores(tape, queries, keys, arguments["v"], Layout::kBatchFirst, true));
  if (score->keys) {
    add_hidden_layer(tape, arguments, queries, keys, outputs);
  } else if (score->queries && arguments.wants_steps) {
    outputs.emplace_back("steps.projected", queries);
  }
  return outputs;
}

inline ScaledDotOptions read_scaled_dot_options(const MechanismArguments& arguments, int heads) {
  return {.heads = heads,
          .padding = arguments["mask"],
          .causal = arguments.options.boolean("causal"),
          .align_end = arguments.options.choice("align") == "end",
          .scale = arguments.options.real("scale"),
          .differentiate_scores = true};
}

}  // namespace attento::calculator

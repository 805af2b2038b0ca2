// The calculator's entry for multi-head attention.
#pragma once

#include "attention/multi_head.hpp"
#include "calculator/parts.hpp"

namespace attento::calculator {

inline constexpr Mechanism kMultiHead = {
    .name = "multi-head",
    .group = "Self-attention",
    .title = "Multi-head attention",
    .formula =
        "e_n = \\frac{(x W_q)_n (y W_k)_n^\\top}{\\sqrt{d}} \\qquad a_n = \\mathrm{softmax}(e_n) \\qquad "
        "c = [a_1 (y W_v)_1; \\dots; a_N (y W_v)_N] W_o + b_o",
    .paper = kVaswani,
    .look = "Trained, the heads divide the work: one looks at the previous token, another at the match.",
    .inputs = {{"query", "B T D", "x, from which the queries are computed"},
               {"memory", "B S D", "y, from which keys and values are computed; x if absent", true},
               {"queryWeight", "D D", "W_q"},
               {"keyWeight", "D D", "W_k"},
               {"valueWeight", "D D", "W_v"},
               {"outputWeight", "D D", "W_o"},
               {"queryBias", "1 D", "added to x W_q", true},
               {"keyBias", "1 D", "added to y W_k", true},
               {"valueBias", "1 D", "added to y W_v", true},
               {"outputBias", "D", "b_o", true},
               kMask},
    .options = {kHeads, kScale, kCausal, kAlign, kTemperature},
    .lines = {{"queries", "B T D", "q = x W_q + b_q"},
              {"keys", "B S D", "k = y W_k + b_k"},
              {"values", "B S D", "v = y W_v + b_v"},
              {"scores", "B N T S", "e_s = \\frac{q_n \\cdot k_{n s}}{\\sqrt{d}}"},
              {"softmax"},
              {"weights", "B N T S", "a_s = u_s / Z"},
              {"context", "B T D",
               "c = \\left[\\textstyle\\sum_s a_{1 s} v_{1 s}; \\dots\\right] W_o + b_o"}},
    .code = R"(
def attend(query, queryWeight, keyWeight, valueWeight, outputWeight, memory=None, queryBias=0, keyBias=0,
           valueBias=0, outputBias=0, mask=None, heads=1, scale=0, causal=False, align='start', temperature=1):
    memory = query if memory is None else memory

    def split(x):  # [B, T, D] to [B, N, T, D/N]
        return x.reshape(x.shape[0], x.shape[1], heads, -1).swapaxes(1, 2)

    q = split(query @ queryWeight + queryBias)
    k = split(memory @ keyWeight + keyBias)
    v = split(memory @ valueWeight + valueBias)
    scores = q @ k.swapaxes(2, 3) * (scale or q.shape[-1] ** -0.5)
    steps, sources = scores.shape[2:]
    past = np.arange(sources) <= np.arange(steps)[:, None] + (sources - steps if align == 'end' else 0)
    weights = softmax(scores / temperature, visible(mask, len(scores))[:, None] & (past | (not causal)))
    mixed = (weights @ v).swapaxes(1, 2).reshape(query.shape)
    return dict(scores=scores, weights=weights, context=mixed @ outputWeight + outputBias)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) {
      const int width = arguments.extents.at('D');
      const auto bias = [&](const char* name) {
        return arguments[name].valid() ? arguments[name] : tape.input(name, {1, width});
      };
      const auto row = [&](Node packed) { return tape.reshape(packed, {tape.shape(packed).last()}); };
      const Projection output{arguments["outputWeight"], arguments["outputBias"]};
      const ScaledDotOptions options = read_scaled_dot_options(arguments, arguments.options.integer("heads"));
      Outputs lines;
      const auto project = [&](const char* line, const char* from, const char* weight, const char* added) {
        if (arguments.wants_steps)
          lines.emplace_back(
              line, linear(tape, arguments.node_or(from, "query"), arguments[weight], row(bias(added))));
      };
      project("steps.queries", "query", "queryWeight", "queryBias");
      project("steps.keys", "memory", "keyWeight", "keyBias");
      project("steps.values", "memory", "valueWeight", "valueBias");
      const auto with_lines = [&](const Attention& attention) {
        Outputs outputs = collect_outputs(tape, arguments, attention);
        for (const auto& [name, node] : lines) outputs.emplace_back(name, node);
        return outputs;
      };
      if (!arguments["memory"].valid()) {
        const Projection qkv{
            concat(tape, {arguments["queryWeight"], arguments["keyWeight"], arguments["valueWeight"]}),
            row(concat(tape, {bias("queryBias"), bias("keyBias"), bias("valueBias")}))};
        return with_lines(multi_head_self(tape, arguments["query"], qkv, output, options));
      }
      const Projection query{arguments["queryWeight"], row(bias("queryBias"))};
      const Projection kv{concat(tape, {arguments["keyWeight"], arguments["valueWeight"]}),
                          row(concat(tape, {bias("keyBias"), bias("valueBias")}))};
      return with_lines(
          multi_head_cross(tape, arguments["query"], arguments["memory"], query, kv, output, options));
    }};

}  // namespace attento::calculator

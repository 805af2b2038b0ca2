// The calculator's entry for context-indexed attention.
#pragma once

#include "attention/context_gate.hpp"
#include "calculator/parts.hpp"
#include "ops/embedding.hpp"

namespace attento::calculator {

inline constexpr Mechanism kContextGate = {
    .name = "context-gate",
    .group = "Gates",
    .title = "Context-indexed attention",
    .formula = "a = E_c \\qquad z = a \\odot x",
    .look = "Trained, each row has one large weight, at the position that the context stands for.",
    .inputs = {{"table", "C D", "one row of attention for each context"},
               {"context", "B", "the row that each example uses", false, 'C'},
               {"value", "B D", "the numbers that are weighted"}},
    .lines = {{"weights", "B D", "a = E_c"}, {"context", "B D", "z = a \\odot x"}},
    .code = R"(
def attend(table, context, value):
    weights = table[context]
    return dict(scores=weights, weights=weights, context=weights * value)
)",
    .record = [](Tape<float>& tape, const MechanismArguments& arguments) -> Outputs {
      const Node rows = embedding(tape, arguments["table"], arguments.ids.at("context"));
      return collect_outputs(
          tape, arguments,
          {rows, rows,
           context_gate(tape, arguments["table"], arguments.ids.at("context"), arguments["value"])});
    }};

}  // namespace attento::calculator

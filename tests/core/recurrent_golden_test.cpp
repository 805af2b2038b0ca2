// Recurrent layers in both directions against PyTorch (tests/golden/make_recurrent.py).
#include "core/golden.hpp"
#include "nn/recurrent.hpp"

namespace attento::recurrent_golden_test {
namespace {

using proof::check_golden;
using proof::Golden;

const Golden& golden() {
  static const Golden file("recurrent");
  return file;
}

template <class R>
RecurrentWeights make_weights(R& r, const std::string& cell, const std::string& direction) {
  const auto weight = [&](const std::string& leaf) {
    const std::string name = direction + "." + leaf;
    return r.golden.has(cell + "." + name) ? r.variable(cell + "." + name, name) : Node{};
  };
  return {weight("input"), weight("hidden"), weight("bias"), weight("bias_hidden")};
}

template <class R>
RecurrentOptions make_options(R& r, Cell cell, bool padded = false) {
  return {.initial = {r.variable("h0", "h0"), cell == Cell::kLstm ? r.variable("c0", "c0") : Node{}},
          .mask = padded ? r.input("mask") : Node{}};
}

TEST(RecurrentGolden, BothDirections) {
  const std::pair<Cell, std::string> cells[] = {
      {Cell::kRnn, "rnn"}, {Cell::kGru, "gru"}, {Cell::kLstm, "lstm"}};
  for (const auto& [kind, name] : cells) {
    for (const bool padded : {false, true}) {
      check_golden(golden(), name + (padded ? ".lengths" : ".whole"), [&, cell = kind, set = name](auto& r) {
        const Node x = r.variable("x", "x");
        RecurrentOptions options = make_options(r, cell, padded);
        const Node there = recurrent(r.tape, cell, x, make_weights(r, set, "there"), options).hidden;
        options.reverse = true;
        const Node back = recurrent(r.tape, cell, x, make_weights(r, set, "back"), options).hidden;
        return concat(r.tape, {there, back});
      });
    }
  }
}

TEST(RecurrentGolden, LastCellOfAnLstm) {
  check_golden(golden(), "lstm.cell", [](auto& r) {
    const Node x = r.variable("x", "x");
    return recurrent(r.tape, Cell::kLstm, x, make_weights(r, "lstm", "there"), make_options(r, Cell::kLstm))
        .last.cell;
  });
}

}  // namespace
}  // namespace attento::recurrent_golden_test

// Recurrent layers against PyTorch (tests/golden/make_recurrent.py).
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

constexpr std::pair<Cell, const char*> kCells[] = {
    {Cell::kRnn, "rnn"}, {Cell::kGru, "gru"}, {Cell::kLstm, "lstm"}};

template <class R>
RecurrentWeights make_weights(R& r, const std::string& set, const std::string& direction) {
  const auto weight = [&](const std::string& leaf) {
    const std::string name = direction + "." + leaf;
    return r.golden.has(set + "." + name) ? r.variable(set + "." + name, name) : Node{};
  };
  return {weight("input"), weight("hidden"), weight("bias"), weight("bias_hidden")};
}

template <class R>
RecurrentState make_state(R& r, Cell cell) {
  return {r.variable("h0", "h0"), cell == Cell::kLstm ? r.variable("c0", "c0") : Node{}};
}

TEST(RecurrentGolden, OneDirection) {
  for (const auto& [cell, name] : kCells) {
    const auto with = [cell = cell, set = std::string(name)](const std::string& what, bool has_initial_state,
                                                             bool padded) {
      check_golden(golden(), set + what, [&](auto& r) {
        const Node x = r.variable("x", "x");
        RecurrentOptions options;
        if (has_initial_state) options.initial = make_state(r, cell);
        if (padded) options.mask = r.input("mask");
        return recurrent(r.tape, cell, x, make_weights(r, set + ".single", "there"), options).hidden;
      });
    };
    with(".zero", false, false);
    with(".started", true, false);
    with(".lengths", true, true);
  }
}

TEST(RecurrentGolden, LastCellOfAnLstm) {
  check_golden(golden(), "lstm.cell", [](auto& r) {
    const Node x = r.variable("x", "x");
    const RecurrentState initial = make_state(r, Cell::kLstm);
    return recurrent(r.tape, Cell::kLstm, x, make_weights(r, "lstm.single", "there"), {.initial = initial})
        .last.cell;
  });
}

TEST(RecurrentGolden, BothDirections) {
  for (const auto& [cell, name] : kCells) {
    for (const bool padded : {false, true}) {
      check_golden(
          golden(), std::string(name) + (padded ? ".both_lengths" : ".both"),
          [&, cell = cell, set = std::string(name) + ".pair"](auto& r) {
            const Node x = r.variable("x", "x");
            RecurrentOptions options{.initial = make_state(r, cell),
                                     .mask = padded ? r.input("mask") : Node{}};
            const Node there = recurrent(r.tape, cell, x, make_weights(r, set, "there"), options).hidden;
            options.reverse = true;
            const Node back = recurrent(r.tape, cell, x, make_weights(r, set, "back"), options).hidden;
            return concat(r.tape, {there, back});
          });
    }
  }
}

}  // namespace
}  // namespace attento::recurrent_golden_test

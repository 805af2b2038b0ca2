// Recurrent layers against PyTorch, and kGruResetBefore against NumPy (tests/golden/make_recurrent.py).
#include "core/golden.hpp"
#include "core/replay.hpp"
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
State make_state(R& r, Cell cell) {
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
    const State initial = make_state(r, Cell::kLstm);
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

TEST(RecurrentGolden, ResetBefore) {
  check_golden(golden(), "gru_before.started", [](auto& r) {
    const Node x = r.variable("x", "x");
    const State initial = make_state(r, Cell::kGruResetBefore);
    const auto weights = make_weights(r, "gru_before.single", "there");
    return recurrent(r.tape, Cell::kGruResetBefore, x, weights, {.initial = initial}).hidden;
  });
}

/// The layer class that models use, with parameters from the file.
TEST(RecurrentGolden, BidirectionalLayer) {
  for (const auto& [cell, name] : kCells) {
    const std::string set = std::string(name) + ".pair.";
    Parameters<float> parameters;
    const auto layer = Bidirectional::declare(parameters, "encoder", cell, golden().shape("x").last(),
                                              golden().shape("h0").last());
    parameters.allocate();
    const auto fill = [&](Parameter p, const std::string& leaf) {
      const std::vector<float> values = golden().values(set + leaf);
      ASSERT_EQ(values.size(), parameters.values(p).size());
      std::copy(values.begin(), values.end(), parameters.values(p).begin());
    };
    for (const auto& [one, direction] :
         {std::pair{layer.forward, "there."}, std::pair{layer.backward, "back."}}) {
      fill(one.weight_input, std::string(direction) + "input");
      fill(one.weight_hidden, std::string(direction) + "hidden");
      fill(one.bias, std::string(direction) + "bias");
      if (cell == Cell::kGru) fill(one.bias_hidden, std::string(direction) + "bias_hidden");
    }
    Tape<float> tape(parameters);
    const Node x = tape.input("x", golden().shape("x"));
    const Node mask = tape.input("mask", golden().shape("mask"));
    RecurrentOptions options{.initial = {tape.input("h0", golden().shape("h0")), {}}, .mask = mask};
    if (cell == Cell::kLstm) options.initial.cell = tape.input("c0", golden().shape("c0"));
    const Sequence states = layer(tape, x, options);
    Plan<float> plan = std::move(tape).freeze();
    proof::fill(plan, x, golden().values("x"));
    proof::fill(plan, mask, golden().values("mask"));
    proof::fill(plan, options.initial.hidden, golden().values("h0"));
    if (cell == Cell::kLstm) proof::fill(plan, options.initial.cell, golden().values("c0"));
    plan.forward();
    golden().expect(std::string(name) + ".both_lengths.y", plan.shape(states.hidden),
                    plan.value(states.hidden));
  }
}

}  // namespace
}  // namespace attento::recurrent_golden_test

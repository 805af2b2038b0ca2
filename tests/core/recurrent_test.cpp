// Recurrent layers: derivatives with every option, steps against sequences, masks, edge cases.
#include "ops/recurrent.hpp"

#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::recurrent_test {
namespace {

using proof::check_gradients;

constexpr Cell kCells[] = {Cell::kRnn, Cell::kGru, Cell::kLstm};
constexpr const char* kNames[] = {"rnn", "gru", "lstm"};
const char* cell_name(Cell cell) { return kNames[static_cast<int>(cell)]; }

/// All weights of a cell as variables.
template <class R>
RecurrentWeights make_weights(R& r, Cell cell, int D, int H) {
  const int width = gate_count(cell) * H;
  RecurrentWeights weights{.input = D > 0 ? r.variable({D, width}, 0.6F) : Node{},
                           .hidden = r.variable({H, width}, 0.6F),
                           .bias = r.variable({width}, 0.5F)};
  if (cell == Cell::kGru) weights.bias_hidden = r.variable({H}, 0.5F);
  return weights;
}

template <class R>
RecurrentState make_state(R& r, Cell cell, int B, int H) {
  return {r.variable({B, H}, 0.7F), cell == Cell::kLstm ? r.variable({B, H}, 0.7F) : Node{}};
}

TEST(Recurrent, Sequences) {
  for (const Cell cell : kCells) {
    SCOPED_TRACE(cell_name(cell));
    check_gradients("projected input, no bias", [&](auto& r) {
      const Node x = r.variable({3, 2, 4 * gate_count(cell)});
      return recurrent(r.tape, cell, x, {.hidden = r.variable({4, 4 * gate_count(cell)}, 0.6F)}).hidden;
    });
  }
  check_gradients("cells of an lstm", [](auto& r) {
    const Node x = r.variable({3, 2, 2});
    const auto weights = make_weights(r, Cell::kLstm, 2, 3);
    return recurrent(r.tape, Cell::kLstm, x, weights, {.initial = make_state(r, Cell::kLstm, 2, 3)}).cells;
  });
}

// With so many examples, matrix products over time are computed in groups of two steps.
TEST(Recurrent, ManyExamples) {
  for (const Cell cell : kCells) {
    SCOPED_TRACE(cell_name(cell));
    for (const bool reverse : {false, true}) {
      check_gradients(reverse ? "in reverse" : "forward", [&](auto& r) {
        const Node x = r.variable({3, 130, 1});
        const auto weights = make_weights(r, cell, 1, 1);
        const Node h = r.constant({130, 1}, 0.7F);
        return recurrent(r.tape, cell, x, weights, {.initial = {h, {}}, .reverse = reverse}).hidden;
      });
    }
  }
}

TEST(Recurrent, Masks) {
  const std::vector<float> mixed = {1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1, 0};  // full, post-padded, with holes
  for (const Cell cell : kCells) {
    SCOPED_TRACE(cell_name(cell));
    for (const bool reverse : {false, true}) {
      check_gradients(reverse ? "mixed, in reverse" : "mixed", [&](auto& r) {
        const Node x = r.variable({4, 3, 2});
        const auto weights = make_weights(r, cell, 2, 3);
        const RecurrentOptions options = {
            .initial = make_state(r, cell, 3, 3), .mask = r.input({3, 4}, mixed), .reverse = reverse};
        return recurrent(r.tape, cell, x, weights, options).hidden;
      });
    }
    check_gradients(
        "all padding",
        [&](auto& r) {
          const RecurrentState initial = make_state(r, cell, 2, 3);
          const Node x = r.constant({2, 2, 2});
          const int width = 3 * gate_count(cell);
          const RecurrentWeights weights = {.input = r.constant({2, width}),
                                            .hidden = r.constant({3, width})};
          const Sequence all = recurrent(r.tape, cell, x, weights,
                                         {.initial = initial, .mask = r.input({2, 2}, {0, 0, 0, 0})});
          return cell == Cell::kLstm ? r.tape.reshape(all.cells, {4, 3}) : all.hidden;
        },
        cell == Cell::kLstm ? std::vector<int>{0} : std::vector<int>{});
  }
}

TEST(Recurrent, Dropout) {
  for (const Cell cell : kCells) {
    check_gradients(cell_name(cell), [&](auto& r) {
      const Node x = r.variable({3, 2, 2});
      const auto weights = make_weights(r, cell, 2, 3);
      return recurrent(r.tape, cell, x, weights,
                       {.initial = make_state(r, cell, 2, 3),
                        .mask = r.input({2, 3}, {1, 1, 1, 1, 1, 0}),
                        .dropout = r.input({2, 3}, {2, 0, 2, 0, 2, 2})})
          .hidden;
    });
  }
}

TEST(Recurrent, Steps) {
  for (const Cell cell : kCells) {
    SCOPED_TRACE(cell_name(cell));
    check_gradients("each step reads the previous state", [&](auto& r) {
      const int H = 3;
      const auto weights = make_weights(r, cell, H, H);
      const RecurrentState initial = make_state(r, cell, 2, H);
      RecurrentSteps steps(r.tape, cell, 3, 2, weights, {.initial = initial});
      RecurrentState state = initial;
      for (int t = 0; t < 3; ++t) state = steps.step(state.hidden);
      return steps.sequence().hidden;
    });
    check_gradients("a projected share of the input", [&](auto& r) {
      const int width = 3 * gate_count(cell);
      const Node projection = r.variable({2, 2, width});
      const Node x = r.variable({2, 4});
      RecurrentSteps steps(r.tape, cell, 2, 2, make_weights(r, cell, 4, 3));
      const auto share = [&](int t) { return r.tape.reshape(r.tape.slice(projection, t, 1), {2, width}); };
      steps.step(x, share(0));
      steps.step({}, share(1));
      return steps.sequence().hidden;
    });
  }
}

TEST(Recurrent, StepsGiveTheSameBitsAsTheSequence) {
  for (const Cell cell : kCells) {
    SCOPED_TRACE(cell_name(cell));
    for (const int B : {1, 7, 257}) {
      std::vector<float> mask;
      for (int i = 0; i < 5 * B; ++i) mask.push_back(i % 6 == 4 ? 0.0F : 1.0F);
      proof::Case<float> both([&](auto& r) {
        const Node x = r.variable({5, B, 6});
        const auto weights = make_weights(r, cell, 6, 9);
        const RecurrentOptions options = {.mask = r.input({B, 5}, mask)};
        RecurrentSteps steps(r.tape, cell, 5, B, weights, options);
        for (int t = 0; t < 5; ++t) steps.step(r.tape.reshape(r.tape.slice(x, t, 1), {B, 6}));
        return proof::join_outputs(
            r.tape, {recurrent(r.tape, cell, x, weights, options).hidden, steps.sequence().hidden});
      });
      both.plan.forward();
      const std::span<float> y = both.plan.value(both.output);
      const auto half = y.begin() + static_cast<std::ptrdiff_t>(y.size() / 2);
      EXPECT_TRUE(std::equal(y.begin(), half, half, y.end())) << B;
    }
  }
}

TEST(Recurrent, ErrorsNameTheOperandWithTheWrongShape) {
  proof::TapeWithoutParameters tape;
  const auto node = [&](Shape shape) { return tape.input("node", shape); };
  using proof::expect_bad_input;
  const Node x = node({4, 3, 2});
  const RecurrentWeights good = {node({2, 20}), node({5, 20}), node({20}), {}};
  const auto with = [&](RecurrentWeights weights, RecurrentOptions options = {}) {
    return [&tape, x, weights, options] { recurrent(tape, Cell::kLstm, x, weights, options); };
  };
  with(good)();
  expect_bad_input("weights.hidden", with({node({2, 20}), node({5, 15}), {}, {}}));
  expect_bad_input("weights.input", with({node({2, 19}), node({5, 20}), {}, {}}));
  expect_bad_input("x", with({node({3, 20}), node({5, 20}), {}, {}}));
  expect_bad_input("weights.bias", with({node({2, 20}), node({5, 20}), node({5}), {}}));
  expect_bad_input("weights.bias_hidden", with({node({2, 20}), node({5, 20}), {}, node({5})}));
  expect_bad_input("initial.hidden", with(good, {.initial = {node({4, 5}), {}}}));
  expect_bad_input("initial.cell", with(good, {.initial = {{}, node({3, 4})}}));
  expect_bad_input("mask", with(good, {.mask = node({4, 3})}));
  expect_bad_input("dropout", with(good, {.dropout = node({5})}));
  RecurrentSteps<float> steps(tape, Cell::kLstm, 1, 3, good);
  expect_bad_input("x", [&] { steps.step(node({3, 5})); });
  expect_bad_input("projected", [&] { steps.step({}, node({3, 5})); });
  steps.step(node({3, 2}));
  expect_bad_input("step", [&] { steps.step(node({3, 2})); });
}

}  // namespace
}  // namespace attento::recurrent_test

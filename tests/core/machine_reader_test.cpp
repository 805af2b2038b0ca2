// The machine reader: derivatives with and without padding, and comparison with PyTorch
// (tests/golden/make_machine_reader.py).
#include "models/machine_reader.hpp"

#include <numeric>

#include "core/golden.hpp"
#include "core/replay.hpp"

namespace attento::machine_reader_test {
namespace {

TEST(MachineReader, GradientsWithAndWithoutPadding) {
  for (const bool padded : {false, true}) {
    for (const bool dropped : {false, true}) {
      proof::check_gradients(
          std::string(padded ? "padded" : "whole") + (dropped ? ", dropout" : ""), [=](auto& r) {
            r.parameter_scale = 0.8F;
            const auto reader = MachineReader::declare(r.parameters, "m", 2, 3);
            const Node x = r.variable({5, 3, 2});
            RecurrentOptions options;
            if (padded) options.mask = r.input({3, 5}, {1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0});
            if (dropped) options.dropout = r.input({3, 3}, {1.5, 0, 1.5, 0, 1.5, 1.5, 1.5, 1.5, 0});
            return reader(r.tape, x, options).states.hidden;
          });
    }
  }
}

/// A recorded reader with the weights of the golden file.
template <class S>
struct Recorded {
  const proof::Golden& golden;
  Parameters<S> parameters;
  MachineReader reader;
  Node x;
  MachineReader::Output reading;
  Plan<S> plan;

  Recorded(const proof::Golden& golden, const std::string& name)
      : golden(golden),
        reader(MachineReader::declare(parameters, "", golden.shape("x")[2], golden.shape("look.v")[0])),
        plan(record(name)) {}

  Plan<S> record(const std::string& name) {
    parameters.allocate();
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      const auto from = golden.values(parameters.entry({id}).name.substr(1));
      EXPECT_EQ(from.size(), parameters.values({id}).size());
      std::copy(from.begin(), from.end(), parameters.values({id}).begin());
    }
    Tape<S> tape(parameters);
    x = tape.variable("x", golden.shape("x"));
    const Node mask = tape.input("mask", golden.shape("mask"));
    reading = reader(tape, x, {.mask = name == "lengths" ? mask : Node{}});
    proof::Projection<S> projection;
    projection.y = reading.states.hidden;
    for (const float number : golden.values(name + ".dy")) projection.r.push_back(static_cast<S>(number));
    projection.loss = tape.output({1}, {projection.y});
    const Node loss = projection.loss;
    tape.record("projection", {projection.y}, {loss}, projection);
    Plan<S> result = std::move(tape).freeze(loss);
    proof::fill(result, x, golden.values("x"));
    proof::fill(result, mask, golden.values("mask"));
    return result;
  }
};

template <class S>
void check_golden(double relative) {
  const proof::Golden golden("machine_reader");
  for (const std::string name : {"all", "lengths"}) {
    SCOPED_TRACE(name);
    Recorded<S> r(golden, name);
    r.plan.forward();
    r.plan.backward();
    const Node y = r.reading.states.hidden;
    golden.expect(name + ".y", r.plan.shape(y), r.plan.value(y), relative);
    golden.expect(name + ".dx", r.plan.shape(r.x), r.plan.gradient(r.x), relative);
    for (int id = 0; id < static_cast<int>(r.parameters.entries().size()); ++id) {
      const auto& entry = r.parameters.entry({id});
      golden.expect(name + ".d" + entry.name.substr(1), entry.shape, r.parameters.gradients({id}), relative);
    }
    const Shape shape = golden.shape(name + ".weights");
    const int T = shape[0];
    const int B = shape[1];
    std::vector<S> weights(shape.size());
    for (int t = 1; t < T; ++t) {
      const auto row = r.plan.value(r.reading.word_attention.at(static_cast<std::size_t>(t) - 1).weights);
      for (int b = 0; b < B; ++b) std::copy_n(row.begin() + b * t, t, weights.begin() + (t * B + b) * T);
    }
    golden.expect(name + ".weights", shape, std::span(weights), relative);
  }
}

TEST(MachineReader, EqualsPyTorch) {
  check_golden<float>(1e-5);
  check_golden<double>(2e-7);
}

/// If all scores are equal, the weights are uniform, and the cell continues from the mean of all states.
TEST(MachineReader, HasUniformWeightsIfAllScoresAreEqual) {
  const proof::Golden golden("machine_reader");
  Recorded<float> r(golden, "all");
  const auto v = r.parameters.values(r.reader.v);
  std::fill(v.begin(), v.end(), 0.0F);
  r.plan.forward();
  for (std::size_t t = 1; t <= r.reading.word_attention.size(); ++t) {
    for (const float weight : r.plan.value(r.reading.word_attention[t - 1].weights))
      EXPECT_NEAR(weight, 1.0F / static_cast<float>(t), 1e-6F);
  }
}

/// The first word has no states to attend to; a sentence of one word can be read.
TEST(MachineReader, ReadsOneWord) {
  Parameters<float> parameters;
  const auto reader = MachineReader::declare(parameters, "m", 2, 3);
  parameters.allocate();
  reader.initialize_keras(parameters, 3);
  Tape<float> tape(parameters);
  const Node x = tape.input("x", {1, 2, 2});
  const auto reading = reader(tape, x);
  const Node plain = recurrent(tape, Cell::kLstm, x, reader.cell.weights(tape))
                         .hidden;  // a plain LSTM, the same for one word
  Plan<float> plan = std::move(tape).freeze();
  proof::fill(plan, x, {1, -2, 0.5, 3});
  plan.forward();
  EXPECT_TRUE(reading.word_attention.empty());
  const auto read = plan.value(reading.states.hidden);
  EXPECT_TRUE(std::equal(read.begin(), read.end(), plan.value(plain).begin()));
}

TEST(MachineReader, RefusesWrongShapes) {
  Parameters<float> parameters;
  parameters.allocate();
  Tape<float> tape(parameters);
  const auto node = [&](Shape shape) { return tape.variable("n", shape); };
  const RecurrentWeights weights = {node({2, 12}), node({3, 12}), node({12}), {}};
  RecurrentSteps<float> plain(tape, Cell::kLstm, 2, 4, weights);
  const State other{node({4, 3}), node({4, 3})};
  proof::expect_bad_input("from.hidden", [&] { plain.step(node({4, 2}), {}, other); });
  RecurrentSteps<float> steps(tape, Cell::kLstm, 2, 4, weights, {.allow_other_state = true});
  proof::expect_bad_input("from.cell", [&] { steps.step(node({4, 2}), {}, {other.hidden, node({4, 2})}); });
  steps.step(node({4, 2}), {}, other);
  Stack<float> stack(tape, 1);
  proof::expect_bad_input("count", [&] { stack.first_rows(1); });
  stack.push(node({4, 3}));
  proof::expect_bad_input("row", [&] { stack.push(node({4, 3})); });
}

}  // namespace
}  // namespace attento::machine_reader_test

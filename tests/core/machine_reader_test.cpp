// The machine reader compared with PyTorch (tests/golden/make_machine_reader.py); for its derivatives see
// sentence_classifier_test.cpp.
#include "models/machine_reader.hpp"

#include "core/golden.hpp"

namespace attento::machine_reader_test {
namespace {

template <class S>
void check_golden(double relative) {
  const proof::Golden golden("machine_reader");
  for (const std::string name : {"all", "lengths"}) {
    SCOPED_TRACE(name);
    Parameters<S> parameters;
    const auto reader =
        MachineReader::declare(parameters, "", golden.shape("x")[2], golden.shape("look.v")[0]);
    golden.fill_parameters(parameters, [](const std::string& parameter) { return parameter.substr(1); });
    Tape<S> tape(parameters);
    proof::GoldenRecorder<S> inputs(golden, tape);
    const Node x = inputs.variable("x", "x");
    const Node mask = inputs.input("mask");
    const auto reading = reader(tape, x, {.mask = name == "lengths" ? mask : Node{}});
    const Node y = reading.states.hidden;
    const Node loss = inputs.project(y, name);
    Plan<S> plan = std::move(tape).freeze(loss);
    inputs.fill(plan);
    plan.forward();
    plan.backward();
    golden.expect(name + ".y", plan, y, relative);
    golden.expect(name + ".dx", plan.shape(x), plan.gradient(x), relative);
    golden.expect_gradients(
        parameters, [&](const std::string& parameter) { return name + ".d" + parameter.substr(1); },
        relative);
    const Shape shape = golden.shape(name + ".weights");
    const int T = shape[0];
    const int B = shape[1];
    std::vector<S> weights(shape.size());
    for (int t = 1; t < T; ++t) {
      const auto row = plan.value(reading.word_attention.at(static_cast<std::size_t>(t) - 1).weights);
      for (int b = 0; b < B; ++b) std::copy_n(row.begin() + b * t, t, weights.begin() + (t * B + b) * T);
    }
    golden.expect(name + ".weights", shape, std::span(weights), relative);
  }
}

TEST(MachineReader, EqualsPyTorch) {
  check_golden<float>(1e-5);
  check_golden<double>(2e-7);
}

}  // namespace
}  // namespace attento::machine_reader_test

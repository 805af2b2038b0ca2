// The sentence classifier and its machine reader: all derivatives, and comparison with PyTorch
// (tests/golden/make_sentiment.py and make_machine_reader.py).
#include "models/sentence_classifier.hpp"

#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "ops/binary_cross_entropy.hpp"

namespace attento::sentence_classifier_test {
namespace {

/// The loss of a small classifier. In `words` every word occurs outside the padding, so that every row of the embedding has
/// a gradient.
template <class R>
Node small_loss(R& r, std::string_view pooling, bool masked, bool dropped,
                SentenceClassifier::Size settings) {
  settings.vocabulary = 7;
  settings.length = 4;
  settings.embedding = 2;
  const auto model = SentenceClassifier::declare(r.parameters, "m", std::string(pooling), masked, settings);
  SentenceClassifier::Input in;
  in.words = r.ids({4, 3}, 7, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4});
  in.mask = r.input({3, 4}, {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1});
  if (dropped) in.input_dropout = r.input({3, 2}, {0, 3, 3, 3, 3, 0});
  if (dropped && !settings.is_machine_reader)
    in.state_dropout = r.input({3, 3}, {1.5, 0, 1.5, 0, 1.5, 1.5, 1.5, 1.5, 0});
  return binary_cross_entropy(r.tape, model(r.tape, in).logit, r.input({3, 1}, {1, 0, 1})).loss;
}

TEST(SentenceClassifier, EveryDerivative) {
  for (const auto& [pooling, label] : kPoolings) {
    for (const bool masked : {false, true}) {
      const Cell cell = masked ? Cell::kLstm : Cell::kGru;
      proof::check_gradients(std::string(pooling) + (masked ? ", masked" : ""),
                             [&, pooling = pooling](auto& r) {
                               return small_loss(r, pooling, masked, masked, {.cell = cell, .hidden = 3});
                             });
    }
  }
  for (const char* pooling : {"last", "mean", "additive"}) {
    for (const bool masked : {false, true}) {
      proof::check_gradients(std::string("machine reader, ") + pooling, [=](auto& r) {
        r.parameter_scale = 0.8F;
        return small_loss(r, pooling, masked, masked, {.is_machine_reader = true, .hidden = 3});
      });
    }
  }
  for (const char* pooling : {"last", "mean"}) {
    proof::check_gradients(std::string("transformer, ") + pooling, [=](auto& r) {
      r.parameter_scale = 0.8F;
      return small_loss(r, pooling, true, false, {.is_transformer = true, .hidden = 4});
    });
  }
}

TEST(SentenceClassifier, EqualsPyTorch) {
  const proof::Golden golden("sentiment");
  for (const auto& [pooling, label] : kPoolings) {
    for (const bool masked : {false, true}) {
      const std::string kind = pooling;
      const bool weighs = golden.has(kind + ".weights");
      const std::string name = kind + (weighs && masked ? ".masked" : "");
      SCOPED_TRACE(name);
      Parameters<float> parameters;
      const Shape table = golden.shape("m.words.weight");
      const auto model = SentenceClassifier::declare(parameters, "m", pooling, masked,
                                                     {.cell = Cell::kLstm,
                                                      .vocabulary = table[0],
                                                      .length = golden.shape("words")[0],
                                                      .embedding = table[1],
                                                      .hidden = 6});
      golden.fill_parameters(parameters, [&](const std::string& parameter) {
        return parameter.starts_with("m.pooling") ? kind + parameter.substr(9) : parameter;
      });
      Tape<float> tape(parameters);
      proof::GoldenRecorder<float> inputs(golden, tape);
      const auto reading =
          model(tape, {.words = inputs.ids("words", table[0]), .mask = inputs.input("mask")});
      Plan<float> plan = std::move(tape).freeze();
      inputs.fill(plan);
      const auto real = golden.values("mask");
      plan.forward();
      golden.expect(name + ".logit", plan, reading.logit);
      golden.expect(name + ".context", plan, reading.context);
      EXPECT_EQ(reading.attention.weights.valid(), weighs);
      if (!weighs) continue;
      golden.expect(name + ".scores", plan, reading.attention.scores);
      golden.expect(name + ".weights", plan, reading.attention.weights);
      const auto weights = plan.value(reading.attention.weights);
      for (std::size_t i = 0; i < weights.size(); ++i) {
        if (real[i] != 0) continue;
        EXPECT_EQ(weights[i] == 0, masked) << "weight on padding " << i;
      }
    }
  }
}

template <class S>
void check_machine_reader(double relative) {
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
  check_machine_reader<float>(1e-5);
  check_machine_reader<double>(2e-7);
}

}  // namespace
}  // namespace attento::sentence_classifier_test

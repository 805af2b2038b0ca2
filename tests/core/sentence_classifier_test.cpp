// The sentence classifier: its derivatives, and comparison with PyTorch (tests/golden/make_sentiment.py).
#include "models/sentence_classifier.hpp"

#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "files/safetensors.hpp"
#include "ops/binary_cross_entropy.hpp"

namespace attento::sentence_classifier_test {
namespace {

TEST(SentenceClassifier, GradientsOfEveryPoolingMaskAndCell) {
  for (const auto& [pooling, label] : kPoolings) {
    for (const bool masked : {false, true}) {
      for (const Cell cell : {Cell::kRnn, Cell::kGru, Cell::kLstm}) {
        const bool dropped = cell != Cell::kRnn;
        proof::check_gradients(
            std::string(pooling) + (masked ? ", masked" : "") + ", cell " +
                std::to_string(static_cast<int>(cell)),
            [=, pooling = pooling](auto& r) {
              const auto model = SentenceClassifier::declare(
                  r.parameters, "m", pooling, masked,
                  {.cell = cell, .vocabulary = 7, .length = 4, .embedding = 2, .hidden = 3});
              SentenceClassifier::Input in;
              // Every word occurs outside the padding, so that every row of the embedding has a gradient.
              in.words = r.ids({4, 3}, 7, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 0, 0});
              in.mask = r.input({3, 4}, {1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0});
              if (dropped) {
                in.input_dropout = r.input({3, 2}, {0, 3, 3, 3, 3, 0});
                in.state_dropout = r.input({3, 3}, {1.5, 0, 1.5, 0, 1.5, 1.5, 1.5, 1.5, 0});
              }
              const auto reading = model(r.tape, in);
              return binary_cross_entropy(r.tape, reading.logit, r.input({3, 1}, {1, 0, 1})).loss;
            });
      }
    }
  }
}

TEST(SentenceClassifier, GradientsOfAMachineReader) {
  for (const char* pooling : {"last", "mean", "additive"}) {
    proof::check_gradients(pooling, [=](auto& r) {
      r.parameter_scale = 0.8F;
      const auto model = SentenceClassifier::declare(
          r.parameters, "m", std::string(pooling), true,
          {.is_machine_reader = true, .vocabulary = 7, .length = 4, .embedding = 2, .hidden = 3});
      SentenceClassifier::Input in;
      in.words = r.ids({4, 3}, 7, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4});
      in.mask = r.input({3, 4}, {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1});
      in.input_dropout = r.input({3, 2}, {0, 3, 3, 3, 3, 0});
      const auto reading = model(r.tape, in);
      return binary_cross_entropy(r.tape, reading.logit, r.input({3, 1}, {1, 0, 1})).loss;
    });
  }
}

TEST(SentenceClassifier, GradientsOfATransformerLayer) {
  for (const char* pooling : {"last-padded", "mean"}) {
    proof::check_gradients(pooling, [=](auto& r) {
      r.parameter_scale = 0.8F;
      const auto model = SentenceClassifier::declare(
          r.parameters, "m", std::string(pooling), true,
          {.is_transformer = true, .vocabulary = 7, .length = 4, .embedding = 2, .hidden = 4});
      SentenceClassifier::Input in;
      in.words = r.ids({4, 3}, 7, {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4});
      in.mask = r.input({3, 4}, {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1});
      const auto reading = model(r.tape, in);
      return binary_cross_entropy(r.tape, reading.logit, r.input({3, 1}, {1, 0, 1})).loss;
    });
  }
}

TEST(SentenceClassifier, EqualsPyTorch) {
  const proof::Golden golden("sentiment");
  const int T = golden.shape("words")[0];
  const int B = golden.shape("words")[1];
  for (const auto& [pooling, label] : kPoolings) {
    for (const bool masked : {false, true}) {
      const std::string kind = pooling;
      const bool weighs = golden.has(kind + ".weights");
      const std::string name = kind + (weighs && masked ? ".masked" : "");
      SCOPED_TRACE(name);
      Parameters<float> parameters;
      const Shape table = golden.shape("m.words.weight");
      const auto model = SentenceClassifier::declare(
          parameters, "m", pooling, masked,
          {.cell = Cell::kLstm, .vocabulary = table[0], .length = T, .embedding = table[1], .hidden = 6});
      parameters.allocate();
      for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
        std::string from = parameters.entry(Parameter{id}).name;
        if (from.starts_with("m.pooling")) from = kind + from.substr(9);
        const std::vector<float> values = golden.values(from);
        ASSERT_EQ(values.size(), parameters.values(Parameter{id}).size()) << from;
        std::copy(values.begin(), values.end(), parameters.values(Parameter{id}).begin());
      }
      Tape<float> tape(parameters);
      const IdsNode words = tape.ids("words", {T, B}, table[0]);
      const Node mask = tape.input("mask", {B, T});
      const auto reading = model(tape, {.words = words, .mask = mask});
      Plan<float> plan = std::move(tape).freeze();
      const auto ids = golden.values<std::int32_t>("words");
      std::copy(ids.begin(), ids.end(), plan.ids(words).begin());
      const auto real = golden.values("mask");
      std::copy(real.begin(), real.end(), plan.value(mask).begin());
      plan.forward();
      golden.expect(name + ".logit", plan.shape(reading.logit), plan.value(reading.logit));
      golden.expect(name + ".context", plan.shape(reading.context), plan.value(reading.context));
      EXPECT_EQ(reading.attention.weights.valid(), weighs);
      if (!weighs) continue;
      golden.expect(name + ".scores", plan.shape(reading.attention.scores),
                    plan.value(reading.attention.scores));
      golden.expect(name + ".weights", plan.shape(reading.attention.weights),
                    plan.value(reading.attention.weights));
      const auto weights = plan.value(reading.attention.weights);
      for (std::size_t i = 0; i < weights.size(); ++i) {
        if (real[i] != 0) continue;
        EXPECT_EQ(weights[i] == 0, masked) << "weight on padding " << i;
      }
    }
  }
}

}  // namespace
}  // namespace attento::sentence_classifier_test

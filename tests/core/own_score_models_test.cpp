// User-defined scores in a translation model: the built-in scores written as formulas, and positions and lengths.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/translation_models.hpp"
#include "ops/cross_entropy.hpp"

namespace attento::own_score_models_test {
namespace {

/// The scores, gradients and loss of a model with given target tokens.
struct TrainingResult {
  std::vector<float> scores, gradients;
  float loss;
};

TrainingResult compute_results(EncoderDecoder::Settings settings) {
  Parameters<float> parameters;
  const auto model = EncoderDecoder::declare(parameters, settings);
  parameters.allocate();
  model.initialize(parameters, 3);
  Tape<float> tape(parameters);
  const IdsNode tokens = tape.ids("source", {5, 2}, settings.source_words);
  const Node mask = tape.input("mask", {2, 5});
  const IdsNode before = tape.ids("before", {4, 2}, settings.target_words);
  const IdsNode target = tape.ids("target", {4, 2}, settings.target_words);
  const Node weight = tape.input("weight", {4, 2});
  const auto source = model.encode(tape, tokens, mask);
  const auto decoder_output = model.decode(tape, source, source.start, before);
  const Node loss = cross_entropy(tape, decoder_output.logits, target, weight).loss;
  Plan<float> plan = std::move(tape).freeze(loss);
  const auto fill = [](auto to, std::initializer_list<int> from) {
    std::copy(from.begin(), from.end(), to.begin());
  };
  fill(plan.ids(tokens), {3, 5, 4, 3, 6, 2, 5, 0, 2, 0});
  fill(plan.value(mask), {1, 1, 1, 1, 1, 1, 1, 0, 0, 0});
  fill(plan.ids(before), {1, 1, 3, 4, 5, 2, 2, 0});
  fill(plan.ids(target), {3, 4, 5, 2, 2, 0, 1, 0});
  fill(plan.value(weight), {1, 1, 1, 1, 1, 0, 1, 0});
  plan.forward();
  plan.backward();
  TrainingResult all{.scores = {}, .gradients = {}, .loss = plan.loss()};
  const auto e = plan.value(decoder_output.attention.scores);
  all.scores.assign(e.begin(), e.end());
  const auto g = parameters.gradients(model.readout.weight);
  all.gradients.assign(g.begin(), g.end());
  return all;
}

/// The formula has the same initial values and operations as the built-in score, so it gives the same bits.
TEST(OwnScore, EqualsTheBuiltInScore) {
  const std::pair<const char*, const char*> same[] = {{"dot", "q · k"},
                                                      {"general", "(W q) · k"},
                                                      {"general", "(q W) · k"},
                                                      {"concat", "v · tanh(W q + U k)"}};
  for (const auto& [score, formula] : same) {
    for (const bool feeding : {false, true}) {
      SCOPED_TRACE(std::string(formula) + (feeding ? ", feeding" : ""));
      EncoderDecoder::Settings settings = proof::kTranslator;
      settings.input_feeding = feeding;
      settings.score = score;
      const TrainingResult built_in = compute_results(settings);
      settings.score = "own";
      settings.formula = formula;
      const TrainingResult own = compute_results(settings);
      EXPECT_EQ(own.loss, built_in.loss);
      EXPECT_EQ(own.scores, built_in.scores);
      EXPECT_EQ(own.gradients, built_in.gradients);
    }
  }
}

/// t and s count from 1, and S counts only real tokens.
TEST(OwnScore, PositionsAndLengths) {
  EncoderDecoder::Settings settings = proof::kTranslator;
  settings.score = "own";
  settings.formula = "100 t + 10 s + S";
  const TrainingResult own = compute_results(settings);
  for (int b = 0; b < 2; ++b) {
    for (int t = 0; t < 4; ++t) {
      for (int s = 0; s < 5; ++s) {
        const float e = own.scores[static_cast<std::size_t>((b * 4 + t) * 5 + s)];
        EXPECT_EQ(e, static_cast<float>(100 * (t + 1) + 10 * (s + 1) + (b == 0 ? 5 : 2))) << b << t << s;
      }
    }
  }
}

}  // namespace
}  // namespace attento::own_score_models_test

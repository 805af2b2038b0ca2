// Decoding with an encoder-decoder: single steps, greedy decoding, beam search.
#include "models/translation_decoder.hpp"

#include <algorithm>
#include <cmath>

#include "core/allocation_count.hpp"
#include "core/translation_models.hpp"

namespace attento::decoding_test {
namespace {

using Settings = EncoderDecoder::Settings;

/// An untrained model.
struct Untrained {
  Parameters<float> parameters;
  EncoderDecoder model;

  explicit Untrained(const Settings& settings = proof::kTranslator, std::uint64_t seed = 9)
      : model(EncoderDecoder::declare(parameters, settings)) {
    parameters.allocate();
    model.initialize(parameters, seed);
    // Larger weights make the distributions less uniform.
    for (float& value : parameters.values(model.readout.weight)) value *= 4;
  }
};

TEST(Decoding, SingleStepsEqualTheUnrolledPlan) {
  auto models = proof::all_models();
  for (const char* fault : {"no-source", "no-tanh", "no-mask"}) {
    models.push_back(proof::kTranslator);
    models.back().fault = fault;
  }
  for (const Settings& settings : models) {
    SCOPED_TRACE(proof::format_name(settings));
    proof::Translator unrolled(settings);
    unrolled.fill();
    unrolled.plan.forward();
    TranslationDecoder decoder(unrolled.model, unrolled.parameters, 3, 5);
    decoder.allocate();
    for (int row = 0; row < 3; ++row) decoder.set_source(row, unrolled.source(row));
    decoder.begin();
    for (std::size_t t = 0; t < 4; ++t) {
      decoder.step(unrolled.plan.ids(unrolled.before).subspan(t * 3, 3));
      for (int row = 0; row < 3; ++row) {
        const auto b = static_cast<std::size_t>(row);
        const auto logits = unrolled.plan.value(unrolled.decoder_output.logits).subspan((t * 3 + b) * 6, 6);
        double total = 0;
        for (const float logit : logits) total += std::exp(static_cast<double>(logit));
        const auto got = decoder.log_probabilities(row);
        for (std::size_t v = 0; v < 6; ++v)
          EXPECT_NEAR(static_cast<double>(got[v]), static_cast<double>(logits[v]) - std::log(total), 2e-6);
        if (settings.score == "none") {
          EXPECT_TRUE(decoder.weights(row).empty());
          continue;
        }
        const auto map = unrolled.plan.value(unrolled.decoder_output.attention.weights);
        EXPECT_LT(proof::largest_difference(decoder.weights(row), map.subspan((b * 4 + t) * 5, 5)), 1e-6F);
      }
    }
  }
}

TEST(Decoding, AStepAllocatesNothing) {
  Untrained u;
  TranslationDecoder decoder(u.model, u.parameters, 3, 5);
  decoder.allocate();
  const std::vector<std::int32_t> tokens = {1, 3, 4};
  const std::vector<int> from = {2, 0, 0};
  decoder.begin();
  decoder.step(tokens);
  const auto before = proof::allocations();
  for (int i = 0; i < 5; ++i) decoder.step(tokens, from);
  EXPECT_EQ(proof::allocations(), before);
}

TEST(Decoding, ARowCanContinueFromAnotherRow) {
  for (const Cell cell : {Cell::kGru, Cell::kLstm}) {
    Settings settings = proof::kTranslator;
    settings.cell = cell;
    settings.score = "general";
    settings.input_feeding = true;
    Untrained u(settings);
    TranslationDecoder decoder(u.model, u.parameters, 2, 4);
    decoder.allocate();
    for (int row = 0; row < 2; ++row) decoder.set_source(row, std::vector<int>{3, 5, 2});
    decoder.begin();
    decoder.step(std::vector<std::int32_t>{1, 4});
    decoder.step(std::vector<std::int32_t>{3, 3}, std::vector<int>{1, 1});
    EXPECT_EQ(proof::largest_difference(decoder.log_probabilities(0), decoder.log_probabilities(1)), 0);
    decoder.step(std::vector<std::int32_t>{3, 4}, std::vector<int>{0, 0});
    EXPECT_GT(proof::largest_difference(decoder.log_probabilities(0), decoder.log_probabilities(1)), 0);
  }
}

TEST(BeamSearch, WidthOneEqualsGreedy) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Untrained u(proof::kTranslator, seed);
    TranslationDecoder decoder(u.model, u.parameters, 3, 5);
    decoder.allocate();
    const std::vector<int> source = {3, 4, 5, 2};
    const Translation beam = beam_search(decoder, source, 1, 6);
    for (int row = 0; row < 3; ++row) decoder.set_source(row, source);
    const Translation decoded = greedy(decoder, 6)[0];
    EXPECT_EQ(beam.tokens, decoded.tokens);
    EXPECT_EQ(beam.ended, decoded.ended);
    EXPECT_EQ(beam.weights, decoded.weights);
    EXPECT_EQ(beam.log_probability, decoded.log_probability);
  }
}

/// Finds the most probable sequence by exhaustive search.
void search(TranslationDecoder& decoder, std::vector<int>& tokens, double log_probability,
            std::size_t max_length, Translation& best) {
  decoder.begin();
  decoder.step(std::vector<std::int32_t>{1});
  for (const int token : tokens) decoder.step(std::vector<std::int32_t>{token});
  const std::vector<float> p(decoder.log_probabilities(0).begin(), decoder.log_probabilities(0).end());
  for (int token = 0; token < 6; ++token) {
    const double now = log_probability + static_cast<double>(p[static_cast<std::size_t>(token)]);
    tokens.push_back(token);
    if (token == 2 && (best.tokens.empty() || now > best.log_probability)) {
      best.tokens = tokens;
      best.log_probability = now;
    }
    if (token != 2 && tokens.size() < max_length) search(decoder, tokens, now, max_length, best);
    tokens.pop_back();
  }
}

TEST(BeamSearch, AWideBeamFindsTheMostProbableSequence) {
  int better = 0;
  const std::vector<int> source = {3, 6, 2};
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Untrained u(proof::kTranslator, seed);
    TranslationDecoder one(u.model, u.parameters, 1, 4);
    one.allocate();
    one.set_source(0, source);
    Translation best;
    std::vector<int> tokens;
    search(one, tokens, 0, 3, best);
    TranslationDecoder wide(u.model, u.parameters, 200, 4);
    wide.allocate();
    const Translation found = beam_search(wide, source, 200, 3);
    EXPECT_EQ(found.tokens, best.tokens);
    EXPECT_TRUE(found.ended);
    EXPECT_NEAR(found.log_probability, best.log_probability, 1e-5);
    better += best.tokens != beam_search(one, source, 1, 3).tokens;
  }
  EXPECT_GT(better, 0);
}

TEST(BeamSearch, PrefersTheSmallerTokenInTies) {
  Untrained u;
  std::fill(u.parameters.all_values().begin(), u.parameters.all_values().end(), 0.0F);
  TranslationDecoder decoder(u.model, u.parameters, 5, 4);
  decoder.allocate();
  const std::vector<int> source = {3, 2};
  EXPECT_EQ(beam_search(decoder, source, 1, 4).tokens, (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(beam_search(decoder, source, 2, 4).tokens, (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(beam_search(decoder, source, 3, 4).tokens, (std::vector<int>{2}));
  EXPECT_EQ(beam_search(decoder, source, 5, 4).tokens, (std::vector<int>{2}));
}

TEST(BeamSearch, StopsForExtremeAndNanLogits) {
  Untrained u;
  TranslationDecoder decoder(u.model, u.parameters, 5, 4);
  decoder.allocate();
  for (const float bias : {-1e30F, 1e30F, NAN}) {
    u.parameters.values(u.model.readout.bias)[2] = bias;  // end token: impossible, certain, NaN
    for (int width = 1; width <= 5; ++width) {
      const Translation decoded = beam_search(decoder, std::vector<int>{3, 4, 5, 3, 4, 5, 2}, width, 6);
      EXPECT_LE(decoded.tokens.size(), 6U);
      EXPECT_EQ(decoded.tokens.size(), decoded.weights.size() / 4);
    }
    EXPECT_LE(greedy(decoder, 6)[0].tokens.size(), 6U);
  }
}
}  // namespace
}  // namespace attento::decoding_test

// Decoding with an encoder-decoder: single steps, greedy decoding, beam search; and that every model learns.
#include "models/decoding.hpp"

#include <algorithm>
#include <cmath>

#include "core/allocation_count.hpp"
#include "core/generator.hpp"
#include "core/replay.hpp"
#include "core/translation_models.hpp"
#include "nn/adam.hpp"
#include "nn/gradients.hpp"
#include "ops/cross_entropy.hpp"

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
    Decoding decoding(unrolled.model, unrolled.parameters, 3, 5);
    decoding.allocate();
    for (int row = 0; row < 3; ++row) decoding.read(row, unrolled.source(row));
    decoding.begin();
    for (std::size_t t = 0; t < 4; ++t) {
      decoding.step(unrolled.plan.ids(unrolled.before).subspan(t * 3, 3));
      for (int row = 0; row < 3; ++row) {
        const auto b = static_cast<std::size_t>(row);
        const auto logits = unrolled.plan.value(unrolled.decoder_output.logits).subspan((t * 3 + b) * 6, 6);
        double total = 0;
        for (const float logit : logits) total += std::exp(static_cast<double>(logit));
        const auto got = decoding.log_probabilities(row);
        for (std::size_t v = 0; v < 6; ++v)
          EXPECT_NEAR(static_cast<double>(got[v]), static_cast<double>(logits[v]) - std::log(total), 2e-6);
        if (settings.score == "none") {
          EXPECT_TRUE(decoding.weights(row).empty());
          continue;
        }
        const auto map = unrolled.plan.value(unrolled.decoder_output.attention.weights);
        EXPECT_LT(proof::largest_difference(decoding.weights(row), map.subspan((b * 4 + t) * 5, 5)), 1e-6F);
      }
    }
  }
}

TEST(Decoding, AStepAllocatesNothing) {
  Untrained u;
  Decoding decoding(u.model, u.parameters, 3, 5);
  decoding.allocate();
  const std::vector<std::int32_t> tokens = {1, 3, 4};
  const std::vector<int> from = {2, 0, 0};
  decoding.begin();
  decoding.step(tokens);
  const auto before = proof::allocations();
  for (int i = 0; i < 5; ++i) decoding.step(tokens, from);
  EXPECT_EQ(proof::allocations(), before);
}

TEST(Decoding, ARowCanContinueFromAnotherRow) {
  for (const Cell cell : {Cell::kGru, Cell::kLstm}) {
    Settings settings = proof::kTranslator;
    settings.cell = cell;
    settings.score = "general";
    settings.input_feeding = true;
    Untrained u(settings);
    Decoding decoding(u.model, u.parameters, 2, 4);
    decoding.allocate();
    for (int row = 0; row < 2; ++row) decoding.read(row, std::vector<int>{3, 5, 2});
    decoding.begin();
    decoding.step(std::vector<std::int32_t>{1, 4});
    decoding.step(std::vector<std::int32_t>{3, 3}, std::vector<int>{1, 1});
    EXPECT_EQ(proof::largest_difference(decoding.log_probabilities(0), decoding.log_probabilities(1)), 0);
    decoding.step(std::vector<std::int32_t>{3, 4}, std::vector<int>{0, 0});
    EXPECT_GT(proof::largest_difference(decoding.log_probabilities(0), decoding.log_probabilities(1)), 0);
  }
}

TEST(Greedy, StopsAtTheEndTokenOrAtTheCap) {
  int ended = 0;
  int cut = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Untrained u(proof::kTranslator, seed);
    Decoding decoding(u.model, u.parameters, 2, 5);
    decoding.allocate();
    decoding.read(0, std::vector<int>{3, 4, 5, 2});
    decoding.read(1, std::vector<int>{6, 2});
    for (const Translation& decoded : greedy(decoding, 7)) {
      const auto mark = std::find(decoded.tokens.begin(), decoded.tokens.end(), 2);
      EXPECT_EQ(decoded.ended, mark != decoded.tokens.end());
      EXPECT_EQ(decoded.tokens.size(),
                decoded.ended ? static_cast<std::size_t>(mark - decoded.tokens.begin()) + 1 : 7U);
      EXPECT_EQ(decoded.weights.size(), decoded.tokens.size() * 5);
      EXPECT_LT(decoded.log_probability, 0);
      (decoded.ended ? ended : cut) += 1;
    }
  }
  EXPECT_GT(ended, 0);
  EXPECT_GT(cut, 0);
}

TEST(BeamSearch, WidthOneEqualsGreedy) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Untrained u(proof::kTranslator, seed);
    Decoding decoding(u.model, u.parameters, 3, 5);
    decoding.allocate();
    const std::vector<int> source = {3, 4, 5, 2};
    const Translation beam = beam_search(decoding, source, 1, 6);
    for (int row = 0; row < 3; ++row) decoding.read(row, source);
    const Translation decoded = greedy(decoding, 6)[0];
    EXPECT_EQ(beam.tokens, decoded.tokens);
    EXPECT_EQ(beam.ended, decoded.ended);
    EXPECT_EQ(beam.weights, decoded.weights);
    EXPECT_EQ(beam.log_probability, decoded.log_probability);
  }
}

/// Finds the most probable sequence by exhaustive search.
void search(Decoding& decoding, std::vector<int>& tokens, double log_probability, std::size_t cap,
            Translation& best) {
  decoding.begin();
  decoding.step(std::vector<std::int32_t>{1});
  for (const int token : tokens) decoding.step(std::vector<std::int32_t>{token});
  const std::vector<float> p(decoding.log_probabilities(0).begin(), decoding.log_probabilities(0).end());
  for (int token = 0; token < 6; ++token) {
    const double now = log_probability + static_cast<double>(p[static_cast<std::size_t>(token)]);
    tokens.push_back(token);
    if (token == 2 && (best.tokens.empty() || now > best.log_probability)) {
      best.tokens = tokens;
      best.log_probability = now;
    }
    if (token != 2 && tokens.size() < cap) search(decoding, tokens, now, cap, best);
    tokens.pop_back();
  }
}

TEST(BeamSearch, AWideBeamFindsTheMostProbableSequence) {
  int better = 0;
  const std::vector<int> source = {3, 6, 2};
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Untrained u(proof::kTranslator, seed);
    Decoding one(u.model, u.parameters, 1, 4);
    one.allocate();
    one.read(0, source);
    Translation best;
    std::vector<int> tokens;
    search(one, tokens, 0, 3, best);
    Decoding wide(u.model, u.parameters, 200, 4);
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
  Decoding decoding(u.model, u.parameters, 5, 4);
  decoding.allocate();
  const std::vector<int> source = {3, 2};
  EXPECT_EQ(beam_search(decoding, source, 1, 4).tokens, (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(beam_search(decoding, source, 2, 4).tokens, (std::vector<int>{0, 0, 0, 0}));
  EXPECT_EQ(beam_search(decoding, source, 3, 4).tokens, (std::vector<int>{2}));
  EXPECT_EQ(beam_search(decoding, source, 5, 4).tokens, (std::vector<int>{2}));
}

TEST(BeamSearch, StopsForExtremeAndNanLogits) {
  Untrained u;
  Decoding decoding(u.model, u.parameters, 5, 4);
  decoding.allocate();
  for (const float bias : {-1e30F, 1e30F, NAN}) {
    u.parameters.values(u.model.readout.bias)[2] = bias;  // end token: impossible, certain, NaN
    for (int width = 1; width <= 5; ++width) {
      const Translation decoded = beam_search(decoding, std::vector<int>{3, 4, 5, 3, 4, 5, 2}, width, 6);
      EXPECT_LE(decoded.tokens.size(), 6U);
      EXPECT_EQ(decoded.tokens.size(), decoded.weights.size() / 4);
    }
    EXPECT_LE(greedy(decoding, 6)[0].tokens.size(), 6U);
  }
}

/// Trains on reversing or copying two or three digits. `share`: the probability of teacher forcing; negative: always.
/// Returns the share of all sequences that the model gets right.
double train_and_measure(const Settings& settings, bool backwards, int steps, float share = -1) {
  constexpr int B = 12, L = 4;
  Parameters<float> parameters;
  const auto model = EncoderDecoder::declare(parameters, settings);
  parameters.allocate();
  model.initialize(parameters, 3);
  Tape<float> tape(parameters);
  const IdsNode x = tape.ids("x", {L, B}, 6);
  const IdsNode before = tape.ids("before", {L, B}, 6);
  const IdsNode y = tape.ids("y", {L, B}, 6);
  const Node mask = tape.input("mask", {B, L});
  const Node real = tape.input("real", {L, B});
  const Node share_node = tape.input("given", {1});
  const auto source = model.encode(tape, x, mask);
  const auto decoder_output = share < 0 ? model.decode(tape, source, source.start, before)
                                        : model.decode_scheduled(tape, source, before, share_node);
  const Node loss = cross_entropy(tape, decoder_output.logits, y, real).loss;
  Plan<float> plan = std::move(tape).freeze(loss);
  plan.value(share_node)[0] = share;
  std::vector<std::vector<int>> all;
  for (int n = 9; n < 36; ++n) {
    if (n < 18) all.push_back({n / 3 % 3 + 3, n % 3 + 3});
    all.push_back({n % 3 + 3, n / 3 % 3 + 3, n / 9 % 3 + 3});
  }
  const auto answer = [&](std::vector<int> digits) {
    if (backwards) std::reverse(digits.begin(), digits.end());
    digits.push_back(2);
    return digits;
  };
  Adam<float> adam(parameters);
  for (int step = 0; step < steps; ++step) {
    Generator random(1, "batch", static_cast<std::uint32_t>(step));
    for (std::size_t b = 0; b < B; ++b) {
      const auto& digits = all[random.integer(static_cast<std::uint32_t>(all.size()))];
      const auto target = answer(digits);
      for (std::size_t t = 0; t < L; ++t) {
        const bool inside = t < target.size();
        plan.ids(x)[t * B + b] = t < digits.size() ? digits[t] : inside ? 2 : 0;
        plan.ids(y)[t * B + b] = inside ? target[t] : 0;
        plan.ids(before)[t * B + b] = t == 0 ? 1 : t <= digits.size() ? target[t - 1] : 0;
        plan.value(mask)[b * L + t] = plan.value(real)[t * B + b] = inside ? 1.0F : 0.0F;
      }
    }
    plan.memory().step = static_cast<std::uint32_t>(step);
    plan.forward();
    plan.backward();
    clip_gradients(parameters, 1);
    adam.step(parameters, 0.02);
  }
  Decoding decoding(model, parameters, static_cast<int>(all.size()), L);
  decoding.allocate();
  for (std::size_t row = 0; row < all.size(); ++row) {
    auto digits = all[row];
    digits.push_back(2);
    decoding.read(static_cast<int>(row), digits);
  }
  const auto decoded = greedy(decoding, L + 4);
  int right = 0;
  for (std::size_t row = 0; row < all.size(); ++row) right += decoded[row].tokens == answer(all[row]);
  return right / static_cast<double>(all.size());
}

TEST(EncoderDecoder, Proof_EveryModelLearns) {
  const Settings small{.source_words = 6, .target_words = 6, .embedding = 6, .hidden = 10};
  for (const Settings& settings : proof::all_models(small)) {
    // A window that moves from left to right cannot reverse. Without attention the state must hold the sequence.
    const bool backwards = settings.locality != "local-m";
    EXPECT_GE(train_and_measure(settings, backwards, 250), settings.score == "none" ? 0.4 : 0.85)
        << proof::format_name(settings);
  }
  EXPECT_LT(train_and_measure(small, true, 0), 0.1);
  Settings dropping = small;
  dropping.dropout = 0.1;
  EXPECT_GE(train_and_measure(dropping, true, 250), 0.85);
  EXPECT_GE(train_and_measure(small, true, 250, 0.5F), 0.85) << "with scheduled teacher forcing";
}

}  // namespace
}  // namespace attento::decoding_test

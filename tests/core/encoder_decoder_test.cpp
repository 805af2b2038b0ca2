// Encoder and decoder with attention: all derivatives, padding, faults, hard attention, and comparison with PyTorch.
#include "models/encoder_decoder.hpp"

#include <algorithm>
#include <array>

#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "core/reinforce_check.hpp"
#include "core/replay.hpp"
#include "core/translation_models.hpp"
#include "ops/arithmetic.hpp"
#include "ops/cross_entropy.hpp"
#include "ops/scheduled_tokens.hpp"

namespace attento::encoder_decoder_test {
namespace {

using proof::check_gradients;
using proof::copy_values;
using proof::Golden;
using Settings = EncoderDecoder::Settings;

/// A loss over sources and targets of different lengths, in which every word occurs.
template <class R>
Node small_loss(R& r, const Settings& settings, float teacher_forcing = -1) {
  r.parameter_scale = 1;
  const auto model = EncoderDecoder::declare(r.parameters, settings);
  const Node mask = r.input({2, 3}, {1, 1, 1, 1, 1, 0});
  const auto source = model.encode(r.tape, r.ids({3, 2}, 4, {1, 2, 3, 2, 2, 0}), mask);
  const IdsNode before = r.ids({2, 2}, 4, {1, 1, 3, 0});
  const auto decoder_output =
      teacher_forcing < 0 ? model.decode(r.tape, source, source.start, before)
                          : model.decode_scheduled(r.tape, source, before, r.input({1}, {teacher_forcing}));
  return cross_entropy(r.tape, decoder_output.logits, r.ids({2, 2}, 4, {3, 2, 2, 1}),
                       r.input({2, 2}, {1, 1, 1, 0.5F}))
      .loss;
}

TEST(EncoderDecoder, EveryDerivative) {
  Settings tiny{.source_words = 4, .target_words = 4, .embedding = 2, .hidden = 2, .window = 1.25};
  for (const Settings& settings : proof::all_models(tiny)) {
    check_gradients(proof::format_name(settings), [&](auto& r) { return small_loss(r, settings); });
  }
  tiny.hidden = 3;  // one direction of the encoder is wider than the other
  tiny.score = "dot";
  check_gradients("odd width", [&](auto& r) { return small_loss(r, tiny); });
}

TEST(EncoderDecoder, EveryDerivativeUnderScheduledTeacherForcing) {
  Settings settings{.source_words = 4, .target_words = 4, .embedding = 2, .hidden = 2, .window = 1.25};
  for (const char* score : {"none", "general", "additive"}) {
    settings.score = score;
    settings.input_feeding = score == std::string("general");
    settings.locality = settings.input_feeding ? "local-p" : "global";
    check_gradients(proof::format_name(settings), [&](auto& r) { return small_loss(r, settings, 0.5F); });
  }
}

TEST(EncoderDecoder, FaultsChangeTheMap) {
  const auto map = [](const char* fault, const char* score) {
    Settings settings = proof::kTranslator;
    settings.score = score;
    settings.fault = fault;
    proof::Translator unrolled(settings);
    unrolled.fill();
    unrolled.plan.forward();
    return copy_values(unrolled.plan.value(unrolled.decoder_output.attention.weights));
  };
  for (const char* score : {"dot", "general", "concat", "additive"}) {
    const auto blind = map("no-source", score);
    for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(blind[i], 0.2F, 1e-6);
    for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(blind[20 + i], i % 5 < 3 ? 1 / 3.0F : 0.0F, 1e-6);
    EXPECT_GT(map("no-mask", score)[20 + 4], 0.01F);
    EXPECT_GT(std::abs(map("none", score)[0] - map("none", score)[5]), 1e-4F);
  }
  for (const char* score : {"concat", "additive"}) {
    const auto stuck = map("no-tanh", score);
    for (std::size_t i = 5; i < 20; ++i) EXPECT_NEAR(stuck[i], stuck[i % 5], 1e-6);
    EXPECT_GT(std::abs(stuck[0] - stuck[1]), 1e-4F);
  }
}

TEST(EncoderDecoder, FullTeacherForcingEqualsUnscheduledDecoding) {
  std::vector<Settings> models = proof::all_models();
  for (const char* score : {"dot", "general", "concat", "additive"}) {
    models.push_back(proof::kTranslator);
    models.back().score = score;
    models.back().attention_kind = "hard";
  }
  for (const Settings& settings : models) {
    SCOPED_TRACE(proof::format_name(settings));
    proof::Translator at_once(settings);
    proof::Translator in_steps(settings, true);
    for (proof::Translator* model : {&at_once, &in_steps}) {
      model->fill();
      // Draws depend on the number of operations; outside training hard attention takes the largest weight.
      model->plan.memory().training = settings.attention_kind == AttentionKind("soft");
      model->plan.forward();
    }
    EXPECT_LT(proof::largest_difference(at_once.plan.value(at_once.decoder_output.logits),
                                        in_steps.plan.value(in_steps.decoder_output.logits)),
              1e-6);
    const auto& a = at_once.decoder_output.attention;
    const auto& b = in_steps.decoder_output.attention;
    for (const auto& [x, y] :
         {std::pair{a.scores, b.scores},
          {a.weights, b.weights},
          {a.context, b.context},
          {at_once.decoder_output.position, in_steps.decoder_output.position},
          {at_once.decoder_output.states, in_steps.decoder_output.states},
          {at_once.decoder_output.sample.choice, in_steps.decoder_output.sample.choice}}) {
      ASSERT_EQ(x.valid(), y.valid());
      if (!x.valid()) continue;
      EXPECT_EQ(at_once.plan.shape(x), in_steps.plan.shape(y));
      EXPECT_LT(proof::largest_difference(at_once.plan.value(x), in_steps.plan.value(y)), 1e-6);
    }
  }
}

/// A tiny encoder-decoder with hard attention and the target of a source of three tokens and one of padding.
template <int kScore, bool kFeeds>
struct HardTranslatorFixture : proof::ReinforceCase {
  explicit HardTranslatorFixture(const HardAttentionOptions& hard_training) {
    constexpr int S = 4, T = 2;
    const int R = hard_training.samples;
    const auto model = EncoderDecoder::declare(parameters, {.source_words = 4,
                                                            .target_words = 4,
                                                            .embedding = 2,
                                                            .hidden = 2,
                                                            .score = kScores<double>[kScore].name,
                                                            .attention_kind = "hard",
                                                            .input_feeding = kFeeds});
    randomize(model.baseline);
    Tape<double> tape(parameters);
    const IdsNode tokens = tape.ids("source", {S, 1}, 4);
    const Node mask = tape.input("mask", {1, S});
    const IdsNode before = tape.ids("before", {T, R}, 4);
    const IdsNode target = tape.ids("target", {T, R}, 4);
    const Node counted = tape.input("counted", {R, T});
    const auto source = model.encode(tape, tokens, mask, R);
    const auto decoder_output = model.decode(tape, source, source.start, before);
    const CrossEntropy loss = cross_entropy(tape, decoder_output.logits, target);
    weights = decoder_output.attention.weights;
    sample = decoder_output.sample;
    words = loss.loss;
    const Node taught =
        hard_attention_loss(tape, weights, sample, loss.surprisals, model.baseline, counted, hard_training);
    const Node total = add(tape, loss.loss, taught);
    freeze(std::move(tape), total);
    proof::fill(*plan, mask, {1, 1, 1, 0});
    std::fill(plan->value(counted).begin(), plan->value(counted).end(), 1);
    std::ranges::copy(std::array{3, 1, 2, 0}, plan->ids(tokens).begin());
    for (std::size_t r = 0; r < static_cast<std::size_t>(R); ++r) {
      const auto after = static_cast<std::size_t>(R) + r;
      plan->ids(before)[r] = 1;
      plan->ids(before)[after] = plan->ids(target)[r] = 3;
      plan->ids(target)[after] = 2;
    }
  }
};

constexpr int kDraws = 4000;

template <class G>
void expect_unbiased(const HardAttentionOptions& hard_training, const std::vector<double>& exact) {
  const proof::Estimate fair = proof::estimate<G>(hard_training, exact, kDraws);
  EXPECT_LT(fair.worst, 5);
  EXPECT_LT(fair.relative_error, 0.05);
}

/// Bahdanau's order: a sampled position affects the word of its step and all later words.
using First = HardTranslatorFixture<4, false>;

TEST(HardTranslator, EstimatesTheGradientOfTheExpectedReward) {
  const auto exact = proof::exact_gradient<First>();
  expect_unbiased<First>({.samples = 3}, exact);
  EXPECT_GT(proof::estimate<First>({.samples = 3, .reward_kind = "own-word"}, exact, kDraws).worst, 5);
}

TEST(HardTranslator, Full_EstimatesItForTheOtherOrder) {
  // Luong's order: a sampled position affects only the word of its step, except with input feeding.
  using Then = HardTranslatorFixture<3, false>;
  expect_unbiased<Then>({.samples = 3, .reward_kind = "own-word"}, proof::exact_gradient<Then>());
  using Fed = HardTranslatorFixture<2, true>;
  expect_unbiased<Fed>({.samples = 1, .reward_kind = "whole", .leave_one_out = false},
                       proof::exact_gradient<Fed>());
}

TEST(ScheduledTokens, AreTrueOrPredictedTokens) {
  proof::TapeWithoutParameters tape;
  const int B = 400;
  const IdsNode input = tape.ids("given", {2, B}, 3);
  const Node logits = tape.input("logits", {1, B, 3});
  const Node teacher_forcing = tape.input("share", {1});
  const IdsNode first = scheduled_tokens(tape, input, 1, Node{}, teacher_forcing);
  const IdsNode chosen = scheduled_tokens(tape, input, 1, logits, teacher_forcing);
  Plan<float> plan = std::move(tape).freeze();
  plan.memory().training = true;
  for (std::size_t b = 0; b < B; ++b) {
    plan.ids(input)[b] = 2;
    plan.ids(input)[B + b] = 1;
    plan.value(logits)[b * 3] = 1;  // the predicted token is 0
  }
  const auto count_predicted = [&](float probability) {
    plan.value(teacher_forcing)[0] = probability;
    plan.forward();
    int count = 0;
    for (const std::int32_t id : plan.ids(chosen)) {
      EXPECT_TRUE(id == 0 || id == 1);
      count += id == 0;
    }
    return count;
  };
  EXPECT_EQ(count_predicted(1), 0);
  EXPECT_EQ(count_predicted(0), B);
  for (const std::int32_t id : plan.ids(first)) EXPECT_EQ(id, 1);
  EXPECT_NEAR(count_predicted(0.75F), B / 4, 35);
  const auto once = copy_values(plan.ids(chosen));
  plan.forward();
  EXPECT_EQ(once, copy_values(plan.ids(chosen)));
  plan.memory().step = 1;
  plan.forward();
  EXPECT_NE(once, copy_values(plan.ids(chosen)));
  plan.memory().training = false;
  EXPECT_EQ(count_predicted(0), 0);
  proof::TapeWithoutParameters other;
  proof::expect_bad_input("given", [&] {
    scheduled_tokens(other, other.ids("x", {2, 3}, 4), 2, Node{}, other.input("s", {1}));
  });
}

TEST(EncoderDecoder, ComputesWhatPyTorchComputes) {
  const Golden golden("translation");
  struct Case {
    const char* name;
    Cell cell;
    const char* score;
    bool bidirectional = true;
    const char* locality = "global";
    bool feeding = false;
  };
  for (const Case& c : {Case{"gru_additive", Cell::kGru, "additive"},
                        {"lstm_general", Cell::kLstm, "general", false},
                        {"rnn_dot", Cell::kRnn, "dot", false},
                        {"gru_dot_both", Cell::kGru, "dot"},
                        {"gru_concat_feeding", Cell::kGru, "concat", true, "global", true},
                        {"lstm_concat_both", Cell::kLstm, "concat"},
                        {"gru_general_local_m", Cell::kGru, "general", true, "local-m"},
                        {"gru_dot_local_p", Cell::kGru, "dot", false, "local-p"},
                        {"rnn_additive_local_p", Cell::kRnn, "additive", true, "local-p"},
                        {"lstm_none", Cell::kLstm, "none"}}) {
    const std::string name = c.name;
    SCOPED_TRACE(name);
    Parameters<float> parameters;
    const auto model = EncoderDecoder::declare(parameters, {.source_words = 9,
                                                            .target_words = 7,
                                                            .embedding = 4,
                                                            .hidden = 6,
                                                            .cell = c.cell,
                                                            .bidirectional = c.bidirectional,
                                                            .score = c.score,
                                                            .locality = c.locality,
                                                            .window = 2,
                                                            .input_feeding = c.feeding});
    golden.fill_parameters(parameters, [&](const std::string& parameter) { return name + "." + parameter; });
    Tape<float> tape(parameters);
    proof::GoldenRecorder<float> inputs(golden, tape);
    const Node mask = inputs.input("mask");
    const auto source = model.encode(tape, inputs.ids("x", 9), mask);
    const auto decoder_output = model.decode(tape, source, source.start, inputs.ids("y", 7));
    Plan<float> plan = std::move(tape).freeze();
    inputs.fill(plan);
    plan.forward();
    golden.expect(name + ".logits", plan, decoder_output.logits);
    const auto same = [&](const std::string& what, Node node) {
      EXPECT_EQ(golden.has(name + what), node.valid());
      if (node.valid()) golden.expect(name + what, plan, node);
    };
    same(".position", decoder_output.position);
    same(".weights", decoder_output.attention.weights);
    if (!decoder_output.attention.weights.valid()) continue;
    const auto scores = plan.value(decoder_output.attention.scores);  // those of padding are arbitrary
    const Shape shape = plan.shape(decoder_output.attention.scores);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const std::size_t S = static_cast<std::size_t>(shape[2]);
      const std::size_t row = i / S / static_cast<std::size_t>(shape[1]);
      if (plan.value(mask)[row * S + i % S] == 0) scores[i] = 0;
    }
    golden.expect(name + ".scores", shape, scores);
  }
}

}  // namespace
}  // namespace attento::encoder_decoder_test

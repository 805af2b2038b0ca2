// The captioner: comparison with PyTorch (tests/golden/make_caption.py), rewards of words, and decoding.
#include "models/captioner.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/allocation_count.hpp"
#include "core/golden.hpp"
#include "core/replay.hpp"
#include "models/caption_decoder.hpp"

namespace attento::captioner_test {
namespace {

using proof::Golden;
using Settings = Captioner::Settings;

template <class S>
void expect_golden(const std::string& name, Settings settings, double relative) {
  SCOPED_TRACE(name);
  const Golden golden("caption");
  settings.doubly_stochastic = 0.25;
  Parameters<S> parameters;
  const auto model = Captioner::declare(parameters, settings);
  golden.fill_parameters(parameters, [&](const std::string& parameter) {
    return parameter.find("baseline") == std::string::npos ? name + "." + parameter : "";
  });
  Tape<S> tape(parameters);
  proof::GoldenRecorder<S> inputs(golden, tape);
  const auto encoded_image = model.encode(tape, inputs.input("picture"));
  const auto output =
      model.decode(tape, encoded_image, encoded_image.start, inputs.ids("before", settings.words));
  const Captioner::TargetCaptions captions{inputs.ids("target", settings.words), inputs.input("weight"),
                                           inputs.input("mask")};
  const auto loss = model.loss(tape, output, captions);
  Plan<S> plan = std::move(tape).freeze(loss.total);
  inputs.fill(plan);
  plan.memory().training = false;
  plan.forward();
  const auto same = [&](const char* key, Node node) {
    golden.expect(name + "." + key, plan, node, relative);
  };
  same("logits", output.logits);
  same("loss", model.is_hard() ? loss.words.loss : loss.total);
  if (model.has_attention()) same("scores", output.attention.scores);
  if (model.has_attention()) same("weights", output.attention.weights);
  if (settings.gate) same("gate", output.gate);
  if (!model.is_hard()) {  // the draw has no derivative
    plan.backward();
    golden.expect_gradients(
        parameters, [&](const std::string& parameter) { return name + ".d." + parameter; }, relative);
  }
}

TEST(Captioner, ComputesWhatPyTorchComputes) {
  const Settings base{.words = 7, .side = 6, .patch = 2, .features = 4, .embedding = 3, .hidden = 5};
  const auto with = [&](Cell cell, AttentionKind attention_kind, bool start_from_mean, bool gate) {
    Settings settings = base;
    settings.cell = cell;
    settings.attention_kind = attention_kind;
    settings.start_from_mean = start_from_mean;
    settings.gate = gate;
    return settings;
  };
  const std::vector<std::pair<std::string, Settings>> cases = {
      {"gru_soft", with(Cell::kGru, AttentionKind("soft"), true, false)},
      {"lstm_soft_gated", with(Cell::kLstm, AttentionKind("soft"), false, true)},
      {"gru_soft_gated", with(Cell::kGru, AttentionKind("soft"), true, true)},
      {"lstm_none", with(Cell::kLstm, AttentionKind("none"), true, false)},
      {"gru_hard", with(Cell::kGru, AttentionKind("hard"), false, false)}};
  for (const auto& [name, settings] : cases) {
    expect_golden<float>(name, settings, 2e-5);
    expect_golden<double>(name, settings, 2e-7);
  }
}

TEST(WordRewards, ByHand) {
  // Two words, four rows: two samples of each of two images.
  const std::vector<float> surprisals = {1, 2, 3, 4, 10, 20, 30, 0};
  const auto rewards = [&](Reward kind, int samples) {
    return proof::replay(surprisals, [&](auto& tape, Node x) {
      return tape.reshape(word_rewards(tape, tape.reshape(x, {2, 4}), kind, samples), {8});
    });
  };
  EXPECT_EQ(rewards("own-word", 1), (std::vector<float>{-1, -10, -2, -20, -3, -30, -4, 0}));
  EXPECT_EQ(rewards("to-go", 1), (std::vector<float>{-11, -10, -22, -20, -33, -30, -4, 0}));
  EXPECT_EQ(rewards("whole", 1), (std::vector<float>{-11, -11, -22, -22, -33, -33, -4, -4}));
  EXPECT_EQ(rewards("to-go", 2), (std::vector<float>{11, 10, -11, -10, -29, -30, 29, 30}));
  EXPECT_FLOAT_EQ(rewards("own-word", 4)[1], -10 - (-20 - 30 + 0) / 3.0F);
  proof::expect_bad_input("surprisals", [&] { rewards("to-go", 3); });
}

TEST(CaptionDecoder, SingleStepsEqualTheUnrolledPlan) {
  for (const AttentionKind attention_kind :
       {AttentionKind("none"), AttentionKind("soft"), AttentionKind("hard")}) {
    for (const bool start_from_mean : {false, true}) {
      Settings settings{.words = 6, .side = 6, .patch = 2, .features = 4, .embedding = 3, .hidden = 5};
      settings.cell = start_from_mean ? Cell::kLstm : Cell::kGru;
      settings.attention_kind = attention_kind;
      settings.start_from_mean = start_from_mean;
      settings.gate = start_from_mean;
      Parameters<float> parameters;
      const auto model = Captioner::declare(parameters, settings);
      parameters.allocate();
      model.initialize(parameters, 3);
      Tape<float> tape(parameters);
      const Node picture = tape.input("picture", {2, 6, 6, 3});
      const IdsNode before = tape.ids("before", {3, 2}, 6);
      const auto encoded_image = model.encode(tape, picture);
      const auto decoder_output = model.decode(tape, encoded_image, encoded_image.start, before);
      Plan<float> plan = std::move(tape).freeze();
      Generator random(1, "pictures");
      for (float& pixel : plan.value(picture)) pixel = random.uniform();
      const std::array<std::int32_t, 6> tokens = {1, 1, 4, 3, 2, 5};
      std::copy(tokens.begin(), tokens.end(), plan.ids(before).begin());
      plan.forward();

      CaptionDecoder decoder(model, parameters, 2);
      decoder.allocate();
      for (int row = 0; row < 2; ++row) {
        const auto to = decoder.picture(row);
        std::copy_n(plan.value(picture).begin() + row * 108, 108, to.begin());
      }
      decoder.begin();
      for (std::size_t t = 0; t < 3; ++t) {
        const long allocated = proof::allocations();
        decoder.step(std::span(tokens).subspan(t * 2, 2));
        EXPECT_EQ(proof::allocations(), allocated);
        for (int row = 0; row < 2; ++row) {
          const auto b = static_cast<std::size_t>(row);
          const auto logits = plan.value(decoder_output.logits).subspan((t * 2 + b) * 6, 6);
          double total = 0;
          for (const float logit : logits) total += std::exp(static_cast<double>(logit));
          for (std::size_t v = 0; v < 6; ++v) {
            EXPECT_NEAR(static_cast<double>(decoder.log_probabilities(row)[v]),
                        static_cast<double>(logits[v]) - std::log(total), 2e-6);
          }
          if (attention_kind == AttentionKind("none")) {
            EXPECT_TRUE(decoder.weights(row).empty());
            continue;
          }
          const auto weights = plan.value(decoder_output.attention.weights).subspan((b * 3 + t) * 9, 9);
          for (std::size_t l = 0; l < 9; ++l) EXPECT_NEAR(decoder.weights(row)[l], weights[l], 1e-6);
        }
      }
    }
  }
}

}  // namespace
}  // namespace attento::captioner_test

// The captioner against PyTorch (tests/golden/make_caption.py).
#include <algorithm>
#include <type_traits>

#include "core/golden.hpp"
#include "models/captioner.hpp"

namespace attento::captioner_golden_test {
namespace {

using proof::Golden;
using Settings = Captioner::Settings;

/// A captioner with the golden weights.
template <class S>
struct GoldenCaptioner {
  Golden golden{"caption"};
  Parameters<S> parameters;
  Captioner model;
  Captioner::DecoderOutput decoder_output;
  Captioner::Loss loss;
  Plan<S> plan;

  GoldenCaptioner(const std::string& name, Settings settings)
      : model(Captioner::declare(parameters, add_penalty(settings))), plan(record(name)) {}

 private:
  static Settings add_penalty(Settings settings) {
    settings.doubly_stochastic = 0.25;
    return settings;
  }

  Plan<S> record(const std::string& name) {
    parameters.allocate();
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      if (id == model.baseline.id) continue;
      const std::string key = name + "." + parameters.entry({id}).name;
      EXPECT_EQ(golden.shape(key).text(), parameters.shape({id}).text()) << key;
      const auto from = golden.values(key);
      std::copy(from.begin(), from.end(), parameters.values({id}).begin());
    }
    Tape<S> tape(parameters);
    const Node picture = tape.input("picture", golden.shape("picture"));
    const IdsNode before = tape.ids("before", golden.shape("before"), model.settings.words);
    const Captioner::TargetCaptions captions{tape.ids("target", golden.shape("target"), model.settings.words),
                                             tape.input("weight", golden.shape("weight")),
                                             tape.input("mask", golden.shape("mask"))};
    const auto encoded_image = model.encode(tape, picture);
    decoder_output = model.decode(tape, encoded_image, encoded_image.start, before);
    loss = model.loss(tape, decoder_output, captions);
    Plan<S> result = std::move(tape).freeze(loss.total);
    const auto fill = [&](const std::string& key, auto to) {
      using T = typename decltype(to)::element_type;
      const auto from = golden.values<std::conditional_t<std::is_same_v<T, std::int32_t>, T, float>>(key);
      std::copy(from.begin(), from.end(), to.begin());
    };
    fill("picture", result.value(picture));
    fill("before", result.ids(before));
    fill("target", result.ids(captions.targets));
    fill("weight", result.value(captions.weight));
    fill("mask", result.value(captions.mask));
    return result;
  }
};

template <class S>
void expect_golden(const std::string& name, const Settings& settings, double relative) {
  SCOPED_TRACE(name);
  GoldenCaptioner<S> g(name, settings);
  g.plan.memory().training = false;
  g.plan.forward();
  const auto same = [&](const char* key, Node node) {
    g.golden.expect(name + "." + key, g.plan.shape(node), g.plan.value(node), relative);
  };
  same("logits", g.decoder_output.logits);
  same("loss", g.model.is_hard() ? g.loss.words.loss : g.loss.total);
  if (g.model.has_attention()) same("scores", g.decoder_output.attention.scores);
  if (g.model.has_attention()) same("weights", g.decoder_output.attention.weights);
  if (settings.gate) same("gate", g.decoder_output.gate);
  if (g.model.is_hard()) return;  // without gradients, because the draw has no derivative
  g.plan.backward();
  for (int id = 0; id < static_cast<int>(g.parameters.entries().size()); ++id) {
    const auto& entry = g.parameters.entry({id});
    g.golden.expect(name + ".d." + entry.name, entry.shape, g.parameters.gradients({id}), relative);
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

}  // namespace
}  // namespace attento::captioner_golden_test

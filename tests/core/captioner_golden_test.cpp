// The captioner against PyTorch (tests/golden/make_caption.py).

#include "core/golden.hpp"
#include "models/captioner.hpp"

namespace attento::captioner_golden_test {
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

}  // namespace
}  // namespace attento::captioner_golden_test

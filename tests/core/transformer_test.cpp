// Transformers: all derivatives, comparison with PyTorch's layers, masks, positions, and heads that are switched off.
#include "models/transformer.hpp"

#include "core/golden.hpp"
#include "core/gradient_check.hpp"

namespace attento::transformer_test {
namespace {

using proof::check_gradients;
using proof::Golden;
using Kind = Transformer::Kind;
using Positions = Transformer::Positions;
using Settings = Transformer::Settings;

constexpr Settings kTiny = {.source_words = 4,
                            .target_words = 4,
                            .max_source_length = 3,
                            .max_target_length = 3,
                            .width = 4,
                            .heads = 2,
                            .hidden = 3,
                            .activation = Activation::kGelu};

std::string format_name(const Settings& s) {
  const char* kinds[] = {"encoder", "decoder", "encoder-decoder"};
  const char* positions[] = {"sinusoidal", "learned", "none"};
  return std::string(kinds[static_cast<int>(s.kind)]) + ", " + positions[static_cast<int>(s.positions)] +
         (s.norm == NormPosition::kBefore ? ", norm before" : ", norm after");
}

std::vector<Settings> all_models(Settings base = kTiny) {
  std::vector<Settings> all;
  for (const Kind kind : {Kind::kEncoder, Kind::kDecoder, Kind::kEncoderDecoder}) {
    for (const NormPosition norm : {NormPosition::kBefore, NormPosition::kAfter}) {
      for (const Positions positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kNone}) {
        base.kind = kind;
        base.norm = norm;
        base.positions = positions;
        all.push_back(base);
      }
    }
  }
  return all;
}

/// The outputs of a model for source and target tokens, depending on its kind.
struct Result {
  Transformer::StackOutput source, target;
  Node states, logits;
};

template <class S>
Result run(Tape<S>& tape, const Transformer& model, IdsNode x, IdsNode y, Node x_mask, Node y_mask,
           Node gates = {}) {
  Result out;
  if (model.has_encoder()) out.source = model.encode(tape, x, x_mask, gates);
  if (model.has_decoder()) out.target = model.decode(tape, y, y_mask, out.source.states, x_mask, gates);
  out.states = model.has_decoder() ? out.target.states : out.source.states;
  out.logits = model.logits(tape, out.states);
  return out;
}

/// Two rows of different lengths in which every word and position occurs.
template <class R>
Node small_case(R& r, const Settings& settings, bool masked, std::vector<float> gate_values = {}) {
  r.parameter_scale = 0.6F;
  const auto model = Transformer::declare(r.parameters, settings);
  const Node x_mask = masked ? r.input({2, 3}, {1, 1, 1, 1, 1, 0}) : Node{};
  const Node y_mask = masked ? r.input({2, 3}, {1, 1, 0, 1, 1, 1}) : Node{};
  const Node gates = gate_values.empty()
                         ? Node{}
                         : r.input({model.attention_count(), settings.width}, std::move(gate_values));
  return run(r.tape, model, r.ids({2, 3}, 4, {3, 1, 2, 2, 0, 1}), r.ids({2, 3}, 4, {1, 2, 0, 1, 3, 2}),
             x_mask, y_mask, gates)
      .logits;
}

TEST(Transformer, EveryDerivative) {
  for (const Settings& settings : all_models()) {
    for (const bool masked : {false, true}) {
      check_gradients(format_name(settings) + (masked ? ", masked" : ""),
                      [&](auto& r) { return small_case(r, settings, masked); });
    }
  }
  Settings back = kTiny;
  back.kind = Kind::kEncoder;
  back.causal_encoder = true;
  check_gradients("causal encoder", [&](auto& r) { return small_case(r, back, true); });
}

TEST(Transformer, EveryDerivativeOfTheOtherSettings) {
  const auto check = [](const char* name, auto change, std::vector<float> gate_values = {}) {
    Settings settings = kTiny;
    settings.kind = Kind::kEncoderDecoder;
    change(settings);
    check_gradients(name, [&](auto& r) { return small_case(r, settings, true, gate_values); });
  };
  check("tied", [](Settings& s) { s.tied_embeddings = true; });
  check("two layers", [](Settings& s) { s.layers = 2, s.scale = 0.25; });
  check("dropout", [](Settings& s) { s.heads = 4, s.dropout = 0.3, s.activation = Activation::kRelu; });
  check(
      "gated", [](Settings& s) { s.heads = 1; }, std::vector<float>(12, 0.7F));
}

TEST(Transformer, ComputesWhatPyTorchComputes) {
  const Golden golden("transformer");
  struct Case {
    const char* name;
    Kind kind;
    NormPosition norm;
    Activation activation;
    Positions positions;
  };
  using enum Transformer::Kind;
  using enum NormPosition;
  using enum Transformer::Positions;
  for (const Case& c : {Case{"encoder_after", kEncoder, kAfter, Activation::kRelu, kSinusoidal},
                        {"encoder_before", kEncoder, kBefore, Activation::kGelu, Positions::kNone},
                        {"decoder_before", kDecoder, kBefore, Activation::kRelu, kLearned},
                        {"decoder_after", kDecoder, kAfter, Activation::kGelu, kSinusoidal},
                        {"both_before", kEncoderDecoder, kBefore, Activation::kRelu, kSinusoidal},
                        {"both_after", kEncoderDecoder, kAfter, Activation::kGelu, kLearned}}) {
    const std::string name = c.name;
    SCOPED_TRACE(name);
    Parameters<float> parameters;
    const auto model = Transformer::declare(parameters, {.kind = c.kind,
                                                         .source_words = 9,
                                                         .target_words = 7,
                                                         .max_source_length = 5,
                                                         .max_target_length = 4,
                                                         .width = 12,
                                                         .heads = 3,
                                                         .layers = 2,
                                                         .hidden = 10,
                                                         .positions = c.positions,
                                                         .norm = c.norm,
                                                         .activation = c.activation});
    golden.fill_parameters(parameters, [&](const std::string& parameter) { return name + "." + parameter; });
    Tape<float> tape(parameters);
    proof::GoldenRecorder<float> inputs(golden, tape);
    const Result out = run(tape, model, inputs.ids("x", 9), inputs.ids("y", 7), inputs.input("x.mask"),
                           inputs.input("y.mask"));
    Plan<float> plan = std::move(tape).freeze();
    inputs.fill(plan);
    plan.forward();
    golden.expect(name + ".states", plan, out.states);
    golden.expect(name + ".logits", plan, out.logits);
    for (std::size_t i = 0; i < 2; ++i) {
      const auto same = [&](const char* map, Node weights) {
        golden.expect(name + ".weights." + map + "." + std::to_string(i), plan, weights);
      };
      if (model.has_encoder()) same("encoder", out.source.layers[i].self.weights);
      if (model.has_decoder()) same("decoder", out.target.layers[i].self.weights);
      if (model.has_cross_attention()) same("cross", out.target.layers[i].cross.weights);
    }
  }
}

TEST(Transformer, AGateOfZeroEqualsZeroOutputWeightsOfTheHead) {
  for (const Kind kind : {Kind::kEncoder, Kind::kDecoder, Kind::kEncoderDecoder}) {
    Settings settings = kTiny;
    settings.kind = kind;
    settings.layers = 2;
    Parameters<float> declared;
    const auto model = Transformer::declare(declared, settings);
    std::vector<Linear> outputs;  // in the order of the gates
    for (const auto& layer : model.encoder.layers) outputs.push_back(layer.self.out);
    for (const auto& layer : model.decoder.layers) outputs.push_back(layer.self.out);
    if (model.has_cross_attention()) {
      for (const auto& layer : model.decoder.layers) outputs.push_back(layer.cross.out);
    }
    ASSERT_EQ(static_cast<int>(outputs.size()), model.attention_count());
    const auto record = [&](const std::vector<float>& gates) {
      return proof::Case<float>([&](auto& r) { return small_case(r, settings, true, gates); });
    };
    const std::vector<float> open(outputs.size() * 4, 1);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      std::vector<float> gates = open;
      gates[4 * i + 2] = gates[4 * i + 3] = 0;  // the second of two heads
      proof::Case<float> off = record(gates), cut = record(open);
      off.loss();
      const float whole = cut.loss();
      const auto weights = cut.parameters.values(outputs[i].weight);
      std::fill(weights.begin() + 8, weights.end(), 0.0F);
      EXPECT_NE(cut.loss(), whole) << i;
      const auto expected = cut.plan.value(cut.output);
      for (std::size_t j = 0; j < expected.size(); ++j)
        EXPECT_NEAR(off.plan.value(off.output)[j], expected[j], 1e-5F) << i;
    }
  }
}

}  // namespace
}  // namespace attento::transformer_test

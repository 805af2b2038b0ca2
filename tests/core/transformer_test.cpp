// Transformers: all derivatives, comparison with PyTorch's layers, masks, positions, and heads that are switched off.
#include "models/transformer.hpp"

#include "core/golden.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"

namespace attento::transformer_test {
namespace {

using proof::check_gradients;
using proof::copy_values;
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
Node small_case(R& r, const Settings& settings, bool masked, bool gated = false) {
  r.parameter_scale = 0.6F;
  const auto model = Transformer::declare(r.parameters, settings);
  const Node x_mask = masked ? r.input({2, 3}, {1, 1, 1, 1, 1, 0}) : Node{};
  const Node y_mask = masked ? r.input({2, 3}, {1, 1, 0, 1, 1, 1}) : Node{};
  const Node gates = gated ? r.constant({model.attention_count(), settings.width}) : Node{};
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
  for (const Kind kind : {Kind::kEncoder, Kind::kDecoder, Kind::kEncoderDecoder}) {
    Settings settings = kTiny;
    settings.kind = kind;
    settings.tied_embeddings = true;
    check_gradients(format_name(settings) + ", tied", [&](auto& r) { return small_case(r, settings, true); });
    settings.tied_embeddings = false;
    settings.layers = 2;
    settings.scale = 0.25;
    check_gradients(format_name(settings) + ", two layers",
                    [&](auto& r) { return small_case(r, settings, true); });
    settings.layers = 1;
    settings.heads = 4;
    settings.dropout = 0.3;
    settings.activation = Activation::kRelu;
    check_gradients(format_name(settings) + ", dropout",
                    [&](auto& r) { return small_case(r, settings, true); });
    settings.dropout = 0;
    settings.heads = 1;
    settings.activation = Activation::kGelu;
    check_gradients(format_name(settings) + ", gated",
                    [&](auto& r) { return small_case(r, settings, true, true); });
  }
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
    parameters.allocate();
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      const auto& entry = parameters.entry({id});
      EXPECT_EQ(golden.shape(name + "." + entry.name), entry.shape) << entry.name;
      const auto numbers = golden.values(name + "." + entry.name);
      std::copy(numbers.begin(), numbers.end(), parameters.values({id}).begin());
    }
    Tape<float> tape(parameters);
    const IdsNode x = tape.ids("x", golden.shape("x"), 9);
    const IdsNode y = tape.ids("y", golden.shape("y"), 7);
    const Node x_mask = tape.input("x.mask", golden.shape("x.mask"));
    const Node y_mask = tape.input("y.mask", golden.shape("y.mask"));
    const Result out = run(tape, model, x, y, x_mask, y_mask);
    Plan<float> plan = std::move(tape).freeze();
    std::ranges::copy(golden.values<std::int32_t>("x"), plan.ids(x).begin());
    std::ranges::copy(golden.values<std::int32_t>("y"), plan.ids(y).begin());
    proof::fill(plan, x_mask, golden.values("x.mask"));
    proof::fill(plan, y_mask, golden.values("y.mask"));
    plan.forward();
    golden.expect(name + ".states", plan.shape(out.states), plan.value(out.states));
    golden.expect(name + ".logits", plan.shape(out.logits), plan.value(out.logits));
    for (std::size_t i = 0; i < 2; ++i) {
      const auto same = [&](const char* map, Node weights) {
        golden.expect(name + ".weights." + map + "." + std::to_string(i), plan.shape(weights),
                      plan.value(weights));
      };
      if (model.has_encoder()) same("encoder", out.source.layers[i].self.weights);
      if (model.has_decoder()) same("decoder", out.target.layers[i].self.weights);
      if (model.has_cross_attention()) same("cross", out.target.layers[i].cross.weights);
    }
  }
}

/// A float model with two rows of five tokens, of which four and two are real in the source, three and five in the target.
struct Model {
  static constexpr int B = 2, S = 5;
  Parameters<float> parameters;
  Transformer model;
  IdsNode x, y;
  Node x_mask, y_mask, gates;
  Result out;
  Plan<float> plan;

  explicit Model(Settings settings, bool gated = false)
      : model(Transformer::declare(parameters, sized(settings))), plan(record(gated)) {}

  std::vector<float> logits() {
    plan.forward();
    return copy_values(plan.value(out.logits));
  }
  std::span<const float> row(const std::vector<float>& logits, int b, int t) const {
    const auto words = static_cast<std::size_t>(model.settings.target_words);
    return std::span(logits).subspan(static_cast<std::size_t>(b * S + t) * words, words);
  }
  bool same_row(const std::vector<float>& a, const std::vector<float>& b, int example, int t) const {
    const auto one = row(a, example, t);
    return std::equal(one.begin(), one.end(), row(b, example, t).begin());
  }

 private:
  static Settings sized(Settings settings) {
    settings.max_source_length = settings.max_target_length = S;
    settings.source_words = settings.target_words = 6;
    settings.layers = 2;
    return settings;
  }
  Plan<float> record(bool gated) {
    parameters.allocate();
    model.initialize(parameters, 4);
    Tape<float> tape(parameters);
    x = tape.ids("x", {B, S}, 6);
    y = tape.ids("y", {B, S}, 6);
    x_mask = tape.input("x mask", {B, S});
    y_mask = tape.input("y mask", {B, S});
    if (gated) gates = tape.input("gates", {model.attention_count(), model.settings.width});
    out = run(tape, model, x, y, x_mask, y_mask, gates);
    Plan<float> plan = std::move(tape).freeze();
    const std::int32_t read[] = {3, 4, 5, 3, 0, 4, 5, 0, 0, 0};
    const std::int32_t target_ids[] = {1, 5, 3, 0, 0, 1, 3, 3, 4, 5};
    std::copy(std::begin(read), std::end(read), plan.ids(x).begin());
    std::copy(std::begin(target_ids), std::end(target_ids), plan.ids(y).begin());
    proof::fill(plan, x_mask, {1, 1, 1, 1, 0, 1, 1, 0, 0, 0});
    proof::fill(plan, y_mask, {1, 1, 1, 0, 0, 1, 1, 1, 1, 1});
    if (gated) std::fill(plan.value(gates).begin(), plan.value(gates).end(), 1.0F);
    return plan;
  }
};

/// Expects that weights of padding and of later positions are exactly 0 and the others of a row sum to 1.
void expect_masked(Model& m, Node weights, Node mask, bool causal) {
  const auto w = m.plan.value(weights);
  const auto real = m.plan.value(mask);
  const int N = m.model.settings.heads;
  for (int i = 0; i < static_cast<int>(w.size()); i += Model::S) {
    const int t = i / Model::S % Model::S;
    const int b = i / (Model::S * Model::S * N);
    float total = 0;
    for (int s = 0; s < Model::S; ++s) {
      const float one = w[static_cast<std::size_t>(i + s)];
      total += one;
      if (real[static_cast<std::size_t>(b * Model::S + s)] == 0 || (causal && s > t)) {
        EXPECT_EQ(one, 0.0F);
      }
    }
    EXPECT_NEAR(total, 1, 1e-6);
  }
}

TEST(Transformer, DoesNotAttendToPaddingOrLaterPositions) {
  for (const Settings& settings : all_models()) {
    SCOPED_TRACE(format_name(settings));
    Model m(settings);
    const auto before = m.logits();
    for (std::size_t i = 0; i < 2; ++i) {
      if (m.model.has_encoder()) expect_masked(m, m.out.source.layers[i].self.weights, m.x_mask, false);
      if (m.model.has_decoder()) expect_masked(m, m.out.target.layers[i].self.weights, m.y_mask, true);
      if (m.model.has_cross_attention())
        expect_masked(m, m.out.target.layers[i].cross.weights, m.x_mask, false);
    }
    m.plan.ids(m.x)[5 + 3] = 5;  // padding
    m.plan.ids(m.y)[3] = 5;
    const auto after = m.logits();
    if (m.model.has_decoder()) {
      for (int t = 0; t < 5; ++t) EXPECT_TRUE(m.same_row(before, after, 1, t));
      for (int t = 0; t < 3; ++t) EXPECT_TRUE(m.same_row(before, after, 0, t));
      m.plan.ids(m.y)[5 + 3] = 5;  // the fourth of row 1
      const auto later = m.logits();
      for (int t = 0; t < 5; ++t) EXPECT_EQ(m.same_row(before, later, 1, t), t < 3) << t;
    } else {
      for (int t = 0; t < 2; ++t) EXPECT_TRUE(m.same_row(before, after, 1, t));
      m.plan.ids(m.x)[3] = 5;  // the fourth of row 0, which is visible to all
      const auto changed_logits = m.logits();
      for (int t = 0; t < 4; ++t) EXPECT_FALSE(m.same_row(before, changed_logits, 0, t)) << t;
    }
  }
}

TEST(Transformer, DependsOnOrderOnlyByPositions) {
  for (const Positions positions : {Positions::kNone, Positions::kSinusoidal, Positions::kLearned}) {
    Settings settings = kTiny;
    settings.kind = Kind::kEncoder;
    settings.positions = positions;
    Model m(settings);
    const auto straight = m.logits();
    const auto ids = m.plan.ids(m.x);
    std::swap(ids[0], ids[2]);
    const auto turned = m.logits();
    float most = 0;
    for (const auto& [a, b] : {std::pair{0, 2}, {1, 1}, {2, 0}, {3, 3}}) {
      for (std::size_t i = 0; i < 6; ++i)
        most = std::max(most, std::abs(m.row(straight, 0, a)[i] - m.row(turned, 0, b)[i]));
    }
    if (positions == Positions::kNone) {
      EXPECT_LT(most, 1e-5F);
    } else {
      EXPECT_GT(most, 1e-3F);
    }
  }
}

TEST(Transformer, AGateOfZeroEqualsZeroOutputWeightsOfTheHead) {
  for (const Kind kind : {Kind::kEncoder, Kind::kDecoder, Kind::kEncoderDecoder}) {
    Settings settings = kTiny;
    settings.kind = kind;
    Model m(settings, true), plain(settings);
    EXPECT_EQ(m.logits(), plain.logits());
    std::vector<std::pair<Linear, int>> attention_outputs;  // in the order of the gates
    const auto add = [&](const Transformer::LayerStack& side, bool cross) {
      for (const auto& layer : side.layers)
        attention_outputs.emplace_back(cross ? layer.cross.out : layer.self.out,
                                       static_cast<int>(attention_outputs.size()));
    };
    if (m.model.has_encoder()) add(m.model.encoder, false);
    if (m.model.has_decoder()) add(m.model.decoder, false);
    if (m.model.has_cross_attention()) add(m.model.decoder, true);
    ASSERT_EQ(static_cast<int>(attention_outputs.size()), m.model.attention_count());
    const auto whole = plain.logits();
    for (const auto& [out, attention] : attention_outputs) {
      const auto gates = m.plan.value(m.gates).subspan(static_cast<std::size_t>(attention) * 4, 4);
      gates[2] = gates[3] = 0;  // the second of two heads
      const auto weights = plain.parameters.values(out.weight);
      const auto original = copy_values(weights);
      std::fill(weights.begin() + 8, weights.end(), 0.0F);
      const auto cut = plain.logits();
      const auto off = m.logits();
      for (std::size_t i = 0; i < cut.size(); ++i) EXPECT_NEAR(off[i], cut[i], 1e-6F);
      EXPECT_NE(cut, whole) << attention;
      std::copy(original.begin(), original.end(), weights.begin());
      gates[2] = gates[3] = 1;
    }
  }
}

}  // namespace
}  // namespace attento::transformer_test

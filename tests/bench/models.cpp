// The models of the workloads, with the parameters of workloads.js.
#include <string>

#include "models/captioner.hpp"
#include "models/context_gate_regressor.hpp"
#include "models/draw.hpp"
#include "models/encoder_decoder.hpp"
#include "models/feature_gate_classifier.hpp"
#include "models/glimpse_network.hpp"
#include "models/graph_network.hpp"
#include "models/sentence_classifier.hpp"
#include "models/transformer.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/constant.hpp"
#include "ops/cross_entropy.hpp"
#include "ops/mean_squared_error.hpp"
#include "trainer.hpp"

namespace attento::bench {
namespace {

/// A model over the parameters that were declared: they have its names, in its order.
template <class Model, class Declare>
Model declare_model(const Recording& r, Declare declare) {
  Parameters<float> own;
  const Model model = declare(own);
  if (own.entries() != r.parameters().entries()) {
    throw Error(Code::kBadInput, "parameters", "", "those of the model in its order");
  }
  return model;
}

Node context_gated_regression(Recording& r) {
  const Shape table = r.shape("attention.weight");
  const auto model = declare_model<ContextGateRegressor>(
      r, [&](auto& own) { return ContextGateRegressor::declare(own, table[0], table[1]); });
  const Node output = model(r.tape, r.ids("c", {}, table[0]), r.numbers("x", {table[1]}));
  return mean_squared_error(r.tape, output, r.numbers("y", {1}));
}

Node feature_gated_classification(Recording& r) {
  const int features = r.shape("attention.gate.bias")[0];
  const auto model = declare_model<FeatureGateClassifier>(
      r, [&](auto& own) { return FeatureGateClassifier::declare(own, "attention", features); });
  return binary_cross_entropy(r.tape, model(r.tape, r.numbers("x", {features})).logits, r.numbers("y", {1}))
      .loss;
}

/// Without `mask`, padding is read like words.
Node classify_sentences(Recording& r, const std::string& pooling, bool is_machine_reader, int length,
                        Node mask) {
  const Shape table = r.shape("reader.words.weight");
  const auto model = declare_model<SentenceClassifier>(r, [&](auto& own) {
    const SentenceClassifier::Size size{.is_machine_reader = is_machine_reader,
                                        .vocabulary = table[0],
                                        .length = length,
                                        .embedding = table[1],
                                        .hidden = r.shape("reader.verdict.weight")[0]};
    return SentenceClassifier::declare(own, "reader", pooling, mask.valid(), size);
  });
  const IdsNode words = r.ids("x", {length}, table[0], Layout::kTimeFirst);
  const Node logit = model(r.tape, {.words = words, .mask = mask}).logit;
  return binary_cross_entropy(r.tape, logit, r.numbers("y", {1})).loss;
}

Node sentiment(Recording& r) {
  return classify_sentences(r, "article", false, r.shape("reader.pooling.bias")[0], {});
}

Node machine_reader(Recording& r) {
  constexpr int kLength = 16;
  return classify_sentences(r, "mean", true, kLength, r.numbers("mask", {kLength}));
}

Node translation(Recording& r) {
  constexpr int kLength = 12;  // of source and target
  const Shape table = r.shape("source.weight");
  const int words = table[0];
  const auto model = declare_model<EncoderDecoder>(r, [&](auto& own) {
    return EncoderDecoder::declare(own, {.source_words = words,
                                         .target_words = words,
                                         .embedding = table[1],
                                         .hidden = r.shape("readout.weight")[0],
                                         .cell = Cell::kLstm,
                                         .bidirectional = false,
                                         .score = "general"});
  });
  const auto source = model.encode(r.tape, r.ids("x", {kLength}, words, Layout::kTimeFirst), {});
  const IdsNode before = r.ids("yin", {kLength}, words, Layout::kTimeFirst);
  const Node logits = model.decode(r.tape, source, source.start, before).logits;
  return cross_entropy(r.tape, logits, r.ids("y", {kLength}, words, Layout::kTimeFirst)).loss;
}

Node transformer(Recording& r) {
  const int words = r.shape("encoder.words.weight")[0];
  const Shape positions = r.shape("encoder.places.weight");
  const auto model = declare_model<Transformer>(r, [&](auto& own) {
    return Transformer::declare(own, {.kind = Transformer::Kind::kEncoder,
                                      .source_words = words,
                                      .target_words = words,
                                      .max_source_length = positions[0],
                                      .width = positions[1],
                                      .heads = 4,
                                      .layers = 2,
                                      .hidden = r.shape("encoder.0.feed.inner.bias")[0],
                                      .positions = Transformer::Positions::kLearned,
                                      .norm = NormPosition::kAfter});
  });
  const IdsNode tokens = r.ids("x", {positions[0]}, words);
  const Node logits = model.logits(r.tape, model.encode(r.tape, tokens, {}).states);
  return cross_entropy(r.tape, logits, r.ids("y", {positions[0]}, words)).loss;
}

Node captions(Recording& r) {
  constexpr int kLength = 7;
  const int words = r.shape("words.weight")[0];
  const auto model = declare_model<Captioner>(
      r, [&](auto& own) { return Captioner::declare(own, Captioner::Settings{.words = words}); });
  const int side = model.settings.side;
  const auto encoding = model.encode(r.tape, r.numbers("picture", {side, side, 3}));
  const IdsNode before = r.ids("yin", {kLength}, words, Layout::kTimeFirst);
  const IdsNode target = r.ids("y", {kLength}, words, Layout::kTimeFirst);
  return model.loss(r.tape, model.decode(r.tape, encoding, encoding.start, before), {.targets = target}, {})
      .total;
}

Node drawings(Recording& r) {
  const auto model =
      declare_model<Draw>(r, [](auto& own) { return Draw::declare(own, "draw", Draw::Settings{}); });
  const Draw::Settings& s = model.settings;
  const Node x = r.numbers("y", {s.rows, s.columns});
  const Node noise = r.numbers("noise", {s.glimpses, s.latent}, Layout::kTimeFirst);
  return model.compute_bound(r.tape, model.reconstruct(r.tape, x, noise), x).bound;
}

Node glimpses(Recording& r) {
  const auto model = declare_model<GlimpseNetwork>(
      r, [](auto& own) { return GlimpseNetwork::declare(own, "glimpse", GlimpseNetwork::Settings{}); });
  const GlimpseNetwork::Settings& s = model.settings;
  constexpr int kSide = 24;
  const HardAttentionOptions hard_training{.samples = 8, .reward = 1.0 / s.glimpses};
  const int rows = r.batch * hard_training.samples;
  const Node picture = r.numbers("picture", {kSide, kSide});
  const Node noise = r.numbers("noise", {s.glimpses - 1, 2 * hard_training.samples}, Layout::kTimeFirst);
  const Node sigma = constant(r.tape, {1}, {0.5F});
  const auto outputs = model.take_glimpses(r.tape, picture, hard_training.samples, sigma, {},
                                           r.tape.reshape(noise, {s.glimpses - 1, rows, 2}));
  const IdsNode target = r.ids("y", {s.glimpses, hard_training.samples}, s.classes, Layout::kTimeFirst);
  return model.loss(r.tape, outputs, sigma, target, {}, hard_training).total;
}

Node graphs(Recording& r) {
  const int kinds = r.shape("attributes.weight")[0];
  const int nodes = 2 * kinds;
  const auto model = declare_model<GraphNetwork>(r, [&](auto& own) {
    return GraphNetwork::declare(own, "gatv2", kinds, r.shape("attributes.weight")[1], 1);
  });
  const GraphNetwork::Input in{r.ids("attribute", {nodes}, kinds), r.ids("value", {nodes}, kinds + 1),
                               r.numbers("edges", {nodes, nodes})};
  const IdsNode target = r.ids("y", {nodes}, kinds);
  return cross_entropy(r.tape, model(r.tape, in).logits, target, r.numbers("mask", {nodes})).loss;
}

}  // namespace

Node record_model(std::string_view workload, Recording& r) {
  if (workload == "W1") return context_gated_regression(r);
  if (workload == "W2") return feature_gated_classification(r);
  if (workload == "W3") return sentiment(r);
  if (workload == "W4") return translation(r);
  if (workload == "W5") return transformer(r);
  if (workload == "W6") return captions(r);
  if (workload == "W7") return drawings(r);
  if (workload == "W8") return machine_reader(r);
  if (workload == "W9") return glimpses(r);
  if (workload == "W10") return graphs(r);
  throw Error(Code::kBadInput, "workload", std::string(workload), "W1 to W10");
}

}  // namespace attento::bench

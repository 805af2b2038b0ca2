// The models of the workloads, written like in a paper, with parameters that have the names and layouts of
// workloads.js.
#include <string>

#include "attention/context_gate.hpp"
#include "attention/feature_gate.hpp"
#include "attention/general.hpp"
#include "attention/global.hpp"
#include "attention/multi_head.hpp"
#include "attention/pooling.hpp"
#include "models/captioner.hpp"
#include "models/draw.hpp"
#include "models/glimpse_network.hpp"
#include "models/graph_network.hpp"
#include "models/sentence_classifier.hpp"
#include "ops/activation.hpp"
#include "ops/arithmetic.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/constant.hpp"
#include "ops/cross_entropy.hpp"
#include "ops/embedding.hpp"
#include "ops/layer_norm.hpp"
#include "ops/linear.hpp"
#include "ops/mean_squared_error.hpp"
#include "ops/recurrent.hpp"
#include "trainer.hpp"

namespace attento::bench {
namespace {

/// x · W + b with the parameters of these names.
Node dense(Recording& r, Node x, const std::string& weight, const std::string& bias) {
  return linear(r.tape, x, r.parameter(weight), r.parameter(bias));
}

Node context_gated_regression(Recording& r) {
  const Shape table = r.shape("emb");
  const Node z = context_gate(r.tape, r.parameter("emb"), r.ids("c", table[0]), r.numbers("x", table[1]));
  return mean_squared_error(r.tape, dense(r, z, "w", "b"), r.numbers("y", 1));
}

Node feature_gated_classification(Recording& r) {
  const Node x = r.numbers("x", r.shape("wa")[0]);
  const Node z = feature_gate(r.tape, x, r.parameter("wa"), r.parameter("ba")).context;
  return binary_cross_entropy(r.tape, dense(r, z, "w", "b"), r.numbers("y", 1)).loss;
}

/// Embedding → LSTM, over whole sequences.
Sequence read(Recording& r, IdsNode tokens, const std::string& table, const RecurrentWeights& weights,
              RecurrentState initial = {}) {
  const Node words = embedding(r.tape, r.parameter(table), tokens);
  return recurrent(r.tape, Cell::kLstm, words, weights, {.initial = initial});
}

RecurrentWeights lstm(const Recording& r, const std::string& input, const std::string& hidden,
                      const std::string& bias) {
  return {.input = r.parameter(input), .hidden = r.parameter(hidden), .bias = r.parameter(bias)};
}

Node sentiment(Recording& r) {
  const int length = r.shape("ab")[0];
  const IdsNode words = r.tokens("x", length, r.shape("emb")[0], Layout::kTimeFirst);
  const Node h = read(r, words, "emb", lstm(r, "W", "U", "bl")).hidden;
  const Node context =
      pooling(r.tape, h, r.parameter("aw"), r.parameter("ab"), {}, Layout::kTimeFirst).context;
  const Node logits = dense(r, r.tape.reshape(context, {r.batch, r.shape("U")[0]}), "w", "b");
  return binary_cross_entropy(r.tape, logits, r.numbers("y", 1)).loss;
}

Node translation(Recording& r) {
  constexpr int kLength = 12;  // of source and target
  const int words = r.shape("embs")[0];
  const IdsNode x = r.tokens("x", kLength, words, Layout::kTimeFirst);
  const IdsNode before = r.tokens("yin", kLength, words, Layout::kTimeFirst);
  const Sequence source = read(r, x, "embs", lstm(r, "We", "Ue", "be"));
  const Node target = read(r, before, "embt", lstm(r, "Wd", "Ud", "bd"), source.last).hidden;
  const Node queries = linear(r.tape, target, r.parameter("Wa"));
  const Node scores = general_scores(r.tape, queries, source.hidden, Layout::kTimeFirst);
  const Node context = global(r.tape, scores, source.hidden, {}, Layout::kTimeFirst).context;
  const Node both = tanh(r.tape, dense(r, concat(r.tape, {context, target}), "Wc", "bc"));
  return cross_entropy(r.tape, dense(r, both, "Wo", "bo"), r.tokens("y", kLength, words, Layout::kTimeFirst))
      .loss;
}

Node transformer_layer(Recording& r, Node x, const std::string& layer) {
  const auto own = [&](const char* name) { return r.parameter(layer + name); };
  const Node encoding = multi_head_self(r.tape, x, {own("wqkv"), own("bqkv")}, {own("wo"), own("bo")},
                                        {.heads = 4, .keep_scores = false})
                            .context;
  const Node y = layer_norm(r.tape, add(r.tape, x, encoding), own("g1"), own("h1"));
  const Node inner = relu(r.tape, dense(r, y, layer + "w1", layer + "b1"));
  const Node thought = dense(r, inner, layer + "w2", layer + "b2");
  return layer_norm(r.tape, add(r.tape, y, thought), own("g2"), own("h2"));
}

Node transformer(Recording& r) {
  const int length = r.shape("pos")[0];
  const int words = r.shape("emb")[0];
  const IdsNode tokens = r.tokens("x", length, words, Layout::kBatchFirst);
  Node x = add(r.tape, embedding(r.tape, r.parameter("emb"), tokens), r.parameter("pos"));
  for (const char* layer : {"l0.", "l1."}) x = transformer_layer(r, x, layer);
  const IdsNode target = r.tokens("y", length, words, Layout::kBatchFirst);
  return cross_entropy(r.tape, dense(r, x, "wout", "bout"), target).loss;
}

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

Node captions(Recording& r) {
  constexpr int kLength = 7;
  const int words = r.shape("words.weight")[0];
  const auto model = declare_model<Captioner>(
      r, [&](auto& own) { return Captioner::declare(own, Captioner::Settings{.words = words}); });
  const int side = model.settings.side;
  const auto encoding = model.encode(r.tape, r.numbers("picture", {side, side, 3}));
  const IdsNode before = r.tokens("yin", kLength, words, Layout::kTimeFirst);
  const IdsNode target = r.tokens("y", kLength, words, Layout::kTimeFirst);
  return model.loss(r.tape, model.decode(r.tape, encoding, encoding.start, before), {.targets = target}, {})
      .total;
}

Node drawings(Recording& r) {
  const auto model =
      declare_model<Draw>(r, [](auto& own) { return Draw::declare(own, "draw", Draw::Settings{}); });
  const Draw::Settings& s = model.settings;
  const Node x = r.numbers("y", {s.rows, s.columns});
  const Node noise = r.sequences("noise", s.glimpses, s.latent);
  return model.compute_bound(r.tape, model.reconstruct(r.tape, x, noise), x).bound;
}

Node machine_reader(Recording& r) {
  constexpr int kLength = 16;
  const Shape table = r.shape("reader.words.weight");
  const auto model = declare_model<SentenceClassifier>(r, [&](auto& own) {
    const SentenceClassifier::Size size{.is_machine_reader = true,
                                        .vocabulary = table[0],
                                        .length = kLength,
                                        .embedding = table[1],
                                        .hidden = r.shape("reader.verdict.weight")[0]};
    return SentenceClassifier::declare(own, "reader", "mean", true, size);
  });
  const SentenceClassifier::Input in{.words = r.tokens("x", kLength, table[0], Layout::kTimeFirst),
                                     .mask = r.numbers("mask", kLength)};
  return binary_cross_entropy(r.tape, model(r.tape, in).logit, r.numbers("y", 1)).loss;
}

Node glimpses(Recording& r) {
  const auto model = declare_model<GlimpseNetwork>(
      r, [](auto& own) { return GlimpseNetwork::declare(own, "glimpse", GlimpseNetwork::Settings{}); });
  const GlimpseNetwork::Settings& s = model.settings;
  constexpr int kSide = 24;
  const HardAttentionOptions hard_training{.samples = 8, .reward = 1.0 / s.glimpses};
  const int rows = r.batch * hard_training.samples;
  const Node picture = r.numbers("picture", {kSide, kSide});
  const Node noise = r.sequences("noise", s.glimpses - 1, 2 * hard_training.samples);
  const Node sigma = constant(r.tape, {1}, {0.5F});
  const auto outputs = model.take_glimpses(r.tape, picture, hard_training.samples, sigma, {},
                                           r.tape.reshape(noise, {s.glimpses - 1, rows, 2}));
  const IdsNode target = r.sequences("y", s.glimpses, hard_training.samples, s.classes);
  return model.loss(r.tape, outputs, sigma, target, {}, hard_training).total;
}

Node graphs(Recording& r) {
  const int kinds = r.shape("attributes.weight")[0];
  const int nodes = 2 * kinds;
  const auto model = declare_model<GraphNetwork>(r, [&](auto& own) {
    return GraphNetwork::declare(own, "gatv2", kinds, r.shape("attributes.weight")[1], 1);
  });
  const GraphNetwork::Input in{r.tokens("attribute", nodes, kinds, Layout::kBatchFirst),
                               r.tokens("value", nodes, kinds + 1, Layout::kBatchFirst),
                               r.numbers("edges", {nodes, nodes})};
  const IdsNode target = r.tokens("y", nodes, kinds, Layout::kBatchFirst);
  return cross_entropy(r.tape, model(r.tape, in).logits, target, r.numbers("mask", nodes)).loss;
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

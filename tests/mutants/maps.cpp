// Prints a fingerprint of the attention of each model, one per line: the headers of attention/ that it should call, and
// sixteen digits of a hash of its weights and context vectors.
#include <cstdio>

#include "core/hash.hpp"
#include "core/translation_models.hpp"
#include "models/captioner.hpp"
#include "models/context_gate_regressor.hpp"
#include "models/draw.hpp"
#include "models/feature_gate_classifier.hpp"
#include "models/glimpse_network.hpp"
#include "models/graph_network.hpp"
#include "models/sentence_classifier.hpp"
#include "models/transformer.hpp"
#include "ops/constant.hpp"

namespace attento {
namespace {

constexpr int B = 2, T = 4;

void print(const std::string& headers, const Plan<float>& plan, const std::vector<Node>& nodes) {
  std::uint64_t hash = kFnvOffsetBasis;
  for (const Node node : nodes) hash = fnv1a64(std::as_bytes(plan.value(node)), hash);
  std::printf("%s: %s\n", headers.c_str(), hex16(hash).c_str());
}

/// Runs a model with random parameters on ids below five and on numbers, without padding, and prints its fingerprint.
template <class Declare, class Record>
void print_fingerprint(const std::string& headers, const Declare& declare, const Record& record,
                       Shape shape = {B, 5}) {
  Parameters<float> parameters;
  const auto model = declare(parameters);
  parameters.allocate();
  model.initialize(parameters, 9);
  Tape<float> tape(parameters);
  const IdsNode ids = tape.ids("ids", {T, B}, 5);
  const Node numbers = tape.input("numbers", shape);
  const std::vector<Node> nodes = record(model, tape, ids, numbers);
  Plan<float> plan = std::move(tape).freeze();
  std::size_t next = 0;
  for (std::int32_t& id : plan.ids(ids)) id = static_cast<std::int32_t>(++next % 5);
  for (float& number : plan.value(numbers)) number = 0.25F * static_cast<float>(++next % 7);
  plan.forward();
  print(headers, plan, nodes);
}

void translation() {
  const auto print_translation = [](const std::string& headers, const EncoderDecoder::Settings& settings) {
    proof::Translator model(settings);
    model.fill();
    model.plan.forward();
    const Attention& output = model.decoder_output.attention;
    print(headers, model.plan, {output.weights, output.context});
  };
  for (const auto& score : kScores<float>) {
    if (!score.has_attention()) continue;
    const std::string name = score.own ? "own_score" : score.name;
    for (const auto& [locality, header] :
         {std::pair{"global", "global"}, {"local-m", "local_monotonic"}, {"local-p", "local_predictive"}}) {
      EncoderDecoder::Settings settings = proof::kTranslator;
      settings.score = score.name;
      settings.locality = locality;
      print_translation(name + " " + header, settings);
    }
    EncoderDecoder::Settings settings = proof::kTranslator;
    settings.score = score.name;
    settings.attention_kind = "hard";
    print_translation(name + " hard", settings);
  }
}

void sentiment() {
  for (const auto& [pooling, header] :
       {std::pair{"mean", "mean_pooling"}, {"article", "pooling"}, {"additive", "additive_pooling"}}) {
    print_fingerprint(
        header,
        [pooling = pooling](auto& parameters) {
          return SentenceClassifier::declare(parameters, "m", pooling, false,
                                             {.vocabulary = 5, .length = T, .embedding = 3, .hidden = 4});
        },
        [](const auto& model, auto& tape, IdsNode ids, Node) -> std::vector<Node> {
          const Attention output = model(tape, {.words = ids, .mask = {}}).attention;
          return {output.weights, output.context};
        });
  }
  print_fingerprint(
      "intra",
      [](auto& parameters) {
        return SentenceClassifier::declare(
            parameters, "m", "last", false,
            {.is_machine_reader = true, .vocabulary = 5, .length = T, .embedding = 3, .hidden = 4});
      },
      [](const auto& model, auto& tape, IdsNode ids, Node) -> std::vector<Node> {
        std::vector<Node> output;
        for (const IntraAttention& one : model(tape, {.words = ids, .mask = {}}).word_attention) {
          output.push_back(one.weights);
          output.push_back(one.summary.cell);
        }
        return output;
      });
}

void pictures() {
  for (const char* attention_kind : {"soft", "hard"}) {
    print_fingerprint(
        // The decoder starts from the mean of the annotations.
        std::string("mean_pooling ") + attention_kind,
        [&](auto& parameters) {
          return Captioner::declare(parameters, {.words = 5,
                                                 .side = 4,
                                                 .patch = 2,
                                                 .features = 3,
                                                 .embedding = 3,
                                                 .hidden = 4,
                                                 .attention_kind = attention_kind});
        },
        [](const auto& model, auto& tape, IdsNode ids, Node picture) -> std::vector<Node> {
          const auto output = model.encode(tape, picture);
          const Attention result = model.decode(tape, output, output.start, ids).attention;
          return {result.weights, result.context};
        },
        {B, 4, 4, 3});
  }
  print_fingerprint(
      "draw_read draw_write",
      [](auto& parameters) {
        return Draw::declare(parameters, "m",
                             {.rows = 3, .columns = 4, .hidden = 4, .latent = 2, .glimpses = 2});
      },
      [](const auto& model, auto& tape, IdsNode, Node picture) -> std::vector<Node> {
        return {model.reconstruct(tape, picture).back().canvas};
      },
      {B, 3, 4});
  print_fingerprint(
      "glimpse_sensor",
      [](auto& parameters) {
        return GlimpseNetwork::declare(
            parameters, "m",
            {.features = 3, .hidden = 4, .glimpses = 3, .retina = {.cells = 2, .scales = 2}});
      },
      [](const auto& model, auto& tape, IdsNode, Node picture) -> std::vector<Node> {
        const auto result = model.take_glimpses(tape, picture, 1, constant(tape, {1}, std::vector<float>{1}));
        return {result.places.back(), result.patches.back()};
      },
      {B, 5, 5});
}

void others() {
  print_fingerprint(
      "multi_head scaled_dot",
      [](auto& parameters) {
        return Transformer::declare(parameters, {.kind = Transformer::Kind::kEncoder,
                                                 .source_words = 5,
                                                 .target_words = 5,
                                                 .width = 8,
                                                 .heads = 2,
                                                 .hidden = 8});
      },
      [](const auto& model, auto& tape, IdsNode ids, Node) -> std::vector<Node> {
        const MultiHead output = model.encode(tape, ids, Node{}).layers[0].self;
        return {output.weights, output.context};
      });
  for (const char* mechanism : {"gat", "gatv2"}) {
    print_fingerprint(
        mechanism, [&](auto& parameters) { return GraphNetwork::declare(parameters, mechanism, 5, 8, 2); },
        [](const auto& model, auto& tape, IdsNode ids, Node edges) -> std::vector<Node> {
          const Attention output = model(tape, {.attribute = ids, .value = ids, .edges = edges}).attention;
          return {output.weights, output.context};
        },
        {T, B, B});
  }
  print_fingerprint(
      "feature_gate", [](auto& parameters) { return FeatureGateClassifier::declare(parameters, "m", 5); },
      [](const auto& model, auto& tape, IdsNode, Node numbers) -> std::vector<Node> {
        const Attention output = model(tape, numbers).attention;
        return {output.weights, output.context};
      });
  // This model has one context for each row of numbers.
  Parameters<float> parameters;
  const auto model = ContextGateRegressor::declare(parameters, 5, 5);
  parameters.allocate();
  model.initialize(parameters, 9);
  Tape<float> tape(parameters);
  const IdsNode context = tape.ids("context", {B}, 5);
  const Node numbers = tape.input("numbers", {B, 5});
  const Node prediction = model(tape, context, numbers);
  Plan<float> plan = std::move(tape).freeze();
  std::fill(plan.value(numbers).begin(), plan.value(numbers).end(), 0.5F);
  plan.forward();
  print("context_gate", plan, {prediction});
}

}  // namespace
}  // namespace attento

int main() {
  attento::translation();
  attento::sentiment();
  attento::pictures();
  attento::others();
}

#include "experiments/self_attention/setup.hpp"

#include <algorithm>
#include <string>

#include "core/status.hpp"
#include "experiments/self_attention/trial.hpp"
#include "lab/pair_words.hpp"
#include "tasks/marked_copy.hpp"
#include "tasks/recall.hpp"
#include "tasks/sorting.hpp"

namespace attento::self_attention {
namespace {

using Kind = Transformer::Kind;

}  // namespace

std::unique_ptr<PairTask> make_pair_task(std::uint64_t seed, const Values& values, Data data) {
  if (auto common = make_common_task(seed, values, 9999, data)) return common;
  const auto [shortest, longest] = read_length_range(values);
  const std::string& task = values.choice("task");
  const int letters = values.integer("vocabulary");
  if (task == "distractors") return std::make_unique<MarkedCopy>(seed, shortest, longest, letters);
  if (letters < longest) {
    throw_bad_parameter(
        "vocabulary", letters,
        "at least maximumLength, " + std::to_string(longest) + ": in this task no letter comes twice");
  }
  if (task == "recall") return std::make_unique<Recall>(seed, shortest, longest, letters);
  return std::make_unique<Sorting>(seed, shortest, longest, letters);
}

PairLayout make_pair_layout(const PairTask& task, const Values& values, bool own) {
  const auto kind = NamedChoice<kKinds>(values.choice("kind"))->value;
  const std::string& name = values.choice("task");
  if (kind == Kind::kEncoder &&
      (own || name == "french" || name == "number-words" || name == "distractors")) {
    throw_bad_parameter(
        "kind", "encoder",
        "decoder or encoder-decoder for this task: an encoder answers in place, which takes a target of a "
        "length that the source tells; an encoder can do reversal, copy, sorting and recall");
  }
  const Lexicon& source = task.source_words();
  const Lexicon& target = task.target_words();
  bool same = source.size() == target.size();
  for (std::int32_t id = 0; same && id < source.size(); ++id) same = source.word(id) == target.word(id);
  return {kind, task.max_source_length(), task.max_target_length(),
          kind == Kind::kDecoder && !same ? source.size() : 0};
}

Transformer::Settings make_transformer_settings(const PairTask& task, const PairLayout& layout,
                                                const Values& values) {
  Transformer::Settings settings = read_transformer_settings(values);
  settings.kind = layout.kind;
  settings.source_words = task.source_words().size();
  settings.target_words = task.target_words().size() + layout.shift;
  settings.max_source_length = layout.encoder_length();
  settings.max_target_length = layout.decoder_length();
  settings.norm = NamedChoice<kNorms>(values.choice("norm"))->value;
  settings.activation = NamedChoice<kActivations>(values.choice("activation"))->value;
  settings.scale = values.choice("scale") == "inverse-sqrt" ? 0.0 : 1.0 / settings.width;
  settings.tied_embeddings = values.boolean("tiedEmbeddings");
  settings.causal_encoder = values.boolean("causalEncoder");
  return settings;
}

}  // namespace attento::self_attention

#include "lab/experiments/self_attention_setup.hpp"

#include <algorithm>
#include <string>

#include "core/status.hpp"
#include "lab/experiments/pair_words.hpp"
#include "lab/experiments/self_attention_trial.hpp"
#include "tasks/marked.hpp"
#include "tasks/recall.hpp"
#include "tasks/sorting.hpp"

namespace attento {
namespace {

using Kind = Transformer::Kind;

[[noreturn]] void refuse(const char* setting, std::string value, std::string expected) {
  throw Error(Code::kBadParameter, setting, std::move(value), std::move(expected));
}

}  // namespace

std::unique_ptr<PairTask> make_pair_task(std::uint64_t seed, const Values& values) {
  if (auto common = make_common_task(seed, values, 9999)) return common;
  const auto [shortest, longest] = read_lengths(values);
  const std::string& task = values.choice("task");
  const int letters = values.integer("vocabulary");
  if (task == "distractors") return std::make_unique<Marked>(seed, shortest, longest, letters);
  if (letters < longest) {
    refuse("vocabulary", std::to_string(letters),
           "at least maximumLength, " + std::to_string(longest) + ": in this task no letter comes twice");
  }
  if (task == "recall") return std::make_unique<Recall>(seed, shortest, longest, letters);
  return std::make_unique<Sorting>(seed, shortest, longest, letters);
}

PairLayout pair_layout(const PairTask& task, const Values& values) {
  const auto kind = read_choice<Kind>(values, "kind", {"encoder", "decoder", "encoder-decoder"});
  const std::string& name = values.choice("task");
  if (kind == Kind::kEncoder && (name == "french" || name == "number-words" || name == "distractors")) {
    refuse("kind", "encoder",
           "decoder or encoder-decoder for this task: an encoder answers in place, which takes a target of a "
           "length that the source tells; an encoder can do reversal, copy, sorting and recall");
  }
  const Lexicon& source = task.source_words();
  const Lexicon& target = task.target_words();
  bool same = source.size() == target.size();
  for (std::int32_t id = 0; same && id < source.size(); ++id) same = source.word(id) == target.word(id);
  return {kind, task.longest_source(), task.longest_target(),
          kind == Kind::kDecoder && !same ? source.size() : 0};
}

Transformer::Settings transformer_settings(const PairTask& task, const PairLayout& layout,
                                           const Values& values) {
  const int width = values.integer("dModel");
  const int heads = values.integer("heads");
  if (width % heads != 0) {
    refuse("heads", std::to_string(heads), "a divisor of dModel, " + std::to_string(width));
  }
  return {.kind = layout.kind,
          .source_words = task.source_words().size(),
          .target_words = task.target_words().size() + layout.shift,
          .longest_source = layout.encoder_length(),
          .longest_target = layout.decoder_length(),
          .width = width,
          .heads = heads,
          .layers = values.integer("layers"),
          .hidden = width * values.integer("feedForward"),
          .positions =
              read_choice<Transformer::Positions>(values, "positions", {"sinusoidal", "learned", "none"}),
          .norm = values.choice("norm") == "before" ? NormPlace::kBefore : NormPlace::kAfter,
          .activation = values.choice("activation") == "gelu" ? Activation::kGelu : Activation::kRelu,
          .scale = values.choice("scale") == "root" ? 0.0 : 1.0 / width,
          .tied = values.boolean("tied"),
          .back = values.boolean("back"),
          .dropout = values.real("dropout")};
}

double self_attention_bytes(const Values& values) {
  const auto task = make_pair_task(0, values);
  const PairLayout layout = pair_layout(*task, values);
  const Transformer::Settings model = transformer_settings(*task, layout, values);
  // What one token of a side takes in a layer, with so many attentions over so many tokens each; its gradients take as
  // much again.
  const auto side = [&](double length, double attentions, double seen) {
    const double sublayers = attentions + 1;
    const double layer = model.width * (4 * sublayers + 5 * attentions) + 2 * model.hidden +
                         2 * model.heads * seen * attentions;
    return length * (model.layers * layer + 5 * model.width);
  };
  const double S = layout.encoder_length();
  const double L = layout.decoder_length();
  const double row = side(S, 1, S) + side(L, layout.crosses() ? 2 : 1, std::max(S, L)) +
                     (layout.crosses() ? 2.0 * model.layers * model.width * S : 0) +
                     3.0 * layout.answer_length() * model.target_words;
  return 4 * ((2 * values.real("batchSize") + kAttentionProbed) * row +
              values.real("examples") * (layout.S + layout.T));
}

}  // namespace attento

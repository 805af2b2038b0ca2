#include "lab/pair_trial.hpp"

#include "lab/own_pairs.hpp"

namespace attento {

PairTrial::PairTrial(std::uint64_t seed, const Values& values, std::unique_ptr<PairTask> task, bool parted)
    : Trial(values),
      task_(std::move(task)),
      train_(task_->training(values.integer("examples"))),
      epochs_(seed, train_, values.integer("batchSize"), parted),
      pairs_(*task_, train_) {
  const int held_out = task_->held_out_pairs(kHeldOutPairs);
  for (int i = 0; i < held_out; ++i) held_out_.push_back(task_->held_out(static_cast<std::uint32_t>(i)));
  probed_ = std::min(kProbedPairs, held_out);
  check_watched(values);
}

void PairTrial::check_watched(const Values& values) const {
  const int watched = values.integer("watched");
  if (watched >= held_out()) {
    bad_parameter("watched", watched,
                  "a number below that of the held-out pairs, " + std::to_string(held_out()));
  }
}

void PairTrial::describe_pairs(Json& json) const {
  json.field("train", train_).field("heldOut", held_out());
  if (const auto* own = dynamic_cast<const OwnPairs*>(task_.get())) own->describe(json);
}

void PairTrial::weigh(std::span<const std::int32_t> batch) {
  if (parts() == 1) return;
  std::size_t tokens = 0;
  for (const std::int32_t example : batch) tokens += pairs_[example].second.size();
  count(static_cast<double>(tokens) / parts());
}

void PairTrial::fill(std::span<const std::int32_t> examples) {
  int row = 0;
  for (const std::int32_t example : examples) {
    const auto [source, target] = pairs_[example];
    tell(row++, source, target);
  }
}

TrueMaps PairTrial::true_maps(std::span<const std::int32_t> examples) const {
  const auto S = static_cast<std::size_t>(task_->longest_source());
  const auto T = static_cast<std::size_t>(task_->longest_target());
  TrueMaps maps{{static_cast<int>(examples.size()), task_->longest_target(), task_->longest_source()},
                std::vector<float>(examples.size() * T * S)};
  for (std::size_t row = 0; row < examples.size(); ++row) {
    const Pair pair = task_->pair(static_cast<std::uint32_t>(examples[row]));
    for (std::size_t t = 0; t < pair.target.size(); ++t)
      mark_truth(pair, t, std::span(maps.marks).subspan((row * T + t) * S, S));
  }
  return maps;
}

AskedPair PairTrial::read_asked(const Fields& input, std::span<const Setting> inputs,
                                std::size_t least) const {
  AskedPair asked;
  Fields rest = input;
  if (const std::string example = take_field(rest, "example"); !example.empty()) {
    asked.pair = &pair(read_example(example, held_out()));
    inputs = inputs.subspan(1);
  }
  asked.values = read_settings(inputs, rest);
  if (asked.pair) {
    asked.read.ids = asked.pair->source;
    asked.read.words = labels(task_->source_words(), asked.read.ids);
    return asked;
  }
  const std::string text = well_formed(asked.values.text("source"));
  asked.read = task_->encode(text);
  if (asked.read.ids.size() <= least) {
    bad_parameter(
        "source", text,
        least == 1 ? "a text with at least one word" : "a text with at least two tokens of the task");
  }
  for (std::string& word : asked.read.words) word = word == " " ? "␣" : word;
  return asked;
}

}  // namespace attento

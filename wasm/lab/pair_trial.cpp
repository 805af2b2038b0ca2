#include "lab/pair_trial.hpp"

#include <algorithm>

#include "lab/own_pairs.hpp"

namespace attento {
namespace {

constexpr int kSampleSize = 512;  // number of training pairs whose lengths are sampled

/// A step averages over the requested number of pairs; with the user's own pairs at most over all of them.
ShuffledEpochs make_epochs(std::uint64_t seed, const Values& values, const PairTask& task,
                           bool use_micro_batches) {
  const int pairs = task.count_training_pairs(values.integer("examples"));
  const int batch = values.integer("batchSize");
  return {seed, pairs, task.is_own() ? std::min(batch, pairs) : batch, use_micro_batches};
}

bool has_known_words(const Pair& pair) {
  const auto knows = [](const std::vector<std::int32_t>& side) {
    return std::find(side.begin(), side.end(), token::kUnknown) == side.end();
  };
  return knows(pair.source) && knows(pair.target);
}

}  // namespace

PairTrial::PairTrial(std::uint64_t seed, const Values& values, std::unique_ptr<PairTask> task,
                     bool use_micro_batches, std::size_t max_shorter_plans)
    : Trial(values, make_epochs(seed, values, *task, use_micro_batches)),
      task_(std::move(task)),
      pairs_(*task_, epochs_.examples()),
      plan_lengths_(choose_lengths(max_shorter_plans)) {
  const int held_out = task_->count_held_out_pairs(kHeldOutPairs);
  for (int i = 0; i < held_out; ++i) held_out_.push_back(task_->held_out(static_cast<std::uint32_t>(i)));
  probe_count_ = std::min(kProbePairs, held_out);
  if (task_->is_own()) {
    for (int i = 0; i < std::min(kProbePairs, epochs_.examples()); ++i)
      measured_training_pairs_.push_back(task_->pair(static_cast<std::uint32_t>(i)));
    if (values.integer("probeExample") == 0) choose_watched_pair();
  }
  check_watched_pair(values_);
}

/// If the user has not chosen a pair, chooses the first held-out pair without unknown words, or else the first such
/// training pair, because the map of an unknown word means nothing.
void PairTrial::choose_watched_pair() {
  for (int i = 0; i < watchable_count(); ++i) {
    if (!has_known_words(pair(i))) continue;
    values_.set("probeExample", static_cast<double>(i));
    return;
  }
}

void PairTrial::describe(Json& json) const {
  write_counts(json, held_out_count(), probe_count_);
  if (task_->is_own()) {
    const auto& own = static_cast<const OwnPairs&>(*task_);
    own.describe(json, static_cast<int>(measured_training_pairs_.size()));
  }
}

std::vector<PairLengths> PairTrial::choose_lengths(std::size_t max_shorter_plans) {
  const PairLengths longest = {task_->max_source_length(), task_->max_target_length()};
  if (max_shorter_plans == 0 || micro_batches() == 1) return {longest};
  std::vector<PairLengths> sample;
  for (int i = 0; i < std::min(epochs_.examples(), kSampleSize); ++i) sample.push_back(lengths(i));
  return choose_plan_lengths(sample, longest, max_shorter_plans);
}

std::span<const std::int32_t> PairTrial::examples(std::int64_t step) {
  const std::span<const std::int32_t> batch = epochs_.batch(step);
  if (plan_lengths_.size() == 1) return batch;
  if (bucketed_step_ != step) bucket_by_length(batch);
  bucketed_step_ = step;
  return bucketed_batch_;
}

/// Puts pairs of similar length into each micro-batch. The order is the longest, the shortest, the second longest and
/// so on, so that two workers that share a batch have about equal work.
void PairTrial::bucket_by_length(std::span<const std::int32_t> batch) {
  sort_keys_.clear();
  for (const std::int32_t pair : batch)
    sort_keys_.push_back(make_sort_key(lengths(pair).rank(plan_lengths_.front()), pair));
  std::sort(sort_keys_.begin(), sort_keys_.end());
  const auto rows = static_cast<std::size_t>(epochs_.micro_batch_size()),
             micro_batches = sort_keys_.size() / rows;
  bucketed_batch_.resize(sort_keys_.size());
  for (std::size_t i = 0; i < sort_keys_.size(); ++i) {
    const std::size_t micro_batch = i / rows;
    const std::size_t rank = micro_batch % 2 ? micro_batch / 2 : micro_batches - 1 - micro_batch / 2;
    bucketed_batch_[i] = extract_pair(sort_keys_[rank * rows + i % rows]);
  }
}

void PairTrial::set_loss_normalizer(std::span<const std::int32_t> batch) {
  if (micro_batches() == 1) return;
  int tokens = 0;
  for (const std::int32_t example : batch) tokens += lengths(example).target;
  set_mean_tokens(static_cast<double>(tokens) / micro_batches());
}

void PairTrial::fill(std::span<const std::int32_t> examples) {
  PairLengths largest;
  for (const std::int32_t example : examples) largest = largest.max_with(lengths(example));
  choose_training_plan(find_smallest_plan(plan_lengths_, largest));
  Trial::fill(examples);
}

void PairTrial::mark_example(std::int32_t example, std::span<float> marks) const {
  mark_true_map(task_->pair(static_cast<std::uint32_t>(example)),
                static_cast<std::size_t>(task_->max_source_length()), marks);
}

std::vector<std::int32_t> PairTrial::find_true_target(const RequestedSource& requested_source) const {
  const std::optional<Pair> pair = find_true_pair(requested_source);
  if (!pair) throw_bad_parameter("prefix", "true", "own, as the true target of this source is not known");
  return pair->target;
}

AnswerFields PairTrial::list_answer_fields(const RequestedSource& requested_source,
                                           const std::vector<std::int32_t>& output,
                                           const std::optional<Pair>& pair,
                                           std::vector<std::vector<Candidate>> candidates) const {
  AnswerFields fields;
  fields.add("output", output);
  fields.add("text", task_->decode(output));
  fields.add("unknownWords", requested_source.source.unknown);
  fields.add("truncatedWords", requested_source.source.cut);
  fields.add("candidates", std::move(candidates));
  if (pair) {
    fields.add("target", pair->target);
    fields.add("targetText", task_->decode(pair->target));
    fields.add("correct", is_correct(output, pair->target));
  }
  return fields;
}

RequestedSource PairTrial::read_requested_source(const Fields& input, std::span<const Setting> inputs,
                                                 std::size_t min_tokens,
                                                 bool is_prefix_true_by_default) const {
  RequestedSource requested_source;
  Fields rest = input;
  requested_source.has_true_prefix =
      take_true_prefix(rest, is_prefix_true_by_default && input.contains("example"));
  if (const std::optional<Value> example = take_field(rest, "example")) {
    requested_source.pair = &pair(read_example(*example, watchable_count()));
    inputs = inputs.subspan(1);
  }
  requested_source.values = read_settings(inputs, rest);
  if (requested_source.pair) {
    requested_source.source.ids = requested_source.pair->source;
    requested_source.source.words = get_word_labels(task_->source_words(), requested_source.source.ids);
    return requested_source;
  }
  const std::string& text = requested_source.values.text("source");
  requested_source.source = task_->encode(text);
  if (requested_source.source.ids.size() <= min_tokens) {
    throw_bad_parameter(
        "source", text,
        min_tokens == 1 ? "a text with at least one word" : "a text with at least two tokens of the task");
  }
  for (std::string& word : requested_source.source.words) word = word == " " ? "␣" : word;
  return requested_source;
}

}  // namespace attento

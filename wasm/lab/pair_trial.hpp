// The base of trials on pairs of a source and a target: the task, training pairs and held-out pairs, requests about a
// source, and counts of correct answers.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lab/pair_lengths.hpp"
#include "lab/pair_words.hpp"
#include "lab/training_pairs.hpp"
#include "lab/trial_helpers.hpp"

namespace attento {

inline constexpr int kHeldOutPairs = 512;  // maximum number of held-out pairs that evaluate() reads
inline constexpr int kProbePairs = 64;     // held-out pairs in a probe, and in a batch of evaluate()
/// The maximum for the user's own data, where kProbePairs training pairs can be shown, too.
inline constexpr int kOwnHeldOutPairs = kHeldOutPairs - kProbePairs;

/// The input of predict() that read_requested_source() reads.
constexpr Setting source_input() {
  return text("source", "Source", {1, 400},
              "A text in the language of the task. Words that it does not have are all read as one unknown "
              "word; what is longer than any source of the task is cut at its end.");
}

/// The summed loss of some held-out pairs, and counts of tokens and pairs.
struct PairCounts {
  double loss = 0, tokens = 0, correct_tokens = 0, correct_pairs = 0, pairs = 0;

  double exact_match() const { return correct_pairs / pairs; }
  MetricValues pair_metrics() const {
    return {{"exactMatch", exact_match()}, {"tokenAccuracy", correct_tokens / tokens}};
  }
};

/// A requested source: a typed text, or the source of an example.
struct RequestedSource {
  EncodedText source;
  const Pair* pair = nullptr;    // the pair of the example; null for a typed text
  Values values;                 // values of the other inputs
  bool has_true_prefix = false;  // whether tokens are predicted after the true previous tokens
};

class PairTrial : public Trial {
 public:
  std::span<const std::int32_t> examples(std::int64_t step) override;
  void set_loss_normalizer(std::span<const std::int32_t> batch) override;
  void fill(std::span<const std::int32_t> examples) override;
  void describe(Json& json) const override;
  void set(const Values& values) override {
    check_watched_pair(values);
    Trial::set(values);
  }

 protected:
  /// `max_shorter_plans`: how many training plans there may be for shorter pairs, see choose_plan_lengths().
  PairTrial(std::uint64_t seed, const Values& values, std::unique_ptr<PairTask> task, bool use_micro_batches,
            std::size_t max_shorter_plans);

  /// Writes a pair into a row of the training plan.
  virtual void fill_pair(int row, TrainingPairs::Tokens source, TrainingPairs::Tokens target) = 0;

  /// Sets in all training plans the mean number of target tokens of a micro-batch.
  virtual void set_mean_tokens(double tokens) = 0;

  /// Returns the pair of an example: a held-out pair or, with the user's own data, one of `measured_training_pairs_`,
  /// which follow the held-out pairs. −1 means the example that the page shows.
  const Pair& pair(int example) const {
    const auto index = static_cast<std::size_t>(example < 0 ? values_.integer("probeExample") : example);
    return index < held_out_.size() ? held_out_[index] : measured_training_pairs_[index - held_out_.size()];
  }
  /// The number of examples that can be shown.
  int watchable_count() const { return static_cast<int>(held_out_.size() + measured_training_pairs_.size()); }

  /// Reads "prefix", then "example" or "source" (the first of `inputs`), then the other inputs. Throws BAD_PARAMETER,
  /// also for a text of fewer than `min_tokens` tokens.
  RequestedSource read_requested_source(const Fields& input, std::span<const Setting> inputs,
                                        std::size_t min_tokens, bool is_prefix_true_by_default = false) const;

  /// Returns the true target. Throws BAD_PARAMETER if the task does not know it.
  std::vector<std::int32_t> find_true_target(const RequestedSource& requested_source) const;

  /// Returns the requested pair: an example, or a typed source with its target if the task knows it.
  std::optional<Pair> find_true_pair(const RequestedSource& requested_source) const {
    return requested_source.pair ? *requested_source.pair : task_->solve(requested_source.source.ids);
  }

  /// Returns the fields of an answer. `pair`: the requested pair if it is known.
  AnswerFields list_answer_fields(const RequestedSource& requested_source,
                                  const std::vector<std::int32_t>& output, const std::optional<Pair>& pair,
                                  std::vector<std::vector<Candidate>> candidates) const;

  int held_out_count() const { return static_cast<int>(held_out_.size()); }

  /// Throws BAD_PARAMETER if the setting for the shown pair is too large.
  void check_watched_pair(const Values& values) const {
    check_watched_example(values, watchable_count(), "pairs");
  }

  std::unique_ptr<PairTask> task_;
  TrainingPairs pairs_;
  std::vector<PairLengths> plan_lengths_;  // lengths of the training plans, in the same order
  std::vector<Pair> held_out_;
  int probe_count_;  // number of held-out pairs that a probe reads (the first ones)
  /// With the user's own data: training pairs that are measured and can be shown. Otherwise empty.
  std::vector<Pair> measured_training_pairs_;

 private:
  void fill_row(int row, std::int32_t example) override {
    const auto [source, target] = pairs_[example];
    fill_pair(row, source, target);
  }
  Shape truth_shape() const override { return {task_->max_target_length(), task_->max_source_length()}; }
  void mark_example(std::int32_t example, std::span<float> marks) const override;
  void choose_watched_pair();
  PairLengths lengths(std::int32_t example) {
    const auto [source, target] = pairs_[example];
    return {static_cast<int>(source.size()), static_cast<int>(target.size())};
  }
  std::vector<PairLengths> choose_lengths(std::size_t max_shorter_plans);
  void bucket_by_length(std::span<const std::int32_t> batch);

  std::vector<std::int64_t> sort_keys_;       // pairs of a batch, sorted by length
  std::vector<std::int32_t> bucketed_batch_;  // the pairs of a batch, ordered by micro-batch
  std::int64_t bucketed_step_ = -1;           // step of the bucketed batch
};

}  // namespace attento

// The windows of a text that a model reads: consecutive ones for training, held-out ones, and those that can be shown.
// A window is named by its first token.
#pragma once

#include <algorithm>
#include <span>

#include "experiments/language_model/corpus.hpp"
#include "experiments/language_model/trial.hpp"

namespace attento::language_model {

struct TextWindows {
  const TextCorpus& corpus;
  int length, training_count;  // tokens of a window, number of training windows
  int held_out_count, probe_count;
  int measured_training_count;  // number of training windows of the user's own text that are measured and can be shown

  TextWindows(const TextCorpus& corpus, int training_count)
      : corpus(corpus),
        length(corpus.context()),
        training_count(training_count),
        held_out_count(count_windows(corpus.held_out_count(), length, corpus.is_own())),
        probe_count(std::min(kProbeWindows, held_out_count)),
        measured_training_count(corpus.is_own() ? std::min(kProbeWindows, training_count) : 0) {}

  /// How many windows can be shown: the held-out windows and, of the user's own text, some training windows.
  int watchable_count() const { return held_out_count + measured_training_count; }

  /// Returns held-out window i. The windows are spread evenly over the held-out text.
  std::size_t held_out(int i) const {
    const auto room = static_cast<std::int64_t>((corpus.held_out_count() - 1) / length);
    // The first windows, which the probe reads, are also spread evenly.
    const int probes = held_out_count / probe_count;
    const std::int64_t index = i % probe_count * probes + i / probe_count;
    return static_cast<std::size_t>(corpus.training_count() + index * room / held_out_count * length);
  }

  /// Returns the window of an example. Training windows are spread evenly over the training text.
  std::size_t find_start(int example) const {
    if (example < held_out_count) return held_out(example);
    const auto index =
        static_cast<std::int64_t>(example - held_out_count) * training_count / measured_training_count;
    return static_cast<std::size_t>(index * length);
  }

  /// Returns the example with the fewest unknown tokens, the first if several are equal.
  int find_most_known_example() const {
    const auto unknown = [&](int example) {
      const auto tokens = (*this)[find_start(example)];
      return std::count(tokens.begin(), tokens.end(), Vocabulary::kUnknown);
    };
    int best = 0;
    for (int i = 1; i < watchable_count(); ++i)
      if (unknown(i) < unknown(best)) best = i;
    return best;
  }

  /// Returns the tokens of a window, and the token after them.
  std::span<const std::int32_t> operator[](std::size_t from) const {
    return corpus.ids().subspan(from, static_cast<std::size_t>(length) + 1);
  }

  /// Marks the true attention of a window, [T, T].
  void mark(std::size_t from, std::span<float> marks) const {
    const auto T = static_cast<std::size_t>(length);
    for (std::size_t t = 0; t < T; ++t)
      for (const int s : corpus.find_true_positions(from, from + t + 1))
        marks[t * T + static_cast<std::size_t>(s)] = 1;
  }

 private:
  /// How many windows fit into a text, each with the token that follows it; rounded down to whole probes.
  static int count_windows(int tokens, int length, bool is_own) {
    // The user's own text leaves room for as many training windows as a probe reads, because they can be shown, too.
    const int all = std::min((tokens - 1) / length, kHeldOutWindows - (is_own ? kProbeWindows : 0));
    return all > kProbeWindows ? all - all % kProbeWindows : all;
  }
};

}  // namespace attento::language_model

// Settings of experiments that train hard attention, see models/hard_attention_loss.hpp. Each has its own default.
#pragma once

#include "lab/settings.hpp"
#include "models/hard_attention_loss.hpp"

namespace attento {

constexpr Setting attention_kind(Text help, List<Choice, 8> choices) {
  return choice("attention", "Attention", "soft", help, choices);
}

constexpr Setting hard_samples() {
  return integer("samples", "Samples", {1, 8}, "4",
                 "Hard attention alone: how many times each example is in a batch, each time with random "
                 "looks. Xu et al. 2015 have one sample, Mnih & Rezende 2016 several.");
}

constexpr Setting hard_baseline() {
  return choice("rewardBaseline", "Baseline", "leave-one-out",
                "Hard attention alone: what a reward is compared with. With one sample it is always the "
                "moving average.",
                {{"leave-one-out", "the other samples (Kool et al. 2019)"},
                 {"moving", "moving average (Xu et al. 2015)"}});
}

constexpr Setting hard_reward() {
  return choice("reward", "Reward", "to-go",
                "Hard attention alone: the words whose likelihood rewards a look. Xu et al. 2015 take all "
                "words; words before a look are not credited to it (Williams 1992).",
                make_choices(kRewards));
}

constexpr Setting hard_entropy() {
  return real("entropy", "Entropy", {0, 0.2, 0.001}, "0.01",
              "Hard attention alone: λe of Xu et al. 2015, the weight of the entropy reward.");
}

constexpr Setting hard_warm_up(std::string_view default_text) {
  return integer("warmup", "Warm-up", {0, 10000, 50}, default_text,
                 "Hard attention alone: at first every look is soft; over this many steps the share of soft "
                 "looks falls to 0 (Xu et al. 2015 keep a half to the end).",
                 "steps");
}

/// Reads the options of the loss. Without hard attention there is one sample; other options are unused.
inline HardAttentionOptions read_hard_attention_options(const Values& values, bool hard) {
  return {.samples = hard ? values.integer("samples") : 1,
          .entropy = values.real("entropy"),
          .reward_kind = values.choice("reward"),
          .leave_one_out = values.choice("rewardBaseline") == "leave-one-out"};
}

/// Whether a batch may be split into micro-batches. A moving-average baseline needs the whole batch, because it is
/// updated row by row.
inline bool supports_micro_batches(const Values& values) {
  const bool hard = values.choice("attention") == "hard";
  const bool has_leave_one_out_baseline =
      values.choice("rewardBaseline") == "leave-one-out" && values.integer("samples") > 1;
  return values.boolean(kUseMicroBatches) && (!hard || has_leave_one_out_baseline);
}

/// The probability, in a training step, that hard attention is replaced by soft attention.
inline double soft_share(const Values& values, std::int64_t step) {
  const double warm_up = values.real("warmup");
  return static_cast<double>(step) < warm_up ? 1 - static_cast<double>(step) / warm_up : 0;
}

}  // namespace attento

// Settings that several experiments have, each with its own defaults.
#pragma once

#include "lab/settings.hpp"

namespace attento {

constexpr Setting batch_size(std::string_view default_text, double most = 1024, Text unit = "examples",
                             Text help = "How many examples a step averages over, at most all of them.") {
  return {.name = "batchSize",
          .label = "Batch size",
          .type = Type::kInteger,
          .minimum = 1,
          .maximum = most,
          .default_text = default_text,
          .unit = unit,
          .help = help};
}

constexpr Setting learning_rate(
    std::string_view default_text,
    Text help = "The step size of Adam, shared by both networks where there are two.") {
  return {.name = "learningRate",
          .label = "Learning rate",
          .minimum = 1e-6,
          .maximum = 1,
          .step = 1e-6,
          .default_text = default_text,
          .help = help,
          .requires_restart = false,
          .is_logarithmic = true};
}

/// The help of epochs in experiments that take own data.
inline constexpr Text kOwnEpochsHelp =
    "The number of passes over the training examples after which a run stops; on own data at least 600 "
    "steps.";

constexpr Setting epochs(
    std::string_view default_text, double most = 1000,
    Text help = "The number of passes over the training examples after which a run stops.") {
  return {.name = "epochs",
          .label = "Epochs",
          .type = Type::kInteger,
          .minimum = 1,
          .maximum = most,
          .default_text = default_text,
          .help = help,
          .requires_restart = false};
}

/// `least` is also the increment.
constexpr Setting steps(std::string_view default_text, double least, double most, bool is_logarithmic = false,
                        Text help = "After how many steps a run stops by itself.") {
  return {.name = "steps",
          .label = "Steps",
          .type = Type::kInteger,
          .minimum = least,
          .maximum = most,
          .step = least,
          .default_text = default_text,
          .help = help,
          .requires_restart = false,
          .is_logarithmic = is_logarithmic};
}

constexpr Setting examples(Text label, std::string_view default_text, Text unit, Text help,
                           double most = 100000) {
  return {.name = "examples",
          .label = label,
          .type = Type::kInteger,
          .minimum = 100,
          .maximum = most,
          .step = 100,
          .default_text = default_text,
          .unit = unit,
          .help = help};
}

/// Settings of experiments on pairs of a source and a target.
constexpr Setting pair_examples() {
  return examples(
      "Examples", "20000", "pairs",
      "How many pairs are for training, shuffled anew in each epoch. Held-out pairs are never among "
      "them.");
}

/// "minimumLength" or "maximumLength".
constexpr Setting length_bound(std::string_view name, Text label, std::string_view default_text, double most,
                               Text unit, Text help) {
  return {.name = name,
          .label = label,
          .type = Type::kInteger,
          .minimum = 2,
          .maximum = most,
          .default_text = default_text,
          .unit = unit,
          .help = help};
}

constexpr Setting embedding_width(std::string_view default_text, Text help) {
  return {.name = "embedding",
          .label = "Embedding",
          .type = Type::kInteger,
          .minimum = 4,
          .maximum = 64,
          .default_text = default_text,
          .unit = "numbers",
          .help = help};
}

constexpr Setting hidden_width(std::string_view default_text, double least, double most, Text help) {
  return {.name = "hidden",
          .label = "Hidden state",
          .type = Type::kInteger,
          .minimum = least,
          .maximum = most,
          .default_text = default_text,
          .unit = "numbers",
          .help = help};
}

/// A share of a whole, or a probability.
constexpr Setting share(std::string_view name, Text label, std::string_view default_text, Text help,
                        double most = 1) {
  return {.name = name,
          .label = label,
          .maximum = most,
          .step = 0.05,
          .default_text = default_text,
          .help = help};
}

constexpr Setting dropout_share(Text help, std::string_view default_text = "0") {
  return share("dropout", "Dropout", default_text, help, 0.8);
}

constexpr Setting clip_limit(std::string_view default_text = "1",
                             Text help = "The norm of the gradient is limited to this; 0 sets no limit.") {
  return {.name = "clip",
          .label = "Clip the gradient",
          .maximum = 10,
          .step = 0.1,
          .default_text = default_text,
          .help = help};
}

/// Which of `count` held-out examples is shown.
constexpr Setting watched(Text label, int count, Text help, std::string_view default_text = "0") {
  return {.name = "probeExample",
          .label = label,
          .type = Type::kInteger,
          .maximum = count - 1.0,
          .default_text = default_text,
          .help = help,
          .requires_restart = false};
}

}  // namespace attento

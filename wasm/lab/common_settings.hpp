// Settings that every experiment has, each with its own defaults.
#pragma once

#include "lab/settings.hpp"

namespace attento {

constexpr Setting batch_size(std::string_view standard, double most = 1024) {
  return {.name = "batchSize",
          .label = "Batch size",
          .type = Type::kInteger,
          .minimum = 1,
          .maximum = most,
          .standard = standard,
          .unit = "examples",
          .help = "How many examples a step averages over, at most all of them."};
}

constexpr Setting learning_rate(std::string_view standard) {
  return {.name = "learningRate",
          .label = "Learning rate",
          .minimum = 1e-6,
          .maximum = 1,
          .step = 1e-6,
          .standard = standard,
          .help = "The step size of Adam, shared by both networks where there are two.",
          .restart = false,
          .logarithmic = true};
}

constexpr Setting epochs(std::string_view standard, double most = 1000) {
  return {.name = "epochs",
          .label = "Epochs",
          .type = Type::kInteger,
          .minimum = 1,
          .maximum = most,
          .standard = standard,
          .help = "The number of passes over the training examples after which a run stops.",
          .restart = false};
}

/// Settings of experiments on pairs of a source and a target.
constexpr Setting examples_of_pairs() {
  return {.name = "examples",
          .label = "Examples",
          .type = Type::kInteger,
          .minimum = 100,
          .maximum = 100000,
          .step = 100,
          .standard = "20000",
          .unit = "pairs",
          .help =
              "How many pairs are for training, shuffled anew in each epoch. Held-out pairs are never among "
              "them."};
}

/// "minimumLength" or "maximumLength".
constexpr Setting length_bound(std::string_view name, Text label, std::string_view standard, double most,
                               Text unit, Text help) {
  return {.name = name,
          .label = label,
          .type = Type::kInteger,
          .minimum = 2,
          .maximum = most,
          .standard = standard,
          .unit = unit,
          .help = help};
}

constexpr Setting dropout_share(Text help) {
  return {.name = "dropout", .label = "Dropout", .maximum = 0.8, .step = 0.05, .standard = "0", .help = help};
}

constexpr Setting clip_limit() {
  return {.name = "clip",
          .label = "Clip the gradient",
          .maximum = 10,
          .step = 0.1,
          .standard = "1",
          .help = "The gradient is made no longer than this; 0 leaves it as it is."};
}

constexpr Setting watched_pair(int held_out, Text help) {
  return {.name = "watched",
          .label = "Watched pair",
          .type = Type::kInteger,
          .maximum = held_out - 1.0,
          .standard = "0",
          .help = help,
          .restart = false};
}

}  // namespace attento

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
          .help = "How many examples are averaged for one step, at most all that there are."};
}

constexpr Setting learning_rate(std::string_view standard) {
  return {.name = "learningRate",
          .label = "Learning rate",
          .minimum = 1e-6,
          .maximum = 1,
          .step = 1e-6,
          .standard = standard,
          .help = "The size of a step of Adam; twins share it.",
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
          .help = "After how many passes over the training examples a run stops by itself.",
          .restart = false};
}

}  // namespace attento

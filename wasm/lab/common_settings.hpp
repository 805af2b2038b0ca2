// Settings that several experiments share, each with its own default.
#pragma once

#include "lab/settings.hpp"

namespace attento {

constexpr Setting batch_size(std::string_view default_text, double maximum = 1024, Text unit = "examples",
                             Text help = "How many examples a step averages over, at most all of them.") {
  return integer("batchSize", "Batch size", {1, maximum}, default_text, help, unit);
}

constexpr Setting learning_rate(
    std::string_view default_text,
    Text help = "The step size of Adam, shared by both networks where there are two.") {
  return make_live(real("learningRate", "Learning rate", {1e-6, 1, 1e-6, true}, default_text, help));
}

/// The help of epochs() for experiments that can learn from the user's own data.
inline constexpr Text kOwnEpochsHelp =
    "The number of passes over the training examples after which a run stops; on own data at least 600 "
    "steps.";

constexpr Setting epochs(
    std::string_view default_text, double maximum = 1000,
    Text help = "The number of passes over the training examples after which a run stops.") {
  return make_live(integer("epochs", "Epochs", {1, maximum}, default_text, help));
}

/// The setting for the number of steps. `minimum` is also the increment.
constexpr Setting steps(std::string_view default_text, double minimum, double maximum,
                        bool is_logarithmic = false,
                        Text help = "After how many steps a run stops by itself.") {
  return make_live(
      integer("steps", "Steps", {minimum, maximum, minimum, is_logarithmic}, default_text, help));
}

constexpr Setting examples(Text label, std::string_view default_text, Text unit, Text help,
                           double maximum = 100000) {
  return integer("examples", label, {100, maximum, 100}, default_text, help, unit);
}

/// The setting of experiments on pairs of a source and a target.
constexpr Setting pair_examples() {
  return examples(
      "Examples", "20000", "pairs",
      "How many pairs are for training, shuffled anew in each epoch. Test pairs are never among them.");
}

/// The setting "minimumLength" or "maximumLength".
constexpr Setting length_bound(std::string_view name, Text label, std::string_view default_text,
                               double maximum, Text unit, Text help) {
  return integer(name, label, {2, maximum}, default_text, help, unit);
}

constexpr Setting embedding_width(std::string_view default_text, Text help) {
  return integer("embedding", "Embedding", {4, 64}, default_text, help, "numbers");
}

constexpr Setting hidden_width(std::string_view default_text, double minimum, double maximum, Text help) {
  return integer("hidden", "Hidden state", {minimum, maximum}, default_text, help, "numbers");
}

/// A setting from 0 to `maximum`, for a share or a probability.
constexpr Setting fraction(std::string_view name, Text label, std::string_view default_text, Text help,
                           double maximum = 1) {
  return real(name, label, {0, maximum, 0.05}, default_text, help);
}

constexpr Setting dropout_rate(Text help, std::string_view default_text = "0") {
  return fraction("dropout", "Dropout", default_text, help, 0.8);
}

constexpr Setting clip_limit(std::string_view default_text = "1",
                             Text help = "The norm of the gradient is limited to this; 0 sets no limit.") {
  return real("clip", "Clip the gradient", {0, 10, 0.1}, default_text, help);
}

/// The setting for the example that the page shows: an index below `count`, the number of held-out examples.
constexpr Setting watched_example(Text label, int count, Text help, std::string_view default_text = "0") {
  return make_live(integer("probeExample", label, {0, count - 1.0}, default_text, help));
}

}  // namespace attento

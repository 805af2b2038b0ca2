// Settings of experiments with a transformer.
#pragma once

#include <algorithm>
#include <vector>

#include "core/named_table.hpp"
#include "lab/common_settings.hpp"
#include "models/transformer.hpp"

namespace attento {

inline constexpr NamedValue<Transformer::Positions> kPositions[] = {
    {"sinusoidal", "sinusoidal", Transformer::Positions::kSinusoidal},
    {"learned", "learned", Transformer::Positions::kLearned},
    {"none", "none", Transformer::Positions::kNone}};

constexpr Setting model_width(std::string_view default_text) {
  return integer("dModel", "Width", {16, 256, 8}, default_text,
                 "D: the number of entries of a token vector, from the embedding to the answer.", "numbers");
}

constexpr Setting head_count(std::string_view default_text) {
  return integer("heads", "Heads", {1, 8}, default_text,
                 "How many attentions a layer computes side by side. They share the width, which must be a "
                 "multiple of their number.");
}

constexpr Setting layer_count(std::string_view default_text, Text help) {
  return integer("layers", "Layers", {1, 6}, default_text, help);
}

constexpr Setting feed_forward_width(std::string_view default_text) {
  return integer("feedForward", "Feed-forward", {1, 8}, default_text,
                 "The width of the feed-forward network behind each attention.", "× width");
}

constexpr Setting position_encoding() {
  return choice("positions", "Positions", "sinusoidal",
                "The position encoding. Without one, attention sees a set, not a sequence.",
                make_choices(kPositions));
}

constexpr Setting disabled_heads(double maximum, Text help) {
  return {.name = "disabledHeads",
          .label = "Heads switched off",
          .type = SettingType::kIntegers,
          .maximum = maximum,
          .help = help,
          .requires_restart = false};
}

constexpr Setting learning_rate_warm_up(std::string_view default_text) {
  return make_live(integer("warmup", "Warm-up", {0, 10000}, default_text,
                           "The learning rate rises linearly for this many steps, then falls linearly to a "
                           "twentieth at the planned end; 0 keeps it constant.",
                           "steps"));
}

/// The schedule of the learning rate, which refers to the settings by name.
inline constexpr Schedule kWarmUp{.curve = kLinear, .length = "steps", .warm_up = "warmup", .floor = 0.05};

/// Reads the settings above. Throws BAD_PARAMETER for a width that is no multiple of the number of heads.
inline Transformer::Settings read_transformer_settings(const Values& values) {
  const int width = values.integer("dModel");
  const int heads = values.integer("heads");
  if (width % heads != 0)
    throw_bad_parameter("heads", heads, "a divisor of dModel, " + std::to_string(width));
  return {.width = width,
          .heads = heads,
          .layers = values.integer("layers"),
          .hidden = width * values.integer("feedForward"),
          .positions = NamedChoice<kPositions>(values.choice("positions"))->value,
          .dropout = values.real("dropout")};
}

/// Reads the gate of each head, in the order of the attention sublayers: 1 on, 0 off. Writes the gates [attentions, D]
/// of plans, where each column has the gate of its head. Throws BAD_PARAMETER.
template <class... Recordings>
std::vector<float> set_head_gates(const Values& values, const Transformer& model,
                                  const Recordings&... recordings) {
  const auto heads = static_cast<std::size_t>(model.settings.heads);
  std::vector<float> head_gates(static_cast<std::size_t>(model.attention_count()) * heads, 1.0F);
  for (const int off : values.integers("disabledHeads")) {
    if (off >= static_cast<int>(head_gates.size())) {
      throw_bad_parameter("disabledHeads", off,
                          "numbers of heads, from 0 to " + std::to_string(head_gates.size() - 1));
    }
    head_gates[static_cast<std::size_t>(off)] = 0;
  }
  const auto width = static_cast<std::size_t>(model.settings.width) / heads;
  for (const std::span<float> columns : {recordings.plan.value(recordings.head_gates)...})
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = head_gates[i / width];
  return head_gates;
}

}  // namespace attento

// One run of the experiment "starter".
#pragma once

#include "lab/experiment.hpp"

namespace attento::starter {

/// The inputs of predict().
inline constexpr Setting kInputs[] = {{.name = "context",
                                       .label = "Context",
                                       .type = SettingType::kInteger,
                                       .help = "Which row of the attention table is used.",
                                       .item_limit = "length"},
                                      {.name = "values",
                                       .label = "Values",
                                       .type = SettingType::kReals,
                                       .minimum = -10,
                                       .maximum = 10,
                                       .step = 0.01,
                                       .help = "The numbers to attend to.",
                                       .length = "length"}};

inline constexpr MapDescription kMaps[] = {
    {"weights", "Weights", "What each position contributes to the answer.", "|a·w| / Σ|a·w|"}};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data);

}  // namespace attento::starter

// One run of the experiment "context-lookup": task, model and metrics.
#pragma once

#include "lab/experiment.hpp"

namespace attento::context_lookup {

/// The inputs of predict().
inline constexpr Setting kInputs[] = {{.name = "context",
                                       .label = "Context",
                                       .type = SettingType::kInteger,
                                       .help = "Which row of the attention table is used.",
                                       .item_limit = "contexts"},
                                      {.name = "values",
                                       .label = "Values",
                                       .type = SettingType::kReals,
                                       .minimum = -10,
                                       .maximum = 10,
                                       .step = 0.01,
                                       .help = "The numbers to look at.",
                                       .length = "sequenceLength"}};

inline constexpr MapDescription kMaps[] = {
    {"effective", "Effective weights",
     "Attention times the readout weight that follows it: what each position contributes to the answer.",
     "|a·w| / Σ|a·w|"},
    {"embedding", "Attention table alone",
     "The attention table without the readout, as it is usually plotted. The readout may shrink an entry or "
     "change its sign.",
     "|a| / Σ|a|"}};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data);

}  // namespace attento::context_lookup

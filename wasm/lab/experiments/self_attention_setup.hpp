// From settings to task and model of the experiment "self-attention"; what does not go together is refused by name.
#pragma once

#include <memory>

#include "lab/experiments/self_attention_reader.hpp"
#include "lab/settings.hpp"

namespace attento {

std::unique_ptr<PairTask> make_pair_task(std::uint64_t seed, const Values& values);

PairLayout pair_layout(const PairTask& task, const Values& values);

Transformer::Settings transformer_settings(const PairTask& task, const PairLayout& layout,
                                           const Values& values);

}  // namespace attento

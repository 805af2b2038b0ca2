// One run of the experiment "translation": task, model, decoding and metrics.
#pragma once

#include "lab/pair_trial.hpp"

namespace attento::translation {

inline constexpr MapDescription kMaps[] = {
    {"weights", "Alignment",
     "Rows are target tokens, columns source tokens: the weights while the decoder is given the true target.",
     "a = softmax(e)"}};

/// The inputs of predict().
inline constexpr Setting kInputs[] = {source_input()};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data);

}  // namespace attento::translation

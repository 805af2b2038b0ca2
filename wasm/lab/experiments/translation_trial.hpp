// One run of the experiment "translation": task, model, decoding and what is measured.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

inline constexpr int kTranslationHeldOut = 512;  // held-out pairs that evaluate() reads
inline constexpr int kTranslationProbed = 64;    // and those of a probe

inline constexpr MapDescription kTranslationMaps[] = {
    {"weights", "Alignment",
     "Where the decoder looks while it is told to write the true translation: source across, target down.",
     "a = softmax(e)"}};

/// What predict() takes.
inline constexpr Setting kTranslationInputs[] = {
    {.name = "source",
     .label = "Source",
     .type = Type::kText,
     .minimum = 1,
     .maximum = 400,
     .help = "A text in the language of the task. Words that it does not have are all read as one unknown "
             "word; what "
             "is longer than any source of the task is cut at its end."}};

std::unique_ptr<Trial> start_translation(std::uint64_t seed, const Values& values, Data);

/// What the plans of a run take.
double translation_bytes(const Values& values);

}  // namespace attento

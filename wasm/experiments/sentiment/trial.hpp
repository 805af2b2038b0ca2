// One run of the experiment "sentiment": corpus, models and metrics.
#pragma once

#include "lab/experiment.hpp"

namespace attento::sentiment {

inline constexpr int kProbeExamples = 200;  // held-out sentences that a probe reads

/// A choice of the baseline's cell: the same cell as the model.
inline constexpr const char* kSame = "same";

/// The inputs of predict().
inline constexpr Setting kInputs[] = {
    text("sentence", "Sentence", {1, 2000},
         "Any sentence. Words that training has not seen are all read as one unknown word.")};

/// The attention maps: one for each model, and the intra-attention of a machine reader.
inline constexpr MapDescription kMaps[] = {
    {"model", "What it reads",
     "How much the state at each word counts in the verdict: weights add up to 1. A baseline that takes one "
     "state gives it weight 1.",
     "a"},
    {"baseline", "What the baseline reads", "The same for the second network.", "a"},
    {"intra", "Where each word looks back",
     "The weight of each earlier word while a word is read: what the cell goes on from in place of its last "
     "state.",
     "a = softmax(v · tanh(W x + Z h̃ + U h))"}};

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data data);

}  // namespace attento::sentiment

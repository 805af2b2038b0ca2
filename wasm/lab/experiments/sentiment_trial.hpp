// One run of the experiment "sentiment": corpus, models and what is measured.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

inline constexpr int kSentimentProbed = 200;  // held-out sentences that a probe reads

/// What predict() takes.
inline constexpr Setting kSentimentInputs[] = {
    {.name = "sentence",
     .label = "Sentence",
     .type = Type::kText,
     .minimum = 1,
     .maximum = 2000,
     .help = "Any sentence. Words that training has not seen are all read as one unknown word."}};

/// The maps, one of each model.
inline constexpr MapDescription kSentimentMaps[] = {
    {"first", "What it reads",
     "The weight of each word's state in the verdict. A pooling that takes one state has all its weight "
     "there.",
     "a"},
    {"rival", "What the rival reads", "The same for the second network.", "a"}};

std::unique_ptr<Trial> start_sentiment(std::uint64_t seed, const Values& values, Data data);

/// What the plans of a run take: values and gradients of each word's embedding, gates and states; and the corpus.
double sentiment_bytes(const Values& values);

}  // namespace attento

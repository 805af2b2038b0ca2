// The experiment "sentiment": task tasks/reviews.hpp or the user's own sentences, models
// models/sentence_classifier.hpp, two of them with different poolings.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

extern const Experiment kSentiment;

}  // namespace attento

// The experiment "feature-attention": task tasks/feature_choice.hpp, models models/feature_gate_classifier.hpp
// and, as its rival, models/feed_forward_classifier.hpp.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

extern const Experiment kFeatureAttention;

}  // namespace attento

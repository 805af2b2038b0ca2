// Networks and training settings of the experiment "glimpse", made from its settings.
#pragma once

#include "experiments/glimpse/reader.hpp"
#include "lab/experiment.hpp"

namespace attento::glimpse {

/// Declares the network with `classes` classes, and its baseline, if there is one.
Networks declare_networks(Parameters<float>& parameters, const Values& values, int classes);

TrainingOptions training_options(const Values& values);

}  // namespace attento::glimpse

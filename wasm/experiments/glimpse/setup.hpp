// What the settings of the experiment "glimpse" make: the networks, and what training asks of them.
#pragma once

#include "experiments/glimpse/reader.hpp"
#include "lab/experiment.hpp"

namespace attento::glimpse {

/// The network, and its twin if there is one, which tell `classes` apart.
Networks declare_networks(Parameters<float>& parameters, const Values& values, int classes);

Lesson lesson(const Values& values);

}  // namespace attento::glimpse

// The experiment "context-lookup": task tasks/context_lookup.hpp, model models/context_gate_regressor.hpp.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

extern const Experiment kContextLookup;

}  // namespace attento

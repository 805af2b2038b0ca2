// The experiment "self-attention": tasks tasks/{translation,letters}.hpp, model models/transformer.hpp.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

extern const Experiment kSelfAttention;

}  // namespace attento

// The experiment "translation": tasks tasks/translation.hpp, model models/encoder_decoder.hpp.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

extern const Experiment kTranslation;

}  // namespace attento

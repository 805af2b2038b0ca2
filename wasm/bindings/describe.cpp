// The module of the build alone: what the core says about itself, with all its texts.
#include <emscripten/bind.h>

#include "calculator/mechanism.hpp"
#include "lab/experiment.hpp"

EMSCRIPTEN_BINDINGS(attentoscope) {
  emscripten::function("describe", &attento::describe);
  emscripten::function("describeMechanisms", &attento::describe_mechanisms);
}

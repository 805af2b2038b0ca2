// A module used only by the build: the descriptions of experiments and mechanisms, with all texts.
#include <emscripten/bind.h>

#include "calculator/mechanism.hpp"
#include "lab/experiment.hpp"

EMSCRIPTEN_BINDINGS(attentoscope) {
  emscripten::function("describe", &attento::describe);
  emscripten::function("describeMechanisms", &attento::describe_mechanisms);
}

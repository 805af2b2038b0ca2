// attend(), in a module of its own: whoever watches an experiment has no use for all mechanisms.
#include <emscripten/bind.h>

#include <string>

#include "bindings/guard.hpp"
#include "lab/mechanism.hpp"

namespace attento {
namespace {

bool attend_mechanism(const std::string& mechanism, const std::string& options) {
  return guarded([&] { incoming = attend(mechanism, options, incoming); });
}

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(attend) { emscripten::function("attend", &attento::attend_mechanism); }

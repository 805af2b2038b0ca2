// The binding of attend(). It has its own module, because experiments do not need the mechanisms.
#include <emscripten/bind.h>

#include <memory>
#include <string>

#include "bindings/guard.hpp"
#include "calculator/attend_computation.hpp"
#include "calculator/score_check.hpp"

namespace attento {
namespace {

/// The computation in progress.
std::unique_ptr<AttendComputation> computation;

void stop_attend() {
  computation.reset();
  exchanged_bytes = {};
}

/// Reserves memory for the inputs: at most half of the limit, because the plan and the results need memory as well.
emscripten::val reserve_inputs(double count) {
  computation.reset();
  return reserve(exchanged_bytes, count, kMaxAttendBytes / 2, Code::kTooLarge);
}

/// Describes a score formula or checks its gradients. The JSON result replaces the exchanged bytes.
bool describe_formula(std::string_view formula, std::string_view what) {
  return run_guarded([&] {
    const std::string json = what == "check" ? check_score_gradients(formula) : describe_score(formula);
    const auto bytes = std::as_bytes(std::span(json));
    exchanged_bytes.assign(bytes.begin(), bytes.end());
  });
}

/// Starts a computation, with options and request as JSON.
bool start_attend(const std::string& mechanism, const std::string& options, const std::string& request) {
  if (mechanism.empty()) return describe_formula(options, request);
  const bool started = run_guarded([&] {
    const TensorFile inputs = read_safetensors(exchanged_bytes, AllowedFloats::kAny, kMaxAttendBytes);
    computation = std::make_unique<AttendComputation>(mechanism, parse_fields(options), parse_fields(request),
                                                      inputs.tensors);
  });
  exchanged_bytes = {};  // not needed any more: the plan holds copies
  return started;
}

/// Returns whether there is more to do. If not, the exchanged bytes hold the results, or an error is pending.
bool advance_attend(double work) {
  bool done = true;
  run_guarded([&] {
    if (!computation) throw Error(Code::kBadState, "attend", "", "to be started first");
    done = computation->advance(static_cast<std::uint64_t>(work));
    if (done) exchanged_bytes = computation->results();
  });
  if (done) computation.reset();
  return !done;
}

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(attend) {
  emscripten::function("reserveInputs", &attento::reserve_inputs);
  emscripten::function("attend", &attento::start_attend);
  emscripten::function("advance", &attento::advance_attend);
  emscripten::function("stop", &attento::stop_attend);
}

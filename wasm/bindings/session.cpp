// The binding of a session: functions with the names that JavaScript uses, which store exceptions as pending errors.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/guard.hpp"
#include "lab/map_score.hpp"
#include "lab/session.hpp"
#include "text/unicode.hpp"

namespace attento {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// The session of this module. The functions of the binding do not throw: after an error they return a neutral result
/// (0, '', false, null).
std::unique_ptr<Session> session;

/// Large lists of the last answer: in place of a list, the JSON of the answer has its range in this array.
std::vector<float> answer_numbers;

template <class Body>
std::string text(Body body) {
  std::string result;
  run_guarded([&] { result = body(); });
  return result;
}

/// Creates the session and replaces the current one. The configuration is JSON. `with_data`: whether the exchanged
/// bytes hold the user's own data.
bool create(const std::string& configuration, bool with_data) {
  return run_guarded([&] {
    if (with_data && exchanged_bytes.empty())
      throw Error(Code::kBadFile, "data", "0 bytes", "at least one byte");
    const std::span<const std::byte> data = with_data ? exchanged_bytes : std::span<const std::byte>();
    if (session) {
      session->reset(parse_configuration(configuration), data);
    } else {
      session = std::make_unique<Session>(parse_configuration(configuration), data);
    }
  });
}

std::string configuration() { return session->configuration(); }
std::string manifest() { return session->manifest(); }
double step() { return static_cast<double>(session->step()); }

double train(double count) {
  const std::int64_t before = session->step();
  run_guarded([&] { session->train(static_cast<std::int64_t>(count)); });
  return static_cast<double>(session->step() - before);
}

bool compute(double first, double end) {
  return run_guarded([&] { session->compute_micro_batches(static_cast<int>(first), static_cast<int>(end)); });
}
val sum(double first, double end) {
  val view = val::null();
  run_guarded([&] {
    const std::span<float> numbers = session->micro_batch_sum(static_cast<int>(first), static_cast<int>(end));
    view = val(typed_memory_view(numbers.size(), numbers.data()));
  });
  return view;
}
bool finish_step() {
  return run_guarded([&] { session->finish_step(); });
}

bool set(const std::string& values) {
  return run_guarded([&] {
    for (const auto& [name, value] : parse_fields(values)) session->set(name, value);
  });
}
bool probe() {
  return run_guarded([&] { session->probe(); });
}
val scalars() { return val(typed_memory_view(session->scalars().size(), session->scalars().data())); }
val frame() { return val(typed_memory_view(session->frame().size(), session->frame().data())); }

std::string evaluate() {
  return text([&] { return session->evaluate(); });
}
std::string predict(const std::string& input) {
  return text([&] { return session->predict(parse_fields(input), &answer_numbers); });
}
std::string attention(const std::string& request) {
  return text([&] { return session->attention(parse_fields(request), &answer_numbers); });
}
val numbers() { return val(typed_memory_view(answer_numbers.size(), answer_numbers.data())); }
std::string explain_prediction(const std::string& request) {
  return text([&] { return session->explain(parse_fields(request)); });
}
std::string find_counterfactual(const std::string& request) {
  return text([&] { return session->counterfactual(parse_fields(request)); });
}
std::string find_challenge_words(const std::string& input) {
  return text([&] { return session->challenge(parse_fields(input)); });
}

/// Compares maps. The exchanged bytes hold floats: `size` numbers of the truth, `drawn` numbers of the drawn map,
/// then the learned weights.
std::string score(double size, double drawn, double columns) {
  return text([&] {
    std::vector<float> numbers(exchanged_bytes.size() / sizeof(float));
    std::memcpy(numbers.data(), exchanged_bytes.data(), numbers.size() * sizeof(float));
    const auto first = std::min(static_cast<std::size_t>(size), numbers.size());
    const auto second = std::min(static_cast<std::size_t>(drawn), numbers.size() - first);
    const std::span<const float> all(numbers);
    const MapComparison both = compare_maps(all.subspan(first, second), all.subspan(first + second),
                                            all.first(first), static_cast<int>(columns));
    Json json(&answer_numbers);
    json.object([&] {
      json.name("drawn").object([&] { write(json, both.drawn); });
      json.name("learned").object([&] { write(json, both.learned); });
    });
    return json.text();
  });
}

bool batch(double step) {
  return run_guarded([&] { exchanged_bytes = session->batch(static_cast<std::int64_t>(step)); });
}
bool training(double steps) {
  return run_guarded([&] { exchanged_bytes = session->training(static_cast<std::int64_t>(steps)); });
}
bool save_weights() {
  return run_guarded([&] { exchanged_bytes = session->save_weights(); });
}
bool checkpoint() {
  return run_guarded([&] { exchanged_bytes = session->checkpoint(); });
}
bool load_weights() {
  return run_guarded([&] { session->load_weights(exchanged_bytes); });
}
bool restore() {
  return run_guarded([&] { session->restore(exchanged_bytes); });
}
std::string fingerprint() { return session->fingerprint(); }

/// Sets the table of Unicode properties to the exchanged bytes.
void set_unicode() { set_unicode_table(std::move(exchanged_bytes)); }

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(session) {
  emscripten::function("setUnicode", &attento::set_unicode);
  emscripten::function("create", &attento::create);
  emscripten::function("configuration", &attento::configuration);
  emscripten::function("manifest", &attento::manifest);
  emscripten::function("step", &attento::step);
  emscripten::function("train", &attento::train);
  emscripten::function("compute", &attento::compute);
  emscripten::function("sum", &attento::sum);
  emscripten::function("finishStep", &attento::finish_step);
  emscripten::function("set", &attento::set);
  emscripten::function("probe", &attento::probe);
  emscripten::function("scalars", &attento::scalars);
  emscripten::function("frame", &attento::frame);
  emscripten::function("evaluate", &attento::evaluate);
  emscripten::function("predict", &attento::predict);
  emscripten::function("attention", &attento::attention);
  emscripten::function("numbers", &attento::numbers);
  emscripten::function("explain", &attento::explain_prediction);
  emscripten::function("counterfactual", &attento::find_counterfactual);
  emscripten::function("challenge", &attento::find_challenge_words);
  emscripten::function("score", &attento::score);
  emscripten::function("batch", &attento::batch);
  emscripten::function("training", &attento::training);
  emscripten::function("saveWeights", &attento::save_weights);
  emscripten::function("checkpoint", &attento::checkpoint);
  emscripten::function("loadWeights", &attento::load_weights);
  emscripten::function("restore", &attento::restore);
  emscripten::function("fingerprint", &attento::fingerprint);
}

// The binding of a session: its methods under their names in JavaScript, which store exceptions as pending errors.
#include <emscripten/bind.h>

#include <algorithm>
#include <cstring>
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

/// A session whose methods do not throw: they return a neutral result (0, '', false, null) if there was an error.
class GuardedSession {
 public:
  /// The configuration, inputs and requests are JSON. `with_data`: whether the reserved bytes hold the user's own data.
  static GuardedSession* create(const std::string& configuration, bool with_data) {
    GuardedSession* created = nullptr;
    run_guarded([&] {
      if (with_data && exchanged_bytes.empty())
        throw Error(Code::kBadFile, "data", "0 bytes", "at least one byte");
      created = new GuardedSession(parse_configuration(configuration),
                                   with_data ? exchanged_bytes : std::vector<std::byte>());
    });
    return created;
  }

  std::string configuration() const { return session_.configuration(); }
  std::string manifest() const { return session_.manifest(); }
  double step() const { return static_cast<double>(session_.step()); }

  double train(double count) {
    const std::int64_t before = session_.step();
    run_guarded([&] { session_.train(static_cast<std::int64_t>(count)); });
    return static_cast<double>(session_.step() - before);
  }

  bool compute(double first, double end) {
    return run_guarded([&] { session_.compute(static_cast<int>(first), static_cast<int>(end)); });
  }
  val sum(double first, double end) {
    val view = val::null();
    run_guarded([&] {
      const std::span<float> numbers = session_.sum(static_cast<int>(first), static_cast<int>(end));
      view = val(typed_memory_view(numbers.size(), numbers.data()));
    });
    return view;
  }
  bool finish_step() {
    return run_guarded([&] { session_.finish_step(); });
  }

  bool set(const std::string& values) {
    return run_guarded([&] {
      for (const auto& [name, value] : parse_fields(values)) session_.set(name, value);
    });
  }
  bool probe() {
    return run_guarded([&] { session_.probe(); });
  }
  val scalars() const { return val(typed_memory_view(session_.scalars().size(), session_.scalars().data())); }
  val frame() const { return val(typed_memory_view(session_.frame().size(), session_.frame().data())); }

  std::string evaluate() {
    return text([&] { return session_.evaluate(); });
  }
  std::string predict(const std::string& input) {
    return text([&] { return session_.predict(parse_fields(input)); });
  }
  std::string attention(const std::string& request) {
    return text([&] { return session_.attention(parse_fields(request)); });
  }
  std::string explain(const std::string& request) {
    return text([&] { return session_.explain(parse_fields(request)); });
  }
  std::string counterfactual(const std::string& request) {
    return text([&] { return session_.counterfactual(parse_fields(request)); });
  }
  std::string challenge(const std::string& input) {
    return text([&] { return session_.challenge(parse_fields(input)); });
  }

  /// Compares maps. The reserved bytes are floats: the truth of `size` numbers, the drawn map of `drawn` numbers, then the
  /// learned weights.
  std::string score(double size, double drawn, double columns) {
    return text([&] {
      std::vector<float> numbers(bytes_.size() / sizeof(float));
      std::memcpy(numbers.data(), bytes_.data(), numbers.size() * sizeof(float));
      const auto first = std::min(static_cast<std::size_t>(size), numbers.size());
      const auto second = std::min(static_cast<std::size_t>(drawn), numbers.size() - first);
      const std::span<const float> all(numbers);
      const MapComparison both = compare_maps(all.subspan(first, second), all.subspan(first + second),
                                              all.first(first), static_cast<int>(columns));
      Json json;
      json.object([&] {
        json.name("drawn").object([&] { write(json, both.drawn); });
        json.name("learned").object([&] { write(json, both.learned); });
      });
      return json.text();
    });
  }

  bool batch(double step) {
    return run_guarded([&] { bytes_ = session_.batch(static_cast<std::int64_t>(step)); });
  }
  bool training(double steps) {
    return run_guarded([&] { bytes_ = session_.training(static_cast<std::int64_t>(steps)); });
  }
  bool save_weights() {
    return run_guarded([&] { bytes_ = session_.save_weights(); });
  }
  bool checkpoint() {
    return run_guarded([&] { bytes_ = session_.checkpoint(); });
  }
  val bytes() { return view(bytes_); }
  val reserve(double count) { return attento::reserve(bytes_, count); }
  bool load_weights() {
    return run_guarded([&] { session_.load_weights(bytes_); });
  }
  bool restore() {
    return run_guarded([&] { session_.restore(bytes_); });
  }
  std::string fingerprint() const { return session_.fingerprint(); }

 private:
  GuardedSession(const Configuration& configuration, const std::vector<std::byte>& data)
      : session_(configuration, data) {}

  template <class Body>
  static std::string text(Body body) {
    std::string result;
    run_guarded([&] { result = body(); });
    return result;
  }

  Session session_;
  std::vector<std::byte> bytes_;
};

/// Sets the table of Unicode properties to the reserved bytes.
void set_unicode() { set_unicode_table(std::move(exchanged_bytes)); }

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(session) {
  using attento::GuardedSession;
  emscripten::function("setUnicode", &attento::set_unicode);
  emscripten::class_<GuardedSession>("Session")
      .class_function("create", &GuardedSession::create, emscripten::allow_raw_pointers())
      .function("configuration", &GuardedSession::configuration)
      .function("manifest", &GuardedSession::manifest)
      .function("step", &GuardedSession::step)
      .function("train", &GuardedSession::train)
      .function("compute", &GuardedSession::compute)
      .function("sum", &GuardedSession::sum)
      .function("finishStep", &GuardedSession::finish_step)
      .function("set", &GuardedSession::set)
      .function("probe", &GuardedSession::probe)
      .function("scalars", &GuardedSession::scalars)
      .function("frame", &GuardedSession::frame)
      .function("evaluate", &GuardedSession::evaluate)
      .function("predict", &GuardedSession::predict)
      .function("attention", &GuardedSession::attention)
      .function("explain", &GuardedSession::explain)
      .function("counterfactual", &GuardedSession::counterfactual)
      .function("challenge", &GuardedSession::challenge)
      .function("score", &GuardedSession::score)
      .function("batch", &GuardedSession::batch)
      .function("training", &GuardedSession::training)
      .function("saveWeights", &GuardedSession::save_weights)
      .function("checkpoint", &GuardedSession::checkpoint)
      .function("bytes", &GuardedSession::bytes)
      .function("reserve", &GuardedSession::reserve)
      .function("loadWeights", &GuardedSession::load_weights)
      .function("restore", &GuardedSession::restore)
      .function("fingerprint", &GuardedSession::fingerprint);
}

// The names under which JavaScript knows the core: a table, and the guard that keeps every exception inside.
#include <emscripten/bind.h>

#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "core/number_text.hpp"
#include "files/safetensors.hpp"
#include "lab/mechanism.hpp"
#include "lab/session.hpp"

namespace attento {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

std::string pending_error;

std::string error_json(std::string_view code, const Error& error) {
  Json json;
  json.object([&] {
    json.field("code", code).field("parameter", error.parameter).field("value", error.value);
    json.field("expected", error.expected).field("message", std::string_view(error.what()));
  });
  return json.text();
}

/// Runs `body`; whatever it throws ends here and waits to be taken. Says whether all went well.
template <class Body>
bool guarded(Body body) {
  try {
    body();
    return true;
  } catch (const Error& error) {
    pending_error = error_json(code_name(error.code), error);
  } catch (const std::bad_alloc&) {
    pending_error =
        error_json("OUT_OF_MEMORY", Error(Code::kOutOfMemory, "memory", "", "a smaller configuration"));
  } catch (const std::exception& error) {
    pending_error =
        error_json("BAD_STATE", Error(Code::kBadState, "core", error.what(), "no failure in here"));
  }
  return false;
}

std::string take_error() { return std::exchange(pending_error, {}); }

val view(std::vector<std::byte>& bytes) {
  return val(typed_memory_view(bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data())));
}

/// Room for an incoming file; null when it is too large.
val reserve(std::vector<std::byte>& bytes, double count) {
  const bool reserved = guarded([&] {
    if (!(count >= 0 && count <= static_cast<double>(kMaxFileBytes))) {
      throw Error(Code::kBadFile, "file", number_text(count) + " bytes",
                  "at most " + std::to_string(kMaxFileBytes) + " bytes");
    }
    bytes.assign(static_cast<std::size_t>(count), std::byte{0});
  });
  return reserved ? view(bytes) : val::null();
}

std::vector<std::byte> incoming;  // data of a run; the inputs of attend, and then its results

val reserve_incoming(double count) { return reserve(incoming, count); }
val view_incoming() { return view(incoming); }
bool attend_mechanism(const std::string& mechanism, const std::string& options, const std::string& request) {
  return guarded([&] { incoming = attend(mechanism, options, request, incoming); });
}

/// A session behind a guard: results are neutral (0, '', false, null) when something went wrong.
class GuardedSession {
 public:
  /// `with_data`: the bytes that were written into reserve()d room are the user's own data.
  static GuardedSession* create(const std::string& configuration, bool with_data) {
    GuardedSession* created = nullptr;
    guarded([&] {
      if (with_data && incoming.empty()) throw Error(Code::kBadFile, "data", "0 bytes", "at least one byte");
      created = new GuardedSession(configuration, with_data ? incoming : std::vector<std::byte>());
    });
    return created;
  }

  std::string configuration() const { return session_.configuration(); }
  std::string manifest() const { return session_.manifest(); }
  double step() const { return static_cast<double>(session_.step()); }

  double train(double count) {
    const std::int64_t before = session_.step();
    guarded([&] { session_.train(static_cast<std::int64_t>(count)); });
    return static_cast<double>(session_.step() - before);
  }

  bool set(const std::string& name, const std::string& text) {
    return guarded([&] { session_.set(name, text); });
  }
  bool probe() {
    return guarded([&] { session_.probe(); });
  }
  val scalars() const { return val(typed_memory_view(session_.scalars().size(), session_.scalars().data())); }
  val frame() const { return val(typed_memory_view(session_.frame().size(), session_.frame().data())); }

  std::string evaluate() {
    return text([&] { return session_.evaluate(); });
  }
  std::string predict(const std::string& input) {
    return text([&] { return session_.predict(input); });
  }
  std::string attention(const std::string& request) {
    return text([&] { return session_.attention(request); });
  }

  bool save_weights() {
    return guarded([&] { bytes_ = session_.save_weights(); });
  }
  bool checkpoint() {
    return guarded([&] { bytes_ = session_.checkpoint(); });
  }
  val bytes() { return view(bytes_); }
  val reserve(double count) { return attento::reserve(bytes_, count); }
  bool load_weights() {
    return guarded([&] { session_.load_weights(bytes_); });
  }
  bool restore() {
    return guarded([&] { session_.restore(bytes_); });
  }
  std::string fingerprint() const { return session_.fingerprint(); }

 private:
  GuardedSession(const std::string& configuration, const std::vector<std::byte>& data)
      : session_(configuration, data) {}

  template <class Body>
  static std::string text(Body body) {
    std::string result;
    guarded([&] { result = body(); });
    return result;
  }

  Session session_;
  std::vector<std::byte> bytes_;
};

}  // namespace
}  // namespace attento

EMSCRIPTEN_BINDINGS(attentoscope) {
  using attento::GuardedSession;
  emscripten::function("takeError", &attento::take_error);
  emscripten::function("reserve", &attento::reserve_incoming);
  emscripten::function("attend", &attento::attend_mechanism);
  emscripten::function("bytes", &attento::view_incoming);
  emscripten::class_<GuardedSession>("Session")
      .class_function("create", &GuardedSession::create, emscripten::allow_raw_pointers())
      .function("configuration", &GuardedSession::configuration)
      .function("manifest", &GuardedSession::manifest)
      .function("step", &GuardedSession::step)
      .function("train", &GuardedSession::train)
      .function("set", &GuardedSession::set)
      .function("probe", &GuardedSession::probe)
      .function("scalars", &GuardedSession::scalars)
      .function("frame", &GuardedSession::frame)
      .function("evaluate", &GuardedSession::evaluate)
      .function("predict", &GuardedSession::predict)
      .function("attention", &GuardedSession::attention)
      .function("saveWeights", &GuardedSession::save_weights)
      .function("checkpoint", &GuardedSession::checkpoint)
      .function("bytes", &GuardedSession::bytes)
      .function("reserve", &GuardedSession::reserve)
      .function("loadWeights", &GuardedSession::load_weights)
      .function("restore", &GuardedSession::restore)
      .function("fingerprint", &GuardedSession::fingerprint);
}

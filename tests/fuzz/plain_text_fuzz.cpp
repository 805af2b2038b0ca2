// An accepted text must be well-formed and read the same again; its tokens, joined, must be the text. Only Error may be
// thrown.
#include "files/plain_text.hpp"

#include <cstdint>
#include <cstdlib>

#include "core/status.hpp"
#include "experiments/language_model/corpus.hpp"
#include "text/unicode.hpp"

namespace {

using namespace attento;

PlainTextFile read(std::string_view text) {
  return read_plain_text(std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  PlainTextFile taken;
  try {
    taken = read({reinterpret_cast<const char*>(data), size});
  } catch (const Error& error) {
    if (error.code != Code::kBadFile) std::abort();
    return 0;
  }
  if (to_utf8(to_code_points(taken.text)) != taken.text || taken.text.find('\r') != taken.text.npos)
    std::abort();
  if (taken.text.size() <= kMaxTextBytes && read(taken.text).text != taken.text &&
      !taken.text.starts_with("\xEF\xBB\xBF")) {
    std::abort();
  }
  for (const bool words : {true, false}) {
    std::uint32_t last = 0;
    const auto starts = language_model::find_token_starts(taken.text, words);
    for (std::size_t i = 1; i < starts.size(); ++i) {
      if (starts[i] <= last) std::abort();
      last = starts[i];
    }
    if (last != taken.text.size()) std::abort();
  }
  return 0;
}

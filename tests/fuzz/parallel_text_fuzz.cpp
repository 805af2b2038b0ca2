// Accepted pairs must be well-formed and read the same again, and the report must cover every line. Only Error may be
// thrown.
#include "files/parallel_text.hpp"

#include <cstdint>
#include <cstdlib>

#include "text/unicode.hpp"

namespace {

using namespace attento;

ParallelText read(std::string_view text) {
  return read_parallel_text(std::as_bytes(std::span(text.data(), text.size())));
}

std::size_t blank_lines(const LineReport& report) {
  for (const LineCount& note : report.notes) {
    if (note.reason.starts_with("blank")) return static_cast<std::size_t>(note.count);
  }
  return 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Few inputs have enough valid lines, so ten are appended.
  std::string text(reinterpret_cast<const char*>(data), size);
  text += '\n';
  for (std::size_t i = 0; i < kMinPairs; ++i) text += "a\tb\n";
  ParallelText taken;
  try {
    taken = read(text);
  } catch (const Error& error) {
    if (error.code != Code::kBadFile) std::abort();
    return 0;
  }
  std::size_t lines = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    lines += text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
  }
  std::size_t refused = 0;
  for (const LineCount& one : taken.report.refused) refused += static_cast<std::size_t>(one.count);
  if (taken.pairs.size() + refused + blank_lines(taken.report) != lines) std::abort();
  std::string output;
  for (const SentencePair& pair : taken.pairs) {
    if (to_utf8(to_code_points(pair.source)) != pair.source ||
        to_utf8(to_code_points(pair.target)) != pair.target)
      std::abort();
    // A side may contain tabs if its line was split at |||.
    output += pair.source + " ||| " + pair.target + " ||| ";
    if (!pair.aligned) output += "none";
    for (const auto [source, target] : pair.alignment) {
      output += std::to_string(source) + "-" + std::to_string(target) + " ";
    }
    output += "\n";
  }
  if (output.size() > kMaxPairBytes) return 0;
  const ParallelText again = read("\xEF\xBB\xBF" + output);
  if (again.pairs.size() != taken.pairs.size() || !again.report.refused.empty()) std::abort();
  for (std::size_t i = 0; i < taken.pairs.size(); ++i) {
    if (again.pairs[i].source != taken.pairs[i].source || again.pairs[i].target != taken.pairs[i].target ||
        again.pairs[i].alignment.size() != taken.pairs[i].alignment.size()) {
      std::abort();
    }
  }
  return 0;
}

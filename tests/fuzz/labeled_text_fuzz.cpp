// Accepted sentences must be well-formed and read the same again, and the report must cover every line. Only Error may be
// thrown.
#include "files/labeled_text.hpp"

#include <cstdint>
#include <cstdlib>

#include "core/status.hpp"

namespace {

using namespace attento;

LabeledText read(std::string_view text) {
  return read_labeled_text(std::as_bytes(std::span(text.data(), text.size())));
}

std::size_t total(const std::vector<LineCount>& list) {
  std::size_t sum = 0;
  for (const LineCount& one : list) {
    if (one.count < 1 || one.first_line < 1) std::abort();
    sum += static_cast<std::size_t>(one.count);
  }
  return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  // Few inputs have enough lines of both labels, so twenty valid lines are appended.
  std::string text(input);
  text += '\n';
  for (std::size_t i = 0; i < kMinLabeledSentences; ++i) text += i % 2 ? "yes\t1\n" : "no\t0\n";
  for (const std::string_view one : {input, std::string_view(text)}) {
    LabeledText taken;
    try {
      taken = read(one);
    } catch (const Error& error) {
      if (error.code != Code::kBadFile) std::abort();
      continue;
    }
    std::size_t lines = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      lines += one[i] == '\n' || (one[i] == '\r' && (i + 1 == one.size() || one[i + 1] != '\n'));
    }
    if (!one.ends_with('\n') && !one.ends_with('\r')) ++lines;
    std::size_t blank = 0;
    for (const LineCount& note : taken.report.notes) {
      if (note.reason.starts_with("blank")) blank = static_cast<std::size_t>(note.count);
    }
    const std::size_t accounted = taken.sentences.size() + total(taken.report.refused) + blank;
    if (accounted != lines) std::abort();
    total(taken.report.notes);
    std::string output;
    for (const LabeledSentence& sentence : taken.sentences) {
      output += sentence.text + (sentence.positive ? "\t1\n" : "\t0\n");
    }
    if (output.size() > kMaxLabeledBytes) continue;
    const LabeledText again = read("\xEF\xBB\xBF" + output);
    if (again.sentences.size() != taken.sentences.size() || !again.report.refused.empty()) std::abort();
    for (std::size_t i = 0; i < taken.sentences.size(); ++i) {
      if (again.sentences[i].text != taken.sentences[i].text) std::abort();
      if (again.sentences[i].positive != taken.sentences[i].positive) std::abort();
    }
    for (const LineCount& note : again.report.notes) {
      // The text itself is kept, well-formed and without blank lines.
      if (!note.reason.starts_with("markup") && !note.reason.starts_with("invisible")) std::abort();
    }
  }
  return 0;
}

#include "files/labeled_text.hpp"

namespace attento {
namespace {

/// Adds a line to `read`. Returns the reason if it refuses the line, otherwise an empty text.
std::string_view add_line(std::string_view line, LabeledText& read) {
  const std::size_t tab = line.rfind('\t');
  if (tab == line.npos) return /* translated */ "no tab before the label";
  const std::string_view sentence = trim(line.substr(0, tab));
  const std::string_view label = trim(line.substr(tab + 1));
  if (label != "0" && label != "1") return /* translated */ "a label that is neither 0 nor 1";
  if (!has_word(sentence)) return /* translated */ "no words before the tab";
  if (read.sentences.size() == kMaxLabeledSentences) return /* translated */ "more sentences than allowed";
  read.sentences.push_back({std::string(sentence), label == "1"});
  return {};
}

}  // namespace

LabeledText read_labeled_text(std::span<const std::byte> file) {
  LabeledText read;
  read_lines(decode_text(file, kMaxLabeledBytes), read.report, [&](std::string_view line, int number) {
    const std::string_view reason = add_line(line, read);
    if (reason.empty()) normalize_line(read.sentences.back().text, read.report, number);
    return reason;
  });
  const auto positive = std::count_if(read.sentences.begin(), read.sentences.end(),
                                      [](const LabeledSentence& one) { return one.positive; });
  if (read.sentences.size() < kMinLabeledSentences) {
    refuse_too_few(read.report.summarize(read.sentences.size(), "sentence"), kMinLabeledSentences,
                   "lines of a sentence, a tab and 0 or 1");
  }
  if (positive == 0 || positive == static_cast<std::ptrdiff_t>(read.sentences.size()))
    refuse_file(positive ? "all labeled 1" : "all labeled 0", "sentences of both labels");
  return read;
}

}  // namespace attento

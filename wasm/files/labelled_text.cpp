#include "files/labelled_text.hpp"

#include <algorithm>
#include <cstdint>

#include "core/status.hpp"

namespace attento {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

[[noreturn]] void refuse(std::string value, std::string expected) {
  throw Error(Code::kBadFile, "data", std::move(value), std::move(expected));
}

unsigned char byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

/// How many bytes from `i` on are one well-formed character of UTF-8, or 0 (Unicode standard, table 3-7).
std::size_t character(std::string_view text, std::size_t i) {
  const unsigned char lead = byte_at(text, i);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  unsigned char least = 0x80;
  unsigned char most = 0xBF;
  if (lead == 0xE0) least = 0xA0;  // what two bytes could hold
  if (lead == 0xED) most = 0x9F;   // surrogates
  if (lead == 0xF0) least = 0x90;  // what three bytes could hold
  if (lead == 0xF4) most = 0x8F;   // beyond the last character
  for (std::size_t k = 1; k < length; ++k, least = 0x80, most = 0xBF) {
    if (byte_at(text, i + k) < least || byte_at(text, i + k) > most) return 0;
  }
  return length;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\v\f";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// Is there anything that could be part of a word?
bool has_word(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char letter) {
    const auto code = static_cast<unsigned char>(letter | 0x20);
    return static_cast<unsigned char>(letter) >= 0x80 || (code >= 'a' && code <= 'z') ||
           (letter >= '0' && letter <= '9');
  });
}

bool has_markup(std::string_view text) {
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at + 1)) {
    const unsigned char next = byte_at(text, at + 1) | 0x20;
    if ((next >= 'a' && next <= 'z') || next == '/' || next == '!') return true;
  }
  return false;
}

void count(std::vector<LineCount>& list, std::string_view reason, int line) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const LineCount& one) { return one.reason == reason; });
  if (found != list.end()) {
    ++found->count;
  } else {
    list.push_back({reason, 1, line});
  }
}

void check_kind(std::string_view text) {
  if (text.size() > kMaxLabelledBytes) {
    refuse(std::to_string(text.size()) + " bytes", "at most " + std::to_string(kMaxLabelledBytes) + " bytes");
  }
  const std::string_view start = text.substr(0, 1024);
  const std::size_t nul = text.find('\0');
  std::size_t at[2] = {};  // NUL bytes at even and odd places: half of English in UTF-16
  for (std::size_t i = 0; i < start.size(); ++i) at[i % 2] += start[i] == 0;
  const bool marked = start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF");
  if (marked || (nul != text.npos && 5 * std::max(at[0], at[1]) > 2 * start.size())) {
    refuse("UTF-16", "UTF-8; save the text in that encoding and try again");
  }
  if (nul != text.npos) refuse("a NUL byte at " + std::to_string(nul), "text, not a binary file");
}

/// Takes one line, or says why not.
std::string_view take(std::string_view line, LabelledText& read) {
  const std::size_t tab = line.rfind('\t');
  if (tab == line.npos) return "no tab before the label";
  const std::string_view sentence = trimmed(line.substr(0, tab));
  const std::string_view label = trimmed(line.substr(tab + 1));
  if (label != "0" && label != "1") return "the label is neither 0 nor 1";
  if (!has_word(sentence)) return "no words before the tab";
  if (read.sentences.size() == kMaxLabelledSentences) return "more sentences than are taken";
  read.sentences.push_back({std::string(sentence), label == "1"});
  return {};
}

/// For the message of a text that is refused as a whole.
std::string account(const LabelledText& read) {
  std::string text = std::to_string(read.sentences.size()) + " sentences";
  for (const LineCount& one : read.refused) {
    text += "; " + std::to_string(one.count) + " lines refused from line " + std::to_string(one.first_line) +
            ": " + std::string(one.reason);
  }
  return text;
}

}  // namespace

std::string well_formed(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character(text, i);
    result += length ? text.substr(i, length) : kReplacement;
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

LabelledText read_labelled_text(std::span<const std::byte> file) {
  std::string_view rest(reinterpret_cast<const char*>(file.data()), file.size());
  check_kind(rest);
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  LabelledText read;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    rest.remove_prefix(rest.starts_with("\r\n") ? 2 : rest.empty() ? 0 : 1);
    if (trimmed(line).empty()) {
      count(read.notes, "blank line, passed over", number);
      continue;
    }
    const std::string_view reason = take(line, read);
    if (!reason.empty()) {
      count(read.refused, reason, number);
      continue;
    }
    std::string& text = read.sentences.back().text;
    if (has_markup(text)) count(read.notes, "markup, kept as plain text", number);
    std::string repaired = well_formed(text);
    if (repaired != text) count(read.notes, "bytes that are not UTF-8, replaced", number);
    text = std::move(repaired);
  }
  const auto positive = std::count_if(read.sentences.begin(), read.sentences.end(),
                                      [](const LabelledSentence& one) { return one.positive; });
  if (read.sentences.size() < kMinLabelledSentences) {
    refuse(account(read),
           "at least " + std::to_string(kMinLabelledSentences) + " lines of a sentence, a tab and 0 or 1");
  }
  if (positive == 0 || positive == static_cast<std::ptrdiff_t>(read.sentences.size())) {
    refuse(account(read) + ", all labelled " + (positive ? "1" : "0"), "sentences of both labels");
  }
  return read;
}

}  // namespace attento

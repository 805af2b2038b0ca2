#include "files/text_lines.hpp"

#include <cstdint>

#include "text/unicode.hpp"

namespace attento {
namespace {

unsigned char byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
}

/// Whether a character is trimmed at the ends of a field.
bool is_blank(CodePoint code) {
  return code >= 0 && (find_character_kind(code) == CharacterKind::kBlank ||
                       find_character_kind(code) == CharacterKind::kIgnored);
}

bool has_markup(std::string_view text) {
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at + 1)) {
    const unsigned char next = byte_at(text, at + 1) | 0x20;
    if ((next >= 'a' && next <= 'z') || next == '/' || next == '!') return true;
  }
  return false;
}

}  // namespace

void refuse_file(std::string_view value, std::string_view expected) {
  throw Error(Code::kBadFile, "data", value, expected);
}

void refuse_too_few(const std::string& found, std::size_t min_count, const std::string& expected) {
  const std::string count = "at least " + std::to_string(min_count) + " ";
  throw Error(Code::kBadFile, "data", found, count + expected,
              found + ". A" + count.substr(1) + "are needed.");
}

std::string_view trim(std::string_view text) {
  std::size_t first = 0;
  for (std::size_t next = 0; next < text.size() && is_blank(decode_character(text, next));) first = next;
  text.remove_prefix(first);
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && (byte_at(text, last) & 0xC0) == 0x80) --last;
    std::size_t end = last;
    if (!is_blank(decode_character(text, end)) || end < text.size()) break;
    text = text.substr(0, last);
  }
  return text;
}

bool has_word(std::string_view text) {
  const CodePoints codes = to_code_points(text);
  return std::any_of(codes.begin(), codes.end(),
                     [](CodePoint code) { return find_character_kind(code) == CharacterKind::kLetter; });
}

void count_line(std::vector<LineCount>& list, std::string_view reason, int line) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const LineCount& one) { return one.reason == reason; });
  if (found != list.end()) {
    ++found->count;
  } else {
    list.push_back({reason, 1, line});
  }
}

std::string_view detect_wide_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return "UTF-16";
  const std::string_view start = text.substr(0, 1024);
  // NUL bytes at even and odd positions: half of an English text in UTF-16, and three quarters in UTF-32.
  std::size_t at[2] = {};
  for (std::size_t i = 0; i < start.size(); ++i) at[i % 2] += start[i] == 0;
  if (5 * (at[0] + at[1]) > 3 * start.size()) return "UTF-32";
  return 5 * std::max(at[0], at[1]) > 2 * start.size() ? "UTF-16" : "";
}

std::string_view decode_text(std::span<const std::byte> file, std::size_t max_bytes, bool allow_nul) {
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.size() > max_bytes) {
    refuse_file(std::to_string(text.size()) + " bytes", "at most " + std::to_string(max_bytes) + " bytes");
  }
  const std::size_t nul = text.find('\0');
  if (const std::string_view wide = detect_wide_encoding(text); !wide.empty()) refuse_file(wide, kWantUtf8);
  if (nul != text.npos && !allow_nul)
    refuse_file("a NUL byte at " + std::to_string(nul), "text, not a binary file");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

std::string LineReport::summarize(std::size_t accepted_count, std::string_view singular) const {
  std::string text = accepted_count == 0 ? "No " : "Only " + std::to_string(accepted_count) + " ";
  text += singular;
  if (accepted_count != 1) text += 's';
  text += " found";
  const char* separator = ": line ";
  for (const LineCount& line : refused) {
    text += separator;
    text += std::to_string(line.first_line);
    text += " has ";
    text += line.reason;
    separator = "; line ";
  }
  return text;
}

void normalize_line(std::string& text, LineReport& report, int line) {
  if (has_markup(text)) count_line(report.notes, /* translated */ "markup, kept as plain text", line);
  const CodePoints codes = to_code_points(text);
  if (to_utf8(codes) != text)
    count_line(report.notes, /* translated */ "bytes that are not UTF-8, replaced", line);
  const CodePoints composed = normalize(codes, false);
  if (composed != codes)
    count_line(report.notes, /* translated */ "characters written in parts (e and ´), composed", line);
  if (std::any_of(codes.begin(), codes.end(),
                  [](CodePoint code) { return find_character_kind(code) == CharacterKind::kIgnored; }))
    count_line(report.notes, /* translated */ "invisible characters such as soft hyphens, left out", line);
  text = to_utf8(composed);
}

}  // namespace attento

#include "files/text_lines.hpp"

#include <cstdint>

namespace attento {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

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

bool has_markup(std::string_view text) {
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at + 1)) {
    const unsigned char next = byte_at(text, at + 1) | 0x20;
    if ((next >= 'a' && next <= 'z') || next == '/' || next == '!') return true;
  }
  return false;
}

}  // namespace

void refuse_file(std::string value, std::string expected) {
  throw bad_file("data", std::move(value), std::move(expected));
}

void refuse_shortage(const std::string& found, std::size_t least, std::string wanted) {
  const std::string number = "t least " + std::to_string(least) + " ";
  throw Error(Code::kBadFile, "data", found, "a" + number + wanted, found + ". A" + number + "are needed.");
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\v\f";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool has_word(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char letter) {
    const auto code = static_cast<unsigned char>(letter | 0x20);
    return static_cast<unsigned char>(letter) >= 0x80 || (code >= 'a' && code <= 'z') ||
           (letter >= '0' && letter <= '9');
  });
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

std::string_view wide_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return "UTF-16";
  const std::string_view start = text.substr(0, 1024);
  std::size_t at[2] =
      {};  // NUL bytes at even and odd places: half of English in UTF-16, three quarters in UTF-32
  for (std::size_t i = 0; i < start.size(); ++i) at[i % 2] += start[i] == 0;
  if (5 * (at[0] + at[1]) > 3 * start.size()) return "UTF-32";
  return 5 * std::max(at[0], at[1]) > 2 * start.size() ? "UTF-16" : "";
}

std::string_view text_of(std::span<const std::byte> file, std::size_t most, bool nul_bytes) {
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.size() > most) {
    refuse_file(std::to_string(text.size()) + " bytes", "at most " + std::to_string(most) + " bytes");
  }
  const std::size_t nul = text.find('\0');
  if (const std::string_view wide = wide_encoding(text); !wide.empty())
    refuse_file(std::string(wide), std::string(kWantUtf8));
  if (nul != text.npos && !nul_bytes)
    refuse_file("a NUL byte at " + std::to_string(nul), "text, not a binary file");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

std::string LineReport::account(std::size_t taken, std::string_view one) const {
  std::string text = taken == 0 ? "No " : "Only " + std::to_string(taken) + " ";
  text += one;
  if (taken != 1) text += 's';
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

void repair(std::string& text, LineReport& report, int line) {
  if (has_markup(text)) count_line(report.notes, "markup, kept as plain text", line);
  std::string repaired = well_formed(text);
  if (repaired != text) count_line(report.notes, "bytes that are not UTF-8, replaced", line);
  text = std::move(repaired);
}

std::string well_formed(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character(text, i);
    result += length ? text.substr(i, length) : kReplacement;
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

}  // namespace attento

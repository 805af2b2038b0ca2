#include "files/pair_text.hpp"

#include <array>
#include <charconv>

namespace attento {
namespace {

constexpr std::size_t kColumns = 3;
constexpr std::int32_t kLastPlace = 9999;

/// The first columns of a line, and whether there are more; the others are empty.
struct Columns {
  std::array<std::string_view, kColumns> text;
  std::size_t count = 0;
};

Columns columns_of(std::string_view line) {
  const std::string_view separator = line.find('\t') == line.npos ? "|||" : "\t";
  Columns columns;
  while (true) {
    const std::size_t end = line.find(separator);
    if (columns.count < kColumns) columns.text[columns.count] = trimmed(line.substr(0, end));
    ++columns.count;
    if (end == line.npos) return columns;
    line.remove_prefix(end + separator.size());
  }
}

/// Reads a place from the beginning of the text; −1 where there is none.
std::int32_t take_place(std::string_view& text) {
  std::int32_t place = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place);
  if (error != std::errc() || place < 0 || place > kLastPlace || text.front() == '-') return -1;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return place;
}

/// Whether the text is a list "0-0 1-2"; then `into` has it.
bool read_alignment(std::string_view text, std::vector<AlignedPlaces>& into) {
  while (!text.empty()) {
    const std::int32_t source = take_place(text);
    if (source < 0 || !text.starts_with('-')) return false;
    text.remove_prefix(1);
    const std::int32_t target = text.empty() ? -1 : take_place(text);
    if (target < 0 || !(text.empty() || text.front() == ' ')) return false;
    into.push_back({source, target});
    text = trimmed(text);
  }
  return true;
}

/// Takes one line, or says why not.
std::string_view take(std::string_view line, int number, PairText& read) {
  const auto [text, count] = columns_of(line);
  if (count < 2) return "neither a tab nor |||";
  if (!has_word(text[0])) return "no words in the source";
  if (!has_word(text[1])) return "no words in the target";
  if (read.pairs.size() == kMaxPairs) return "more pairs than are taken";
  TextPair pair{std::string(text[0]), std::string(text[1]), {}, count >= kColumns, number};
  if (pair.aligned && !read_alignment(text[2], pair.alignment)) {
    pair.aligned = false;
    pair.alignment.clear();
    count_line(read.report.notes, "third column that is no alignment, left out", number);
  }
  if (count > kColumns) count_line(read.report.notes, "more than three columns, the others left out", number);
  repair(pair.source, read.report, number);
  repair(pair.target, read.report, number);
  read.pairs.push_back(std::move(pair));
  return {};
}

}  // namespace

PairText read_pair_text(std::span<const std::byte> file) {
  PairText read;
  read_lines(text_of(file, kMaxPairBytes), read.report,
             [&](std::string_view line, int number) { return take(line, number, read); });
  if (read.pairs.size() < kMinPairs) {
    refuse_shortage(read.report.account(read.pairs.size(), "pair"), kMinPairs,
                    "lines of a source, a tab or |||, and a target");
  }
  return read;
}

}  // namespace attento

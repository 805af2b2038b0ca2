#include "files/parallel_text.hpp"

#include <array>
#include <charconv>
#include <optional>

namespace attento {
namespace {

constexpr std::size_t kColumns = 3;
constexpr std::int32_t kMaxIndex = 9999;

/// The first columns of a line (empty if missing) and the number of all columns of the line.
struct Columns {
  std::array<std::string_view, kColumns> text;
  std::size_t count = 0;
};

/// Trims spaces and tabs, the only separators in the files of word aligners.
std::string_view without_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Columns split_columns(std::string_view line) {
  const std::string_view separator = line.find("|||") == line.npos ? "\t" : "|||";
  Columns columns;
  while (true) {
    const std::size_t end = line.find(separator);
    if (columns.count < kColumns) columns.text[columns.count] = without_spaces(line.substr(0, end));
    ++columns.count;
    if (end == line.npos) return columns;
    line.remove_prefix(end + separator.size());
  }
}

/// Reads a token index from the beginning of the text and removes it; −1 if there is none.
std::int32_t take_index(std::string_view& text) {
  std::int32_t index = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || index < 0 || index > kMaxIndex || text.front() == '-') return -1;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return index;
}

/// The links in an alignment column.
struct Links {
  std::vector<AlignmentLink> sure;
  bool possible = false;  // whether there are possible links, which are skipped
};

/// Reads a list "0-0 1-2". Possible links are written "1p2", "1?2" or "1-2-P"; sure links may end in "-S".
std::optional<Links> read_alignment(std::string_view text) {
  Links links;
  for (text = trim(text); !text.empty();) {
    const std::int32_t source = take_index(text);
    const std::size_t sign = std::string_view("-p?").find(text.empty() ? ' ' : text.front());
    if (source < 0 || sign == std::string_view::npos) return std::nullopt;
    text.remove_prefix(1);
    const std::int32_t target = text.empty() ? -1 : take_index(text);
    if (target < 0) return std::nullopt;
    const bool marked_possible = text.starts_with("-P");
    if (marked_possible || text.starts_with("-S")) text.remove_prefix(2);
    const std::string_view rest = trim(text);
    if (!rest.empty() && rest.size() == text.size()) return std::nullopt;
    text = rest;
    if (sign > 0 || marked_possible) {
      links.possible = true;
    } else {
      links.sure.push_back({source, target});
    }
  }
  return links;
}

/// Splits off an alignment that follows a tab in the last column of a line with |||.
void split_alignment(Columns& columns) {
  std::string_view& target = columns.text[1];
  const std::size_t tab = columns.count == 2 ? target.rfind('\t') : target.npos;
  if (tab == target.npos || !read_alignment(target.substr(tab + 1))) return;
  columns.text[2] = target.substr(tab + 1);
  target = without_spaces(target.substr(0, tab));
  ++columns.count;
}

/// Adds a line to `read`. Returns the reason if it refuses the line, otherwise an empty text.
std::string_view add_line(std::string_view line, int number, ParallelText& read) {
  Columns columns = split_columns(line);
  split_alignment(columns);
  const auto& [text, count] = columns;
  if (count < 2) return /* translated */ "neither a tab nor |||";
  if (trim(text[0]).empty()) return /* translated */ "no words in the source";
  if (trim(text[1]).empty()) return /* translated */ "no words in the target";
  if (read.pairs.size() == kMaxPairs) return /* translated */ "more pairs than allowed";
  SentencePair pair{std::string(text[0]), std::string(text[1]), {}, false, number};
  if (count >= kColumns) {
    if (auto links = read_alignment(text[2])) {
      pair.aligned = true;
      pair.alignment = std::move(links->sure);
      if (links->possible)
        count_line(read.report.notes, /* translated */ "possible links (1p2, 1?2, 1-2-P), ignored", number);
    } else {
      count_line(read.report.notes, /* translated */ "third column that is not an alignment, ignored",
                 number);
    }
  }
  if (count > kColumns)
    count_line(read.report.notes, /* translated */ "more than three columns, the rest ignored", number);
  normalize_line(pair.source, read.report, number);
  normalize_line(pair.target, read.report, number);
  read.pairs.push_back(std::move(pair));
  return {};
}

}  // namespace

ParallelText read_parallel_text(std::span<const std::byte> file) {
  ParallelText read;
  read_lines(decode_text(file, kMaxPairBytes), read.report,
             [&](std::string_view line, int number) { return add_line(line, number, read); });
  if (read.pairs.size() < kMinPairs) {
    refuse_too_few(read.report.summarize(read.pairs.size(), "pair"), kMinPairs,
                   "lines of a source, a tab or |||, and a target");
  }
  return read;
}

}  // namespace attento

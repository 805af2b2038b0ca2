// A reader of pairs of source and target, one per line, in the formats of translators and word aligners (fast_align:
// Dyer, Chahuneau & Smith 2013; Pharaoh alignments: Koehn 2004).
//
//   source <TAB> target [<TAB> alignment]
//   source ||| target [||| alignment]
//
// A line with ||| is split there, even if it also has tabs. An alignment is a list of links "0-0 1-2 2-1": index of the
// source token, index of the target token, both from 0. Possible links are skipped and noted; so are a third column that
// is not an alignment, such as the credits of public data sets, and further columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "files/text_lines.hpp"

namespace attento {

constexpr std::size_t kMaxPairBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxPairs = 20000;
constexpr std::size_t kMinPairs = 10;

/// A link: source token `source` is aligned with target token `target`.
struct AlignmentLink {
  std::int32_t source;
  std::int32_t target;
};

struct SentencePair {
  std::string source;  // UTF-8 in NFC, not blank, like `target`
  std::string target;
  std::vector<AlignmentLink> alignment;
  bool aligned = false;  // whether the line has an alignment, which may be empty
  int line = 0;          // line number, from 1
};

struct ParallelText {
  std::vector<SentencePair> pairs;
  LineReport report;
};

/// Throws BAD_FILE for more than kMaxPairBytes, UTF-16, NUL bytes, or fewer than kMinPairs valid pairs.
ParallelText read_parallel_text(std::span<const std::byte> file);

}  // namespace attento

// Pairs of a source and a target, one on each line, as translators and word aligners write them (fast_align: Dyer,
// Chahuneau & Smith 2013; Pharaoh's alignments: Koehn 2004).
//
//   source <TAB> target [<TAB> alignment]
//   source ||| target [||| alignment]
//
// A line with ||| is parted there, whatever tabs it has besides. An alignment is a list of places "0-0 1-2 2-1": token of
// the source, token of the target, both counted from 0. Links that are only possible are left out and noted; so is a third
// column that is no alignment, as the credits of public sets are, and so are further columns.
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

/// Token `source` of the source belongs to token `target` of the target.
struct AlignedPlaces {
  std::int32_t source;
  std::int32_t target;
};

struct TextPair {
  std::string source;  // UTF-8 in NFC, not blank; nor is the target
  std::string target;
  std::vector<AlignedPlaces> alignment;
  bool aligned = false;  // whether the line has an alignment, be it an empty one
  int line = 0;          // its number, from 1
};

struct PairText {
  std::vector<TextPair> pairs;
  LineReport report;
};

/// Throws BAD_FILE for what is not such a text: more than kMaxPairBytes, UTF-16, NUL bytes, or fewer than kMinPairs pairs
/// that can be taken.
PairText read_pair_text(std::span<const std::byte> file);

}  // namespace attento

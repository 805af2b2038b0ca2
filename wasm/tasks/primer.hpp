// A primer: simple lines about people, things and places, as in a first reading book.
//
//   Ada has a red lamp. The lamp of Ada is red.
//   "Where is Hugo?" asks Lena. Hugo is in the garden.
//
// Lines repeat their words: a model with attention can predict a repeated word, a bigram model cannot. The truth: the
// position that predicts a repeated word should attend to its earlier mentions. Words are drawn from seed and line; no
// two names begin with the same letter.
// Look for: a head whose weight, before a repeated word, lies on the earlier mention.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attento {

/// Bytes [begin, end) of a text that name a person, thing, color or place, and its earlier mentions in the line.
struct Mention {
  std::uint32_t begin, end;
  std::size_t kind;                    // index of the kind: people, things, colors or places
  std::vector<std::uint32_t> earlier;  // indices into `mentions`
};

struct AnnotatedText {
  std::string text;  // ASCII
  std::vector<Mention> mentions;
};

class Primer {
 public:
  explicit Primer(std::uint64_t seed) : seed_(seed) {}

  /// Appends line `index`, with its line break, to a text. The line is a pure function of (seed, index).
  void add_line(std::uint32_t index, AnnotatedText& text) const;

 private:
  std::uint64_t seed_;
};

}  // namespace attento

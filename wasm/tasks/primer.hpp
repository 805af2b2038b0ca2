// A primer: plain lines about people, things and places, as a first reader has them. What a line has named it names again, so
// a model that looks back knows the word, and one that counts neighbours does not.
//
//   Ada has a red lamp. The lamp of Ada is red.
//   "Where is Hugo?" asks Lena. Hugo is in the garden.
//
// The truth: where a line names something again, the weight of what predicts it belongs on the words that named it before.
// Names, things, colours and places are drawn from seed and line; no two names begin with the same letter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attento {

/// Bytes [begin, end) of a text that name something; `earlier`: where the line named it before, none the first time.
struct Naming {
  std::uint32_t begin, end;
  std::vector<std::uint32_t> earlier;  // among the namings
};

struct NamedText {
  std::string text;  // ASCII
  std::vector<Naming> namings;
};

class Primer {
 public:
  explicit Primer(std::uint64_t seed) : seed_(seed) {}

  /// Line `index`, with its end, is added to a text: a pure function of (seed, index).
  void add_line(std::uint32_t index, NamedText& text) const;

 private:
  std::uint64_t seed_;
};

}  // namespace attento

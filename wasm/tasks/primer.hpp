// A primer: plain lines about people, things and places, as a first reader has them.
//
//   Ada has a red lamp. The lamp of Ada is red.
//   "Where is Hugo?" asks Lena. Hugo is in the garden.
//
// What a line has named it names again: a model that looks back knows the word, one that counts neighbours does not.
// Where a word comes that was named before, the weight of what predicts it belongs there: that is the truth. Words are
// drawn from seed and line; no two names begin with the same letter.
// Look for: a head whose weight, before a word that comes again, lies where it was named.
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

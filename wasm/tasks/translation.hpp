// Translation: pairs of a source and a target whose true alignment is known.
//
//   source     s[0] … s[S−2] end
//   target     t[0] … t[T−2] end
//   alignment  a[0] … a[T−1]
//
// a[t] is the place in the source that target token t comes from, −1 where it comes from none; the end comes from the
// end. Every pair is a pure function of (seed, index). An eighth of all sources, chosen by a hash of their tokens and
// the same for every seed, is never trained on; held-out pairs are drawn from these alone.
// Look for: whether the learned alignment is the true one, which no loss tells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/generator.hpp"
#include "text/tokenizer.hpp"

namespace attento {

/// The ids that every lexicon begins with; its words follow.
namespace token {
inline constexpr std::int32_t kPadding = 0;
inline constexpr std::int32_t kStart = 1;
inline constexpr std::int32_t kEnd = 2;
inline constexpr std::int32_t kUnknown = 3;
inline constexpr std::int32_t kFirst = 4;
}  // namespace token

/// The parts of a list.
std::vector<std::string_view> split(std::string_view list, char separator = ' ');

/// The words of one side and their ids. It keeps views: the words must outlive it, as literals do.
class Lexicon {
 public:
  /// Words in the order of their ids; a word that comes again is passed over.
  explicit Lexicon(std::span<const std::string_view> words);
  /// Every letter of an ASCII text is a word.
  static Lexicon of_characters(std::string_view characters);

  /// How many ids there are, the four of namespace token among them.
  int size() const { return static_cast<int>(words_.size()); }
  std::int32_t id(std::string_view word) const;
  std::string_view word(std::int32_t id) const { return words_[static_cast<std::size_t>(id)]; }
  /// What an axis shows: the word; a space as "␣".
  std::string_view label(std::int32_t id) const { return word(id) == " " ? "␣" : word(id); }

 private:
  std::vector<std::string_view> words_;
  std::vector<std::int32_t> order_;  // ids by the bytes of their words
};

struct Pair {
  std::vector<std::int32_t> source;  // ends with the end token, as the target does
  std::vector<std::int32_t> target;
  std::vector<std::int32_t> alignment;  // as many as the target has tokens
  /// Further places that a target token comes from: the places of the target and of the source.
  std::vector<std::pair<std::int32_t, std::int32_t>> also{};
  /// Whether somebody has aligned it; otherwise the alignment follows from how it was made, or there is none.
  bool aligned = false;

  void clear() {
    for (auto* side : {&source, &target, &alignment}) side->clear();
    also.clear();
    aligned = false;
  }
};

/// A text as a model reads it.
struct Encoded {
  std::vector<std::int32_t> ids;     // at most longest_source(), the end token last
  std::vector<std::string> words;    // the tokens as typed, in lower case, and "<end>"
  std::vector<std::string> unknown;  // those that the lexicon does not have, each once
  int cut = 0;                       // tokens left out at the end of a text that is too long
};

class PairTask {
 public:
  virtual ~PairTask() = default;

  const Lexicon& source_words() const { return source_; }
  const Lexicon& target_words() const { return target_; }
  /// The most tokens of a pair, the end token included.
  int longest_source() const { return form_.longest_source; }
  int longest_target() const { return form_.longest_target; }
  /// Whether a source token is a character; otherwise it is a word.
  bool characters() const { return form_.characters; }

  /// How many pairs there are to train on and to hold out when so many are wanted: a grammar never ends.
  virtual int training(int wanted) const { return wanted; }
  virtual int held_out_pairs(int wanted) const { return wanted; }

  /// Pair number `index` of the training set.
  Pair pair(std::uint32_t index) const {
    Pair pair;
    draw_pair(index, pair);
    return pair;
  }
  /// The same into a pair whose memory is used again: once that is large enough, nothing is allocated.
  void draw_pair(std::uint32_t index, Pair& into) const { choose(index, false, into); }
  /// Pair number `index` of the held-out set.
  Pair held_out(std::uint32_t index) const;
  /// The pair of a source, its end token included; none where the task cannot tell its target.
  std::optional<Pair> pair_of(std::span<const std::int32_t> source) const;
  /// Whether a source, its end token included, is one that is never trained on.
  static bool is_held_out(std::span<const std::int32_t> source);

  /// What a reader typed.
  Encoded encode(std::string_view text) const;
  /// The text of source or target tokens up to the end token.
  std::string source_text(std::span<const std::int32_t> ids) const;
  std::string decode(std::span<const std::int32_t> ids) const;

 protected:
  struct Form {
    std::string_view stream;  // of random numbers
    int longest_source;
    int longest_target;
    bool characters;      // of the source
    bool joined = true;   // whether target tokens stand without spaces
    bool pieces = false;  // of the source, as in TokenForm
    bool capitals = false;
    bool elision = false;
    /// Held-out pairs that come before all others, parted by ";": "source|target|alignment", of the last one
    /// digit for each word, which goes on from 9 with "a".
    std::string_view first{};
  };

  PairTask(std::uint64_t seed, Lexicon source, Lexicon target, Form form)
      : seed_(seed), source_(std::move(source)), target_(std::move(target)), form_(form) {}

  /// One pair, of whatever part, into an empty one; allocates nothing else.
  virtual void draw(Generator& random, Pair& pair) const = 0;
  /// Writes the target and the alignment that follow from `pair.source`, both sides without their ends. False where nothing
  /// follows from it, or where it is no source of this task; what was written then counts for nothing.
  virtual bool answer(Pair& /*pair*/) const { return false; }
  /// Pair number `index` of a part: draws until one belongs there.
  virtual void choose(std::uint32_t index, bool held_out, Pair& into) const;

  /// Ends both sides.
  static void finish(Pair& pair);

 private:
  std::uint64_t seed_;
  Lexicon source_;
  Lexicon target_;
  Form form_;
};

}  // namespace attento

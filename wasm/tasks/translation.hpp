// Translation: pairs of a source and a target whose true alignment is known.
//
//   source     s[0] … s[S−2] end
//   target     t[0] … t[T−2] end
//   alignment  a[0] … a[T−1]
//
// a[t] is the source position that target token t is aligned with, −1 if there is none; the end tokens are aligned.
// Every pair is a pure function of (seed, index). An eighth of all sources, chosen by a hash of their tokens that does
// not depend on the seed, is never trained on; held-out pairs are drawn from these alone.
// Look for: whether the learned alignment is the true one, which is no part of the loss.
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

/// The first ids of every lexicon; the ids of the lexicon's words follow.
namespace token {
inline constexpr std::int32_t kPadding = 0;
inline constexpr std::int32_t kStart = 1;
inline constexpr std::int32_t kEnd = 2;
inline constexpr std::int32_t kUnknown = 3;
inline constexpr std::int32_t kFirst = 4;
}  // namespace token

/// Splits a list at every separator.
std::vector<std::string_view> split(std::string_view list, char separator = ' ');

/// A fixed vocabulary: the words of one side of a task and their ids. It holds views of words, which must outlive it.
class Lexicon {
 public:
  /// Words in the order of their ids; repeated words are ignored.
  explicit Lexicon(std::span<const std::string_view> words);
  /// Makes a lexicon in which every character of an ASCII text is a word.
  static Lexicon from_characters(std::string_view characters);

  /// The number of ids, including the four of namespace token.
  int size() const { return static_cast<int>(words_.size()); }
  std::int32_t id(std::string_view word) const;
  std::string_view word(std::int32_t id) const { return words_[static_cast<std::size_t>(id)]; }
  /// The label of a word on an axis: the word, or "␣" for a space.
  std::string_view label(std::int32_t id) const { return word(id) == " " ? "␣" : word(id); }
  bool operator==(const Lexicon&) const = default;

 private:
  std::vector<std::string_view> words_;
  std::vector<std::int32_t> order_;  // ids, sorted by the bytes of their words
};

struct Pair {
  std::vector<std::int32_t> source;  // ends with the end token, like `target`
  std::vector<std::int32_t> target;
  std::vector<std::int32_t> alignment;  // for each target token, a source position or −1
  /// Additional aligned positions: pairs of a target position and a source position.
  std::vector<std::pair<std::int32_t, std::int32_t>> further_links{};
  /// Whether the alignment was read from data; otherwise it follows from the construction, or there is none.
  bool aligned = false;

  void clear() {
    for (auto* side : {&source, &target, &alignment}) side->clear();
    further_links.clear();
    aligned = false;
  }
};

/// A text as the model reads it.
struct EncodedText {
  std::vector<std::int32_t> ids;     // at most max_source_length() ids, the last is the end token
  std::vector<std::string> words;    // the tokens as typed, in lower case, and "<end>"
  std::vector<std::string> unknown;  // words that are not in the lexicon, each once
  int cut = 0;                       // number of tokens cut from the end of a text that is too long
};

class PairTask {
 public:
  virtual ~PairTask() = default;

  const Lexicon& source_words() const { return source_; }
  const Lexicon& target_words() const { return target_; }
  /// The maximum number of tokens of a source or target, with the end token.
  int max_source_length() const { return format_.max_source_length; }
  int max_target_length() const { return format_.max_target_length; }

  /// Whether the pairs are the user's own data.
  virtual bool is_own() const { return false; }

  /// How many training or held-out pairs there are if `count` are requested. A grammar has as many as requested.
  virtual int count_training_pairs(int count) const { return count; }
  virtual int count_held_out_pairs(int count) const { return count; }

  /// Returns pair number `index` of the training set.
  Pair pair(std::uint32_t index) const {
    Pair pair;
    draw_pair(index, pair);
    return pair;
  }
  /// Like pair(), but reuses the memory of `into` and allocates nothing once that is large enough.
  void draw_pair(std::uint32_t index, Pair& into) const { draw_from_set(index, false, into); }
  /// Returns pair number `index` of the held-out set.
  Pair held_out(std::uint32_t index) const;
  /// Returns the pair for a source that ends with the end token; nullopt if the task cannot derive the target.
  std::optional<Pair> solve(std::span<const std::int32_t> source) const;
  /// Whether a source, including its end token, is never trained on.
  static bool is_held_out(std::span<const std::int32_t> source);

  /// Encodes a text that the user typed.
  EncodedText encode(std::string_view text) const;
  /// Returns the text of source tokens or, below, of target tokens up to the end token.
  std::string source_text(std::span<const std::int32_t> ids) const;
  std::string decode(std::span<const std::int32_t> ids) const;

 protected:
  struct Format {
    std::string_view stream;  // name of the random stream
    int max_source_length;
    int max_target_length;
    bool characters;      // whether source tokens are characters
    bool joined = true;   // whether target tokens are joined without spaces
    bool pieces = false;  // this and the following options: how a source is split, see TokenOptions
    bool capitals = false;
    bool elision = false;
    /// The first held-out pairs, separated by ";": "source|target|alignment". The alignment has one digit for each target
    /// word, with "a" for 10 and so on.
    std::string_view first{};
  };

  PairTask(std::uint64_t seed, Lexicon source, Lexicon target, Format format)
      : seed_(seed), source_(std::move(source)), target_(std::move(target)), format_(format) {}
  /// Makes a task whose source and target have the same words.
  PairTask(std::uint64_t seed, const Lexicon& words, Format format) : PairTask(seed, words, words, format) {}

  /// Draws a pair, for the training set or the held-out set, into an empty one; allocates nothing else.
  virtual void draw(Generator& random, Pair& pair) const = 0;
  /// Writes the target and the alignment of `pair.source`, without end tokens. Returns false if the task cannot
  /// derive them or the source is not valid; then the pair must not be used.
  virtual bool fill_answer(Pair& /*pair*/) const { return false; }
  /// Draws pair `index` of the training set or of the held-out set, by rejection.
  virtual void draw_from_set(std::uint32_t index, bool held_out, Pair& into) const;

  /// Appends the end tokens and their alignment.
  static void append_end_tokens(Pair& pair);

 private:
  std::uint64_t seed_;
  Lexicon source_;
  Lexicon target_;
  Format format_;
};

}  // namespace attento

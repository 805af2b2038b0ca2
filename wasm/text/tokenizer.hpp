// The tokenizer of every text that a reader gives: sentences, pairs, running texts, and what is typed into a trained model.
//
// A text is read in NFC, without characters that nobody sees, such as soft hyphens and byte order marks. A word is a run
// of letters, numbers and the marks on them, of any script. Apostrophes and middle dots between two letters belong to the
// word, and so do joiners inside; all apostrophes are "'". Blanks, punctuation and symbols part words and are no tokens (a
// language model, which has to write them, keeps them). Capitals fold to small letters, unless they are kept. A character
// is a grapheme cluster. What an aligner has parted is parted at ASCII spaces and tabs alone, as aligners do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/unicode.hpp"

namespace attento {

struct TokenForm {
  bool characters = false;  // grapheme clusters instead of words
  bool spaces = false;      // of characters: whether a blank is one
  bool pieces = false;      // what stands between ASCII spaces and tabs, instead of words
  bool capitals = false;    // whether capitals are kept
  bool elision = false;     // whether a word ends behind its apostrophe, which it keeps: l' in l'accord
};

/// The tokens of a text in UTF-8. The tokens of a token are that token alone.
std::vector<std::string> tokens_of(std::string_view text, const TokenForm& form = {});

/// In NFC, without characters that nobody sees.
std::string readable(std::string_view text);

/// Where the word that begins at `at` of a readable text ends, after at most about `most` code points; `at` where none begins.
std::size_t word_end(CodePointSpan text, std::size_t at, std::size_t most = SIZE_MAX);

/// Where what begins at `at`, and is no word, ends: a grapheme cluster, at most as far as its first letter.
std::size_t sign_end(CodePointSpan text, std::size_t at);

}  // namespace attento

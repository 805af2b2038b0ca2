// The tokenizer of all texts that users enter: sentences, pairs, running texts, and inputs of a trained model.
//
// A text is normalized to NFC, without invisible characters such as soft hyphens and byte order marks. A word is a run
// of letters, numbers and combining marks of any script. Apostrophes and middle dots between two letters belong to the
// word, and so do joiners inside it; all apostrophes become "'". Blanks, punctuation and symbols separate words and are
// not tokens (the language model keeps them, because it has to write them). Letters are folded to lower case, unless
// capitals are kept. A character is a grapheme cluster. Pre-aligned texts are split only at ASCII spaces and tabs, as
// word aligners do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/unicode.hpp"

namespace attento {

struct TokenOptions {
  bool characters = false;  // grapheme clusters instead of words
  bool spaces = false;      // whether a blank is a token, if tokens are characters
  bool pieces = false;      // split at ASCII spaces and tabs instead of into words
  bool capitals = false;    // whether capitals are kept
  bool elision = false;     // whether a word ends with its apostrophe, such as l' in l'accord
};

/// Splits a text in UTF-8 into tokens. Splitting a token again returns that token.
std::vector<std::string> tokenize(std::string_view text, const TokenOptions& options = {});

/// Returns the text in NFC, without invisible characters.
std::string clean_text(std::string_view text);

/// Returns the end of the word that begins at `at` of a text from clean_text(), after at most about `max_length` code
/// points; returns `at` if no word begins there.
std::size_t find_word_end(CodePointSpan text, std::size_t at, std::size_t max_length = SIZE_MAX);

/// Returns the end of the symbol at `at`, where no word begins: the end of its grapheme cluster, or the first letter
/// after `at` within that cluster.
std::size_t find_symbol_end(CodePointSpan text, std::size_t at);

}  // namespace attento

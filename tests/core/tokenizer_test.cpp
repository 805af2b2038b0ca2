// The tokenizer: words, characters and pieces in many scripts.
#include "text/tokenizer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/generator.hpp"

namespace attento::tokenizer_test {
namespace {

/// The tokens, joined by "|".
std::string spelled(std::string_view text, const TokenOptions& form = {}) {
  std::string all;
  for (const std::string& token : tokenize(text, form)) all += (all.empty() ? "" : "|") + token;
  return all;
}

using Cases = std::vector<std::pair<const char*, const char*>>;

void expect(const Cases& cases, const TokenOptions& form = {}) {
  for (const auto& [text, tokens] : cases) EXPECT_EQ(spelled(text, form), tokens) << text;
}

TEST(Tokenizer, SplitsWordsAtBlanksAndPunctuationOfAllScripts) {
  expect({{"Don't STOP, it's 4-star!", "don't|stop|it's|4|star"},
          {" ... \t!", ""},
          {"<script>x=1;</script>", "script|x|1|script"},
          {"वह करो।", "वह|करो"},
          {"ネコです。", "ネコです"},
          {"ماذا؟ نعم۔ لا،", "ماذا|نعم|لا"},
          {"ひらがな「カタカナ」漢字、人々", "ひらがな|カタカナ|漢字|人々"},
          {"¿Qué? «oui» „nein“ – so…", "qué|oui|nein|so"},
          {"a\u3000b\u00A0c\u2028d\u0085e\u1680f\u200Bg\u202Fh", "a|b|c|d|e|f|g|h"},
          {"great\U0001F600phone 好吃。好", "great|phone|好吃|好"},
          {"cut \xE2\x82", "cut"}});
}

TEST(Tokenizer, WordsContainLettersMarksAndNumbers) {
  expect({{"ＡＢＣ １２ ｶﾀｶﾅ ｶﾞ", "ａｂｃ|１２|ｶﾀｶﾅ|ｶﾞ"},
          {"𠮷野家 \U00020000", "𠮷野家|\U00020000"},
          {"हिन्दी नमस्ते ไทยดี ภาษา", "हिन्दी|नमस्ते|ไทยดี|ภาษา"},
          {"မြန်မာ", "မြန်မာ"},
          {"العَرَبِيَّة عـــربي ١٢٣", "العَرَبِيَّة|عـــربي|١٢٣"},
          {"שָׁלוֹם צה״ל", "שָׁלוֹם|צה״ל"},
          {"մայր ქართული ᠮᠣᠩᠭᠣᠯ", "մայր|ქართული|ᠮᠣᠩᠭᠣᠯ"},
          {"m² ½ Ⅷ", "m²|½|ⅷ"},
          {"\u06DD١٢", "١٢"}});
}

TEST(Tokenizer, FoldsCapitalsUnlessTheyAreKept) {
  expect({{"Я ИДУ Łódź ÜBER Straße STRASSE", "я|иду|łódź|über|strasse|strasse"},
          {"ΛΌΓΟΣ λόγος", "λόγοσ|λόγοσ"},
          {"İzmir IŞIK ışık", "i̇zmir|işik|ışık"},
          {"Ⴀⴀ Աա", "ⴀⴀ|աա"}});
  expect({{"Я Łódź Straße ΛΌΓΟΣ", "Я|Łódź|Straße|ΛΌΓΟΣ"}}, {.capitals = true});
}

TEST(Tokenizer, NormalizesToNfc) {
  expect({{"cafe\u0301 café", "café|café"},
          {"\u1112\u1161\u11AB\u1100\u1173\u11AF 한글", "한글|한글"},
          {"q\u0323\u0307 q\u0307\u0323", "q\u0323\u0307|q\u0323\u0307"},
          {"e\u00AD\u0301", "é"},
          {"\u212B \u00C5 \uF900 \u8C48", "å|å|豈|豈"},
          {" \u0301 a", "a"}});
}

TEST(Tokenizer, RemovesInvisibleCharacters) {
  expect({{"Schiff\u00ADfahrt", "schifffahrt"},
          {"\uFEFFa\uFEFFb \uFEFF c", "ab|c"},
          {"a\u2060b \u200Ex\u200F \u202Ay\u202C \u2066z\u2069", "ab|x|y|z"},
          {"می\u200Cخواهم \u200Cمی\u200C", "می\u200Cخواهم|می"},
          {"ක්\u200Dර", "ක්\u200Dර"}});
}

TEST(Tokenizer, KeepsApostrophesAndMiddleDotsInsideWords) {
  expect({{"sol·licitud SOL·LICITUD a · b", "sol·licitud|sol·licitud|a|b"},
          {"d'or d’or dʼor d＇or", "d'or|d'or|d'or|d'or"},
          {"'quoted' rock 'n' roll' ‘x’", "quoted|rock|n|roll|x"},
          {"l'«or» a''b", "l|or|a|b"},
          {"п'ять пʼять", "п'ять|п'ять"},
          {"3.14 e.g. 10:30", "3|14|e|g|10|30"}});
  expect({{"L’accord, l'or d' l'", "l'|accord|l'|or|d'|l'"}, {"dogs' tails", "dogs'|tails"}},
         {.elision = true});
}

TEST(Tokenizer, CharactersAreGraphemeClusters) {
  const TokenOptions form{.characters = true, .spaces = true};
  expect({{"  Ça va\u00A0\u3000là ", "ç|a| |v|a| |l|à"},
          {"e\u0301e", "é|e"},
          {"👨‍👩‍👧👍🏽🇩🇪🇫🇷1️⃣",
           "👨‍👩‍👧|👍🏽|🇩🇪|🇫🇷|1️⃣"},
          {"🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F!",
           "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F|!"},
          {"नमस्ते", "न|म|स्ते"},
          {"ｶﾞ", "ｶﾞ"},
          {"한\u1112\u1161\u11AB", "한|한"},
          {"\uFEFFa\u00ADb", "a|b"}},
         form);
  expect({{"a b", "a|b"}}, {.characters = true});
  expect({{"👨‍👩‍👧 ❤️ x", "x"}});
}

TEST(Tokenizer, SplitsPiecesLikeWordAligners) {
  const TokenOptions form{.pieces = true};
  expect({{"il a 10\u00A0% d'or", "il|a|10\u00A0%|d'or"},
          {" A\t B\u3000C  , ", "a|b\u3000c|,"},
          {"x \uFEFF y \u00AD e\u0301", "x|\uFEFF|y|\u00AD|é"},
          {"Straße \u200B z", "strasse|\u200B|z"}},
         form);
}

TEST(Tokenizer, SplitsATokenIntoItself) {
  constexpr std::array<std::u32string_view, 6> kPools = {
      U"aB'’ʼ·\u00AD\u0301 ",
      U"ßİŉΣςᾳ\u0345ﬁǰԵև\u200C\u200D",
      U"한\u1112\u1161\u11ABｶﾞ人々𠮷。",
      U"\u06DD١क\u094D\u0930\u0903\u0E33\u0D4E\u200B\u2028",
      U"👨\u200D👧🇩🇪1\uFE0F\u20E3🏽❤",
      U"\uFEFF\u2060״՞‧.:-|"};
  Generator random(7, "test/tokenizer");
  for (int round = 0; round < 3000; ++round) {
    CodePoints text;
    for (std::uint32_t i = random.integer(12); i > 0; --i) {
      const auto pool = kPools[random.integer(kPools.size())];
      text.push_back(static_cast<CodePoint>(pool[random.integer(static_cast<std::uint32_t>(pool.size()))]));
    }
    for (const TokenOptions form :
         {TokenOptions{}, TokenOptions{.capitals = true}, TokenOptions{.pieces = true},
          TokenOptions{.characters = true, .capitals = true}}) {
      for (const std::string& token : tokenize(to_utf8(text), form))
        ASSERT_EQ(tokenize(token, form), std::vector<std::string>{token}) << to_utf8(text) << " " << round;
    }
  }
}

}  // namespace
}  // namespace attento::tokenizer_test

#include "text/unicode.hpp"

#include <algorithm>
#include <utility>

#include "core/status.hpp"

namespace attento {
namespace {

constexpr CodePoint kCodes = 0x110000;
constexpr CodePoint kReplacement = 0xFFFD;

/// Values of Grapheme_Cluster_Break, Indic_Conjunct_Break and Extended_Pictographic; .tools/unicode.js uses the same
/// numbers.
enum Break : std::uint8_t {
  kOther,
  kControl,
  kConjunctExtend,
  kLinker,
  kExtend,
  kJoiner,
  kSpacingMark,
  kPrepend,
  kRegional,
  kLeading,  // this and the next four values: Hangul syllables and their parts
  kVowel,
  kTrailing,
  kSyllable,
  kPictograph,
  kConsonant
};

// Hangul syllables are composed by arithmetic (Unicode standard, section 3.12).
constexpr CodePoint kSyllables = 0xAC00;
constexpr CodePoint kSyllableCount = 11172;
constexpr CodePoint kLeadings = 0x1100;
constexpr CodePoint kLeadingCount = 19;
constexpr CodePoint kVowels = 0x1161;
constexpr CodePoint kVowelCount = 21;
constexpr CodePoint kTrailings = 0x11A7;  // the code for no trailing consonant
constexpr CodePoint kTrailingCount = 28;

constexpr bool is_between(CodePoint code, CodePoint first, CodePoint count) {
  return code >= first && code < first + count;
}

// The table, packed and unpacked: for each code point 256 · canonical combining class + 16 · Kind + Break.
std::span<const std::byte> packed;
std::vector<std::byte> packed_bytes;
CodePoints properties;

/// A hash table of rules, each with three numbers: a character; the next character, with which it composes, or the
/// index of a part of its decomposition or folding; the result. A result of 0 marks an empty entry.
CodePoints rules;
constexpr std::size_t kRules = 1 << 14;
constexpr CodePoint kFirstFold = 3;  // index of the first part of a folding; decompositions begin at 0

void unpack();

CodePoint* find_rule(CodePoint code, CodePoint other) {
  const auto hash = static_cast<std::uint32_t>(code * 0x2F + other) * 0x9E3779B1U;
  if (properties.empty()) unpack();
  CodePoint* rule = rules.data() + 3 * (hash >> 18);
  while (rule[2] != 0 && (rule[0] != code || rule[1] != other)) {
    rule += 3;
    if (rule == rules.data() + rules.size()) rule = rules.data();
  }
  return rule;
}

/// Reads a column of integers in the format of .tools/unicode.js.
CodePoints next_column(const std::byte*& at) {
  const auto varint = [&] {
    CodePoint number = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = std::to_integer<CodePoint>(*at++);
      number |= (byte & 0x7F) << shift;
      if (byte < 0x80) return number;
    }
  };
  CodePoints column(static_cast<std::size_t>(varint()));
  CodePoint before = 0;
  for (CodePoint& number : column) {
    const CodePoint step = varint();
    number = before += step & 1 ? ~(step >> 1) : step >> 1;
  }
  return column;
}

void unpack() {
  if (packed.empty()) packed = embedded_unicode_table();
  if (packed.empty()) throw Error(Code::kBadState, "unicode", "", "the table of Unicode's properties");
  const std::byte* at = packed.data();
  while (*at++ != std::byte{0}) {
  }
  const CodePoints starts = next_column(at);
  const CodePoints values = next_column(at);
  rules.resize(3 * kRules);
  properties.reserve(kCodes);
  for (std::size_t i = 0; i < starts.size(); ++i)
    properties.resize(static_cast<std::size_t>(i + 1 < starts.size() ? starts[i + 1] : kCodes), values[i]);
  // The table has three lists: decompositions that composition reverses, other decompositions, and foldings.
  for (int list = 0; list < 3; ++list) {
    const CodePoints codes = next_column(at);
    CodePoints before;
    for (CodePoint part = 0; part < kFirstFold; ++part) {
      const CodePoints parts = next_column(at);
      for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto add = [](CodePoint code, CodePoint other, CodePoint result) {
          CodePoint* rule = find_rule(code, other);
          rule[0] = code;
          rule[1] = other;
          rule[2] = result;
        };
        add(codes[i], list == 2 ? kFirstFold + part : part, parts[i]);
        if (list == 0 && part == 1) add(before[i], parts[i], codes[i]);
      }
      before = parts;
    }
  }
}

CodePoint find_properties(CodePoint code) {
  if (code < 0x80) {
    const bool letter = is_between(code | 0x20, 'a', 26) || is_between(code, '0', 10);
    const bool blank = code == ' ' || is_between(code, '\t', 5);
    const CharacterKind kind = letter         ? CharacterKind::kLetter
                               : blank        ? CharacterKind::kBlank
                               : code == '\'' ? CharacterKind::kWordInner
                                              : CharacterKind::kSymbol;
    return static_cast<CodePoint>(kind) << 4 | (code < ' ' || code == 0x7F ? kControl : kOther);
  }
  if (properties.empty()) unpack();
  return properties[static_cast<std::size_t>(code)];
}

Break find_break(CodePoint code) { return static_cast<Break>(find_properties(code) & 15); }
int find_combining_class(CodePoint code) { return find_properties(code) >> 8; }

/// Appends the parts of a character by the rules from `first` on, recursively, or the character itself.
void append_parts(CodePoints& text, CodePoint code, CodePoint first) {
  CodePoint count = 0;
  for (; code >= 0x80 && count < kFirstFold; ++count) {
    const CodePoint part = find_rule(code, first + count)[2];
    if (part == 0) break;
    append_parts(text, part, first);
  }
  if (count == 0) text.push_back(is_between(code, 'A', 26) && first == kFirstFold ? code | 0x20 : code);
}

void decompose(CodePoints& text, CodePoint code) {
  if (!is_between(code, kSyllables, kSyllableCount)) return append_parts(text, code, 0);
  const CodePoint syllable = code - kSyllables;
  text.push_back(kLeadings + syllable / (kVowelCount * kTrailingCount));
  text.push_back(kVowels + syllable / kTrailingCount % kVowelCount);
  if (syllable % kTrailingCount) text.push_back(kTrailings + syllable % kTrailingCount);
}

/// Sorts the marks after each starter by their combining classes, stably.
void reorder(CodePoints& text) {
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    bool ordered = true;
    for (end = begin; end < text.size() && find_combining_class(text[end]) != 0; ++end)
      ordered =
          ordered && (end == begin || find_combining_class(text[end - 1]) <= find_combining_class(text[end]));
    if (ordered) continue;
    // There are few combining classes, so one pass for each class takes time linear in the number of marks.
    const CodePoints marks(text.data() + begin, text.data() + end);
    for (int before = 0, current_class = 0; begin < end; before = current_class) {
      current_class = 256;
      for (const CodePoint mark : marks) {
        if (const int mark_class = find_combining_class(mark);
            mark_class > before && mark_class < current_class)
          current_class = mark_class;
      }
      for (const CodePoint mark : marks) {
        if (find_combining_class(mark) == current_class) text[begin++] = mark;
      }
    }
  }
}

/// Returns the character that `first` and `second` compose to, or 0.
CodePoint composite(CodePoint first, CodePoint second) {
  if (is_between(first, kLeadings, kLeadingCount) && is_between(second, kVowels, kVowelCount))
    return kSyllables + ((first - kLeadings) * kVowelCount + second - kVowels) * kTrailingCount;
  if (is_between(first, kSyllables, kSyllableCount) && (first - kSyllables) % kTrailingCount == 0 &&
      is_between(second, kTrailings + 1, kTrailingCount - 1))
    return first + second - kTrailings;
  return find_rule(first, second)[2];
}

void compose(CodePoints& text) {
  std::size_t size = 0;     // length of the composed text, at the front of `text`
  std::size_t starter = 0;  // index of the last starter in the composed text
  int last = 256;  // class of the previous character; −1 after a starter, 256 before the first starter
  for (const CodePoint code : text) {
    const int mark_class = find_combining_class(code);
    if (last < mark_class && code >= 0x80) {
      if (const CodePoint both = composite(text[starter], code)) {
        text[starter] = both;
        continue;
      }
    }
    if (mark_class == 0) {
      starter = size;
      last = -1;
    } else if (last < 256) {
      last = mark_class;
    }
    text[size++] = code;
  }
  text.resize(size);
}

}  // namespace

void set_unicode_table(std::vector<std::byte> table) {
  packed_bytes = std::move(table);
  packed = packed_bytes;
}

CodePoint decode_character(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<CodePoint>(static_cast<unsigned char>(text[i])) : 0;
  };
  const CodePoint lead = byte(at++);
  if (lead < 0x80) return lead;
  const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  CodePoint code = lead & (0x3F >> more);
  for (std::size_t k = 0; k < more; ++k) {
    if (byte(at + k) >> 6 != 2) return -1;
    code = code << 6 | (byte(at + k) & 0x3F);
  }
  // Refuses overlong encodings, numbers beyond the last code point, and surrogates.
  const CodePoint least = more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80;
  if (lead < 0xC0 || lead > 0xF7 || !is_between(code, least, kCodes - least) ||
      is_between(code, 0xD800, 0x800))
    return -1;
  at += more;
  return code;
}

void append_utf8(std::string& text, CodePoint code) {
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  const int lead = more == 0 ? 0 : 0xFF00 >> (more + 1) & 0xFF;
  text += static_cast<char>(lead | code >> (6 * more));
  for (int k = more - 1; k >= 0; --k) text += static_cast<char>(0x80 | (code >> (6 * k) & 0x3F));
}

CodePoints to_code_points(std::string_view text) {
  CodePoints codes;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint code = decode_character(text, at);
    codes.push_back(code < 0 ? kReplacement : code);
  }
  return codes;
}

std::string to_utf8(CodePointSpan text) {
  std::string bytes;
  for (const CodePoint code : text) append_utf8(bytes, code);
  return bytes;
}

CharacterKind find_character_kind(CodePoint code) {
  return static_cast<CharacterKind>(find_properties(code) >> 4 & 15);
}

CodePoints normalize(CodePointSpan text, bool fold) {
  CodePoints result;
  for (const CodePoint code : text) decompose(result, code);
  reorder(result);
  if (fold) {
    const CodePoints decomposed = std::move(result);
    result = {};
    for (const CodePoint code : decomposed) append_parts(result, code, kFirstFold);
  }
  compose(result);
  return result;
}

std::size_t find_cluster_end(CodePointSpan text, std::size_t at) {
  if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') return at + 2;
  Break before = find_break(text[at]);
  bool pictograph = before == kPictograph;  // whether the cluster so far is a pictograph with extensions
  bool conjunct = before == kConsonant;     // whether the cluster so far is a consonant with extensions
  bool linked = false;                      // whether the conjunct has a linker
  bool flag = before == kRegional;          // whether a second regional indicator completes a flag
  while (++at < text.size()) {
    const Break now = find_break(text[at]);
    const bool extends = now >= kConjunctExtend && now <= kJoiner;
    bool joined =
        before != kControl && now != kControl && (extends || now == kSpacingMark || before == kPrepend);
    if (now >= kLeading && now <= kSyllable) {
      const bool vowel =
          before == kVowel || (before == kSyllable && (text[at - 1] - kSyllables) % kTrailingCount == 0);
      joined |= (before == kLeading && now != kTrailing) || (vowel && now == kVowel) ||
                ((before == kTrailing || before == kSyllable || before == kVowel) && now == kTrailing);
    }
    joined |= pictograph && before == kJoiner && now == kPictograph;
    joined |= conjunct && linked && now == kConsonant;
    joined |= flag && now == kRegional;
    if (!joined) break;
    flag = now == kRegional && before == kPrepend;
    pictograph = now == kPictograph || (pictograph && extends && before != kJoiner);
    linked = now == kLinker || (linked && now != kConsonant);
    conjunct = now == kConsonant || (conjunct && extends && now != kExtend);
    before = now;
  }
  return at;
}

}  // namespace attento

#include "text/tokenizer.hpp"

namespace attento {
namespace {

/// Whether a code point is a single quotation mark, a modifier letter apostrophe or a full-width apostrophe.
bool is_apostrophe(CodePoint code) {
  return code == 0x2018 || code == 0x2019 || code == 0x2BC || code == 0xFF07;
}
bool is_joiner(CodePoint code) { return code == 0x200C || code == 0x200D; }

CodePoints without_ignored(std::string_view text) {
  CodePoints codes = to_code_points(text);
  std::erase_if(codes, [](CodePoint code) { return find_character_kind(code) == CharacterKind::kIgnored; });
  return codes;
}

CodePoints normalize_text(std::string_view text, bool capitals) {
  CodePoints codes = normalize(without_ignored(text), !capitals);
  for (CodePoint& code : codes) {
    if (is_apostrophe(code)) code = '\'';
  }
  return codes;
}

std::vector<std::string> split_pieces(std::string_view text, bool capitals) {
  std::vector<std::string> list;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, text.find_first_of(" \t"));
    text.remove_prefix(piece.size() + (piece.size() < text.size()));
    if (piece.empty()) continue;
    // Pieces without visible characters are kept, because aligners count them.
    const CodePoints codes = normalize_text(piece, capitals);
    list.push_back(codes.empty() ? std::string(piece) : to_utf8(codes));
  }
  return list;
}

}  // namespace

std::vector<std::string> tokenize(std::string_view text, const TokenOptions& options) {
  if (options.pieces) return split_pieces(text, options.capitals);
  std::vector<std::string> list;
  const CodePoints codes = normalize_text(text, options.capitals);
  for (std::size_t at = 0, end = 0; at < codes.size(); at = end) {
    if (options.characters) {
      end = find_cluster_end(codes, at);
      const bool blank = find_character_kind(codes[at]) == CharacterKind::kBlank;
      if (blank && (!options.spaces || list.empty() || list.back() == " ")) continue;
      list.push_back(blank ? " " : to_utf8(CodePointSpan(codes).subspan(at, end - at)));
      continue;
    }
    end = find_word_end(codes, at);
    if (end == at) {
      end = find_symbol_end(codes, at);
      continue;
    }
    for (std::size_t i = at; options.elision && i <= end && i < codes.size(); ++i) {
      if (codes[i] != '\'') continue;
      end = i + 1;
      break;
    }
    list.push_back(to_utf8(CodePointSpan(codes).subspan(at, end - at)));
  }
  if (options.characters && !list.empty() && list.back() == " ") list.pop_back();
  return list;
}

std::string clean_text(std::string_view text) { return to_utf8(normalize(without_ignored(text), false)); }

std::size_t find_word_end(CodePointSpan text, std::size_t at, std::size_t max_length) {
  if (find_character_kind(text[at]) != CharacterKind::kLetter) return at;
  std::size_t end = find_cluster_end(text, at);
  while (end < text.size() && end - at < max_length) {
    const CharacterKind kind = find_character_kind(text[end]);
    if (kind == CharacterKind::kWordInner) {
      const std::size_t next = find_cluster_end(text, end);
      if (next == text.size() || find_character_kind(text[next]) != CharacterKind::kLetter) break;
      end = next;
    } else if (kind != CharacterKind::kLetter && kind != CharacterKind::kMark) {
      break;
    }
    end = find_cluster_end(text, end);
  }
  while (is_joiner(text[end - 1])) --end;
  return end;
}

std::size_t find_symbol_end(CodePointSpan text, std::size_t at) {
  const std::size_t end = find_cluster_end(text, at);
  do {
    ++at;
  } while (at < end && find_character_kind(text[at]) != CharacterKind::kLetter);
  return at;
}

}  // namespace attento

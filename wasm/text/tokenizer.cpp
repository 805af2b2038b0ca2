#include "text/tokenizer.hpp"

namespace attento {
namespace {

/// Whether it is a left or right single quotation mark, or a modifier letter or full-width apostrophe.
bool is_apostrophe(CodePoint code) {
  return code == 0x2018 || code == 0x2019 || code == 0x2BC || code == 0xFF07;
}
bool is_joiner(CodePoint code) { return code == 0x200C || code == 0x200D; }

CodePoints without_ignored(std::string_view text) {
  CodePoints codes = code_points(text);
  std::erase_if(codes, [](CodePoint code) { return kind_of(code) == Kind::kIgnored; });
  return codes;
}

CodePoints read(std::string_view text, bool capitals) {
  CodePoints codes = normalized(without_ignored(text), !capitals);
  for (CodePoint& code : codes) {
    if (is_apostrophe(code)) code = '\'';
  }
  return codes;
}

std::vector<std::string> pieces_of(std::string_view text, bool capitals) {
  std::vector<std::string> list;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, text.find_first_of(" \t"));
    text.remove_prefix(piece.size() + (piece.size() < text.size()));
    if (piece.empty()) continue;
    // Pieces without visible characters are kept, because aligners count them.
    const CodePoints codes = read(piece, capitals);
    list.push_back(codes.empty() ? std::string(piece) : utf8(codes));
  }
  return list;
}

}  // namespace

std::vector<std::string> tokens_of(std::string_view text, const TokenForm& form) {
  if (form.pieces) return pieces_of(text, form.capitals);
  std::vector<std::string> list;
  const CodePoints codes = read(text, form.capitals);
  for (std::size_t at = 0, end = 0; at < codes.size(); at = end) {
    if (form.characters) {
      end = cluster_end(codes, at);
      const bool blank = kind_of(codes[at]) == Kind::kBlank;
      if (blank && (!form.spaces || list.empty() || list.back() == " ")) continue;
      list.push_back(blank ? " " : utf8(CodePointSpan(codes).subspan(at, end - at)));
      continue;
    }
    end = word_end(codes, at);
    if (end == at) {
      end = sign_end(codes, at);
      continue;
    }
    for (std::size_t i = at; form.elision && i <= end && i < codes.size(); ++i) {
      if (codes[i] != '\'') continue;
      end = i + 1;
      break;
    }
    list.push_back(utf8(CodePointSpan(codes).subspan(at, end - at)));
  }
  if (form.characters && !list.empty() && list.back() == " ") list.pop_back();
  return list;
}

std::string readable(std::string_view text) { return utf8(normalized(without_ignored(text), false)); }

std::size_t word_end(CodePointSpan text, std::size_t at, std::size_t most) {
  if (kind_of(text[at]) != Kind::kLetter) return at;
  std::size_t end = cluster_end(text, at);
  while (end < text.size() && end - at < most) {
    const Kind kind = kind_of(text[end]);
    if (kind == Kind::kInside) {
      const std::size_t next = cluster_end(text, end);
      if (next == text.size() || kind_of(text[next]) != Kind::kLetter) break;
      end = next;
    } else if (kind != Kind::kLetter && kind != Kind::kMark) {
      break;
    }
    end = cluster_end(text, end);
  }
  while (is_joiner(text[end - 1])) --end;
  return end;
}

std::size_t sign_end(CodePointSpan text, std::size_t at) {
  const std::size_t end = cluster_end(text, at);
  do {
    ++at;
  } while (at < end && kind_of(text[at]) != Kind::kLetter);
  return at;
}

}  // namespace attento

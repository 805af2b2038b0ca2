#include "tasks/translation.hpp"

#include <algorithm>
#include <utility>

#include "core/hash.hpp"

namespace attento {
namespace {

/// The characters of a text in UTF-8: capitals, of Latin-1 too, as small letters unless they are kept, the typographic
/// apostrophe as a plain one, every space as " ". Broken UTF-8 gives broken characters, nothing worse.
std::vector<std::string> characters_of(std::string_view text, bool capitals) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t first = i++;
    while (i < text.size() && (text[i] & 0xC0) == 0x80) ++i;
    std::string one(text.substr(first, i - first));
    const bool latin = one.size() == 2 && one[0] == '\xC3' && one[1] <= '\x9E' && one[1] != '\x97';
    if (!capitals && one.size() == 1 && one[0] >= 'A' && one[0] <= 'Z') one[0] |= 0x20;
    if (!capitals && latin) one[1] |= 0x20;
    if (one == "’") one = "'";
    if (one == "\u00A0" || one == "\u202F" || (one[0] >= '\t' && one[0] <= '\r')) one = " ";
    list.push_back(std::move(one));
  }
  return list;
}

/// Letters and digits; beyond ASCII all but the blocks of signs and punctuation.
bool in_word(const std::string& character) {
  const char lead = character[0];
  if (character.size() > 1) return lead != '\xC2' && lead != '\xE2';
  return (lead >= 'a' && lead <= 'z') || (lead >= 'A' && lead <= 'Z') || (lead >= '0' && lead <= '9');
}

std::string joined(const Lexicon& lexicon, std::span<const std::int32_t> ids, bool spaces) {
  std::string text;
  for (const std::int32_t id : ids) {
    if (id == token::kEnd) break;
    if (spaces && !text.empty() && text.back() != '\'') text += ' ';
    text += lexicon.word(id);
  }
  return text;
}

}  // namespace

std::vector<std::string_view> split(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = list.find(separator);
    parts.push_back(list.substr(0, end));
    if (end == std::string_view::npos) return parts;
    list.remove_prefix(end + 1);
  }
}

Lexicon::Lexicon(std::span<const std::string_view> words)
    : words_{"<padding>", "<start>", "<end>", "<unknown>"} {
  for (const std::string_view word : words) {
    if (id(word) != token::kUnknown) continue;
    order_.push_back(size());
    words_.push_back(word);
    for (std::size_t i = order_.size() - 1; i > 0 && this->word(order_[i - 1]) > word; --i) {
      std::swap(order_[i - 1], order_[i]);
    }
  }
}

Lexicon Lexicon::of_characters(std::string_view characters) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < characters.size(); ++i) words.push_back(characters.substr(i, 1));
  return Lexicon(words);
}

std::int32_t Lexicon::id(std::string_view word) const {
  const auto place =
      std::lower_bound(order_.begin(), order_.end(), word,
                       [&](std::int32_t id, std::string_view key) { return this->word(id) < key; });
  return place != order_.end() && this->word(*place) == word ? *place : token::kUnknown;
}

bool PairTask::is_held_out(std::span<const std::int32_t> source) {
  // The salt is one for which what is named as an example is held out, and what nothing else could teach is
  // not.
  constexpr std::uint64_t kSalt = 12;
  return fnv1a64(std::as_bytes(source), kFnvOffsetBasis + kSalt) >> 61 == 0;
}

void PairTask::choose(std::uint32_t index, bool held_out, Pair& into) const {
  Generator random(seed_, form_.stream, index);
  do {
    into.clear();
    draw(random, into);
  } while (is_held_out(into.source) != held_out);
}

Pair PairTask::held_out(std::uint32_t index) const {
  Pair pair;
  const auto first = split(form_.first, ';');
  if (form_.first.empty() || index >= first.size()) {
    choose(index, true, pair);
    return pair;
  }
  const auto parts = split(first[index], '|');
  for (const std::string_view word : split(parts[0])) pair.source.push_back(source_.id(word));
  for (const std::string_view word : split(parts[1])) pair.target.push_back(target_.id(word));
  for (const char place : parts[2]) pair.alignment.push_back(place < 'a' ? place - '0' : place - 'a' + 10);
  finish(pair);
  return pair;
}

void PairTask::finish(Pair& pair) {
  pair.alignment.push_back(static_cast<std::int32_t>(pair.source.size()));
  pair.source.push_back(token::kEnd);
  pair.target.push_back(token::kEnd);
}

std::vector<std::string> tokens_of(std::string_view text, const TokenForm& form) {
  std::vector<std::string> list;
  const auto characters = characters_of(text, form.capitals);
  if (form.characters) {
    for (const std::string& one : characters) {
      if (one == " " && (!form.spaces || list.empty() || list.back() == " ")) continue;
      list.push_back(one);
    }
    if (!list.empty() && list.back() == " ") list.pop_back();
    return list;
  }
  bool open = false;  // whether the last word may go on
  for (const std::string& one : characters) {
    if (form.pieces ? one != " " : in_word(one)) {
      if (!open) list.emplace_back();
      list.back() += one;
      open = true;
    } else {
      if (open && one == "'") list.back() += one;
      open = false;
    }
  }
  return list;
}

std::optional<Pair> PairTask::pair_of(std::span<const std::int32_t> source) const {
  if (source.size() < 2) return std::nullopt;  // nothing but the end
  Pair pair;
  for (const std::int32_t id : source.first(source.size() - 1)) {
    if (id < token::kFirst) return std::nullopt;
    pair.source.push_back(id);
  }
  if (!answer(pair)) return std::nullopt;
  finish(pair);
  return pair;
}

Encoded PairTask::encode(std::string_view text) const {
  Encoded encoded;
  encoded.words = tokens_of(text, {.characters = form_.characters,
                                   .spaces = source_.id(" ") != token::kUnknown,
                                   .pieces = form_.pieces,
                                   .capitals = form_.capitals});
  const auto most = static_cast<std::size_t>(form_.longest_source - 1);
  if (encoded.words.size() > most) {
    encoded.cut = static_cast<int>(encoded.words.size() - most);
    encoded.words.resize(most);
  }
  for (const std::string& word : encoded.words) {
    encoded.ids.push_back(source_.id(word));
    auto& unknown = encoded.unknown;
    if (encoded.ids.back() == token::kUnknown &&
        std::find(unknown.begin(), unknown.end(), word) == unknown.end()) {
      unknown.push_back(word);
    }
  }
  encoded.ids.push_back(token::kEnd);
  encoded.words.emplace_back(source_.word(token::kEnd));
  return encoded;
}

std::string PairTask::source_text(std::span<const std::int32_t> ids) const {
  return joined(source_, ids, !form_.characters);
}

std::string PairTask::decode(std::span<const std::int32_t> ids) const {
  return joined(target_, ids, !form_.joined);
}

}  // namespace attento

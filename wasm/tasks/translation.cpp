#include "tasks/translation.hpp"

#include <algorithm>
#include <utility>

#include "core/hash.hpp"

namespace attento {
namespace {

std::string join_words(const Lexicon& lexicon, std::span<const std::int32_t> ids, bool spaces) {
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

Lexicon Lexicon::from_characters(std::string_view characters) {
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
  // This salt was chosen so that the examples in the texts are held out, but no source that training needs.
  constexpr std::uint64_t kSalt = 12;
  return fnv1a64(std::as_bytes(source), kFnvOffsetBasis + kSalt) >> 61 == 0;
}

void PairTask::draw_from_set(std::uint32_t index, bool held_out, Pair& into) const {
  Generator random(seed_, format_.stream, index);
  do {
    into.clear();
    draw(random, into);
  } while (is_held_out(into.source) != held_out);
}

Pair PairTask::held_out(std::uint32_t index) const {
  Pair pair;
  const auto first = split(format_.first, ';');
  if (format_.first.empty() || index >= first.size()) {
    draw_from_set(index, true, pair);
    return pair;
  }
  const auto parts = split(first[index], '|');
  for (const std::string_view word : split(parts[0])) pair.source.push_back(source_.id(word));
  for (const std::string_view word : split(parts[1])) pair.target.push_back(target_.id(word));
  for (const char place : parts[2]) pair.alignment.push_back(place < 'a' ? place - '0' : place - 'a' + 10);
  append_end_tokens(pair);
  return pair;
}

void PairTask::append_end_tokens(Pair& pair) {
  pair.alignment.push_back(static_cast<std::int32_t>(pair.source.size()));
  pair.source.push_back(token::kEnd);
  pair.target.push_back(token::kEnd);
}

std::optional<Pair> PairTask::solve(std::span<const std::int32_t> source) const {
  if (source.size() < 2) return std::nullopt;  // the source has only the end token
  Pair pair;
  for (const std::int32_t id : source.first(source.size() - 1)) {
    if (id < token::kFirst) return std::nullopt;
    pair.source.push_back(id);
  }
  if (!fill_answer(pair)) return std::nullopt;
  append_end_tokens(pair);
  return pair;
}

EncodedText PairTask::encode(std::string_view text) const {
  EncodedText encoded;
  encoded.words = tokenize(text, {.characters = format_.characters,
                                  .spaces = source_.id(" ") != token::kUnknown,
                                  .pieces = format_.pieces,
                                  .capitals = format_.capitals,
                                  .elision = format_.elision});
  const auto most = static_cast<std::size_t>(format_.max_source_length - 1);
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
  return join_words(source_, ids, !format_.characters);
}

std::string PairTask::decode(std::span<const std::int32_t> ids) const {
  return join_words(target_, ids, !format_.joined);
}

}  // namespace attento

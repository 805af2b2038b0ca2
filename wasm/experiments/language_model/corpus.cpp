#include "experiments/language_model/corpus.hpp"

#include <algorithm>

#include "lab/trial_helpers.hpp"
#include "text/tokenizer.hpp"

namespace attento::language_model {
namespace {

constexpr std::size_t kMaxTokens = 2000;    // in the vocabulary
constexpr std::size_t kMaxWordLength = 40;  // code points
/// In a text with fewer tokens, most words occur only once, and all of them get an id.
constexpr std::size_t kShortText = 5000;

/// The index after the token that begins at `at`.
std::size_t find_token_end(CodePointSpan text, std::size_t at, bool words) {
  if (!words) return find_cluster_end(text, at);
  at += text[at] == ' ' && at + 1 < text.size() && text[at + 1] != ' ' && text[at + 1] != '\n';
  const std::size_t end = find_word_end(text, at, kMaxWordLength);
  return end > at ? end : find_symbol_end(text, at);
}

}  // namespace

std::vector<std::uint32_t> find_token_starts(std::string_view text, bool words) {
  const CodePoints codes = to_code_points(text);
  std::vector<std::uint32_t> starts{0};
  for (std::size_t at = 0, end = 0; at < codes.size(); at = end) {
    end = find_token_end(codes, at, words);
    starts.push_back(starts.back() +
                     static_cast<std::uint32_t>(to_utf8(CodePointSpan(codes).subspan(at, end - at)).size()));
  }
  return starts;
}

TextCorpus::TextCorpus(std::uint64_t seed, const Values& values, Data data)
    : is_own_(!data.empty()),
      words_(values.choice("tokens") == "words"),
      context_(values.integer("context")),
      minimum_count_(values.integer("minimumCount")) {
  if (is_own_) {
    PlainTextFile file = read_plain_text(data);
    text_ = std::move(file.text);
    report_ = std::move(file.report);
    lines_ = file.lines;
  } else {
    AnnotatedText primer_text;
    const Primer primer(seed);
    lines_ = values.integer("lines");
    for (int line = 0; line < lines_; ++line) primer.add_line(static_cast<std::uint32_t>(line), primer_text);
    text_ = std::move(primer_text.text);
    mentions_ = std::move(primer_text.mentions);
  }
  starts_ = find_token_starts(text_, words_);
  const std::size_t count = starts_.size() - 1;
  // At least one whole window is held out, and the training text has room for two windows at any shift.
  constexpr int kTenths = 10;
  constexpr std::size_t kMin = kTenths * (kMinContext + 1);
  if (count < kMin) {
    refuse_too_few(
        "Only " + std::to_string(count) + (words_ ? " words and marks found" : " characters found"), kMin,
        "tokens");
  }
  context_ = std::min(context_, static_cast<int>(count) / kTenths - 1);
  training_count_ = static_cast<int>(count - count / 10);
  for (int i = 0; i < training_count_; ++i) {
    const std::string one(token(static_cast<std::size_t>(i)));
    vocabulary_.count({&one, 1});
  }
  if (is_own_ && minimum_count_ == kDefaultMinimumCount && count < kShortText) minimum_count_ = 1;
  vocabulary_.freeze(kMaxTokens, minimum_count_);
  ids_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) ids_.push_back(vocabulary_.id(token(i)));
  labels_ = vocabulary_.labels();
}

std::vector<std::int32_t> TextCorpus::encode(std::string_view text) const {
  const std::vector<std::uint32_t> starts = find_token_starts(text, words_);
  std::vector<std::int32_t> ids;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i)
    ids.push_back(vocabulary_.id(text.substr(starts[i], starts[i + 1] - starts[i])));
  return ids;
}

std::vector<int> TextCorpus::find_true_positions(std::size_t from, std::size_t next) const {
  std::vector<int> positions;
  if (next >= ids_.size()) return positions;
  const Mention* mention = find_mention(next);
  if (!mention || mention->begin < starts_[next]) return positions;
  for (const std::uint32_t index : mention->earlier) {
    const Mention& earlier = mentions_[index];
    auto at = static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), earlier.begin) -
                                       starts_.begin() - 1);
    for (; starts_[at] < earlier.end; ++at)
      if (at >= from) positions.push_back(static_cast<int>(at - from));
  }
  return positions;
}

const Mention* TextCorpus::find_mention(std::size_t at) const {
  const auto mention = std::lower_bound(mentions_.begin(), mentions_.end(), starts_[at + 1],
                                        [](const Mention& one, std::uint32_t end) { return one.end < end; });
  return mention == mentions_.end() || mention->begin >= starts_[at + 1] ? nullptr : &*mention;
}

int TextCorpus::find_named_token(std::size_t at, std::size_t next) const {
  const Mention *mention = find_mention(at), *next_mention = find_mention(next);
  if (!mention || !next_mention || next_mention->begin < starts_[next] || mention->kind != next_mention->kind)
    return -1;
  std::string name = text_.substr(mention->begin, words_ ? mention->end - mention->begin : 1);
  if (words_ && token(next)[0] == ' ') name.insert(0, 1, ' ');
  const std::int32_t id = vocabulary_.id(name);
  return id == Vocabulary::kUnknown ? -1 : id;
}

void TextCorpus::describe(Json& json, int watchable_count) const {
  const auto unknown = std::count(ids_.begin() + training_count_, ids_.end(), Vocabulary::kUnknown);
  json.name("data").object([&] {
    json.field("source", is_own_ ? "own" : "grammar")
        .field("train", training_count_)
        .field("heldOut", held_out_count());
    json.field("vocabulary", vocabulary_.word_count());
    json.field("unknownShare", static_cast<double>(unknown) / held_out_count());
    json.field("unit", words_ ? "words" : "characters");
    if (!is_own_) return;
    json.field("trainingExamples", watchable_count).field("context", context_);
    write_report(json, report_, lines_);
  });
}

}  // namespace attento::language_model

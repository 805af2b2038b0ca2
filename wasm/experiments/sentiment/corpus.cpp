#include "experiments/sentiment/corpus.hpp"

#include <algorithm>
#include <numeric>

#include "core/generator.hpp"
#include "lab/trial_helpers.hpp"
#include "text/tokenizer.hpp"

namespace attento::sentiment {
namespace {

constexpr std::size_t kMaxWords = 2000;
constexpr int kFrameExamples = 8;  // sentences in the frame

ReviewSettings review_settings(const Values& values) {
  return {.length = values.integer("maximumLength"),
          .neutral = values.integer("neutralClauses"),
          .vocabulary = values.integer("vocabulary"),
          .reported = values.real("reportedSpeech"),
          .negation = values.real("negation"),
          .intensifiers = values.real("intensifiers"),
          .contrast = values.real("contrast"),
          .positive = values.real("positiveShare")};
}

}  // namespace

SentenceCorpus::SentenceCorpus(std::uint64_t seed, const Values& values, Data data)
    : seed_(seed),
      maximum_(values.integer("maximumLength")),
      is_own_(!data.empty()),
      settings_(review_settings(values)) {
  if (is_own_) text_ = read_labeled_text(data);
  const std::size_t n =
      is_own_ ? text_.sentences.size() : static_cast<std::size_t>(values.integer("sentences"));
  training_ = static_cast<int>(n - n / 5);
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0);
  Generator(seed, "task/sentiment/split").shuffle(std::span(order_));

  for (int position = 0; position < training_; ++position)
    vocabulary_.count(read_whole_review(sentence_at(position)).words);
  vocabulary_.freeze(kMaxWords);

  ids_.resize(n * static_cast<std::size_t>(maximum_), Vocabulary::kPadding);
  lengths_.resize(n);
  positive_.resize(n);
  int words = 0;
  int unknown = 0;
  for (std::size_t position = 0; position < n; ++position) {
    const int sentence = order_[position];
    const auto i = static_cast<std::size_t>(sentence);
    const Review review = read_whole_review(sentence);
    const int length = static_cast<int>(review.words.size());
    longest_ = std::max(longest_, length);
    truncated_ += length > maximum_;
    lengths_[i] = std::min(length, maximum_);
    positive_[i] = review.positive;
    std::int32_t* id = ids_.data() + i * static_cast<std::size_t>(maximum_);
    for (int t = 0; t < lengths_[i]; ++t) {
      id[t] = vocabulary_.id(review.words[static_cast<std::size_t>(t)]);
      if (position < static_cast<std::size_t>(training_)) continue;
      ++words;
      unknown += id[t] == Vocabulary::kUnknown;
    }
  }
  unknown_share_ = words ? static_cast<double>(unknown) / words : 0;
}

Review SentenceCorpus::read_whole_review(int sentence) const {
  if (!is_own_) return make_review(seed_, static_cast<std::uint32_t>(sentence), settings_);
  const LabeledSentence& line = text_.sentences[static_cast<std::size_t>(sentence)];
  return {.words = tokenize(line.text), .cues = {}, .modifiers = {}, .positive = line.positive};
}

Review SentenceCorpus::review(int sentence) const {
  Review review = read_whole_review(sentence);
  review.words.resize(static_cast<std::size_t>(length(sentence)));
  return review;
}

std::vector<int> SentenceCorpus::choose_frame_sentences(int held_out_count, int training_count) const {
  std::vector<int> chosen, held_out_positions, training_positions;
  for (int i = 0; i < held_out_count; ++i)
    if (!is_own_ || has_known_words(held_out(i))) held_out_positions.push_back(i);
  add_frame_sentences(chosen, held_out_positions, is_own_ ? kFrameExamples / 2 : kFrameExamples);
  for (int i = 0; i < training_count; ++i)
    if (has_known_words(sentence_at(i))) training_positions.push_back(i - training_);
  add_frame_sentences(chosen, training_positions, kFrameExamples - static_cast<int>(chosen.size()));
  if (chosen.empty()) chosen.push_back(0);
  return chosen;
}

void SentenceCorpus::add_frame_sentences(std::vector<int>& to, const std::vector<int>& positions,
                                         int count) const {
  std::vector<std::pair<int, int>> by_length;
  for (const int position : positions)
    by_length.emplace_back(length(sentence_at(training_ + position)), position);
  std::sort(by_length.begin(), by_length.end());
  const int all = static_cast<int>(positions.size());
  const int used = std::min(count, all);
  for (int i = 0; i < used; ++i)
    to.push_back(by_length[static_cast<std::size_t>((2 * i + 1) * all / (2 * used))].second);
}

void SentenceCorpus::describe(Json& json, int held_out_in_frame) const {
  json.name("data").object([&] {
    json.field("source", is_own_ ? "own" : "grammar")
        .field("train", training_)
        .field("heldOut", held_out_count());
    json.field("positive", static_cast<int>(std::count(positive_.begin(), positive_.end(), 1)));
    json.field("vocabulary", vocabulary_.word_count()).field("unknownShare", unknown_share_);
    json.field("longest", longest_).field("truncated", truncated_);
    if (!is_own_) return;
    json.field("heldOutInFrame", held_out_in_frame);
    write_report(json, text_.report, size());
  });
}

}  // namespace attento::sentiment

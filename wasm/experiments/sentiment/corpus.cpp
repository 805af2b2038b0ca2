#include "experiments/sentiment/corpus.hpp"

#include <numeric>

#include "core/generator.hpp"
#include "lab/trial_helpers.hpp"
#include "text/tokenizer.hpp"

namespace attento::sentiment {

SentenceCorpus::SentenceCorpus(std::uint64_t seed, const Values& values, Data data)
    : seed_(seed),
      is_own_(!data.empty()),
      settings_{.length = values.integer("maximumLength"),
                .neutral = values.integer("neutralClauses"),
                .vocabulary = values.integer("vocabulary"),
                .reported = values.real("reportedSpeech"),
                .negation = values.real("negation"),
                .intensifiers = values.real("intensifiers"),
                .contrast = values.real("contrast"),
                .positive = values.real("positiveShare")} {
  constexpr std::size_t kMaxWords = 2000;
  if (is_own_) text_ = read_labeled_text(data);
  const int n = is_own_ ? static_cast<int>(text_.sentences.size()) : values.integer("sentences");
  training_ = n - n / 5;
  order_.resize(static_cast<std::size_t>(n));
  std::iota(order_.begin(), order_.end(), 0);
  Generator(seed, "task/sentiment/split").shuffle(std::span(order_));

  for (int position = 0; position < training_; ++position)
    vocabulary_.count(review(sentence_at(position)).words);
  vocabulary_.freeze(kMaxWords);

  std::ptrdiff_t words = 0, unknown = 0;  // in held-out sentences
  sentences_.resize(order_.size());
  for (int position = 0; position < n; ++position) {
    Review review = this->review(sentence_at(position));
    longest_ = std::max(longest_, static_cast<int>(review.words.size()));
    truncated_ += truncate(review.words) > 0;
    const std::vector<std::int32_t> ids = encode(review.words);
    sentences_[static_cast<std::size_t>(sentence_at(position))] = {ids, review.positive};
    if (position < training_) continue;
    words += std::ssize(ids);
    unknown += std::count(ids.begin(), ids.end(), Vocabulary::kUnknown);
  }
  unknown_share_ = words ? static_cast<double>(unknown) / static_cast<double>(words) : 0;
}

Review SentenceCorpus::review(int sentence) const {
  if (!is_own_) return make_review(seed_, static_cast<std::uint32_t>(sentence), settings_);
  const LabeledSentence& line = text_.sentences[static_cast<std::size_t>(sentence)];
  return {.words = tokenize(line.text), .cues = {}, .modifiers = {}, .positive = line.positive};
}

int SentenceCorpus::truncate(std::vector<std::string>& words) const {
  const std::size_t count = words.size();
  words.resize(std::min(count, static_cast<std::size_t>(maximum_length())));
  return static_cast<int>(count - words.size());
}

std::vector<std::int32_t> SentenceCorpus::encode(std::span<const std::string> words) const {
  std::vector<std::int32_t> ids;
  for (const std::string& word : words) ids.push_back(vocabulary_.id(word));
  return ids;
}

std::vector<int> SentenceCorpus::choose_frame_sentences(int held_out_count, int training_count) const {
  constexpr int kFrameExamples = 8;  // sentences in the frame
  std::vector<int> chosen;
  // Adds `count` of the positions from `first` on, evenly spaced in the order of their lengths.
  const auto add = [&](int first, int last, int count) {
    std::vector<std::pair<int, int>> by_length;
    for (int i = first; i < last; ++i) {
      const auto& read = ids(held_out(i));
      if (!is_own_ || std::find(read.begin(), read.end(), Vocabulary::kUnknown) == read.end())
        by_length.emplace_back(read.size(), i);
    }
    std::sort(by_length.begin(), by_length.end());
    const int all = static_cast<int>(by_length.size());
    const int used = std::min(count, all);
    for (int i = 0; i < used; ++i)
      chosen.push_back(by_length[static_cast<std::size_t>((2 * i + 1) * all / (2 * used))].second);
  };
  add(0, held_out_count, is_own_ ? kFrameExamples / 2 : kFrameExamples);
  add(-training_, training_count - training_, kFrameExamples - static_cast<int>(chosen.size()));
  if (chosen.empty()) chosen.push_back(0);
  return chosen;
}

void SentenceCorpus::describe(Json& json, int held_out_in_frame) const {
  json.name("data").object([&] {
    json.field("source", is_own_ ? "own" : "grammar")
        .field("train", training_)
        .field("heldOut", held_out_count());
    json.field("positive",
               static_cast<int>(std::count_if(sentences_.begin(), sentences_.end(),
                                              [](const Sentence& one) { return one.is_positive; })));
    json.field("vocabulary", vocabulary_.word_count()).field("unknownShare", unknown_share_);
    json.field("longest", longest_).field("truncated", truncated_);
    if (!is_own_) return;
    json.field("heldOutInFrame", held_out_in_frame);
    write_report(json, text_.report, size());
  });
}

}  // namespace attento::sentiment

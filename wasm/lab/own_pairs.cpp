#include "lab/own_pairs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "lab/pair_trial.hpp"
#include "lab/trial_helpers.hpp"

namespace attento {
namespace {

constexpr std::size_t kMaxWords = 2000;  // of the source or the target vocabulary
constexpr std::size_t kMinTrainingPairs = 5;

struct TokenizedPair {
  std::vector<std::string> source, target;
  std::vector<AlignmentLink> alignment;
  bool aligned;
};

/// Reports links that seem to count from 1: no link to token 0 of a side, but one beyond its last token.
void note_counting_from_one(const std::vector<TokenizedPair>& all, const ParallelText& text,
                            LineReport& report) {
  bool linked[2] = {},
       beyond[2] = {};  // for source and target: whether any line links token 0, or a token after the last
  for (const TokenizedPair& pair : all) {
    for (const auto& [source, target] : pair.alignment) {
      linked[0] |= source == 0;
      linked[1] |= target == 0;
      beyond[0] |= source == static_cast<std::int32_t>(pair.source.size());
      beyond[1] |= target == static_cast<std::int32_t>(pair.target.size());
    }
  }
  if ((linked[0] || !beyond[0]) && (linked[1] || !beyond[1])) return;
  for (const SentencePair& pair : text.pairs) {
    if (pair.alignment.empty()) continue;
    count_line(report.notes,
               /* translated */ "links that seem to count from 1; they are read from 0, so subtract 1",
               pair.line);
  }
}

/// Tokenizes all pairs. Omits and counts pairs with an empty side or a side of more than `longest` tokens.
std::vector<TokenizedPair> tokenize_pairs(const ParallelText& text, const TokenOptions& form,
                                          std::size_t longest, LineReport& report) {
  std::vector<TokenizedPair> whole;
  for (const SentencePair& pair : text.pairs)
    whole.push_back({tokenize(pair.source, form), tokenize(pair.target, form), pair.alignment, pair.aligned});
  note_counting_from_one(whole, text, report);
  std::vector<TokenizedPair> all;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const SentencePair& pair = text.pairs[i];
    TokenizedPair& tokenized = whole[i];
    if (tokenized.source.empty() || tokenized.target.empty()) {
      count_line(report.refused, /* translated */ "a side without a token", pair.line);
    } else if (std::max(tokenized.source.size(), tokenized.target.size()) > longest) {
      count_line(report.refused, /* translated */ "a side that is too long", pair.line);
    } else {
      const auto beyond = std::erase_if(tokenized.alignment, [&](const AlignmentLink& link) {
        return link.source >= static_cast<std::int32_t>(tokenized.source.size()) ||
               link.target >= static_cast<std::int32_t>(tokenized.target.size());
      });
      if (beyond > 0)
        count_line(report.notes, /* translated */ "places beyond the tokens, left out", pair.line);
      all.push_back(std::move(tokenized));
    }
  }
  return all;
}

/// The indices of training pairs and held-out pairs, shuffled by the seed. About a fifth is held out, always all
/// pairs with the same source. If there are enough, the number of held-out pairs is rounded down to whole probes.
struct Split {
  std::vector<std::size_t> training, held_out;
};

Split split_by_source(const std::vector<TokenizedPair>& pairs, std::uint64_t seed) {
  std::map<std::vector<std::string>, std::vector<std::size_t>> by_source;
  for (std::size_t i = 0; i < pairs.size(); ++i) by_source[pairs[i].source].push_back(i);
  std::vector<const std::vector<std::size_t>*> sources;
  sources.reserve(by_source.size());
  for (const auto& [source, indices] : by_source) sources.push_back(&indices);
  Generator(seed, "task/own-pairs/split").shuffle(std::span(sources));
  std::size_t held_out_count = std::clamp<std::size_t>(pairs.size() / 5, 1, kOwnHeldOutPairs);
  if (held_out_count > kProbePairs) held_out_count -= held_out_count % kProbePairs;
  Split split;
  for (const auto* indices : sources) {
    auto& list = split.held_out.size() < held_out_count ? split.held_out : split.training;
    list.insert(list.end(), indices->begin(), indices->end());
  }
  split.held_out.resize(held_out_count);  // remaining pairs of the last source are in neither list
  return split;
}

Pair encode_pair(const TokenizedPair& tokenized, const Lexicon& source, const Lexicon& target) {
  Pair pair;
  for (const std::string& word : tokenized.source) pair.source.push_back(source.id(word));
  for (const std::string& word : tokenized.target) pair.target.push_back(target.id(word));
  pair.aligned = tokenized.aligned;
  pair.alignment.assign(pair.target.size(), -1);
  for (const auto& [from, to] : tokenized.alignment) {
    std::int32_t& first = pair.alignment[static_cast<std::size_t>(to)];
    if (first < 0) {
      first = from;
    } else if (first != from) {
      pair.further_links.emplace_back(to, from);
    }
  }
  return pair;
}

}  // namespace

std::unique_ptr<OwnPairs> OwnPairs::read(std::uint64_t seed, const Values& values, Data data) {
  ParallelText text = read_parallel_text(data);
  auto corpus = std::make_unique<OwnCorpus>();
  const bool characters = values.choice("tokens") == "characters";
  corpus->report = std::move(text.report);
  for (SentencePair& pair : text.pairs) {
    if (characters && pair.aligned) {
      count_line(corpus->report.notes, /* translated */ "an alignment of words, left out", pair.line);
      pair.aligned = false;
      pair.alignment.clear();
    }
    corpus->aligned += pair.aligned;
  }
  corpus->form = {.characters = characters,
                  .spaces = true,
                  .pieces = corpus->aligned > 0,
                  .capitals = values.boolean("caseSensitive")};
  const std::vector<TokenizedPair> pairs = tokenize_pairs(
      text, corpus->form, static_cast<std::size_t>(values.integer("maximumPairLength")), corpus->report);
  const Split split = pairs.empty() ? Split{} : split_by_source(pairs, seed);
  if (pairs.size() < kMinPairs)
    refuse_too_few(corpus->report.summarize(pairs.size(), "pair"), kMinPairs, "pairs");
  if (split.training.size() < kMinTrainingPairs)
    refuse_too_few("Too few different sources found", kMinTrainingPairs, "besides those that are held out");
  corpus->accepted = static_cast<int>(pairs.size());
  for (const std::size_t i : split.training) {
    corpus->source.vocabulary.count(pairs[i].source);
    corpus->target.vocabulary.count(pairs[i].target);
  }
  for (OwnLanguage* side : {&corpus->source, &corpus->target})
    side->vocabulary.freeze(kMaxWords, values.integer("minimumCount"));
  const Lexicon source(corpus->source.vocabulary.words_by_id());
  const Lexicon target(corpus->target.vocabulary.words_by_id());
  double tokens = 0;
  double unknown = 0;
  for (const bool held_out : {false, true}) {
    for (const std::size_t i : held_out ? split.held_out : split.training) {
      Pair pair = encode_pair(pairs[i], source, target);
      for (const auto& [side, ids] :
           {std::pair(&corpus->source, &pair.source), {&corpus->target, &pair.target}}) {
        side->longest = std::max(side->longest, static_cast<int>(ids->size()) + 1);
        if (!held_out) continue;
        tokens += static_cast<double>(ids->size());
        unknown += static_cast<double>(std::count(ids->begin(), ids->end(), token::kUnknown));
      }
      append_end_tokens(pair);
      (held_out ? corpus->held_out : corpus->training).push_back(std::move(pair));
    }
  }
  corpus->unknown_share = unknown / tokens;
  return std::unique_ptr<OwnPairs>(new OwnPairs(seed, std::move(corpus)));
}

OwnPairs::OwnPairs(std::uint64_t seed, std::unique_ptr<const OwnCorpus> corpus)
    : PairTask(seed, Lexicon(corpus->source.vocabulary.words_by_id()),
               Lexicon(corpus->target.vocabulary.words_by_id()),
               {.stream = "task/own-pairs",
                .max_source_length = corpus->source.longest,
                .max_target_length = corpus->target.longest,
                .characters = corpus->form.characters,
                .joined = corpus->form.characters,
                .pieces = corpus->form.pieces,
                .capitals = corpus->form.capitals}),
      corpus_(std::move(corpus)) {}

void OwnPairs::describe(Json& json, int watchable_count) const {
  json.name("data").object([&] {
    json.field("source", "own")
        .field("train", count_training_pairs(0))
        .field("heldOut", count_held_out_pairs(0));
    json.field("trainingExamples", watchable_count);
    json.field("aligned", corpus_->aligned).field("unknownShare", corpus_->unknown_share);
    json.field("vocabulary",
               corpus_->source.vocabulary.word_count() + corpus_->target.vocabulary.word_count());
    write_report(json, corpus_->report, corpus_->accepted);
  });
}

}  // namespace attento

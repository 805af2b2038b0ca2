#include "lab/pair_words.hpp"

#include "lab/own_pairs.hpp"
#include "tasks/french.hpp"
#include "tasks/number_words.hpp"
#include "tasks/reversal.hpp"

namespace attento {

LengthRange read_length_range(const Values& values) {
  const LengthRange lengths{values.integer("minimumLength"), values.integer("maximumLength")};
  if (lengths.shortest > lengths.longest) {
    throw_bad_parameter("minimumLength", lengths.shortest,
                        "at most maximumLength, " + std::to_string(lengths.longest));
  }
  return lengths;
}

std::unique_ptr<PairTask> make_common_task(std::uint64_t seed, const Values& values, int largest_number,
                                           Data data) {
  if (!data.empty()) return OwnPairs::read(seed, values, data);
  const std::string& task = values.choice("task");
  if (task == "french") return std::make_unique<French>(seed);
  if (task == "number-words") return std::make_unique<NumberWords>(seed, largest_number);
  if (task != "reversal" && task != "copy") return nullptr;
  const LengthRange lengths = read_length_range(values);
  return std::make_unique<Reversal>(seed, lengths.shortest, lengths.longest, task == "copy");
}

void mark_truth(const Pair& pair, std::size_t t, std::span<float> row, int tolerance) {
  const auto mark = [&](int position) {
    const int last = std::min(position + tolerance, static_cast<int>(pair.source.size()) - 1);
    for (int s = std::max(position - tolerance, 0); position >= 0 && s <= last; ++s)
      row[static_cast<std::size_t>(s)] = 1;
  };
  mark(true_position(pair, t));
  for (const auto& [target, source] : pair.further_links) {
    if (target == static_cast<int>(t)) mark(source);
  }
}

void mark_true_map(const Pair& pair, std::size_t columns, std::span<float> map, int first_row) {
  map = map.subspan(static_cast<std::size_t>(first_row) * columns);
  for (std::size_t t = 0; t < pair.target.size(); ++t) mark_truth(pair, t, map.subspan(t * columns, columns));
}

std::vector<int> find_aligned_tokens(const Pair& pair) {
  std::vector<int> tokens(pair.source.size(), -1), counts(pair.source.size());
  for (std::size_t t = 0; t + 1 < pair.target.size(); ++t) {
    std::vector<float> marks(pair.source.size());
    mark_truth(pair, t, marks);
    for (std::size_t s = 0; s + 1 < marks.size(); ++s) {
      if (marks[s] > 0) tokens[s] = ++counts[s] == 1 ? pair.target[t] : -1;
    }
  }
  return tokens;
}

void count_links(const Pair& pair, std::size_t t, std::span<const float> weights, AlignmentLinks& into) {
  if (!pair.aligned || weights.empty() || t + 1 >= pair.target.size()) return;
  std::vector<float> truth(weights.size());
  mark_truth(pair, t, truth);
  into.add(weights, truth);
}

std::vector<std::string> get_word_labels(const Lexicon& lexicon, std::span<const std::int32_t> ids) {
  std::vector<std::string> labels;
  for (const std::int32_t id : ids) labels.emplace_back(lexicon.label(id));
  return labels;
}

void write_words(Json& json, std::initializer_list<const Lexicon*> lexicons) {
  json.array([&] {
    for (const Lexicon* lexicon : lexicons) {
      for (std::int32_t id = 0; id < lexicon->size(); ++id) json.value(lexicon->label(id));
    }
  });
}

std::vector<Candidate> list_top_candidates(std::span<const float> probabilities, const TokenLabel& label) {
  std::vector<float> remaining = copy_numbers(probabilities);
  std::vector<Candidate> top(5);
  for (Candidate& one : top) {
    const auto best = std::max_element(remaining.begin(), remaining.end());
    one = {label(static_cast<std::size_t>(best - remaining.begin())), *best};
    *best = -1;
  }
  return top;
}

std::vector<std::vector<Candidate>> list_candidates(std::span<const float> probabilities, std::size_t rows,
                                                    const TokenLabel& label) {
  std::vector<std::vector<Candidate>> all;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t width = probabilities.size() / rows;
    all.push_back(list_top_candidates(probabilities.subspan(row * width, width), label));
  }
  return all;
}

}  // namespace attento

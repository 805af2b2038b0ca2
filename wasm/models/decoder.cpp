#include "models/decoder.hpp"

#include <algorithm>
#include <limits>

#include "ops/softmax.hpp"

namespace attento {
namespace {

/// Returns the log-probability, or −∞ if it is NaN.
double replace_nan(double log_probability) {
  return log_probability == log_probability ? log_probability : -std::numeric_limits<double>::infinity();
}

void append_token(DecodedSequence& sequence, const Decoder& decoder, int row, int token) {
  const auto weights = decoder.weights(row);
  sequence.tokens.push_back(token);
  sequence.weights.insert(sequence.weights.end(), weights.begin(), weights.end());
  sequence.log_probability +=
      replace_nan(static_cast<double>(decoder.log_probabilities(row)[static_cast<std::size_t>(token)]));
  sequence.ended = token == kEndToken;
}

/// Returns the most probable sequence; the first one if several are equally probable.
const DecodedSequence& find_most_probable(const std::vector<DecodedSequence>& all) {
  return *std::max_element(all.begin(), all.end(), [](const DecodedSequence& a, const DecodedSequence& b) {
    return a.log_probability < b.log_probability;
  });
}

}  // namespace

void Decoder::finish_step_plan(Tape<float> tape, IdsNode token, Node logits, Node weights) {
  token_ = token;
  log_probabilities_ = log_softmax(tape, logits);
  weights_ = weights;
  step_plan_ = std::move(tape).freeze_unallocated();
}

void Decoder::begin() {
  encoder_plan_->forward();
  for (const NodeCopy entry : initial_copies_) {
    const auto read = encoder_plan_->value(entry.from);
    std::copy(read.begin(), read.end(), step_plan_->value(entry.to).begin());
  }
  position_ = 0;
}

void Decoder::step(std::span<const std::int32_t> tokens, std::span<const int> from) {
  const std::size_t rows = static_cast<std::size_t>(batch_);
  for (const NodeCopy entry : step_copies_) {
    if (position_ == 0) break;
    const auto after = step_plan_->value(entry.from);
    const std::size_t width = after.size() / rows;
    for (std::size_t b = 0; b < rows; ++b) {
      const std::size_t row = from.empty() ? b : static_cast<std::size_t>(from[b]);
      std::copy_n(after.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                  step_plan_->value(entry.to).begin() + static_cast<std::ptrdiff_t>(b * width));
    }
  }
  std::copy(tokens.begin(), tokens.end(), step_plan_->ids(token_).begin());
  if (step_index_.valid()) {
    const auto number = step_plan_->value(step_index_);
    std::fill(number.begin(), number.end(), static_cast<float>(position_));
  }
  ++position_;
  step_plan_->forward();
}

void Decoder::edit_weights(const std::function<void(int step, std::span<float> weights)>& change) {
  step_plan_->edit(weights_, [this, change](std::span<float> all) {
    const std::size_t count = all.size() / static_cast<std::size_t>(batch_);
    for (; !all.empty(); all = all.subspan(count)) change(position_ - 1, all.first(count));
  });
}

std::span<const float> Decoder::log_probabilities(int row) const {
  const auto count = static_cast<std::size_t>(vocabulary_size());
  return step_plan_->value(log_probabilities_).subspan(static_cast<std::size_t>(row) * count, count);
}

std::span<const float> Decoder::weights(int row) const {
  if (!weights_.valid()) return {};
  const auto all = step_plan_->value(weights_);
  const std::size_t count = all.size() / static_cast<std::size_t>(batch_);
  return all.subspan(static_cast<std::size_t>(row) * count, count);
}

std::vector<DecodedSequence> greedy(Decoder& decoder, int max_length) {
  const auto rows = static_cast<std::size_t>(decoder.batch());
  std::vector<DecodedSequence> all(rows);
  std::vector<std::int32_t> tokens(rows, kStartToken);
  std::size_t open = rows;
  decoder.begin();
  for (int t = 0; t < max_length && open > 0; ++t) {
    decoder.step(tokens);
    for (std::size_t b = 0; b < rows; ++b) {
      if (all[b].ended) continue;
      const int row = static_cast<int>(b);
      const auto p = decoder.log_probabilities(row);
      tokens[b] = static_cast<std::int32_t>(std::max_element(p.begin(), p.end()) - p.begin());
      append_token(all[b], decoder, row, tokens[b]);
      open -= all[b].ended ? 1 : 0;
    }
  }
  return all;
}

DecodedSequence beam_search(Decoder& decoder, int width, int max_length) {
  struct Candidate {
    double log_probability;
    int row, token;
    bool operator<(const Candidate& other) const {  // whether this candidate comes before `other`
      if (log_probability != other.log_probability) return log_probability > other.log_probability;
      return row != other.row ? row < other.row : token < other.token;
    }
  };
  const auto rows = static_cast<std::size_t>(decoder.batch());
  std::vector<std::int32_t> tokens(rows, kStartToken);
  std::vector<int> from(rows, 0);
  std::vector<DecodedSequence> open(1), ended;
  std::vector<Candidate> candidates;
  decoder.begin();
  for (int t = 0; t < max_length && !open.empty(); ++t) {
    if (!ended.empty() && find_most_probable(ended).log_probability >= open[0].log_probability) break;
    decoder.step(tokens, from);
    candidates.clear();
    for (std::size_t row = 0; row < open.size(); ++row) {
      const auto p = decoder.log_probabilities(static_cast<int>(row));
      for (std::size_t token = 0; token < p.size(); ++token) {
        candidates.push_back({open[row].log_probability + replace_nan(static_cast<double>(p[token])),
                              static_cast<int>(row), static_cast<int>(token)});
      }
    }
    const std::size_t next_count =
        std::min(candidates.size(), static_cast<std::size_t>(width) - ended.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(next_count),
                      candidates.end());
    std::vector<DecodedSequence> next;
    for (std::size_t i = 0; i < next_count; ++i) {
      const Candidate& c = candidates[i];
      DecodedSequence sequence = open[static_cast<std::size_t>(c.row)];
      append_token(sequence, decoder, c.row, c.token);
      if (!sequence.ended) {
        tokens[next.size()] = c.token;
        from[next.size()] = c.row;
      }
      (sequence.ended ? ended : next).push_back(std::move(sequence));
    }
    open = std::move(next);
  }
  return find_most_probable(ended.empty() ? open : ended);
}

}  // namespace attento

#include "models/decoding.hpp"

#include <algorithm>
#include <limits>

#include "ops/softmax.hpp"

namespace attento {
namespace {

/// The better part of a computation: not-a-number counts as impossible.
double likelihood(double log_probability) {
  return log_probability == log_probability ? log_probability : -std::numeric_limits<double>::infinity();
}

void say(Translation& said, const Decoding& decoding, int row, int token, Marks marks) {
  const auto weights = decoding.weights(row);
  said.tokens.push_back(token);
  said.weights.insert(said.weights.end(), weights.begin(), weights.end());
  said.log_probability +=
      likelihood(static_cast<double>(decoding.log_probabilities(row)[static_cast<std::size_t>(token)]));
  said.ended = token == marks.end;
}

/// The first of the most probable.
const Translation& best(const std::vector<Translation>& all) {
  return *std::max_element(all.begin(), all.end(), [](const Translation& a, const Translation& b) {
    return a.log_probability < b.log_probability;
  });
}

}  // namespace

Decoding::Decoding(const EncoderDecoder& model, const Parameters<float>& parameters, int batch, int length)
    : model_(model),
      batch_(batch),
      length_(length),
      reading_(record_reading(parameters)),
      step_(record_step(parameters)) {}

Plan<float> Decoding::record_reading(const Parameters<float>& parameters) {
  Tape<float> tape(parameters);
  words_ = tape.ids("source", {length_, batch_}, model_.settings.source_words);
  mask_ = tape.input("mask", {batch_, length_});
  read_ = model_.encode(tape, words_, mask_);
  return std::move(tape).freeze();
}

Plan<float> Decoding::record_step(const Parameters<float>& parameters) {
  Tape<float> tape(parameters);
  const auto twin = [&](Node node) {
    return node.valid() ? tape.input("before", reading_.shape(node)) : node;
  };
  const auto& start = read_.start;
  source_ = {.states = twin(read_.states),
             .keys = twin(read_.keys),
             .mask = twin(read_.mask),
             .start = {{twin(start.state.hidden), twin(start.state.cell)}, twin(start.fed)}};
  token_ = tape.ids("token", {1, batch_}, words());
  number_ = tape.input("number of the step", {batch_, 1});
  written_ = model_.write(tape, source_, source_.start, token_, {.first = 0, .number = number_});
  log_ = log_softmax(tape, written_.logits);
  const auto& after = written_.after;
  const auto& before = source_.start;
  for (const Link link : {Link{after.state.hidden, before.state.hidden},
                          Link{after.state.cell, before.state.cell}, Link{after.fed, before.fed}}) {
    if (link.to.valid()) carried_.push_back(link);
  }
  return std::move(tape).freeze();
}

void Decoding::read(int row, std::span<const int> source) {
  const auto tokens = reading_.ids(words_);
  const auto mask = reading_.value(mask_);
  const auto columns = static_cast<std::size_t>(length_);
  const auto b = static_cast<std::size_t>(row);
  for (std::size_t s = 0; s < columns; ++s) {
    const bool real = s < source.size();
    tokens[s * static_cast<std::size_t>(batch_) + b] = real ? source[s] : 0;
    mask[b * columns + s] = real ? 1.0F : 0.0F;
  }
}

void Decoding::begin() {
  reading_.forward();
  const auto& from = read_;
  const auto& to = source_;
  for (const Link link :
       {Link{from.states, to.states}, Link{from.keys, to.keys}, Link{from.mask, to.mask},
        Link{from.start.state.hidden, to.start.state.hidden},
        Link{from.start.state.cell, to.start.state.cell}, Link{from.start.fed, to.start.fed}}) {
    if (!link.to.valid()) continue;
    const auto read = reading_.value(link.from);
    std::copy(read.begin(), read.end(), step_.value(link.to).begin());
  }
  position_ = 0;
}

void Decoding::step(std::span<const std::int32_t> tokens, std::span<const int> from) {
  const std::size_t rows = static_cast<std::size_t>(batch_);
  for (const Link link : carried_) {
    if (position_ == 0) break;
    const auto after = step_.value(link.from);
    const std::size_t width = after.size() / rows;
    for (std::size_t b = 0; b < rows; ++b) {
      const std::size_t row = from.empty() ? b : static_cast<std::size_t>(from[b]);
      std::copy_n(after.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                  step_.value(link.to).begin() + static_cast<std::ptrdiff_t>(b * width));
    }
  }
  std::copy(tokens.begin(), tokens.end(), step_.ids(token_).begin());
  const auto number = step_.value(number_);
  std::fill(number.begin(), number.end(), static_cast<float>(position_++));
  step_.forward();
}

std::span<const float> Decoding::log_probabilities(int row) const {
  const auto count = static_cast<std::size_t>(words());
  return step_.value(log_).subspan(static_cast<std::size_t>(row) * count, count);
}

std::span<const float> Decoding::weights(int row) const {
  if (!written_.attention.weights.valid()) return {};
  const auto count = static_cast<std::size_t>(length_);
  return step_.value(written_.attention.weights).subspan(static_cast<std::size_t>(row) * count, count);
}

std::vector<Translation> greedy(Decoding& decoding, int cap, Marks marks) {
  const auto rows = static_cast<std::size_t>(decoding.batch());
  std::vector<Translation> all(rows);
  std::vector<std::int32_t> tokens(rows, marks.start);
  std::size_t open = rows;
  decoding.begin();
  for (int t = 0; t < cap && open > 0; ++t) {
    decoding.step(tokens);
    for (std::size_t b = 0; b < rows; ++b) {
      if (all[b].ended) continue;
      const int row = static_cast<int>(b);
      const auto p = decoding.log_probabilities(row);
      tokens[b] = static_cast<std::int32_t>(std::max_element(p.begin(), p.end()) - p.begin());
      say(all[b], decoding, row, tokens[b], marks);
      open -= all[b].ended ? 1 : 0;
    }
  }
  return all;
}

Translation beam_search(Decoding& decoding, std::span<const int> source, int width, int cap, Marks marks) {
  struct Candidate {
    double log_probability;
    int row, token;
    bool operator<(const Candidate& other) const {  // comes before
      if (log_probability != other.log_probability) return log_probability > other.log_probability;
      return row != other.row ? row < other.row : token < other.token;
    }
  };
  for (int row = 0; row < decoding.batch(); ++row) decoding.read(row, source);
  const auto rows = static_cast<std::size_t>(decoding.batch());
  std::vector<std::int32_t> tokens(rows, marks.start);
  std::vector<int> from(rows, 0);
  std::vector<Translation> open(1), ended;
  std::vector<Candidate> candidates;
  decoding.begin();
  for (int t = 0; t < cap && !open.empty(); ++t) {
    if (!ended.empty() && best(ended).log_probability >= open[0].log_probability) break;
    decoding.step(tokens, from);
    candidates.clear();
    for (std::size_t row = 0; row < open.size(); ++row) {
      const auto p = decoding.log_probabilities(static_cast<int>(row));
      for (std::size_t token = 0; token < p.size(); ++token) {
        candidates.push_back({open[row].log_probability + likelihood(static_cast<double>(p[token])),
                              static_cast<int>(row), static_cast<int>(token)});
      }
    }
    const std::size_t kept = std::min(candidates.size(), static_cast<std::size_t>(width) - ended.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                      candidates.end());
    std::vector<Translation> next;
    for (std::size_t i = 0; i < kept; ++i) {
      const Candidate& c = candidates[i];
      Translation said = open[static_cast<std::size_t>(c.row)];
      say(said, decoding, c.row, c.token, marks);
      if (!said.ended) {
        tokens[next.size()] = c.token;
        from[next.size()] = c.row;
      }
      (said.ended ? ended : next).push_back(std::move(said));
    }
    open = std::move(next);
  }
  return best(ended.empty() ? open : ended);
}

}  // namespace attento

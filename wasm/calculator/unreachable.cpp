#include "calculator/unreachable.hpp"

#include <algorithm>

namespace attento {
namespace {

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    words.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

/// Each index itself where it is kept, else the first one that is; −1 where none is.
std::vector<int> read_kept(const std::vector<char>& kept) {
  const auto first = std::find(kept.begin(), kept.end(), 1);
  const int other = first == kept.end() ? -1 : static_cast<int>(first - kept.begin());
  std::vector<int> sources(kept.size(), other);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) sources[i] = static_cast<int>(i);
  }
  return sources;
}

}  // namespace

UnreachableInputs::UnreachableInputs(const std::vector<MechanismInput>& inputs, const Given& given,
                                     const VisiblePlaces& visible, const Shape& shape)
    : visible_(visible),
      batch_(shape[0]),
      queries_(shape[shape.rank() - 2]),
      positions_(shape.last()),
      rows_(shape.rows() / shape[0]) {
  for (const MechanismInput& input : inputs) {
    const Node node = given[input.name];
    if (!node.valid() || input.name == kMaskName) continue;
    inputs_.push_back({node, split_words(input.shape)});
    const auto& axes = inputs_.back().axes;
    self_ = self_ && std::find(axes.begin(), axes.end(), "S") == axes.end();
  }
}

void UnreachableInputs::keep(const Plan<float>& plan) {
  for (Input& input : inputs_) {
    const auto values = plan.value(input.node);
    input.numbers.assign(values.begin(), values.end());
  }
}

void UnreachableInputs::find_sources(const Memory<float>& memory, const WantedQueries& wanted) {
  const auto count = [](int extent) { return static_cast<std::size_t>(extent); };
  std::vector<char> examples, shared(count(positions_));
  query_sources_.clear();
  position_sources_.clear();
  for (int b = 0; b < batch_; ++b) {
    const std::vector<char>& queries = wanted.queries[count(b)];
    std::vector<char> seen(count(positions_));
    for (int s = 0; s < positions_; ++s) {
      for (int t = 0; t < queries_ && !seen[count(s)]; ++t) {
        seen[count(s)] =
            queries[count(t)] && (s == wanted.position || visible_.sees(memory, b * rows_ + t, s));
      }
      shared[count(s)] |= seen[count(s)];
      if (self_) seen[count(s)] |= queries[count(s)];
    }
    examples.push_back(std::find(queries.begin(), queries.end(), 1) != queries.end());
    query_sources_.push_back(read_kept(self_ ? seen : queries));
    position_sources_.push_back(read_kept(seen));
  }
  examples_ = read_kept(examples);
  shared_positions_ = read_kept(shared);
}

int UnreachableInputs::source(const Input& input, const Shape& shape, int place) const {
  int example = -1;
  int source = 0;
  int stride = static_cast<int>(shape.size());
  for (int axis = 0; axis < shape.rank(); ++axis) {
    stride /= shape[axis];
    const auto index = static_cast<std::size_t>(place / stride % shape[axis]);
    const std::string_view letter = input.axes[static_cast<std::size_t>(axis)];
    int from = static_cast<int>(index);
    if (letter == "B") from = example = examples_[index];
    const auto known = static_cast<std::size_t>(example);
    if (letter == "T") from = query_sources_[known][index];
    if (letter == "S") from = example < 0 ? shared_positions_[index] : position_sources_[known][index];
    if (from < 0) return -1;
    source += from * stride;
  }
  return source;
}

void UnreachableInputs::replace(Plan<float>& plan, const WantedQueries& wanted) {
  find_sources(plan.memory(), wanted);
  for (Input& input : inputs_) {
    const auto values = plan.value(input.node);
    input.sources.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int from = source(input, plan.shape(input.node), static_cast<int>(i));
      input.sources[i] = from;
      values[i] = from < 0 ? 1 : input.numbers[static_cast<std::size_t>(from)];
    }
  }
}

void UnreachableInputs::restore(Plan<float>& plan) const {
  for (const Input& input : inputs_) {
    const auto values = plan.value(input.node);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (input.sources[i] != static_cast<int>(i)) values[i] = input.numbers[i];
    }
  }
}

std::vector<float> UnreachableInputs::gradient(const Plan<float>& plan, Node node) const {
  const auto slopes = plan.gradient(node);
  std::vector<float> gradient(slopes.begin(), slopes.end());
  const auto input =
      std::find_if(inputs_.begin(), inputs_.end(), [&](const Input& one) { return one.node.id == node.id; });
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    if (input->sources[i] != static_cast<int>(i)) gradient[i] = 0;
  }
  return gradient;
}

}  // namespace attento

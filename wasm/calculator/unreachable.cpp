#include "calculator/unreachable.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace attento {
namespace {

/// Replaces each set flag by its index, all others by the index of the first set flag, or −1 without one.
void fill_sources(int count, int* flags) {
  int first = -1;
  for (int i = count; i-- > 0;) first = flags[i] != 0 ? i : first;
  for (int i = 0; i < count; ++i) flags[i] = flags[i] != 0 ? i : first;
}

}  // namespace

UnreachableInputs::UnreachableInputs(const std::vector<MechanismInput>& inputs,
                                     const MechanismArguments& arguments, const Shape& weights,
                                     std::vector<int> differentiated_queries, int position)
    : batch_(weights[0]),
      queries_(weights[weights.rank() - 2]),
      positions_(weights.last()),
      rows_(weights.rows() / weights[0]),
      differentiated_queries_(std::move(differentiated_queries)),
      position_(position) {
  for (const MechanismInput& input : inputs) {
    const Node node = arguments[input.name];
    if (!node.valid() || input.name == kMaskName) continue;
    inputs_.push_back({node, input.shape});
    if (input.shape.find('S') != std::string_view::npos) is_self_attention_ = false;
  }
}

void UnreachableInputs::copy_inputs(const Plan<float>& plan) {
  for (const Input& input : inputs_) {
    const auto values = plan.value(input.node);
    saved_.insert(saved_.end(), values.begin(), values.end());
  }
}

void UnreachableInputs::find_reaching_inputs(const Memory<float>& memory, const VisiblePositions& visible) {
  examples_.assign(static_cast<std::size_t>(batch_), 0);
  query_sources_ = differentiated_queries_;
  position_sources_.assign(static_cast<std::size_t>(batch_) * static_cast<std::size_t>(positions_), 0);
  shared_sources_.assign(static_cast<std::size_t>(positions_), 0);
  for (int b = 0; b < batch_; ++b) {
    int* positions = position_sources_.data() + static_cast<std::ptrdiff_t>(b) * positions_;
    int* queries = query_sources_.data() + static_cast<std::ptrdiff_t>(b) * queries_;
    for (int t = 0; t < queries_; ++t) {
      if (queries[t] == 0) continue;
      examples_[static_cast<std::size_t>(b)] = 1;
      for (int s = 0; s < positions_; ++s) {
        const bool read = s == position_ || visible.is_visible(memory, b * rows_ + t, s);
        if (read) positions[s] = shared_sources_[static_cast<std::size_t>(s)] = 1;
      }
    }
    if (is_self_attention_) {
      for (int t = 0; t < queries_; ++t) queries[t] |= positions[t];
    }
    fill_sources(positions_, positions);
    fill_sources(queries_, queries);
  }
  fill_sources(batch_, examples_.data());
  fill_sources(positions_, shared_sources_.data());
}

int UnreachableInputs::find_source(const Input& input, const Shape& shape, int index) const {
  int example = -1;
  int source = 0;
  int stride = static_cast<int>(shape.size());
  std::size_t at = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    stride /= shape[axis];
    int from = index / stride % shape[axis];
    const std::size_t end = std::min(input.axes.find(' ', at), input.axes.size());
    // A sum of letters such as H+K stands for none of the axes B, T and S.
    const char letter = end - at == 1 ? input.axes[at] : ' ';
    at = end + 1;
    const auto of = [&](const std::vector<int>& sources, int count) {
      return sources[static_cast<std::size_t>((example < 0 ? 0 : example * count) + from)];
    };
    if (letter == 'B') from = example = examples_[static_cast<std::size_t>(from)];
    if (letter == 'T') from = of(query_sources_, queries_);
    if (letter == 'S') from = of(example < 0 ? shared_sources_ : position_sources_, positions_);
    if (from < 0) return -1;
    source += from * stride;
  }
  return source;
}

void UnreachableInputs::replace(Plan<float>& plan, const VisiblePositions& visible) {
  find_reaching_inputs(plan.memory(), visible);
  const float* saved = saved_.data();
  for (const Input& input : inputs_) {
    const auto values = plan.value(input.node);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int from = find_source(input, plan.shape(input.node), static_cast<int>(i));
      values[i] = from < 0 ? 1 : saved[from];
    }
    saved += values.size();
  }
}

void UnreachableInputs::restore(Plan<float>& plan) const {
  const float* saved = saved_.data();
  for (const Input& input : inputs_) {
    const auto values = plan.value(input.node);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (is_replaced(plan, input.node, static_cast<int>(i))) values[i] = saved[i];
    }
    saved += values.size();
  }
}

bool UnreachableInputs::is_replaced(const Plan<float>& plan, Node node, int index) const {
  for (const Input& input : inputs_) {
    if (input.node.id == node.id) return find_source(input, plan.shape(node), index) != index;
  }
  return false;
}

}  // namespace attento

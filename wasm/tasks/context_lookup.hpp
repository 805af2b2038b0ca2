// Context lookup: given numbers and a context, answer with the number at the position that belongs to the
// context.
//
//   x ~ U[0, 1)^L
//   c ~ U{0 … C − 1}
//   y = x[map[c]]
//
//   L    sequence length
//   C    contexts
//   map  context → position: the true attention, which the user may change at any time
//
// Every sample is a pure function of (seed, index); samples after the training set are held out.
// Look for: whether the learned attention finds the map.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/generator.hpp"

namespace attento {

class ContextLookup {
 public:
  ContextLookup(std::uint64_t seed, int samples, int length, int contexts, std::vector<int> map)
      : map(std::move(map)), length_(length) {
    values_.resize(static_cast<std::size_t>(samples) * static_cast<std::size_t>(length));
    contexts_.resize(static_cast<std::size_t>(samples));
    float* value = values_.data();
    for (int index = 0; index < samples; ++index) {
      Generator generator(seed, "task/context-lookup", static_cast<std::uint32_t>(index));
      for (int position = 0; position < length; ++position) *value++ = generator.uniform();
      contexts_[static_cast<std::size_t>(index)] =
          static_cast<std::int32_t>(generator.integer(static_cast<std::uint32_t>(contexts)));
    }
  }

  /// map[context] is the position to attend to.
  std::vector<int> map;

  std::span<const float> values(int index) const {
    return {values_.data() + static_cast<std::size_t>(index) * static_cast<std::size_t>(length_),
            static_cast<std::size_t>(length_)};
  }
  std::int32_t context(int index) const { return contexts_[static_cast<std::size_t>(index)]; }
  float target(int index) const {
    return values(index)[static_cast<std::size_t>(map[static_cast<std::size_t>(context(index))])];
  }

  /// Writes samples `first` … `first + count - 1` as one batch.
  template <class S>
  void fill(int first, int count, S* values_out, std::int32_t* contexts_out, S* targets_out) const {
    const std::size_t length = static_cast<std::size_t>(length_);
    const float* from = values_.data() + static_cast<std::size_t>(first) * length;
    const std::int32_t* context = contexts_.data() + first;
    for (int row = 0; row < count; ++row, from += length) {
      for (std::size_t position = 0; position < length; ++position)
        *values_out++ = static_cast<S>(from[position]);
      contexts_out[row] = context[row];
      targets_out[row] = static_cast<S>(from[map[static_cast<std::size_t>(context[row])]]);
    }
  }

 private:
  int length_;
  std::vector<float> values_;
  std::vector<std::int32_t> contexts_;
};

}  // namespace attento

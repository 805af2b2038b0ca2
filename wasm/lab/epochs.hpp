// The order of the training examples.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <vector>

#include "core/generator.hpp"

namespace attento {

/// The training examples, shuffled anew for each epoch by a pure function of (seed, epoch). Every batch is full: the
/// last one of an epoch is filled up from the epoch's beginning. With `use_micro_batches`, a batch is split into
/// equal micro-batches: four if possible, which two or four workers can share evenly; else two, three or one.
class ShuffledEpochs {
 public:
  ShuffledEpochs(std::uint64_t seed, int examples, int batch, bool use_micro_batches = false)
      : seed_(seed),
        examples_(static_cast<std::size_t>(examples)),
        batch_(static_cast<std::size_t>(batch)),
        order_((examples_ + batch_ - 1) / batch_ * batch_) {
    if (!use_micro_batches) return;
    constexpr int kNumbers[] = {4, 2, 3, 1};
    micro_batches_ = *std::find_if(std::begin(kNumbers), std::end(kNumbers),
                                   [&](int micro_batches) { return batch % micro_batches == 0; });
  }

  int examples() const { return static_cast<int>(examples_); }

  /// The number of steps of one epoch.
  std::int64_t steps() const { return static_cast<std::int64_t>(order_.size() / batch_); }

  int micro_batches() const { return micro_batches_; }

  /// The number of examples of one micro-batch.
  int micro_batch_size() const { return static_cast<int>(batch_) / micro_batches_; }

  /// Returns the examples of a step, a whole batch.
  std::span<const std::int32_t> batch(std::int64_t step) {
    if (const std::int64_t epoch = step / steps(); epoch != epoch_) {
      std::iota(order_.begin(), order_.end(), 0);
      Generator(seed_, "epoch", static_cast<std::uint32_t>(epoch))
          .shuffle(std::span(order_).first(examples_));
      for (std::size_t i = examples_; i < order_.size(); ++i) order_[i] = order_[i - examples_];
      epoch_ = epoch;
    }
    return std::span(order_).subspan(static_cast<std::size_t>(step % steps()) * batch_, batch_);
  }

 private:
  std::uint64_t seed_;
  std::size_t examples_;
  std::size_t batch_;
  int micro_batches_ = 1;
  std::vector<std::int32_t> order_;
  std::int64_t epoch_ = -1;
};

}  // namespace attento

// What turns gradients into steps. All optimisers keep their state in flat blocks of the parameters' layout,
// walk over everything in one pass and set the gradients back to zero for the next step.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/parameters.hpp"

namespace attento {

template <class S>
class Optimiser {
 public:
  virtual ~Optimiser() = default;
  Optimiser(const Optimiser&) = delete;
  Optimiser& operator=(const Optimiser&) = delete;

  /// One step down the gradients, which it clears.
  virtual void step(Parameters<S>& parameters, double learning_rate) = 0;

  /// The state, for checkpoints: named blocks as long as Parameters::all_values (padding included), and
  /// counters.
  struct Block {
    std::string_view name;
    Arena<S> numbers;
  };
  std::span<const Block> blocks() const { return blocks_; }
  std::span<double> counters() { return counters_; }

 protected:
  Optimiser(const Parameters<S>& parameters, std::initializer_list<std::string_view> blocks,
            std::vector<double> counters)
      : counters_(std::move(counters)) {
    for (const std::string_view name : blocks) {
      blocks_.push_back({name, {}});
      blocks_.back().numbers.reserve(parameters.all_values().size());
      blocks_.back().numbers.allocate();
    }
  }

 private:
  std::vector<Block> blocks_;
  std::vector<double> counters_;
};

/// What an optimiser can be told; each reads what concerns it. The values are PyTorch's.
struct OptimiserSettings {
  double momentum = 0;  // sgd
  double beta1 = 0.9;   // adam, adamw
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double decay = 0.01;  // adamw
};

/// The optimiser of this name: "sgd", "adam" or "adamw". Throws BAD_PARAMETER.
template <class S>
std::unique_ptr<Optimiser<S>> make_optimiser(std::string_view name, const Parameters<S>& parameters,
                                             const OptimiserSettings& settings = {});

}  // namespace attento

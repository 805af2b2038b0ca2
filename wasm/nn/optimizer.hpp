// Optimizers. All of them keep their state in flat blocks with the layout of the parameters, update everything
// in one pass and set the gradients to zero for the next step.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/parameters.hpp"

namespace attento {

template <class S>
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  /// Updates the parameters by one step and clears the gradients.
  virtual void step(Parameters<S>& parameters, double learning_rate) = 0;

  /// The state, for checkpoints: named blocks as long as Parameters::all_values (padding included), and
  /// counters.
  struct Block {
    std::string_view name;
    std::span<S> numbers;
  };
  virtual std::vector<Block> blocks() = 0;
  virtual std::span<double> counters() { return {}; }
};

/// The settings of all optimizers, with PyTorch's default values.
struct OptimizerSettings {
  double momentum = 0;  // sgd
  double beta1 = 0.9;   // adam, adamw
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double decay = 0.01;  // adamw
};

/// The optimizer of this name: "sgd", "adam" or "adamw". Throws BAD_PARAMETER for another name.
template <class S>
std::unique_ptr<Optimizer<S>> make_optimizer(std::string_view name, const Parameters<S>& parameters,
                                             const OptimizerSettings& settings = {});

}  // namespace attento

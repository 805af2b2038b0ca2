// What the model is given at a step, put together from the parts of a batch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/experiment.hpp"

namespace attento {

struct GivenTensor {
  std::string name;
  Shape shape;
  std::vector<float> values;
  std::vector<std::int32_t> ids;
};

/// Makes the training plan ready for one part of a step's batch, which the trial has weighed.
void fill_part(Trial& trial, std::span<const std::int32_t> batch, std::int64_t step, int part);

/// Inputs of the training plan and what its operations draw. `whole`: makes the same trial with batches of one part, whose
/// inputs say the shapes; asked where `trial` has more. Changes what fills the plan.
std::vector<GivenTensor> whole_batch(Trial& trial, std::int64_t step,
                                     const std::function<std::unique_ptr<Trial>()>& whole);

}  // namespace attento

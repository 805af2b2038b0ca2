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

/// How many numbers they have together.
std::uint64_t number_count(const std::vector<PlanInput<float>>& inputs);

/// Refuses `numbers` values of four bytes that somebody asks for, each held here and in the file that is made of them, where a
/// run may not plan as much. Throws TOO_LARGE.
void check_memory(std::string_view parameter, std::uint64_t numbers);

/// Inputs of the training plan and what its operations draw. `whole`: makes the same trial with batches of one part, without
/// memory, since only the shapes of its inputs are read; asked where `trial` has more. Changes what fills the plan. Throws
/// TOO_LARGE.
std::vector<GivenTensor> whole_batch(Trial& trial, std::int64_t step,
                                     const std::function<std::unique_ptr<Trial>()>& whole);

}  // namespace attento

// The inputs of the model in one step, assembled from its micro-batches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/experiment.hpp"

namespace attento {

struct InputTensor {
  std::string name;
  Shape shape;
  std::vector<float> values;
  std::vector<std::int32_t> ids;
};

/// Fills the training plan with one micro-batch of a step; set_loss_normalizer() must have been called for the batch.
void fill_micro_batch(Trial& trial, std::span<const std::int32_t> batch, std::int64_t step, int micro_batch);

/// Counts the numbers of all inputs.
std::uint64_t count_numbers(const std::vector<PlanInput<float>>& inputs);

/// Throws TOO_LARGE if `numbers` values of four bytes, each held once here and once in the file made of them, exceed the memory
/// limit of a run.
void check_memory(std::string_view parameter, std::uint64_t numbers);

/// The inputs of the training plan and the random draws of its operations. `make_unsplit_trial` makes the same trial without micro-batches
/// and without memory, as only the shapes of its inputs are read; it is called if `trial` has several micro-batches. Overwrites
/// the inputs of the plan. Throws TOO_LARGE.
std::vector<InputTensor> read_batch_inputs(Trial& trial, std::int64_t step,
                                           const std::function<std::unique_ptr<Trial>()>& make_unsplit_trial);

}  // namespace attento

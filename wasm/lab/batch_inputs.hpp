// Reads the model's inputs in one training step, assembled from its micro-batches.
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

/// Fills the training plan with one micro-batch of a step. Call set_loss_normalizer() for the batch first.
void fill_micro_batch(Trial& trial, std::span<const std::int32_t> batch, std::int64_t step, int micro_batch);

/// The total number of elements in all inputs.
std::uint64_t count_numbers(const std::vector<PlanInput<float>>& inputs);

/// Throws TOO_LARGE if `numbers` values of four bytes, each held once in memory and once in the file, exceed the
/// memory limit of a run.
void check_memory(std::string_view parameter, std::uint64_t numbers);

/// Returns the inputs of the training plan and the random draws of its operations; overwrites the plan's inputs. If
/// `trial` has several micro-batches, `make_unsplit_trial` must make the same trial without them; only the shapes of
/// its inputs are read, so it needs no memory. Throws TOO_LARGE.
std::vector<InputTensor> read_batch_inputs(Trial& trial, std::int64_t step,
                                           const std::function<std::unique_ptr<Trial>()>& make_unsplit_trial);

}  // namespace attento

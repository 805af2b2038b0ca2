// Checks the inputs that a caller of attend() gives, records them on a tape, and fills them. Throws BAD_INPUT, naming
// the input.
#pragma once

#include <span>
#include <vector>

#include "calculator/mechanism.hpp"
#include "calculator/request.hpp"
#include "files/safetensors.hpp"

namespace attento {

/// Records the inputs of a mechanism on the tape, with the shapes of the tensors, and adds them to `arguments`. With
/// `needs_gradients`, all real inputs but the mask have gradients.
void record_inputs(Tape<float>& tape, MechanismArguments& arguments,
                   const std::vector<MechanismInput>& inputs, std::span<const TensorView> tensors,
                   bool needs_gradients);

/// Checks that the tensors hold as many numbers as their shapes say.
void require_data(const Plan<float>& plan, const MechanismArguments& arguments,
                  std::span<const TensorView> tensors);

/// Fills the inputs of a plan, with the numbers of the tensors or with drawn ones. Throws for masks with other numbers
/// than 0 and 1, and for integers that are negative or not below their limit.
void load_inputs(Plan<float>& plan, const std::vector<MechanismInput>& inputs,
                 const MechanismArguments& arguments, const AttendRequest& request,
                 std::span<const TensorView> tensors);

}  // namespace attento

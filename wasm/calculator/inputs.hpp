// Checks the inputs that a caller of attend() gives, records them on a tape, and fills them. Throws BAD_INPUT, naming
// the input.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "calculator/mechanism.hpp"
#include "calculator/request.hpp"
#include "files/safetensors.hpp"

namespace attento {

using Tensors = std::map<std::string, const TensorView*, std::less<>>;

/// Records the inputs of a mechanism on the tape, with the shapes of the tensors, and adds them to `arguments`. `all`:
/// the tensors in the order of the file. With `derives`, all real inputs but the mask have gradients.
void record_inputs(Tape<float>& tape, MechanismArguments& arguments, const std::vector<MechanismInput>& taken,
                   const Tensors& tensors, std::span<const TensorView> all, bool derives);

/// Checks that the tensors hold as many numbers as their shapes say.
void require_data(const Plan<float>& plan, const MechanismArguments& arguments, const Tensors& tensors);

/// Fills the inputs of a plan, with the numbers of the tensors or with drawn ones.
void load_inputs(Plan<float>& plan, const std::vector<MechanismInput>& taken,
                 const MechanismArguments& arguments, const AttendRequest& request, const Tensors& tensors);

}  // namespace attento

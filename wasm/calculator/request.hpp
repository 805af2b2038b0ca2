// Reads what a caller of attend() requests besides the outputs, and selects the number to differentiate.
#pragma once

#include <string>
#include <vector>

#include "calculator/mechanism.hpp"
#include "core/tape.hpp"

namespace attento {

struct AttendRequest {
  bool wants_steps = false;
  bool draws_inputs = false;
  std::uint64_t seed = 0;
  std::string gradient_output;          // name of the output that is differentiated
  std::vector<double> gradient_index;   // index of the differentiated number in `gradient_output`
  std::vector<double> descent_targets;  // target position of each row of the weights, or −1
  double descent_rate = 0;
  double descent_steps = 0;  // number of steps of gradient descent
};

/// Reads the fields that AttendComputation lists.
AttendRequest read_attend_request(Fields fields);

/// Records the selection of the number to differentiate. The node is invalid if the number depends on no input.
Node select_differentiated_number(Tape<float>& tape, const Outputs& outputs, const AttendRequest& request);

/// Flags [B, T]: 1 for each query whose outputs the request differentiates. `weights` is the shape [B, .., T, S].
std::vector<int> find_differentiated_queries(const AttendRequest& request, const Shape& weights);

/// Records the loss of gradient descent: −(1/n) Σ ln a[row, towards[row]] over the n rows that have a target. A weight of 0
/// counts as the smallest float and has no derivative.
Node record_descent_loss(Tape<float>& tape, const Outputs& outputs, const AttendRequest& request);

}  // namespace attento

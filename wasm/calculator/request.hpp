// What a caller of attend() wants besides the outputs, and the number on the tape that it is differentiated from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "calculator/mechanism.hpp"
#include "core/tape.hpp"

namespace attento {

struct Request {
  bool steps = false;
  bool draws = false;
  std::uint64_t seed = 0;
  std::string of;               // whose derivatives
  std::vector<double> at;       // and which of its numbers
  std::vector<double> towards;  // where each row of the weights is to go
  double rate = 0;
  double descent = 0;  // steps of it
};

/// Reads "steps=true;randomSeed=7" and the like; Attending says what there is.
Request read_request(std::string_view text);

/// The number whose derivatives are wanted; not valid where it depends on no input.
Node pick(Tape<float>& tape, const Outputs& outputs, const Request& request);

/// The queries that the derivatives of a request are taken of, [B, T], 1 each; for weights of this shape, [B, .., T, S].
std::vector<int> wanted_queries(const Request& request, const Shape& weights);

/// How far the weights are from those that are wanted: −(1/n) Σ ln a[row, towards[row]] over the n rows that are to go
/// somewhere. A weight of 0 counts as the smallest float, and has no derivative.
Node surprise(Tape<float>& tape, const Outputs& outputs, const Request& request);

}  // namespace attento

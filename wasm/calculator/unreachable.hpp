// Inputs that cannot reach an answer: numbers of masked positions, of other queries, of other examples.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "calculator/mechanism.hpp"
#include "calculator/visible.hpp"

namespace attento {

/// Replaces inputs that cannot reach the wanted queries by others that can. Their derivatives are 0 whatever they are, but
/// 0 · NaN is NaN, and so is 0 times the derivative of many a formula at infinity or at 0. A query that sees nothing reads 1.
class UnreachableInputs {
 public:
  UnreachableInputs() = default;

  /// `weights` is the shape of the weights, [B, .., T, S]; `wanted` holds 1 for each query [B, T] that a derivative is taken
  /// of, and 0 for the others. A derivative of the score at `position` reads that position even where it is masked.
  UnreachableInputs(const std::vector<MechanismInput>& inputs, const Given& given, const Shape& weights,
                    std::vector<int> wanted, int position);

  /// Copies the inputs, which replace() begins from.
  void keep(const Plan<float>& plan);

  /// To be called after forward, which computes where windows lie.
  void replace(Plan<float>& plan, const VisiblePlaces& visible);

  /// Puts back what was replaced, and nothing else.
  void restore(Plan<float>& plan) const;

  /// Whether a number of an input is replaced; its derivative is 0.
  bool replaces(const Plan<float>& plan, Node node, int place) const;

 private:
  struct Input {
    Node node;
    std::string_view axes;  // letters, "B S H"
  };

  void find_sources(const Memory<float>& memory, const VisiblePlaces& visible);
  int source(const Input& input, const Shape& shape, int place) const;

  std::vector<Input> inputs_;
  std::vector<float> kept_;                                 // numbers of all inputs
  int batch_ = 0, queries_ = 0, positions_ = 0, rows_ = 0;  // B, T, S; rows of weights in an example
  bool self_ = true;                                        // do the queries serve as keys?
  std::vector<int> wanted_;
  int position_ = -1;
  // From where each is read: an example [B], a query [B, T], a position [B, S], and one of inputs without an axis B [S].
  std::vector<int> examples_, query_sources_, position_sources_, shared_sources_;
};

}  // namespace attento

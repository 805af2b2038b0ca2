// Inputs that cannot reach an answer: numbers of masked positions, of other queries, of other examples.
#pragma once

#include <string_view>
#include <vector>

#include "calculator/mechanism.hpp"
#include "calculator/visible.hpp"

namespace attento {

/// What a derivative is taken of: some queries of the examples, [B][T].
struct WantedQueries {
  std::vector<std::vector<char>> queries;
  int position = -1;  // wanted itself, even where it is masked: that of a score
};

/// Replaces inputs that cannot reach the wanted queries by others that can. Their derivatives are 0 whatever they are, but
/// 0 · NaN is NaN, and so is 0 times the derivative of many a formula at infinity or at 0. A query that sees nothing reads 1.
class UnreachableInputs {
 public:
  /// `shape` is that of the weights, [B, .., T, S].
  UnreachableInputs(const std::vector<MechanismInput>& inputs, const Given& given,
                    const VisiblePlaces& visible, const Shape& shape);

  /// Copies the inputs, which replace() begins from.
  void keep(const Plan<float>& plan);

  /// To be called after forward, which computes where windows lie.
  void replace(Plan<float>& plan, const WantedQueries& wanted);

  /// Puts back what was replaced, and nothing else.
  void restore(Plan<float>& plan) const;

  /// The derivatives by an input: 0 where it was replaced.
  std::vector<float> gradient(const Plan<float>& plan, Node node) const;

 private:
  struct Input {
    Node node;
    std::vector<std::string_view> axes;  // letters
    std::vector<float> numbers{};        // as they were given
    std::vector<int> sources{};          // the place that each number is read from; −1: it is 1
  };

  void find_sources(const Memory<float>& memory, const WantedQueries& wanted);
  int source(const Input& input, const Shape& shape, int place) const;

  std::vector<Input> inputs_;
  VisiblePlaces visible_;
  int batch_, queries_, positions_, rows_;                          // B, T, S; rows of weights in an example
  bool self_ = true;                                                // do the queries serve as keys?
  std::vector<int> examples_;                                       // the example that each is read from
  std::vector<std::vector<int>> query_sources_, position_sources_;  // [B][T], [B][S]
  std::vector<int> shared_positions_;                               // [S] of inputs without an axis B
};

}  // namespace attento

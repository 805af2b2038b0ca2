// The sums over the parts of a batch, by a tree that halves them: of four (0 + 1) + (2 + 3). The order is the same whoever
// computes which branch, so that the bits are.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace attento {

class PartSums {
 public:
  /// Computes a part: writes its numbers, or adds them.
  using Compute = std::function<void(int part, bool add, std::span<float> to)>;

  /// Sums of `parts` parts, each of `size` numbers.
  PartSums(int parts, std::size_t size);

  /// The sum over the parts from `first` to before `end`, a branch of the tree: to be read or, where somebody else has computed
  /// it, written. Throws BAD_PARAMETER where there is no such branch.
  std::span<float> sum(int first, int end);

  /// Computes a branch, later parts first: what a frame shows of training is then always of the first part.
  void compute(int first, int end, const Compute& compute) {
    add_up(first, end, false, sum(first, end), compute);
  }

  /// The sum over all, which ends the step. Throws BAD_STATE where a part is missing.
  std::span<const float> total();

 private:
  struct Branch {
    int first, end;
    std::vector<float> sum;
    bool known = false;
  };

  void name_branches(int first, int end);
  Branch& branch(int first, int end);
  void add_up(int first, int end, bool add, std::span<float> to, const Compute& compute);
  std::span<float> combine(int first, int end);

  int parts_;
  std::size_t size_;
  std::vector<Branch> branches_;
};

}  // namespace attento

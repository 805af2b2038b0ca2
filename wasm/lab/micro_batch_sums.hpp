// Sums over the micro-batches of a batch by a binary tree; four are summed as (0 + 1) + (2 + 3). The order of
// summation does not depend on which worker computes which branch, so the result has the same bits.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace attento {

class MicroBatchSums {
 public:
  /// Computes one micro-batch and writes its numbers to `to`, or adds them if `add` is true.
  using Compute = std::function<void(int micro_batch, bool add, std::span<float> to)>;

  /// Sums over `micro_batches` micro-batches, each of `size` numbers.
  MicroBatchSums(int micro_batches, std::size_t size);

  /// The sum over the micro-batches from `first` to before `end`, a branch of the tree. Read this sum, or write it if
  /// another worker has computed it. Throws BAD_PARAMETER if there is no such branch.
  std::span<float> sum(int first, int end);

  /// Computes a branch. Later micro-batches come first, so that a frame always shows micro-batch `first`.
  void compute(int first, int end, const Compute& compute) {
    sum_branch(first, end, false, sum(first, end), compute);
  }

  /// Returns the sum over all micro-batches and ends the step. Throws BAD_STATE if a micro-batch is missing.
  std::span<const float> total();

 private:
  struct Branch {
    int first, end;
    std::vector<float> sum;
    bool is_computed = false;
  };

  void add_branches(int first, int end);
  Branch& branch(int first, int end);
  void sum_branch(int first, int end, bool add, std::span<float> to, const Compute& compute);
  std::span<float> combine_branches(int first, int end);

  int micro_batches_;
  std::size_t size_;
  std::vector<Branch> branches_;
};

}  // namespace attento

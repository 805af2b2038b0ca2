#include "lab/micro_batch_sums.hpp"

#include <algorithm>
#include <string>

#include "core/gemm.hpp"
#include "core/status.hpp"

namespace attento {
namespace {

/// The micro-batch at which the tree splits a branch in two.
int middle(int first, int end) { return first + (end - first) / 2; }

}  // namespace

MicroBatchSums::MicroBatchSums(int micro_batches, std::size_t size)
    : micro_batches_(micro_batches), size_(size) {
  add_branches(0, micro_batches);
}

void MicroBatchSums::add_branches(int first, int end) {
  branches_.push_back({first, end, {}});
  if (end - first == 1) return;
  add_branches(first, middle(first, end));
  add_branches(middle(first, end), end);
}

/// Allocates a branch at its first use, because a session that computes all micro-batches needs few of them.
MicroBatchSums::Branch& MicroBatchSums::branch(int first, int end) {
  const auto found = std::find_if(branches_.begin(), branches_.end(),
                                  [&](const Branch& one) { return one.first == first && one.end == end; });
  if (found == branches_.end()) {
    throw Error(Code::kBadParameter, "parts", std::to_string(first) + " to " + std::to_string(end),
                "a branch of the batch's " + std::to_string(micro_batches_) + " micro-batches");
  }
  found->sum.resize(size_);
  return *found;
}

std::span<float> MicroBatchSums::sum(int first, int end) {
  Branch& one = branch(first, end);
  // An aborted step may have left overlapping branches.
  for (Branch& other : branches_) other.is_computed &= other.end <= first || end <= other.first;
  one.is_computed = true;
  return one.sum;
}

void MicroBatchSums::sum_branch(int first, int end, bool add, std::span<float> to, const Compute& compute) {
  if (end - first == 1) return compute(first, add, to);
  const int cut = middle(first, end);
  sum_branch(cut, end, false, to, compute);
  if (cut - first == 1) return compute(first, true, to);
  const std::span<float> other = branch(first, cut).sum;
  sum_branch(first, cut, false, other, compute);
  axpy(static_cast<int>(size_), 1.0F, other.data(), to.data());
}

std::span<const float> MicroBatchSums::total() {
  const std::span<float> all = combine_branches(0, micro_batches_);
  for (Branch& one : branches_) one.is_computed = false;
  return all;
}

/// The sum of a branch: as it was computed, or else the sum of its two halves.
std::span<float> MicroBatchSums::combine_branches(int first, int end) {
  Branch& whole = branch(first, end);
  if (whole.is_computed) return whole.sum;
  if (end - first == 1) throw Error(Code::kBadState, "part", std::to_string(first), "a computed micro-batch");
  const int cut = middle(first, end);
  const std::span<float> left = combine_branches(first, cut), right = combine_branches(cut, end);
  for (std::size_t i = 0; i < size_; ++i) whole.sum[i] = right[i] + left[i];
  return whole.sum;
}

}  // namespace attento

// All trainable numbers of a model: one contiguous block, and its gradients in a second block of the same
// layout. The optimizer is one flat loop over both; fingerprints, checkpoints and weight files iterate over
// the same list.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/arena.hpp"
#include "core/shape.hpp"

namespace attento {

/// A handle to one parameter tensor.
struct Parameter {
  int id = -1;
};

template <class S>
class Parameters {
 public:
  struct Entry {
    std::string name;  // as it appears in saved files, for example "attention.weight"
    Shape shape;
    std::size_t offset = 0;
    bool operator==(const Entry&) const = default;
  };

  /// Declares a tensor. Tensors are aligned to 16 bytes; the padding between them always stays zero.
  Parameter declare(std::string name, Shape shape) {
    entries_.push_back({std::move(name), shape, values_.reserve(shape.size(), 4)});
    gradients_.reserve(shape.size(), 4);
    return {static_cast<int>(entries_.size()) - 1};
  }

  /// Allocates values and gradients, filled with zeros. Afterwards no parameter can be declared.
  void allocate() {
    values_.allocate();
    gradients_.allocate();
  }

  const std::vector<Entry>& entries() const { return entries_; }
  const Entry& entry(Parameter p) const { return entries_[static_cast<std::size_t>(p.id)]; }
  const Shape& shape(Parameter p) const { return entry(p).shape; }
  std::span<S> values(Parameter p) const { return {values_.at(entry(p).offset), entry(p).shape.size()}; }
  std::span<S> gradients(Parameter p) const {
    return {gradients_.at(entry(p).offset), entry(p).shape.size()};
  }

  /// All values and all gradients as contiguous blocks, including padding.
  std::span<S> all_values() const { return values_.all(); }
  std::span<S> all_gradients() const { return gradients_.all(); }
  bool allocated() const { return values_.allocated(); }

  /// Bytes of values and gradients; known before they are allocated.
  std::uint64_t bytes() const { return values_.bytes() + gradients_.bytes(); }

  /// The number of trainable numbers, without padding.
  std::size_t count() const {
    std::size_t sum = 0;
    for (const Entry& entry : entries_) sum += entry.shape.size();
    return sum;
  }

 private:
  std::vector<Entry> entries_;
  Arena<S> values_;
  Arena<S> gradients_;
};

}  // namespace attento

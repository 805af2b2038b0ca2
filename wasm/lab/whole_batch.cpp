#include "lab/whole_batch.hpp"

#include <algorithm>

namespace attento {
namespace {

/// Writes part `index` of so many into a whole: along the one axis in which their shapes differ, or all of it.
template <class T>
void place(std::span<const T> part, const Shape& shape, const Shape& whole, int index, std::vector<T>& to) {
  to.resize(whole.size());
  int axis = 0;
  std::size_t blocks = 1;
  while (axis < shape.rank() && shape[axis] == whole[axis]) blocks *= static_cast<std::size_t>(shape[axis++]);
  if (axis == shape.rank()) blocks = 1;
  const std::size_t width = part.size() / blocks;
  const std::size_t distance = to.size() / blocks;
  for (std::size_t block = 0; block < blocks; ++block) {
    const auto from = part.subspan(block * width, width);
    const std::size_t at =
        block * distance + (distance == width ? 0 : static_cast<std::size_t>(index) * width);
    std::copy(from.begin(), from.end(), to.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace

void fill_part(Trial& trial, std::span<const std::int32_t> batch, std::int64_t step, int part) {
  const std::size_t rows = batch.size() / static_cast<std::size_t>(trial.parts());
  trial.fill(batch.subspan(static_cast<std::size_t>(part) * rows, rows));
  trial.plan().memory().step = static_cast<std::uint32_t>(step * trial.parts() + part);
}

std::vector<GivenTensor> whole_batch(Trial& trial, std::int64_t step,
                                     const std::function<std::unique_ptr<Trial>()>& whole) {
  const int parts = trial.parts();
  const std::unique_ptr<Trial> other = parts > 1 ? whole() : nullptr;
  std::vector<GivenTensor> all;
  for (const PlanInput<float>& input : (other ? *other : trial).plan().inputs())
    all.push_back({input.name, input.shape, {}, {}});
  const std::span<const std::int32_t> batch = trial.examples(step);
  trial.weigh(batch);
  for (int part = 0; part < parts; ++part) {
    fill_part(trial, batch, step, part);
    for (const PlanInput<float>& input : trial.plan().inputs()) {
      const auto found = std::find_if(all.begin(), all.end(),
                                      [&](const GivenTensor& one) { return one.name == input.name; });
      if (found == all.end()) continue;  // what a part alone has to know
      if (input.ids.empty())
        place<float>(input.values, input.shape, found->shape, part, found->values);
      else
        place<std::int32_t>(input.ids, input.shape, found->shape, part, found->ids);
    }
  }
  return all;
}

}  // namespace attento

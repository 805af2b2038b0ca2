#include "lab/experiment.hpp"
#include "nn/gradients.hpp"

namespace attento {

std::uint64_t Trial::bytes() const {
  std::uint64_t sum = 2 * parameters_.bytes() + shared_arena_.bytes();
  for (const Plan<float>* plan : plans_) sum += plan->bytes();
  return sum;
}

void Trial::allocate_and_initialize(std::uint64_t seed) {
  parameters_.allocate();
  for (int id = 0; const auto& entry : parameters_.entries())
    model_parameters_[entry.name.starts_with("baseline")].push_back({id++});
  shared_arena_.allocate();
  for (Plan<float>* plan : plans_) plan->allocate();
  for (std::size_t i = training_plan_count_; i-- > 0;) {
    choose_training_plan(i);
    plan().memory().seed = seed;
    losses_.insert(losses_.begin(), model_losses());
  }
  initialize(seed);
}

AttentionMap Trial::probe_map(std::string_view map) {
  Frame frame;
  declare(frame);
  frame.allocate();
  probe(frame);
  return frame.copy_map(map);
}

TrueMaps Trial::true_maps(std::span<const std::int32_t> examples) const {
  const Shape one = truth_shape();
  std::vector<int> extents{static_cast<int>(examples.size())};
  for (const int extent : one.extents()) extents.push_back(extent);
  TrueMaps maps{Shape(extents), std::vector<float>(examples.size() * one.size())};
  for (std::size_t i = 0; i < examples.size(); ++i)
    mark_example(examples[i], std::span(maps.marks).subspan(i * one.size(), one.size()));
  return maps;
}

void Trial::adjust_gradients() {
  if (clip_limit() > 0) clip_gradients(parameters_, clip_limit());
}

void Trial::clip_each_model() {
  for (const std::vector<Parameter>& own : model_parameters_)
    if (clip_limit() > 0) clip_gradients(parameters_, own, clip_limit());
}

ExplainedAnswer Trial::make_explained_answer(const Fields&) {
  throw_bad_parameter("map", "any", "an experiment whose answers are words or classes");
}

}  // namespace attento

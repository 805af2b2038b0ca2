#include "lab/experiment.hpp"
#include "nn/gradients.hpp"

namespace attento {

std::uint64_t Trial::bytes() const {
  std::uint64_t sum = 2 * parameters_.bytes() + shared_arena_.bytes();
  for (const Plan<float>* plan : plans_) sum += plan->bytes();
  return sum;
}

void Trial::begin(std::uint64_t seed) {
  parameters_.allocate();
  shared_arena_.allocate();
  for (Plan<float>* plan : plans_) plan->allocate();
  for (std::size_t i = training_plan_count_; i-- > 0;) {
    choose_plan(i);
    plan().memory().seed = seed;
    losses_.insert(losses_.begin(), losses());
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

void Trial::clip_all_gradients() {
  if (const double limit = values_.real("clip"); limit > 0) clip_gradients(parameters_, limit);
}

std::unique_ptr<ExplainedAnswer> Trial::explained_answer(const Fields&) {
  throw_bad_parameter("test", "any", "an experiment that supports explain()");
}

}  // namespace attento

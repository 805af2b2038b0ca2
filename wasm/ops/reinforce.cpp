#include "ops/reinforce.hpp"

#include "core/gemm.hpp"
#include "core/operation.hpp"
#include "core/reduce.hpp"
#include "core/vector_math.hpp"

namespace attento {
namespace {

template <class S>
struct Reinforce {
  Node weights, choice, sampled, reward, baseline, mask, loss;
  Node logarithms;  // ln w, 0 where w is 0
  int batch, queries, steps;
  int rows_per_reward;  // number of rows that share one reward

  S reward_weight, entropy_weight, baseline_decay;  // λ_r/B, λ_e/B, ρ

  void forward(const Memory<S>& memory) {
    if (memory.training && baseline.valid()) update_baseline(memory);
    const S* w = memory.value(weights);
    const S* chosen = memory.value(choice);
    S* ln = memory.value(logarithms);
    for (int i = 0; i < batch * queries * steps; ++i) ln[i] = w[i] > S{0} ? w[i] : S{1};
    vlog(batch * queries * steps, ln, ln);
    S total = 0;
    for (int row = 0; row < batch * queries; ++row, w += steps, chosen += steps, ln += steps) {
      if (!is_counted(memory, row)) continue;
      total += entropy_weight * dot(steps, w, ln) - advantage(memory, row) * dot(steps, chosen, ln);
    }
    *memory.value(loss) = total;
  }

  // forward was loss = Σ λ_e/B Σ_s w ln w − λ_r/B (r − r̄) ln w[ŝ],
  // so dw += dloss · (λ_e/B (ln w + 1) − λ_r/B (r − r̄) / w[ŝ] at ŝ), and nothing where w is 0
  void backward(const Memory<S>& memory) {
    const S* w = memory.value(weights);
    const S* chosen = memory.value(choice);
    const S* ln = memory.value(logarithms);
    const S dloss = *memory.gradient(loss);
    S* dw = memory.gradient(weights);
    for (int row = 0; row < batch * queries; ++row, w += steps, chosen += steps, ln += steps, dw += steps) {
      if (!is_counted(memory, row)) continue;
      const S gain = advantage(memory, row);
      for (int s = 0; s < steps; ++s) {
        if (w[s] > S{0}) dw[s] += dloss * (entropy_weight * (ln[s] + S{1}) - gain * chosen[s] / w[s]);
      }
    }
  }

 private:
  /// λ_r/B (r − r̄), or 0 where no draw was made.
  S advantage(const Memory<S>& memory, int row) const {
    if (memory.value(sampled)[row] == S{0}) return 0;
    const S baseline_value = baseline.valid() ? *memory.value(baseline) : S{0};
    return reward_weight * (memory.value(reward)[row / rows_per_reward] - baseline_value);
  }

  bool is_counted(const Memory<S>& memory, int row) const {
    return !mask.valid() || memory.value(mask)[row] != S{0};
  }

  /// Updates the baseline. A replay of the same step repeats the update from the value before that step.
  void update_baseline(const Memory<S>& memory) const {
    S* state = memory.value(baseline);
    const int rewards = batch * queries / rows_per_reward;
    const S mean = sum(rewards, static_cast<const S*>(memory.value(reward))) / static_cast<S>(rewards);
    const auto step = static_cast<S>((memory.step & 0x7FFFFFU) + 1U);  // exact in float
    if (state[2] != step) state[0] = state[2] == S{0} ? mean : state[1];
    state[1] = baseline_decay * state[0] + (S{1} - baseline_decay) * mean;
    state[2] = step;
  }
};

}  // namespace

template <class S>
Node reinforce(Tape<S>& tape, Node weights, const CategoricalSample& sample, Node reward, Node baseline,
               const ReinforceOptions& options, Node mask) {
  const Shape shape = tape.shape(weights);
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0 && tape.shape(sample.choice) == shape, "weights",
                   shape, "[B, T, S], those that were sampled");
  const Shape rows{shape[0], shape[1]};
  const bool each = tape.shape(reward) == rows;
  Tape<S>::require(each || tape.shape(reward) == Shape{shape[0]}, "reward", tape.shape(reward),
                   "[B] or [B, T]");
  require_shape(tape, baseline, "baseline", {3}, "[3]");
  require_shape(tape, mask, "mask", rows, "[B, T]");
  const Node loss = tape.output({1}, {weights});
  const Node logarithms = tape.output(shape, {});
  tape.record(
      "reinforce", {weights, sample.choice, sample.sampled, reward, baseline, mask}, {loss},
      Reinforce<S>{weights, sample.choice, sample.sampled, reward, baseline, mask, loss, logarithms, shape[0],
                   shape[1], shape[2], each ? 1 : shape[1], static_cast<S>(options.reward / shape[0]),
                   static_cast<S>(options.entropy / shape[0]), static_cast<S>(options.memory)});
  return loss;
}

ATTENTO_INSTANTIATE_OPERATION(Node, reinforce, Node, const CategoricalSample&, Node, Node,
                              const ReinforceOptions&, Node)

}  // namespace attento

#include "ops/word_rewards.hpp"

#include "core/operation.hpp"

namespace attento {
namespace {

template <class S>
struct WordRewards {
  Node surprisals, rewards;
  Reward kind;
  int steps, batch, samples;

  void forward(const Memory<S>& memory) {
    const bool is_own_word = kind == Reward("own-word");
    const bool is_whole = kind == Reward("whole");
    const S* s = memory.value(surprisals);
    S* r = memory.value(rewards);
    for (int b = 0; b < batch; ++b) {
      S* row_rewards = r + b * steps;
      S reward_sum = 0;
      for (int t = steps - 1; t >= 0; --t) {
        reward_sum = (is_own_word ? S{0} : reward_sum) - s[t * batch + b];
        row_rewards[t] = reward_sum;
      }
      for (int t = 1; t < steps && is_whole; ++t) row_rewards[t] = row_rewards[0];
    }
    for (int first = 0; first < batch && samples > 1; first += samples) {
      for (int t = 0; t < steps; ++t) leave_one_out(r + first * steps + t);
    }
  }

 private:
  /// Subtracts the mean of the other samples: r − (Σ − r)/(K − 1) = K/(K − 1) (r − Σ/K).
  void leave_one_out(S* r) const {
    const auto count = static_cast<S>(samples);
    S sum = 0;
    for (int k = 0; k < samples; ++k) sum += r[k * steps];
    for (int k = 0; k < samples; ++k) r[k * steps] = count / (count - S{1}) * (r[k * steps] - sum / count);
  }
};

}  // namespace

template <class S>
Node word_rewards(Tape<S>& tape, Node surprisals, Reward reward, int samples) {
  const Shape shape = tape.shape(surprisals);
  Tape<S>::require(shape.rank() == 2 && shape.size() > 0, "surprisals", shape, "[T, B]");
  Tape<S>::require(samples >= 1 && shape[1] % samples == 0, "surprisals", shape,
                   "a B that is a multiple of the samples");
  const Node rewards = tape.output({shape[1], shape[0]}, {});
  tape.record("word rewards", {surprisals}, {rewards},
              WordRewards<S>{surprisals, rewards, reward, shape[0], shape[1], samples});
  return rewards;
}

ATTENTO_INSTANTIATE_OPERATION(Node, word_rewards, Node, Reward, int)

}  // namespace attento

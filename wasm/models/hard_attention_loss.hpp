// The loss of hard attention: REINFORCE, added to the loss of the words.
//
//   total = loss of the words + reinforce(weights, sample, rewards of the words) / T
//
// K consecutive rows are samples of one example: they have the same inputs, but each draws its own positions. The loss
// of the words is a mean over words; that of the samples is a sum over T steps.
// Papers: ops/reinforce.hpp, ops/word_rewards.hpp.
#pragma once

#include "attention/hard.hpp"
#include "ops/word_rewards.hpp"

namespace attento {

inline constexpr NamedRow kAttentionKinds[] = {
    {"soft", "soft: a weighted average of all"}, {"hard", "hard: one at a time, drawn"}, {"none", "none"}};
using AttentionKind = NamedChoice<kAttentionKinds>;

struct HardAttentionOptions {
  int samples = 1;     // K, samples of each example
  double reward = 1;   // λ_r, weight of the reward
  double entropy = 0;  // λ_e, weight of the entropy
  Reward reward_kind = "to-go";
  bool leave_one_out = true;  // whether the other samples are the baseline; otherwise the mean reward is
};

/// Returns the term to add to the loss of the words. weights [R, T, S]; surprisals: the negative log-likelihoods of R
/// · T words, time first, see ops/cross_entropy.hpp; baseline [3]; mask [R, T], 1 = a word, 0 = padding.
template <class S>
Node hard_attention_loss(Tape<S>& tape, Node weights, const CategoricalSample& sample, Node surprisals,
                         Parameter baseline, Node mask, const HardAttentionOptions& hard_training) {
  const Shape shape = tape.shape(weights);
  const bool others = hard_training.leave_one_out && hard_training.samples > 1;
  const Node rewards = word_rewards(tape, tape.reshape(surprisals, {shape[1], shape[0]}),
                                    hard_training.reward_kind, others ? hard_training.samples : 1);
  const ReinforceOptions options{.reward = hard_training.reward / shape[1],
                                 .entropy = hard_training.entropy / shape[1]};
  return reinforce(tape, weights, sample, rewards, others ? Node{} : tape.parameter(baseline), options, mask);
}

}  // namespace attento

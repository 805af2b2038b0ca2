// A location drawn around the one that a network predicts, and the loss that trains it.
//
//   draw        z = μ + σ ε,   ε ~ N(0, 1) if the plan trains, else ε = 0
//               l = min(max(z, −1), 1)
//   reinforce   loss = −λ/R Σ_r Σ_t A[r, t] ln N(z[r, t]; μ[r, t], σ²)
//                    =  λ/R Σ_r Σ_t A[r, t] |z[r, t] − μ[r, t]|² / 2 σ² + a constant
//
//   μ     [R, 2], or [R, T, 2] for reinforce: the predicted location
//   σ     [1]  standard deviation of the draws, filled by the caller
//   ε, z  the shape of μ: noise (optionally an input), draws
//   l     the shape of μ: the attended location, within the image
//   A     [R, T]  advantage of each draw, see ops/word_rewards.hpp; not differentiated
//   loss  [1]     only its gradient has a meaning: dμ = λ/R · A (μ − z) / σ²
//
// A draw passes no gradient: only rewards train μ, not what is read at l. ε is a pure function of the seed, the index
// of the operation on its tape and the step.
// Paper: Williams 1992, "Simple statistical gradient-following algorithms for connectionist reinforcement learning",
//   section 6; in this form Mnih, Heess, Graves & Kavukcuoglu 2014, "Recurrent models of visual attention",
//   section 3.2.
#pragma once

#include "core/tape.hpp"

namespace attento {

struct GaussianLocation {
  Node drawn;     // z
  Node location;  // l
};

template <class S>
GaussianLocation draw_location(Tape<S>& tape, Node mean, Node sigma, Node noise = {});

template <class S>
Node reinforce_locations(Tape<S>& tape, Node means, Node drawn, Node sigma, Node advantages,
                         double reward = 1);

/// Returns the numbers of x, without passing a gradient to x.
template <class S>
Node detach(Tape<S>& tape, Node x);

}  // namespace attento

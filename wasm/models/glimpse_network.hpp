// Looks at a few places of a picture, one after the other, and says what is there.
//
//   ρ[t] = sensor(picture, l[t])                              attention/glimpse_sensor.hpp; l[1] = (0, 0), the centre
//   g[t] = relu(relu(ρ[t] · A + a) · C + l[t] · D + c)        the glimpse: what was seen, and where
//   h[t] = LSTM(g[t], h[t−1])
//   μ[t+1] = tanh(h[t] · W + b),   l[t+1] drawn around it     where to look next
//   y[t] = h[t] · V + v                                       what it would answer now
//
//   picture  [B, rows, columns]   R = B · K rows: K samples of each picture, one behind the other, who look
//                                 where chance takes each
//   l        [R, 2]               places from −1 to 1
//   h        [R, H]
//   y        [T, R, C]            logits of C classes
//
// loss = mean over rows and answers of −ln p(class) + reinforce_places of what each place earned: the answers from that
// glimpse on, see ops/word_rewards.hpp. The published way asks for one answer, after the last glimpse, and its reward
// does not pass through the place's layer into the state: "detached".
// Twins look at places that are given to them, or see the whole picture once, coarsely.
// Paper: Mnih, Heess, Graves & Kavukcuoglu 2014, "Recurrent models of visual attention", section 3. There V, too, reads
//   the last state alone.
#pragma once

#include <vector>

#include "attention/glimpse_sensor.hpp"
#include "models/hard_teaching.hpp"
#include "nn/linear.hpp"
#include "nn/recurrent.hpp"
#include "ops/cross_entropy.hpp"

namespace attento {

struct GlimpseNetwork {
  struct Settings {
    int classes = 6;
    int features = 64, hidden = 64;  // of a glimpse, H
    int glimpses = 4;                // T
    Retina retina{};
    bool chooses = true;    // where to look; else it is told, or looks at the centre alone
    double dropout = 0;     // of the cells of a glimpse, in training
    bool detached = false;  // does a reward stop at the layer that says the place?
  };

  /// What it did. Places that it did not choose itself are absent.
  struct Looks {
    std::vector<Node> places;   // l [R, 2] of each glimpse
    std::vector<Node> patches;  // ρ [R, M, N, N]
    Node means{}, drawn{};      // μ, z [R, T − 1, 2] of all glimpses but the first
    Node states{};              // h [T, R, H]
    Node logits{};              // y [T, R, C]
  };

  struct Loss {
    CrossEntropy answers;
    Node total;
  };

  Settings settings;
  Linear what, join, where;  // A, C, W
  Parameter place;           // D [2, features]
  Recurrent core;
  Linear readout;

  template <class S>
  static GlimpseNetwork declare(Parameters<S>& parameters, const std::string& name, const Settings& settings);

  /// As PyTorch.
  template <class S>
  void initialise(Parameters<S>& parameters, std::uint64_t seed) const;

  /// Looks at each picture `samples` times. sigma [1]: of its own choice. told [T, R, 2]: places of one that does not choose.
  /// noise [T − 1, R, 2]: of the draws.
  template <class S>
  Looks look(Tape<S>& tape, Node picture, int samples, Node sigma, Node told = {}, Node noise = {}) const;

  /// target [T, R]: the class, again for each answer; weight [T, R]: 1 where an answer counts.
  template <class S>
  Loss loss(Tape<S>& tape, const Looks& looks, Node sigma, Ids target, Node weight,
            const HardTeaching& teaching) const;
};

}  // namespace attento

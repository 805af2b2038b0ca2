// Captions: every derivative, what REINFORCE estimates, and decoding.
#include "models/captioner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/allocation_count.hpp"
#include "core/gradient_check.hpp"
#include "core/replay.hpp"
#include "models/caption_decoding.hpp"

namespace attento {
namespace {

using proof::prove;
using Settings = Captioner::Settings;
using Teaching = Captioner::Teaching;
using Looking = Captioner::Looking;

constexpr Settings kTiny{.words = 4, .side = 4, .patch = 2, .features = 2, .embedding = 2, .hidden = 2};

/// A loss over two captions, one of them shorter.
template <class R>
Node small_loss(R& r, const Settings& settings, double even) {
  r.parameter_scale = 0.8F;
  const auto model = Captioner::declare(r.parameters, settings);
  const auto seen = model.see(r.tape, r.constant({2, 4, 4, 3}));
  const Ids before = r.ids({3, 2}, 4, {1, 1, 3, 2, 2, 0});
  const auto written = model.write(r.tape, seen, seen.start, before);
  const Captioner::Told told{r.ids({3, 2}, 4, {3, 2, 2, 3, 1, 0}), r.given({3, 2}, {1, 1, 1, 1, 1, 0}),
                             r.given({2, 3}, {1, 1, 1, 1, 1, 0})};
  return model.loss(r.tape, written, told, {.even = even}).total;
}

TEST(Captioner, EveryDerivative) {
  for (const Cell cell : {Cell::kGru, Cell::kLstm}) {
    for (const Looking looking : {Looking("none"), Looking("soft")}) {
      for (const bool gate : {false, true}) {
        if (gate && looking == Looking("none")) continue;
        Settings settings = kTiny;
        settings.cell = cell;
        settings.looking = looking;
        settings.gate = gate;
        settings.knows = !gate;
        prove(std::to_string(static_cast<int>(cell)) + looking->name + (gate ? "gate" : ""),
              [&](auto& r) { return small_loss(r, settings, gate ? 0.3 : 0); });
      }
    }
  }
}

TEST(WordRewards, ByHand) {
  // Two words, four rows: two samples of each of two pictures.
  const std::vector<float> surprises = {1, 2, 3, 4, 10, 20, 30, 0};
  const auto rewards = [&](Reward kind, int samples) {
    return proof::replay(surprises, [&](auto& tape, Node x) {
      return tape.reshape(word_rewards(tape, tape.reshape(x, {2, 4}), kind, samples), {8});
    });
  };
  EXPECT_EQ(rewards("own-word", 1), (std::vector<float>{-1, -10, -2, -20, -3, -30, -4, 0}));
  EXPECT_EQ(rewards("to-go", 1), (std::vector<float>{-11, -10, -22, -20, -33, -30, -4, 0}));
  EXPECT_EQ(rewards("whole", 1), (std::vector<float>{-11, -11, -22, -22, -33, -33, -4, -4}));
  EXPECT_EQ(rewards("to-go", 2), (std::vector<float>{11, 10, -11, -10, -29, -30, 29, 30}));
  EXPECT_FLOAT_EQ(rewards("own-word", 4)[1], -10 - (-20 - 30 + 0) / 3.0F);
  proof::refused("surprises", [&] { rewards("to-go", 3); });
}

/// A tiny captioner of hard attention in double, told what to say of one picture.
struct Gambler {
  static constexpr int T = 2;
  Parameters<double> parameters;
  Captioner model;
  Captioner::Written written;
  Captioner::Loss loss;
  Plan<double> plan;

  explicit Gambler(Teaching teaching)
      : model(Captioner::declare(parameters,
                                 [] {
                                   Settings settings = kTiny;
                                   settings.looking = Looking("hard");
                                   return settings;
                                 }())),
        plan(record(teaching)) {}

  int choice(int row, int t) const {
    const auto all = plan.value(written.sample.choice);
    const auto first = all.begin() + (row * T + t) * 4;
    return static_cast<int>(std::max_element(first, first + 4) - first);
  }
  int choices() const { return 4 * choice(0, 0) + choice(0, 1); }

  /// The probability of the choices of the first row.
  double probability() const {
    const auto weights = plan.value(written.attention.weights);
    return weights[static_cast<std::size_t>(choice(0, 0))] *
           weights[static_cast<std::size_t>(4 + choice(0, 1))];
  }

  void replay(std::uint32_t step) {
    plan.memory().step = step;
    plan.forward();
  }

 private:
  Plan<double> record(const Teaching& teaching) {
    parameters.allocate();
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      if (id == model.baseline.id) continue;
      Generator random(4, parameters.entry({id}).name);
      for (double& value : parameters.values({id})) value = static_cast<double>(random.normal());
    }
    const int R = teaching.samples;
    Tape<double> tape(parameters);
    const Node picture = tape.input("picture", {1, 4, 4, 3});
    const Captioner::Told told{tape.ids("target", {T, R}, 4), tape.input("weight", {T, R}),
                               tape.input("mask", {R, T})};
    const Ids before = tape.ids("before", {T, R}, 4);
    const auto seen = model.see(tape, picture, R);
    written = model.write(tape, seen, seen.start, before);
    loss = model.loss(tape, written, told, teaching);
    Plan<double> made = std::move(tape).freeze(loss.total);
    Generator random(5, "picture");
    for (double& pixel : made.value(picture)) pixel = static_cast<double>(random.uniform());
    std::fill(made.value(told.weight).begin(), made.value(told.weight).end(), 1);
    std::fill(made.value(told.mask).begin(), made.value(told.mask).end(), 1);
    for (int r = 0; r < R; ++r) {
      made.ids(before)[static_cast<std::size_t>(r)] = 1;
      made.ids(before)[static_cast<std::size_t>(R + r)] =
          made.ids(told.targets)[static_cast<std::size_t>(r)] = 3;
      made.ids(told.targets)[static_cast<std::size_t>(R + r)] = 2;
    }
    made.memory().training = true;
    made.memory().seed = 6;
    return made;
  }
};

/// The derivatives of the expected surprise, Σ P(choices) · surprise(choices) over all 16 ways to look, by central
/// differences. A step draws the same way again; which step draws what has been found out before.
std::vector<double> exact_gradient() {
  Gambler g({});
  std::map<int, std::vector<std::uint32_t>> steps;
  for (std::uint32_t step = 0; step < 20000; ++step) {
    g.replay(step);
    if (auto& known = steps[g.choices()]; known.size() < 4) known.push_back(step);
  }
  EXPECT_EQ(steps.size(), 16U);
  double total = 0;
  const auto expected = [&] {
    double sum = 0;
    total = 0;
    for (const auto& [choices, known] : steps) {
      for (const std::uint32_t step : known) {
        g.replay(step);
        if (g.choices() == choices) break;  // a draw at the very edge may have become another
      }
      EXPECT_EQ(g.choices(), choices);
      total += g.probability();
      sum += g.probability() * g.plan.value(g.loss.words.loss)[0];
    }
    EXPECT_NEAR(total, 1, 1e-12);
    return sum;
  };
  std::vector<double> gradient;
  for (double& value : g.parameters.all_values()) {
    constexpr double kStep = 1e-5;
    const double here = value;
    value = here + kStep;
    const double above = expected();
    value = here - kStep;
    gradient.push_back((above - expected()) / (2 * kStep));
    value = here;
  }
  return gradient;
}

/// The worst distance of the mean of many sampled gradients from the exact one, in standard errors of that mean; and
/// how long the standard errors are beside the exact gradient.
struct Estimate {
  double worst = 0, vagueness = 0;
};

Estimate estimate(const Teaching& teaching, const std::vector<double>& exact, int draws) {
  Gambler g(teaching);
  const auto gradients = g.parameters.all_gradients();
  std::vector<double> sum(exact.size()), squares(exact.size());
  for (int draw = 0; draw < draws; ++draw) {
    std::fill(gradients.begin(), gradients.end(), 0.0);
    g.replay(static_cast<std::uint32_t>(draw));
    g.plan.backward();
    for (std::size_t i = 0; i < exact.size(); ++i) {
      sum[i] += gradients[i];
      squares[i] += gradients[i] * gradients[i];
    }
  }
  Estimate found;
  double errors = 0, length = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double mean = sum[i] / draws;
    const double error = std::sqrt(std::max(squares[i] / draws - mean * mean, 0.0) / draws);
    found.worst = std::max(found.worst, std::abs(mean - exact[i]) / (error + 1e-7));
    errors += error * error;
    length += exact[i] * exact[i];
  }
  found.vagueness = std::sqrt(errors / length);
  return found;
}

TEST(HardCaptioner, EstimatesTheGradientOfTheExpectedReward) {
  const std::vector<double> exact = exact_gradient();
  constexpr int kDraws = 12000;
  // Of about a hundred numbers none lies five standard errors from the truth.
  for (const Reward reward : {Reward("to-go"), Reward("whole")}) {
    for (const bool leave_one_out : {true, false}) {
      const Estimate fair =
          estimate({.samples = leave_one_out ? 3 : 1, .rewarded = reward, .leave_one_out = leave_one_out},
                   exact, kDraws);
      EXPECT_LT(fair.worst, 5) << reward->name << leave_one_out;
      EXPECT_LT(fair.vagueness, 0.05) << reward->name << leave_one_out;
    }
  }
  // What is left out shows: no reward at all, and a reward for the own word alone.
  EXPECT_GT(estimate({.samples = 3, .reward = 0}, exact, kDraws).worst, 8);
  EXPECT_GT(estimate({.samples = 3, .rewarded = "own-word"}, exact, kDraws).worst, 8);
  EXPECT_GT(estimate({.samples = 3, .entropy = 0.3}, exact, kDraws).worst, 8);
}

TEST(CaptionDecoding, StepsAreTheUnrolledPlan) {
  for (const Looking looking : {Looking("none"), Looking("soft"), Looking("hard")}) {
    for (const bool knows : {false, true}) {
      Settings settings{.words = 6, .side = 6, .patch = 2, .features = 4, .embedding = 3, .hidden = 5};
      settings.cell = knows ? Cell::kLstm : Cell::kGru;
      settings.looking = looking;
      settings.knows = knows;
      settings.gate = knows;
      Parameters<float> parameters;
      const auto model = Captioner::declare(parameters, settings);
      parameters.allocate();
      model.initialise(parameters, 3);
      Tape<float> tape(parameters);
      const Node picture = tape.input("picture", {2, 6, 6, 3});
      const Ids before = tape.ids("before", {3, 2}, 6);
      const auto seen = model.see(tape, picture);
      const auto written = model.write(tape, seen, seen.start, before);
      Plan<float> plan = std::move(tape).freeze();
      Generator random(1, "pictures");
      for (float& pixel : plan.value(picture)) pixel = random.uniform();
      const std::array<std::int32_t, 6> tokens = {1, 1, 4, 3, 2, 5};
      std::copy(tokens.begin(), tokens.end(), plan.ids(before).begin());
      plan.forward();

      CaptionDecoding decoding(model, parameters, 2);
      decoding.allocate();
      for (int row = 0; row < 2; ++row) {
        const auto to = decoding.picture(row);
        std::copy_n(plan.value(picture).begin() + row * 108, 108, to.begin());
      }
      decoding.begin();
      for (std::size_t t = 0; t < 3; ++t) {
        const long allocated = proof::allocations();
        decoding.step(std::span(tokens).subspan(t * 2, 2));
        EXPECT_EQ(proof::allocations(), allocated);
        for (int row = 0; row < 2; ++row) {
          const auto b = static_cast<std::size_t>(row);
          const auto logits = plan.value(written.logits).subspan((t * 2 + b) * 6, 6);
          double total = 0;
          for (const float logit : logits) total += std::exp(static_cast<double>(logit));
          for (std::size_t v = 0; v < 6; ++v) {
            EXPECT_NEAR(static_cast<double>(decoding.log_probabilities(row)[v]),
                        static_cast<double>(logits[v]) - std::log(total), 2e-6);
          }
          if (looking == Looking("none")) {
            EXPECT_TRUE(decoding.weights(row).empty());
            continue;
          }
          const auto weights = plan.value(written.attention.weights).subspan((b * 3 + t) * 9, 9);
          for (std::size_t l = 0; l < 9; ++l) EXPECT_NEAR(decoding.weights(row)[l], weights[l], 1e-6);
        }
      }
      // The widest beam finds nothing worse than the greedy choice.
      const auto to = decoding.picture(1);
      std::copy_n(decoding.picture(0).begin(), 108, to.begin());
      const Said said = greedy(decoding, 5)[0];
      EXPECT_GE(beam_search(decoding, 2, 5).log_probability, said.ended ? said.log_probability : -INFINITY);
    }
  }
}

}  // namespace
}  // namespace attento

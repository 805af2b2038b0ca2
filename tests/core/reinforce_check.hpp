// Checks of REINFORCE: the mean of many sampled gradients against the exact gradient, a sum over all choices.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/central_difference.hpp"
#include "core/generator.hpp"
#include "core/tape.hpp"
#include "models/hard_attention_loss.hpp"

namespace attento::proof {

/// A tiny model of hard attention in double, with given target words for one example in R = K rows. Derived classes
/// record its plan from a HardAttentionOptions.
struct ReinforceCase {
  Parameters<double> parameters;
  Node weights;              // [R, T, S]
  CategoricalSample sample;  // [R, T, S]
  Node words;                // the mean surprisal
  std::optional<Plan<double>> plan;

  /// The choices of the first row as one number; probability() is their probability.
  int choices() const {
    int number = 0;
    for (int t = 0; t < T(); ++t) number = number * S() + choice(t);
    return number;
  }
  /// The number of possible choices of the first row, without masked positions.
  int count_choices() const {
    int product = 1;
    for (int t = 0; t < T(); ++t) {
      const auto row =
          plan->value(weights).subspan(static_cast<std::size_t>(t * S()), static_cast<std::size_t>(S()));
      product *= static_cast<int>(std::count_if(row.begin(), row.end(), [](double w) { return w > 0; }));
    }
    return product;
  }
  double probability() const {
    double product = 1;
    for (int t = 0; t < T(); ++t)
      product *= plan->value(weights)[static_cast<std::size_t>(t * S() + choice(t))];
    return product;
  }

  void replay(std::uint32_t step) {
    plan->memory().step = step;
    plan->forward();
  }

 protected:
  /// Normal numbers for all parameters but the baseline.
  void randomize(Parameter baseline) {
    parameters.allocate();
    for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
      if (id == baseline.id) continue;
      Generator random(4, parameters.entry({id}).name);
      for (double& value : parameters.values({id})) value = static_cast<double>(random.normal());
    }
  }

  void freeze(Tape<double> tape, Node total) {
    plan = std::move(tape).freeze(total);
    plan->memory().training = true;
    plan->memory().seed = 6;
  }

 private:
  int T() const { return plan->shape(weights)[1]; }
  int S() const { return plan->shape(weights)[2]; }
  int choice(int t) const {
    const auto first = plan->value(sample.choice).begin() + t * S();
    return static_cast<int>(std::max_element(first, first + S()) - first);
  }
};

/// The derivatives of the expected surprisal, Σ P(choices) · surprisal(choices) over all choices, by central differences.
/// A replayed step repeats its draw, so the function first finds steps for all choices.
template <class G>
std::vector<double> exact_gradient() {
  G g({});
  std::map<int, std::vector<std::uint32_t>> steps;
  for (std::uint32_t step = 0; step < 20000; ++step) {
    g.replay(step);
    if (auto& choice_steps = steps[g.choices()]; choice_steps.size() < 4) choice_steps.push_back(step);
  }
  EXPECT_EQ(static_cast<int>(steps.size()), g.count_choices());
  double total = 0;
  const auto expected = [&] {
    double sum = 0;
    total = 0;
    for (const auto& [choices, choice_steps] : steps) {
      for (const std::uint32_t step : choice_steps) {
        g.replay(step);
        if (g.choices() == choices) break;  // the finite difference may change a draw near a boundary
      }
      EXPECT_EQ(g.choices(), choices);
      total += g.probability();
      sum += g.probability() * g.plan->value(g.words)[0];
    }
    EXPECT_NEAR(total, 1, 1e-12);
    return sum;
  };
  std::vector<double> gradient;
  for (double& value : g.parameters.all_values())
    gradient.push_back(central_difference(value, expected, 1e-5));
  return gradient;
}

/// `worst`: the largest deviation of the mean of many sampled gradients from the exact gradient, in standard errors of
/// that mean. `relative_error`: the norm of the standard errors relative to that of the exact gradient.
struct Estimate {
  double worst = 0, relative_error = 0;
};

template <class G>
Estimate estimate(const HardAttentionOptions& hard_training, const std::vector<double>& exact, int draws) {
  G g(hard_training);
  const std::span<double> gradients = g.parameters.all_gradients();
  std::vector<double> sum(exact.size()), squares(exact.size());
  for (int step = 0; step < draws; ++step) {
    std::fill(gradients.begin(), gradients.end(), 0.0);
    g.replay(static_cast<std::uint32_t>(step));
    g.plan->backward();
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
  found.relative_error = std::sqrt(errors / length);
  return found;
}

}  // namespace attento::proof
